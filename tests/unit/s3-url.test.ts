import { expect, test } from 'vitest';
import { formatDestination, readDestination } from '../../src/deploy/s3-url.ts';

test.each([
  ['s3://site', 's3://site/'],
  ['s3://site/', 's3://site/'],
  ['s3://www.example.com/docs', 's3://www.example.com/docs/'],
  ['s3://site/a/b c/', 's3://site/a/b c/'],
])('%s is %s', (text, expected) => {
  const destination = readDestination(text);
  expect(destination && formatDestination(destination)).toBe(expected);
});

test.each(['site', 'https://site', 's3://', 's3://site/../b', 's3://site/a?b', 's3://a/b'])('%s is invalid', (text) =>
  expect(readDestination(text)).toBeUndefined(),
);
