/** A document gives the same HTML as Markdown and as MDX: this compares two parsers. */
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** By name. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  headings: '# A *b* `c`\n\n## Our team\n\n## Our team\n\n### Größe & „Maß“\n\nSetext\n---',
  text: 'Two  \nlines\\\nand \\*not\\* &copy; `a  b` ***both*** ~~gone~~\nA soft\nbreak.',
  links: '[a](other.md) [b](./other.md#part "Title") [c] https://example.com/x www.example.com.\n\n[c]: /other/ "C"',
  images: '![Alt *text*](pixel.png) ![](pixel.png "Title")\n\n[![Pixel](pixel.png)](other.md)',
  lists: '- a\n- b\n  - c\n\n    d\n\n1. one\n2. two\n\n3) three\n\n* loose\n\n* items',
  tasks: '- [ ] open\n- [x] *done*\n- plain',
  'loose-tasks': '- [ ] open\n\n- [x] *done*\n  soon\n\n  - [ ] nested\n    > quote',
  table: '| a | b | c |\n|:--|:-:|--:|\n| 1 | `x` | [z](other.md) |\n| a\\|b | | 3 |\n\nafter',
  code: '```ts title="a.ts"\nconst a = 1;\n```\n\n~~~\nplain\n~~~\n\n``` \nx\n```',
  fences: '```JavaScript{1,3} title="a.js"\nlet a;\n```\n\n```rust,ignore\nfn a() {}\n```\n\n```nonsense\nx\n```',
  marks:
    '```ts [a.ts] {1} showLineNumbers=5\na\nb // [!code ++]\n// highlight-next-line\nc // [\\!code x]\n```\n\n``` {1}\na\n```',
  words: '## A[^1] `b`\n\n[^1]: note',
  containers: ':::note\ntext\n:::\n\nafter',
  quotes: '> a\n> b\n>\n> > c\n\n> - d',
  callouts: '> [!NOTE]\n> A note.\n\n> [!WARNING]\n>\n> - a list\n\n> [!TIP] no\n> more',
  footnotes: 'One[^1], two[^note], one again[^1].\n\n[^1]: The *first*.\n[^note]: Two\n\n    paragraphs.',
  rules: 'a\n\n---\n\nb\n\n***',
  start: '3. three\n4. four',
  entities: '&amp; &lt;b&gt; &#x41; &nope; a & b',
  nested: '- > quote\n  >\n  > ```js\n  > const a = 1;\n  > ```\n- ![Pixel](pixel.png)',
  escapes: '\\# no\n\n1\\. no\n\na\\\\b \\` \\[x]',
};

test('every document renders the same in both formats', async () => {
  const pages = Object.entries(DOCUMENTS).flatMap(([name, text]) =>
    ['md', 'mdx'].map((format) => {
      const title = `${name} ${format}`;
      return [
        `templates/pages/${format}-${name}.${format}`,
        `---\ntitle: ${title}\ndescription: About ${title}.\n---\n\n${text}\n`,
      ];
    }),
  );
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/', checks: { 'h1-count': 'off' } };`,
    'templates/markdown.tsx': `export const components = {
  Callout: ({ kind, children }: any) => <aside className={kind}>{children}</aside>,
  pre: (props: any) => <pre data-props={JSON.stringify(props, (key, value) => (key === 'children' ? undefined : value))} {...props} />,
  ol: ({ start, ...props }: any) => <ol data-start={typeof start} {...props} />,
};`,
    ...Object.fromEntries(pages),
    'templates/pages/other.md': '---\ntitle: Other\ndescription: Another.\n---\n\n# Other\n\n## Part\n',
    'templates/pages/pixel.png': PNG,
  });
  const { stderr } = await sitegen(project.root, 'build');
  expect(stderr).not.toContain('error ');
  const read = async (format: string, name: string) => {
    const html = await project.read(`out/${format}-${name}/index.html`);
    return /<body>([^]*)<\/body>/
      .exec(html)?.[1]
      ?.replace(
        /\s*(<\/?(?:li|p|ul|ol|h\d|tr|td|th|table|thead|tbody|blockquote|aside|pre|section|hr)\b[^>]*>)\s*/g,
        '\n$1\n',
      );
  };
  for (const name of Object.keys(DOCUMENTS)) expect.soft(await read('mdx', name), name).toBe(await read('md', name));
});

/** 1 × 1 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
