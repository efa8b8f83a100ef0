import * as React from 'react';
import { createContext, useContext, type Context } from 'react';
import type { Diagnostic } from '../../shared/diagnostics.ts';
import type { ContentUse } from '../../shared/page-facts.ts';
import type { PictureSettings, PictureWidth } from '../../shared/pictures.ts';

/** A mistake that shows only while a page is rendered. `check/describe-problems.ts` adds its place. */
export interface RenderProblem extends Diagnostic {
  /**
   * Its first frame in the project is the place of the problem, and the component there is the subject of the message,
   * which therefore begins with a verb. Absent if the problem concerns the whole page.
   */
  readonly stack?: string;
  /** Reports it `only` or `never` in package components. Default: in all components. */
  readonly inPackages?: 'only' | 'never';
  /** Where the components around it were used, as a stack. Known only in locating mode. */
  readonly owners?: string | undefined;
  /** The text of a `<title>`. Reported only if the page's title has the same text: in an `<svg>` it is no problem. */
  readonly title?: string;
  /** The address of an image that is passed whole, with its size, to an `<img>` that shows only its address. */
  readonly image?: string;
}

/** The place of the element of Markdown that is being created, as a line of a stack. Owned by `withOwner`. */
let ownerInContent: string | undefined;

/** @param frame a line of a stack, which `ownersNow` puts first */
export function withOwner<Result>(frame: string, create: () => Result): Result {
  const outer = ownerInContent;
  ownerInContent = frame;
  try {
    return create();
  } finally {
    ownerInContent = outer;
  }
}

/** Only React's development build knows. */
export function ownersInReact(): string | undefined {
  const { captureOwnerStack } = React as { readonly captureOwnerStack?: () => string | null };
  return captureOwnerStack?.() ?? undefined;
}

/** Where the components around the running one are used, as a stack, innermost first. Known only in locating mode. */
export function ownersNow(): string | undefined {
  const owners = ownersInReact();
  if (owners === undefined) return ownerInContent;
  if (ownerInContent !== undefined) return `${ownerInContent}\n${owners}`;
  const { content } = contextNow() ?? {};
  if (content?.around === undefined || !owners.endsWith(content.around)) return owners;
  return `${owners.slice(0, -content.around.length)}\n${content.frame}${content.around}`;
}

function contextNow(): RenderContextValue | undefined {
  try {
    return useContext(RenderContext);
  } catch {
    return undefined; // React throws if no component is being rendered
  }
}

/** The record of a page's rendering. Islands and the files in `src/react` add to it. */
export interface PageRecord {
  /** The library that its islands run on in the browser. */
  readonly runtime: 'react' | 'preact';
  /** False for HTML that is shown without scripts. */
  readonly hasIslands: boolean;
  /** The names of its islands, in the order they are rendered. */
  readonly islands: string[];
  /** The names of islands that hydrate without waiting for the visitor: their scripts are preloaded. */
  readonly eager: Set<string>;
  readonly problems: RenderProblem[];
  /** The content files on the page. */
  readonly content: ContentUse[];
  /** The ids of documents on the page: see `content/document-ids.ts`. */
  readonly documents: {
    /** The slug of an entry in MDX, by file. */
    readonly slugs: Map<string, string>;
    /** The file whose heading has an id. */
    readonly ids: Map<string, string>;
  };
  /** The page's address, without the base, decoded. Absent for HTML that is not a page. */
  readonly path: string | undefined;
  /** For `<Picture>`. Absent in tests of a site, where it shows the original. */
  readonly pictures?: {
    readonly settings: PictureSettings;
    /** The files that the page refers to. */
    readonly used: PictureWidth[];
  };
  /** The calls of async components, by place in the tree. The passes of a page share it: see `react/async-components.ts`. */
  readonly awaited: Map<string, Awaited[]>;
  /** Not settled yet in this pass, whose HTML is therefore incomplete. In the order of the tree. */
  readonly waiting: Awaited[];
  /** True while looking for the unresolved promise. */
  readonly isSearch: boolean;
}

/** Everything that the result of an async component may depend on, besides the data that it loads. */
interface Inputs {
  /** React's key of its element. */
  readonly key: string | undefined;
  readonly props: Readonly<Record<string, unknown>>;
  /** The contexts that it reads, and their values. */
  readonly contexts: ReadonlyMap<Context<unknown>, unknown>;
}

/** A call of an async component, or a promise passed to `use`. */
export interface Awaited {
  /** For messages: `<Post>`. */
  readonly name: string;
  /** The component, or the promise. */
  readonly source: unknown;
  /** The inputs of the component when it was called. */
  readonly inputs?: Inputs;
  /** Never rejects. */
  readonly settled: Promise<Outcome>;
  /** Absent until it is settled. */
  outcome?: Outcome;
  /** Problems recorded while it ran. They count in every pass that contains its result. */
  readonly problems: RenderProblem[];
}

export type Outcome = { readonly value: unknown } | { readonly failure: unknown };

export function createRecord(
  runtime: PageRecord['runtime'],
  options: Partial<Pick<PageRecord, 'awaited' | 'hasIslands' | 'isSearch' | 'path'>> & {
    readonly pictures?: PictureSettings | undefined;
  } = {},
): PageRecord {
  const { awaited = new Map(), hasIslands = true, isSearch = false, pictures, path } = options;
  return {
    runtime,
    hasIslands,
    islands: [],
    eager: new Set(),
    problems: [],
    content: [],
    documents: { slugs: new Map(), ids: new Map() },
    path,
    ...(pictures && { pictures: { settings: pictures, used: [] } }),
    awaited,
    waiting: [],
    isSearch,
  };
}

/** The page, and the island if any, in which a component is rendered. */
export interface RenderContextValue {
  readonly record: PageRecord;
  readonly island: string | undefined;
  /** The ids that `useId` returns inside an island that runs on Preact. */
  readonly nextId?: () => string;
  /** In locating mode: the place in Markdown of the component around this one, as lines of a stack, and those around it. */
  readonly content?: { readonly frame: string; readonly around: string | undefined };
}

/** `undefined` if a component is rendered by itself, for example in a test. */
export const RenderContext = createContext<RenderContextValue | undefined>(undefined);
