import { load } from 'cheerio';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

const CONFIG = `export default { site: 'https://example.org', manifest: { name: 'Example', backgroundColor: '#00ff00' } };`;

const SHELL = `import { JsonLd, type ShellProps } from 'sitegen';
export default function Shell({ meta, canonical, card, icons, children }: ShellProps) {
  return <html lang="en"><head><title>{meta.title}</title><meta name="description" content={meta.description} />
    {meta.noindex && <meta name="robots" content="noindex" />}
    {icons.map((icon) => <link key={icon.href} {...icon} />)}
    {card && <meta property="og:image" content={card.url} />}
    {canonical && <JsonLd data={{ name: meta.title, url: canonical }} />}
  </head><body>{children}</body></html>;
}
`;

const CARD = `import type { CardProps } from 'sitegen';
export default function Card({ meta }: CardProps) {
  return <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><path fill="red" d="M0 0h600v630H0z" />
    <text x="700" y="300" fontSize="60">{meta.title}</text></svg>;
}
`;

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#00f" d="M0 0h16v8H0z"/></svg>';

const FONT = await readFile(path.join(ROOT, 'templates/fonts/archivo-700.ttf'));

describe('sitemap.xml and robots.txt', () => {
  test('list all pages that search engines may index, with absolute addresses', async () => {
    const project = await makeProject({
      'sitegen.config.ts': CONFIG,
      'templates/pages/über & mehr.tsx': page('About', ''),
      'templates/pages/hidden.tsx': page('Hidden', '').replace('};', ', noindex: true };'),
      'templates/pages/404.tsx': page('Not found', ''),
    });

    const { stderr } = await sitegen(project.root, 'build');

    expect(stderr).toBe('');
    const sitemap = load(await project.read('out/sitemap.xml'), { xml: true });
    const addresses = sitemap('urlset > url > loc').map((_, loc) => sitemap(loc).text());
    expect(addresses.get()).toEqual(['https://example.org/', 'https://example.org/%C3%BCber%20&%20mehr/']);
    expect(await project.read('out/robots.txt')).toBe(
      'User-agent: *\nAllow: /\n\nSitemap: https://example.org/sitemap.xml\n',
    );
  });

  test('yield to files in public/, and are not written without a `site`', async () => {
    const project = await makeProject({
      'sitegen.config.ts': CONFIG,
      'public/robots.txt': 'User-agent: *\nDisallow: /\n',
    });

    await sitegen(project.root, 'build');

    expect(await project.read('out/robots.txt')).toContain('Disallow: /');
    await project.remove('sitegen.config.ts');
    await sitegen(project.root, 'build');
    expect(await project.list('out')).not.toContain('sitemap.xml');
  });

  test('are below the base; robots.txt is only read at the root of a host', async () => {
    const project = await makeProject({ 'sitegen.config.ts': CONFIG });

    await sitegen(project.root, 'build', '--base', '/docs/');

    expect(await project.read('out/sitemap.xml')).toContain('<loc>https://example.org/docs/</loc>');
    expect(await project.list('out')).not.toContain('robots.txt');
  });
});

