/** How two versions of a page, or of a text, differ for readers. */
import { diffArrays } from 'diff';
import { count } from '../shared/format.ts';
import { actionOf, changeOf, type Change, type Part } from './changes.ts';
import type { Fact, PageContent } from './read-page.ts';

export function comparePages(before: PageContent, after: PageContent): Change[] {
  const keys = new Set([...before.facts.keys(), ...after.facts.keys()]);
  const changes = [...keys].flatMap((key) => compareFact(before.facts.get(key), after.facts.get(key)) ?? []);
  return [...changes, ...compareBlocks(before.blocks, after.blocks)];
}

function compareFact(old: Fact | undefined, current: Fact | undefined): Change | undefined {
  const fact = current ?? old;
  const [before, after] = [old?.text, current?.text];
  if (fact === undefined || (old !== undefined && current !== undefined && before === after)) return undefined;
  const cut = (text: string | undefined) => (text === undefined ? undefined : limit(text));
  const action = actionOf(old, current);
  return { ...changeOf(fact.kind, cut(fact.subject), cut(before), cut(after)), action };
}

/** If more words of a text or texts of a page differ, it was rewritten: the work grows with the square. */
const MAX_EDITS = 500;

function compareBlocks(before: readonly string[], after: readonly string[]): Change[] {
  const found = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (found === undefined) {
    const words = (blocks: readonly string[]) => count(wordsOf(blocks.join(' ')).length, 'word');
    return [{ kind: 'words', action: 'changed', before: words(before), after: words(after) }];
  }
  return found.flatMap(({ value, removed, added }, index) => {
    const [last, next] = [found[index - 1], found[index + 1]];
    if (added && !last?.removed) return value.map((block) => compareText(undefined, block));
    if (!removed) return [];
    const current = next?.added ? next.value : [];
    // A text may have been split or joined.
    if (current.length > 0 && current.length !== value.length) return [compareText(value.join(' '), current.join(' '))];
    return value.map((block, at) => compareText(block, current[at]));
  });
}

function compareText(before: string | undefined, after: string | undefined): Change {
  return { kind: 'words', action: actionOf(before, after), words: diffWords(before ?? '', after ?? '') };
}

/** Words around a difference that are shown. */
const CONTEXT = 4;

/** Longer parts are cut, in words. */
const MAX_SHOWN = 40;
const MAX_PARTS = 24;

/** @returns a text that replaced another, or was added or removed. Long parts are cut */
export function diffWords(before: string, after: string): Part[] {
  const [old, current] = [wordsOf(before), wordsOf(after)];
  const found = diffArrays(old, current, { maxEditLength: MAX_EDITS });
  const kept = found?.filter(({ added, removed }) => !added && !removed).reduce((sum, one) => sum + one.count, 0) ?? 0;
  // Texts with little in common are easier to read one after the other.
  if (found === undefined || kept * 3 < Math.min(old.length, current.length))
    return [...toPart('removed', old, MAX_SHOWN, 0), ...toPart('added', current, MAX_SHOWN, 0)];
  const parts = found.flatMap(({ value, removed, added }, index) => {
    if (removed || added) return toPart(removed ? 'removed' : 'added', value, MAX_SHOWN, 0);
    return toPart('same', value, index > 0 ? CONTEXT : 0, index < found.length - 1 ? CONTEXT : 0);
  });
  return parts.length > MAX_PARTS ? [...parts.slice(0, MAX_PARTS), { kind: 'same', text: '…' }] : parts;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** @param first how many words are shown at its start. @param last at its end */
function toPart(kind: Part['kind'], words: readonly string[], first: number, last: number): Part[] {
  if (words.length === 0) return [];
  const isShort = words.length <= first + last + 1;
  const shown = isShort ? words : [...words.slice(0, first), '…', ...words.slice(words.length - last)];
  return [{ kind, text: limit(shown.join(' ')) }];
}

/** In characters: a word can have any length. */
const MAX_LENGTH = 400;

function limit(text: string): string {
  // Not through a pair of surrogates.
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
