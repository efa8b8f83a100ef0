/** Names of files, addresses and messages of site code cannot control the terminal. */
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

/** Everything that moves a cursor, changes colours or reverses text. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

const CLEAR = '\u001b[2J';

test.each([[['build']], [['check']], [['build', '--reporter', 'github']], [['info', `/${CLEAR}/`]]])(
  'messages and names are printed without control characters: %j',
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

test('notices about addresses are printed without control characters', async () => {
  const project = await makeProject();
  const server = await serveProject(project, '--no-watch');
  await project.write({ [`out/a${CLEAR}b/index.html`]: 'x' });
  await fetch(`${server.url}a%1b[2Jb`, { redirect: 'manual' });
  await server.says('Hosts redirect');
  expect(server.stderr()).toContain('\\x1b[2J');
  expect(server.stderr()).not.toMatch(CONTROLS);
});
