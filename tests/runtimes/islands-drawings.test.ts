/** `?react` drawings in a browser: each keeps its colours, gradients and animations, and the page keeps its own. */
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, page } from '../helpers/project.ts';
import { routeFolder } from '../helpers/route-folder.ts';
import { sitegen } from '../helpers/run.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';

const browser = useBrowser();

/** As exported by Illustrator. */
const drawing = (colour: string, more = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
<style>.cls-1{fill:${colour}} .cls-2{fill:url(#g)} rect{stroke:${colour}} :root{color:${colour}}
@keyframes spin{to{stroke-width:${colour.length}px}} circle{animation:spin 1s paused} ${more}</style>
<linearGradient id="g"><stop stop-color="${colour}"/></linearGradient>
<rect class="cls-1" width="10" height="20"/><circle class="cls-2" r="5"/></svg>`;

const RED = 'rgb(255, 0, 0)';
const GREEN = 'rgb(0, 128, 0)';

const IMPORTS = `import Red from '../red.svg?react'; import Green from '../green.svg?react';`;

describe.each(RUNTIMES)('on %s', (runtime) => {
  test('drawings keep their styles', async () => {
    const project = await makeProject({
      'sitegen.config.ts': `export default { islands: { runtime: '${runtime === 'preact' ? 'preact' : 'react'}' } };`,
      'templates/red.svg': drawing('#ff0000'),
      'templates/green.svg': drawing('#008000', 'path{fill:orange} .icon{display:none} *{opacity:.5} [id]{opacity:1}'),
      'templates/islands/logos.tsx': `import { island } from 'sitegen'; import { useState } from 'react'; ${IMPORTS}
function Logos() { const [more, set] = useState(false);
  return <p><button onClick={() => set(true)}>More</button><Red /><Green />{more && <Green />}</p>; }
export default island('logos', Logos);`,
      'templates/pages/index.tsx': page(
        'Home',
        '<Red /><Green /><Red /><svg className="icon" id="own"><path d="M0 0h8" /></svg><Logos />',
        `${IMPORTS} import Logos from '../islands/logos';`,
      ),
    });
    const result = await sitegen(project.root, 'build');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const tab = await browser().newPage();
    onTestFinished(() => tab.close());
    const messages: string[] = [];
    tab.on('console', (message) => messages.push(message.text()));
    await tab.goto(await routeFolder(tab, path.join(project.root, 'out'), '/'));
    await tab.locator('button').click();
    await tab.locator('p svg').nth(2).waitFor();

    const styles = await tab.locator('svg:has(rect)').evaluateAll((all) =>
      all.map((svg) => {
        const style = (selector: string) => getComputedStyle(svg.querySelector(selector) ?? svg);
        const [, id = ''] = /#([^")]+)/.exec(style('circle').fill) ?? [];
        const gradient = svg.ownerDocument.getElementById(id);
        const [animation] = svg.querySelector('circle')?.getAnimations() ?? [];
        const frames = (animation?.effect as KeyframeEffect | null)?.getKeyframes() ?? [];
        return {
          fill: style('rect').fill,
          stroke: style('rect').stroke,
          root: getComputedStyle(svg).color,
          stop: svg.contains(gradient) && gradient?.querySelector('stop')?.getAttribute('stop-color'),
          width: frames.at(-1)?.['strokeWidth'],
        };
      }),
    );
    const own = await tab.locator('#own').evaluate((svg) => {
      const { fill, opacity } = getComputedStyle(svg.querySelector('path') ?? svg);
      return [getComputedStyle(svg).display, fill, opacity];
    });

    const styleOf = (colour: string, stop: string) => {
      return { fill: colour, stroke: colour, root: colour, stop, width: '7px' };
    };
    const [red, green] = [styleOf(RED, '#ff0000'), styleOf(GREEN, '#008000')];
    expect(styles).toEqual([red, green, red, red, green, green]);
    expect(own).toEqual(['inline', 'rgb(0, 0, 0)', '1']);
    expect(messages.filter((text) => !text.includes('DevTools'))).toEqual([]);
  });
});
