/** `sitegen verify` compares a live site with the files of the last build. */
import { readFile } from 'node:fs/promises';
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
    expect.stringContaining(`live-cache  out/assets/${css} ${url}assets/${css} came with "no Cache-Control"`),
  ]);
  expect(stderr).toContain('7 differences');
});

const TWO_ASSETS = {
  'templates/pages/photo.tsx': page('Photo', '<img {...photo} alt="" />', `import photo from '../images/photo.svg';`),
  'templates/images/photo.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><!-- ${'large '.repeat(2000)}--></svg>`,
};

test.each([[['github']], [['netlify', 'github']]])(
  'does not expect a cache lifetime if one of %j cannot set it',
  async (hosts) => {
    const config = `export default ${JSON.stringify({ hosts, redirects: { '/old/': '/' } })};`;
    const project = await makeSite({ ...TWO_ASSETS, 'sitegen.config.ts': config });
    const { url } = await serveProject(project, '--no-watch', '--as', 'github');

    expect(await verify(project, url)).toMatchObject({ code: 0, stderr: '' });
  },
);

test('reports missing cache lifetimes once if the config names no host', async () => {
  const project = await makeSite(TWO_ASSETS);
  const { url } = await serveProject(project, '--no-watch', '--as', 'github');

  const { code, stderr } = await verify(project, url);

  expect(code).toBe(1);
  expect(errorsIn(stderr)).toEqual([
    expect.stringMatching(/live-cache {2}out\/assets\/\S+ .*, and 1 more, came with "max-age=600"/),
  ]);
  expect(stderr).toContain('name it in `hosts`');
});

test.each(['github', 'nginx'])('a redirect, or a page that redirects, is right on %s', async (host) => {
  const config = `export default { hosts: ['github', 'nginx'], redirects: { '/old/': '/contact/?a=1', '/out': 'https://example.com/x' } };`;
  const project = await makeSite({ 'sitegen.config.ts': config });
  const { url } = await serveProject(project, '--no-watch', '--as', host);

  expect(await verify(project, url)).toMatchObject({ code: 0, stderr: '' });
});

test('reports redirects that lead elsewhere, or are missing', async () => {
  const config = `export default { hosts: ['nginx'], redirects: { '/led/': '/contact/', '/lost/': '/', '/bad/': '/' } };`;
  const project = await makeSite({ 'sitegen.config.ts': config });
  const { url } = await startHost(project, (name, response) => {
    if (name === 'led/') response.writeHead(301, { Location: '/' }).end();
    else if (name === 'bad/') response.writeHead(301, { Location: 'http://[' }).end();
    return ['led/', 'bad/'].includes(name);
  });

  const { code, stderr } = await verify(project, url);

  expect(code).toBe(1);
  expect(errorsIn(stderr)).toEqual([
    `error live-status ${url}led/ redirects to / instead of redirecting to ${url}contact/.`,
    `error live-status ${url}lost/ returns status 404 instead of redirecting to ${url}.`,
    `error live-status ${url}bad/ redirects to http://[ instead of redirecting to ${url}.`,
  ]);
});

test('reads no more of a decoded response than the file has', { timeout: 60_000 }, async () => {
  const project = await makeSite();
  const bomb = gzipSync(Buffer.alloc(400e6));
  const part = Buffer.alloc(1e6, 'large ');
  const sent = { endless: 0 };
  const host = await startHost(project, (name, response) => {
    if (name === 'contact/')
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'text/html' }).end(bomb);
    else if (name === '') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      const more = () => {
        for (let wantsMore = true; wantsMore && !response.destroyed; sent.endless += 1e6)
          wantsMore = response.write(part);
      };
      response.on('drain', more);
      more();
    } else return false;
    return true;
  });

  const { code, stdout } = await sitegen(project.root, 'verify', host.url, '--json');

  expect(code).toBe(1);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
  const messages = diagnostics.map((one) => `${one.code} ${one.message.replace(host.url, '/')}`);
  expect(messages.toSorted()).toEqual([
    expect.stringMatching(/^live-body \/ returns .*index\.html, with more than \d+ bytes instead of \d+\.$/) as string,
    expect.stringMatching(/^live-body \/contact\/ returns .*, with more than \d+ bytes instead of \d+\.$/) as string,
  ]);
  expect(sent.endless).toBeLessThan(100e6); // requested twice
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

test('a host that stops responding is not asked for all files', async () => {
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`public/${at}.txt`, 'x']));
  const project = await makeSite(files);
  const { url, asked } = await startHost(project, (name, _, { socket }) => {
    if (name.endsWith('.txt')) socket.destroy();
    return name.endsWith('.txt');
  });

  const { code, stderr } = await sitegen(project.root, 'verify', url, '--concurrency', '1');

  expect(code).toBe(1);
  expect(stderr).toContain('not requested, after others');
  expect(new Set(asked.filter((name) => name.endsWith('.txt'))).size).toBe(8);
});
