import { expect, test } from 'vitest';
import { collectMessages, useBrowser } from '../helpers/browser.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';

const browser = useBrowser();

const ISLAND = `import { useEffect, useState } from 'react';
import { island } from 'sitegen';
import styles, { off } from './lamp.module.css';
export default island('lamp', () => {
  const [isOn, setOn] = useState(false);
  useEffect(() => void Object.assign(globalThis, { isHydrated: true }), []);
  return <button className={isOn ? styles.on : off} onClick={() => setOn(!isOn)}>lamp</button>;
});`;

test('CSS modules of pages and islands apply before and after hydration, and open pages follow changes', async () => {
  const lamp = '.on { color: rgb(0, 200, 0) } .off { color: rgb(200, 0, 0) }';
  const project = await makeProject({
    'templates/pages/index.tsx': page(
      'Home',
      '<p className={styles.text}>text</p><Lamp />',
      `import Lamp from '../islands/lamp.tsx';\nimport styles from './home.module.css';`,
    ),
    'templates/pages/home.module.css': '.text { color: rgb(0, 0, 200) }',
    'templates/islands/lamp.tsx': ISLAND,
    'templates/islands/lamp.module.css': lamp,
  });
  const server = await serveProject(project);
  const tab = await browser().newPage();
  const messages = collectMessages(tab);
  const colour = (selector: string, wanted: string) =>
    tab.waitForFunction(
      ([found = '', text]) => getComputedStyle(document.querySelector(found)!).color === text,
      [selector, wanted],
    );
  await tab.goto(server.url);
  await tab.waitForFunction(() => 'isHydrated' in globalThis); // an earlier click would be lost
  await colour('p', 'rgb(0, 0, 200)');
  await colour('button', 'rgb(200, 0, 0)');
  await tab.evaluate(() => Object.assign(globalThis, { isTheSame: true }));

  await tab.getByRole('button').click();
  await colour('button', 'rgb(0, 200, 0)');
  await project.write({ 'templates/pages/home.module.css': '.text { color: rgb(0, 0, 100) }' });
  await colour('p', 'rgb(0, 0, 100)');
  await project.write({ 'templates/islands/lamp.module.css': lamp.replace('0, 200, 0', '0, 100, 0') });
  await colour('button', 'rgb(0, 100, 0)');

  expect(await tab.evaluate(() => 'isTheSame' in globalThis)).toBe(true);
  expect(messages.filter((text) => !text.includes('React DevTools'))).toEqual([]);
  await tab.close();
});
