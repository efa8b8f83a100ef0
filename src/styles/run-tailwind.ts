import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImportedByPages } from '../bundle/bundle-pages.ts';
import type { Config } from '../core/model.ts';
import { startThread } from '../threads/limited-thread.ts';
import { compileTailwindModule, type TailwindModule } from './tailwind-modules.ts';
import type { TailwindQuestion, TailwindTask } from './tailwind-worker.ts';
import { compileStyles, failedStyles, mergeLoaded, openStyles, type CompiledStyles } from './tailwind.ts';

const WORKER = new URL('./tailwind-worker.js', import.meta.url);

/** A stylesheet that probably names a plugin or a config. */
const NAMES_MODULE = /@(?:config|plugin)\b/;

/** The site's own stylesheet. */
export interface OwnStyles {
  /** Absolute. */
  readonly root: string;
  /** From the root. */
  readonly source: string;
  /** For compiled modules, absolute. */
  readonly workFolder: string;
  /** Tailwind needs it only to limit plugins. */
  readonly reading: Promise<Config>;
  /** Tailwind needs it last. */
  readonly importing: Promise<ImportedByPages>;
  /** Ends code that runs. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Compiles the site's stylesheet with Tailwind: in a thread of its own, if it names plugins or configs, which may loop, wait for
 * ever or end their process.
 */
export async function compileOwnStyles(input: OwnStyles): Promise<CompiledStyles> {
  const { root, source, importing } = input;
  // Threads take long to start.
  const css = await readFile(path.join(root, source), 'utf8').catch(() => ''); // Tailwind reports why
  if (NAMES_MODULE.test(css)) return compileInThread(input);
  let isThreadNeeded = false; // when an imported stylesheet names one
  const opened = await openStyles(root, source, () => {
    isThreadNeeded = true;
    return Promise.reject(new Error('No code runs in this thread.'));
  });
  return isThreadNeeded ? compileInThread(input) : compileStyles(root, opened, () => importing);
}

async function compileInThread(input: OwnStyles): Promise<CompiledStyles> {
  const { root, source, workFolder, reading, importing, signal } = input;
  const thread = startThread<TailwindTask, CompiledStyles, TailwindQuestion>(WORKER);
  const stop = () => void thread.stop();
  signal?.addEventListener('abort', stop);
  const modules: TailwindModule[] = [];
  const answer = async (question: TailwindQuestion) => {
    if (question === 'imports') {
      const { code, styles } = await importing;
      return { code, styles } satisfies ImportedByPages;
    }
    const module = await compileTailwindModule(root, workFolder, question.id, question.base);
    modules.push(module);
    return module;
  };
  try {
    return await thread.run({ root, source }, (await reading).limits.seconds, answer);
  } catch (failure) {
    const { message, cause } = failure as Error;
    const names = modules.map(({ id }) => `"${id}"`).join(', ') || 'Its thread';
    const loaded = mergeLoaded(modules.map((module) => module.loaded));
    return failedStyles(root, [path.join(root, source)], loaded, new Error(`${names}: ${message}`, { cause }));
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.stop();
  }
}
