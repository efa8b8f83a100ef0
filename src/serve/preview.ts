/** The site while `sitegen serve` watches: each page is rendered when it is requested, from the sources as they are then. */
import type { IncomingMessage } from 'node:http';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Host, HostedSite } from '../api/host.ts';
import { buildSite } from '../build/build.ts';
import type { ResolvedOptions } from '../build/options.ts';
import { startWorkers } from '../build/workers.ts';
import { bundleUsedIslands } from '../build/compile.ts';
import { bundleDevelopmentIslands } from '../compile/development-islands.ts';
import { answerOf, type Answer, type HostRequest } from '../hosts/answer.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import { STRICTEST } from '../hosts/hosts.ts';
import { writeAssets } from '../publish/write-files.ts';
import type { BuildResult } from '../shared/build-result.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Config, IslandsBundle, Project } from '../shared/model.ts';
import type { PageJob } from '../shared/page-tasks.ts';
import { createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import { createErrorLog, errorsIn, formatErrors, formatFailure } from './error-log.ts';
import { findFile, ifPresent } from './find-file.ts';
import { describeIslandError, type ScriptError } from './island-errors.ts';
import type { LiveReload } from './live-reload.ts';
import { createFileOpener, openDescriptor, type OpenedFile } from './open-file.ts';
import type { FindAnswer, Found } from './request-handler.ts';
import { createOpener, createVersions, type Version } from './versions.ts';

export interface Preview {
  readonly find: FindAnswer;
  /** A page as it was sent last, without rendering it. */
  readonly findSent: FindAnswer;
  /** The config that the server started with. */
  readonly config: Config;
  /** Everything was saved before this, as far as the watcher knows: from now on, only newer versions are shown. */
  readonly refresh: () => void;
  /** Called when files are watched. Until then, pages show the sources that the server started with. */
  readonly startWatching: () => void;
  /** When something that was requested was compiled, rendered or read last, in ms (`performance.now()`). Now, if it still is. */
  readonly lastBusy: () => number;
  /** Describes an error of a script in an open page, if it is of an island. */
  readonly describeScriptError: (failure: ScriptError) => Diagnostic | undefined;
  /** Renders and checks the whole site. The files that need all pages are then up to date, unless it has errors. */
  readonly check: (signal: AbortSignal) => Promise<BuildResult>;
  readonly close: () => Promise<void>;
}

export interface PreviewOptions {
  readonly options: ResolvedOptions;
  /** The host to emulate. Absent: what works on every host. */
  readonly as: Host | undefined;
  readonly liveReload: LiveReload;
  /** Called with the files that each version was compiled from, and the folders that its config names. Absolute. */
  readonly onInputs: (inputs: readonly string[]) => void;
}

/** How many pages are kept as they were sent. */
const MAX_SENT = 100;

/** A version, and the state of the server when it was opened. */
type ServedVersion = Version & { readonly site: string };

/** @throws {SitegenError} when the config is invalid, or there are no pages */
export async function createPreview({ options, as, liveReload, onInputs }: PreviewOptions): Promise<Preview> {
  const { root } = options;
  const folder = await createWorkFolder(root, 'serve');
  /** Hashed assets of all versions: an open page may still request those of an earlier one. */
  const assets = path.join(folder, 'served');
  /** The site as it was checked last. */
  const checked = path.join(folder, 'checked');
  const folders = { assets, public: path.join(root, 'public'), checked };
  const openers = Object.fromEntries(
    Object.values(folders).map((place) => [place, createFileOpener(place, as)] as const),
  );
  const sent = new Map<string, { readonly html: string; readonly site: string }>();
  const errors = createErrorLog(liveReload.show);
  let { pages: checkedPages, ownFiles: checkedFiles }: CheckedFiles = { pages: new Set(), ownFiles: new Set() };
  let pagesOfSite: BuildResult['pages'] = [];
  let site: HostedSite;
  let changed = 0;
  let isWatching = false;
  let answering = 0;
  let answered = 0;

  /** All of them, so that an island keeps its script when a page starts or stops using it. */
  async function bundleIslands(config: Config, { islands }: Project): Promise<IslandsBundle> {
    const bundle = await bundleDevelopmentIslands(config, islands);
    onInputs(bundle.inputs);
    await writeAssets({ staging: assets, out: assets }, bundle.assets);
    return bundle;
  }

  const opener = createOpener(options, folder, bundleIslands);
  const versions = createVersions<ServedVersion>(async () => {
    const served = liveReload.site();
    try {
      const version = await opener.open();
      const { compiled } = version;
      const { config, server, styles, icons } = compiled;
      onInputs([...config.watch, ...server.inputs, ...styles.inputs]);
      const found = [...version.misnamed, ...[server, styles, icons].flatMap((one) => one.diagnostics)];
      errors.setCommon(formatErrors(config, found));
      site = toHostedSite(config, pagesOfSite);
      await writeAssets({ staging: assets, out: assets }, [...server.assets, ...styles.assets]);
      return { ...version, site: served };
    } catch (error) {
      errors.setCommon(formatFailure(error));
      throw error;
    }
  });

  /** Files that do not depend on how the sources compile now. */
  const findStatic = (file: string) =>
    [folders.assets, folders.public].find((place) => findFile(place, file) !== undefined);

  /** Files that need all pages, such as the sitemap. */
  const isChecked = ({ project }: Version, file: string) =>
    !checkedPages.has(file) &&
    (!checkedFiles.has(file) || project.ownFiles.includes(file)) &&
    findFile(folders.checked, file) !== undefined;

  async function locate(version: ServedVersion, file: string): Promise<Source | undefined> {
    const { compiled, pages } = version;
    const place = findStatic(file);
    if (place !== undefined) return { place };
    const icon = compiled.icons.assets.find(({ output }) => output === file);
    if (icon !== undefined) return { bytes: icon.contents };
    const job = await pages.find(file);
    if (job !== undefined) return { job };
    if (isChecked(version, file)) return { place: folders.checked };
    const hasErrors = errors.hasCommon() || pages.problems().length > 0;
    return hasErrors && lastHtml(file) !== undefined ? { job: undefined } : undefined;
  }

  /** The reload client is added to pages, so these are not compressed. */
  async function openIn(place: string, file: string, request: IncomingMessage): Promise<OpenedFile | undefined> {
    return file.endsWith('.html') ? openDescriptor(place, file) : openers[place]?.(file, request);
  }

  async function findIn(version: ServedVersion, request: IncomingMessage, asked: HostRequest): Promise<Found> {
    const { compiled, pages } = version;
    const exists = async (file: string) => (await locate(version, file)) !== undefined;
    const answer = await answerWhen(as, site, asked, exists);
    const { file } = answer;
    const source = file === undefined ? undefined : await locate(version, file);
    if (file === undefined || source === undefined) return { answer, site };
    if ('bytes' in source) return { answer, site, bytes: source.bytes };
    if ('place' in source) return { answer, site, opened: await openIn(source.place, file, request) };
    const rendered = source.job === undefined ? { problems: [] } : await pages.render(source.job);
    const used = rendered.facts?.content?.flatMap((content) => content.assets) ?? [];
    await writeAssets({ staging: assets, out: assets }, used);
    if (pagesOfSite.length === 0 && rendered.facts) site = toHostedSite(compiled.config, [rendered.facts]);
    errors.setPage(file, errorsIn(compiled.config, [...pages.problems(), ...rendered.problems]));
    return { answer, site, page: pageOf(file, version.site, rendered.html?.toString()) };
  }

  /** The page as it was sent last, or as it was in the last check without errors. */
  function lastHtml(file: string): string | undefined {
    const read = () => (checkedPages.has(file) ? readFileSync(path.join(folders.checked, file), 'utf8') : undefined);
    return sent.get(file)?.html ?? ifPresent(read);
  }

  /** @param html absent if the page has errors */
  function pageOf(file: string, name: string, html = lastHtml(file)): NonNullable<Found['page']> {
    if (html === undefined) return {};
    sent.delete(file);
    sent.set(file, { html, site: name });
    for (const oldest of [...sent.keys()].slice(0, -MAX_SENT)) sent.delete(oldest);
    return { html: liveReload.injectClient(html, name) };
  }

  const findSent: FindAnswer = async (_request, asked) => {
    const answer = answerOf(as ?? STRICTEST, site, asked, (file) => sent.has(file));
    const found = sent.get(answer.file ?? '');
    return { answer, site, page: found ? { html: liveReload.injectClient(found.html, found.site) } : {} };
  };

  const find: FindAnswer = async (request, asked) => {
    const known = answerOf(as ?? STRICTEST, site, asked, (file) => findStatic(file) !== undefined);
    const place = known.status === 200 && known.file !== undefined ? findStatic(known.file) : undefined;
    if (place !== undefined && known.file !== undefined)
      return { answer: known, site, opened: await openIn(place, known.file, request) };
    // A page shows the sources as they are, whatever the watcher has missed. Once it starts, it reports what was saved before.
    const isOpening = isPageAddress(asked.pathname) && request.headers['x-sitegen-site'] !== liveReload.site();
    return versions.use(
      isOpening && isWatching ? performance.now() : changed,
      (version) => findIn(version, request, asked),
      async (): Promise<Found> => {
        const answer = answerOf(as ?? STRICTEST, site, asked, (file) => lastHtml(file) !== undefined);
        const page = pageOf(answer.file ?? '', liveReload.site());
        return { answer: page.html === undefined ? { status: 500 } : answer, site, page };
      },
    );
  };

  async function countAnswering<Result>(answer: Promise<Result>): Promise<Result> {
    answering += 1;
    try {
      return await answer;
    } finally {
      answering -= 1;
      answered = performance.now();
    }
  }

  /** Opens a version before open pages ask for it. They receive its errors. */
  const prepare = () =>
    countAnswering(
      versions.use(
        changed,
        async () => {},
        async () => {},
      ),
    );

  const check: Preview['check'] = (signal) =>
    versions.use(changed, async (version) => {
      signal.throwIfAborted();
      const running = { ...options, signal, publishing: { at: new Date(), showsAll: true } };
      const workers = startWorkers(running, false);
      const { compiled, project, misnamed, timings } = version;
      try {
        const reading = Promise.resolve(compiled.config);
        const bundling = bundleUsedIslands(reading, Promise.resolve(compiled.server), project);
        const islands = await timings.time('bundle islands', bundling);
        const config = { ...compiled.config, out: folders.checked };
        const checking = { options: running, project, misnamed, compiled: { ...compiled, islands, config } };
        const { result } = await buildSite({ ...checking, workers, timings });
        signal.throwIfAborted();
        pagesOfSite = result.pages;
        if (result.ok) {
          checkedPages = new Set(result.pages.map(({ route }) => route.output));
          checkedFiles = new Set(project.ownFiles);
        }
        site = toHostedSite(compiled.config, pagesOfSite);
        errors.setSite(errorsIn(compiled.config, result.diagnostics));
        return { ...result, config: compiled.config };
      } finally {
        await workers.stop();
      }
    });

  const close = async () => {
    await versions.close();
    opener.restoreEnvironment();
    await removeFolder(folder);
  };
  try {
    const config = await versions.use(0, async ({ compiled }) => compiled.config);
    const scripts = { root, served: assets, out: config.out };
    const describeScriptError: Preview['describeScriptError'] = (failure) => describeIslandError(scripts, failure);
    return {
      find: (request, asked) => countAnswering(find(request, asked)),
      findSent,
      config,
      check,
      close,
      describeScriptError,
      startWatching: () => (isWatching = true),
      lastBusy: () => (answering > 0 ? performance.now() : answered),
      refresh: () => {
        changed = performance.now();
        if (liveReload.isWatched()) void prepare();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where the content of a file is: in a folder, in memory, or on a page. Without a job, a page as it was sent last. */
type Source = { readonly place: string } | { readonly bytes: Uint8Array } | { readonly job: PageJob | undefined };

/** Outputs of the site that was checked last. */
interface CheckedFiles {
  readonly pages: ReadonlySet<string>;
  /** From `public` and `templates/files`. */
  readonly ownFiles: ReadonlySet<string>;
}

/** Asks for files until the answer of the host is known. */
async function answerWhen(
  as: Host | undefined,
  site: HostedSite,
  request: HostRequest,
  exists: (file: string) => Promise<boolean>,
): Promise<Answer> {
  const known = new Map<string, boolean>();
  for (;;) {
    const unknown = new Set<string>();
    const answer = answerOf(as ?? STRICTEST, site, request, (file) => {
      if (!known.has(file)) unknown.add(file);
      return known.get(file) === true;
    });
    if (unknown.size === 0) return answer;
    for (const file of unknown) known.set(file, await exists(file));
  }
}

/** Files that pages refer to can be as old as the last change that the watcher noticed. */
function isPageAddress(pathname: string): boolean {
  return !/\.[^/.]+$/.test(pathname) || pathname.endsWith('.html');
}
