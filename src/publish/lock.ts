/** One build at a time for each project, and for each output folder. */
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { hashOf } from '../shared/hash.ts';

/** How often to retry, and for how long, in ms. */
const RETRY_INTERVAL = 100;
const TIMEOUT = 10 * 60_000;

/**
 * Waits until no other build has locked a folder, and locks it.
 *
 * The lock is an address that one process listens on. The system releases it when the process is killed, so no lock is ever
 * left behind.
 *
 * @param folder absolute: a project, or an output folder
 * @param onWait called once when another build has the lock
 * @returns releases the lock
 * @throws {SitegenError} when the other build takes more than ten minutes
 */
export async function lock(folder: string, onWait: () => void, signal: AbortSignal | undefined): Promise<() => void> {
  const address = addressFor(folder);
  for (let waited = 0; waited <= TIMEOUT; waited += RETRY_INTERVAL) {
    const release = await tryAddress(address);
    if (release !== undefined) return release;
    if (waited === 0) onWait();
    await sleep(RETRY_INTERVAL, undefined, { ...(signal && { signal }) });
  }
  throw new SitegenError(`Another build has locked ${folder} for ten minutes.\nTry: stop it, and build again.`);
}

/**
 * Locks a folder as `lock` does, without waiting.
 *
 * @returns `undefined` if another process has the lock
 */
export async function tryToLock(folder: string): Promise<(() => void) | undefined> {
  const address = addressFor(folder);
  // The first try removes the socket that a killed process left behind.
  return (await tryAddress(address)) ?? tryAddress(address);
}

function addressFor(folder: string): string {
  const name = `sitegen-${hashOf(folder)}`;
  if (process.platform === 'linux') return `\0${name}`; // an abstract socket, which is not a file
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`);
}

/** @returns `undefined` if another process listens there */
async function tryAddress(address: string): Promise<(() => void) | undefined> {
  try {
    const server = await listenOn(address);
    return () => void server.close();
  } catch (error) {
    // If a sandbox forbids listening, building without a lock is better than not building.
    if (!hasCode(error, 'EADDRINUSE')) return () => {};
    // A socket file outlives its process.
    if (!path.isAbsolute(address) || process.platform === 'win32' || (await isAnswered(address))) return undefined;
    await rm(address, { force: true });
    return undefined;
  }
}

async function listenOn(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', reject);
    server.listen(address, () => resolve(server));
  });
}

async function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy()).setTimeout(1000, () => socket.destroy());
  });
}
