import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { answerOf, type Answer } from '../../../src/hosts/answer.ts';
import { REVALIDATE } from '../../../src/hosts/file-metadata.ts';
import { configuredHeaders, headersOf } from '../../../src/hosts/headers.ts';
import { spellAddress } from '../../../src/shared/address.ts';
import type { Host } from '../../../src/api/host.ts';
import type { Server } from '../programs/server.ts';
import { ask, type Question, type Reply } from './ask.ts';
import type { Deviation } from './deviations.ts';
import { nameOf } from './questions.ts';
import type { Sample } from './sample.ts';

interface Compared {
  readonly host: Host;
  readonly sample: Sample;
  readonly server: Server;
  readonly deviations: readonly Deviation[];
}

/** Asks all questions. Returns answers that differ from the host's model, and deviations that never occurred. */
export async function compareAnswers(questions: readonly Question[], compared: Compared): Promise<string[]> {
  const differences: string[] = [];
  for (const question of questions) differences.push(...(await compareAnswer(question, compared)));
  const idle = compared.deviations.filter(({ asked }) => !questions.some((question) => asked.test(nameOf(question))));
  return [...differences, ...idle.map(({ asked }) => `Nobody asks for ${asked.source}`)];
}

async function compareAnswer(question: Question, { host, sample, server, deviations }: Compared): Promise<string[]> {
  const name = nameOf(question);
  const known = deviations.filter(({ asked }) => asked.test(name));
  const has = (file: string) => sample.files.includes(file);
  const answer = known.reduce<Answer>(
    (expected, { answers }) => answers?.(expected, question) ?? expected,
    answerOf(host, sample.site, question, has),
  );
  const headers: Record<string, string | undefined> = Object.assign(
    expectedHeaders(host, sample, answer),
    ...known.map(({ sends }) => sends?.(answer)),
  );
  const reply = await ask(server, question);
  const tell = (what: string, is: unknown, expected: unknown) =>
    is === expected ? [] : [`${name}: ${what} is ${String(is)}, not ${String(expected)}`];
  return [
    ...tell('status', reply.status, answer.status),
    ...tell('location', absolute(reply.headers['location'], server), absolute(answer.location, server)),
    ...(await compareBody(question, reply, answer, sample)).map((said) => `${name}: ${said}`),
    ...Object.entries(headers).flatMap(([header, value]) => {
      const key = header.toLowerCase();
      return tell(key, normal(key, reply.headers[key]), normal(key, value));
    }),
  ];
}

/** Redirects have the headers of pages, on hosts that can be configured to send them. */
function expectedHeaders(host: Host, { site }: Sample, { file, status }: Answer): Record<string, string> {
  if (file !== undefined) return { ...headersOf(host, site, file) };
  return status < 400 && host.headers === 'all'
    ? { ...configuredHeaders(host, site), 'Cache-Control': REVALIDATE }
    : {};
}

async function compareBody(question: Question, { body }: Reply, { file }: Answer, sample: Sample): Promise<string[]> {
  if (question.method === 'HEAD') return body.length === 0 ? [] : ['has a body'];
  if (file === undefined) return [];
  return body.equals(await readFile(path.join(sample.out, file))) ? [] : [`the body is not that of ${file}`];
}

function absolute(location: string | undefined, { origin }: Server): string | undefined {
  if (location === undefined) return undefined;
  const url = new URL(location, origin);
  // Some servers repeat the path as requested.
  url.pathname = spellAddress(url.pathname);
  // Some settings can only have `$` encoded.
  return url.href.replace(/%../g, (byte) => byte.toUpperCase()).replaceAll('%24', '$');
}

/** Servers write types with and without a space, and in any case. */
function normal(header: string, value: string | undefined): string | undefined {
  return header === 'content-type' ? value?.toLowerCase().replace(/; */, '; ') : value;
}
