/** The file and line that a problem names. */
import { expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('problems that all pages inherit name the shell, and a dead link names its line', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '/docs/' };`,
    'templates/shell.tsx': `import { menu } from './menu.ts';
export default ({ meta, children }: any) => <html><head><title>{meta.title}</title><meta name="description" content={meta.description} /></head>
<body><a href="/gone/">x</a><a href={menu}>y</a><a href={'/' + 'joined/'}>z</a><p><div /></p>{children}</body></html>;`,
    'templates/menu.ts': `\nexport const menu = '/menu/';`,
    'templates/pages/404.tsx': page('Lost', ''),
    'templates/pages/about.tsx': page('About', '<a href="/gone-too/">x</a>'),
    'templates/pages/pictures.tsx': page(
      'Pictures',
      '<Lazy /><Picture of={{}} />{createElement("img", { alt: "" })}',
      `import { createElement } from 'react';
import Lazy from '../islands/lazy.tsx';
const Picture = ({ of }: any) =>
  <img src={of.src} alt="" />;`,
    ),
    'templates/islands/lazy.tsx': `import { useState } from 'react';\nimport { island } from 'sitegen';
export default island('lazy', function Lazy() { const [src] = useState<string>(); return <img src={src} alt="" />; });`,
  });

  const { stdout } = await sitegen(project.root, 'build', '--json');

  const { diagnostics } = JSON.parse(stdout) as BuildResult;
  const found = diagnostics.map(({ code, place }) => `${code} ${place?.file}:${place?.line ?? '-'}`);
  expect(found.toSorted()).toEqual([
    'address-missing templates/pages/pictures.tsx:4',
    'address-missing templates/pages/pictures.tsx:8',
    'html-nesting templates/shell.tsx:-',
    'link-broken templates/menu.ts:2',
    'link-broken templates/pages/about.tsx:5',
    'link-broken templates/shell.tsx:-',
    'link-broken templates/shell.tsx:3',
  ]);
});
