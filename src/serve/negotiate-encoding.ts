import { isCompressible } from '../hosts/compression.ts';
import type { Encoding, Host } from '../api/host.ts';

/**
 * The encodings that both the browser accepts and the host sends for a file, in the host's order of preference.
 *
 * @param accepted the request's `Accept-Encoding`
 */
export function encodingsFor({ encodings }: Host, file: string, accepted = ''): Encoding[] {
  if (!isCompressible(file)) return [];
  const names = accepted.split(',').flatMap((entry) => {
    const [name = '', quality = ''] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return /^q=0(\.0*)?$/.test(quality) ? [] : [name];
  });
  return encodings.filter((encoding) => names.includes(encoding) || names.includes('*'));
}
