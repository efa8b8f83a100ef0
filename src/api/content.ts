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

/**
 * Components for the elements of content, by name: `{ a: Link, pre: Code }`. `Callout` renders `> [!NOTE]`, with the word as its
 * `kind`.
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

/** A file of a collection. */
export interface Entry<Data = unknown, Path = string | undefined> {
  /** Its path within the folder of the collection, without the extension: `hello`, `2026/hello`. */
  readonly slug: string;
  /** Its front matter, as the schema returns it. */
  readonly data: Data;
  /** The address of its page: the result of `path`. */
  readonly path: Path;
  /** The Markdown of the file, without its front matter. The file is read on access. */
  readonly body: string;
  /** The words of the file without markup, for a reading time or a search index. The file is parsed on access. */
  readonly text: string;
  /** The words of its first paragraph, for lists and descriptions. Empty if it has none. The file is parsed on access. */
  readonly excerpt: string;
  /** With their ids on the page of the file. The file is parsed on access. */
  readonly headings: readonly Heading[];
  /** The HTML that `Content` renders, for example for a feed. Islands are HTML without a script. */
  readonly html: (props?: ContentProps) => Promise<string>;
  /** Parses and renders the file. `components` override those in `templates/markdown.tsx`. */
  readonly Content: ComponentType<ContentProps>;
}

/** The props of `Content`. */
interface ContentProps {
  readonly components?: ContentComponents;
}

/** The files that match a pattern. */
export interface Collection<Data = unknown, Path = string | undefined> {
  /** @returns all files, in the order of their paths */
  readonly all: () => Promise<readonly Entry<Data, Path>[]>;
  /** @throws if there is no file with that slug */
  readonly get: (slug: string) => Promise<Entry<Data, Path>>;
}

/** The second argument of `collection`. */
export interface CollectionOptions<Schema extends StandardSchema, Path> {
  /** Validates the front matter of each file. */
  readonly schema: Schema;
  /** The address of the page that renders a file, without the base. Links to the file lead there. */
  readonly path?: (entry: { readonly slug: string; readonly data: OutputOf<Schema> }) => Path;
}
