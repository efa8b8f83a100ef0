import * as React from 'react';
import { expect, test } from 'vitest';
import * as pageReact from '../../src/react/react.ts';

test('pages can import everything that React exports', () => {
  expect(Object.keys(pageReact)).toEqual(expect.arrayContaining(Object.keys(React)));
});
