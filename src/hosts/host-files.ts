import { writeApacheFiles } from './apache.ts';
import { writeCaddyFiles } from './caddy.ts';
import { writeCloudfrontFiles } from './cloudfront.ts';
import type { HostFile, HostName, HostedSite } from '../api/host.ts';
import { writeNetlifyFiles } from './netlify.ts';
import { writeNginxFiles } from './nginx.ts';
import { writeS3Files } from './s3.ts';
import { writeVercelFiles } from './vercel.ts';

const WRITERS: Readonly<Record<HostName, (site: HostedSite) => readonly HostFile[]>> = {
  apache: writeApacheFiles,
  caddy: writeCaddyFiles,
  cloudflare: writeNetlifyFiles,
  cloudfront: writeCloudfrontFiles,
  // Without that file, GitHub leaves out folders that begin with "_".
  github: () => [{ name: '.nojekyll', place: 'out', text: '' }],
  netlify: writeNetlifyFiles,
  nginx: writeNginxFiles,
  s3: writeS3Files,
  vercel: writeVercelFiles,
};

/** The files that tell these hosts of a site, each once. */
export function writeHostFiles(hosts: readonly HostName[], site: HostedSite): HostFile[] {
  const files = hosts.flatMap((host) => WRITERS[host](site));
  return [...new Map(files.map((file) => [file.name, file])).values()];
}
