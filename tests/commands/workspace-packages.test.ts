/** A monorepo package in TypeScript, linked into node_modules as npm, pnpm and Yarn do. */
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { accessTo, makeProject, page } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const UI = {
  'ui/package.json': JSON.stringify({
    name: '@acme/ui',
    version: '1.0.0',
    type: 'module',
    exports: { '.': './src/index.ts', './clicks': './src/clicks.tsx' },
  }),
  'ui/src/index.ts': `export { Badge } from './badge.tsx';\nexport enum Size { Small = 'small' }`,
  'ui/src/badge.tsx': `import { useId, type ReactNode } from 'react';
import styles from './badge.module.css';
export const Badge = ({ children }: { children: ReactNode }) => <b id={useId()} className={styles.badge}>{children}</b>;`,
  'ui/src/badge.module.css': '.badge { color: rgb(1 2 3) }',
  'ui/src/clicks.tsx': `import { useState } from 'react';
export function Clicks() {
  const [clicks, setClicks] = useState(0);
  return <button onClick={() => setClicks(clicks + 1)}>{clicks} clicks</button>;
}`,
};

test('a linked TypeScript package is compiled like the site, and is a rebuild reason for pages', async () => {
  const repository = await makeProject(UI);
  const root = path.join(repository.root, 'site');
  const site = accessTo(root);
  await site.write({
    'templates/shell.tsx': await repository.read('templates/shell.tsx'),
    'templates/islands/clicks.tsx': `import { island } from 'sitegen';
import { Clicks } from '@acme/ui/clicks';
export default island('clicks', Clicks);`,
    'templates/pages/index.tsx': page(
      'Home',
      '<Badge>{Size.Small}</Badge><Clicks />',
      `import { Badge, Size } from '@acme/ui';\nimport Clicks from '../islands/clicks.tsx';`,
    ),
    'templates/pages/other.tsx': page('Other', ''),
  });
  await mkdir(path.join(root, 'node_modules/@acme'), { recursive: true });
  await symlink('../../../ui', path.join(root, 'node_modules/@acme/ui'), 'junction');

  const { code, stderr } = await sitegen(root, 'build');
  const home = await site.read('out/index.html');
  await repository.write({
    'ui/src/index.ts': `export { Badge } from './badge.tsx';\nexport enum Size { Small = 'tiny' }`,
  });
  const { stdout } = await sitegen(root, 'build', '--json');

  expect({ code, stderr: stderr.match(/error .*/g) }).toEqual({ code: 0, stderr: null });
  expect(home).toMatch(/<b id="[^"]+" class="badge[^"]*">small<\/b>/);
  expect(home).toContain('<button>0<!-- --> clicks</button>');
  expect((JSON.parse(stdout) as { changes: { changed: string[] } }).changes.changed).toEqual(['/']);
  expect(await site.read('out/index.html')).toContain('>tiny</b>');
});
