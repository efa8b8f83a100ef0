import { expect, test } from 'vitest';
import { createErrorLog, NO_ERRORS } from '../../src/serve/error-log.ts';
import { error } from '../../src/shared/diagnostics.ts';

const failing = (name: string) =>
  error('page-failed', `The page failed to render. Error: ${name}`, { place: { file: `${name}.tsx` } });
/** As reported by a check. */
const merged = (name: string) => ({ ...failing(name), pages: { paths: [`/${name}/`], count: 1 } });

function openLog() {
  let shown = NO_ERRORS;
  const log = createErrorLog((errors) => (shown = errors));
  const texts = () => [shown.message, ...shown.diagnostics.map(({ message }) => message)];
  return {
    ...log,
    shown: () =>
      texts()
        .join('\n')
        .match(/Error: \w+/g) ?? [],
  };
}

test('createErrorLog keeps errors of other pages when one page is fixed', () => {
  const { setPage, setSite, shown } = openLog();
  setPage('a', [failing('a')]);
  setSite([merged('a'), merged('b')]);
  expect(shown()).toEqual(['Error: a', 'Error: b']);

  setPage('a', []);
  expect(shown()).toEqual(['Error: b']);

  setSite([]);
  expect(shown()).toEqual([]);
});

test('createErrorLog shows the errors of an open page first, and replaces its old errors', () => {
  const { setPage, setSite, shown } = openLog();
  setSite([merged('a'), merged('b')]);
  setPage('a', [failing('a')]);
  expect(shown()).toEqual(['Error: a']);

  setPage('a', [failing('c')]);
  expect(shown()).toEqual(['Error: c']);

  setPage('a', []);
  expect(shown()).toEqual(['Error: b']);
});

test('createErrorLog keeps errors that only the check has found when the page renders', () => {
  const { setPage, setSite, shown } = openLog();
  setSite([merged('a')]);

  setPage('a', []);

  expect(shown()).toEqual(['Error: a']);
});

test('createErrorLog shows errors of all pages alone, and drops the others when they are fixed', () => {
  const { setCommon, setSite, shown, hasCommon } = openLog();
  setSite([merged('a')]);
  setCommon({ message: 'Error: common', diagnostics: [] });
  expect(shown()).toEqual(['Error: common']);
  expect(hasCommon()).toBe(true);

  setCommon(NO_ERRORS);
  expect(shown()).toEqual([]);
});
