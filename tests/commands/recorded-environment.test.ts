import { afterEach, describe, expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen, sitegenProcess } from '../helpers/run.ts';

const IMPORTS = `import util from 'node:util';\nimport process from 'node:process';\nimport { shared } from 'sitegen';`;

/** @returns the page's paragraph after a build, which must not have reported anything */
async function build(project: Project, ...args: string[]): Promise<string | undefined> {
  expect(await sitegen(project.root, 'build', ...args)).toMatchObject({ code: 0, stderr: '' });
  return /<p>(.*?)<\/p>/.exec(await project.read('out/a/index.html'))?.[1];
}

afterEach(() => {
  delete process.env['CANARY'];
});

describe('a page is rendered again when the environment has changed, which it reads by', () => {
  test.each([
    ['util.inspect', 'util.inspect(process.env).length'],
    ['util.inspect of the process', 'util.inspect(process, { depth: 2 }).length'],
    ['util.format', `util.format('%o', process.env).length`],
    ['a method of all objects', `String(process.env.hasOwnProperty('CANARY'))`],
    ['another method of all objects', `String(process.env.propertyIsEnumerable('CANARY'))`],
    ['all names, after it has set one', `(process.env.OWN = '1', Object.keys(process.env).length)`],
    ['shared data of a module', `String(CANARY)`, `const CANARY = await shared('canary', () => process.env.CANARY);`],
  ])('%s', async (_how, expression, before = '') => {
    const project = await makeProject({
      'templates/pages/a.tsx': page('A', `<p>{${expression}}</p>`, `${IMPORTS}\n${before}`),
    });
    const first = await build(project);

    process.env['CANARY'] = 'set';

    expect(await build(project)).not.toBe(first);
  });
});

test('what the config sets in the environment is what all pages see, in every build', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const files = names.map((name) => [`templates/pages/${name}.tsx`, page(name, '<p>{process.env.OWN}</p>')] as const);
  const config = `process.env.OWN = 'of the config';\nexport default {};`;
  const project = await makeProject({ ...Object.fromEntries(files), 'sitegen.config.ts': config });

  for (const args of [[], [], ['--force']]) {
    expect(await sitegenProcess(project.root, 'build', ...args)).toMatchObject({ code: 0, stderr: '' });
    for (const name of names) expect(await project.read(`out/${name}/index.html`)).toContain('<p>of the config</p>');
  }
});
