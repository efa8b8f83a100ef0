/** Functions in `templates/files`, which generate files from the facts about all pages. */
import { serialize } from 'node:v8';
import type { Meta } from '../api/contract.ts';
import { isErrorPage, isIndexable } from '../shared/error-pages.ts';
import type { FilePage } from '../api/contract.ts';
import { absoluteUrl } from '../shared/address.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, Config, PageProblem, Project } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { RenderSetup, WorkerFinds } from '../shared/page-tasks.ts';
import { decodePlain } from '../shared/plain-data.ts';
import { describeLateFailures, describeWorkerFailure, WorkerFailure } from './worker-failure.ts';
import type { Output } from '../site/output.ts';
import type { WorkerPool } from './worker-pool.ts';

/** The files that file functions have generated. */
export interface SiteFiles {
  readonly outputs: readonly Output[];
  readonly diagnostics: readonly Diagnostic[];
  readonly finds: readonly WorkerFinds[];
}

export interface CallFileFunctions {
  readonly compiled: Compiled;
  readonly project: Pick<Project, 'files'>;
  readonly setup: RenderSetup;
  readonly pages: readonly PageFacts[];
  readonly problems: readonly PageProblem[];
  readonly pool: WorkerPool;
}

/** Calls the functions one at a time. They may share modules that cache what they read. */
export async function callFileFunctions(input: CallFileFunctions): Promise<SiteFiles> {
  const { compiled, project, setup, pages, problems, pool } = input;
  const { config, server } = compiled;
  const nothing = { outputs: [], diagnostics: [], finds: [] };
  if (project.files.length === 0 || server.modules.size === 0) return nothing;
  const paths = new Set(pages.map(({ route }) => route.path));
  // If a page failed, the files would be wrong, and errors of their functions misleading.
  if (!problems.every(({ route }) => paths.has(route.path))) return nothing;
  const outputs: Output[] = [];
  const diagnostics: Diagnostic[] = [];
  const finds: WorkerFinds[] = [];
  const sent = new Uint8Array(serialize(pages.map((page) => toFilePage(config, page))));
  for (const { source, output } of project.files) {
    const file = { source, module: server.modules.get(source) ?? '' };
    const ran = await pool.ask(setup, { kind: 'run-file', file, output, pages: sent });
    if (ran instanceof WorkerFailure) {
      diagnostics.push(describeWorkerFailure(config.root, source, 'Generating the file', config.limits, ran));
      continue;
    }
    if (ran.contents !== undefined) outputs.push({ output, kind: 'generated', owner: source, contents: ran.contents });
    diagnostics.push(...ran.diagnostics, ...ran.finds.warnings);
    finds.push(ran.finds);
  }
  return { outputs, diagnostics: [...diagnostics, ...describeLateFailures(config.root, await pool.finish())], finds };
}

function toFilePage({ site, base }: Config, { route, noindex, meta = '' }: PageFacts): FilePage {
  const { path, source, output } = route;
  const canonical = site && isIndexable({ output, noindex }) ? absoluteUrl(site, base, path) : undefined;
  return {
    path,
    source,
    ...(canonical !== undefined && { canonical }),
    meta: decodePlain(meta) as Meta,
    noindex,
    isErrorPage: isErrorPage(output),
  };
}
