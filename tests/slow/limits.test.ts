import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

const limits = (seconds: number) => `export default { limits: { seconds: ${seconds}, memory: 100 } };`;
const CONFIG = limits(2);

/** Of 12 pages from one file, one does something. */
const list = (
  what: string,
) => `export const paths = Array.from({ length: 12 }, (_, n) => ({ params: { n: String(n) } }));
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
const Self = (): any => <p><Self /></p>;
export default ({ params }: any) => { if (params.n === '7') { ${what} } return <main><h1>{params.n}</h1></main>; };`;

test.each([
  ['never returns', 'for (;;);', 'page-too-slow', '2 seconds', 2],
  ['exceeds the memory limit', 'const a = []; for (;;) a.push({ n: a.length });', 'page-too-large', '100 MB', 30],
  ['contains itself', 'return <Self />;', 'page-too-large', '100 MB', 30],
  ['exits the process', 'process.exit(0);', 'page-ended-thread', 'code 0', 30],
])('a page that %s is reported, and no other', async (_what, code, kind, detail, seconds) => {
  const project = await makeProject({
    'sitegen.config.ts': limits(seconds),
    'templates/pages/list/[n].tsx': list(code),
  });

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build');

  expect(exit).toBe(1);
  expect(stderr).toContain(kind);
  expect(stderr).toContain(detail);
  expect(stderr).toContain('On /list/7/.');
  expect(stderr).toContain('1 error; ');
});

test('a page whose data never arrives is named, and others do not wait longer than necessary', async () => {
  const load = 'export const load = () => new Promise(() => {});';
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/waiting.tsx': page('Waiting', '', load),
  });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('templates/pages/waiting.tsx');
  expect(stderr).toContain('2 seconds');
});

test('when many pages of a file end their worker, the rest is skipped', async () => {
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/list/[n].tsx': list('').replace("if (params.n === '7')", 'process.exit(3);'),
  });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('page-not-tried');
  expect(stderr).toMatch(/On \/list\/\d+\/ and 8 more pages/);
});

test('a worker that retains memory is replaced before it reaches its limit', async () => {
  const project = await makeProject({
    'sitegen.config.ts': limits(30),
    'templates/pages/list/[n].tsx': `const kept: unknown[] = [];
export const paths = Array.from({ length: 1000 }, (_, n) => ({ params: { n: String(n) } }));
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => {
  kept.push(Array.from({ length: 15_000 }, (_, n) => n + 0.5));
  return <main><h1>{params.n}</h1></main>;
};`,
  });

  const { code, stderr } = await sitegenProcess(project.root, 'build', '--workers', '1');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
