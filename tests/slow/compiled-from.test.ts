/** A build shows a change of anything that decides what the site is compiled to. */
import { expect, test } from 'vitest';
import { SCENARIOS, applyStep, moveSite, readShown } from '../helpers/compiled-from.ts';
import { PLUGINS } from '../helpers/files-in-code.ts';
import { makeProject } from '../helpers/project.ts';
import { NOTHING, build } from '../helpers/rebuild.ts';

// What plugins read is not known, so `serve` cannot watch it.
test.each([...SCENARIOS, PLUGINS])('a build follows $name', async (scenario) => {
  const project = await makeProject(scenario.files);
  const site = await moveSite(project, scenario);
  await build(site);
  for (const step of scenario.steps) {
    const [what, , expected] = step;
    await applyStep(project, step);
    await build(site);
    const text = await readShown(project, scenario);
    expect([what, new RegExp(expected).exec(text)?.[0] ?? text]).toEqual([what, expect.stringMatching(expected)]);
  }
  expect(await build(site)).toEqual(NOTHING);
});
