/** The errors that open pages show. */
import { withSeverity, type Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError } from '../shared/errors.ts';
import { formatDiagnostics } from '../shared/format.ts';
import type { Config } from '../shared/model.ts';

export interface ErrorLog {
  /** True if no page can be rendered. */
  readonly hasCommon: () => boolean;
  /** @param text the errors because of which no page can be rendered; empty if there are none */
  readonly setCommon: (text: string) => void;
  /** @param errors those of a page, which may be rendered before the site is checked */
  readonly setPage: (file: string, errors: readonly Diagnostic[]) => void;
  /** @param errors those of the whole site */
  readonly setSite: (errors: readonly Diagnostic[]) => void;
}

/** @param show called with the errors, as text, whenever they may have changed */
export function createErrorLog(show: (errors: string) => void): ErrorLog {
  let common = '';
  let ofSite: readonly Diagnostic[] = [];
  const ofPages = new Map<string, readonly Diagnostic[]>();
  /** The last errors of pages, which a check may have repeated. Those of other pages stay until the next check. */
  const failed = new Map<string, readonly Diagnostic[]>();
  const report = () => {
    const errors = ofPages.size > 0 ? [...ofPages.values()].flat() : ofSite;
    show(common || formatDiagnostics(errors, plain));
  };
  return {
    hasCommon: () => common !== '',
    setCommon: (text) => {
      if (common !== '' && text === '') ofSite = [];
      common = text;
      report();
    },
    setPage: (file, errors) => {
      ofPages.delete(file);
      if (errors.length > 0) ofPages.set(file, errors);
      const corrected = (failed.get(file) ?? []).filter((error) => !errors.some((other) => isSame(error, other)));
      ofSite = ofSite.filter((error) => !corrected.some((other) => isSame(error, other)));
      failed.delete(file);
      if (errors.length > 0) failed.set(file, errors);
      report();
    },
    setSite: (errors) => {
      ofSite = errors;
      ofPages.clear();
      report();
    },
  };
}

/** A check adds the pages to the message: `On /about/ and 2 more pages.` */
function isSame(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && (one.message.startsWith(other.message) || other.message.startsWith(one.message));
}

export function errorsIn({ checks }: Config, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return withSeverity(diagnostics, { checks, strict: false }).filter(({ severity }) => severity === 'error');
}

export function formatErrors(config: Config, diagnostics: readonly Diagnostic[]): string {
  return formatDiagnostics(errorsIn(config, diagnostics), plain);
}

export function formatFailure(error: unknown): string {
  const diagnostics = error instanceof SitegenError ? formatDiagnostics(error.diagnostics, plain) : '';
  return `${(error as Error).message}\n\n${diagnostics}`;
}

function plain(_look: string, text: string): string {
  return text;
}
