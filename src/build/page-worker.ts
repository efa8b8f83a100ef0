/** The entry of a thread: makes pages, and writes them where they are to be published from. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeFrame } from '../code-frame.ts';
import type { PageModule, ShellModule } from '../contract.ts';
import type { PageFacts, PageFailure, PageJob, Rendered, RenderSetup, RenderTask, Route } from '../model.ts';
import { isErrorPage } from '../paths.ts';
import { placeholderCalls } from '../placeholder.ts';
import { placeInStack } from '../stack.ts';
import { inspectPage } from './inspect-page.ts';
import { loadData } from './load-data.ts';
import { measurePage } from './measure-files.ts';
import { renderPage } from './render-page.ts';
import { answerTasks } from './threads.ts';

/** Which page files have made a page with an island: the next page from the same file probably holds one, too. */
const madeIslands = new Map<string, boolean>();

process.setSourceMapsEnabled(true);

answerTasks<RenderTask, Rendered>(async ({ setup, jobs }, reachPart) => {
  const made: PageFacts[] = [];
  const failures: PageFailure[] = [];
  for (const [index, job] of jobs.entries()) {
    reachPart(index);
    try {
      made.push(await makePage(setup, job));
    } catch (error) {
      failures.push(toFailure(setup.root, job.route, error));
    }
  }
  const placeholders = placeholderCalls().map(({ what, stack }) => ({ what, place: placeInStack(stack, setup.root) }));
  return { pages: made, failures, placeholders };
});

async function makePage(setup: RenderSetup, { route, module }: PageJob): Promise<PageFacts> {
  const { default: Shell } = await importModule<ShellModule>(setup.shellModule);
  const page = await importModule<PageModule>(module);
  checkExports(page, Shell);
  const { load } = page;
  const data = load && (await loadData(() => load({ path: route.path })));
  const props = { path: route.path, data };
  const written = typeof page.meta === 'function' ? page.meta(props) : page.meta;
  const meta = isErrorPage(route.output) ? { ...written, noindex: true } : written;
  const canonical =
    setup.site && !meta.noindex ? new URL(setup.base + route.path.slice(1), setup.site).href : undefined;
  const { stylesheet, script } = setup;
  const input = { Page: page.default, Shell, props, meta, canonical, stylesheet, script };
  const { html, islands } = renderPage(input, madeIslands.get(module) ?? false);
  madeIslands.set(module, islands.length > 0);

  const contents = Buffer.from(html);
  const file = path.join(setup.staging, route.output);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, contents);
  const size = setup.compress ? measurePage(contents) : { raw: contents.length };
  return { route, size, ...inspectPage(html) };
}

async function importModule<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(file).href)) as Module;
}

/** Types say the same, but a build compiles without checking them. */
function checkExports(page: Partial<PageModule>, Shell: unknown): void {
  if (typeof Shell !== 'function') throw new Error('templates/shell.tsx has no component as its default export.');
  if (typeof page.default !== 'function') throw new Error('The file has no component as its default export.');
  if (page.meta === undefined) throw new Error('The file has no `meta`: export const meta: Meta = { title: "…" };');
}

function toFailure(root: string, route: Route, error: unknown): PageFailure {
  const reason = String(error);
  const place = placeInStack((error instanceof Error && error.stack) || '', root);
  if (place?.line === undefined) return { route, reason, place: { file: route.source } };
  const source = readFileSync(path.join(root, place.file), 'utf8');
  return { route, reason, place, frame: codeFrame(source, place.line, place.column ?? 1) };
}
