import type { ComponentType, JSX } from 'react';

/** A heading of a content file, for a table of contents. */
export interface Heading {
  /** 2 for `##`. */
  readonly depth: number;
  /** The `id` of its element. */
  readonly id: string;
  readonly text: string;
}

/** The props of a component for `pre`, which renders blocks of code. */
export type CodeProps = JSX.IntrinsicElements['pre'] & {
  /** The code as copying gives it: without removed lines, and without comments that mark lines. Absent if there is no code. */
  readonly code?: string;
  /** `ts`. Absent if the block names none. */
  readonly language?: string;
  /** The rest of the line that begins the block. */
  readonly meta?: string;
};

/** The words of a content file from one heading to the next, for a search index. */
export interface Section {
  /** Absent for the words before the first heading. */
  readonly heading?: Heading;
  /** Without the words of the heading. Each block is a line. */
  readonly text: string;
}

/**
 * Components for the elements of content, by name: `{ a: Link, pre: Code }`. `Callout` renders `> [!NOTE]` and `:::note`, with the
 * word as its `kind`; `CodeGroup` renders `:::code-group`, and `Mermaid` code in that language.
 */
export type ContentComponents = {
  readonly [Name in keyof JSX.IntrinsicElements]?: ComponentType<
    Name extends 'pre' ? CodeProps : JSX.IntrinsicElements[Name]
  >;
} & { readonly [name: string]: ComponentType<never> | undefined };

/** The part of https://standardschema.dev that sitegen calls: valibot, zod, arktype and others implement it. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

type SchemaResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/** A mistake in the data. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of the data that a schema returns. */
export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];

/** A row of a collection with `load`. */
export interface LoadedEntry<Data = unknown, Path = string | undefined> {
  /** The result of `slug`. Without it, the path of a file within the folder of the collection, or the `id` of a row. */
  readonly slug: string;
  /** The row or front matter, as the schema returns it. */
  readonly data: Data;
  /** The address of its page: the result of `path`. */
  readonly path: Path;
}

/** A row of a file with data, or the object in it. */
export interface DataEntry<Data = unknown, Path = string | undefined> extends LoadedEntry<Data, Path> {
  /** The file, from the root of the project: `content/posts/hello.md`. */
  readonly file: string;
  /**
   * When the last commit that changed the file was made. `undefined` for files that have not been committed, and without git.
   * Git is called on access.
   */
  readonly updated: Date | undefined;
}

/** A content file of a collection. */
export interface Entry<Data = unknown, Path = string | undefined> extends DataEntry<Data, Path> {
  /** The Markdown of the file, without its front matter. The file is read on access. */
  readonly body: string;
  /** The words of the file without markup, for a reading time or a search index. The file is parsed on access. */
  readonly text: string;
  /** The words of its first paragraph, for lists and descriptions. Empty if it has none. The file is parsed on access. */
  readonly excerpt: string;
  /** With their ids on the page of the file. The file is parsed on access. */
  readonly headings: readonly Heading[];
  /** Its text, divided at its headings. The file is parsed on access. */
  readonly sections: readonly Section[];
  /** The HTML that `Content` renders, for example for a feed. Islands are HTML without a script. */
  readonly html: (props?: ContentProps) => Promise<string>;
  /** Parses and renders the file. `components` override those in `templates/markdown.tsx`. */
  readonly Content: ComponentType<ContentProps>;
}

/** The props of `Content`. */
interface ContentProps {
  readonly components?: ContentComponents;
  /** The others are the `props` of an MDX file. */
  readonly [name: string]: unknown;
}

/** The files that match a pattern, or rows. */
export interface Collection<Data = unknown, Path = string | undefined, Item = Entry<Data, Path>> {
  /** @returns all entries: files in the order of their paths, rows as they are in the file or the result of `load` */
  readonly all: () => Promise<readonly Item[]>;
  /** @throws if there is no entry with that slug */
  readonly get: (slug: string) => Promise<Item>;
}

type DataEnding = 'json' | 'yaml' | 'yml' | 'csv';

/** A pattern whose files are data. Its last part has only endings of data; mixed patterns are an error. */
export type DataPattern =
  `${string}.${DataEnding}` | `${string}.{${DataEnding}}` | `${string}.{${DataEnding},${string}}`;

/** The second argument of `collection`. */
export interface CollectionOptions<Schema extends StandardSchema, Path> {
  /** Validates the front matter of each file, or each row. Without it, `data` is what is written there. */
  readonly schema?: Schema;
  /** The slug of an entry. Without it, the path of the file, or the `id` of a row. */
  readonly slug?: (data: OutputOf<Schema>) => string;
  /** The address of the page that renders an entry, without the base. Links to a content file lead there. */
  readonly path?: (entry: { readonly slug: string; readonly data: OutputOf<Schema> }) => Path;
}

/** The argument of `collection` for data that are not in files. */
export interface LoadOptions<Row, Schema extends StandardSchema, Path> extends CollectionOptions<Schema, Path> {
  /** Returns the rows, as plain data. Called once per build. */
  readonly load: () => readonly Row[] | Promise<readonly Row[]>;
}
