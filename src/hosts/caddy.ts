import { DISPUTED, REVALIDATE, mediaTypeOf } from './file-metadata.ts';
import { hashedHeaders } from './headers.ts';
import type { Headers, HostFile, HostedSite } from '../api/host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/**
 * To be imported in a site block that has the `root`. https://caddyserver.com/docs/caddyfile
 *
 * A block of headers that takes one away is done in the end, and not for errors. So `Server` has a line of its own; and `Vary`,
 * which Caddy itself sends with compressed files only, and caches need with all.
 */
export function writeCaddyFiles({ base, headers, redirects }: HostedSite): HostFile[] {
  const moved = redirects.flatMap((redirect) =>
    addressesOf(redirect).map((from) => `redir ${quote(base + from.slice(1))} ${quote(targetOf(base, redirect))} 301`),
  );
  const hashed = quote(`${base}assets/*`);
  const all = { ...headers, 'Cache-Control': REVALIDATE };
  const text = `# Written by sitegen. In a site block:  root * /path/to/out  import /path/to/Caddyfile
@hashed path ${hashed}
@others not path ${hashed}
header @hashed {
${setHeaders({ ...all, ...hashedHeaders(headers) })}
}
header @others {
${setHeaders(all)}
}
header -Server
header ?Vary Accept-Encoding
${DISPUTED.map((ending) => `@${ending} path *.${ending}\nheader @${ending} Content-Type ${quote(mediaTypeOf(`x.${ending}`))}`).join('\n')}
@hidden {
	path */.*
	not path */.well-known/*
}
error @hidden 404
@inside path */.well-known/*/.* */.well-known/.*
error @inside 404
${moved.join('\n')}${moved.length > 0 ? '\n' : ''}file_server {
	precompressed zstd br gzip
}
handle_errors {
	header {
${setHeaders({ ...all, 'Content-Type': mediaTypeOf('404.html') })}
	}
	header -Server
	header ?Vary Accept-Encoding
	rewrite * ${quote(`${base}404.html`)}
	file_server {
		precompressed zstd br gzip
	}
}
`;
  return [{ name: 'Caddyfile', place: 'beside', text }];
}

function setHeaders(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `\t${name} ${quote(value)}`)
    .join('\n');
}

/** Between quotes, a backslash is one but before a quote. Braces would hold variables. */
function quote(text: string): string {
  const plain = text.replaceAll('{', String.raw`\{`);
  return plain.includes('`') ? `"${plain.replaceAll('"', String.raw`\"`)}"` : `\`${plain}\``;
}
