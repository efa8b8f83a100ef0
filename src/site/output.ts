import type { Asset, Route, SourceFile } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';

/**
 * `page`: an HTML page. `asset`: a file that pages refer to, whose name has a hash: an import, a bundle, a picture, a share card.
 * `generated`: a sitemap, an icon, a file of `templates/files`, the text of a page. `public`: a copy from `public`. `host`:
 * settings for hosts, and pages that redirect. `copy`: a compressed copy of another output.
 */
export type OutputKind = 'page' | 'asset' | 'generated' | 'public' | 'host' | 'copy';

/** One file of a site. */
export interface Output {
  /** From `out`: `about/index.html`. */
  readonly output: string;
  readonly kind: OutputKind;
  /** The source file that it comes from, from the root. Absent for everything that sitegen generates by itself. */
  readonly owner?: string;
  /** The route of the page, or of the page whose text this is. */
  readonly route?: Route;
  /** Its bytes, or the file to copy. Absent if the step that adds it also writes it. */
  readonly contents?: Uint8Array | SourceFile | CopiedFile;
  /** Open pages may request it after it has left the site, so it is kept for some builds. */
  readonly isRetained?: boolean;
  /** Present once a page is rendered. */
  readonly page?: PageFacts;
  /** True once it is in the staging folder, because it differs from the published one. */
  readonly isWritten?: boolean;
}

/** A file that is copied in its current state. */
export interface CopiedFile {
  /** Absolute. */
  readonly file: string;
}

/** Names of outputs, without a list of them: there may be a million. */
export interface FileNames extends Iterable<string> {
  readonly has: (output: string) => boolean;
}

/** A file that pages refer to. Open pages may request it later, because its name changes with its contents. */
export function toOutput({ output, contents }: Asset): Output {
  return { output, contents, kind: 'asset', isRetained: true };
}

/** True for outputs that pages can refer to. */
export function isLinkable({ kind }: Pick<Output, 'kind'>): boolean {
  return kind !== 'host' && kind !== 'copy';
}
