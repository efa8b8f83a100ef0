import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A server for a site. */
export interface Server {
  /** `http://127.0.0.1:8123` */
  readonly origin: string;
  /** The `Host` of requests, if it differs from the origin: one S3 has many buckets. */
  readonly host?: string;
  readonly stop: () => Promise<void>;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Printed once it accepts requests. */
  readonly ready: RegExp;
}

/** Starts a serving program, and waits for its message. It stops after the tests, whatever happens. */
export async function startProgram({ command, args, env, ready }: Program): Promise<() => Promise<void>> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const closed = once(child, 'close');
  const ended = closed.then(() => Promise.reject(new Error(`${command} ended:\n${printed}`)));
  ended.catch(() => {}); // an exit that nobody waits for is not a failure
  const kill = () => void child.kill();
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  while (!ready.test(printed)) {
    await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
  }
  return async () => {
    kill();
    await closed;
  };
}

/** A free port. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
