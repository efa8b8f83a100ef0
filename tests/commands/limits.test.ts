import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

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
  ['runs without end', 'for (;;);', 'page-too-slow', 'The page was not made within 2 seconds.', 2],
  [
    'holds more than it may',
    'const a = []; for (;;) a.push({ n: a.length });',
    'page-too-large',
    'more than 100 MB',
    30,
  ],
  ['is inside itself', 'return <Self />;', 'page-too-large', 'more than 100 MB', 30],
  ['ends the process', 'process.exit(0);', 'page-ended-thread', 'ended the thread', 30],
])('a page that %s is named, and no other', async (_what, code, kind, message, seconds) => {
  const project = await makeProject({
    'sitegen.config.ts': limits(seconds),
    'templates/pages/list/[n].tsx': list(code),
  });

  const { code: exit, stderr } = await sitegen(project.root, 'build');

  expect(exit).toBe(1);
  expect(stderr).toContain(kind);
  expect(stderr).toContain(message);
  expect(stderr).toContain('On /list/7/.');
  expect(stderr).toContain('1 error; out is as it was.');
});

test('a page whose data never comes is named, and others wait no longer than they have to', async () => {
  const load = 'export const load = () => new Promise(() => {});';
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/waiting.tsx': page('Waiting', '', load),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('templates/pages/waiting.tsx');
  expect(stderr).toContain('has not come within 2 seconds');
});

test('when many pages of a file end their threads, the rest is not tried', async () => {
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/pages/list/[n].tsx': list('').replace("if (params.n === '7')", 'process.exit(3);'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('page-not-tried');
  expect(stderr).toMatch(/On \/list\/\d+\/ and 8 more pages/);
});
