/** A site with the same documents as Markdown and as MDX. */

/** By name. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
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
  'containers with titles':
    ':::note[A `b`]\nc *d*\n:::\n\n:::tip[E *f* [g](other.md)]{#g .h .i j="k l" open}\n\n- m\n  - n\n\n:::\n::::danger{k=v}\n:::::',
  'containers in containers':
    ':::::box[A]\n::::box\nb\n\n:::box\n## In a box\n:::\n::::\n:::::\n\n::::note\n:::box\n[c](other.md)\n:::\n::::\n:::box\n:::',
  'containers beside blocks':
    'a\n:::box\n- b\n:::\nc\n\n- d\n\n  :::box\n  e\n  :::\n- :::box\n  f\n  :::\n\n> g\n:::box\n> h\n:::\n\n> :::box\n> i\n> :::\n\n:::box\n1. j\n   :::\n\n:::box\n| k |\n|---|\n| l |\n:::\n\n:::box\n# m\n:::\n\n:::box\nn\n---\n:::\n\n:::box\n\n---\n\n:::\n\n::::box\n```\n:::\n```\n::::',
  'containers in lists': '- :::box\n  a\n  :::\n- b\n\n1. :::box\n   c\n   :::\n2. e',
  'containers for details': ':::details\na\n:::\n\n:::details[B *c*]{open #d .e f=g}\nh\n:::',
  'containers with footnotes': ':::box\na[^1]\n:::\n\n[^1]: b\n\n    :::box\n    c\n    :::',
  'containers with odd lines':
    ':::box[A]\nb\n:::\n\n:::größe\n:::\n\n\\:::box\n\n```\n:::box\n```\n\n- ```\n  :::\n  ```',
  'no containers':
    'std::vector ::before\n::before\nis a pseudo-element\n\n::leaf\n\n::vector[0] is a\n\nnpm:react :smile: a:b[c] 10:30 :: leaf',
  'fences with components':
    '```chart A="b" [c]\nd\n\n  e\n```\n\n:::box\n```chart\n```\n```ts\nlet a;\n```\n:::\n\n- ```code-chart\n  x\n  ```',
  quotes: '> a\n> b\n>\n> > c\n\n> - d',
  callouts: '> [!NOTE]\n> A note.\n\n> [!WARNING]\n>\n> - a list\n\n> [!TIP] no\n> more',
  footnotes: 'One[^1], two[^note], one again[^1].\n\n[^1]: The *first*.\n[^note]: Two\n\n    paragraphs.',
  rules: 'a\n\n---\n\nb\n\n***',
  start: '3. three\n4. four',
  entities: '&amp; &lt;b&gt; &#x41; &nope; a & b',
  nested: '- > quote\n  >\n  > ```js\n  > const a = 1;\n  > ```\n- ![Pixel](pixel.png)',
  escapes: '\\# no\n\n1\\. no\n\na\\\\b \\` \\[x]',
};

const PAGES = Object.entries(DOCUMENTS).flatMap(([name, text]) =>
  ['md', 'mdx'].map((format) => {
    const title = `${name} ${format}`;
    return [
      `templates/pages/${format}-${name}.${format}`,
      `---\ntitle: ${title}\ndescription: About ${title}.\n---\n\n${text}\n`,
    ] as const;
  }),
);

/** 1 × 1 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** By path from the root of the project. */
export const DOCUMENT_FILES: Readonly<Record<string, string | Uint8Array>> = {
  'sitegen.config.ts': `export default { base: '/docs/', checks: { 'h1-count': 'off' } };`,
  'templates/markdown.tsx': `const list = (props: any) => <i>{JSON.stringify(Object.entries(props).sort())}</i>;
export const components = {
  Callout: ({ kind, children, ...props }: any) => <aside className={kind}>{list(props)}{children}</aside>,
  Box: ({ children, ...props }: any) => <section>{list(props)}{children}</section>,
  Größe: (props: any) => <section>{list(props)}</section>,
  Chart: (props: any) => <section>{list(props)}</section>,
  CodeChart: (props: any) => <section>{list(props)}</section>,
  pre: (props: any) => <pre data-props={JSON.stringify(props, (key, value) => (key === 'children' ? undefined : value))} {...props} />,
  ol: ({ start, ...props }: any) => <ol data-start={typeof start} {...props} />,
};`,
  ...Object.fromEntries(PAGES),
  'templates/pages/other.md': '---\ntitle: Other\ndescription: Another.\n---\n\n# Other\n\n## Part\n',
  'templates/pages/pixel.png': PNG,
};
