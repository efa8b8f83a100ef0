/** Compares the addresses of a site with those that the public has seen: no address is ever lost silently. */
import { createAnswerCheck, listAddresses } from '../hosts/site-addresses.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import { ADDRESSES, readAddressesFile } from '../project/addresses-file.ts';
import type { AddressReport, LostAddress } from '../shared/build-result.ts';
import { error, withSeverity, type Diagnostic } from '../shared/diagnostics.ts';
import { encodePath } from '../shared/address.ts';
import { groupBy } from '../shared/group-by.ts';
import { listSome, redirectLine } from '../shared/format.ts';
import { isLinkable } from '../site/output.ts';
import type { Site } from '../site/site.ts';
import { createLikeSearch, type FindLikeAddresses } from './like-addresses.ts';
import type { ResolvedOptions } from './options.ts';

export interface CheckAddresses extends Omit<FindLikeAddresses, 'addresses'> {
  readonly options: Pick<ResolvedOptions, 'strict' | 'dry'>;
  readonly site: Pick<Site, 'list' | 'pages'>;
  /** False if pages may be missing because of other errors. */
  readonly isWhole: boolean;
}

interface CheckedAddresses {
  readonly report: AddressReport | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** True for a page whose address is in the diagnostics. @param page decoded, without the base */
  readonly isReported: (page: string) => boolean;
}

export function checkAddresses(input: CheckAddresses): CheckedAddresses {
  const { config, options, site, isWhole } = input;
  const file = readAddressesFile(config.root);
  const nothing = { report: undefined, diagnostics: file?.diagnostics ?? [], isReported: () => false };
  if (!isWhole || (file === undefined && !options.dry)) return nothing;
  const outputs = site.list().filter(isLinkable);
  const files = new Set(outputs.map(({ output }) => output));
  const lines = file?.lines ?? new Map<string, number>();
  const all = listAddresses(config, files);
  const isAnswered = createAnswerCheck(config, toHostedSite(config, site.pages()), files);
  const unanswered = [...lines].filter(([address]) => !isAnswered(address));
  const findLike = unanswered.length === 0 ? () => undefined : createLikeSearch({ ...input, addresses: all });
  const lost = unanswered.map(([address, line]): LostAddress => {
    const like = findLike(address);
    return { address, line, ...(like && { like }) };
  });
  const { checks } = config;
  const diagnostics = withSeverity(describeLost(lost), { checks, strict: options.strict });
  const reported = new Set(diagnostics.length === 0 ? [] : lost.map(({ address }) => withoutSlash(address)));
  return {
    report: { unrecorded: all.filter((address) => !lines.has(address)), lost },
    diagnostics: [...nothing.diagnostics, ...diagnostics],
    isReported: (page) => reported.has(withoutSlash(encodePath(page))),
  };
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** Addresses that one change has moved, such as a new name of their folder, are one problem. */
function describeLost(lost: readonly LostAddress[]): Diagnostic[] {
  const groups = [...groupBy(lost, (one) => JSON.stringify(patternOf(one))).values()];
  const more = groups.slice(MAX_MESSAGES).flat();
  return [
    ...groups
      .slice(0, MAX_MESSAGES)
      .flatMap((group) => (group.length > 1 ? describeGroup(group) : group.map(describeOne))),
    ...(more.length === 0 ? [] : [describeGroup(more, ['*'])]),
  ];
}

/** Further addresses are one message. */
const MAX_MESSAGES = 100;

/** Of one message. */
const MAX_PLACES = 1000;

function describeOne({ address, line, like }: LostAddress): Diagnostic {
  const meant = like && ` The most similar one is "${like.address}": ${like.because}.`;
  const message = `"${address}" was public, and no page, file or redirect answers it.${meant ?? ''}`;
  const target = like?.address ?? '/new/';
  const hint = `write \`${redirectLine(address, target)}\` into \`redirects\` of the config, or '${address}' into \`gone\``;
  return error('address-lost', message, { place: { file: ADDRESSES, line }, hint });
}

function describeGroup(group: readonly LostAddress[], pattern = group[0] && patternOf(group[0])): Diagnostic {
  const [from = '', to] = pattern ?? [];
  const start = `${group.length} addresses like "${from}" were public, and no page, file or redirect answers them`;
  const message =
    to === undefined
      ? `${start}: ${listSome(group.map(({ address }) => address))}.`
      : `${start}. The same names are at "${to}".`;
  const hint =
    to !== undefined && withoutSlash(from) === withoutSlash(to)
      ? `write \`trailingSlash: ${from.endsWith('/')}\` into the config`
      : `\`sitegen addresses\` prints the lines for \`redirects\` of the config; addresses that nobody needs belong in \`gone\``;
  const places = group.slice(0, MAX_PLACES).map(({ line }) => ({ file: ADDRESSES, line }));
  return { ...error('address-lost', message, { place: places[0], hint }), places };
}

/**
 * The part of an address that a change has moved: `/blog/a/`, which is like `/posts/a/`, moved from `/blog/*` + `/` to
 * `/posts/*` + `/`. If nothing is like it, the addresses of its folder belong together. Others stand for themselves.
 */
function patternOf({ address, like }: LostAddress): readonly [from: string, to?: string] {
  const old = split(address);
  if (like === undefined) return [[...old.names.slice(0, -1), `*${old.end}`].join('/')];
  const now = split(like.address);
  const most = Math.min(old.names.length, now.names.length) - 1;
  let same = 0;
  while (same < most && old.names.at(-1 - same) === now.names.at(-1 - same)) same += 1;
  if (same === 0) return [address, like.address];
  const pattern = ({ names, end }: typeof old) => [...names.slice(0, -same), `*${end}`].join('/');
  return [pattern(old), pattern(now)];
}

/** `/blog/a.html` -> `['', 'blog', 'a']` and `.html` */
function split(address: string) {
  const [end = ''] = /(?:\/|\.html)$/.exec(address) ?? [];
  return { names: address.slice(0, address.length - end.length).split('/'), end };
}
