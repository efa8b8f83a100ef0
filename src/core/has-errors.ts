import type { Diagnostic } from './model.ts';

/** Warnings keep nothing from being published. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
