/** Edits of a site that is built again and again. No edit is a mistake. */
import { constantFrom, record, stringMatching, type Arbitrary } from 'fast-check';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { page, type Project } from './project.ts';
import { SITE } from './rebuild.ts';

/** The site that is edited. Files of former builds would stay for a while: a first build has none. */
export const EDITED_SITE = {
  ...SITE,
  'templates/content/words.ts': `export const words = 'first';`,
  'templates/pages/words.tsx': page('Words', '<p>{words}</p>', `import { words } from '../content/words.ts';`),
  'templates/islands/other.tsx': `import { island } from 'sitegen';\nexport default island('other', () => <i>other</i>);`,
  'sitegen.config.ts': `export default { site: 'https://example.org', keepAssets: 0 };`,
};

/** What becomes of which files. `undefined`: the file is deleted. */
type Change = Readonly<Record<string, string | undefined>>;

export interface Edit {
  readonly kind: string;
  /** In what is written, so that no two edits are the same. */
  readonly text: string;
}

/** @returns the changes by the kind of edit */
function changesWith(text: string): Record<string, Change> {
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
    shell: {}, // it is changed in place
    nothing: {},
  };
}

export const anEdit: Arbitrary<Edit> = record({
  kind: constantFrom(...Object.keys(changesWith(''))),
  text: stringMatching(/^[a-z]{1,6}$/),
});

export async function applyEdit(project: Project, { kind, text }: Edit): Promise<void> {
  for (const [file, content] of Object.entries(changesWith(text)[kind] ?? {})) {
    if (content === undefined) await rm(path.join(project.root, file), { force: true });
    else await project.write({ [file]: content });
  }
  if (kind !== 'shell') return;
  const shell = await project.read('templates/shell.tsx');
  await project.write({ 'templates/shell.tsx': shell.replace(/<body[^>]*>/, `<body className="${text}">`) });
}
