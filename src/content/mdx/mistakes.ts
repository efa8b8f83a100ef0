/** Explains what is wrong with an MDX file, from the compiler's errors. */
import { SitegenError } from '../../shared/errors.ts';
import { STRAY } from '../elements/container.ts';
import { describeThrown, type ContentMistake } from '../content-problem.ts';

/** A message of https://github.com/vfile/vfile-message */
interface CompilerMessage {
  readonly reason: string;
  readonly line?: number;
  readonly column?: number;
  readonly ruleId?: string;
  /** The error of acorn, which parses JavaScript. */
  readonly cause?: { readonly message: string };
}

/**
 * @param text of the file
 * @throws `error` if the compiler did not throw it
 */
export function explainMistake(error: unknown, text: string): ContentMistake {
  if (error instanceof RangeError || isOutOfStack(error))
    return { message: 'The file is nested too deep.', line: (error as Partial<CompilerMessage>).line ?? 1 };
  if (error instanceof SitegenError || !isMessage(error)) throw error;
  const { reason, ruleId, cause } = error;
  const [line, column] = startOf(error, text);
  const place = { line, column };
  if (ruleId === 'acorn') return { ...place, ...explainCode(cause?.message ?? reason, around(text, line, column)) };
  const [, message = reason, note] = /^(.*?)(?: \(note: (.*)\))?$/s.exec(reason) ?? [];
  const plain = message.replace(/ \(\d+:\d+-\d+:\d+\)/, '').replace(/ \(U\+[\dA-F]+\)/, '');
  return { ...place, message: `${plain}.`, hint: note ?? HINTS.find(([pattern]) => pattern.test(plain))?.[1] };
}

/** @returns what is wrong if a plug-in threw, or left nodes that the compiler does not know; nothing for other errors */
export function explainPlugin(error: unknown, root: string): ContentMistake | undefined {
  if (error instanceof SitegenError || error instanceof RangeError || isMessage(error)) return undefined;
  const { message, calls: [call] = [] } = describeThrown(root, 'A plug-in in `mdx` of the config', error);
  const hint = 'leave out the plug-ins in `mdx` of the config one by one';
  return { message: call === undefined ? message : `${message} at ${call}`, line: 1, hint };
}

/** The compiler reports unclosed code at the end of a block or the file. @returns the line and column where it starts */
function startOf({ reason, line, column }: CompilerMessage, text: string): (number | undefined)[] {
  const [, opened] = /^Expected a closing tag for .*? \((\d+:\d+)/.exec(reason) ?? [];
  if (opened !== undefined) return opened.split(':').map(Number);
  return (/closing brace/.test(reason) && openBraceIn(text)) || [line, column];
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^Expected a closing tag/, 'close it: <b>…</b>, <br />; a tag must end in the paragraph or block that it starts in'],
  [/corresponding closing brace/, 'close the expression, or write the brace as text: \\{'],
  [/^Unexpected character .* name/, 'write the character as text: \\<'],
  [/^Unexpected end of file/, 'close what is open, or write the character as text: \\<'],
];

function openBraceIn(text: string): number[] | undefined {
  let closed = 0;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const character = text.charAt(index);
    if (character === '}') closed += 1;
    if (character === '{') closed -= 1;
    if (closed >= 0) continue;
    const lines = text.slice(0, index).split(/\r\n?|\n/);
    return [lines.length, (lines.at(-1)?.length ?? 0) + 1];
  }
  return undefined;
}

interface Around {
  /** The text of the line up to the mistake, and from there on. */
  readonly before: string;
  readonly after: string;
}

function around(text: string, line = 1, column = 1): Around {
  const written = text.split(/\r\n?|\n/)[line - 1] ?? '';
  return { before: written.slice(0, column - 1), after: written.slice(column - 1).trimStart() };
}

function explainCode(problem: string, { before, after }: Around): ContentMistake {
  const isCustomId = /^#{1,6}\s.*\{$/.test(before) && after.startsWith('#');
  if (isCustomId)
    return {
      message: 'MDX has no `{#id}`: braces contain JavaScript.',
      hint: 'write the heading as JSX: <h2 id="install">Install</h2>',
    };
  if (/^\s*:::/.test(before)) return STRAY;
  const message = `The JavaScript cannot be read: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}.`;
  if (/^\s*(?:import|export)\b/.test(before)) return { message, hint: NO_TYPESCRIPT };
  return { message, hint: before.includes('{') ? 'correct it, or write the brace as text: \\{' : undefined };
}

const NO_TYPESCRIPT = 'correct it; MDX has no TypeScript: write code with types in a .ts or .tsx file, and import it';

function isMessage(error: unknown): error is CompilerMessage {
  return typeof (error as CompilerMessage | undefined)?.reason === 'string';
}

/** acorn reports it as a mistake in the code. */
function isOutOfStack(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: unknown };
  return cause instanceof RangeError || /stack space/.test(String(cause));
}
