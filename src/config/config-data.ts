/**
 * Configs that contain only data, as most do. Code has to be compiled, and to run in a thread that can be ended; data cannot
 * loop, wait or fill the memory, so it is read at once (docs/decisions/0029-configs-that-are-data.md).
 */
import { runInThisContext } from 'node:vm';

const BLANK = String.raw`(?:\s|//.*(?:\n|$)|/\*(?:[^*]|\*(?!/))*\*/)*`;

/** `import { defineConfig } from 'sitegen'; export default defineConfig(`, or only `export default `. */
const HEAD = new RegExp(
  `^\uFEFF?${BLANK}(import *\\{ *defineConfig *\\} *from *(?:'sitegen'|"sitegen");?${BLANK})?` +
    String.raw`export +default +(defineConfig\()?(?=\{)`,
);

const TAIL = new RegExp(`^(?:${BLANK};)?${BLANK}$`);
const TAIL_OF_CALL = new RegExp(String.raw`^\)(?:${BLANK};)?${BLANK}$`);

/** Blanks, strings, numbers, keys and punctuation. No variable, no operator, and nothing that calls: `(` or a template. */
const TOKEN = new RegExp(
  [
    String.raw`\s+|//.*|/\*(?:[^*]|\*(?!/))*\*/`,
    String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`,
    String.raw`-?\d[\d_.]*`,
    String.raw`(?:true|false|undefined)\b`,
    String.raw`(?!__proto__)[A-Za-z_]\w*(?=\s*:)`,
    String.raw`[{}[\],:]`,
  ].join('|'),
  'y',
);

/**
 * @param source of a config file
 * @returns what it exports; `undefined` when it may contain anything but data, or a mistake
 */
export function readConfigData(source: string): unknown {
  try {
    const data = findData(source);
    // A copy, as threads send it.
    return data === undefined ? undefined : structuredClone(runInThisContext(`'use strict'; (${data})`) as unknown);
  } catch {
    return undefined; // esbuild reports the mistake
  }
}

/** @returns the object that a config file exports, as it is written, if the file contains nothing else */
function findData(source: string): string | undefined {
  const head = HEAD.exec(source);
  if (head === null) return undefined;
  const [{ length: start }, imported, call] = head;
  if (call !== undefined && imported === undefined) return undefined;
  const end = findEnd(source, start);
  const tail = call === undefined ? TAIL : TAIL_OF_CALL;
  return end !== undefined && tail.test(source.slice(end)) ? source.slice(start, end) : undefined;
}

/** @returns the index after the object that starts at an index; `undefined` when it contains anything but data */
function findEnd(source: string, start: number): number | undefined {
  let depth = 0;
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(source); token !== null; token = TOKEN.exec(source)) {
    const [text] = token;
    if (text === '{' || text === '[') depth += 1;
    if (text === '}' || text === ']') depth -= 1;
    if (depth === 0) return TOKEN.lastIndex;
  }
  return undefined;
}
