/** The site while `sitegen serve` watches: each page is rendered when it is requested, from the sources as they are then. */
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Host, HostedSite } from '../api/host.ts';
import { buildSite } from '../build/build.ts';
import type { ResolvedOptions } from '../build/options.ts';
import { startWorkers } from '../build/workers.ts';
import { bundleUsedIslands } from '../build/compile.ts';
import { bundleDevelopmentIslands } from '../compile/development-islands.ts';
import { answerOf, type HostRequest } from '../hosts/answer.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import { STRICTEST } from '../hosts/hosts.ts';
import { writeAssets } from '../publish/write-files.ts';
import type { BuildResult } from '../shared/build-result.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Asset, Config } from '../shared/model.ts';
import { createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import type { Output } from '../site/output.ts';
import { createErrorLog, describeFailure, errorsIn } from './error-log.ts';
import { findFile } from './find-file.ts';
import { describeIslandError, type ScriptError } from './island-errors.ts';
import { createLastCheck } from './last-check.ts';
import type { LiveReload } from './live-reload.ts';
import { createFileOpener, openDescriptor, type OpenedFile } from './open-file.ts';
import { createOpener, type Version } from './open-version.ts';
import type { FindAnswer, Found } from './request-handler.ts';
import { createRequests } from './requests.ts';
import { createSentPages, type SentPage } from './sent-pages.ts';
import { createVersions } from './versions.ts';

export interface Preview {
  readonly find: FindAnswer;
  /** A page as it was sent last, without rendering it. */
  readonly findSent: FindAnswer;
  /** The config that the server started with. */
  readonly config: Config;
  /** Marks the current version as stale, because something was saved. Later requests wait for a newer one. */
  readonly refresh: () => void;
  /** Resolves once nothing has been requested for a while. */
  readonly untilQuiet: () => Promise<void>;
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

/** A version, and the state of the server when it was opened. */
interface ServedVersion extends Version {
  /** See `LiveReload.site`. */
  readonly name: string;
  /** In ms (`performance.now()`). */
  readonly opened: number;
  /** True once a page has been rendered with errors, which may depend on what happened before. */
  hasFailed: boolean;
}

/** How long a version is used without a change, in ms: the data that `shared` has loaded is at least as old. */
const MAX_AGE = 150_000;

/** @throws {SitegenError} when the config is invalid, or there are no pages */
export async function createPreview({ options, as, liveReload, onInputs }: PreviewOptions): Promise<Preview> {
  const { root } = options;
  const folder = await createWorkFolder(root, 'serve');
  const folders = {
    /** Hashed assets of all versions: an open page may still request those of an earlier one. */
    assets: path.join(folder, 'served'),
    public: path.join(root, 'public'),
    checked: path.join(folder, 'checked'),
  };
  const openers = Object.fromEntries(
    Object.values(folders).map((place) => [place, createFileOpener(place, as)] as const),
  );
  const host = as ?? STRICTEST;
  const sent = createSentPages();
  const lastCheck = createLastCheck(folders.checked);
  const errors = createErrorLog(liveReload.show);
  const requests = createRequests();
  let site: HostedSite;
  let changed = 0;
  let hasOpened = false;

  const storeAssets = (assets: readonly Asset[]) =>
    writeAssets({ staging: folders.assets, out: folders.assets }, assets);

  const opener = createOpener({
    options,
    folder,
    // All of them, so that an island keeps its script when a page starts or stops using it.
    bundleIslands: async (config, { islands }) => {
      const bundle = await bundleDevelopmentIslands(config, islands);
      onInputs(bundle.inputs);
      await storeAssets(bundle.assets);
      return bundle;
    },
  });
  const versions = createVersions<ServedVersion>(async () => {
    const [name, opened] = [liveReload.site(), performance.now()];
    try {
      const version = await opener.open();
      const { config, inputs, server, styles, icons } = version.compiled;
      onInputs([...config.watch, ...inputs]);
      const found = [...version.misnamed, ...[server, styles, icons].flatMap((one) => one.diagnostics)];
      errors.setCommon({ message: '', diagnostics: errorsIn(config, found) });
      site = toHostedSite(config, lastCheck.pages());
      await storeAssets([...server.assets, ...styles.assets]);
      return { ...version, name, opened, hasFailed: false };
    } catch (error) {
      errors.setCommon(describeFailure(error));
      throw error;
    }
  });

  /** Files that do not depend on how the sources compile now. */
  const findStatic = (file: string) =>
    [folders.assets, folders.public].find((place) => findFile(place, file) !== undefined);

  function locate({ site: table }: ServedVersion, file: string): Source | undefined {
    const place = findStatic(file);
    if (place !== undefined) return { place };
    const output = table.find(file);
    if (output !== undefined) return { output };
    if (lastCheck.hasFile(file, table.has)) return { place: folders.checked };
    const hasErrors = errors.hasCommon() || table.problems().length > 0;
    return hasErrors && lastHtml(file) !== undefined ? { output: undefined } : undefined;
  }

  /** The reload client is added to pages, so these are not compressed. */
  async function openIn(place: string, file: string, request: IncomingMessage): Promise<OpenedFile | undefined> {
    return file.endsWith('.html') ? openDescriptor(place, file) : openers[place]?.(file, request);
  }

  /** @param begun when the page was asked for, if that may be by a link, in ms */
  async function findIn(
    version: ServedVersion,
    request: IncomingMessage,
    asked: HostRequest,
    begun = 0,
  ): Promise<Found> {
    const { base } = version.compiled.config;
    if (asked.pathname.startsWith(base)) await version.site.prepare(asked.pathname.slice(base.length));
    const answer = answerOf(host, site, asked, (file) => locate(version, file) !== undefined);
    const { file } = answer;
    const source = file === undefined ? undefined : locate(version, file);
    if (file === undefined || source === undefined) return { answer, site };
    if ('place' in source) return { answer, site, opened: await openIn(source.place, file, request) };
    if (source.output?.contents instanceof Uint8Array) return { answer, site, bytes: source.output.contents };
    const html = source.output && (await renderIn(version, source.output));
    return { answer, site, page: pageOf(file, { html, site: version.name }, version.opened < begun) };
  }

  async function renderIn(version: ServedVersion, output: Output): Promise<string | undefined> {
    const { config } = version.compiled;
    const { html, facts, assets, problems } = await version.site.render(output);
    await storeAssets(assets);
    if (lastCheck.pages().length === 0 && facts !== undefined) site = toHostedSite(config, [facts]);
    const found = [...version.site.problems(), ...problems];
    if (found.length > 0) version.hasFailed = true;
    errors.setPage(output.output, errorsIn(config, found));
    return html;
  }

  /** The page as it was sent last, or as it was in the last check without errors. */
  function lastHtml(file: string): string | undefined {
    return sent.get(file)?.html ?? lastCheck.htmlOf(file);
  }

  /**
   * @param page without HTML if it has errors
   * @param isReused true if its version had been compiled before the page was asked for
   */
  function pageOf(file: string, { site: name, ...page }: ShownPage, isReused = false): NonNullable<Found['page']> {
    const html = page.html ?? lastHtml(file);
    if (html === undefined) return {};
    sent.set(file, { html, site: name });
    return { html: liveReload.injectClient(html, { site: name, isReused, isOld: page.html === undefined }) };
  }

  const findSent: FindAnswer = async (_request, asked) => {
    const answer = answerOf(host, site, asked, (file) => sent.get(file) !== undefined);
    const found = sent.get(answer.file ?? '');
    return { answer, site, page: found ? { html: liveReload.injectClient(found.html, { site: found.site }) } : {} };
  };

  /** A page that cannot be rendered, because its version cannot be opened. */
  async function findFailed(asked: HostRequest): Promise<Found> {
    const answer = answerOf(host, site, asked, (file) => lastHtml(file) !== undefined);
    const page = pageOf(answer.file ?? '', { site: liveReload.site() });
    return { answer: page.html === undefined ? { status: 500 } : answer, site, page };
  }

  const find: FindAnswer = async (request, asked) => {
    const known = answerOf(host, site, asked, (file) => findStatic(file) !== undefined);
    const place = known.status === 200 && known.file !== undefined ? findStatic(known.file) : undefined;
    if (place !== undefined && known.file !== undefined)
      return { answer: known, site, opened: await openIn(place, known.file, request) };
    const fail = () => findFailed(asked);
    // An open page that fetches itself again shows what the watcher has reported.
    if (!isPageAddress(asked.pathname) || request.headers['x-sitegen-site'] === liveReload.site())
      return versions.use({ since: changed }, (version) => findIn(version, request, asked), fail);
    // A page that is opened shows the sources as they are, whatever the watcher has missed.
    const byLink = isClick(request);
    const mayReuse = byLink || !hasOpened;
    hasOpened = true;
    const begun = performance.now();
    const run = (version: ServedVersion) => findIn(version, request, asked, byLink ? begun : undefined);
    const isCurrent = (version: ServedVersion) =>
      mayReuse && !version.hasFailed && begun - version.opened < MAX_AGE && version.isCurrent();
    const found = await versions.use({ since: changed, isCurrent }, run, fail);
    // Data may have a new page since `paths` were read.
    return found.answer.status === 404 && mayReuse
      ? versions.use({ since: begun, isCurrent: () => true }, run, fail)
      : found;
  };

  /** Opens a version before open pages ask for it. They receive its errors. */
  const prepare = () =>
    requests.during(
      versions.use(
        { since: changed },
        async () => {},
        async () => {},
      ),
    );

  const check: Preview['check'] = (signal) =>
    versions.use({ since: changed }, async (version) => {
      signal.throwIfAborted();
      const publishing = { at: new Date(), showsAll: true };
      const running = { ...options, signal, publishing, beforeCleanup: requests.untilQuiet };
      const workers = startWorkers(running, false);
      const { compiled, project, misnamed, timings } = version;
      try {
        const reading = Promise.resolve(compiled.config);
        const bundling = bundleUsedIslands(reading, Promise.resolve(compiled.server), project);
        const islands = await timings.time('bundle islands', bundling);
        const config = { ...compiled.config, out: folders.checked };
        const checking = { options: running, project, misnamed, compiled: { ...compiled, islands, config } };
        const built = await buildSite({ ...checking, workers, timings });
        signal.throwIfAborted();
        lastCheck.set(built);
        site = toHostedSite(compiled.config, lastCheck.pages());
        errors.setSite(errorsIn(compiled.config, built.result.diagnostics));
        return { ...built.result, config: compiled.config };
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
    const config = await versions.use({ since: 0 }, async ({ compiled }) => compiled.config);
    const scripts = { root, served: folders.assets, out: config.out };
    return {
      find: (request, asked) => requests.during(find(request, asked)),
      findSent,
      config,
      check,
      close,
      describeScriptError: (failure) => describeIslandError(scripts, failure),
      untilQuiet: requests.untilQuiet,
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

/** Where a file is: in a folder, or in the table of a version. Without an output, a page as it was sent last. */
type Source = { readonly place: string } | { readonly output: Output | undefined };

/** A page to be sent. */
interface ShownPage extends Pick<SentPage, 'site'> {
  readonly html?: string | undefined;
}

/** Files that pages refer to can be as old as the last change that the watcher noticed. */
function isPageAddress(pathname: string): boolean {
  return !/\.[^/.]+$/.test(pathname) || pathname.endsWith('.html');
}

/** True for a request by a link. Reloads, the address bar, and programs other than browsers get the sources compiled anew. */
function isClick({ headers }: IncomingMessage): boolean {
  const isFromPage = /^(same-origin|same-site|cross-site)$/.test(headers['sec-fetch-site'] ?? '');
  return isFromPage && !/no-cache|max-age=0/.test(headers['cache-control'] ?? '');
}
