import type { HostedSite } from '../api/host.ts';
import { withBase } from '../shared/address.ts';

/** @returns a regular expression for the folders with their own `404.html`: `/de/at/|/de/`; `undefined` without any */
export function patternOfErrorFolders({ base, errorFolders }: HostedSite): string | undefined {
  const folders = errorFolders.map((folder) => withBase(base, folder).replace(/[.+()$]/g, String.raw`\$&`));
  return folders.length === 0 ? undefined : folders.join('|');
}
