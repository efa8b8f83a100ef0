/** Compares the addresses of a site with those that the public has seen: no address is ever lost silently. */
import { toHostedSite } from '../hosts/host-files.ts';
import { createAnswerCheck, listAddresses } from '../hosts/site-addresses.ts';
import { ADDRESSES, readAddressesFile } from '../project/addresses-file.ts';
import { encodePath } from '../shared/address.ts';
import type { LostAddress } from '../shared/build-result.ts';
import { error, withSeverity, type Diagnostic } from '../shared/diagnostics.ts';
import { count, listSome, redirectLine } from '../shared/format.ts';
import type { Config } from '../shared/model.ts';
import { isLinkable } from '../site/output.ts';
import type { Site } from '../site/site.ts';
import type { ResolvedOptions } from './options.ts';

/** @param isWhole false if pages may be missing because of other errors */
export function checkAddresses(
  config: Config,
  options: Pick<ResolvedOptions, 'strict' | 'dry'>,
  site: Pick<Site, 'list' | 'pages'>,
  isWhole: boolean,
) {
  const file = readAddressesFile(config.root);
  const mistakes = file?.diagnostics ?? [];
  if (!isWhole || (file === undefined && !options.dry))
    return { report: undefined, diagnostics: mistakes, isReported: (_page: string) => false };
  const outputs = site.list().filter(isLinkable);
  const files = new Set(outputs.map(({ output }) => output));
  const lines = file?.lines ?? new Map<string, number>();
  const isAnswered = createAnswerCheck(config, toHostedSite(config, site.pages()), files);
  const lost = [...lines]
    .filter(([address]) => !isAnswered(address))
    .map(([address, line]): LostAddress => ({ address, line }));
  const diagnostics = withSeverity(describeLost(lost), { checks: config.checks, strict: options.strict });
  const reported = new Set(diagnostics.length === 0 ? [] : lost.map(({ address }) => withoutSlash(address)));
  return {
    report: { unrecorded: listAddresses(config, files).filter((address) => !lines.has(address)), lost },
    diagnostics: [...mistakes, ...diagnostics],
    /** True for a page whose address is in the diagnostics. @param page decoded, without the base */
    isReported: (page: string) => reported.has(withoutSlash(encodePath(page))),
  };
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** Further addresses are one message: a folder with a new name loses all of its addresses. */
const MAX_MESSAGES = 20;

function describeLost(lost: readonly LostAddress[]): Diagnostic[] {
  const more = lost.slice(MAX_MESSAGES);
  const messages = lost.slice(0, MAX_MESSAGES).map(({ address, line }) =>
    error('address-lost', `"${address}" was public, and no page, file or redirect answers it.`, {
      place: { file: ADDRESSES, line },
      hint: `write \`${redirectLine(address, '/new/')}\` into \`redirects\` of the config, or '${address}' into \`gone\``,
    }),
  );
  if (more[0] === undefined) return messages;
  const message = `${count(more.length, 'more address', 'more addresses')} were public, and nothing answers them: ${listSome(more.map(({ address }) => address))}.`;
  const hint = 'see `sitegen addresses`, which lists all of them as lines for `redirects` of the config';
  return [...messages, error('address-lost', message, { place: { file: ADDRESSES, line: more[0].line }, hint })];
}
