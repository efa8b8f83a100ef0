/** The site while `sitegen serve` watches: each page is rendered on request, from the current sources. */
import type { Host } from '../api/host.ts';
import type { ResolvedOptions } from '../build/options.ts';
import { createDevelopmentIslands } from '../compile/development-islands.ts';
import type { BuildResult } from '../shared/build-result.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Config } from '../shared/model.ts';
import { createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import { createAnswers, type ShownState } from './answers.ts';
import { checkVersion } from './check-version.ts';
import { createErrorLog, errorsIn, toShownErrors } from './error-log.ts';
import { createFinder } from './choose-version.ts';
import { createHostedSite } from './hosted-site.ts';
import { describeIslandError, type ScriptError } from './island-errors.ts';
import { createLastCheck } from './last-check.ts';
import type { LiveReload } from './live-reload.ts';
import { createOpener, type CreateOpener, type Version } from './open-version.ts';
import type { FindAnswer } from './request-handler.ts';
import { createRequests } from './requests.ts';
import { reuseIslands } from './reuse-islands.ts';
import { createAssetSender, type SendAsset } from './send-asset.ts';
import { createServedFiles } from './served-files.ts';
import { createVersions } from './versions.ts';

export interface Preview {
  readonly find: FindAnswer;
  /** A page as it was sent last, without rendering it. */
  readonly findSent: FindAnswer;
  readonly sendAsset: SendAsset;
  /** The config that the server started with. */
  readonly config: Config;
  /** Marks the current version as stale, because something was saved. Later requests wait for a newer one. */
  readonly refresh: () => void;
  /** Resolves once nothing has been requested for a while, or the server closes. */
  readonly untilQuiet: () => Promise<void>;
  /** Describes an error of a script in an open page, if an island threw it. */
  readonly describeScriptError: (failure: ScriptError) => Diagnostic | undefined;
  /** Renders and checks the whole site. The files that need all pages are then up to date, unless it has errors. */
  readonly check: (signal: AbortSignal) => Promise<BuildResult>;
  readonly close: () => Promise<void>;
}

export interface PreviewOptions {
  readonly options: ResolvedOptions;
  /** The host to emulate. Default: only what works on every host. */
  readonly as: Host | undefined;
  readonly liveReload: LiveReload;
  /** Called with the files that each version was compiled from, and the folders that its config names. Absolute. */
  readonly onInputs: (inputs: readonly string[]) => void;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

const ignore = (): Promise<void> => Promise.resolve();

/** @throws {SitegenError} when the config is invalid, or there are no pages */
export async function createPreview(input: PreviewOptions): Promise<Preview> {
  const { options, as, liveReload, closing } = input;
  const { root } = options;
  const folder = await createWorkFolder(root, 'serve');
  const files = createServedFiles(root, folder, as);
  const sendAsset = createAssetSender(files.folders.assets);
  const lastCheck = createLastCheck(files.folders.checked);
  const hostedSite = createHostedSite();
  const errors = createErrorLog(liveReload.show);
  const requests = createRequests(closing);
  const shown = { files, lastCheck, hostedSite, errors };
  const answers = createAnswers({ as, liveReload, ...shown });
  let changed = 0;
  const lastChange = () => changed;
  const noteChange = () => {
    changed = performance.now();
  };
  const whenQuiet = (run: () => void) => {
    void requests.untilQuiet().then(() => closing.aborted || run());
  };
  const { openVersion, closeOpener } = createVersionOpener(input, { folder, lastChange, whenQuiet }, shown);
  const versions = createVersions(openVersion);
  /** Opens a version before open pages ask for it. They receive its errors. */
  const prepare = () => versions.use({ since: changed }, ignore, ignore);
  const close = async () => {
    await versions.close();
    await closeOpener();
    await removeFolder(folder);
  };
  try {
    const config = await versions.use({ since: 0 }, async ({ compiled }) => compiled.config);
    const scripts = { root, served: files.folders.assets, out: config.out };
    const find = createFinder({ versions, answers, nameOfSources: liveReload.site, lastChange, noteChange });
    return {
      find: (request, asked) => requests.during(find(request, asked)),
      findSent: answers.findSent,
      sendAsset: (request, response) => {
        void requests.during(Promise.resolve()); // only its time counts: a client may read slowly
        return sendAsset(request, response);
      },
      config,
      check: (signal) =>
        versions.use({ since: changed }, async (version) => {
          signal.throwIfAborted();
          const running = { ...options, signal, beforeCleanup: requests.untilQuiet };
          const built = await checkVersion(version, running, files.folders.checked);
          lastCheck.set(built);
          hostedSite.set(version.compiled.config, lastCheck.pages());
          errors.setSite(errorsIn(version.compiled.config, built.result.diagnostics));
          return { ...built.result, config: version.compiled.config };
        }),
      close,
      describeScriptError: (failure) => describeIslandError(scripts, failure),
      untilQuiet: requests.untilQuiet,
      refresh: () => {
        noteChange();
        if (liveReload.isWatched()) void requests.during(prepare());
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens versions. The latest one determines what is shown, including errors. */
function createVersionOpener(
  { options, liveReload, onInputs }: PreviewOptions,
  opening: Pick<CreateOpener, 'folder' | 'lastChange' | 'whenQuiet'>,
  { files, lastCheck, hostedSite, errors }: ShownState,
) {
  const development = createDevelopmentIslands();
  const bundleIslands = reuseIslands(development.bundle);
  const opener = createOpener({
    options,
    ...opening,
    nameOfSources: liveReload.site,
    // All islands, so that each keeps its script when a page starts or stops using it.
    bundleIslands: async (config, { islands }, sources) => {
      const bundle = await bundleIslands(config, islands, sources);
      onInputs(bundle.inputs);
      await files.storeAssets(bundle.assets);
      return bundle;
    },
  });
  const openVersion = async (): Promise<Version> => {
    try {
      const version = await opener.open();
      const { config, inputs, server, styles, icons } = version.compiled;
      onInputs([...config.watch, ...inputs]);
      const found = [...version.misnamed, ...[server, styles, icons].flatMap((one) => one.diagnostics)];
      errors.setCommon({ message: '', diagnostics: errorsIn(config, found) });
      hostedSite.set(config, lastCheck.pages());
      await files.storeAssets([...server.assets, ...styles.assets]);
      return version;
    } catch (error) {
      errors.setCommon(toShownErrors(error));
      throw error;
    }
  };
  const closeOpener = async () => {
    await Promise.all([opener.close(), development.close()]);
  };
  return { openVersion, closeOpener };
}
