/** Finds what a host would send: files, pages of a version, and pages as they were sent last. */
import type { IncomingMessage } from 'node:http';
import type { Host } from '../api/host.ts';
import { answerOf, type HostRequest } from '../hosts/answer.ts';
import { STRICTEST } from '../hosts/hosts.ts';
import type { Output } from '../site/output.ts';
import { errorsIn, type ErrorLog } from './error-log.ts';
import type { HostedSiteState } from './hosted-site.ts';
import type { LastCheck } from './last-check.ts';
import type { LiveReload } from './live-reload.ts';
import type { Version } from './open-version.ts';
import type { FindAnswer, Found } from './request-handler.ts';
import { createSentPages } from './sent-pages.ts';
import type { ServedFiles } from './served-files.ts';

/** The state of the site besides its versions. It changes while the site is served. */
export interface ShownState {
  readonly files: ServedFiles;
  readonly lastCheck: LastCheck;
  readonly hostedSite: HostedSiteState;
  readonly errors: ErrorLog;
}

export interface CreateAnswers extends ShownState {
  /** The host to emulate. Default: only what works on every host. */
  readonly as: Host | undefined;
  readonly liveReload: Pick<LiveReload, 'site' | 'injectClient'>;
}

export interface Answers {
  /** Finds a file that does not depend on the current version. @returns `undefined` for everything else */
  readonly findStatic: (request: IncomingMessage, asked: HostRequest) => Promise<Found | undefined>;
  /** True if the next version may have a page that this one lacks, although no file has changed: `paths` may return it. */
  readonly mayAppear: (version: Version, asked: HostRequest) => boolean;
  /** @param begun when the page was requested, in ms. Absent unless a link was followed */
  readonly findIn: (version: Version, request: IncomingMessage, asked: HostRequest, begun?: number) => Promise<Found>;
  /** Finds a page as it was before, for a version that cannot be opened. */
  readonly findFailed: (asked: HostRequest) => Promise<Found>;
  /** Finds a page as it was sent last, without rendering it. */
  readonly findSent: FindAnswer;
}

/** Where a file is: in a folder, or in the table of a version. Without an output, a page as it was sent last. */
type Source = { readonly place: string } | { readonly output: Output | undefined };

export function createAnswers(input: CreateAnswers): Answers {
  const { as = STRICTEST, files, lastCheck, hostedSite, errors, liveReload } = input;
  const pages = createSentPages(lastCheck, liveReload);

  function locate({ site }: Version, file: string): Source | undefined {
    const place = files.findStatic(file);
    if (place !== undefined) return { place };
    const output = site.find(file);
    if (output !== undefined) return { output };
    if (lastCheck.hasFile(file, site.has)) return { place: files.folders.checked };
    const hasErrors = errors.hasCommon() || site.problems().length > 0;
    return hasErrors && pages.lastHtml(file) !== undefined ? { output: undefined } : undefined;
  }

  async function render(version: Version, output: Output): Promise<string | undefined> {
    const { config } = version.compiled;
    const { html, facts, assets, problems } = await version.site.render(output);
    await files.storeAssets(assets);
    if (lastCheck.pages().length === 0 && facts !== undefined) hostedSite.set(config, [facts]);
    const found = [...version.site.problems(), ...problems];
    if (found.length > 0) version.hasFailed = true;
    errors.setPage(output.output, errorsIn(config, found));
    return html;
  }

  return {
    findStatic: async (request, asked) => {
      const site = hostedSite.get();
      const answer = answerOf(as, site, asked, (file) => files.findStatic(file) !== undefined);
      const file = answer.status === 200 ? answer.file : undefined;
      const place = file === undefined ? undefined : files.findStatic(file);
      if (file === undefined || place === undefined) return undefined;
      return { answer, site, opened: files.open(place, file, request) };
    },
    mayAppear: (version, asked) => {
      const inside = insideOf(version, asked);
      return inside !== undefined && version.site.dependsOnPaths(inside);
    },
    findIn: async (version, request, asked, begun = 0) => {
      const inside = insideOf(version, asked);
      if (inside !== undefined) await version.site.prepare(inside);
      const site = hostedSite.get();
      const answer = answerOf(as, site, asked, (file) => locate(version, file) !== undefined);
      const { file } = answer;
      const source = file === undefined ? undefined : locate(version, file);
      if (file === undefined || source === undefined) return { answer, site };
      if ('place' in source) return { answer, site, opened: files.open(source.place, file, request) };
      if (source.output?.contents instanceof Uint8Array) return { answer, site, bytes: source.output.contents };
      const html = source.output && (await render(version, source.output));
      const page = pages.show(file, { html, site: version.name, isReused: version.opened < begun });
      return { answer, site: hostedSite.get(), page };
    },
    findFailed: async (asked) => {
      const site = hostedSite.get();
      const answer = answerOf(as, site, asked, (file) => pages.lastHtml(file) !== undefined);
      const page = pages.show(answer.file ?? '', { site: liveReload.site() });
      return { answer: page.html === undefined ? { status: 500 } : answer, site, page };
    },
    findSent: async (_request, asked) => {
      const site = hostedSite.get();
      const answer = answerOf(as, site, asked, (file) => pages.wasSent(file));
      return { answer, site, page: pages.showAgain(answer.file ?? '') };
    },
  };
}

/** @returns the path without the base and the leading slash; `undefined` if it is not below the base */
function insideOf({ compiled }: Version, { pathname }: HostRequest): string | undefined {
  const { base } = compiled.config;
  return pathname.startsWith(base) ? pathname.slice(base.length) : undefined;
}
