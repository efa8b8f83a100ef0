/** The YAML at the start of a content file. */
import type { MetaMistake } from '../../shared/meta-fields.ts';
import { parseYaml } from './parse-yaml.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';

/** A content file that has been read. */
export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  /** The document, with an empty line for each line of the front matter, so that its lines keep their numbers. */
  readonly body: string;
  /** @returns the place of a value, or of the innermost value around it that exists */
  readonly placeOf: (path: readonly PropertyKey[]) => { readonly line: number; readonly column: number };
}

const FENCED = /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;

/** `+++` of Hugo and Zola, `---js` of Eleventy. */
const OTHER = /^(\+\+\+|---[ \t]*(\w+))[ \t]*\n(?:[^]*\n)?(?:\+\+\+|---)[ \t]*(?:\n|$)/;

/**
 * @throws {SitegenError} with all mistakes in the YAML, and when `yaml` is not installed
 *
 * @example
 * readFrontMatter({ file, text: '---\ntitle: About\n---\n# About\n' }).data // { title: 'About' }
 */
export function readFrontMatter(content: ContentFile): FrontMatter {
  const { yaml, body } = splitFrontMatter(content.text);
  const [, mark, language = 'TOML'] = OTHER.exec(content.text) ?? [];
  if (mark !== undefined) {
    const message = `The front matter is ${language} (\`${mark}\`), but sitegen reads YAML.`;
    refuseMistakes(content, [{ message, line: 1, hint: 'write `name: value` between two lines of `---`' }]);
  }
  if (yaml === undefined) return { data: {}, body, placeOf: () => ({ line: 1, column: 1 }) };
  const { value, placeOf } = parseYaml({ content, text: yaml, linesAbove: 1, subject: 'The front matter' });
  const data = value ?? {};
  if (Object.getPrototypeOf(data) !== Object.prototype)
    refuseMistakes(content, [{ message: 'The front matter is not a mapping.', line: 2, hint: 'write `name: value`' }]);
  return {
    data: data as FrontMatter['data'],
    body,
    placeOf: (path) => placeOf(path) ?? { line: 1, column: 1 },
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
