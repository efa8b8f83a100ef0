/** `sitegen serve --as <host>` answers like that host. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';

const POLICY = "default-src 'none'; script-src 'self'";

const FILES = {
  'templates/pages/contact.tsx': page('Contact', 'x'.repeat(2000)),
  'templates/pages/404.tsx': page('Not here', ''),
  'templates/pages/de/404.tsx': page('Nicht hier', ''),
  'public/site.webmanifest': '{}',
  'templates/site.css': 'h1 { color: red }',
  'sitegen.config.ts': `export default { gone: ['/de/closed/'], redirects: { '/old/': '/contact/' }, headers: { 'X-Own': 'yes', 'X-Frame-Options': false } };`,
};

/** The response as sent: `fetch` would decompress it. */
async function ask(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['apache', [301, '/contact/?q=1'], [200], [301, '/contact/?q=1'], 'Nicht hier'],
  ['cloudflare', [308, '/contact/?q=1'], [308, '/contact/?q=1'], [301, '/contact/?q=1'], 'Nicht hier'],
  ['cloudflare-workers', [307, '/contact/?q=1'], [307, '/contact/?q=1'], [301, '/contact/?q=1'], 'Nicht hier'],
  ['cloudfront', [301, '/contact/?q=1'], [200], [301, '/contact/?q=1'], 'Not here'],
  ['github', [301, '/contact/?q=1'], [200], [200], 'Not here'],
  ['netlify', [301, '/contact/?q=1'], [200], [301, '/contact/?q=1'], 'Nicht hier'],
  ['nginx', [301, '/contact/?q=1'], [200], [301, '/contact/?q=1'], 'Nicht hier'],
  ['s3', [302, '/contact/'], [200], [200], 'Not here'],
  ['vercel', [308, '/contact/?q=1'], [200], [301, '/contact/?q=1'], 'Not here'],
])('%s', async (host, folder, index, moved, missing) => {
  const project = await makeProject(FILES);
  const server = await serveProject(project, '--no-watch', '--as', host);
  const at = async (address: string) => {
    const { status, headers } = await ask(server.url + address);
    return [status, ...(headers['location'] === undefined ? [] : [headers['location']])];
  };

  expect(await at('contact?q=1')).toEqual(folder);
  expect(await at('contact/index.html?q=1')).toEqual(index);
  expect(await at('old/?q=1')).toEqual(moved);
  expect(await at('contact/')).toEqual([200]);
  expect(await at('nope/nope/')).toEqual([404]);
  const canSayGone = ['apache', 'cloudfront', 'netlify', 'nginx'].includes(host);
  expect(await at('de/closed/')).toEqual([canSayGone ? 410 : 404]);
  const sent = (await ask(`${server.url}de/closed/`)).body.toString();
  expect(sent).toContain(host === 'cloudfront' ? 'Gone' : `<h1>${missing}</h1>`);
  expect((await ask(`${server.url}de/nope/nope/`)).body.toString()).toContain(`<h1>${missing}</h1>`);
  await server.says('/contact to /contact/');
});

test.each([
  ['github', 301],
  ['netlify', 301],
  ['vercel', 308],
])('%s redirects the base without its slash with %i', async (host, status) => {
  const server = await serveProject(await makeProject(FILES), '--no-watch', '--as', host, '--base', '/my-site/');
  const { status: sent, headers } = await ask(server.url.replace(/\/$/, ''));

  expect({ sent, location: headers['location'] }).toEqual({ sent: status, location: '/my-site/' });
});

test('sends the headers that the host is configured with', async () => {
  const project = await makeProject(FILES);
  const shell = await project.read('templates/shell.tsx');
  await project.write({
    'templates/shell.tsx': shell.replace(
      '<title>',
      `<meta httpEquiv="Content-Security-Policy" content="${POLICY}; style-src 'self'" /><title>`,
    ),
  });
  const headersAs = async (host: string, address: string) => {
    const server = await serveProject(project, '--no-watch', '--as', host);
    const { headers } = await ask(server.url + address);
    await server.stop();
    return headers;
  };

  for (const address of ['', 'nope']) {
    const headers = await headersAs('nginx', address);
    expect(headers).toMatchObject({
      'content-security-policy': `${POLICY}; style-src 'self'; frame-ancestors 'none'`,
      'cache-control': 'public, max-age=0, must-revalidate',
      'cross-origin-resource-policy': 'same-origin',
      'x-own': 'yes',
    });
    expect(headers).not.toHaveProperty('x-frame-options');
  }
  const css = (await project.list('out')).find((file) => file.endsWith('.css')) ?? '';
  expect(await headersAs('nginx', css)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(await headersAs('s3', '')).not.toHaveProperty('x-own');
});

test('compresses bodies like the host', async () => {
  const project = await makeProject(FILES);
  const server = await serveProject(project, '--no-watch', '--as', 'netlify');
  const html = await project.read('out/contact/index.html');

  const [br, gzip, plain] = await Promise.all(
    ['gzip, br', 'gzip;q=1.0, br;q=0', 'identity'].map((accepted) =>
      ask(`${server.url}contact/`, { 'Accept-Encoding': accepted }),
    ),
  );

  expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(html);
  expect(gunzipSync(gzip?.body ?? '').toString()).toBe(html);
  expect(plain?.body.toString()).toBe(html);
  expect([br, gzip, plain].map((answer) => [answer?.headers['content-encoding'], answer?.headers['vary']])).toEqual([
    ['br', 'Accept-Encoding'],
    ['gzip', 'Accept-Encoding'],
    [undefined, 'Accept-Encoding'],
  ]);
});
