import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** GNU time includes all processes started by a command. */
const TIME = '/usr/bin/time';

/**
 * Builds a project once.
 *
 * @returns seconds from start to end, CPU seconds, and the memory of the largest process in MB
 * @throws {Error} with the generator's output, when it fails
 */
export async function measureBuild({ name, cwd, env, tool }) {
  if (!existsSync(TIME)) throw new Error(`${TIME} is missing. Try: apt-get install time`);
  const facts = path.join(cwd, '.time');
  const start = performance.now();
  const child = spawn(TIME, ['-f', '%U %S %M', '-o', facts, 'sh', '-c', tool.command], { cwd, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`${name} failed with ${code}:\n${said.slice(-2000)}`);
  const [user, system, kilobytes] = readFileSync(facts, 'utf8').split(' ').map(Number);
  return { seconds, work: user + system, memory: kilobytes / 1024 };
}
