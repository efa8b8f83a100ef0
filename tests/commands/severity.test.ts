/** Matters of taste do not fail a build, unless the site says so. */
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen, type Ran } from '../helpers/run.ts';

const found = ({ stdout }: Ran): string[] =>
  (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
    .map(({ severity, code }) => `${severity} ${code}`)
    .toSorted();

/** As written by a content management system. */
const CMS = `<div dangerouslySetInnerHTML={{ __html: '<h1>2</h1><img src="/a.png"><table><tr><td>1</td></tr></table>' }} />`;

const TASTE = {
  'templates/pages/index.tsx': page('Home', CMS),
  'templates/pages/other.tsx': `export const meta = { title: 'Home', description: 'About Home.' };
export default () => <h1>Other</h1>;`,
  'templates/pages/empty.tsx': `export const meta = { title: 'Empty' };
export default () => <p>No heading</p>;`,
  'public/a.png': '',
};

const WARNINGS = [
  'warning alt-missing',
  'warning description-duplicate',
  'warning description-missing',
  'warning h1-count',
  'warning h1-count',
  'warning image-size-missing',
  'warning title-duplicate',
];

test('matters of taste are warnings in every build, and errors with --strict', async () => {
  const project = await makeProject(TASTE);

  const first = await sitegen(project.root, 'build', '--json');
  const second = await sitegen(project.root, 'build', '--json');
  const strict = await sitegen(project.root, 'check', '--strict', '--json');
  const annotated = await sitegen(project.root, 'build', '--strict', '--reporter', 'github');

  expect([first.code, second.code, strict.code, annotated.code]).toEqual([0, 0, 1, 1]);
  expect(found(first)).toEqual(WARNINGS);
  expect(found(second)).toEqual(WARNINGS);
  expect(found(strict)).toEqual(WARNINGS.map((warning) => warning.replace('warning', 'error')));
  expect(annotated.stderr.match(/^::error /gm)).toHaveLength(WARNINGS.length);
});

test('the config sets the severity of each check', async () => {
  const write = (checks: object) =>
    project.write({ 'sitegen.config.ts': `export default { checks: ${JSON.stringify(checks)} };` });
  const project = await makeProject({
    'templates/pages/index.tsx': page('Home', '<a href="/gone/">1</a><p id="a"/><p id="a"/><h1>2</h1>'),
  });

  const byDefault = await sitegen(project.root, 'build', '--json');
  await write({ 'link-broken': 'warning', 'id-duplicate': 'off', 'h1-count': 'off' });
  const lowered = await sitegen(project.root, 'build', '--json');
  const again = await sitegen(project.root, 'build', '--json');
  await write({ 'link-broken': 'off', 'id-duplicate': 'warning', 'h1-count': 'error' });
  const raised = await sitegen(project.root, 'build', '--json');

  expect([byDefault.code, lowered.code, again.code, raised.code]).toEqual([1, 0, 0, 1]);
  expect(found(byDefault)).toEqual(['error id-duplicate', 'error link-broken', 'warning h1-count']);
  expect(found(lowered)).toEqual(['warning link-broken']);
  expect(found(again)).toEqual(['warning link-broken']);
  expect(found(raised)).toEqual(['error h1-count', 'warning id-duplicate']);
});

test('a broken redirect may be a warning, and is then published', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { redirects: { '/old/': '/gone/' }, checks: { 'redirect-broken': 'warning' } };`,
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');

  expect(code).toBe(0);
  expect(found({ code, stdout, stderr: '' })).toEqual(['warning redirect-broken']);
  expect(await project.list('out')).toContain('old/index.html');
});

test.each([
  [`{ 'h1-cuont': 'off' }`, 'unknown check "h1-cuont". Did you mean "h1-count"?'],
  [`{ nothing: 'off' }`, 'unknown check "nothing". Expected an object from codes'],
  [`{ 'handler-lost': 'off' }`, 'changes the check "handler-lost", which stays an error'],
  [`{ 'h1-count': 'warn' }`, 'invalid value for "checks.h1-count": "warn". Expected'],
])('%s is a mistake in the config', async (checks, message) => {
  const project = await makeProject({ 'sitegen.config.ts': `export default { checks: ${checks} };` });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(2);
  expect(stderr).toContain('error config-invalid');
  expect(stderr).toContain(message);
});

test('serve prints a warning once, and then how many remain', async () => {
  const project = await makeProject({
    'templates/pages/index.tsx': page('Home', '<h1>Again</h1>'),
    'public/a.png': '',
  });

  const server = await serveProject(project);
  await project.write({ 'templates/pages/fine.tsx': page('Fine', '') });
  await server.says('Built 2 pages');
  await project.write({ 'templates/pages/more.tsx': page('More', '<img src="/a.png" width="1" height="1" />') });
  await server.says('warning alt-missing  templates/pages/more.tsx');
  await server.says('1 warning as before');

  expect(server.stderr().match(/warning h1-count/g)).toHaveLength(1);
  expect(server.stderr().match(/1 warning as before/g)?.length).toBeGreaterThan(1);
});
