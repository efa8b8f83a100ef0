/** How texts differ, word by word, with limits on the work and on the result. */
import { diffLists, type Replacement } from './diff-lists.ts';

export interface Part {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** If more texts of a page, or words of a text differ, it was rewritten. */
const MAX_TEXTS = 1000;
const MAX_WORDS = 400;

/** Words around a difference that are shown. */
const CONTEXT = 4;

/** Longer parts are cut, in words and in characters: a word can have any length. */
const MAX_SHOWN = 40;
const MAX_LENGTH = 400;
const MAX_PARTS = 24;

/** @returns `undefined` if most of them differ */
export function diffTexts(before: readonly string[], after: readonly string[]): Replacement[] | undefined {
  return diffLists(before, after, MAX_TEXTS);
}

/** @returns a text that replaced another, or was added or removed. Long parts are cut */
export function diffWords(before: string, after: string): Part[] {
  const [old, current] = [toWords(before), toWords(after)];
  const found = old.length > 0 && current.length > 0 ? diffLists(old, current, MAX_WORDS) : undefined;
  const kept = found?.reduce((sum, one) => sum + one.kept.length, 0) ?? 0;
  // Texts with little in common are easier to read one after the other.
  if (found === undefined || kept * 3 < Math.min(old.length, current.length))
    return [...toPart('removed', old), ...toPart('added', current)];
  const parts = found.flatMap((one, index) => [
    ...toPart('same', one.kept, index > 0, one.removed.length + one.added.length > 0),
    ...toPart('removed', one.removed),
    ...toPart('added', one.added),
  ]);
  return parts.length > MAX_PARTS ? [...parts.slice(0, MAX_PARTS), { kind: 'same', text: '…' }] : parts;
}

function toWords(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

function toPart(kind: Part['kind'], words: readonly string[], hasLeft = false, hasRight = false): Part[] {
  if (words.length === 0) return [];
  return [{ kind, text: kind === 'same' ? shorten(words, hasLeft, hasRight) : cut(words) }];
}

/** Keeps the words next to a difference. */
function shorten(words: readonly string[], hasLeft: boolean, hasRight: boolean): string {
  const [left, right] = [hasLeft ? CONTEXT : 0, hasRight ? CONTEXT : 0];
  if (words.length <= left + right + 1) return limit(words.join(' '));
  const shown = [...words.slice(0, left), '…', ...(right === 0 ? [] : words.slice(-right))];
  return limit(shown.join(' '));
}

function cut(words: readonly string[]): string {
  const more = words.length - MAX_SHOWN;
  const shown = limit(words.slice(0, MAX_SHOWN).join(' '));
  return more > 0 ? `${shown} … (${more} more words)` : shown;
}

export function limit(text: string): string {
  // Not through a pair of surrogates.
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
