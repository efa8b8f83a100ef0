import { shorten } from '../shared/errors.ts';
import { formatFrame, framesInStack } from '../shared/stack-trace.ts';
import type { ContentMistake } from './content-problem.ts';

/** A failed recursion has hundreds of calls. */
const MAX_CALLS = 10;

/** In stack traces, modules are URLs. */
const OWN = new URL('.', import.meta.url).href;

/** @param subject the site code that threw, for one content file */
export function describeThrown(root: string, subject: string, failure: unknown): ContentMistake {
  const lines = failure instanceof Error ? String(failure.stack).split('\n') : [];
  // Each page that reads the collection calls this file: without its callers, all of them report the same.
  const end = lines.findIndex((line) => line.includes(OWN));
  const frames = framesInStack(lines.slice(0, end).join('\n'), root).slice(0, MAX_CALLS);
  const message = `${subject} threw: ${shorten(String(failure))}`;
  return { message, ...(frames.length > 0 && { calls: frames.map(formatFrame) }) };
}
