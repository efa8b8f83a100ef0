import { REVALIDATE } from './file-metadata.ts';
import { hashedHeaders } from './headers.ts';
import type { Headers, HostFile, HostedSite } from './host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/**
 * To be included in a `server` block that has the `root`. https://nginx.org/en/docs/http/ngx_http_headers_module.html: a
 * `location` with a header of its own has none of those around it, so the one for `assets/` repeats them.
 */
export function writeNginxFiles({ base, headers, redirects }: HostedSite): HostFile[] {
  const moved = redirects.flatMap((redirect) =>
    addressesOf(redirect).map(
      (from) => `location = ${quote(base + from.slice(1))} { return 301 ${quote(targetOf(base, redirect))}; }`,
    ),
  );
  const text = `# Written by sitegen. In a server block:  root /path/to/out;  include /path/to/nginx.conf;
index index.html;
absolute_redirect off;
disable_symlinks on;
server_tokens off;
charset utf-8;
charset_types text/html text/css text/plain text/xml text/javascript application/javascript application/json application/manifest+json image/svg+xml;
error_page 404 ${base}404.html;
gzip_static on;
# brotli_static on;  # where the module is there
gzip_vary on;
${addHeaders({ ...headers, 'Cache-Control': REVALIDATE })}

location ~ /\\.(?!well-known/) { return 404; }
location ~ \\.webmanifest$ { types { } default_type application/manifest+json; }
location ^~ ${quote(`${base}assets/`)} {
${addHeaders({ ...headers, ...hashedHeaders(headers) }, '  ')}
}
${moved.join('\n')}${moved.length > 0 ? '\n' : ''}`;
  return [{ name: 'nginx.conf', place: 'beside', text }];
}

/** With `always`, errors have them, too. */
function addHeaders(headers: Headers, indent = ''): string {
  return Object.entries(headers)
    .map(([name, value]) => `${indent}add_header ${name} ${quote(value)} always;`)
    .join('\n');
}

/** `$` would begin a variable, and there is no way to write one. */
function quote(text: string): string {
  return `"${text.replace(/["\\\\]/g, String.raw`\\$&`).replaceAll('$', '%24')}"`;
}
