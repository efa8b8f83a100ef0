import { MAX_DEPTH, TOO_DEEP } from './check-depth.ts';
import type { ContentMistake } from './content-problem.ts';
import type { Directive, DirectiveLine } from './directive.ts';

/** A part of a document: an element begins (1) or ends (-1), or anything else, such as a line of a container. */
export interface Part {
  readonly nesting: number;
  /** True for the end of a list or an item. */
  readonly endsList?: boolean;
  readonly directive?: DirectiveLine | undefined;
  /** From 1. */
  readonly line?: number | undefined;
}

/** What a part becomes: a container begins (1) or ends (-1). A leaf does both, one after the other. */
export interface Edge<Item> {
  readonly item: Item;
  /** That begins here. */
  readonly directive?: Directive;
  readonly nesting: number;
}

interface Paired<Item> {
  readonly edges: readonly Edge<Item>[];
  /** If there are some, the edges do not match. */
  readonly mistakes: readonly ContentMistake[];
}

/** The most mistakes that are reported about a file. */
export const MAX_MISTAKES = 20;

interface OpenPart {
  readonly line: number | undefined;
  /** Absent for an element. */
  readonly colons?: number;
  /** Absent if its line cannot be read, which is a mistake already. */
  readonly name?: string;
}

/**
 * Finds the end of each container, which is in the same element as its beginning. Of several that are open, a line ends the
 * innermost with as many colons, or else the innermost with fewer.
 */
export function pairDirectives<Item>(items: readonly Item[], partOf: (item: Item) => Part): Paired<Item> {
  const mistakes: ContentMistake[] = [];
  const edges: Edge<Item>[] = [];
  const open: OpenPart[] = [];
  /** Lines at the end of a list that end no container in it. Formatters indent them, so they may end one around it. */
  let late: Item[] = [];

  /** The number of open parts up to the innermost element. */
  const elementEnd = () => open.findLastIndex(({ colons }) => colons === undefined) + 1;
  const refuseOpen = (start: number) => mistakes.push(...open.splice(start).flatMap(describeOpen));
  const refuseLate = () => {
    mistakes.push(...late.map((item) => describeStray(partOf(item))));
    late = [];
  };
  /** @returns false if no open container is meant */
  const end = (item: Item, colons: number): boolean => {
    const start = elementEnd();
    const inside = open.slice(start).map((part) => part.colons ?? 0);
    const index = inside.includes(colons)
      ? inside.lastIndexOf(colons)
      : inside.findLastIndex((count) => count < colons);
    if (index < 0) return false;
    refuseOpen(start + index + 1);
    open.pop();
    edges.push({ item, nesting: -1 });
    return true;
  };
  const addDirective = (item: Item, directive: DirectiveLine, line: number | undefined) => {
    if (directive.kind === 'invalid') {
      const { message, hint, colons } = directive;
      mistakes.push({ message, hint, line });
      if (colons > 2) open.push({ line, colons });
    } else if (directive.kind === 'end') {
      if (!end(item, directive.colons)) late.push(item);
    } else {
      edges.push({ item, directive, nesting: 1 });
      if (directive.kind === 'leaf') edges.push({ item, nesting: -1 });
      else open.push({ line, colons: directive.colons, name: directive.name });
    }
  };
  const addPart = (item: Item, { nesting, line }: Part) => {
    if (nesting === -1) {
      refuseOpen(elementEnd());
      open.pop();
    }
    edges.push({ item, nesting });
    if (nesting === 1) open.push({ line });
    if (nesting === -1) late = late.filter((one) => !end(one, colonsOf(partOf(one))));
  };

  for (const item of items) {
    const part = partOf(item);
    const { directive, line, endsList = false } = part;
    if (!endsList && directive?.kind !== 'end') refuseLate();
    if (directive === undefined) addPart(item, part);
    else addDirective(item, directive, line);
    if (open.length > MAX_DEPTH) return { edges, mistakes: [{ message: TOO_DEEP, line }] };
    if (mistakes.length + late.length >= MAX_MISTAKES) break;
  }
  refuseLate();
  if (mistakes.length < MAX_MISTAKES) refuseOpen(0);
  const inOrder = mistakes.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { edges, mistakes: inOrder.slice(0, MAX_MISTAKES) };
}

function colonsOf({ directive }: Part): number {
  return directive?.kind === 'end' ? directive.colons : 0;
}

function describeOpen({ line, colons, name }: OpenPart): ContentMistake[] {
  if (name === undefined) return [];
  const message = `The container \`:::${name}\` does not end.`;
  return [{ message, line, hint: `write a line of ${colons} colons below its content, on the same level` }];
}

function describeStray({ line }: Part): ContentMistake {
  const hint = 'remove it, or write the first line of the container, such as `:::note`; for text, write `\\:::`';
  return { message: 'This line ends no container.', line, hint };
}
