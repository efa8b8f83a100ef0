import { REVALIDATE } from './file-metadata.ts';
import { hashedHeaders } from './headers.ts';
import type { Headers, HostFile, HostedSite } from './host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/** To be imported in a site block that has the `root`. https://caddyserver.com/docs/caddyfile */
export function writeCaddyFiles({ base, headers, redirects }: HostedSite): HostFile[] {
  const moved = redirects.flatMap((redirect) =>
    addressesOf(redirect).map((from) => `redir ${quote(base + from.slice(1))} ${quote(targetOf(base, redirect))} 301`),
  );
  const hashed = `${base}assets/*`;
  const text = `# Written by sitegen. In a site block:  root * /path/to/out  import /path/to/Caddyfile
header {
${setHeaders({ ...headers, 'Cache-Control': REVALIDATE })}
	-Server
}
@hashed path ${quote(hashed)}
header @hashed {
${setHeaders(hashedHeaders(headers))}
}
@manifest path *.webmanifest
header @manifest Content-Type application/manifest+json
@hidden {
	path */.*
	not path */.well-known/*
}
error @hidden 404
${moved.join('\n')}${moved.length > 0 ? '\n' : ''}file_server {
	precompressed zstd br gzip
}
handle_errors {
	header Cache-Control ${quote(REVALIDATE)}
	rewrite * ${quote(`${base}404.html`)}
	file_server
}
`;
  return [{ name: 'Caddyfile', place: 'beside', text }];
}

function setHeaders(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `\t${name} ${quote(value)}`)
    .join('\n');
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}
