/** `?react` drawings in a browser: each looks like its file, wherever it is used, and changes nothing else on the page. */
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { routeFolder } from '../helpers/route-folder.ts';
import { ROOT, sitegen } from '../helpers/run.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const FIXTURE = path.join(ROOT, 'tests/fixtures/drawings');

const browser = useBrowser();

const configOf = (runtime: string) => ({
  'sitegen.config.ts': `export default { islands: { runtime: '${runtime}' } };`,
});

/** Builds the site, opens a page, and asks its island for more drawings. Messages in the console are failures. */
async function openSite(project: Project, route: string): Promise<Page> {
  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });
  const tab = await browser().newPage();
  onTestFinished(() => tab.close());
  const messages: string[] = [];
  tab.on('console', (message) => messages.push(message.text()));
  await tab.goto((await routeFolder(tab, path.join(project.root, 'out'), '/')) + route);
  const before = await tab.locator('svg').count();
  await tab.locator('button').click();
  await expect.poll(() => tab.locator('svg').count()).toBeGreaterThan(before);
  expect(messages.filter((text) => !text.includes('DevTools'))).toEqual([]);
  return tab;
}

/** The pixels of each element, from one screenshot. */
async function pixelsOf(tab: Page, selector: string): Promise<Buffer[]> {
  const screenshot = await tab.screenshot({ fullPage: true });
  const boxes = await tab.locator(selector).evaluateAll((all) =>
    all.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { left: left + window.scrollX, top: top + window.scrollY, width, height };
    }),
  );
  return Promise.all(boxes.map((box) => sharp(screenshot).extract(box).removeAlpha().raw().toBuffer()));
}

describe.each(RUNTIMES)('on %s', (runtime) => {
  test.each([
    ['without a stylesheet', 'plain', ''],
    ['with a stylesheet', 'styled', 'styled/'],
  ])('drawings %s look like their files', async (_what, folder, route) => {
    const project = await makeProject(configOf(runtime));
    await cp(FIXTURE, project.root, { recursive: true });
    const tab = await openSite(project, route);

    expect(await tab.locator('style').count()).toBe(0);
    const names = await tab.locator('svg').evaluateAll((all) => all.map((svg) => svg.dataset['file'] ?? ''));
    const shown = await pixelsOf(tab, 'svg');
    const files = await Promise.all(
      names.map((name) => readFile(path.join(FIXTURE, 'templates', folder, `${name}.svg`), 'base64')),
    );
    const images = files.map((file) => `<img width="64" height="64" src="data:image/svg+xml;base64,${file}" />`);
    await tab.setContent(`<style>img { display: block }</style>${images.join('')}`);
    const expected = await pixelsOf(tab, 'img');

    // Browsers round colours in an image.
    const different = names.filter((_name, index) =>
      shown[index]?.some((value, at) => Math.abs(value - (expected[index]?.[at] ?? 0)) > 100),
    );
    expect(names).toHaveLength(new Set(names).size * 4);
    expect(different).toEqual([]);
  });

  test('drawings change nothing else on the page', async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<style>.icon{display:none} *{opacity:.5} path{fill:orange} #a{stroke:red}</style><path id="a" d="M0 0h9"/></svg>`;
    const imports = `import Drawing from '../drawing.svg?react';`;
    const project = await makeProject({
      ...configOf(runtime),
      'templates/drawing.svg': drawing,
      'templates/islands/drawings.tsx': `import { island } from 'sitegen'; import { useState } from 'react'; ${imports}
function Drawings() { const [more, set] = useState(false);
  return <p><button onClick={() => set(true)}>More</button><Drawing />{more && <Drawing />}</p>; }
export default island('drawings', Drawings);`,
      'templates/pages/index.tsx': page(
        'Home',
        '<Drawing /><svg className="icon" id="own"><path id="a" d="M0 0h8" /></svg><Drawings />',
        `${imports} import Drawings from '../islands/drawings';`,
      ),
    });
    const tab = await openSite(project, '');

    const styleOf = (selector: string) =>
      tab.locator(selector).evaluate((element) => {
        const { display, fill, opacity, stroke } = getComputedStyle(element);
        return [display, fill, opacity, stroke];
      });
    expect(await styleOf('#own')).toEqual(['inline', 'rgb(0, 0, 0)', '1', 'none']);
    expect(await styleOf('#own path')).toEqual(['inline', 'rgb(0, 0, 0)', '1', 'none']);
    const ids = await tab.locator('path').evaluateAll((paths) => paths.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
