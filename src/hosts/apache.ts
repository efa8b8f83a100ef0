import { DISPUTED, REVALIDATE, mediaTypeOf } from './file-metadata.ts';
import { hashedHeaders } from './headers.ts';
import type { Headers, HostFile, HostedSite } from '../api/host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/**
 * Apache reads it in the site's folder, where `AllowOverride` lets it. https://httpd.apache.org/docs/2.4/howto/htaccess.html
 * Folders without a page are looked for because Apache forbids them, and says so on a page of its own.
 */
export function writeApacheFiles({ base, headers, redirects }: HostedSite): HostFile[] {
  const moved = redirects.flatMap((redirect) =>
    addressesOf(redirect).map(
      (from) =>
        `RewriteRule "^${escapePattern(from.slice(1))}$" "${escapeTarget(targetOf(base, redirect))}" [R=301,NE,QSD,L]`,
    ),
  );
  const text = `# Written by sitegen. Needs the modules headers and rewrite.
DirectoryIndex index.html
DirectorySlash On
Options -Indexes -MultiViews
ErrorDocument 403 ${base}404.html
ErrorDocument 404 ${base}404.html
AddDefaultCharset utf-8
AddCharset utf-8 .css .txt${DISPUTED.filter((ending) => mediaTypeOf(`x.${ending}`).includes('charset'))
    .map((ending) => ` .${ending}`)
    .join('')}
${DISPUTED.map((ending) => `AddType ${mediaTypeOf(`x.${ending}`).replace(/;.*/, '')} .${ending}`).join('\n')}
RedirectMatch 404 ${quote('/\\.(?!well-known/[^.])')}
<IfModule mod_headers.c>
${setHeaders({ ...headers, 'Cache-Control': REVALIDATE })}
<If ${quote(`%{REQUEST_URI} =~ m#^${escapePattern(base)}assets/#`)}>
${setHeaders(hashedHeaders(headers))}
</If>
</IfModule>
<IfModule mod_rewrite.c>
RewriteEngine On
${moved.join('\n')}${moved.length > 0 ? '\n' : ''}RewriteCond %{REQUEST_FILENAME} -d
RewriteCond %{REQUEST_FILENAME}/index.html !-f
RewriteRule ^ - [R=404,L]
</IfModule>
`;
  return [{ name: '.htaccess', place: 'out', text }];
}

/** With `always`, errors have them, too. `%` would begin a variable. */
function setHeaders(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `Header always set ${name} ${quote(value.replaceAll('%', '%%'))}`)
    .join('\n');
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('"', String.raw`\x22`);
}

/** `%2` and `$2` would stand for parts of what was asked for. This module takes backslashes as they are. */
function escapeTarget(address: string): string {
  return address.replaceAll('"', '%22').replace(/[%$]/g, String.raw`\$&`);
}
