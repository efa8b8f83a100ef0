import os from 'node:os';
import { describe, expect, test } from 'vitest';
import { createHostCheck, readHostName } from '../../src/serve/check-request.ts';

describe('createHostCheck', () => {
  const machine = os.hostname().toLowerCase();
  const check = createHostCheck('studio.lan', ['preview.example.com', '.tunnel.example']);

  test.each([
    'localhost',
    'localhost.',
    'my-site.localhost',
    '127.0.0.1',
    '192.168.1.20:80',
    '[::1]',
    '[2001:DB8::1]:80',
    machine,
    `${machine.split('.')[0]}.local`,
    'studio.lan',
    'preview.example.com',
    'tunnel.example',
    'a.tunnel.example',
  ])('answers to %j', (header) => expect(check(header).isAllowed).toBe(true));

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'eviltunnel.example',
    'a.studio.lan',
    '',
    '.',
    '.localhost',
    'localhost@evil.example',
    '::1',
    '0x7f000001',
    'evil.example#.localhost',
    'x'.repeat(10_000),
    undefined,
  ])('does not answer to %j', (header) => expect(check(header).isAllowed).toBe(false));

  test('names the host it refuses, if that is a valid name', () => {
    expect(check('EVIL.example.:80')).toEqual({ isAllowed: false, name: 'evil.example' });
    expect(check('<script>')).toEqual({ isAllowed: false });
  });
});

test.each([
  ['preview.example.com', 'preview.example.com'],
  ['.example.com', '.example.com'],
  ['my_service', 'my_service'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['192.168.0.1', '192.168.0.1'],
  ['', undefined],
  ['*.example.com', undefined],
  ['preview.example.com:3000', undefined],
  ['-a.example', undefined],
])('readHostName(%j) is %j', (text, name) => expect(readHostName(text)).toBe(name));
