/** Errors of islands at run time reach the terminal and the overlay of `sitegen serve`. */
import { expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { addPolicy, makeProject, page, serveProject } from '../helpers/project.ts';

const browser = useBrowser();

const ISLAND = `import { useState } from 'react';
import { island } from 'sitegen';
export default island('faulty', function Faulty() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken)
    throw new Error('in rendering');
  const later = async () => {
    throw new Error('in a promise');
  };
  return <p>
    <button onClick={() => setBroken(true)}>render</button>
    <button onClick={() => void later()}>reject</button>
    <button onClick={() => {
      throw new Error('in a handler');
    }}>handle</button>
  </p>;
});`;

test.each(['react', 'preact'])(
  'serve shows errors of islands on %s, with their places, under a strict policy',
  async (runtime) => {
    const project = await makeProject({
      'sitegen.config.ts': `export default { islands: { runtime: '${runtime}' } };`,
      'templates/islands/faulty.tsx': ISLAND,
      'templates/pages/index.tsx': page('Home', '<Faulty />', `import Faulty from '../islands/faulty.tsx';`),
    });
    await addPolicy(project);
    const server = await serveProject(project);
    const tab = await browser().newPage();
    onTestFinished(() => tab.close());
    const blocked: string[] = [];
    tab.on('console', (message) => message.text().includes('Content Security Policy') && blocked.push(message.text()));
    const overlay = tab.getByRole('alert');
    const click = async (name: string, message: string) => {
      await tab.getByRole('button', { name }).click();
      await overlay.filter({ hasText: message }).waitFor();
      const text = await overlay.textContent();
      await tab.keyboard.press('Escape');
      await overlay.waitFor({ state: 'detached' });
      return text;
    };
    await tab.goto(server.url);
    await tab.waitForLoadState('networkidle');

    expect(await click('handle', 'in a handler')).toContain('island-failed  templates/islands/faulty.tsx:14:');
    expect(await click('reject', 'in a promise')).toContain('island-failed  templates/islands/faulty.tsx:8:');
    expect(await click('render', 'in rendering')).toContain('island-failed  templates/islands/faulty.tsx:6:');
    await server.says('Error: in rendering');
    expect(server.stderr().match(/error island-failed {2}templates\/islands\/faulty\.tsx:\d+/g)).toHaveLength(3);
    expect(server.stderr()).toContain("> 6 |     throw new Error('in rendering');");
    expect(blocked).toEqual([]);

    await project.write({ 'templates/pages/index.tsx': page('Fixed', '') });
    await tab.getByRole('heading', { name: 'Fixed' }).waitFor();
    expect(await overlay.count()).toBe(0);
  },
);
