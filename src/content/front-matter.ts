/** The YAML at the start of a content file. The only file that calls `yaml`. */
import { hasCode } from '../shared/errors.ts';
import type { MetaMistake } from '../shared/meta-fields.ts';
import { loadPackage } from '../shared/load-package.ts';
import { missingPackages, refuseMistakes, type ContentFile, type ContentMistake } from './content-problem.ts';

/** A content file that has been read. */
export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  /** The document, with an empty line for each line of the front matter, so that its lines keep their numbers. */
  readonly body: string;
  /** @returns the place of a value, or of the innermost value around it that exists */
  readonly placeOf: (path: readonly PropertyKey[]) => { readonly line: number; readonly column: number };
}

const FENCED = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;

/** Escape sequences and the like: https://infra.spec.whatwg.org/#control. Excludes tabs and line breaks. */
const CONTROL = /(?![\t\n\r])[\p{Control}\p{Surrogate}\uFFFE\uFFFF]/u;

/** An alias bomb expands to millions of values. */
const MAX_ALIASES = 100;

/**
 * @throws {SitegenError} with all mistakes in the YAML, and when `yaml` is not installed
 *
 * @example
 * readFrontMatter({ file, text: '---\ntitle: About\n---\n# About\n' }).data // { title: 'About' }
 */
export function readFrontMatter(content: ContentFile): FrontMatter {
  const { yaml, body } = splitFrontMatter(content.text);
  if (yaml === undefined) return { data: {}, body, placeOf: () => ({ line: 1, column: 1 }) };
  const { LineCounter, parseDocument, visit } = loadYaml();
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false, logLevel: 'silent', merge: true });
  const placeAt = (offset: number) => {
    const { line, col } = counter.linePos(offset);
    return { line: line + 1, column: col }; // below `---`
  };
  const mistakes = document.errors.map(({ message, pos }) => ({ message: `${message}.`, ...placeAt(pos[0]) }));
  refuseMistakes(content, mistakes.map(explain));
  const controls: ContentMistake[] = [];
  visit(document, {
    Scalar: (_, { value, range }) => {
      const [character] = CONTROL.exec(typeof value === 'string' ? value : '') ?? [];
      if (character === undefined) return;
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      const message = `The front matter has the control character U+${code}, which HTML cannot contain.`;
      controls.push({ message, ...placeAt(range?.[0] ?? 0), hint: 'remove it' });
    },
  });
  refuseMistakes(content, controls);
  const data = expand(content, () => document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown) ?? {};
  if (Object.getPrototypeOf(data) !== Object.prototype)
    refuseMistakes(content, [{ message: 'The front matter is not a mapping.', line: 2, hint: 'write `name: value`' }]);
  return {
    data: data as FrontMatter['data'],
    body,
    placeOf: (path) => {
      for (let length = path.length; length > 0; length -= 1) {
        const node: unknown = document.getIn(path.slice(0, length), true);
        const { range } = Object(node) as { readonly range?: readonly number[] | null };
        if (range?.[0] !== undefined) return placeAt(range[0]);
      }
      let merged: number | undefined; // by `<<: *anchor`
      visit(document, {
        Pair: (_, { key }) => {
          const { value, range } = Object(key) as { readonly value?: unknown; readonly range?: readonly number[] };
          if (value === path[0]) merged ??= range?.[0];
        },
      });
      if (merged !== undefined) return placeAt(merged);
      return { line: 1, column: 1 };
    },
  };
}

/** Mistakes in the fields of `meta`, with their places. */
export function frontMatterMistakes(
  { placeOf }: Pick<FrontMatter, 'placeOf'>,
  mistakes: readonly MetaMistake[],
): ContentMistake[] {
  return mistakes.map(({ path, code, message, hint }) => {
    return { message, hint, ...placeOf(path), code: code === 'meta-invalid' ? 'content-invalid' : code };
  });
}

/** @returns the YAML, if there is any, and the document on the same lines */
export function splitFrontMatter(text: string): { readonly yaml?: string; readonly body: string } {
  const [fenced, yaml = ''] = FENCED.exec(text) ?? [];
  if (fenced === undefined) return { body: text };
  return { yaml, body: '\n'.repeat(fenced.split('\n').length - 1) + text.slice(fenced.length) };
}

/** Dates, prices and colons are what authors forget to quote. */
function explain(mistake: ContentMistake): ContentMistake {
  const isUnquoted = /Nested mappings are not allowed in compact mappings|Implicit keys/.test(mistake.message);
  return isUnquoted ? { ...mistake, hint: 'put a text that contains ": " in quotes' } : mistake;
}

function expand(content: ContentFile, toJs: () => unknown): unknown {
  try {
    return toJs();
  } catch (failure) {
    // `yaml` throws a ReferenceError for an alias that is unknown, or has been expanded too often.
    const { message } = failure as Error;
    if (!(failure instanceof ReferenceError || message.startsWith('Merge sources'))) throw failure;
    refuseMistakes(content, [{ message: `The front matter cannot be read: ${message}.`, line: 1 }]);
    return undefined;
  }
}

function loadYaml(): typeof import('yaml') {
  try {
    return loadPackage('yaml') as typeof import('yaml');
  } catch (cause) {
    if (!hasCode(cause, 'MODULE_NOT_FOUND')) throw cause;
    throw missingPackages('Front matter', ['yaml'], cause);
  }
}
