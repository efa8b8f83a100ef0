import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** Compressed, as hosts send it. */
const ON_THE_FLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

test('islands may share a file, be in folders, or be written in JavaScript', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { islands: { runtime: 'preact' } };`,
    'templates/shell.tsx': undefined,
    'templates/shell.jsx': `export default ({ meta, script, children }) => <html lang="en"><head><title>{meta.title}</title>
<meta name="description" content={meta.description} />{script && <script type="module" src={script} />}</head><body>{children}</body></html>;`,
    'templates/islands/forms/contact.tsx': `import { island } from 'sitegen';\nexport default island('forms/contact', () => <p>contact</p>);`,
    'templates/islands/menus.jsx': `import { island } from 'sitegen';
const Part = () => <button onClick={() => {}}>part</button>;
export const Menu = island('menu', Part);
export const Other = island('other', Part);`,
    'templates/pages/index.tsx': undefined,
    'templates/pages/index.jsx': page(
      'Home',
      '<Contact /><Menu /><Other />',
      `import Contact from '../islands/forms/contact.tsx';\nimport { Menu, Other } from '../islands/menus.jsx';`,
    ).replace(': { data: any; path: string }', ''),
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');

  expect(JSON.parse(stdout)).toMatchObject({
    diagnostics: [],
    pages: [{ islands: ['forms/contact', 'menu', 'other'] }],
  });
  expect(code).toBe(0);
  const [script = ''] = await project.list('out/assets');
  expect((await project.read(`out/assets/${script}`)).match(/"(forms\/contact|menu|other)"/g)).toHaveLength(3);
  const { sizes } = JSON.parse(stdout) as BuildResult;
  expect(sizes.html.brotli).toBe(brotliCompressSync(await project.read('out/index.html'), ON_THE_FLY).length);
  expect(sizes.js.brotli).toBe(brotliCompressSync(await project.read(`out/assets/${script}`), ON_THE_FLY).length);
});
