import { statSync } from 'node:fs';
import path from 'node:path';
import { createElement } from 'react';
import type { CollectionOptions, Entry, SchemaIssue, StandardSchema } from '../api/content.ts';
import type { Meta } from '../api/contract.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError, shorten } from '../shared/errors.ts';
import { stateOf } from '../shared/files.ts';
import { hashOf } from '../shared/hash.ts';
import { findFieldMistakes, VISIBILITY } from '../shared/meta-fields.ts';
import { formatFrame, framesInStack } from '../shared/stack-trace.ts';
import { describeUnpublished, whyLeftOut } from '../shared/unpublished.ts';
import { findCollectionFiles, folderOf } from './collection-files.ts';
import { describeMistake, type ContentMistake } from './content-problem.ts';
import { contentSetup } from './content-setup.ts';
import { createMarkdown, createMdxEntry, readContentFile } from './create-content.ts';
import { renderEntry } from './entry-html.ts';
import { rememberEntry, rememberList, rememberUnpublished } from './entry-paths.ts';
import { frontMatterMistakes, readFrontMatter, splitFrontMatter } from './front-matter.ts';
import { loadParser, type ParseMarkdown } from './parse-markdown.ts';

/** The files of a collection, with all mistakes in them. */
export interface CollectionFiles {
  /** By slug. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Why a build leaves out the other files, by slug. */
  readonly unpublished: ReadonlyMap<string, string>;
  readonly mistakes: readonly Diagnostic[];
}

/** A file as it is passed to other workers. */
interface IndexedFile {
  readonly file: string;
  readonly data: unknown;
  readonly mistakes: readonly Diagnostic[];
}

/**
 * Reads all files that match a pattern, and remembers where their pages are.
 *
 * @throws if a package for reading them is missing
 */
export async function readCollection<Schema extends StandardSchema>(
  pattern: string,
  { schema, path: pathOf }: CollectionOptions<Schema, string | undefined>,
): Promise<CollectionFiles> {
  const { root, allowsHtml } = contentSetup();
  const entries = new Map<string, Entry>();
  const unpublished = new Map<string, string>();
  const mistakes: Diagnostic[] = [];
  const { files, problems } = await findCollectionFiles(root, pattern);
  mistakes.push(...problems);
  const parse = files.every((file) => file.endsWith('.mdx')) ? undefined : await loadParser(allowsHtml);
  for (const { file, data, mistakes: found } of await readIndex(root, pattern, files)) {
    mistakes.push(...found);
    if (found.length > 0) continue;
    const report = (...wrong: readonly ContentMistake[]) => {
      const content = readContentFile(root, file);
      mistakes.push(...wrong.map((mistake) => describeMistake(content, mistake)));
    };
    const result = await validate(schema, data);
    if ('failure' in result) {
      report(describeThrown(root, `The schema of the collection "${pattern}"`, result.failure));
      continue;
    }
    report(...describeFields(root, file, data, 'value' in result ? result.value : {}));
    if (result.issues !== undefined) {
      report(...describeIssues(root, file, result.issues));
      continue;
    }
    const slug = slugOf(pattern, file);
    const meta = data as Pick<Meta, 'draft' | 'publishAt'>;
    if (entries.has(slug)) report({ message: `Another file has the slug "${slug}", too.`, hint: 'rename one of them' });
    try {
      const given = { slug, data: result.value };
      const address = pathOf?.(given);
      rememberEntry(file, address);
      const when = whyLeftOut(meta);
      if (when === undefined) entries.set(slug, createEntry(root, file, { ...given, path: address }, parse));
      else {
        unpublished.set(slug, describeUnpublished(when));
        rememberUnpublished(file, address, when);
      }
    } catch (failure) {
      report(describeThrown(root, `\`path\` of the collection "${pattern}"`, failure));
    }
  }
  if (mistakes.length === 0)
    rememberList({ pattern, folder: folderOf(pattern), entries: entries.size, unpublished: unpublished.size });
  return { entries, unpublished, mistakes };
}

/** A schema contains site code, such as the function of a `v.transform`. */
async function validate(schema: StandardSchema, data: unknown) {
  const standard = schema['~standard'];
  try {
    return await standard.validate(data);
  } catch (failure) {
    return { failure };
  }
}

