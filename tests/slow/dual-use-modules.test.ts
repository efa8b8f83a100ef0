/** Some modules run as workers, too, and answer messages of their thread. sitegen's threads use other ports. */
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

const WORKER = `import { isMainThread, parentPort } from 'node:worker_threads';
if (!isMainThread) {
  parentPort.on('message', (task) => parentPort.postMessage({ received: task }));
  parentPort.postMessage('ready');
}
export const used = 'used';`;

test.each<Record<string, string>>([
  { 'templates/pages/index.tsx': `import '../worker.ts';\n${page('Home', '')}`, 'templates/worker.ts': WORKER },
  { 'sitegen.config.ts': `import './worker.ts';\nexport default {};`, 'worker.ts': WORKER },
])('imports a module that can also run as a worker: %j', async (files) => {
  const project = await makeProject(files);

  const { code } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(0);
  expect(await project.list('out')).toContain('index.html');
});

test('renders a page that closes the port of its thread', async () => {
  const close = `import { parentPort } from 'node:worker_threads';\nparentPort.close();\n`;
  const project = await makeProject({ 'templates/pages/index.tsx': close + page('Home', '') });

  const { code } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(0);
});
