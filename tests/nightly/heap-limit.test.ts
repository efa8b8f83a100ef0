/** A site that does not fit into the heap of Node. */
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { ROOT, run } from '../helpers/run.ts';

/** Pages whose descriptions take 240 MB. */
const PAGES = `const TEXT = 'x'.repeat(10_000);
export const paths = () => Array.from({ length: 24_000 }, (_, n) => ({ params: { n: String(n) } }));
export const meta = ({ params }: any) => ({ title: 'Page ' + params.n, description: params.n + TEXT });
export default ({ params }: any) => <main><h1>{params.n}</h1></main>;`;

test('a build ends before the heap does, and says how much would do', { timeout: 300_000 }, async () => {
  const project = await makeProject({ 'templates/pages/[n].tsx': PAGES });

  const { code, stderr } = await run(
    [process.execPath, '--max-old-space-size=200', `${ROOT}/bin/sitegen.js`, 'build'],
    project.root,
  );

  expect(stderr).toMatch(
    /The site does not fit into memory: 24001 pages need about \d{3} MB, and Node may use \d{3} MB/,
  );
  expect(stderr).toMatch(/NODE_OPTIONS=--max-old-space-size=\d{3}/);
  expect(code).toBe(2);
  expect(await project.list('out')).toEqual([]);
});
