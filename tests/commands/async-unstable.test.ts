/** Async components whose inputs change with every render are reported wherever they are, and only on the pages affected. */
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const CARD = `import { setTimeout as sleep } from 'node:timers/promises';
let calls = 0;
export const next = () => (calls += 1);
export async function Card({ p, children }: any) { await sleep(1); return <b>card {String(p?.n ?? p)} {children}</b>; }
export const Counts = () => <Card p={next()} />;
export class Post { constructor(public n: number) {} }`;

const IMPORT = (depth = '..') =>
  `import { Card, Counts, Post, next } from '${depth}/lib/card.tsx';\nimport Box from '../islands/box.tsx';`;

const NOTES = `import { collection, type StandardSchema } from 'sitegen/content';
const schema: StandardSchema<{ title: string }> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value as { title: string } }) },
};
export const notes = collection('content/*.{md,mdx}', { schema });`;

const TEASERS = `<ul>{Array.from({ length: 20 }, (_, n) => n).toSorted(() => Math.random() - 0.5).slice(0, 3).map((p) => (
  <li key={p}><a href="/">{p}</a>
    <Card p={p} /></li>))}</ul>`;

const text = (title: string, body: string) =>
  `---\ntitle: ${title}\ndescription: About ${title}.\n---\n\n# ${title}\n\n${body}\n`;

test('names each component with its line: on pages, in layouts, islands, Markdown, MDX, and the HTML of entries', async () => {
  const project = await makeProject({
    'templates/lib/card.tsx': CARD,
    'templates/lib/notes.ts': NOTES,
    'templates/islands/box.tsx': `import { island } from 'sitegen';
export default island('box', ({ children }: any) => <div onClick={() => {}}>{children}</div>);`,
    'templates/markdown.tsx': `import { Card, next } from './lib/card.tsx';
export const components = {
  blockquote: ({ children }: any) => <Card p={next()}>{children}</Card>,
  strong: Card,
};`,
    'content/one.md': text('One', '> quoted'),
    'content/two.md': text('Two', '**strong** and right'),
    'templates/pages/teasers.tsx': page('Teasers', TEASERS, IMPORT()),
    'templates/pages/more.tsx': page('More', `<Card p={next()} /><Counts />`, IMPORT()),
    'templates/pages/in/layout.tsx': `import { Counts } from '../../lib/card.tsx';
export default ({ children }: any) => <><Counts />{children}</>;`,
    'templates/pages/in/index.tsx': page('In', ''),
    'templates/pages/island.tsx': page('Island', '<Box>\n<Card p={next()} /></Box>', IMPORT()),
    'templates/pages/quote.md': text('Quote', '> quoted'),
    'templates/pages/mdx.mdx': text('Mdx', `import { Counts } from '../lib/card.tsx';\n\n<Counts />`),
    'templates/pages/notes.tsx': page(
      'Notes',
      '{data}',
      `import { notes } from '../lib/notes.ts';\nexport const load = async () => (await (await notes.get('one')).html()).length;`,
    ),
    'templates/files/feed.txt.ts': `import { notes } from '../lib/notes.ts';
export default async () => (await Promise.all((await notes.all()).map(({ html }) => html()))).join('');`,
    'templates/pages/index.tsx': page(
      'Home',
      '{data}<Card p={{ n: [1, new Date(0), new Map([[1, { a: 1 }]])] }} q={() => 1} r={new Post(2)}><i>inline</i></Card>',
      `${IMPORT()}\nimport { notes } from '../lib/notes.ts';
export const load = async () => (await (await notes.get('two')).html()).length;`,
    ),
  });

  const { stdout } = await sitegen(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Found[] };
  const found = diagnostics.map(({ code, place: { file, line }, message }) => {
    return `${file.slice('templates/'.length)}:${line} ${code} ${/<\w+>/.exec(message)?.[0]}`;
  });
  expect(found.toSorted()).toEqual([
    'lib/card.tsx:5 async-unstable <Card>',
    'markdown.tsx:3 async-unstable <Card>',
    'pages/island.tsx:7 async-unstable <Card>',
    'pages/more.tsx:6 async-unstable <Card>',
    'pages/teasers.tsx:8 async-unstable <Card>',
  ]);
  const server = await serveProject(project);
  const answer = await fetch(new URL('teasers/', server.url));
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('card ');
});

interface Found {
  readonly code: string;
  readonly message: string;
  readonly place: { readonly file: string; readonly line?: number };
}
