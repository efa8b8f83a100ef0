/** A proxy between `sitegen deploy` and S3: records requests, and lets some of them fail. */
import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { listen } from '../../helpers/listen.ts';

/** The fate of a request. `hang`: no response, ever. `cut`: the connection is closed. A number: delayed by this many ms. */
type Fate = 'pass' | 'fail' | 'refuse' | 'hang' | 'cut' | number;

export interface Proxy {
  readonly endpoint: string;
  /** `PUT /bucket/index.html`, in the order of arrival. It grows. */
  readonly asked: readonly string[];
  /** Successful requests, in the order of responses. */
  readonly done: readonly string[];
  /** Resolves once a list has this many requests that start like that. */
  readonly until: (list: 'asked' | 'done', start: string, count: number) => Promise<void>;
}

/** @param decide the fate of a request, given how often the same one was made before */
export async function startProxy(
  endpoint: string,
  decide: (line: string, before: number) => Fate = () => 'pass',
): Promise<Proxy> {
  const asked: string[] = [];
  const done: string[] = [];
  const changes = new EventEmitter();
  // One at a time: S3 shows a file before or after a write; s3rver also shows half of it.
  let turn = Promise.resolve();
  const origin = await listen((incoming, response) => {
    const line = `${incoming.method} ${decodeURI(incoming.url ?? '').replace(/\?.*/, '')}`;
    const before = asked.filter((other) => other === line).length;
    asked.push(line);
    changes.emit('change');
    const fate = decide(line, before);
    const send = () =>
      new Promise<void>((resolve) => {
        const { method, url, headers } = incoming;
        const outgoing = request(endpoint, { method, path: url, headers } as object);
        response.once('close', resolve);
        outgoing.once('error', () => response.destroy());
        outgoing.once('response', (answer) => {
          const status = answer.statusCode ?? 500;
          if (status < 300) done.push(line);
          changes.emit('change');
          response.writeHead(status, answer.headers);
          answer.pipe(response);
        });
        incoming.pipe(outgoing);
      });
    const forward = () => void (turn = turn.then(send));
    if (fate === 'pass') forward();
    else if (typeof fate === 'number') setTimeout(forward, fate);
    else if (fate === 'cut') incoming.socket.destroy();
    else if (fate === 'hang') incoming.resume();
    else {
      const [status, code] = fate === 'fail' ? [503, 'SlowDown'] : [403, 'AccessDenied'];
      incoming.resume();
      response.writeHead(status, { 'Content-Type': 'application/xml', Connection: 'close' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    }
  });
  return {
    endpoint: origin,
    asked,
    done,
    until: async (list, start, count) => {
      const lines = { asked, done }[list];
      while (lines.filter((line) => line.startsWith(start)).length < count) await once(changes, 'change');
    },
  };
}

/** The written keys, in order. */
export function putsOf({ asked }: Proxy, bucket: string): string[] {
  return asked.filter((line) => line.startsWith('PUT ')).map((line) => line.slice(`PUT /${bucket}/`.length));
}
