import type { ContentComponents } from '../api/content.ts';
import { createJsx, type Jsx } from '../react/jsx-runtime.ts';
import type { ContentSettings } from '../shared/page-tasks.ts';

interface ContentSetup extends Omit<ContentSettings, 'components'> {
  readonly jsx: Jsx;
  /** @throws what `templates/markdown.tsx` threw */
  readonly components: () => ContentComponents;
  /** Loads data once for all workers. */
  readonly shared: <Data>(key: string, load: () => Data) => Promise<Data>;
}

/** Owned by the worker thread, which sets it before site code runs. */
let setup: ContentSetup | undefined;

export function setContent(settings: ContentSettings, ofWorker: Pick<ContentSetup, 'components' | 'shared'>): void {
  setup = { ...settings, jsx: createJsx(settings.prefixes).jsx, ...ofWorker };
}

/** @throws outside of a build: in a test for example */
export function contentSetup(): ContentSetup {
  if (setup === undefined) throw new Error('Content can only be read while sitegen builds or serves a site.');
  return setup;
}
