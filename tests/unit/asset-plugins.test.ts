import { expect, test } from 'vitest';
import { IS_ASSET } from '../../src/shared/asset-files.ts';

test.each(
  'a.JPG a.svg a.glb a.tar.gz a.csv a.txt a.j a.jso a.jsonl a.jsxx a.c a.css2 a.mt a.md ./.hidden b.js/a.wasm LICENSE b.js/a b.js\\a'.split(
    ' ',
  ),
)('IS_ASSET matches %s', (file) => expect(file).toMatch(IS_ASSET));

test.each('a.js a.JS a.mjs a.cts a.d.ts a.TSX a.json a.css a.module.css a.scss a.node'.split(' '))(
  'IS_ASSET does not match %s',
  (file) => expect(file).not.toMatch(IS_ASSET),
);
