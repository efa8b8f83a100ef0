import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('a page over its budget is an error that names its largest files', async () => {
  const island = `import { island } from 'sitegen';\nexport default island('tick', () => <b>tick</b>);`;
  const project = await makeProject({
    'sitegen.config.ts': 'export default { budgets: { html: 1000, js: 3000 } };',
    'templates/islands/tick.tsx': island,
    'templates/site.css': 'h1 { color: red }',
    'templates/pages/long.tsx': page('Long', `<p>{'x'.repeat(2000)}</p>`),
    'templates/pages/longer.tsx': page('Longer', `<p>{'x'.repeat(3000)}</p>`),
    'templates/pages/island.tsx': page('Island', '<Tick />', `import Tick from '../islands/tick.tsx';`),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toMatch(
    /1000\.\n  On \/long\/ and 1 more page\.\n  Try: .*\/longer\/ with 3\d\d\d, .*`budgets\.html`/,
  );
  expect(stderr).toMatch(/scripts of the page have more bytes than 3000\.\n  On \/island\/\./);
  expect(stderr).toContain('2 errors');
});
