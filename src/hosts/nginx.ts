import { DISPUTED, REVALIDATE, mediaTypeOf } from './file-metadata.ts';
import { hashedHeaders } from './headers.ts';
import type { Headers, HostFile, HostedSite } from '../api/host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/**
 * To be included in a `server` block that has the `root`. https://nginx.org/en/docs/http/ngx_http_headers_module.html: a
 * `location` with a header of its own has none of those around it. So none has, and variables hold what differs; of a file that
 * is missing they hold what goes for the error page, because nginx sets them again when it turns to that.
 *
 * Links to what is somebody else's are not followed. `on` would forbid a `root` that is a link, as `/srv/current` often is, and
 * with `from=$document_root` no files are found for `brotli_static`.
 */
export function writeNginxFiles({ base, headers, redirects }: HostedSite): HostFile[] {
  const moved = redirects.flatMap((redirect) =>
    addressesOf(redirect).map(
      (from) => `location = ${quote(base + from.slice(1))} { return 301 ${quote(targetOf(base, redirect))}; }`,
    ),
  );
  const all: Headers = { ...headers, 'Cache-Control': REVALIDATE };
  const hashed = Object.entries(hashedHeaders(headers));
  const text = `# Written by sitegen. In a server block:  root /path/to/out;  include /path/to/nginx.conf;
index index.html;
absolute_redirect off;
disable_symlinks if_not_owner;
server_tokens off;
charset utf-8;
charset_types text/css text/plain ${[...new Set(DISPUTED.map(plainTypeOf))].filter(hasCharset).join(' ')} application/javascript;
error_page 404 ${base}404.html;
error_page 403 =404 ${base}404.html;
gzip_static on;
# brotli_static on;  # where the module is there
gzip_vary on;
${hashed.map(([name]) => `set ${variableOf(name)} ${quote(all[name] ?? '')};`).join('\n')}
if ($uri ~ ${quote(`^${base.replaceAll('.', String.raw`\.`)}assets/`)}) {
${hashed.map(([name, value]) => `  set ${variableOf(name)} ${quote(value)};`).join('\n')}
}
${Object.entries(all)
  .map(
    ([name, value]) =>
      `add_header ${name} ${hashed.some(([one]) => one === name) ? variableOf(name) : quote(value)} always;`,
  )
  .join('\n')}

location ~ /\\.(?!well-known/[^.]) { return 404; }
${DISPUTED.map((ending) => `location ~ \\.${ending}$ { types { } default_type ${plainTypeOf(ending)}; }`).join('\n')}
${moved.join('\n')}${moved.length > 0 ? '\n' : ''}`;
  return [{ name: 'nginx.conf', place: 'beside', text }];
}

function variableOf(header: string): string {
  return `$sitegen_${header.toLowerCase().replaceAll('-', '_')}`;
}

function plainTypeOf(ending: string): string {
  return mediaTypeOf(`x.${ending}`).replace(/;.*/, '');
}

function hasCharset(type: string): boolean {
  return !type.startsWith('image/') || type === 'image/svg+xml';
}

/** `$` would begin a variable, and there is no way to write one. */
function quote(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`).replaceAll('$', '%24')}"`;
}
