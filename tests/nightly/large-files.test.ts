import { truncateSync, utimesSync, writeFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { SITEGEN, run } from '../helpers/run.ts';

/** More than one call of `read`, or one `Buffer`, can hold. */
const SIZE = 2_200_000_000;

/** Prints the process's memory, in kB, when it exits. */
const MEASURE = `data:text/javascript,import{isMainThread}from'node:worker_threads';
if(isMainThread)process.on('exit',()=>console.error('memory '+process.resourceUsage().maxRSS))`.replace('\n', '');

test('a public file of 2.2 GB is copied and compared with constant memory', { timeout: 600_000 }, async () => {
  const project = await makeProject({ 'sitegen.config.ts': `export default { compress: ['gzip'] };` });
  const source = path.join(project.root, 'public/large.txt');
  await project.write({ 'public/large.txt': '' });
  truncateSync(source, SIZE);
  const build = async () => {
    const env = { NODE_OPTIONS: `--import "${MEASURE}"` };
    const { code, stderr } = await run([process.execPath, SITEGEN, 'build'], project.root, env);
    expect(code === 0 ? '' : stderr).toBe('');
    return Number(/^memory (\d+)$/m.exec(stderr)?.[1]) / 1024;
  };
  const copy = path.join(project.root, 'out/large.txt');

  expect(await build()).toBeLessThan(500);
  expect(statSync(copy).size).toBe(SIZE);

  const { ino } = statSync(copy);
  utimesSync(source, 1, 1);
  expect(await build()).toBeLessThan(500);
  expect(statSync(copy).ino).toBe(ino);

  writeFileSync(source, 'x', { flag: 'r+' });
  expect(await build()).toBeLessThan(500);
  expect(statSync(copy).ino).not.toBe(ino);
});
