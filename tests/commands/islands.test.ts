import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const island = (name: string, body: string) => `import { useState } from 'react';
import { island } from 'sitegen';
export default island('${name}', function Part(props: any) { const [n, set] = useState(0); ${body} });
`;
const SMALL = 'return <button onClick={() => set(n + 1)}>{n}</button>;';
/** Text that barely compresses. */
const noise = (seed: number) => {
  let state = seed;
  const next = () => (state = (state * 48271) % 2147483647).toString(36);
  return Array.from({ length: 8000 }, next).join('');
};
const large = (seed: number) => `return <button title="${noise(seed)}" onClick={() => set(n + 1)}>{n}</button>;`;
const ONE = { 'sitegen.config.ts': `export default { islands: { runtime: 'preact' } };` };

describe('islands', () => {
  test('not imported by any page, layout or shell are not published, and cause a warning', async () => {
    const project = await makeProject({
      ...ONE,
      'templates/islands/used.tsx': island('used', SMALL),
      'templates/islands/unused.tsx': island('unused', `return <p>never sent {n}</p>;`),
      'templates/pages/index.tsx': page('Home', '<Used />', `import Used from '../islands/used.tsx';`),
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    const files = await project.list('out/assets');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning island-unused {2}templates\/islands\/unused\.tsx$/m);
    expect(files).toHaveLength(1);
    expect(await project.read(`out/assets/${files[0]}`)).not.toContain('never sent');
    expect(load(await project.read('out/index.html'))('script').attr('src')).toBe(`/assets/${files[0]}`);
  });

  test('share one script while they are small', async () => {
    const project = await makeProject({
      ...ONE,
      'templates/islands/a.tsx': island('a', SMALL),
      'templates/islands/b.tsx': island('b', SMALL),
      'templates/pages/index.tsx': page(
        'Home',
        '<A /><B />',
        `import A from '../islands/a.tsx';\nimport B from '../islands/b.tsx';`,
      ),
    });

    await sitegen(project.root, 'build');

    expect(await project.list('out/assets')).toEqual([expect.stringMatching(/^islands-\w+\.js$/)]);
    expect(await project.read('out/index.html')).not.toContain('modulepreload');
  });

  test('get their own scripts when they are large, and a page lists all it needs', async () => {
    const project = await makeProject({
      ...ONE,
      'templates/islands/a.tsx': island('a', large(1)),
      'templates/islands/b.tsx': island('b', large(2)),
      'templates/islands/small.tsx': island('small', SMALL),
      'templates/pages/index.tsx': page('Home', '<A />', `import A from '../islands/a.tsx';`),
      'templates/pages/both.tsx': page(
        'Both',
        '<A /><B /><Small />',
        `import A from '../islands/a.tsx';\nimport B from '../islands/b.tsx';\nimport Small from '../islands/small.tsx';`,
      ),
      'templates/pages/later.tsx': page('Later', '<A hydrate="visible" />', `import A from '../islands/a.tsx';`),
      'templates/pages/none.tsx': page('None', ''),
    });

    const { code } = await sitegen(project.root, 'build');

    const named = async (file: string) => {
      const $ = load(await project.read(file));
      return [
        ...$('script').map((_, one) => $(one).attr('src')),
        ...$('link[rel=modulepreload]').map((_, one) => $(one).attr('href')),
      ];
    };
    const [home, both, none, later] = await Promise.all(
      ['out/index.html', 'out/both/index.html', 'out/none/index.html', 'out/later/index.html'].map(named),
    );
    expect(code).toBe(0);
    const others = both?.filter((address) => !home?.includes(address));
    expect(none).toEqual([]);
    expect(later).toEqual(home?.slice(0, 1));
    expect(others).toHaveLength(1);
    expect(home).toEqual(both?.filter((address) => !others?.includes(address)));
    const files = await project.list('out/assets');
    expect(both?.map((address) => address?.replace('/assets/', '')).toSorted()).toEqual(files);
  });

  test('count the packages they import as part of their size', async () => {
    const project = await makeProject({
      ...ONE,
      'node_modules/chart/package.json': '{ "name": "chart", "type": "module", "exports": "./dist/index.js" }',
      'node_modules/chart/dist/index.js': `export const chart = '${noise(3)}';`,
      'templates/islands/a.tsx': `import { chart } from 'chart';\n${island('a', 'return <p title={chart} />;')}`,
      'templates/islands/b.tsx': island('b', SMALL),
      'templates/pages/index.tsx': page(
        'Home',
        '<A /><B />',
        `import A from '../islands/a.tsx';\nimport B from '../islands/b.tsx';`,
      ),
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect([code, stderr]).toEqual([0, '']);
    expect((await project.read('out/index.html')).includes('modulepreload')).toBe(true);
  });

  test('whose names differ from their file names are errors', async () => {
    const project = await makeProject({
      'templates/islands/a.tsx': island('other', SMALL),
      'templates/islands/b.tsx': 'export const B = 1;',
      'templates/islands/e.tsx': `import { island } from 'sitegen';
const Late = island('late', () => null);
export { Late };
export const Early = island('early', () => null);`,
      'templates/islands/c.tsx': `throw new Error('from c');`,
      'templates/islands/f.tsx': `import { island } from 'sitegen';\nexport default island(() => null);`,
      'templates/components/d.tsx': island('d', SMALL),
      'templates/pages/index.tsx': page('Home', '<D />', `import D from '../components/d.tsx';`),
    });

    const { code, stdout } = await sitegen(project.root, 'build', '--json');

    const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
    expect(code).toBe(1);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        code: 'island-name',
        message: expect.stringContaining('"other"') as string,
        place: { file: 'templates/islands/a.tsx' },
      },
      { code: 'island-name', place: { file: 'templates/islands/b.tsx' } },
      { code: 'page-failed', place: { file: 'templates/islands/c.tsx', line: 1 } },
      { code: 'island-name', message: expect.stringContaining('"late"') as string },
      {
        code: 'page-failed',
        message: expect.stringContaining('is the name of its file') as string,
        place: { file: 'templates/islands/f.tsx', line: 2 },
      },
      {
        code: 'island-unknown',
        message: expect.stringContaining('"d"') as string,
        place: { file: 'templates/pages/index.tsx' },
      },
    ]);
  });
});
