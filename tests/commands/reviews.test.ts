/** Pages and claims that someone has to check by a date. */
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const FILES = {
  'templates/facts.ts': `import { claim } from 'sitegen';

export const councils = claim('40 councils', { source: 'list of customers', until: '2026-11-30', reviewer: 'Sales' });
export const years = claim('20 years', { source: 'register' });`,
  'templates/pages/index.tsx': page(
    'Home',
    '<p>{councils} {years}</p>',
    `import { councils, years } from '../facts.ts';`,
  ),
  'templates/pages/terms.md':
    '---\ntitle: Terms\ndescription: Terms of use.\nreviewBy: 2026-12-10\nreviewer: Legal\n---\n\n# Terms\n',
  'templates/pages/old.tsx': `export const meta = { title: 'Old', description: 'Old.', reviewBy: new Date('2026-10-01') };
export default () => <main><h1>Old</h1></main>;`,
};
const at = ['--at', '2026-11-30T23:00Z'];

test('check --due lists pages and claims by reviewer, the overdue first', async () => {
  const project = await makeProject(FILES);

  const soon = await sitegen(project.root, 'check', '--due', '30', ...at);
  const today = await sitegen(project.root, 'check', '--due', '0', ...at);

  expect(soon.code).toBe(0);
  expect(soon.stdout).toBe(`3 reviews due within 30 days

  No reviewer
    2026-10-01 (overdue)  /old/  templates/pages/old.tsx

  Sales
    2026-11-30  "40 councils", evidence: list of customers  templates/facts.ts:3:25

  Legal
    2026-12-10  /terms/  templates/pages/terms.md

Checked 3 pages: no errors.
`);
  expect(today.stdout).toMatch(/^2 reviews due within 0 days$/m);
});

test('check --due prints each review in one line, without control characters', async () => {
  const claims = `{claim('4\\u001b[2J\\n::error::x', { source: 'a\\n2030-01-01', until: '2026-11-30' })}`;
  const project = await makeProject({
    'templates/pages/index.tsx': page('Home', `<p>${claims}</p>`, `import { claim } from 'sitegen';`),
  });

  const { stdout } = await sitegen(project.root, 'check', '--due', '9', ...at);

  expect(stdout).toContain(
    String.raw`  "4\x1b[2J\x0a::error::x", evidence: a\x0a2030-01-01  templates/pages/index.tsx`,
  );
});

test('a review is a warning from the day after its date, and an error with --release', async () => {
  const project = await makeProject(FILES);

  const build = await sitegen(project.root, 'build', '--json', ...at);
  const release = await sitegen(project.root, 'check', '--json', '--release', '--at', '2026-12-01');

  expect(build.code).toBe(0);
  expect(await project.read('out/index.html')).toContain('<p>40 councils 20 years</p>');
  const built = JSON.parse(build.stdout) as Pick<BuildResult, 'diagnostics' | 'reviews'>;
  expect(built.diagnostics).toMatchObject([
    { code: 'review-overdue', severity: 'warning', place: { file: 'templates/pages/old.tsx' } },
  ]);
  expect(built.reviews).toMatchObject([
    { what: '/old/', due: '2026-10-01T00:00:00.000Z' },
    { what: '40 councils', due: '2026-11-30', source: 'list of customers', reviewer: 'Sales' },
    { what: '/terms/', due: '2026-12-10', reviewer: 'Legal' },
    { what: '20 years', source: 'register', place: { file: 'templates/facts.ts', line: 4 } },
  ]);
  expect(release.code).toBe(1);
  const refused = JSON.parse(release.stdout) as Pick<BuildResult, 'diagnostics'>;
  expect(refused.diagnostics).toMatchObject([
    { code: 'review-overdue', severity: 'error', place: { file: 'templates/pages/old.tsx' } },
    { code: 'review-overdue', severity: 'error', place: { file: 'templates/facts.ts', line: 3 } },
  ]);
});

test('dates that are none are errors with their line', async () => {
  const project = await makeProject({
    'templates/pages/index.tsx': page(
      'Home',
      `<p>{claim('40', { source: 's', until: '30 February' })}</p>`,
      `import { claim } from 'sitegen';`,
    ),
    'templates/pages/terms.md': '---\ntitle: Terms\ndescription: T.\nreviewBy: soon\nreviewer: 7\n---\n\n# Terms\n',
  });

  const { code, stdout } = await sitegen(project.root, 'check', '--json');

  expect(code).toBe(1);
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
  expect(diagnostics.map((one) => [one.code, one.place?.file, one.place?.line])).toEqual([
    ['page-failed', 'templates/pages/index.tsx', 5],
    ['content-invalid', 'templates/pages/terms.md', 4],
    ['content-invalid', 'templates/pages/terms.md', 5],
  ]);
});

test('islands show claims', async () => {
  const project = await makeProject({
    'templates/islands/badge.tsx': `import { claim, island } from 'sitegen';
export default island('badge', () => <b>{claim('40 councils', { source: 'list', until: '2020-01-01' })}</b>);`,
    'templates/pages/index.tsx': page('Home', '<Badge />', `import Badge from '../islands/badge.tsx';`),
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');

  expect(code).toBe(0);
  const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
  expect(diagnostics.map((one) => one.code)).toEqual(['review-overdue']);
});
