import { cpSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const UI = {
  'packages/ui/package.json':
    '{ "name": "ui", "type": "module", "exports": "./index.js", "peerDependencies": { "react": "*" } }',
  'packages/ui/index.js': `import { createElement, useState } from 'react';
export function Ui() { return createElement('p', null, useState(1)[0]); }`,
};
const ON_PAGE = { 'templates/pages/x.tsx': page('X', '<Ui />', `import { Ui } from 'ui';`) };
const IN_ISLAND = {
  'templates/pages/x.tsx': page('X', '<Box />', `import Box from '../islands/box.tsx';`),
  'templates/islands/box.tsx': `import { island } from 'sitegen'; import { Ui } from 'ui'; export default island('box', () => <Ui />);`,
};

test.each([
  // Loaded by Node. A bundled package gets the React of the pages.
  ['a page', { ...ON_PAGE, 'sitegen.config.ts': `export default { external: ['ui'] };` }],
  ['an island', IN_ISLAND],
])('reports a linked package with its own React, in %s', async (_where, files) => {
  const project = await makeProject({ ...UI, ...files });
  const react = path.join(project.root, 'packages/ui/node_modules/react');
  symlinkSync('../packages/ui', path.join(project.root, 'node_modules/ui'));
  cpSync(realpathSync(path.join(project.root, 'node_modules/react')), react, { recursive: true });

  const { stderr } = await sitegen(project.root, 'build');

  expect(stderr).toContain('react-duplicate');
  expect(stderr).toContain(
    `in ${react}. The site uses the one in ${realpathSync(path.join(project.root, 'node_modules/react'))}.`,
  );
});

test.each([true, false])(
  "a package on a page shares the page's React, even if it has its own: %s",
  async (hasReact) => {
    const project = await makeProject({ ...UI, ...ON_PAGE });
    symlinkSync('../packages/ui', path.join(project.root, 'node_modules/ui'));
    const react = path.join(project.root, 'packages/ui/node_modules/react');
    if (hasReact) cpSync(realpathSync(path.join(project.root, 'node_modules/react')), react, { recursive: true });

    expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });
  },
);
