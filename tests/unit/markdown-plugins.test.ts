/** `markdown.plugins`: the HTML that plug-ins render, their errors, and the limit of nesting. */
import type { MarkdownIt, RendererRule, StateCore } from 'markdown-it';
import { describe, expect, test } from 'vitest';
import type { ContentPlugin } from '../../src/api/user-config.ts';
import { refuseMistakes } from '../../src/content/content-problem.ts';
import type { MarkdownNode } from '../../src/content/elements/tree.ts';
import { loadParser } from '../../src/content/markdown/parse-markdown.ts';
import { DEFAULT_READING } from '../../src/content/reading.ts';
import type { SitegenError } from '../../src/shared/errors.ts';

async function parse(text: string, plugins: readonly ContentPlugin[], allowsHtml = false) {
  const parser = await loadParser(
    allowsHtml,
    { ...DEFAULT_READING, plugins, file: 'sitegen.config.ts' },
    process.cwd(),
  );
  return parser(text, (mistake) => refuseMistakes({ file: 'a.md', text }, [mistake])).nodes;
}

/** `<p 1:2>text</p>`; HTML that is shown as text is in braces. */
function show(node: MarkdownNode): string {
  if (node.type === 'raw') return `{${node.value}}`;
  if (node.type !== 'element') return node.value ?? '';
  const attributes = Object.entries(node.properties).map(([name, value]) => ` ${name}=${String(value)}`);
  const { line, column } = node.position?.start ?? {};
  return `<${node.tagName}${attributes.join('')} ${line}:${column}>${node.children.map(show).join('')}</>`;
}

const shown = async (...given: Parameters<typeof parse>): Promise<string> => (await parse(...given)).map(show).join('');

const setRule = (type: string, rule: RendererRule) => (md: MarkdownIt) => {
  md.renderer.rules[type] = rule;
};

/** As plug-ins often do: calls the rule that was there before. */
const changeRule = (type: string, change: (html: string, ...given: Parameters<RendererRule>) => string) => {
  return (md: MarkdownIt) => {
    const before: RendererRule =
      md.renderer.rules[type] ?? ((list, index, options) => md.renderer.renderToken(list, index, options));
    md.renderer.rules[type] = (...given) => change(before(...given), ...given);
  };
};

/** Adds a token to each paragraph. */
const addInline = (type: string, content: string) => (md: MarkdownIt) => {
  md.core.ruler.push('added', ({ tokens, Token }: StateCore) => {
    for (const { children } of tokens) children?.push(Object.assign(new Token(type, '', 0), { content }));
  });
};

const addBlock = (type: string, tag: string, content: string) => (md: MarkdownIt) => {
  md.core.ruler.push('added', ({ tokens, Token }: StateCore) => {
    tokens.push(Object.assign(new Token(type, tag, 0), { content, block: true }));
  });
};

test.each<[string, ContentPlugin, string, string]>([
  ['a token without a rule is its element', addBlock('x', 'my-tag', ''), 'a', '<p 1:1>a</>\n<my-tag 1:1></>'],
  [
    'HTML of a block',
    addBlock('html_block', '', '<i id="b" class="c">x</i>\n'),
    'a',
    '<p 1:1>a</>\n<i id=b className=c 1:1>x</>',
  ],
  ['HTML in a line', addInline('html_inline', '<i>x</i>'), 'a <b>', '<p 1:1>a {<b>}<i 1:3>x</></>'],
  [
    'a rule for a new token',
    (md: MarkdownIt) => {
      addInline('y', '1 < 2')(md);
      setRule('y', ([, token]) => `<q>${md.utils.escapeHtml(token?.content ?? '')}</q>`)(md);
    },
    'a',
    '<p 1:1>a<q 1:1>1 < 2</></>',
  ],
  [
    'an element in two pieces, around Markdown',
    (md: MarkdownIt) => {
      setRule('table_open', () => '<div class="t">\n<table>\n')(md);
      setRule('table_close', () => '</table>\n</div>\n')(md);
    },
    '| *a* |\n|:-:|\n| <b> |',
    '<div className=t 1:1>\n<table 1:1>\n<thead 1:1>\n<tr 1:1>\n<th className=align-center 1:1><em 1:3>a</></>\n</>\n</>\n<tbody 3:1>\n<tr 3:1>\n<td className=align-center 3:1>{<b>}</>\n</>\n</></>\n</>',
  ],
  [
    'a rule for some tokens only',
    changeRule('fence', (html, list, index) => (list[index]?.info === 'x' ? '<svg viewBox="0"></svg>' : html)),
    '```x\n```\n```y\n```',
    '<svg viewBox=0 1:1></>\n<pre 3:1><code className=language-y 3:1></></>',
  ],
  [
    'highlighting of code',
    (md: MarkdownIt) => md.set({ highlight: (code) => `<b>${code}</b>` }),
    '```x\na```\n',
    '<pre 1:1><code className=language-x 1:1><b 1:1>a```\n</></></>',
  ],
  [
    'its options',
    [
      (md: MarkdownIt, ...options: readonly unknown[]) => addInline('html_inline', `<i>${options.join()}</i>`)(md),
      1,
      [2],
      3,
    ],
    'a',
    '<p 1:1>a<i 1:1>1,2,3</></>',
  ],
])('%s', async (_, plugin, text, expected) => {
  expect(await shown(text, [plugin])).toBe(expected);
});

