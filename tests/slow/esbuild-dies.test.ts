/** esbuild's process may be killed, by hand or because memory runs out. Linux only: it is found in /proc. */
import { readFileSync, readdirSync } from 'node:fs';
import { onTestFinished, expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { startServeProcess, type Running } from '../helpers/serve.ts';
import { untilShown } from '../helpers/watching.ts';

test.runIf(process.platform === 'linux')('a server builds again after esbuild was killed', async () => {
  const project = await makeProject({ 'templates/site.css': '@import "tailwindcss";' });
  const server = await startServeProcess([], project.root);
  onTestFinished(async () => void (await server.stop()));

  for (const title of ['One', 'Two', 'Three']) {
    expect(killEsbuild(server)).toBe(1);
    await project.write({
      'templates/islands/words.tsx': `import { island } from 'sitegen';\nexport const Words = island('words', () => <b>${title}</b>);`,
      'templates/pages/index.tsx': page(title, '<Words />', `import { Words } from '../islands/words.tsx';`),
    });
    await untilShown(server, '', title);
  }

  killEsbuild(server);
  expect(await server.stop()).toBe(0);
});

/** @returns the number of killed processes */
function killEsbuild({ pid }: Running): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  for (const child of children) process.kill(Number(child), 'SIGKILL');
  return children.length;
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the name, in brackets, may have spaces. */
function parentOf(process: string): number | undefined {
  try {
    return Number(/^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${process}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined; // it has exited meanwhile
  }
}
