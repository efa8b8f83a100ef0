/** The files for Netlify, Cloudflare Pages and Vercel, interpreted as their documentation says. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMMUTABLE } from '../../src/hosts/file-metadata.ts';
import { headersOf } from '../../src/hosts/headers.ts';
import type { HostName } from '../../src/api/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { addressesOf, canRedirect, onlyGone, targetOf } from '../../src/hosts/redirects.ts';
import { spellAddress } from '../../src/shared/address.ts';
import { encodePath } from './asking/ask.ts';
import { buildSample, type Sample } from './asking/sample.ts';

interface VercelConfig {
  readonly trailingSlash: boolean;
  readonly headers: readonly { readonly source: string; readonly headers: readonly { key: string; value: string }[] }[];
  readonly redirects: readonly { readonly source: string; readonly destination: string; readonly statusCode: number }[];
}

describe.each(['/', '/docs/'])('for a site at %s', (base) => {
  let sample: Sample;
  const read = (file: string) => sample.project.read(`www${base}${file}`);
  beforeAll(async () => void (sample = await buildSample(base)));
  afterAll(() => rm(sample.project.root, { recursive: true }));

  test('_headers sets the right headers for every file, each once', async () => {
    const rules = parseHeaders(await read('_headers'));
    const differences = sample.files.flatMap((file) => {
      const own = rules.filter(({ path }) => matches(path, base + file)).flatMap(({ headers }) => headers);
      const { 'Content-Type': _, 'Cache-Control': cached, ...others } = headersOf(HOSTS.netlify, sample.site, file);
      // Both hosts send it with pages by default, and would send it twice.
      const expected = { ...others, ...(cached === IMMUTABLE && { 'Cache-Control': cached }) };
      const isRight =
        own.length === Object.keys(expected).length &&
        own.every(([name, value]) => expected[name as keyof typeof expected] === value);
      return isRight ? [] : [{ file, own, expected }];
    });
    expect(differences).toEqual([]);
    expect(rules.length).toBeLessThanOrEqual(100);
  });

  test('_redirects covers every moved address, with and without its trailing slash', async () => {
    const lines = (await read('_redirects')).split('\n').filter(Boolean);
    const all = lines.map((line) => line.split(/\s+/));
    const rules = all.filter(([, , status]) => status === '301');
    const moved = movedOf(sample, 'netlify');
    expect(rules).toEqual(expect.arrayContaining(moved.map(([from, to]) => [from, to, '301'])));
    // Hosts compare the path as sent, and links may also spell it as URLs do.
    expect(unique(rules.map(([from = '', to = '']) => [normalize(from), to]))).toEqual(moved);
    expect(lines.filter((line) => line.length > 1000 || !/^[\x21-\x7e ]+$/.test(line))).toEqual([]);
    expect(rules.filter(([from = '']) => /\*|\/:/.test(from))).toEqual([]);
    const gone = all.filter(([, , status]) => status === '410');
    const closed = movedOf({ site: onlyGone(sample.site) }, 'netlify');
    expect(unique(gone.map(([from = '', to = '']) => [normalize(from), to]))).toEqual(closed);
    expect(gone).toEqual(expect.arrayContaining(closed.map(([from, to]) => [from, to, '410'])));
    const folders = sample.site.errorFolders.map((folder) => spellAddress(base + folder.slice(1)));
    expect(all.filter((rule) => !rules.includes(rule) && !gone.includes(rule))).toEqual(
      folders.map((folder) => [`${folder}*`, `${folder}404.html`, '404']),
    );
  });

  test('vercel.json sets the right headers for every file, and redirects moved addresses', async () => {
    const config = JSON.parse(await sample.project.read('.sitegen/hosts/vercel.json')) as VercelConfig;
    const differences = sample.files.flatMap((file) => {
      const matching = config.headers.filter(({ source }) => matches(source.replace('(.*)', '*'), base + file));
      const sent = Object.fromEntries(matching.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])));
      const { 'Content-Type': _, ...expected } = headersOf(HOSTS.vercel, sample.site, file);
      return JSON.stringify(sent) === JSON.stringify(expected) ? [] : [{ file, sent, expected }];
    });
    expect(differences).toEqual([]);
    const redirects = config.redirects.map(({ source, destination }) => [
      source.replaceAll('\\', ''),
      destination.replaceAll('%24', '$'),
    ]);
    expect(config.redirects.filter(({ destination }) => destination.includes('$'))).toEqual([]);
    expect(redirects).toEqual(expect.arrayContaining(movedOf(sample, 'vercel')));
    expect(unique(redirects.map(([source = '', to = '']) => [normalize(source), to]))).toEqual(
      movedOf(sample, 'vercel'),
    );
    expect(config.redirects.filter(({ statusCode }) => statusCode !== 301)).toEqual([]);
    expect(config.redirects.filter(({ source }) => /[:*+?(){}]/.test(source.replace(/\\./g, '')))).toEqual([]);
    expect(Object.keys(config).toSorted()).toEqual(['headers', 'outputDirectory', 'redirects', 'trailingSlash']);
  });
});

/** With everything encoded. */
function normalize(address: string): string {
  return encodePath(decodeURIComponent(address));
}

function unique(rules: readonly (readonly string[])[]): unknown[] {
  return [...new Set(rules.map((rule) => JSON.stringify(rule)))].map((rule) => JSON.parse(rule) as unknown);
}

function movedOf({ site }: Pick<Sample, 'site'>, host: HostName): [string, string][] {
  const redirects = site.redirects.filter((redirect) => canRedirect(HOSTS[host], site, redirect));
  return redirects.flatMap((redirect) =>
    addressesOf(redirect).map((from): [string, string] => [
      encodePath(site.base + from.slice(1)),
      targetOf(site, redirect),
    ]),
  );
}

interface HeaderRule {
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** https://developers.cloudflare.com/pages/configuration/headers/: at most 2000 characters per line; "! name" removes one. */
function parseHeaders(text: string): HeaderRule[] {
  const rules: { path: string; headers: [string, string][] }[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    if (line.length > 2000) throw new Error(`The line is too long: ${line}`);
    const [, name, value] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (/^\S/.test(line)) rules.push({ path: line, headers: [] });
    else if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name, value]);
    else throw new Error(`Nobody can read the line: ${line}`);
  }
  return rules;
}

function matches(pattern: string, pathname: string): boolean {
  return pattern.endsWith('*') ? pathname.startsWith(pattern.slice(0, -1)) : pathname === pattern;
}
