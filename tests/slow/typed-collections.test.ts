import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { ROOT } from '../helpers/run.ts';

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['check.ts'],
});

/** Each `@ts-expect-error` is itself an error if the next line has none. */
const CHECK = `import * as v from 'valibot';
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
  const { root } = await makeProject({
    'tsconfig.json': TSCONFIG,
    'package.json': '{"type":"module"}',
    'check.ts': CHECK,
  });
  symlinkSync(path.join(ROOT, 'node_modules/valibot'), path.join(root, 'node_modules/valibot'), 'junction');
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', root], { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});
