import type { PartialMessage } from 'esbuild';
import type { Diagnostic } from '../shared/diagnostics.ts';

/** For plugins that find problems themselves. */
export function toMessage({ message, place, hint }: Diagnostic): PartialMessage {
  const text = message.replace(/\.$/, '');
  const notes = hint === undefined ? [] : [{ text: hint }];
  if (place === undefined) return { text, notes };
  return { text, notes, location: { file: place.file, line: place.line ?? 1, column: (place.column ?? 1) - 1 } };
}
