import type { Code } from '../core/diagnostics.ts';
import { createContext } from 'react';

/** Something wrong with a page that can be seen only while it is rendered. */
export interface Problem {
  readonly code: Code;
  readonly severity: 'error' | 'warning';
  /** A whole sentence; with `at`, one that begins with its verb: the component that does it is put before it. */
  readonly message: string;
  readonly hint?: string;
  /** Of a `<title>`, its text: in a drawing it is fine, and only the page's own title has that text, too. */
  readonly title?: string;
  /** A stack whose first frame in the project is to blame. */
  readonly at?: string;
}

/** What is noted of a page while it is rendered. Filled by islands and by what is in `src/react`. */
export interface PageRecord {
  /** What its islands run on in the browser. */
  readonly runtime: 'react' | 'preact';
  /** The names of its islands, in the order they are rendered. */
  readonly islands: string[];
  readonly problems: Problem[];
}

/** Where a component is rendered: on which page, and inside which island, if it is. */
export interface IslandContext {
  readonly record: PageRecord;
  readonly island: string | undefined;
  /** Inside an island that will run on Preact: the ids that `useId` gives there. */
  readonly nextId?: () => string;
}

/** Absent where a component is rendered by itself, in a test for example. */
export const RenderContext = createContext<IslandContext | undefined>(undefined);
