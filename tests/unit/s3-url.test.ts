import { expect, test } from 'vitest';
import { describeDestination, formatDestination, readDestination } from '../../src/deploy/s3-url.ts';

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

test.each([
  ['site', 'Expected a bucket, '],
  ['s3:///site', 'Expected a bucket, '],
  ['s3://x', 'The bucket name "x" is too short: '],
  [`s3://${'a'.repeat(64)}`, 'is too long: it has 3 to 63 '],
  ['s3://My-Site', 'The bucket name "My-Site" is not valid: it has 3 to 63 lower-case letters'],
  ['s3://site-', 'with a letter or digit at both ends.'],
  ['s3://site//a', 'The names of its folders must not be empty'],
])('describeDestination says what is wrong with %s', (text, reason) => {
  expect(describeDestination(text)).toContain(reason);
});
