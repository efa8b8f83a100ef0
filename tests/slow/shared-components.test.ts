/** Site components used elsewhere: Vite, on which Storybook is built, bundles them with sitegen's browser exports. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, serveProject } from '../helpers/project.ts';
import { ROOT, run } from '../helpers/run.ts';

const browser = useBrowser();

const FILES = {
  'vite.config.js': `export default { base: '/stories/', build: { outDir: 'public/stories', emptyOutDir: true } };`,
  'index.html': '<!doctype html><title>Stories</title><script type="module" src="/stories.tsx"></script>',
  'stories.tsx': `import { createRoot } from 'react-dom/client';
import Counter, { Contact } from './templates/islands/counter.tsx';
createRoot(document.body).render(<><Counter from={3} /><Contact /></>);`,
  'templates/islands/counter.tsx': `import { useState } from 'react';
import { JsonLd, href, island, placeholder } from 'sitegen';
function Counter({ from }: { from: number }) {
  const [count, setCount] = useState(from);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}
export default island('counter', Counter);
export const Contact = () => (
  <p>
    <a href={href('/')}>{placeholder('the phone number', '000')}</a>
    <JsonLd data={{ '@context': 'https://schema.org', '@type': 'Thing', name: 'x' }} />
  </p>
);`,
};

test('Vite bundles components that import sitegen, and they run in a browser', async () => {
  const project = await makeProject(FILES);
  const built = await run([process.execPath, path.join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], project.root);
  const server = await serveProject(project, '--no-watch');
  const page = await browser().newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));

  await page.goto(`${server.url}stories/`);
  await page.getByRole('button').click();

  expect(built).toMatchObject({ code: 0 });
  expect(await page.locator('body').innerText()).toMatch(/^4\s+000$/);
  expect(await page.getByRole('link').getAttribute('href')).toBe('/');
  expect(errors).toEqual([]);
  await page.close();
});
