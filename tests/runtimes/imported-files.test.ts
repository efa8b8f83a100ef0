import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { jpeg } from '../helpers/images.ts';
import { openIslands } from '../helpers/islands.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

const SVG = `<!-- a drawing -->
<svg xmlns="http://www.w3.org/2000/svg" width="8" stroke-width="1"><path d="M0 0h8"/><g id="a"><title>A &amp; B</title></g></svg>`;

describe.each(RUNTIMES)('on %s', (runtime) => {
  test('an island hydrates with an SVG component, text, globs and variables', async () => {
    const { tab, hydrate, messages } = await openIslands(browser(), {
      runtime,
      base: runtime === 'preact' ? '/' : '/docs/',
      islands: {
        files: `import { href } from 'sitegen';
import noteUrl from '../note.md?url';
import Drawing from '../dot.svg?react';
import note from '../note.md?raw';
import data from '../dot.svg?inline';
import photo from '../photo.JPG';
const posts = import.meta.glob('../posts/*.json', { eager: true, import: 'title' });
const lazy = import.meta.glob('../posts/*.md', { query: '?raw', import: 'default' });
function Files({ given }) {
  const [width, set] = useState(9);
  const [text, show] = useState('');
  const read = async () => { show(await lazy['../posts/c.md']()); set(20); };
  return <p onClick={read}><Drawing width={width} strokeWidth="2" className="large" />{note}{Object.values(posts).join()}
    {import.meta.env.MODE}{import.meta.env.BASE_URL}<img src={photo} alt={data.slice(0, 18)} /><img src={given} alt={given.width} /><i>{text}</i><b>{text && JSON.stringify([photo.src, noteUrl, href('/')])}</b><a href={href('/')}>home</a>{text && <Drawing />}</p>;
}`,
      },
      body: `<Files given={import.meta.glob('../photo.JPG', { eager: true, import: 'default' })['../photo.JPG']} />`,
      more: {
        'templates/dot.svg': SVG,
        'templates/note.md': '<b>&',
        'templates/photo.JPG': await jpeg(4, 3, { orientation: 6 }),
        'templates/posts/a.json': '{"title":"A"}',
        'templates/posts/b.json': '{"title":"B"}',
        'templates/posts/c.md': 'late',
      },
    });
    const before = await tab.locator('sitegen-island p').innerHTML();

    await hydrate();
    const after = await tab.locator('sitegen-island p').innerHTML();
    await tab.locator('sitegen-island p').click();
    await tab.locator('i', { hasText: 'late' }).waitFor();

    expect(after.replaceAll('<!-- -->', '')).toBe(before.replaceAll('<!-- -->', ''));
    expect(
      await tab
        .locator('svg')
        .first()
        .evaluate((svg) => svg.outerHTML.replace(/ xmlns="[^"]*"/, '').replace(/"\w+a"/, '"?a"')),
    ).toBe(
      '<svg width="20" stroke-width="2" class="large"><path d="M0 0h8"></path><g id="?a"><title>A &amp; B</title></g></svg>',
    );
    expect(await tab.locator('svg').count()).toBe(2);
    expect(await tab.locator('sitegen-island p').textContent()).toContain('<b>&A,B');
    const addresses = JSON.parse((await tab.locator('b').textContent()) ?? '') as string[];
    const root = runtime === 'preact' ? '' : '/docs';
    expect(addresses.map((address) => address.replace(/-\w{8}/, ''))).toEqual([
      `${root}/assets/photo.jpg`,
      `${root}/assets/note.md`,
      `${root}/`,
    ]);
    expect(await tab.locator('a').getAttribute('href')).toBe(`${root}/`);
    const images = await tab.locator('img').evaluateAll((all) => all.map((image) => image.outerHTML));
    expect(images[1]).toMatch(/^<img src="(?:\/docs)?\/assets\/photo-\w{8}\.jpg" alt="3">$/);
    expect(images[0]?.split('"')[1]).toBe(images[1]?.split('"')[1]);
    expect(messages).toEqual([]);
  });
});
