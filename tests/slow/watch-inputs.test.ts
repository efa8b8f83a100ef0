/** `sitegen serve` sees a change of anything that decides what the site is compiled to. */
import { expect, test } from 'vitest';
import { SCENARIOS, applyStep, moveSite, readShown } from '../helpers/compiled-from.ts';
import { makeProject, serveProject } from '../helpers/project.ts';

test.each(SCENARIOS)('serve follows $name', { timeout: 60_000 }, async (scenario) => {
  const project = await makeProject(scenario.files);
  const server = await serveProject(await moveSite(project, scenario));
  for (const step of scenario.steps) {
    const [what, , expected] = step;
    await applyStep(project, step);
    const isShown = async () => new RegExp(expected).test(await readShown(project, scenario));
    while (!(await isShown())) await server.says('Built');
    expect([what, await isShown()]).toEqual([what, true]);
  }
});
