/** A worker reports only facts since its last reply: reporting all of them each time would make builds quadratic. */
import { expect, test } from 'vitest';
import { placeholder, takePlaceholderCalls } from '../../src/api/placeholder.ts';
import { rememberUnpublished, takeUnpublishedEntries } from '../../src/content/collections/entry-paths.ts';

test('placeholders are taken once', () => {
  placeholder('the number', '1');
  placeholder('the name', 'x');

  expect(takePlaceholderCalls().map(({ what }) => what)).toEqual(['the number', 'the name']);
  expect(takePlaceholderCalls()).toEqual([]);
  placeholder('the number', '1');
  expect(takePlaceholderCalls()).toHaveLength(1);
});

test('unpublished entries are taken once', () => {
  rememberUnpublished('content/a.md', '/a/', {});

  expect(takeUnpublishedEntries().map(({ route }) => route.path)).toEqual(['/a/']);
  expect(takeUnpublishedEntries()).toEqual([]);
});
