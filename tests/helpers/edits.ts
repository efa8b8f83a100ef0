/** Edits of a site that is built again and again. No edit is a mistake. */
import { constantFrom, record, stringMatching, type Arbitrary } from 'fast-check';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { COMPILED, STYLED, changesOfCompilation } from './edits-of-compilation.ts';
import { ASKED, REMEMBERED, changesOfWhatIsAsked } from './edits-of-data.ts';
import { page, type Project } from './project.ts';
import { SITE } from './rebuild.ts';

const layout = (text: string) =>
  `export default ({ meta, children }: any) => <div title={meta.title}>${text}{children}</div>;`;

/** A function in `templates/files` that uses all it is given, and a file. */
const listing = (text: string) => `import { readFileSync } from 'node:fs';
export default (context: object) => '${text}' + readFileSync('data.txt', 'utf8') + JSON.stringify(context);`;

/** Tailwind need not run again while its classes are the same. */
const withoutPlugin = (text: string) =>
  `@import './styles/base.css'; @tailwind utilities; .mark { content: '${text}'; }`;

const plugin = (text: string) => `module.exports = ({ addBase }) => addBase({ q: { content: '"${text}"' } });`;

/** The site that is edited. Files of former builds would stay for a while: a first build has none. */
export const EDITED_SITE = {
  ...SITE,
  ...COMPILED,
  ...STYLED,
  ...ASKED,
  ...REMEMBERED,
  'templates/pages/list/layout.tsx': layout('list'),
  'templates/files/pages.json.ts': listing('first'),
  'tailwind/plugin.cjs': `module.exports = require('./rule.cjs');`,
  'tailwind/rule.cjs': plugin('rule'),
  'templates/styles/base.css': 'p { color: blue; }',
  'templates/site.css': withoutPlugin('first'),
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
  const island = (name: string, before = '') =>
    `${before}import { island } from 'sitegen';\nexport default island('${name}', () => <b>${text}</b>);`;
  return {
    page: { 'templates/pages/a.tsx': page('A', `<p>${text}</p>`) },
    component: { 'templates/components/shared.tsx': `export const Shared = () => <p>${text}</p>;` },
    'a component that nothing imports': {
      'templates/components/unused.tsx': `export const Unused = () => <p>${text}</p>;`,
    },
    island: { 'templates/islands/tick.tsx': island('tick') },
    'an island with a package': {
      'templates/islands/other.tsx': island('other', `import { inPackage } from 'words';\nconsole.log(inPackage);\n`),
    },
    'an island on one more page': {
      'templates/pages/b.tsx': page('B', `<Other />${text}`, `import Other from '../islands/other.tsx';`),
    },
    'an island on no page': { 'templates/pages/b.tsx': page('B', text) },
    data: { 'data.txt': text },
    list: {
      'list.json': JSON.stringify(['1 one', `2 ${text}`, `${3 + text.length} ${text}`].slice(0, 1 + (text.length % 3))),
    },
    content: { 'templates/content/words.ts': `export const words = '${text}';` },
    css: { 'templates/site.css': withoutPlugin(text) },
    'css with a plugin': {
      'templates/site.css': `@plugin '../tailwind/plugin.cjs'; @tailwind utilities; .mark { content: '${text}'; }`,
    },
    'what css imports': { 'templates/styles/base.css': `p { content: '${text}'; }` },
    'no stylesheet': { 'templates/site.css': undefined },
    'no class': { 'templates/pages/c.tsx': page('C', 'c') },
    'what a Tailwind plugin requires': { 'tailwind/rule.cjs': plugin(text) },
    'a class': { 'templates/pages/c.tsx': page('C', `<p className="mt-[${text.length}px]">c</p>`) },
    config: { 'sitegen.config.ts': `export default { site: 'https://${text}.example.org', keepAssets: 0 };` },
    'what the config imports': {
      'settings/site.ts': `export default 'https://${text}.example.com';`,
      'sitegen.config.ts': `import site from './settings/site.ts';\nexport default { site, keepAssets: 0 };`,
    },
    public: { 'public/robots.txt': text },
    'one more public file': { [`public/${text}.txt`]: text },
    'one public file less': { 'public/robots.txt': undefined },
    'a new page': { [`templates/pages/new/${text}.tsx`]: page(`New ${text}`, '') },
    'a renamed page': { 'templates/pages/c.tsx': undefined, 'templates/pages/d.tsx': page('D', text) },
    'a page less': { 'templates/pages/d.tsx': undefined },
    ...changesOfCompilation(text),
    ...changesOfWhatIsAsked(text),
    'a layout': { 'templates/pages/list/layout.tsx': layout(text) },
    'a layout less': { 'templates/pages/list/layout.tsx': undefined },
    'an outer layout': { 'templates/pages/layout.tsx': layout(text) },
    'an outer layout less': { 'templates/pages/layout.tsx': undefined },
    'a field of meta': { 'templates/pages/d.tsx': page('D', '').replace('title:', `author: '${text}', title:`) },
    'a file function': { 'templates/files/pages.json.ts': listing(text) },
    'one more file function': { [`templates/files/more/${text}.csv.ts`]: listing(text) },
    'a file function less': { 'templates/files/pages.json.ts': undefined },
    shell: {}, // it is changed in place
    variable: {}, // of the environment
    nothing: {},
  };
}

export const anEdit: Arbitrary<Edit> = record({
  kind: constantFrom(...Object.keys(changesWith(''))),
  text: stringMatching(/^[a-z]{1,6}$/),
});

/** @returns the environment of the next builds */
export async function applyEdit(
  project: Project,
  { kind, text }: Edit,
  env: NodeJS.ProcessEnv = {},
): Promise<NodeJS.ProcessEnv> {
  for (const [file, content] of Object.entries(changesWith(text)[kind] ?? {})) {
    if (content === undefined) await rm(path.join(project.root, file), { force: true });
    else await project.write({ [file]: content });
  }
  if (kind === 'shell') {
    const shell = await project.read('templates/shell.tsx');
    await project.write({ 'templates/shell.tsx': shell.replace(/<body[^>]*>/, `<body className="${text}">`) });
  }
  if (kind !== 'variable') return env;
  return text.length > 4 ? { ...env, [`EDITED_${text}`]: text } : { ...env, EDITED: text };
}
