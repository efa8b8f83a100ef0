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
  /** @param text the errors of a page, which may be rendered before the site is checked */
  readonly setPage: (file: string, text: string) => void;
  /** @param text the errors of the whole site */
  readonly setSite: (text: string) => void;
}

/** @param show called with the errors, as text, whenever they may have changed */
export function createErrorLog(show: (errors: string) => void): ErrorLog {
  let [common, ofSite] = ['', ''];
  const ofPages = new Map<string, string>();
  /** Pages with errors that a check may have repeated. Once they are corrected, the next check tells what is left. */
  const failed = new Set<string>();
  const report = () => show(common || [...ofPages.values()].join('\n') || ofSite);
  return {
    hasCommon: () => common !== '',
    setCommon: (text) => {
      if (common !== '' && text === '') ofSite = '';
      common = text;
      report();
    },
    setPage: (file, text) => {
      ofPages.delete(file);
      if (text !== '') {
        ofPages.set(file, text);
        failed.add(file);
      } else if (failed.delete(file)) ofSite = '';
      report();
    },
    setSite: (text) => {
      ofSite = text;
      ofPages.clear();
      report();
    },
  };
}

export function formatErrors({ checks }: Config, diagnostics: readonly Diagnostic[]): string {
  const errors = withSeverity(diagnostics, { checks, strict: false }).filter(({ severity }) => severity === 'error');
  return formatDiagnostics(errors, plain);
}

export function formatFailure(error: unknown): string {
  const diagnostics = error instanceof SitegenError ? formatDiagnostics(error.diagnostics, plain) : '';
  return `${(error as Error).message}\n\n${diagnostics}`;
}

function plain(_look: string, text: string): string {
  return text;
}