describe('templates/card.tsx', () => {
  const site = { 'sitegen.config.ts': CONFIG, 'templates/shell.tsx': SHELL, 'templates/card.tsx': CARD };

  test('draws a 1200 × 630 image for each page, identical in every build', async () => {
    const project = await makeProject({ ...site, 'templates/pages/about.tsx': page('About', '') });
    await writeFont(project.root);

    const { stderr } = await sitegen(project.root, 'build', '--base', '/docs/');

    expect(stderr).toBe('');
    const [home, about] = await Promise.all(['out/index.html', 'out/about/index.html'].map(cardOf));
    expect(home?.url).toMatch(/^https:\/\/example\.org\/docs\/assets\/card-[0-9a-f]{8}\.png$/);
    expect(about?.url).not.toBe(home?.url);
    expect(sizeOf(home?.png)).toEqual([1200, 630]);
    expect(home?.png.equals(about?.png ?? Buffer.from(''))).toBe(false); // its text is drawn
    await sitegen(project.root, 'build', '--base', '/docs/');
    expect(await cardOf('out/index.html')).toEqual(home);

    async function cardOf(file: string) {
      const url = load(await project.read(file))('meta[property="og:image"]').attr('content') ?? '';
      return { url, png: await readFile(path.join(project.root, url.replace('https://example.org/docs', 'out'))) };
    }
  });

  test('is written only when it changes', async () => {
    const project = await makeProject(site);
    await writeFont(project.root);
    await sitegen(project.root, 'build');
    const [card = ''] = await project.list('out/assets');
    const inode = async () => (await stat(path.join(project.root, 'out/assets', card))).ino;
    const first = await inode();

    await project.write({ 'templates/pages/index.tsx': page('Home', 'Another text') });
    await sitegen(project.root, 'build');

    expect(await project.read('out/index.html')).toContain('Another text');
    expect(await inode()).toBe(first);
    expect(await project.list('out/assets')).toEqual([card]);
  });

  test.each([
    ['text without a font', CARD, /templates\/fonts has no font/],
    ['another size', CARD.replace('630"', '600"').replace(/<text.*<\/text>/, ''), /is 1200 by 600 pixels\. It must be/],
    ['no drawing', CARD.replace(/<svg.*<\/svg>/s, '<p>Card</p>'), /card\.tsx/],
    ['a failure', CARD.replace('return', 'throw new Error("No card today"); return'), /No card today/],
  ])('%s is an error, and nothing is published', async (_what, card, message) => {
    const project = await makeProject({ ...site, 'templates/card.tsx': card });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(stderr).toMatch(message);
    expect(code).toBe(1);
    expect(await project.list('out')).toEqual([]);
  });
});

describe('templates/icon.svg', () => {
  test('becomes the icons that browsers request, and the manifest that lists them', async () => {
    const project = await makeProject({
      'sitegen.config.ts': CONFIG,
      'templates/shell.tsx': SHELL,
      'templates/icon.svg': ICON,
    });

    const { stderr } = await sitegen(project.root, 'build', '--base', '/docs/');

    expect(stderr).toBe(''); // every address in the head is a file
    const links = load(await project.read('out/index.html'))('head > link').map((_, link) => link.attribs['href']);
    const names = ['favicon.ico', 'icon.svg', 'apple-touch-icon.png', 'site.webmanifest'];
    expect(links.get()).toEqual(names.map((name) => `/docs/${name}`));
    const manifest = JSON.parse(await project.read('out/site.webmanifest'));
    expect(manifest).toMatchObject({ name: 'Example', start_url: '/docs/', background_color: '#00ff00' });
    for (const { src, sizes } of manifest.icons) {
      const png = await readFile(path.join(project.root, src.replace('/docs', 'out')));
      expect(sizeOf(png).join('x')).toBe(sizes);
    }
    const ico = await readFile(path.join(project.root, 'out/favicon.ico'));
    expect(sizeOf(ico.subarray(ico.readUInt32LE(18)))).toEqual([32, 32]);
  });

  test('yields to icons in public/', async () => {
    const project = await makeProject({ 'templates/icon.svg': ICON, 'public/favicon.ico': 'my own' });

    await sitegen(project.root, 'build');

    expect(await project.read('out/favicon.ico')).toBe('my own');
    expect(await project.list('out')).toContain('apple-touch-icon.png');
  });
});

test('JsonLd contents cannot close its element', async () => {
  const project = await makeProject({
    'sitegen.config.ts': CONFIG,
    'templates/shell.tsx': SHELL,
    'templates/pages/index.tsx': page('</script><script>alert(1)//', '').replace(/<h1>.*<\/h1>/, '<h1>Home</h1>'),
  });

  await sitegen(project.root, 'build');

  const scripts = load(await project.read('out/index.html'))('script');
  expect(scripts.length).toBe(1);
  expect(JSON.parse(scripts.text())).toMatchObject({ name: '</script><script>alert(1)//' });
});

async function writeFont(root: string): Promise<void> {
  const { mkdir, writeFile } = await import('node:fs/promises');
  await mkdir(path.join(root, 'templates/fonts'), { recursive: true });
  await writeFile(path.join(root, 'templates/fonts/archivo-700.ttf'), FONT);
}

/** Width and height of a PNG: https://www.w3.org/TR/png-3/#11IHDR */
function sizeOf(png: Buffer | undefined): number[] {
  return [png?.readUInt32BE(16) ?? 0, png?.readUInt32BE(20) ?? 0];
}
