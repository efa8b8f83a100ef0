/** One build at a time for each project, and for each folder that is written to. */
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SitegenError, hasCode } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';

/** How often to look whether another build is done, and for how long, in ms. */
const LOOK = 100;
const PATIENCE = 10 * 60_000;

/**
 * Waits until no other build has a folder, and keeps others from it.
 *
 * The lock is an address that one process listens at: when that is killed, the system takes it back, so nothing is ever left to
 * be cleaned up by hand.
 *
 * @param folder absolute: a project, or what a site is written to
 * @param onWait called once when there is another
 * @returns lets others have it
 * @throws {SitegenError} when the other takes more than ten minutes
 */
export async function lock(folder: string, onWait: () => void, signal: AbortSignal | undefined): Promise<() => void> {
  const address = addressFor(folder);
  for (let waited = 0; waited <= PATIENCE; waited += LOOK) {
    const release = await tryToListen(address);
    if (release !== undefined) return release;
    if (waited === 0) onWait();
    await pause(LOOK, undefined, { ...(signal && { signal }) });
  }
  throw new SitegenError(`Another build has had ${folder} for ten minutes.\nTry: end it, and build again.`);
}

/**
 * Keeps others from a folder as `lock` does, without waiting.
 *
 * @returns nothing when another has it
 */
export async function tryToLock(folder: string): Promise<(() => void) | undefined> {
  const address = addressFor(folder);
  // The first try takes away what a process that was killed has left.
  return (await tryToListen(address)) ?? tryToListen(address);
}

function addressFor(folder: string): string {
  const name = `sitegen-${hashOf(folder)}`;
  if (process.platform === 'linux') return `\0${name}`; // no file
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`);
}

/** @returns nothing when somebody else listens there */
async function tryToListen(address: string): Promise<(() => void) | undefined> {
  try {
    const server = await listen(address);
    return () => void server.close();
  } catch (error) {
    // Where a sandbox forbids to listen, to build without a lock is better than not to build.
    if (!hasCode(error, 'EADDRINUSE')) return () => {};
    // A file outlives the process that made it.
    if (!path.isAbsolute(address) || process.platform === 'win32' || (await answers(address))) return undefined;
    await rm(address, { force: true });
    return undefined;
  }
}

async function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', reject);
    server.listen(address, () => resolve(server));
  });
}

async function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy()).setTimeout(1000, () => socket.destroy());
  });
}
