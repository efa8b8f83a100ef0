/** Site code must not change JavaScript's built-in objects: its worker renders other pages, too. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const CHANGES = {
  buffer: `Buffer.from = () => new Uint8Array(3);`,
  json: `JSON.stringify = () => '{}';`,
  map: `Array.prototype.map = () => [];`,
  object: `Object.prototype.x = 1;`,
  encoder: `TextEncoder.prototype.encode = () => new Uint8Array(0);`,
  iterator: `Array.prototype[Symbol.iterator] = function* () {};`,
};

test('names exactly the pages that change a built-in object, wherever their code does it', async () => {
  const pages = Object.entries(CHANGES).map(([name, code], index) => {
    const text = index % 2 === 0 ? page(name, '', code) : page(name, `{(() => { ${code} return 'x'; })()}`);
    return [`templates/pages/${name}.tsx`, text] as const;
  });
  const project = await makeProject({
    ...Object.fromEntries(pages),
    'templates/pages/fine.tsx': page('Fine', '{data}', `globalThis.cache ??= 1; export const load = () => 'data';`),
    'templates/pages/[n].tsx': `BigInt.prototype.toJSON = () => 'x'; String.prototype.trim = () => 'y';
export const paths = [{ params: { n: '1' } }];
export const meta = { title: 'N', description: 'About n.' };
export default () => <main><h1>n</h1></main>;`,
  });

  const { code, stdout } = await sitegen(project.root, 'check', '--json', '--workers', '1');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Found[] };
  const found = diagnostics.map((one) => `${one.code} ${one.place.file} ${/`(.*?)`/.exec(one.message)?.[1]}`);
  expect([code, found.toSorted()]).toEqual([
    1,
    [
      'globals-changed templates/pages/[n].tsx String.prototype.trim',
      'globals-changed templates/pages/buffer.tsx Buffer.from',
      'globals-changed templates/pages/encoder.tsx TextEncoder.prototype.encode',
      'globals-changed templates/pages/iterator.tsx Array.prototype.Symbol(Symbol.iterator)',
      'globals-changed templates/pages/json.tsx JSON.stringify',
      'globals-changed templates/pages/map.tsx Array.prototype.map',
      'globals-changed templates/pages/object.tsx Object.prototype.x',
    ],
  ]);
});

test('names a function in templates/files that changes one', async () => {
  const project = await makeProject({
    'templates/files/a.txt.ts': `export default () => { Array.prototype.join = () => ''; return 'x'; };`,
    'templates/pages/index.tsx': page('Home', ''),
  });

  const { code, stderr } = await sitegen(project.root, 'build', '--workers', '1');

  expect(code).toBe(1);
  expect(stderr).toContain('error globals-changed  templates/files/a.txt.ts');
  expect(await project.list('out')).toEqual([]);
});

interface Found {
  readonly code: string;
  readonly message: string;
  readonly place: { readonly file: string };
}
