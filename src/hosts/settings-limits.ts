/**
 * Limits of hosts on the settings that a build writes for them. A host refuses longer settings, or ignores the rest without a
 * message.
 */
import type { HostName, HostedSite } from '../api/host.ts';
import { customHeaders } from './cloudfront.ts';
import { canSend, headersAlike } from './headers.ts';
import { hostFilesOf } from './host-files.ts';
import { HOSTS } from './hosts.ts';
import { canRedirect, encodedRedirectRules, targetOf } from './redirects.ts';

/** A number that a host limits. */
export interface Measured {
  /** `"cloudfront-function.js" has 57960 bytes` */
  readonly text: string;
  readonly count: number;
  readonly most: number;
}

type Measure = (site: HostedSite, textOf: (file: string) => string) => readonly Measured[];

const MEASURES: Readonly<Partial<Record<HostName, Measure>>> = {
  cloudflare: measureCloudflare,
  'cloudflare-workers': measureCloudflare,
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
  cloudfront: (site, textOf) => {
    const headers = headersAlike(site.headers);
    const custom = customHeaders(headers);
    const bytes = Buffer.byteLength(textOf('cloudfront-function.js'));
    const length = custom.flat().join('').length;
    return [
      { text: `"cloudfront-function.js" has ${bytes} bytes`, count: bytes, most: 10_240 },
      { text: `The site has ${custom.length} custom headers`, count: custom.length, most: 10 },
      { text: `All custom headers have ${length} characters`, count: length, most: 10_240 },
      ...Object.entries(headers).map(([name, { length: count }]) => {
        return { text: `The header "${name}" has ${count} characters`, count, most: 1783 };
      }),
    ];
  },
  // Each redirect is a route, and each entry of "headers": https://vercel.com/docs/limits
  vercel: (site) => {
    const count = encodedRedirectRules(site).length + 2;
    return [{ text: `"vercel.json" has ${count} routes`, count, most: 2048 }];
  },
};

/**
 * https://developers.cloudflare.com/pages/configuration/redirects/ and /headers/; the same for
 * https://developers.cloudflare.com/workers/static-assets/redirects/ and /headers/
 */
function measureCloudflare(_site: HostedSite, textOf: (file: string) => string): Measured[] {
  return [
    ...measureLines('_redirects', textOf('_redirects'), { lines: 2000, characters: 1000 }),
    ...measureLines('_headers', textOf('_headers'), { lines: Infinity, characters: 2000 }),
  ];
}

function measureLines(
  file: string,
  text: string,
  most: { readonly lines: number; readonly characters: number },
): Measured[] {
  const lines = text.split('\n').slice(0, -1);
  const longest = lines.reduce((length, line) => Math.max(length, line.length), 0);
  return [
    { text: `"${file}" has ${lines.length} lines`, count: lines.length, most: most.lines },
    { text: `"${file}" has a line of ${longest} characters`, count: longest, most: most.characters },
  ];
}

/**
 * Measures the settings of a host.
 *
 * @param ownFiles of the site, from `out`, which take precedence over generated ones
 * @returns everything beyond its limits
 */
export function findExceeded(host: HostName, site: HostedSite, ownFiles: ReadonlySet<string>): Measured[] {
  const texts = new Map(hostFilesOf(host, site).map(({ name, text }) => [name, text]));
  const measured = MEASURES[host]?.(site, (file) => (ownFiles.has(file) ? '' : (texts.get(file) ?? ''))) ?? [];
  return measured.filter(({ count, most }) => count > most);
}

/** Headers and redirects that the settings of a host lack, because their syntax cannot express them. */
export function findInexpressible(name: HostName, site: HostedSite): string[] {
  const host = HOSTS[name];
  const headers = Object.entries(site.headers).filter((header) => !canSend(host, header));
  const redirects = host.redirects ? site.redirects.filter((redirect) => !canRedirect(host, site, redirect)) : [];
  return [
    ...headers.map(
      ([header, value]) => `${host.title} cannot send the header "${header}" with the value \`${value}\`.`,
    ),
    ...redirects.map((one) => `${host.title} cannot redirect "${one.from}" to "${targetOf(site, one)}".`),
  ];
}
