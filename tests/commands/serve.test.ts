import { rename } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTree } from '../helpers/out-folder.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { startServeProcess } from '../helpers/serve.ts';
import { changesSeen, untilChanged } from '../helpers/watching.ts';

describe('sitegen serve', () => {
  test('answers requests for pages, files and unknown addresses like a host', async () => {
    const project = await makeProject({
      'templates/pages/contact.tsx': page('Contact', ''),
      'templates/pages/café.tsx': page('Café', ''),
      'templates/pages/404.tsx': page('Not here', ''),
      'templates/site.css': 'h1 { color: red }',
      'public/robots.txt': 'User-agent: *',
    });
    const server = await serveProject(project, '--no-watch');

    const answers = await Promise.all(
      ['', 'contact?q=1', 'contact/', 'caf%C3%A9/', 'robots.txt', 'nope', 'a/b/c', 'contact/x'].map(async (address) => {
        const response = await fetch(server.url + address, { redirect: 'manual' });
        return [
          address,
          response.status,
          response.headers.get('content-type') ?? response.headers.get('location'),
          /<h1>(.*?)<\/h1>/.exec(await response.text())?.[1],
        ];
      }),
    );

    const html = 'text/html; charset=utf-8';
    expect(answers).toEqual([
      ['', 200, html, 'Home'],
      ['contact?q=1', 301, '/contact/?q=1', undefined],
      ['contact/', 200, html, 'Contact'],
      ['caf%C3%A9/', 200, html, 'Café'],
      ['robots.txt', 200, 'text/plain; charset=utf-8', undefined],
      ['nope', 404, html, 'Not here'],
      ['a/b/c', 404, html, 'Not here'],
      ['contact/x', 404, html, 'Not here'],
    ]);
    expect(await (await fetch(server.url)).text()).toBe(await project.read('out/index.html'));
    expect(await server.stop()).toBe(0);
  });

  test('starts with a site that cannot be built, shows changed files, and the last good version of pages while there are errors', async () => {
    const project = await makeProject({ 'templates/pages/index.tsx': 'export default <' });
    const server = await serveProject(project);
    const home = async () => (await fetch(server.url)).text();
    expect((await fetch(server.url)).status).toBe(500);

    await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
    await server.says('Built 1 page');
    const changed = await home();
    await project.write({ 'templates/pages/index.tsx': page('Broken', '{nothing.here}') });
    await server.says('1 error');
    const broken = await home();
    await project.write({ 'sitegen.config.ts': 'export default { bse: 1 }' });
    await server.says('config-invalid');
    await project.remove('sitegen.config.ts');
    await project.write({
      'templates/pages/index.tsx': page('Fixed', ''),
      'templates/pages/new.tsx': page('New', ''),
    });
    await server.says('Built 2 pages');

    expect(changed).toContain('<h1>Changed</h1>');
    expect(broken).toContain('<h1>Changed</h1>');
    expect(await home()).toContain('<h1>Fixed</h1>');
    expect((await fetch(`${server.url}new/`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  test('notices a folder that is moved away and back', async () => {
    const project = await makeProject();
    const server = await serveProject(project);
    const [templates, away] = [path.join(project.root, 'templates'), path.join(project.root, 'away')];

    await rename(templates, away);
    await server.says('templates/pages');
    await rename(away, templates);
    await server.says('Built 1 page');
    await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
    await server.says('Built 1 page');

    expect(await (await fetch(server.url)).text()).toContain('<h1>Changed</h1>');
  });

  test('sends the output of a build and the reload client, and writes nothing to out/, which deploy uploads', async () => {
    const project = await makeProject({ 'templates/site.css': 'h1 { color: red }' });
    await sitegen(project.root, 'build');
    const built = await project.read('out/index.html');
    const out = path.join(project.root, 'out');
    const before = await readTree(out);
    const server = await serveProject(project);

    const shown = await (await fetch(server.url)).text();
    const client = /(?<=<head>)<script type="module" src="\/sitegen-[\w-]+\/reload\.js\?site=\S+"><\/script>/;
    expect(shown).toMatch(client);
    expect(shown.replace(client, '')).toBe(built);

    await project.write({
      'templates/site.css': 'h1 { color: blue }',
      'templates/pages/new.tsx': page('New', ''),
      'public/new.txt': 'new',
    });
    await server.says('Built 2 pages');
    const html = await (await fetch(`${server.url}new/`)).text();
    const sheet = /\/assets\/[^"]+\.css/.exec(html)?.[0];
    expect(await (await fetch(new URL(sheet ?? '', server.url))).text()).toMatch(/blue|00f/);
    await server.stop();

    expect(await readTree(out)).toEqual(before);
  });

  test('sends hashed assets as other files, and survives the loss of their folder', async () => {
    const dot = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const project = await makeProject({
      'templates/site.css': 'h1 { color: red; background: url(./pages/dot.svg) }',
      'templates/pages/index.tsx': page(
        'Home',
        '<a href={film}>Film</a><img src={dot} alt="" />',
        `import film from '../film.mp4';\nimport dot from './dot.svg?url';`,
      ),
      'templates/pages/dot.svg': dot,
      'templates/film.mp4': 'film'.repeat(1_000_000),
    });
    const server = await serveProject(project);
    const html = await (await fetch(server.url)).text();
    const [sheet = '', film = '', shared = ''] = [/[^"]+\.css/, /[^"]+\.mp4/, /(?<=<img src=")[^"]+/].map(
      (name) => new URL(name.exec(html)?.[0] ?? '', server.url).href,
    );
    const css = await fetch(sheet);
    const part = await fetch(film, { headers: { Range: 'bytes=0-1' } });
    const stopped = await fetch(film);
    await stopped.body?.cancel();

    expect(await css.text()).toMatch(/h1.*red/s);
    expect(Object.fromEntries(css.headers)).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect([part.status, await part.text()]).toEqual([206, 'fi']);
    expect((await (await fetch(film)).arrayBuffer()).byteLength).toBe(4_000_000);
    // A page and the stylesheet use it.
    expect(await (await fetch(shared)).text()).toBe(dot);
    await project.remove('.sitegen');
    expect((await fetch(sheet)).status).toBe(404);
    expect(await server.stop()).toBe(0);
  });

  test('stops while a page waits for data, and leaves nothing behind', async () => {
    const project = await makeProject();
    const server = await startServeProcess([], project.root);

    const load = `export const load = () => { console.log('waiting'); return new Promise(() => setInterval(() => {}, 1000)); };`;
    await project.write({ 'templates/pages/index.tsx': page('Home', '', load) });
    await server.says('waiting');

    expect(await server.stop()).toBe(0);
    expect((await project.list('.sitegen')).filter((file) => file.startsWith('build-'))).toEqual([]);
    expect((await project.list('.')).filter((file) => file.startsWith('.out'))).toEqual([]);
  });

  test('watches the folders listed in the config, and imported files; a changed base needs a restart', async () => {
    const elsewhere = await makeProject({ 'data/one.txt': 'one' });
    const watch = `watch: ['../${path.basename(elsewhere.root)}/data']`;
    const project = await makeProject({
      'sitegen.config.ts': `export default { ${watch} };`,
      'lib/words.ts': `export const words = 'old';`,
      'templates/pages/index.tsx': page('Home', '<p>{words}</p>', `import { words } from '../../lib/words.ts';`),
    });
    const server = await serveProject(project);
    const before = await changesSeen(server);

    await elsewhere.write({ 'data/one.txt': 'two' });
    await untilChanged(server, before);
    expect(await changesSeen(server)).toBe(before + 1);

    for (const words of ['new', 'newer']) {
      await project.write({ 'lib/words.ts': `export const words = '${words}';` });
      await server.says('Built 1 page');
      expect(await (await fetch(server.url)).text()).toContain(`<p>${words}</p>`);
    }

    await project.write({ 'sitegen.config.ts': `export default { base: '/docs/', ${watch} };` });
    await server.says('`base`');
    expect(await server.stop()).toBe(0);
  });
});
