import type { ContentMistake } from './content-problem.ts';

/**
 * Levels of nesting: far more than documents have, and far fewer than overflow the stack of a thread. V8 ends the whole process
 * if that happens in a regular expression or while it parses code, and markdown-it drops what is nested too deep.
 */
export const MAX_DEPTH = 300;

export const TOO_DEEP = `The content is nested more than ${MAX_DEPTH} levels deep.`;

/** `> `, `- `, `12. ` */
const MARKER = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;

/** Finds lists and quotes that would overflow the stack of the MDX compiler, and end its process. */
export function findDeepMarkers(source: string): ContentMistake | undefined {
  const index = source.split('\n').findIndex((line) => line.length > MAX_DEPTH && isNestedTooDeep(line));
  return index < 0 ? undefined : { message: TOO_DEEP, line: index + 1 };
}

/** A loop, because a regular expression for all markers at once backtracks. */
function isNestedTooDeep(text: string): boolean {
  MARKER.lastIndex = 0;
  for (let depth = 0; MARKER.test(text); depth += 1) {
    if (depth >= MAX_DEPTH) return true;
  }
  return false;
}
