/** Limits hold whatever site code catches, and only slow code exceeds them. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

const PAGE = 'templates/pages/x.tsx';
const LIST = 'templates/pages/[n].tsx';

const limits = (seconds: number) => `export default { limits: { seconds: ${seconds} } };`;
const inPaths = (paths: string) => `export ${paths}
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => <main><h1>{params.n}</h1></main>;`;

test.each([
  [
    '`paths` that stop, with a promise of their own',
    LIST,
    inPaths('const paths = { [Symbol.asyncIterator]: () => ({ next: () => ({ then() {} }) }) };'),
    'paths-failed',
  ],
  [
    '`paths` that repeat one page for ever',
    LIST,
    inPaths(`function* paths() { for (;;) yield { params: { n: '1' } }; }`),
    'output-clash',
  ],
  [
    'a page that handles all errors, and throws one that cannot be read',
    PAGE,
    page(
      'X',
      `{(() => { throw Object.defineProperty(new Error('x'), 'stack', { get() { throw new Error('y'); } }); })()}`,
      `for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => {});`,
    ),
    'page-failed',
  ],
])('%s is an error', async (_what, file, source, code) => {
  const project = await makeProject({ 'sitegen.config.ts': limits(2), [file]: source });

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build');

  expect(exit).toBe(1);
  expect(stderr).toContain(`error ${code}  ${file}`);
});

test('slow pages do not make data that has arrived late', async () => {
  const project = await makeProject({
    'sitegen.config.ts': limits(2),
    'templates/pages/[n].tsx': `import { readFile } from 'node:fs/promises';
export const paths = Array.from({ length: 8 }, (_, n) => ({ params: { n: String(n) } }));
export const load = async ({ params }: any) => (params.n === '0' ? (await readFile('data.txt', 'utf8')).length : 1);
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => {
  const end = performance.now() + (params.n === '0' ? 0 : 400);
  while (performance.now() < end);
  return <main><h1>{params.n}</h1></main>;
};`,
    'data.txt': 'data',
  });

  const { code } = await sitegenProcess(project.root, 'build', '--workers', '1');

  expect(code).toBe(0);
});
