import { closeSync, openSync, readSync } from 'node:fs';

/** The size of a buffer, in bytes. A comparison needs no more than two of them, whatever the size of the files. */
const CHUNK = 1 << 18;

/** Compares two existing files. */
export function hasSameBytes(first: string, second: string): boolean {
  const [a, b] = [openSync(first, 'r'), openSync(second, 'r')];
  try {
    const [bytesA, bytesB] = [Buffer.allocUnsafe(CHUNK), Buffer.allocUnsafe(CHUNK)];
    for (;;) {
      const [lengthA, lengthB] = [fill(a, bytesA), fill(b, bytesB)];
      if (lengthA !== lengthB || !bytesA.subarray(0, lengthA).equals(bytesB.subarray(0, lengthB))) return false;
      if (lengthA < CHUNK) return true;
    }
  } finally {
    closeSync(a);
    closeSync(b);
  }
}

/** Reads until the buffer is full or the file ends: one call may return less. */
function fill(descriptor: number, buffer: Buffer): number {
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += read;
    if (read === 0 || length === buffer.length) return length;
  }
}
