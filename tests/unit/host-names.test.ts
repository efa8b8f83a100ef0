import os from 'node:os';
import { describe, expect, test } from 'vitest';
import { createHostCheck, readHostName } from '../../src/serve/host-names.ts';

describe('createHostCheck', () => {
  const machine = os.hostname().toLowerCase();
  const check = createHostCheck('studio.lan', ['preview.example.com', '.tunnel.example']);

  test.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST',
    'localhost.',
    'localhost.:80',
    'localhost:',
    'my-site.localhost',
    '127.0.0.1',
    '127.0.0.1:3000',
    '192.168.1.20:80',
    '0.0.0.0',
    '[::1]',
    '[::1]:3000',
    '[fe80::1]',
    '[2001:DB8::1]:80',
    machine,
    `${machine.toUpperCase()}:80`,
    `${machine.split('.')[0]}.local`,
    'studio.lan',
    'Studio.LAN:3000',
    'preview.example.com',
    'PREVIEW.example.com.:443',
    'tunnel.example',
    'a.tunnel.example',
    'a.b.tunnel.example:8080',
  ])('answers to %j', (header) => expect(check(header).isAllowed).toBe(true));

  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'eviltunnel.example',
    'a.preview.example.com',
    'example.com',
    'a.studio.lan',
    'local',
    'x.local',
    'localhostx',
    'notlocalhost',
    '',
    ' ',
    '.',
    '..',
    '.localhost',
    'localhost@evil.example',
    'evil.example@localhost',
    'localhost/x',
    'localhost:x',
    '[::1',
    '::1',
    '[evil.example]',
    '[127.0.0.1]',
    '0x7f000001',
    '2130706433',
    '127.1',
    'localhost,evil.example',
    'localhost, localhost',
    'evil.example#.localhost',
    'evil.example\\.localhost',
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
  ['web', 'web'],
  ['my_service', 'my_service'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['192.168.0.1', '192.168.0.1'],
  ['', undefined],
  ['.', undefined],
  ['..example.com', undefined],
  ['*.example.com', undefined],
  ['*', undefined],
  ['preview.example.com:3000', undefined],
  ['https://preview.example.com', undefined],
  ['a b', undefined],
  ['a,b', undefined],
  ['-a.example', undefined],
])('readHostName(%j) is %j', (text, name) => expect(readHostName(text)).toBe(name));
