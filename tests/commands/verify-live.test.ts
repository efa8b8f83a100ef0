/** `sitegen verify` compares a live site with the files of the last build. */
import { readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const SITE = {
  'templates/site.css': 'h1 { color: red; }',
  'templates/pages/404.tsx': page('Lost', ''),
  'templates/pages/contact.tsx': page('Contact', ''),
  'public/photo ä.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

async function makeSite(files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = await makeProject({ ...SITE, ...files });
  await sitegen(project.root, 'build');
  return project;
}

interface Host {
  readonly url: string;
  readonly asked: readonly string[];
  /** Simultaneous requests. */
  readonly most: () => number;
}

/** A host that answers correctly. */
async function startHost(
  { root }: Project,
  spoil: (asked: string, response: ServerResponse, request: IncomingMessage) => boolean = () => false,
): Promise<Host> {
  const asked: string[] = [];
  let [open, most] = [0, 0];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const name = decodeURI(request.url ?? '').slice(1);
    asked.push(name);
    most = Math.max(most, (open += 1));
    response.once('close', () => (open -= 1));
    response.setHeaders(new Headers({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': '-' }));
    if (spoil(name, response, request)) return;
    const file = path.join(root, 'out', name.replace(/(^|\/)$/, '$1index.html'));
    const contents = await readFile(file).catch(() => undefined);
    const types = { css: 'text/css', svg: 'image/svg+xml', html: 'text/html; charset=utf-8' };
    const type = contents === undefined ? types.html : types[path.extname(file).slice(1) as keyof typeof types];
    response.setHeader('Content-Type', type);
    response.setHeader('Cache-Control', name.startsWith('assets/') ? 'max-age=31536000, immutable' : 'max-age=0');
    response.statusCode = contents === undefined ? 404 : 200;
    response.end(contents ?? (await readFile(path.join(root, 'out/404.html'))));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked, most: () => most };
}

const verify = ({ root }: Project, url: string, ...args: string[]) => sitegen(root, 'verify', url, ...args);
const errorsIn = (text: string) => text.match(/^error .*\n.*/gm)?.map((line) => line.replace(/\n\s+/, ' '));

test.each(['netlify', 'nginx'])('a site served like %s has no differences', async (host) => {
  const project = await makeSite({ 'sitegen.config.ts': `export default { base: '/docs/' };` });
  const { url } = await serveProject(project, '--no-watch', '--as', host);

  const { code, stdout, stderr } = await verify(project, url);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`4 files compared with ${url}`);
  expect(stdout).toContain(`${url}contact returns status 30`);
});

test('a slow compressed response does not time out; at most N requests run at once', async () => {
  const project = await makeSite();
  const host = await startHost(project, (name, response, request) => {
    if (name !== 'contact/') return false;
    expect(request.headers['accept-encoding']).toContain('gzip');
    void readFile(path.join(project.root, 'out/contact/index.html')).then((contents) => {
      response.writeHead(200, { 'Content-Encoding': 'br', 'Content-Type': 'text/html' });
      response.end(brotliCompressSync(contents));
    });
    return true;
  });

  expect(await verify(project, host.url, '--concurrency', '1')).toMatchObject({ code: 0, stderr: '' });

  expect(host.most()).toBe(1);
  expect(host.asked).toContain('photo ä.svg');
  expect(host.asked).not.toContain('.sitegen');
});

test('reports all differences', async () => {
  const project = await makeSite();
  const { url } = await startHost(project, (name, response) => {
    response.removeHeader('Content-Security-Policy');
    if (name === '') response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>old</h1>');
    else if (name === 'contact/') response.writeHead(301, { Location: '/contact' }).end();
    else if (name.endsWith('.svg')) response.writeHead(404).end();
    else if (name.endsWith('.css')) response.writeHead(200, { 'Content-Type': 'text/plain' }).end('h1{color:red}\n');
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Home</h1>');
    return true;
  });

  const { code, stdout, stderr } = await verify(project, url);

  expect(code).toBe(1);
  expect(stdout).toBe('');
  const css = (await project.list('out/assets')).find((file) => file.endsWith('.css')) ?? '';
  expect(errorsIn(stderr)).toEqual([
    expect.stringContaining(`live-body  out/assets/${css} ${url}assets/${css} `),
    expect.stringMatching(/live-type {2}out\/assets\/\S+ .*text\/plain.*text\/css/),
    expect.stringMatching(/live-status {2}out\/contact\/index.html .*\/contact\/ .*\/contact\./),
    expect.stringMatching(/live-body {2}out\/index.html .*\b12 bytes/),
    expect.stringMatching(/live-status {2}out\/photo ä.svg .*\/photo%20%C3%A4.svg .*404/),
    expect.stringMatching(/live-status {2}out\/404.html .*200.*404/),
    expect.stringContaining(`live-body  out/404.html ${url}sitegen-verify-`),
    expect.stringContaining(`live-cache  out/assets/${css} ${url}assets/${css} came without Cache-Control`),
  ]);
  expect(stderr).toMatch(/^warning live-header\n.*Content-Security-Policy/m);
  expect(stderr).toContain('8 differences');
});

const TWO_ASSETS = {
  'templates/pages/photo.tsx': page('Photo', '<img {...photo} alt="" />', `import photo from '../images/photo.svg';`),
  'templates/images/photo.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><!-- ${'large '.repeat(2000)}--></svg>`,
};

test.each([
  ['github', ['github'], 'Cache-Control, X-Content-Type-Options, and Content-Security-Policy'],
  ['s3', ['s3'], 'X-Content-Type-Options and Content-Security-Policy'],
  ['github', ['netlify', 'github'], 'Cache-Control, X-Content-Type-Options, and Content-Security-Policy'],
])('does not expect of %s, one of %j, what it cannot set', async (host, hosts, names) => {
  const redirects = host === 'github' ? { '/old/': '/' } : {};
  const config = `export default ${JSON.stringify({ hosts, redirects })};`;
  const project = await makeSite({ ...TWO_ASSETS, 'sitegen.config.ts': config });
  const { url } = await serveProject(project, '--no-watch', '--as', host);

  const { code, stdout, stderr } = await verify(project, url);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`cannot set ${names}, so they were not compared.\n`);
  expect(stdout.match(/^Note: /gm)).toHaveLength(2);
});

test.each(['github', 'nginx'])('a redirect that is a page on another host is right on %s', async (host) => {
  const config = `export default { hosts: ['github', 'nginx'], redirects: { '/old/': '/contact/?a=1' } };`;
  const project = await makeSite({ 'sitegen.config.ts': config });
  const { url } = await serveProject(project, '--no-watch', '--as', host);

  expect(await verify(project, url)).toMatchObject({ code: 0, stderr: '' });
});

test('does not expect headers that the config removes, or of a host that cannot set them', async () => {
  const config = (text: string) => ({ 'sitegen.config.ts': `export default { ${text} };` });
  const project = await makeSite({ ...TWO_ASSETS, ...config(`headers: { 'content-security-policy': false }`) });
  const { url } = await startHost(project, (_, response) => {
    response.removeHeader('Content-Security-Policy');
    return false;
  });

  expect(await verify(project, url)).toMatchObject({ code: 0, stderr: '' });

  // Something in front of the host may add some of them.
  await project.write(config(`hosts: ['github']`));
  expect(await verify(project, url)).toMatchObject({ code: 0, stderr: '' });
  await project.write(config(`hosts: ['github', 'netlify']`));
  expect((await verify(project, url)).stderr).toMatch(/^warning live-header\n.*Content-Security-Policy/);
});

test('reports missing headers once if the config names no host', async () => {
  const project = await makeSite(TWO_ASSETS);
  const { url } = await serveProject(project, '--no-watch', '--as', 'github');

  const { code, stderr } = await verify(project, url);

  expect(code).toBe(1);
  expect(errorsIn(stderr)).toEqual([
    expect.stringMatching(/live-cache {2}out\/assets\/\S+ .*, and 1 more, came with the Cache-Control "max-age=600"/),
  ]);
  expect(stderr).toContain('name it in `hosts`');
  expect(stderr.match(/^warning live-header/gm)).toHaveLength(2);
});

test('reads at most 64 MB of a decoded response', { timeout: 60_000 }, async () => {
  const project = await makeSite();
  const large = Buffer.alloc(70e6, 'large ');
  await writeFile(path.join(project.root, 'out/same.svg'), large);
  await writeFile(path.join(project.root, 'out/shorter.svg'), large);
  await writeFile(path.join(project.root, 'out/other.svg'), large);
  const bomb = gzipSync(Buffer.alloc(400e6));
  const sent = { endless: 0 };
  const host = await startHost(project, (name, response) => {
    const svg = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'max-age=0' };
    if (name === 'contact/')
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'text/html' }).end(bomb);
    else if (name === 'shorter.svg')
      response.writeHead(200, { ...svg, 'Content-Length': 66e6 }).end(large.subarray(0, 66e6));
    else if (name === 'other.svg') response.writeHead(200, svg).end(Buffer.alloc(70e6, 'other '));
    else if (name === '') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      const more = () => {
        for (let wantsMore = true; wantsMore && !response.destroyed; sent.endless += 1e6)
          wantsMore = response.write(large.subarray(0, 1e6));
      };
      response.on('drain', more);
      more();
    } else return false;
    return true;
  });

  const { code, stdout } = await sitegen(project.root, 'verify', host.url, '--json');

  expect(code).toBe(1);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
  const bodies = diagnostics
    .filter((one) => one.code === 'live-body')
    .map(({ message }) => message.replace(host.url, '/'));
  expect(bodies.toSorted()).toEqual([
    expect.stringMatching(/^\/ returns .*index\.html: more than 64 MB instead of \d+\.$/) as string,
    expect.stringMatching(/^\/contact\/ returns .*: more than 64 MB instead of \d+\.$/) as string,
    expect.stringMatching(/^\/other\.svg returns .*: more than 64 MB instead of 70000000\.$/) as string,
    expect.stringMatching(/^\/shorter\.svg returns .*: 66000000 bytes instead of 70000000\.$/) as string,
  ]);
  expect(sent.endless).toBeLessThan(400e6); // requested twice
});

test('retries once before it reports a lost connection', async () => {
  const project = await makeSite();
  const cut = new Map<string, number>();
  const { url } = await startHost(project, (name, response) => {
    const times = (cut.get(name) ?? 0) + 1;
    cut.set(name, times);
    if (name === 'contact/' || times === 1) response.destroy();
    return name === 'contact/' || times === 1;
  });

  const { code, stdout, stderr } = await verify(project, url, '--json');

  expect(code).toBe(1);
  expect(errorsIn(stderr)).toEqual([expect.stringContaining(`${url}contact/`)]);
  expect(cut.get('contact/')).toBe(2);
  const result = JSON.parse(stdout) as object;
  expect(result).toMatchObject({ ok: false, files: 4, diagnostics: [{ code: 'live-status' }] });
});

test('fails without a site, without a response, and with an invalid address', async () => {
  const project = await makeProject();
  expect((await verify(project, 'https://www.example.com')).stderr).toContain('sitegen build');
  await sitegen(project.root, 'build');
  const silent = await verify(project, 'http://127.0.0.1:1/');
  expect(silent.code).toBe(2);
  expect(silent.stderr).toContain('http://127.0.0.1:1/');
  expect(await verify(project, 'www.example.com')).toMatchObject({ code: 2 });
});
