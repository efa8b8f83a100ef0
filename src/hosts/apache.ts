import { REVALIDATE } from './file-metadata.ts';
import { hashedHeaders } from './headers.ts';
import type { Headers, HostFile, HostedSite } from './host.ts';
import { addressesOf, targetOf } from './redirects.ts';

/** Apache reads it in the site's folder, where `AllowOverride` lets it. https://httpd.apache.org/docs/2.4/howto/htaccess.html */
export function writeApacheFiles({ base, headers, redirects }: HostedSite): HostFile[] {
  const moved = redirects.flatMap((redirect) =>
    addressesOf(redirect).map(
      (from) =>
        `RedirectMatch 301 ${quote(`^${escapePattern(base + from.slice(1))}$`)} ${quote(targetOf(base, redirect))}`,
    ),
  );
  const text = `# Written by sitegen.
DirectoryIndex index.html
DirectorySlash On
Options -Indexes -MultiViews
ErrorDocument 404 ${base}404.html
AddDefaultCharset utf-8
AddCharset utf-8 .css .js .json .svg .txt .webmanifest .xml
AddType text/javascript .js
AddType application/manifest+json .webmanifest
RedirectMatch 404 ${quote('/\\.(?!well-known/)')}
<IfModule mod_headers.c>
${setHeaders({ ...headers, 'Cache-Control': REVALIDATE })}
<If ${quote(`%{REQUEST_URI} =~ m#^${escapePattern(base)}assets/# && %{REQUEST_STATUS} != 404`)}>
${setHeaders(hashedHeaders(headers))}
</If>
</IfModule>
${moved.join('\n')}${moved.length > 0 ? '\n' : ''}`;
  return [{ name: '.htaccess', place: 'out', text }];
}

/** With `always`, errors have them, too. */
function setHeaders(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `Header always set ${name} ${quote(value)}`)
    .join('\n');
}

function quote(text: string): string {
  return `"${text.replace(/["]/g, String.raw`\$&`)}"`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
