import { describe, expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** A page whose data is what an expression gives, and which says so each time it loads. */
function loadingPage(expression: string, imports = '') {
  const load = `export const load = async () => { console.log('loading'); return String(${expression}); };`;
  return { 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', `${imports}\n${load}`) };
}

/** @returns whether a build has asked for data */
async function loads(project: Project): Promise<boolean> {
  const { code, stderr } = await sitegen(project.root, 'build');
  expect({ code, stderr: stderr.replaceAll(/\[\S+\] loading\n/g, '') }).toEqual({ code: 0, stderr: '' });
  return stderr.includes('loading');
}

describe('data that depends on nothing but the project', () => {
  test('is loaded again only when what it depends on has changed', async () => {
    const imports = `import { readFile } from 'node:fs/promises';\nimport { suffix } from '../suffix.ts';`;
    const project = await makeProject({
      ...loadingPage(`(await readFile('data.txt', 'utf8')) + suffix + process.env.SUFFIX`, imports),
      'templates/suffix.ts': `export const suffix = '!';`,
      'data.txt': 'one',
    });
    expect(await loads(project)).toBe(true);
    expect(await loads(project)).toBe(false);

    await project.write({ 'data.txt': 'two' });
    expect(await loads(project)).toBe(true);
    expect(await project.read('out/data/index.html')).toContain('two!');
    expect(await loads(project)).toBe(false);

    await project.write({ 'templates/suffix.ts': `export const suffix = '?';` });
    expect(await loads(project)).toBe(true);
    expect(await project.read('out/data/index.html')).toContain('two?');

    process.env['SUFFIX'] = 'x';
    try {
      expect(await loads(project)).toBe(true);
      expect(await project.read('out/data/index.html')).toContain('two?x');
    } finally {
      delete process.env['SUFFIX'];
    }
  });

  test('is loaded again where a file of out/ is not as it was', async () => {
    const project = await makeProject(loadingPage('1'));
    await loads(project);

    await project.write({ 'out/data/index.html': 'else' });

    expect(await loads(project)).toBe(true);
    expect(await project.read('out/data/index.html')).toContain('<p>1</p>');
  });

  test('is not loaded again because a text mentions `import(file)`', async () => {
    const project = await makeProject(loadingPage(`'await import(file)'`));

    expect(await loads(project)).toBe(true);
    expect(await loads(project)).toBe(false);
  });

  test('is a list of pages, too', async () => {
    const project = await makeProject({
      'templates/pages/[n].tsx': `import { readFileSync } from 'node:fs';
export function* paths() { console.log('loading'); for (const n of readFileSync('list.txt', 'utf8')) yield { params: { n } }; }
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => <main><h1>{params.n}</h1></main>;`,
      'list.txt': 'ab',
    });
    expect(await loads(project)).toBe(true);
    expect(await loads(project)).toBe(false);

    await project.write({ 'list.txt': 'abc' });
    expect(await loads(project)).toBe(true);
    expect(await project.list('out')).toContain('c/index.html');
  });
});

test.each([
  ['the clock', `Date.now() > 0`, ''],
  ['the date', `new Date().getTime() > 0`, ''],
  ['the time since the start', `performance.now() > 0`, ''],
  ['chance', `Math.random() < 2`, ''],
  ['randomness', `crypto.randomUUID().length`, ''],
  ['randomness of a module', `randomInt(1)`, `import { randomInt } from 'node:crypto';`],
  ['the network', `await fetch('http://127.0.0.1:1/').catch(() => 1)`, ''],
  ['another program', `execSync('echo 1')`, `import { execSync } from 'node:child_process';`],
  ['the network by a module', `typeof http.get`, `import http from 'node:http';`],
  ['the machine', `totalmem() > 0`, `import { totalmem } from 'node:os';`],
  ['a file that it writes', `writeFileSync('written.txt', '')`, `import { writeFileSync } from 'node:fs';`],
  ['a module that is found when it runs', `(await import(file)).default`, `const file = process.cwd() + '/found.mjs';`],
  ['the clock by code made of text', `Function('return Date.now() > 0')()`, ''],
])('data that depends on %s is loaded in every build', async (_what, expression, imports) => {
  const project = await makeProject({ ...loadingPage(expression, imports), 'found.mjs': 'export default 1;' });

  expect(await loads(project)).toBe(true);
  expect(await loads(project)).toBe(true);
});

test('a date that is read from text asks no clock, and is a date to everybody', async () => {
  const date = `new Date('2026-01-31')`;
  const project = await makeProject(
    loadingPage(`${date}.getFullYear() + ' ' + (${date}.constructor === Date) + ' ' + (${date} instanceof Date)`),
  );

  expect(await loads(project)).toBe(true);
  expect(await loads(project)).toBe(false);
  expect(await project.read('out/data/index.html')).toContain('2026 true true');
});

test('one page that uses the network makes all data load again, since pages may share it', async () => {
  const project = await makeProject({
    ...loadingPage('await answer()', `import { answer } from '../answer.ts';`),
    'templates/answer.ts': `let asked: Promise<unknown> | undefined;
export const answer = () => (asked ??= fetch('http://127.0.0.1:1/').catch(() => 1));`,
    'templates/pages/other.tsx': page(
      'Other',
      '<p>{data}</p>',
      `import { answer } from '../answer.ts';
export const load = async () => { console.log('loading'); return String(await answer()); };`,
    ),
  });
  await loads(project);

  const { stderr } = await sitegen(project.root, 'build');

  expect(stderr.match(/loading/g)).toHaveLength(2);
});
