/** The errors that open pages show. */
import { withSeverity, type Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError } from '../shared/errors.ts';
import type { Config } from '../shared/model.ts';

/** What open pages show. */
export interface ShownErrors {
  /** Why nothing can be compiled; empty if everything can. */
  readonly message: string;
  readonly diagnostics: readonly Diagnostic[];
}

export const NO_ERRORS: ShownErrors = { message: '', diagnostics: [] };

export interface ErrorLog {
  /** True if no page can be rendered. */
  readonly hasCommon: () => boolean;
  /** @param errors prevent every page from being rendered */
  readonly setCommon: (errors: ShownErrors) => void;
  /** @param errors of a page, which may be rendered before the site is checked */
  readonly setPage: (file: string, errors: readonly Diagnostic[]) => void;
  /** @param errors of the whole site */
  readonly setSite: (errors: readonly Diagnostic[]) => void;
}

/** @param show called with the errors whenever they may have changed */
export function createErrorLog(show: (errors: ShownErrors) => void): ErrorLog {
  let common = NO_ERRORS;
  let inCheck: readonly Diagnostic[] = [];
  const onPages = new Map<string, readonly Diagnostic[]>();
  /** The latest errors by page file. Once a page no longer has one, it is also removed from the result of the last check. */
  const failed = new Map<string, readonly Diagnostic[]>();
  const hasCommon = () => !isEmpty(common);
  const report = () => {
    const diagnostics = onPages.size > 0 ? [...onPages.values()].flat() : inCheck;
    show(hasCommon() ? common : { message: '', diagnostics });
  };
  return {
    hasCommon,
    setCommon: (errors) => {
      if (hasCommon() && isEmpty(errors)) inCheck = [];
      common = errors;
      report();
    },
    setPage: (file, errors) => {
      onPages.delete(file);
      if (errors.length > 0) onPages.set(file, errors);
      const corrected = (failed.get(file) ?? []).filter((error) => !errors.some((other) => isSame(error, other)));
      inCheck = inCheck.filter((error) => !corrected.some((other) => isSame(error, other)));
      failed.delete(file);
      if (errors.length > 0) failed.set(file, errors);
      report();
    },
    setSite: (errors) => {
      inCheck = errors;
      onPages.clear();
      report();
    },
  };
}

function isEmpty({ message, diagnostics }: ShownErrors): boolean {
  return message === '' && diagnostics.length === 0;
}

/** Ignores `pages` and the place: a check adds the pages, and may find a better place. */
function isSame(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.message === other.message;
}

export function errorsIn({ checks }: Config, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return withSeverity(diagnostics, { checks, strict: false }).filter(({ severity }) => severity === 'error');
}

/** @param failure why a version cannot be opened */
export function toShownErrors(failure: unknown): ShownErrors {
  const diagnostics = failure instanceof SitegenError ? failure.diagnostics : [];
  return { message: (failure as Error).message, diagnostics };
}
