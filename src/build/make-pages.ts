import type { BrowserBundle, Config, IslandsBundle, Project, Route, ServerBundle } from '../model.ts';
import type { Rendered } from '../tasks.ts';
import { bundleIslands } from './bundle-islands.ts';
import type { Icons } from './icons.ts';
import { renderPages, type RenderThreads } from './render.ts';

/** A project in the form in which pages can be made of it. */
export interface Compiled {
  readonly config: Config;
  readonly server: ServerBundle;
  readonly islands: IslandsBundle;
  readonly styles: BrowserBundle;
  readonly icons: Icons;
}

/** Islands that no page holds are not published. Which those are is known only when the pages are there. */
export async function makePages(
  project: Project,
  { config, server, islands, styles, icons }: Compiled,
  staging: string,
  threads: RenderThreads,
  onProgress: (done: number, total: number) => void,
): Promise<{ islands: IslandsBundle; rendered: Rendered }> {
  const render = (routes: readonly Route[], bundle: IslandsBundle) => {
    const { href: script, preloads } = bundle;
    const some = { ...project, routes };
    const input = {
      config,
      project: some,
      server,
      staging,
      icons: icons.links,
      stylesheet: styles.href,
      script,
      preloads,
    };
    return renderPages(threads, input, onProgress);
  };
  const rendered = await render(project.routes, islands);
  const used = project.islands.filter(({ name }) => rendered.pages.some((page) => page.islands.includes(name)));
  const hasFailed = rendered.pages.length < project.routes.length || islands.diagnostics.length > 0;
  if (hasFailed || used.length === project.islands.length) return { islands, rendered };
  const fewer = await bundleIslands(config, used);
  const isRedone = new Set(rendered.pages.filter((page) => page.islands.length > 0).map(({ route }) => route.path));
  const again = await render(
    project.routes.filter((route) => isRedone.has(route.path)),
    fewer,
  );
  const newFacts = new Map(again.pages.map((page) => [page.route.path, page]));
  const pages = rendered.pages.map((page) => newFacts.get(page.route.path) ?? page);
  const problems = [...rendered.problems.filter(({ route }) => !isRedone.has(route.path)), ...again.problems];
  return { islands: fewer, rendered: { ...rendered, pages, problems } };
}