/** A failed recursion has hundreds of calls. */
const MAX_CALLS = 10;

/** @param subject the site code that threw, for one content file */
function describeThrown(root: string, subject: string, failure: unknown): ContentMistake {
  const lines = failure instanceof Error ? String(failure.stack).split('\n') : [];
  // Each page that reads the collection calls this file: without its callers, all of them report the same.
  const end = lines.findIndex((line) => line.includes(import.meta.dirname));
  const frames = framesInStack(lines.slice(0, end).join('\n'), root).slice(0, MAX_CALLS);
  const message = `${subject} threw: ${shorten(String(failure))}`;
  return { message, ...(frames.length > 0 && { calls: frames.map(formatFrame) }) };
}

/** One worker reads the front matter, possibly of thousands of files; the others get a copy. */
async function readIndex(root: string, pattern: string, files: readonly string[]): Promise<readonly IndexedFile[]> {
  const { shared } = contentSetup();
  // While `serve` runs, shared data may be older than a file that was saved just now.
  const states = files.map((file) => `${file} ${stateOf(statSync(path.join(root, file)))}`);
  return shared(`sitegen:collection ${hashOf(pattern, ...states)}`, () => files.map((file) => readFile(root, file)));
}

function readFile(root: string, file: string): IndexedFile {
  try {
    return { file, data: readFrontMatter(readContentFile(root, file)).data, mistakes: [] };
  } catch (failure) {
    // A problem without a place is a missing package: one problem, not one per file.
    if (!(failure instanceof SitegenError) || failure.diagnostics.some(({ place }) => place === undefined))
      throw failure;
    return { file, data: undefined, mistakes: failure.diagnostics };
  }
}

/** @returns the mistakes in the fields that sitegen reads, whatever the schema allows */
function describeFields(root: string, file: string, data: unknown, value: unknown): ContentMistake[] {
  const found = findFieldMistakes(Object(data) as object, VISIBILITY);
  // A site may have a field of that name, and read it.
  const wrong = found.filter(({ path: [key] }) => key !== 'published' || !('published' in Object(value)));
  if (wrong.length === 0) return [];
  const mistakes = frontMatterMistakes(readFrontMatter(readContentFile(root, file)), wrong);
  return mistakes.map((mistake) => ({ ...mistake, code: 'content-invalid' }));
}

function describeIssues(root: string, file: string, issues: readonly SchemaIssue[]): ContentMistake[] {
  const { placeOf } = readFrontMatter(readContentFile(root, file));
  return issues.map(({ message, path: keys = [] }) => {
    const names = keys.map((key) => (typeof key === 'object' ? key.key : key));
    const subject = names.length === 0 ? '' : `\`${names.map(String).join('.')}\`: `;
    return { message: `${subject}${message.replace(/\.?$/, '.')}`, ...placeOf(names) };
  });
}

/**
 * @example
 * slugOf('content/posts/**' + '/*.md', 'content/posts/2026/hello/index.md') // '2026/hello'
 */
function slugOf(pattern: string, file: string): string {
  return path.posix
    .relative(folderOf(pattern), file)
    .replace(/\.\w+$/, '')
    .replace(/\/index$/, '');
}

function createEntry(
  root: string,
  file: string,
  given: Pick<Entry, 'slug' | 'data' | 'path'>,
  parse: ParseMarkdown | undefined,
): Entry {
  const load = () => {
    const content = readContentFile(root, file);
    return { content, body: splitFrontMatter(content.text).body };
  };
  const isMdx = parse === undefined || file.endsWith('.mdx');
  const { Content, headings, text, excerpt } = isMdx
    ? createMdxEntry(file, given.slug)
    : createMarkdown(load, parse, given.slug);
  return {
    ...given,
    Content,
    html: (props = {}) => renderEntry(file, () => createElement(Content, props)),
    get body() {
      return load().body.replace(/^[\r\n]+/, ''); // blank lines, which replace the front matter to keep line numbers
    },
    get text() {
      return text();
    },
    get excerpt() {
      return excerpt();
    },
    get headings() {
      return headings();
    },
  };
}
