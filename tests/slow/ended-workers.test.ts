/** Builds start workers early, and do not always need them. */
import { readdirSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { untilShown } from '../helpers/watching.ts';

const PAGE = 'templates/pages/index.tsx';
const SAVES = 40;

test.runIf(process.platform === 'linux')(
  'a server whose builds fail while workers load does not leak files',
  async () => {
    const project = await makeProject({});
    const server = await serveProject(project);
    for (let save = 0; save < SAVES; save += 1) {
      await project.write({ [PAGE]: `export default ${save} +` });
      await server.says('Unexpected end of file');
    }
    await project.write({ [PAGE]: page('Mended', '') });
    await untilShown(server, '', 'Mended');
    await expect.poll(() => modulesOpenIn(server.pid), { timeout: 20_000 }).toEqual([]);
  },
);

/** The module files that a process has open. */
function modulesOpenIn(pid: number): string[] {
  const handles = `/proc/${pid}/fd`;
  const targets = readdirSync(handles).map((handle) => {
    try {
      return readlinkSync(`${handles}/${handle}`);
    } catch {
      return ''; // closed meanwhile
    }
  });
  return targets.filter((file) => file.endsWith('.js'));
}
