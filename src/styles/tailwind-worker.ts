/** The entry of the thread in which Tailwind runs code of the site. */
import { pathToFileURL } from 'node:url';
import type { ImportedByPages } from '../bundle/bundle-pages.ts';
import { runTask } from '../threads/run-task.ts';
import type { TailwindModule } from './tailwind-modules.ts';
import { compileStyles, openStyles, warmUpTailwind, type CompiledStyles } from './tailwind.ts';

export interface TailwindTask {
  /** Absolute. */
  readonly root: string;
  /** The stylesheet, from the root. */
  readonly source: string;
}

/** A module as a stylesheet names it, with the folder of that stylesheet; or what pages import. */
export type TailwindQuestion = { readonly id: string; readonly base: string } | 'imports';

void warmUpTailwind(); // before there is a task
process.setSourceMapsEnabled(true); // errors name the lines of the sources

runTask<TailwindTask, CompiledStyles, TailwindQuestion>(async ({ root, source }, { ask, reply }) => {
  const opened = await openStyles(root, source, async (id, base) => {
    const found = (await ask({ id, base })) as TailwindModule;
    const { default: module } = (await import(pathToFileURL(found.compiled).href)) as { default: never };
    return { ...found, module };
  });
  await reply(await compileStyles(root, opened, () => ask('imports') as Promise<ImportedByPages>));
});
