/** The types that sitegen gives to sites. */
import { spawnSync } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { IS_IMAGE } from '../../src/shared/image-size.ts';
import { routeTypes } from '../../src/project/route-types.ts';
import { toPageFile } from '../../src/shared/paths.ts';
import { accessTo, makeProject } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    jsx: 'react-jsx',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    paths: { 'react/jsx-runtime': [path.join(ROOT, 'node_modules/@types/react/jsx-runtime.d.ts')] },
    noEmit: true,
  },
  include: ['check.tsx', '.sitegen/routes.d.ts'],
});

const PAGES = ['index', '404', 'contact', 'insights/[slug]', '[year]/[month]/list', 'docs/[...rest]'];
const ROUTES = routeTypes(PAGES.map((stem) => toPageFile(`templates/pages/${stem}.tsx`)));

/** Each `@ts-expect-error` is itself an error if the next line has none. */
const CALLS = `import { href } from 'sitegen';

declare const slug: string;
declare const month: string | undefined;

export const right = [
  href('/'),
  href('/contact'),
  href('/contact/'),
  href('/insights/[slug]', { slug }),
  href('/insights/[slug]/', { slug }),
  href('/[year]/[month]/list', { year: '2025', month: '01' }),
  href('/docs/[...rest]', { rest: '' }),
];

// @ts-expect-error -- no params
href('/insights/[slug]');
// @ts-expect-error -- no params
href('/docs/[...rest]/');
// @ts-expect-error -- one is missing
href('/[year]/[month]/list', { year: '2025' });
// @ts-expect-error -- one may be missing
href('/[year]/[month]/list', { year: '2025', month });
// @ts-expect-error -- one too many
href('/insights/[slug]', { slug, tag: 'a' });
// @ts-expect-error -- another name
href('/insights/[slug]', { name: 'a' });
// @ts-expect-error -- not a text
href('/insights/[slug]', { slug: 5 });
// @ts-expect-error -- params where there are none
href('/contact', { slug });
`;

const UNKNOWN_PAGES = `
// @ts-expect-error -- no such page
href('/contcat');
// @ts-expect-error -- an error page
href('/404.html');
// @ts-expect-error -- the address, not the pattern
href('/insights/first');
// @ts-expect-error -- another name in the brackets
href('/insights/[name]', { name: 'a' });
// @ts-expect-error -- any text
href(slug);
// @ts-expect-error -- two slashes
href('//');
`;

const ANY_PAGES = `
href('/anything');
href('/any/[thing]', { thing: 'a' });
href(slug);
href(slug, { slug });
`;

const PAGE = `
import type { Load, Meta, PageProps, Paths, Routes } from 'sitegen';

type Of = Routes['/insights/[slug]'];

export const paths: Paths<Of> = async function* () {
  yield { params: { slug } };
};
// @ts-expect-error -- another name
export const wrong: Paths<Of> = [{ params: { name: 'first' } }];

export const load: Load<number, Of> = ({ params }) => params.slug.length;

export const meta: Meta | ((props: PageProps<number, Of>) => Meta) = ({ params }) => ({ title: params.slug });

export default function Insight({ data, params }: PageProps<number, Of>) {
  // @ts-expect-error -- no such param
  params.name;
  return <a href={href('/insights/[slug]', params)}>{data.toFixed()}</a>;
}
`;

test.each([
  ['with the routes of the site, only its pages compile', { '.sitegen/routes.d.ts': ROUTES }, UNKNOWN_PAGES + PAGE],
  ['without them, any page does, with the params in its pattern', {}, ANY_PAGES],
])('%s', async (_, files, text) => {
  const { root } = await makeProject({ ...files, 'tsconfig.json': TSCONFIG, 'check.tsx': CALLS + text });

  expect(checkTypes(root)).toEqual({ stdout: '', status: 0 });
});