test('attributes that a plug-in takes from the file have no meaning in React', async () => {
  const names = ['dangerouslySetInnerHTML', '__proto__', 'constructor', 'KEY', 'ref', 'children', 'onClick', 'CLASS'];
  const plugin = (md: MarkdownIt) => {
    md.core.ruler.push('attributes', ({ tokens: [first] }: StateCore) =>
      names.forEach((name) => first?.attrPush([name, 'x'])),
    );
  };
  const html = '<p dangerouslysetinnerhtml=x __proto__=x constructor=x onClick=x className=x 1:1>a</>';
  expect(await shown('a', [plugin])).toBe(html);
  const written = '<b constructor="x" __proto__="x" tostring="x" valueOf="x">a</b>';
  expect(await shown(written, [], true)).toContain('<b constructor=x __proto__=x tostring=x valueof=x 1:1>a</>');
});

describe('HTML in the file is not allowed by a plug-in', () => {
  const title = (md: MarkdownIt) =>
    setRule('image', ([token]) => `<q>${md.renderInline(String(token?.attrGet('title')))}</q>`)(md);
  const image = '![a](b.png "<img src=x onerror=alert(1)> *t* <b>u</b>")';

  test('that renders a part of it', async () => {
    expect(await shown(image, [title])).toBe('<p 1:1><q 1:1><img src=x onerror=alert(1)> <em 1:1>t</> <b>u</b></></>');
    const block = (md: MarkdownIt) => setRule('fence', ([token]) => md.render(token?.content ?? ''))(md);
    expect(await shown('```\n<script>x</script>\n```', [block])).toBe('<script>x</script>');
    // `env` of the document
    const withEnv = (md: MarkdownIt) =>
      setRule('fence', ([token], _index, _options, env) => md.render(token?.content ?? '', env))(md);
    expect(await shown('```\n<b>[^1]\n\n[^1]: x\n```', [withEnv])).toContain('<b>');
  });

  test('unless HTML is allowed', async () => {
    const [, text] = (await shown(image, [title], true)).split('<q 1:1>');
    expect(text).toBe('<img src=x onError=alert(1) 1:1></> <em 1:1>t</> <b 1:1>u</></></>');
  });

  test('that copies or moves its tokens', async () => {
    const move = (md: MarkdownIt) => {
      md.core.ruler.push('move', (state: StateCore) => {
        const all = state.tokens.flatMap(({ children }) => children ?? []);
        for (const token of state.tokens)
          token.children &&= all.map((one) => Object.assign(new state.Token('', '', 0), one));
      });
    };
    expect(await shown('a <b> [c](<d>)', [move])).toBe('<p 1:1>a {<b>} <a href=d 1:7>c</></>');
    expect(await shown('<div>\n', [() => {}])).toBe('{<div>}');
  });
});

describe('a plug-in that fails is an error in the file', () => {
  function throwError(): never {
    throw new TypeError('no');
  }
  const THREW = 'A plug-in in `markdown.plugins` threw: TypeError: no';

  test.each<[string, (md: MarkdownIt) => unknown, string, number | undefined]>([
    ['while it is added', throwError, 'The plug-in markdown.plugins[1] (bad) threw: TypeError: no', undefined],
    ['in a rule', (md) => md.core.ruler.push('x', throwError), THREW, undefined],
    ['in a rule that renders', setRule('em_open', throwError), THREW, undefined],
    ['while it highlights', (md) => md.set({ highlight: throwError }), THREW, undefined],
    ['by a token that nothing renders', addBlock('foo', '', ''), 'No plug-in has a rule that renders `foo`.', 7],
  ])('%s', async (_, add, message, line) => {
    const text = 'a\n\nb\n\n! *d*\n\n```js\ne\n```';
    function bad(md: MarkdownIt) {
      return add(md);
    }
    const failed: unknown = await parse(text, [() => {}, bad]).catch((error: unknown) => error);
    const [found] = (failed as SitegenError).diagnostics;
    expect(found?.message).toBe(message);
    expect(found?.place?.line).toBe(line);
    const calls = message.includes('TypeError') ? /throwError .*tests\/unit\/markdown-plugins\.test\.ts:/ : /^/;
    expect(String(found?.calls?.[0])).toMatch(calls);
  });
});

/** What a plug-in can do to the limit of nesting, mostly by accident. */
const CARELESS: Readonly<Record<string, (md: MarkdownIt) => unknown>> = {
  'sets maxNesting': (md) => md.set({ maxNesting: 1_000_000 }),
  'parses parts again': (md) => {
    md.block.ruler.before('paragraph', 'again', ({ src, bMarks, eMarks }, line) => {
      md.renderInline(src.slice(bMarks[line], eMarks[line]));
      return false;
    });
    md.inline.ruler.after('text', 'again', ({ src, pos }) => {
      if (src[pos] === '!') md.render('- a\n  - b');
      return false;
    });
  },
};

describe.each(Object.entries(CARELESS))('nothing deep is lost beside a plug-in that %s', (_, plugin) => {
  test('quotes within quotes', async () => {
    await expect(parse('> '.repeat(400), [plugin])).rejects.toThrow('nested more than 300 levels');
  });

  test('deep lists and brackets are not left out', async () => {
    expect(await shown(`x !\n\n${'- '.repeat(60)}deep`, [plugin])).toContain('deep');
    const brackets = `x${'['.repeat(300)}y${']'.repeat(300)}`;
    expect(await shown(brackets, [plugin])).toBe(`<p 1:1>${brackets}</>`);
  });
});
