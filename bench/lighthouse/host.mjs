/** Serves a folder like a good static host: precompressed, with caching rules and security headers. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { load } from 'cheerio';

const TYPES = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};
/** Compressed already. */
const COMPRESSED = ['.avif', '.jpg', '.png', '.webp', '.woff2'];

/** Without those that only apply to HTTPS: `upgrade-insecure-requests`, `Strict-Transport-Security`. */
const SECURITY = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * @param folder the output of `sitegen build`
 * @returns the address, without a trailing slash, and a function that stops the host
 */
export async function host(folder) {
  const files = readFiles(folder);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    const file = files.get(pathname) ?? files.get(`${pathname}index.html`);
    if (file !== undefined && request.headers['if-none-match'] === file.headers.etag) {
      response.writeHead(304, file.headers).end();
      return;
    }
    const { headers, body } = file ?? files.get('/404.html');
    response.writeHead(file ? 200 : 404, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** All files by address, encoded as they are sent. */
function readFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const address = `/${path.relative(folder, file).replaceAll(path.sep, '/')}`;
      return [address, answerOf(address, readFileSync(file))];
    }),
  );
}

function answerOf(address, contents) {
  const extension = path.extname(address);
  const isCompressed = COMPRESSED.includes(extension);
  const body = isCompressed ? contents : brotliCompressSync(contents);
  const headers = {
    ...SECURITY,
    'content-security-policy': policyOf(address.endsWith('.html') ? contents : ''),
    'cache-control': cacheRuleOf(address),
    'content-length': body.length,
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`,
    ...(isCompressed ? {} : { 'content-encoding': 'br', vary: 'accept-encoding' }),
  };
  return { headers, body };
}

/** A page's own policy, and directives that are only allowed in a header. */
function policyOf(html) {
  const own = load(html)('meta[http-equiv="Content-Security-Policy"]').attr('content') ?? "default-src 'none'";
  return `${own}; frame-ancestors 'none'`;
}

function cacheRuleOf(address) {
  if (address.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return address.endsWith('.html') ? 'public, max-age=0, must-revalidate' : 'public, max-age=86400';
}
