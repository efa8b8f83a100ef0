/**
 * Lets one deploy at a time change a bucket. It writes a lease into the manifest under the condition that the manifest is as
 * it was read, renews it before each step, and removes it at the end. Another deploy finds the lease, or its condition fails.
 */
import { randomUUID } from 'node:crypto';
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { md5Of } from './hash-files.ts';
import { MANIFEST, NO_MANIFEST, parseManifest, withLease, type Manifest } from './manifest.ts';
import type { Bucket, StoredText } from './s3-bucket.ts';
import type { SiteFile } from './site-files.ts';

/** How long a deploy that was killed keeps others waiting, in ms. */
const DURATION = 5 * 60_000;

/** The age, in ms, at which a lease is renewed. The rest is for requests that are repeated. */
const RENEW_AFTER = DURATION / 5;

/** How much the clocks of a service's machines may differ, in ms. */
const TOLERANCE = 60_000;

/** How often a long upload looks at the age of the lease, in ms. */
const CHECK_INTERVAL = 10_000;

/** The right to change a bucket. Each call throws a `SitegenError` when another deploy has it. */
export interface Lease {
  /** Takes the lease, before anything else is changed. */
  readonly take: () => Promise<void>;
  /** Makes sure that this deploy still has the lease. */
  readonly renew: () => Promise<void>;
  /** The same if some time has passed. */
  readonly renewIfOld: () => Promise<void>;
  /** Writes the manifest of the deployed site, without a lease. */
  readonly finish: (manifest: string) => Promise<void>;
  /** Restores the manifest after a failure, unless another deploy has the lease. @param through cannot be aborted */
  readonly release: (through: Bucket) => Promise<void>;
}

export interface LeaseOptions {
  /** The manifest in the bucket, if there is one, when the deploy was planned. */
  readonly stored: StoredText | undefined;
  readonly manifest: Manifest;
  /** For messages: `s3://bucket/site/` */
  readonly where: string;
  /** For messages: `https://s3.example.net`, `Amazon S3` */
  readonly service: string;
  readonly onWarning: (message: string) => void;
  /** Called when the lease cannot be renewed during a long upload. */
  readonly onLost: (error: unknown) => void;
}

/** @returns the error for a bucket that another deploy is changing; `undefined` if there is none, or its lease has expired */
export function describeOther({ lease }: Manifest, where: string, now: number): SitegenError | undefined {
  const until = Date.parse(lease?.until ?? '');
  const left = until - now;
  if (!(left > 0 && left <= DURATION + TOLERANCE)) return undefined; // no deploy asks for more
  const time = new Date(until).toISOString().slice(11, 19);
  const wait = left < 60_000 ? count(Math.ceil(left / 1000), 'second') : count(Math.ceil(left / 60_000), 'minute');
  return new SitegenError(
    `Another deploy to ${where} is in progress. Nothing was changed.\n` +
      `Try: run the command again when it has finished. If it was killed, that is possible in ${wait}, at ${time} UTC.`,
  );
}

/** Prepares the lease of a deploy. A service that ignores conditions is named in a warning; no lease is written there. */
export function createLease(bucket: Bucket, options: LeaseOptions): Lease {
  const { stored, manifest, where, service, onWarning, onLost } = options;
  const id = randomUUID();
  let current = stored;
  let age = startClock();
  let isGuarded = true;
  let mayBeHeld = false;
  let timer: NodeJS.Timeout | undefined;

  function giveUp(): void {
    isGuarded = false;
    onWarning(describeUnguarded(service));
  }
  /** @param problem what has happened if another deploy has written the manifest */
  async function replace(text: string, through: Bucket, problem: string): Promise<void> {
    const restarted = startClock();
    const replaced = isGuarded ? await replaceManifest(through, text, current) : await write(through, text);
    if (replaced === 'unsupported') giveUp();
    else if ('found' in replaced && replaced.found?.text.includes(id) !== true) {
      mayBeHeld = false;
      throw describeConflict(replaced.found, where, through.now(), problem);
    } else {
      current = 'found' in replaced ? replaced.found : { text, etag: replaced.etag };
      age = restarted;
      if (!('found' in replaced)) return;
    }
    await replace(text, through, problem);
  }
  let renewing: Promise<void> | undefined;
  async function renew(problem = TAKEN_OVER): Promise<void> {
    if (!isGuarded) return;
    mayBeHeld = true;
    const until = new Date(bucket.now() + DURATION).toISOString();
    renewing ??= replace(withLease(manifest, { id, until }), bucket, problem).finally(() => (renewing = undefined));
    await renewing;
  }
  const renewIfOld = async () => (age() > RENEW_AFTER ? renew() : undefined);
  async function end(text: string, through: Bucket): Promise<void> {
    clearInterval(timer);
    await renewing;
    await replace(text, through, TAKEN_OVER);
  }
  return {
    take: async () => {
      if (!(await honoursConditions(bucket, stored))) {
        giveUp();
        await write(bucket, withLease(manifest, undefined));
        return;
      }
      await renew(TOO_LATE);
      timer = setInterval(() => void renewIfOld().catch(onLost), CHECK_INTERVAL).unref();
    },
    renew: () => renew(),
    renewIfOld,
    finish: (text) => end(text, bucket),
    release: async (through) => {
      clearInterval(timer);
      await renewing?.catch(() => {}); // its caller has the error
      if (mayBeHeld) await end(withLease(manifest, undefined), through);
    },
  };
}