const COLLECTIONS = `import * as v from 'valibot';
import { collection, reference, type Collection, type DataEntry, type Entry, type LoadedEntry } from 'sitegen/content';

const schema = v.object({ id: v.string(), price: v.pipe(v.string(), v.transform(Number)) });

export const untyped = await collection('content/*.md').get('a');
export const anything: unknown = untyped.data.title;
// @ts-expect-error -- it may have any type
export const title: string = untyped.data.title;
export const text: string = untyped.text + untyped.file;
export const html: string = await untyped.html({ components: {}, from: 'a feed' });
// @ts-expect-error -- components are an object
untyped.html({ components: 'a' });

export const rows = collection('data/*.{csv,json}', { schema, slug: ({ price }) => price.toFixed(), path: ({ data }) => '/' + data.id });
const row = await rows.get('a');
export const price: number = row.data.price;
export const address: string = row.path;
export const updated: Date | undefined = row.updated;
// @ts-expect-error -- rows have no content
row.Content;

for (const pattern of ['data/a.json', 'data/a.yaml', 'data/*.{yml,yaml}', 'data/*.{csv}'] as const) {
  // @ts-expect-error -- rows have no content
  (await collection(pattern).get('a')).headings;
}
(await collection('content/**/*.{md,mdx}').get('a')).headings;

const loaded = await collection({ load: async () => [{ id: 1, name: 'x' }] }).all();
export const name: string | undefined = loaded[0]?.data.name;
// @ts-expect-error -- they are in no file
loaded[0]?.file;
const checked = await collection({ load: () => [{ id: 1 }], schema, path: () => '/' }).all();
export const loadedPrice: number | undefined = checked[0]?.data.price;

export const authors = collection('data/authors.yaml', {
  schema: v.object({ posts: v.array(v.pipe(v.string(), v.check(reference((): Collection => posts)))) }),
});
export const posts = collection('content/*.md', {
  schema: v.object({ author: v.pipe(v.string(), v.check(reference(() => authors))), by: v.pipe(v.number(), v.check(reference(() => authors))) }),
});
export const author: string = (await posts.get('a')).data.author;

export const entries: readonly [Entry, DataEntry, LoadedEntry] = [untyped, row, row];
// @ts-expect-error -- not a collection
reference(() => ({ all: 1 }));
`;

test('entries have the types of their schema, and those of their kind of file', async () => {
  const files = { 'tsconfig.json': TSCONFIG, 'package.json': '{"type":"module"}', 'check.tsx': COLLECTIONS };
  const { root } = await makeProject(files);
  await symlink(path.join(ROOT, 'node_modules/valibot'), path.join(root, 'node_modules/valibot'), 'junction');

  expect(checkTypes(root)).toEqual({ stdout: '', status: 0 });
});

test('a new project has types for every kind of file that it may import', async () => {
  const { root } = await makeProject();
  await symlink(path.join(ROOT, 'node_modules/@types'), path.join(root, 'node_modules/@types'), 'junction');
  await sitegen(root, 'init', 'site');
  const declared = await readFile(path.join(ROOT, 'dist/assets.d.ts'), 'utf8');
  const endings = [...declared.matchAll(/^declare module '\*\.(\w+)'/gm)].map(([, ending = '']) => ending);
  const images = endings.filter((ending) => IS_IMAGE.test(`.${ending}`));
  const others = endings.filter((ending) => !images.includes(ending));
  const imports = endings.map((ending) => `import $${ending} from './file.${ending}';`);
  const { write } = accessTo(path.join(root, 'site'));
  await write({
    'templates/all.tsx': `${imports.join('\n')}
import './plain.css';
import styles from './menu.module.css';
import other from './file.unknown?url';
import text from './page.tsx?raw';
import data from './dot.svg?inline';
import Drawing from './dot.svg?react';
import type { ImportedImage } from 'sitegen';
export const images: ImportedImage[] = [${images.map((ending) => `$${ending}`).join(', ')}];
export const addresses: string[] = [${others.map((ending) => `$${ending}`).join(', ')}, other, text, data];
export const photo = <img {...$jpg} alt={String($jpg)} />;
// @ts-expect-error -- not its address
export const unsized = <img src={$jpg} alt="" />;
export const drawing = <Drawing className="large" width={20} />;
// @ts-expect-error -- not a prop of an SVG
export const wrong = <Drawing srcSet="x" />;
// @ts-expect-error -- without a query, this ending has no type
import unknown from './file.unknown';
export const posts: Record<string, string> = import.meta.glob<string>('./*.md', { eager: true, import: 'default' });
export const lazy: Record<string, () => Promise<{ default: string }>> = import.meta.glob(['./*.md', '!./a.md']);
// @ts-expect-error -- functions
export const late: Record<string, string> = import.meta.glob<string>('./*.md');
export const mode: string = import.meta.env.MODE + import.meta.env.BASE_URL;
export const isDevelopment: boolean = import.meta.env.DEV && !import.meta.env.PROD && !import.meta.env.SSR;
export const name: string | undefined = styles.menu;
// @ts-expect-error -- the address of a file
export const size: number = $pdf;`,
  });

  expect(checkTypes(path.join(root, 'site'))).toEqual({ stdout: '', status: 0 });
});

function checkTypes(project: string) {
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' });
  return { stdout, status };
}
