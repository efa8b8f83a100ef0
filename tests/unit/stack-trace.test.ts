import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { frameInStack } from '../../src/shared/stack-trace.ts';

const PLACE = { file: 'templates/pages/a.tsx', line: 5, column: 10 };

test.each([
  ['a function', '    at Page (/project/templates/pages/a.tsx:5:10)', PLACE],
  ['a module', '    at /project/templates/pages/a.tsx:5:10', PLACE],
  ['a file URL', '    at async load (file:///project/templates/pages/a.tsx:5:10)', PLACE],
  [
    'packages before it',
    '    at f (/project/node_modules/x/y.js:1:1)\n    at Page (/project/templates/pages/a.tsx:5:10)',
    PLACE,
  ],
  ['another machine', '    at f (file://server/a.js:1:1)\n    at Page (/project/templates/pages/a.tsx:5:10)', PLACE],
  ['a neighbour of the project', '    at Page (/project-secret/a.tsx:5:10)', undefined],
  ['Node alone', '    at node:internal/main:1:1\n    at new Promise (<anonymous>)', undefined],
])('finds the place in a stack with %s', (_what, stack, place) => {
  expect(frameInStack(`Error: at first (x:1:1)\n${stack}`, '/project')?.place).toEqual(place);
});

test.each([
  ['    at Page (/project/a.tsx:5:10)', 'Page'],
  ['    at async load (/project/a.tsx:5:10)', 'load'],
  ['    at /project/a.tsx:5:10', undefined],
  ['    at _createMdxContent (/project/a.mdx:5:10)', undefined],
])('finds the function in %s', (stack, name) => {
  expect(frameInStack(stack, '/project')?.name).toBe(name);
});

test.each([
  ['Box2', 'Box'],
  ['Heading2', 'Heading2'],
  ['Shelf.row3', 'Shelf.row3'],
  ['Shelf2.row3', 'Shelf2.row3'],
  ['Shelf.box2', 'Shelf.box'],
])('the function %s is %s in a file that has Heading2 and row3', (name, expected) => {
  const root = mkdtempSync(path.join(tmpdir(), 'sitegen-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(
    path.join(root, 'a.tsx'),
    'function Heading2() {} class Shelf { row3() {} box() {} } function Box() {}',
  );
  expect(frameInStack(`Error: x\n    at ${name} (${root}/a.tsx:1:1)`, root)?.name).toBe(expected);
});