const TOO_LATE = 'has changed it after this one was planned. Nothing was changed by this one';
const TAKEN_OVER = 'has taken over, and this one has stopped';

function describeUnguarded(service: string): string {
  return (
    `${service} ignores the conditions of a write (If-Match), so two deploys at the same time can mix their files.\n` +
    'Try: run one deploy at a time, as with `concurrency` in a GitHub workflow'
  );
}

/** @param found the manifest of the other deploy */
export function describeConflict(
  found: StoredText | undefined,
  where: string,
  now: number,
  problem = TOO_LATE,
): SitegenError {
  const other = found && problem === TOO_LATE && describeOther(parseManifest(found.text, where), where, now);
  if (other) return other;
  return new SitegenError(
    `Another deploy to ${where} ${problem}.\nTry: run the command again when the other one has finished.`,
  );
}

/** The time since the call, in ms. The steady clock stops while a machine sleeps, and the other one can be set. */
function startClock(): () => number {
  const [date, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - date, performance.now() - steady);
}

/** No object has this ETag. */
const NO_ETAG = '00000000000000000000000000000000';

/** Tries a write that must be refused. If it is not, the manifest is as before, or empty. */
async function honoursConditions(bucket: Bucket, stored: StoredText | undefined): Promise<boolean> {
  const file = manifestFile(stored?.text ?? withLease(NO_MANIFEST, undefined));
  const answer = await bucket.writeIf(...file, { IfMatch: `"${NO_ETAG}"` });
  return answer === 'refused' || answer === 'busy';
}

/** The new ETag, or the object found instead. */
type Replaced = { readonly etag: string } | { readonly found: StoredText | undefined } | 'unsupported';

/** Ceph 16 expects ETags without quotes, and refuses all others. */
const FORMS = [(etag: string) => `"${etag}"`, (etag: string) => etag];

/** How often a write is repeated while others write. */
const MAX_BUSY = 5;

/** @param before the manifest in the bucket, which is replaced only if it is still there */
async function replaceManifest(bucket: Bucket, text: string, before: StoredText | undefined): Promise<Replaced> {
  const forms = [...FORMS];
  for (let busy = 0; forms.length > 0;) {
    const [form = String] = forms;
    const condition = before === undefined ? ({ IfNoneMatch: '*' } as const) : { IfMatch: form(before.etag) };
    const answer = await bucket.writeIf(...manifestFile(text), condition);
    if (typeof answer === 'object' || answer === 'unsupported') return answer;
    const found = await bucket.readIfReadable(MANIFEST);
    if (found?.text === text) return found; // it was written, but the response was lost
    if (found?.etag !== before?.etag || busy === MAX_BUSY) return { found };
    if (answer === 'busy') busy += 1;
    else forms.shift();
  }
  return 'unsupported';
}

async function write(bucket: Bucket, text: string): Promise<{ readonly etag: string }> {
  return { etag: await bucket.write(...manifestFile(text)) };
}

const manifestFile = (text: string) => recordFile(MANIFEST, text);

/** A file for the next deploy, as the bucket takes it. */
export function recordFile(file: string, text: string): [SiteFile, Uint8Array] {
  const contents = Buffer.from(text);
  const headers = { type: 'application/json', cacheControl: 'no-store' };
  return [{ file, size: contents.length, md5: md5Of(contents), ...headers }, contents];
}
