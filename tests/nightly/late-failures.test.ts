/** Failures of work that components start without waiting for it. */
import { describe, expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

const HEAD = `export const meta = ({ params }: any) => ({ title: 'Page ' + params.n, description: 'About ' + params.n });`;

/** A page file with this many pages, and code in `paths` and in the page. Pages are rendered in batches of 200. */
const list = (pages: number, inPaths: string, inPage: string) => `${HEAD}
export const paths = () => {
  ${inPaths}
  return Array.from({ length: ${pages} }, (_, n) => ({ params: { n: String(n) } }));
};
export default ({ params }: any) => {
  if (params.n === '0') { ${inPage} }
  return <main><h1>{params.n}</h1></main>;
};`;

const LATE = [
  ['a promise that rejects', `void Promise.reject(new Error('too late'));`],
  ['a promise that rejects with nothing', `void Promise.reject();`],
  ['a timer that throws', `setTimeout(() => { throw new Error('too late'); }, 50);`],
  ['a promise that rejects after a timer', `void new Promise((_, reject) => setTimeout(reject, 200, new Error('x')));`],
  ['a microtask that throws', `queueMicrotask(() => { throw new Error('too late'); });`],
] as const;

describe.each(LATE)('%s is an error', (_what, code) => {
  test.each([
    ['of the last batch', list(1, '', code)],
    ['of the first batch', list(500, '', code)],
    ['of `paths`', list(1, code, '')],
  ])('in a page %s', async (_where, source) => {
    const project = await makeProject({ 'templates/pages/[n].tsx': source });

    const { code: exit, stderr } = await sitegenProcess(project.root, 'build', '--workers', '1');

    expect(exit).toBe(1);
    expect(stderr).toContain('thread-ended');
    expect(await project.list('out')).toEqual([]);
  });
});

test('a failure within five seconds is reported', async () => {
  const late = `setTimeout(() => { throw new Error('too late'); }, 1500);`;
  const project = await makeProject({ 'templates/pages/[n].tsx': list(1, '', late) });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('error thread-ended  templates/pages/[n].tsx');
});

test.each([
  ['a page', { 'templates/pages/[n].tsx': list(1, '', 'setInterval(() => {}, 10);') }],
  ['`paths`', { 'templates/pages/[n].tsx': list(1, 'setInterval(() => {}, 10);', '') }],
  ['a file', { 'templates/files/own.txt.ts': `setInterval(() => {}, 10);\nexport default () => 'own';` }],
])('an endless timer in %s does not keep builds from ending', async (_where, files) => {
  const config = 'export default { limits: { seconds: 1 } };';
  const project = await makeProject({ 'sitegen.config.ts': config, ...files });

  const { code } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(0);
});
