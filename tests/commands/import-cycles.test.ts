/** Modules that import each other: reading a binding too early is reported, as in ES modules. */
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

/** Two modules. The second reads the first too early. */
const cycle = (name: string, first: string, second: string) => ({
  [`lib/${name}-a.ts`]: `import { b } from './${name}-b';\n${first}`,
  [`lib/${name}-b.ts`]: `import { a } from './${name}-a';\n${second}`,
  [`templates/pages/${name}.tsx`]: page(name, '{String(a)}', `import { a } from '../../lib/${name}-a.ts';`),
});

const FINE = {
  'lib/fine-a.ts': `import { b, Kind } from './fine-b.ts';
import local from './fine-c.ts';
export const text = \`
var text = 1;
\`;
export enum Size { Small = 'small', Large = Small + '!' }
var old = 1;
var old = 2;
export const late = () => [b(), Kind.One, Size.Large, old, local.value, new Local().name].join() + text;
export function early() { return 'early'; }
class Local { name = 'class'; }
export let changed = 1;
changed = 2;`,
  'lib/fine-b.ts': `import { changed, early, late } from './fine-a.ts';
export enum Kind { One = 'one' }
export const first = early();
export const b = () => first + typeof late + changed;`,
  'lib/fine-c.ts': `import * as a from './fine-a.ts';
export default class Value { static value = typeof a; }`,
};

test('check reports bindings read before their module has run, and none read later', async () => {
  const read = `export const b = a + 'B';`;
  const project = await makeProject({
    ...FINE,
    'templates/pages/index.tsx': page('Home', '<pre>{late()}</pre>', `import { late } from '../../lib/fine-a.ts';`),
    ...cycle('constant', `export const a = b + 'A';`, read),
    ...cycle('variable', `export let a = b + 'A';`, read),
    ...cycle('class', `export class a { static b = b; }`, `\nexport const b = new a();`),
    ...cycle('destructured', `export const { a } = { a: b };`, read),
    ...cycle('listed', `const own = b;\nexport { own as a };`, read),
    ...cycle('called', `export const a = b;`, `const get = () => a;\nexport const b = get();`),
    'lib/default-a.ts': `import b from './default-b.ts';\nexport default [b];`,
    'lib/default-b.ts': `import middle from './default-c.ts';\nexport default [middle];`,
    'lib/default-c.ts': `import a from './default-a.ts';\n\nexport default [a];`,
    'templates/pages/default.tsx': page('Default', '{a}', `import a from '../../lib/default-a.ts';`),
  });

  const { stdout } = await sitegenProcess(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const places = diagnostics.map(
    ({ code, place, hint }) => `${code} ${place?.file}:${place?.line} ${hint?.length !== 0}`,
  );
  expect(places.toSorted()).toEqual(
    [
      'called-b.ts:2',
      'class-b.ts:3',
      'constant-b.ts:2',
      'default-c.ts:3',
      'destructured-b.ts:2',
      'listed-b.ts:2',
      'variable-b.ts:2',
    ].map((place) => `page-failed lib/${place} true`),
  );
  for (const { place } of diagnostics) {
    if (place?.file.startsWith('lib/'))
      await project.remove(`templates/pages/${/\w+/.exec(place.file.slice(4))?.[0]}.tsx`);
  }
  const { stderr } = await sitegenProcess(project.root, 'build');
  expect(stderr).not.toContain('error');
  expect(await project.read('out/index.html')).toContain(
    `<pre>earlyfunction2,one,small!,2,object,class\nvar text = 1;\n</pre>`,
  );
});
