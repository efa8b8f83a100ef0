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
  const { code, said, ...figures } = await measureCommand({ cwd, env, command: tool.command });
  if (code !== 0) throw new Error(`${name} failed with ${code}:\n${said.slice(-2000)}`);
  return figures;
}

/** The exit code of a command that was stopped after `timeout` seconds. */
export const TIMED_OUT = 124;

/**
 * @param timeout in seconds; 0 is none
 * @returns the figures of `measureBuild`, also of a command that fails, with its exit code and output
 */
export async function measureCommand({ cwd, env, command, timeout = 0 }) {
  if (!existsSync(TIME)) throw new Error(`${TIME} is missing. Try: apt-get install time`);
  const facts = path.join(cwd, '.time');
  const args = ['-q', '-f', '%U %S %M', '-o', facts, 'timeout', '-k', '10', String(timeout), 'sh', '-c', command];
  const start = performance.now();
  const child = spawn(TIME, args, { cwd, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'exit');
  const seconds = (performance.now() - start) / 1000;
  // A first line names the signal that killed the command.
  const [user, system, kilobytes] = readFileSync(facts, 'utf8').trim().split('\n').at(-1).split(' ').map(Number);
  return { code, said, seconds, work: user + system, memory: kilobytes / 1024 };
}
