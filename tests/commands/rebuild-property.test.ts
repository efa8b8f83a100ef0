/** Whatever is edited, and in whatever order: a build that makes again only what it must gives what a first build gives. */
import { array, assert, asyncProperty, constantFrom, record, stringMatching } from 'fast-check';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { SITE, readOut } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

const FILES = {
  ...SITE,
  'templates/content/words.ts': `export const words = 'first';`,
  'templates/pages/words.tsx': page('Words', '<p>{words}</p>', `import { words } from '../content/words.ts';`),
  'templates/islands/other.tsx': `import { island } from 'sitegen';\nexport default island('other', () => <i>other</i>);`,
  'sitegen.config.ts': `export default { site: 'https://example.org', keepAssets: 0 };`,
};

/** An edit of the site: what becomes of which files. `undefined`: the file is deleted. */
type Edit = Readonly<Record<string, string | undefined>>;

/** @returns edits in which some text is `text`, so that no two of them are the same */
function editsWith(text: string): Record<string, Edit> {
  const island = (name: string) =>
    `import { island } from 'sitegen';\nexport default island('${name}', () => <b>${text}</b>);`;
  return {
    page: { 'templates/pages/a.tsx': page('A', `<p>${text}</p>`) },
    component: { 'templates/components/shared.tsx': `export const Shared = () => <p>${text}</p>;` },
    'a component that nothing imports': {
      'templates/components/unused.tsx': `export const Unused = () => <p>${text}</p>;`,
    },
    island: { 'templates/islands/tick.tsx': island('tick') },
    'an island on one more page': {
      'templates/pages/b.tsx': page('B', `<Other />${text}`, `import Other from '../islands/other.tsx';`),
    },
    'an island on no page': { 'templates/pages/b.tsx': page('B', text) },
    data: { 'data.txt': text },
    list: {
      'list.json': JSON.stringify(['1 one', `2 ${text}`, `${3 + text.length} ${text}`].slice(0, 1 + (text.length % 3))),
    },
    content: { 'templates/content/words.ts': `export const words = '${text}';` },
    css: { 'templates/site.css': `.mark { content: '${text}'; }` },
    'a class': { 'templates/pages/c.tsx': page('C', `<p className="mt-[${text.length}px]">c</p>`) },
    config: { 'sitegen.config.ts': `export default { site: 'https://${text}.example.org', keepAssets: 0 };` },
    public: { 'public/robots.txt': text },
    'one more public file': { [`public/${text}.txt`]: text },
    'a new page': { [`templates/pages/new/${text}.tsx`]: page(`New ${text}`, '') },
    'a renamed page': { 'templates/pages/c.tsx': undefined, 'templates/pages/d.tsx': page('D', text) },
    'a page less': { 'templates/pages/d.tsx': undefined },
    shell: {}, // see below: it is changed in place
    nothing: {},
  };
}

const anEdit = record({
  kind: constantFrom(...Object.keys(editsWith(''))),
  text: stringMatching(/^[a-z]{1,6}$/),
});

test('a build after any edits gives what a first build gives', { timeout: 300_000 }, async () => {
  await assert(
    asyncProperty(array(anEdit, { minLength: 4, maxLength: 8 }), async (edits) => {
      const [kept, fresh] = [await makeProject(FILES), await makeProject(FILES)];
      await build(kept);
      for (const { kind, text } of edits) {
        for (const project of [kept, fresh]) await apply(project, kind, text);
        await forget(fresh);
        const [again, first] = [await build(kept), await build(fresh)];
        expect({ kind, again }).toEqual({ kind, again: first });
        expect({ kind, out: await readOut(kept) }).toEqual({ kind, out: await readOut(fresh) });
      }
    }),
    { numRuns: 3 },
  );
});

async function build(project: Project): Promise<unknown> {
  const { code, stdout, stderr } = await sitegen(project.root, 'build', '--json', '--workers', '2');
  expect(stderr).toBe('');
  const { ok, pages, sizes, diagnostics } = JSON.parse(stdout);
  return { code, ok, pages, sizes, diagnostics };
}

async function apply(project: Project, kind: string, text: string): Promise<void> {
  for (const [file, content] of Object.entries(editsWith(text)[kind] ?? {})) {
    if (content === undefined) await rm(path.join(project.root, file), { force: true });
    else await project.write({ [file]: content });
  }
  if (kind !== 'shell') return;
  const shell = await project.read('templates/shell.tsx');
  await project.write({ 'templates/shell.tsx': shell.replace(/<body[^>]*>/, `<body className="${text}">`) });
}

/** So that the next build is a first one. */
async function forget({ root }: Project): Promise<void> {
  await Promise.all(['out', '.sitegen'].map((folder) => rm(path.join(root, folder), { recursive: true, force: true })));
}
