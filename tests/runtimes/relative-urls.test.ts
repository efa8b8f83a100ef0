import { describe, expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { openIslands } from '../helpers/islands.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>';

describe.each(RUNTIMES)('on %s', (runtime) => {
  test.each([false, true])(
    'an island has images, data and workers by relative addresses (split: %s)',
    async (split) => {
      const { tab, hydrate, messages } = await openIslands(browser(), {
        runtime,
        base: '/docs/',
        islands: {
          sum: `const photo = new URL('../dot.svg', import.meta.url);
function Sum() {
  const [text, set] = useState('');
  useEffect(() => {
    const worker = new Worker(new URL('../work/add.ts', import.meta.url), { type: 'module' });
    worker.onmessage = async ({ data }) => set(data + await (await fetch(new URL('../rows.csv', import.meta.url))).text());
    worker.postMessage([1, 2]);
  }, []);
  return <p>{text}<img src={photo.href} alt="" /></p>;
}`,
        },
        body: '<Sum />',
        more: {
          'sitegen.config.ts': `export default { islands: { runtime: '${runtime}', split: ${split} } };`,
          // Without the policy that the other tests have: it forbids requests.
          'templates/shell.tsx': `export default ({ meta, script, preloads, children }: any) => <html lang="en"><head><title lang="en">{meta.title}</title>
<meta name="description" content={meta.description} /><script type="module" src={script} /></head><body>{children}</body></html>;`,
          'templates/dot.svg': SVG,
          'templates/rows.csv': 'a,b',
          'templates/work/plus.ts': 'export const plus = (a: number, b: number): number => a + b;',
          'templates/work/add.ts': `import { plus } from './plus.ts';
onmessage = ({ data: [a, b] }: MessageEvent<[number, number]>) => postMessage(plus(a, b) + ':');`,
        },
      });
      const src = await tab.locator('img').getAttribute('src');

      await hydrate();
      await tab.locator('p', { hasText: '3:a,b' }).waitFor();

      expect(src).toMatch(/^\/docs\/assets\/dot-\w+\.svg$/);
      expect(await tab.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(7);
      expect(messages).toEqual([]);
    },
  );
});

test('a page has the address of an image, and of other files what it can read', async () => {
  const files = {
    'templates/dot.svg': SVG,
    'templates/rows.csv': 'a,b',
    'templates/pages/index.tsx': page(
      'Home',
      '<img src={dot.pathname} alt={rows} /><img src={`${dot}`} alt="" />',
      `import { readFileSync } from 'node:fs';
const dot = new URL('../dot.svg', import.meta.url);
const rows = readFileSync(new URL("../rows.csv", import.meta.url), 'utf8');`,
    ),
  };
  const project = await makeProject(files);

  const { code } = await sitegen(project.root, 'build', '--base', '/docs/');

  const html = await project.read('out/index.html');
  expect(code).toBe(0);
  expect(html.match(/src="\/docs\/assets\/dot-\w+\.svg"/g)).toHaveLength(2);
  expect(html).toContain('alt="a,b"');
  expect(await project.list('out/assets')).toHaveLength(1);

  await project.write({
    'templates/pages/index.tsx': page('Home', '<a href={new URL("../rows.csv", import.meta.url).href}>rows</a>'),
    'templates/pages/gone.tsx': page('Gone', '', `\nexport const gone = new URL('./gone.png', import.meta.url);`),
    'templates/pages/half.tsx': 'export default () => <p>',
  });
  const local = await sitegen(project.root, 'build', '--json');
  await project.remove('templates/pages/gone.tsx');
  await project.remove('templates/pages/half.tsx');
  const published = await sitegen(project.root, 'build', '--json');

  expect(JSON.parse(local.stdout)).toMatchObject({
    diagnostics: [
      { code: 'compile-failed', place: { file: 'templates/pages/gone.tsx', line: 2 } },
      { code: 'compile-failed', place: { file: 'templates/pages/half.tsx' } },
    ],
  });
  expect(JSON.parse(published.stdout)).toMatchObject({ diagnostics: [{ code: 'asset-missing' }] });
  expect(published.stdout).not.toContain('"ok": true');
});
