import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { makeProject, packageOf, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('reports styles that a library generates but does not render, per page and island', async () => {
  const project = await makeProject({
    ...packageOf(
      'goober',
      { type: 'module', main: 'index.js' },
      { 'index.js': `export const css = () => 'go123456';` },
    ),
    'templates/styles.tsx': `import { css } from 'goober';
export const Styled = () => <b className={'own ' + css()}>x</b>;
export const Styles = () => <style>{'.go123456{color:red}'}</style>;`,
    'templates/islands/one.tsx': `import { island } from 'sitegen';
import { Styled } from '../styles.tsx';
export default island('one', Styled);`,
    'templates/pages/index.tsx': page('Home', '<p className="go123"/>'),
    'templates/pages/lost.tsx': page('Lost', '<Styled />', `import { Styled } from '../styles.tsx';`),
    'templates/pages/island.tsx': page('Island', '<One />', `import One from '../islands/one.tsx';`),
    'templates/pages/fine.tsx': page(
      'Fine',
      '<Styled /><One /><Styles />',
      `import { Styled, Styles } from '../styles.tsx';\nimport One from '../islands/one.tsx';`,
    ),
  });

  const { code, stdout } = await sitegen(project.root, 'check', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect(code).toBe(1);
  expect(diagnostics).toMatchObject([
    { code: 'styles-lost', pages: { paths: ['/island/', expect.any(String)], count: 2 } },
  ]);
});
