import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../core/errors.ts';
import { MEASURE } from '../worker/heartbeat.ts';

/** How long to wait for the answers, in ms. A worker that is blocked in a call of the system does not answer. */
const TIMEOUT = 1000;

/**
 * Has every worker of this process measure its memory, which the heartbeat then shows. By the inspector, because that also
 * reaches code that never returns, and can collect garbage first.
 */
export async function measureMemory(collectsGarbage: boolean): Promise<void> {
  const session = await openSession();
  if (session === undefined) return;
  const asked = new Set<string>();
  const done = new AbortController();
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
    asked.add(sessionId);
    const send = (id: number, method: string, params = {}) => {
      const message = JSON.stringify({ id, method, params });
      session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
    };
    if (collectsGarbage) send(1, 'HeapProfiler.collectGarbage');
    send(LAST, 'Runtime.evaluate', { expression: `globalThis.${MEASURE}?.()` });
  });
  session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) => {
    if ((JSON.parse(message) as { id?: number }).id === LAST) asked.delete(sessionId);
    if (asked.size === 0) done.abort();
  });
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await sleep(TIMEOUT, undefined, { signal: done.signal, ref: false }).catch(() => {}); // aborted: all have answered
  session.disconnect();
}

/** The last request to a worker. */
const LAST = 2;

/** @returns nothing where Node was built without the inspector */
async function openSession() {
  try {
    const { Session } = await import('node:inspector');
    const session = new Session();
    session.connect();
    return session;
  } catch (error) {
    if (hasCode(error, 'ERR_INSPECTOR_NOT_AVAILABLE')) return undefined;
    throw error;
  }
}
