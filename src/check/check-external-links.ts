/** Checks the links of pages to other sites, by requesting them. */
import { setTimeout as pause } from 'node:timers/promises';
import { mapConcurrently } from '../shared/concurrency.ts';
import sitegen from '../../package.json' with { type: 'json' };
import { causeOf, hasCode, reasonOfRequest } from '../shared/errors.ts';
import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { Config, Route } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { absoluteUrl, isElsewhere } from '../shared/address.ts';
import { readJsonIfExists, writeAtomically } from '../shared/files.ts';
import { statePaths } from '../shared/paths.ts';
import { mergeProblems } from './merge-problems.ts';

export interface CheckExternal extends Pick<Config, 'base' | 'elsewhere'> {
  /** The project's folder, absolute. */
  readonly root: string;
  /** The site's own origin, if it is known. */
  readonly site: string | undefined;
  readonly pages: readonly PageFacts[];
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, known: number) => void;
}

/** The response to a request, or why there is none. */
interface Answer {
  readonly status?: number;
  /** How long to wait before the next request, in ms. */
  readonly wait?: number;
  readonly failure?: unknown;
}

/** How many hosts are checked in parallel. Each receives one request at a time. */
const HOSTS = 8;
/** Between two requests to a host, in ms. */
const PAUSE = 100;
/** How long to wait for a response, in ms. */
const TIMEOUT = 10_000;
/** After that many addresses of a host without a response, the others are not requested. */
const MAX_SILENT = 3;
const NOT_ASKED = new Error('its host did not respond to others');
/** How long a reachable address is not requested again: a day, in ms. */
const KNOWN_FOR = 24 * 3600_000;

/** Other elements can contain addresses that no visitor opens: `preconnect`, a form's action. */
const CHECKED = /^(a|area|img|script|iframe|source|video|audio|track|object|embed)\[/;

/**
 * Checks every address of another site in pages. One that no longer exists is an error; one that does not respond now, or
 * not to programs, is a warning.
 */
export async function checkExternal(options: CheckExternal): Promise<Diagnostic[]> {
  const { root, signal, onProgress = () => {} } = options;
  const named = collect(options);
  const known = await readKnown(root);
  const asked = [...named.keys()].filter((address) => known[address] === undefined);
  const answers = new Map<string, Answer>();
  await mapConcurrently([...groupByHost(asked).values()], HOSTS, async (addresses) => {
    let silent = 0;
    for (const address of addresses) {
      const isAsked = silent < MAX_SILENT;
      const answer = isAsked ? await ask(address, signal) : { failure: NOT_ASKED };
      if (answer.status === undefined) silent += 1;
      answers.set(address, answer);
      onProgress(answers.size, asked.length);
      if (isAsked) await pause(PAUSE, undefined, { signal });
    }
  });
  const found = [...answers]
    .filter(([, answer]) => isReachable(answer))
    .map(([address]) => [address, Date.now()] as const);
  const reachable = { ...known, ...Object.fromEntries(found) };
  await writeAtomically(statePaths(root).externalLinks, JSON.stringify(reachable));
  const problems = asked.flatMap((address) => {
    const diagnostic = describeAnswer(address, answers.get(address));
    if (diagnostic === undefined) return [];
    const routes = named.get(address) ?? [];
    return routes.map((route) => ({ route, diagnostic: { ...diagnostic, place: { file: route.source } } }));
  });
  return mergeProblems(problems);
}

/** Maps each address that the site does not serve itself to the pages that contain it. */
function collect({ pages, site, base, elsewhere }: CheckExternal): Map<string, Route[]> {
  const named = new Map<string, Route[]>();
  for (const { route, references } of pages) {
    for (const { url, from } of references) {
      const page = absoluteUrl(site ?? 'https://localhost', base, route.path);
      if (!CHECKED.test(from) || !URL.canParse(url, page)) continue;
      const address = new URL(url, page);
      const isOwn = site === undefined ? !/^(https?:)?\/\//i.test(url) : address.origin === site;
      const isOnHost = site !== undefined && isElsewhere(elsewhere, address.pathname);
      // The site's own addresses are checked without a request.
      if (!/^https?:$/.test(address.protocol) || (isOwn && !isOnHost)) continue;
      address.hash = '';
      const routes = named.get(address.href);
      if (routes === undefined) named.set(address.href, [route]);
      else if (!routes.includes(route)) routes.push(route);
    }
  }
  return named;
}

function groupByHost(addresses: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const address of addresses) {
    const { host } = new URL(address);
    groups.set(host, [...(groups.get(host) ?? []), address]);
  }
  return groups;
}

/** Some servers answer HEAD with an error, and some respond only to the second request. */
async function ask(address: string, signal: AbortSignal): Promise<Answer> {
  const first = await request(address, 'HEAD', signal);
  if (isReachable(first)) return first;
  await pause(first.wait ?? PAUSE, undefined, { signal });
  return request(address, 'GET', signal);
}

async function request(address: string, method: string, signal: AbortSignal): Promise<Answer> {
  try {
    const headers = { 'User-Agent': `sitegen/${sitegen.version} (checks links)`, Accept: '*/*' };
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    const response = await fetch(address, { method, headers, signal: timeout });
    await response.body?.cancel();
    const wait = Number(response.headers.get('Retry-After')) * 1000;
    return { status: response.status, ...(wait > 0 && wait <= TIMEOUT && { wait }) };
  } catch (failure) {
    signal.throwIfAborted();
    return { failure };
  }
}

function isReachable({ status = 999 }: Answer): boolean {
  return status < 400;
}

function describeAnswer(address: string, answer: Answer = {}): Diagnostic | undefined {
  const { status, failure } = answer;
  if (isReachable(answer)) return undefined;
  const reason = status === undefined ? reasonOfRequest(failure, TIMEOUT) : `it responds with ${status}`;
  if (status === 404 || status === 410 || hasCode(causeOf(failure), 'ENOTFOUND')) {
    const message = `The page links to "${address}", which no longer exists: ${reason}.`;
    return error('external-gone', message, { hint: 'update or remove the link' });
  }
  const message = `The page links to "${address}", which could not be checked: ${reason}.`;
  return warning('external-unclear', message, { hint: 'open it in a browser' });
}

/** Addresses that were reachable less than a day ago. */
async function readKnown(root: string): Promise<Readonly<Record<string, number>>> {
  const known = ((await readJsonIfExists(statePaths(root).externalLinks)) ?? {}) as Readonly<Record<string, number>>;
  return Object.fromEntries(Object.entries(known).filter(([, time]) => Date.now() - time < KNOWN_FOR));
}
