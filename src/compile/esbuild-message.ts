import path from 'node:path';
import type { Message, PartialMessage } from 'esbuild';
import { mayPublish } from '../project/kinds.ts';
import type { Code, Diagnostic } from '../shared/diagnostics.ts';
import { toPosix } from '../shared/paths.ts';

/** For plugins that find problems themselves. */
export function toMessage({ code, message, place, hint, frame }: Diagnostic): PartialMessage {
  const text = message.replace(/\.$/, '');
  const notes = hint === undefined ? [] : [{ text: hint }];
  // A mistake in MDX is reported like one in code.
  const detail: Detail = { problem: code === 'content-invalid' ? undefined : code, frame };
  // Without a line, esbuild adds the place of the import.
  if (place?.line === undefined) return { text, notes, detail };
  const { file, line, column = 1 } = place;
  return { text, notes, detail, location: { file, line, column: column - 1 } };
}

/** esbuild returns it unchanged. */
interface Detail {
  readonly problem: Code | undefined;
  readonly frame: string | undefined;
}

/** @returns what a message that `toMessage` created was made of. Others come from esbuild, and from plugins that threw */
export function detailOf({ detail }: Pick<Message, 'detail'>): Partial<Detail> {
  return Object(detail) as Partial<Detail>;
}

/**
 * @param file that code refers to, absolute
 * @param written its name in the message
 * @returns an error if it must not be published. esbuild adds the place of the import
 */
export function refuseAsset(
  root: string,
  file: string,
  written = toPosix(path.relative(root, file)),
): PartialMessage | undefined {
  const checked = mayPublish(file, { root });
  if (!('reason' in checked)) return undefined;
  const message = `"${written}" cannot be published: it ${checked.reason}`;
  return toMessage({ code: 'asset-refused', severity: 'error', message, hint: checked.hint });
}
