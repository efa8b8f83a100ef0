import os from 'node:os';
import { describe, expect, test } from 'vitest';
import { createHostCheck, readHostName } from '../../src/serve/host-names.ts';

describe('createHostCheck', () => {
  const machine = os.hostname().toLowerCase();
  const check = createHostCheck('studio.lan', ['preview.example.com', '.tunnel.example']);

  test.each([
    'localhost',
    'LOCALHOST',
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
    'a.b.tunnel.example:8080',
  ])('answers to %j', (header) => expect(check(header).isAllowed).toBe(true));

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'eviltunnel.example',
    'a.preview.example.com',
    'a.studio.lan',
    'notlocalhost',
    '',
    '.',
    '.localhost',
    'localhost@evil.example',
    'localhost:x',
    '::1',
    '[evil.example]',
    '0x7f000001',
    'localhost, localhost',
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
  ['Preview.Example.COM.', 'preview.example.com'],
  ['.example.com', '.example.com'],
  ['my_service', 'my_service'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['192.168.0.1', '192.168.0.1'],
  ['', undefined],
  ['*.example.com', undefined],
  ['preview.example.com:3000', undefined],
  ['a b', undefined],
  ['-a.example', undefined],
])('readHostName(%j) is %j', (text, name) => expect(readHostName(text)).toBe(name));
