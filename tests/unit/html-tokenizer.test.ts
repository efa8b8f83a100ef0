import { array, assert, constantFrom, property } from 'fast-check';
import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { describe, expect, test } from 'vitest';
import { attributeOf, scanHtml } from '../../src/check/html/html-tokenizer.ts';

/** `<a href="x" class="y">` -> `["a", [["href", "x"]]]`, `</a>` -> `["/a"]` */
type Seen = [name: string, attributes?: [string, string][]];

function scan(html: string, readsClasses = true): Seen[] {
  const seen: Seen[] = [];
  scanHtml(html, {
    readsClasses,
    onStart({ element, attributes }) {
      // Classes are only skipped if written in the usual form.
      const isSeen = (name: string, index: number) => index % 2 === 0 && (readsClasses || name !== 'class');
      const names = attributes.filter(isSeen);
      seen.push([element.name, names.map((name) => [name, attributeOf(attributes, name) ?? ''])]);
    },
    onEnd: ({ name }) => seen.push([`/${name}`]),
  });
  return seen;
}

/** The content of these elements is text: parsers switch tokenizers when they see one. */
const MODES: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
};

/** The result of parse5, which follows the standard step by step. */
function tokenize(html: string, readsClasses: boolean): Seen[] {
  const seen: Seen[] = [];
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag({ tagName, attrs }: Token.TagToken) {
        const seenAttributes = attrs.filter(({ name }) => readsClasses || name !== 'class');
        seen.push([tagName, seenAttributes.map(({ name, value }) => [name, value])]);
        tokenizer.state = MODES[tagName] ?? tokenizer.state;
      },
      onEndTag: ({ tagName }) => void seen.push([`/${tagName}`]),
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(html, true);
  return seen;
}

const PIECES =
  '< > </ /> = " \' / ! ? - -- <!-- --> --!> <!--> <? &amp; &lt &copy; é p title TITLE a href A1 x:y [ ] ' +
  '<p> </p> <title> </title> <textarea> </textarea > <style> </STYLE/> <script> </script> <SCRIPT/ </Script/ <br/> <!doctype html>';
const html = array(
  constantFrom(
    ...PIECES.split(' '),
    ' ',
    '\n',
    '\f',
    '<a href="',
    "<b c='d>",
    '<i id=x ',
    ' class="',
    ' Class=',
    ' ID=',
  ),
  {
    maxLength: 25,
  },
).map((pieces) => pieces.join(''));
const SCRIPT_PIECES =
  '<!-- <!- --> -> - > < <script> <SCRIPT <script/ </script> </Script\f/ </script-> </scriptx> <!--> a';
const scriptText = array(constantFrom(...SCRIPT_PIECES.split(' '), ' '), { maxLength: 15 }).map((pieces) =>
  pieces.join(''),
);

describe('scanHtml', () => {
  test.each([true, false])('finds the same tags as a browser (classes: %s)', (readsClasses) => {
    assert(
      property(html, (text) => {
        expect(scan(text, readsClasses)).toEqual(tokenize(text, readsClasses));
      }),
      { numRuns: 2500 },
    );
  });

  test('ends scripts as a browser does', () => {
    assert(
      property(scriptText, (text) => {
        const script = `<script>${text}<a>`;
        expect(scan(script)).toEqual(tokenize(script, true));
      }),
      { numRuns: 2500 },
    );
  });

  test.each([
    ['<a href="#ok" href="/dup" HREF=/other>', { href: '#ok' }],
    ['<a ID=b id="c" Id>', { id: 'b' }],
    ['<a hidden title="b" hidden="c" title>', { hidden: '', title: 'b' }],
  ])('%s: the first of two attributes counts', (tag, expected) => {
    const [[, attributes = []] = ['', []]] = scan(tag);

    expect(new Set(attributes.map(([name]) => name)).size).toBe(attributes.length);
    expect(Object.fromEntries(attributes)).toMatchObject(expected);
  });

  test('the first of many attributes counts', () => {
    const attributes = Array.from({ length: 60 }, (_, index): [string, string] => [`a${index % 30}`, String(index)]);
    const tag = `<a ${attributes.map(([name, value]) => `${name}=${value}`).join(' ')}>`;

    expect(scan(tag)).toEqual([['a', attributes.slice(0, 30)]]);
  });

  test('knows where HTML ends and SVG begins', () => {
    const empty: string[] = [];
    scanHtml('<div/><svg><path d="M0 0"/><title><b/></title><style/><g/></svg><br><p/>', {
      onStart: ({ element, isEmpty }) => isEmpty && empty.push(element.name),
    });

    expect(empty).toEqual(['path', 'style', 'g', 'br']);
  });

  test('skips text that looks like tags', () => {
    expect(scan('<svg><![CDATA[<a>]]></svg><![CDATA[<b>]]>').map(([name]) => name)).toEqual(['svg', '/svg']);
    expect(scan('<script>a<b></b></script><title><i></title>').map(([name]) => name)).toEqual([
      'script',
      '/script',
      'title',
      '/title',
    ]);
  });

  test('accepts names that JavaScript objects have', () => {
    expect(scan('<constructor><hasownproperty tostring>').map(([name]) => name)).toEqual([
      'constructor',
      'hasownproperty',
    ]);
  });
});
