/** The shells in the documentation, as they are written there, build a site without a problem. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/shared/diagnostics.ts';
import { makeProject, page } from '../helpers/project.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

/** The first shell in a document, after a heading. */
function shellIn(document: string, heading: string): string {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const [, code = ''] = /```tsx\n([^]*?)```/.exec(text.slice(text.indexOf(heading))) ?? [];
  expect(code).toContain('export default function Shell(');
  return code;
}

/** The shells contain the `<main>`. */
const inDiv = (text: string) => text.replaceAll('main>', 'div>');

const SITE = {
  'sitegen.config.ts': `export default { site: 'https://example.org' };`,
  'templates/site.css': '.a { color: red }',
  'templates/icon.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" /></svg>',
  'templates/card.tsx': `export default ({ meta }: any) =>
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" /></svg>;`,
  'templates/islands/tick.tsx': `import { island } from 'sitegen';
import { useState } from 'react';
export default island('tick', () => { const [n, setN] = useState(0); return <button onClick={() => setN(n + 1)}>{n}</button>; });`,
  'templates/pages/index.tsx': inDiv(page('Home', '<Tick />', `import Tick from '../islands/tick.tsx';`)),
  'templates/pages/about.tsx': inDiv(page('About', '')),
  'templates/pages/hidden.tsx': `export const meta = { title: 'Hidden', description: 'Not listed.', noindex: true };
export default () => <h1>Hidden</h1>;`,
};

test.each([
  ['docs/shell.md', '# The shell'],
  ['docs/errors.md', '### shell-missing'],
])('the shell of %s', async (document, heading) => {
  const isComplete = document === 'docs/shell.md';
  const project = await makeProject({
    ...SITE,
    'templates/shell.tsx': shellIn(document, heading),
    ...(!isComplete && { 'templates/pages/hidden.tsx': undefined }),
  });

  const { code, stdout } = await sitegen(project.root, 'build', '--json');

  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [] });
  const html = await project.read('out/index.html');
  expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/site-[^"]+"/);
  expect(html).toMatch(/<script type="module" src="\/assets\/islands-[^"]+"/);
  expect(await project.read('out/about/index.html')).not.toContain('<script');
  if (!isComplete) return;
  expect(html).toContain('<link rel="canonical" href="https://example.org/"/>');
  expect(html).toMatch(/<meta property="og:image" content="https:\/\/example\.org\/[^"]+\.png"/);
  expect(html).toContain('rel="apple-touch-icon"');
  expect(html).toContain('aria-current="page"');
  expect(await project.read('out/hidden/index.html')).toContain('<meta name="robots" content="noindex"/>');
});
