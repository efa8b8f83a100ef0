/** File names, addresses and messages from site code cannot control the terminal. */
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen, sitegenProcess } from '../helpers/run.ts';

/** Moves the cursor, changes colours and reverses text. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

const CLEAR = '\u001b[2J';

test.each([[['build']], [['check']], [['build', '--reporter', 'github']]])(
  'prints messages and names without control characters: %j',
  async (args) => {
    const project = await makeProject({
      'templates/pages/failing.tsx': page(
        'Failing',
        '',
        `throw new Error('one \\u001b[2J\\u009b two\\r\\nthree\\u202e');`,
      ),
      [`templates/pages/a${CLEAR}b.tsx`]: page('Name', '<a href="/gone/">Gone</a>'),
      [`public/x${CLEAR}\u202e.txt`]: 'x',
      'templates/pages/linking.tsx': page('Linking', '<a href={"/no\\u001b[31mwhere/"}>Gone</a>'),
    });
    const { stdout, stderr } = await sitegen(project.root, ...args);
    expect(stdout + stderr).toContain('\\x1b[2J');
    expect(stdout + stderr).not.toMatch(CONTROLS);
  },
);

test('prints notices about addresses without control characters', async () => {
  const project = await makeProject();
  const server = await serveProject(project, '--no-watch');
  await project.write({ [`out/a${CLEAR}b/index.html`]: 'x' });
  await fetch(`${server.url}a%1b[2Jb`, { redirect: 'manual' });
  await server.says('Hosts redirect');
  expect(server.stderr()).toContain('\\x1b[2J');
  expect(server.stderr()).not.toMatch(CONTROLS);
});

test("build prints the output of config and pages without control characters, and without Node's own warnings", async () => {
  const print = `console.log('a \\u001b[2J\\r\\u001b[31mred\\u001b[0m'); console.error('b\\u202e\\u009b');`;
  const warn = `new Buffer(1); process.emitWarning('new', 'ExperimentalWarning'); process.emitWarning('of a package'); process.emitWarning('of a package');`;
  const project = await makeProject({
    'sitegen.config.ts': `${print}${warn} export default {};`,
    'templates/pages/index.tsx': page('Home', '', `export const load = () => { ${print}${warn} };`),
  });

  const { code, stdout, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(0);
  expect(stdout + stderr).not.toMatch(CONTROLS);
  expect(stdout.match(/^a \\x1b\[2J\\x0dred$/gm)).toHaveLength(1);
  expect(stderr.match(/^\[\/\] a \\x1b\[2J\\x0dred$/gm)).toHaveLength(1);
  expect(stderr.match(/^(\[\/\] )?b\\u202e\\x9b$/gm)).toHaveLength(2);
  expect(stderr.match(/Warning.*$/gm)).toEqual(['Warning: of a package', 'Warning: of a package']); // of each thread
});
