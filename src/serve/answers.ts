/** Finds what a host would send: files, pages of a version, and pages as they were sent last. */
import type { IncomingMessage } from 'node:http';
import type { Host, HostedSite } from '../api/host.ts';
import { answerOf, type Answer, type HostRequest } from '../hosts/answer.ts';
import { STRICTEST } from '../hosts/hosts.ts';
import type { Output } from '../site/output.ts';
import { errorsIn, type ErrorLog } from './error-log.ts';
import type { LastCheck } from './last-check.ts';
import type { LiveReload } from './live-reload.ts';
import type { Version } from './open-version.ts';
import type { ServedFile } from './send-file.ts';
import type { ServedFiles } from './served-files.ts';

/** Finds the response to a request. */
export type FindAnswer = (request: IncomingMessage, asked: HostRequest) => Promise<FoundAnswer>;

/** A page, bytes in memory, or a file; none of them if there is no such file. */
export interface FoundAnswer {
  readonly answer: Answer;
  /** The site, as the host knows it. */
  readonly site: HostedSite;
  /** Without `html` if it cannot be rendered. */
  readonly page?: { readonly html?: string };
  readonly bytes?: Uint8Array;
  readonly file?: ServedFile;
}

export interface Answers {
  /** Finds a file that does not depend on the current version. @returns `undefined` for everything else */
  readonly findStatic: (asked: HostRequest) => FoundAnswer | undefined;
  /** @param begun when the page was requested, in ms. Absent unless a link was followed */
  readonly findIn: (version: Version, asked: HostRequest, begun?: number) => Promise<FoundAnswer>;
  /** Finds a page as it was before, for a version that cannot be opened. */
  readonly findFailed: (asked: HostRequest) => FoundAnswer;
  /** Finds a page as it was sent last, without rendering it. */
  readonly findSent: (asked: HostRequest) => FoundAnswer;
}

/** How many pages are kept as they were sent last. */
const MAX_PAGES = 100;

/** @param as the host to emulate. Default: only what works on every host */
export function createAnswers(
  as: Host = STRICTEST,
  files: ServedFiles,
  lastCheck: LastCheck,
  errors: ErrorLog,
  liveReload: Pick<LiveReload, 'site' | 'injectClient'>,
): Answers {
  /** What a page with errors still shows, and what an open page is compared with. `site` is that of `LiveReload`. */
  const sent = new Map<string, { readonly html: string; readonly site: string }>();
  const lastHtml = (name: string) => sent.get(name)?.html ?? lastCheck.htmlOf(name);

  /** @returns the page with the reload client, or as it was before, if it has errors */
  function show(name: string, site: string, rendered: string | undefined, isReused: boolean): { html?: string } {
    const html = rendered ?? lastHtml(name);
    if (html === undefined) return {};
    sent.delete(name); // the oldest are first
    sent.set(name, { html, site });
    for (const oldest of [...sent.keys()].slice(0, -MAX_PAGES)) sent.delete(oldest);
    return { html: liveReload.injectClient(html, { site, isReused, isOld: rendered === undefined }) };
  }

  /** Without an output, a page is found as it was sent last. */
  function locate({ site }: Version, name: string): { file: ServedFile } | { output: Output | undefined } | undefined {
    const file = files.findStatic(name);
    if (file !== undefined) return { file };
    const output = site.find(name);
    if (output !== undefined) return { output };
    if (lastCheck.hasFile(name, site.has)) return { file: { folder: files.folders.checked, name } };
    const hasErrors = errors.hasCommon() || site.problems().length > 0;
    return hasErrors && lastHtml(name) !== undefined ? { output: undefined } : undefined;
  }

  async function render(version: Version, output: Output): Promise<string | undefined> {
    const { config } = version.compiled;
    const { html, facts, assets, problems } = await version.site.render(output);
    await files.storeAssets(assets);
    if (facts !== undefined) lastCheck.setHostedSite(config, facts);
    const found = [...version.site.problems(), ...problems];
    if (found.length > 0) version.hasFailed = true;
    errors.setPage(output.output, errorsIn(config, found));
    return html;
  }

  return {
    findStatic: (asked) => {
      const site = lastCheck.hostedSite();
      const answer = answerOf(as, site, asked, (name) => files.findStatic(name) !== undefined);
      const file = answer.status === 200 && answer.file !== undefined ? files.findStatic(answer.file) : undefined;
      return file && { answer, site, file };
    },
    findIn: async (version, asked, begun = 0) => {
      const { base } = version.compiled.config;
      if (asked.pathname.startsWith(base)) await version.site.prepare(asked.pathname.slice(base.length));
      const site = lastCheck.hostedSite();
      const answer = answerOf(as, site, asked, (name) => locate(version, name) !== undefined);
      const { file: name = '' } = answer;
      const found = answer.file === undefined ? undefined : locate(version, name);
      if (found === undefined) return { answer, site };
      if ('file' in found) return { answer, site, file: found.file };
      if (found.output?.contents instanceof Uint8Array) return { answer, site, bytes: found.output.contents };
      const html = found.output && (await render(version, found.output));
      const page = show(name, version.name, html, version.opened < begun);
      return { answer, site: lastCheck.hostedSite(), page };
    },
    findFailed: (asked) => {
      const site = lastCheck.hostedSite();
      const answer = answerOf(as, site, asked, (name) => lastHtml(name) !== undefined);
      const page = show(answer.file ?? '', liveReload.site(), undefined, false);
      return { answer: page.html === undefined ? { status: 500 } : answer, site, page };
    },
    findSent: (asked) => {
      const site = lastCheck.hostedSite();
      const answer = answerOf(as, site, asked, (name) => sent.has(name));
      const found = sent.get(answer.file ?? '');
      const page = found === undefined ? {} : { html: liveReload.injectClient(found.html, { site: found.site }) };
      return { answer, site, page };
    },
  };
}
