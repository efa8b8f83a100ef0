/** The fields of a page's `meta`, and their valid values: the same in TSX, Markdown, MDX and collections. */
import { inspect } from 'node:util';
import { isPromise } from 'node:util/types';
import type { Meta } from '../api/contract.ts';
import type { Code } from './diagnostics.ts';
import { toIsoDate } from './iso-date.ts';
import { findAlternateMistakes } from './read-alternates.ts';

/** A mistake in `meta`, before its place is known. */
export interface MetaMistake {
  /** The field, and where in it: `['alternates', 'de']`. Empty for `meta` itself. */
  readonly path: readonly string[];
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
}

type FieldName = keyof Meta;

/** @returns the mistakes in a value that is not `undefined` */
type Check = (name: FieldName, value: unknown) => readonly MetaMistake[];

function check(
  expected: string,
  hint: string,
  isValid: (value: unknown) => boolean,
  code: Code = 'meta-invalid',
): Check {
  return (name, value) => {
    if (isValid(value)) return [];
    const message = `\`${name}\` is not ${expected}. It is ${inspect(value, { depth: 0 })}.`;
    return [{ path: [name], code, message, hint }];
  };
}

const TEXT = check('a text', 'put it in quotes', (value) => typeof value === 'string');
// In YAML 1.2, `no` and `off` are strings, and JavaScript treats non-empty strings as true.
const FLAG = check(
  '`true` or `false`',
  'write `true` or `false`, without quotes',
  (value) => typeof value === 'boolean',
);
const date = (code: Code) => {
  const hint = 'write an ISO date: "2026-12-01" or "2026-12-01T09:30Z"';
  return check('a date', hint, (value) => toIsoDate(value) !== undefined, code);
};

const FIELDS: Readonly<Record<FieldName, Check>> = {
  title: TEXT,
  description: TEXT,
  noindex: FLAG,
  updated: date('meta-invalid'),
  alternates: (_, value) =>
    findAlternateMistakes(value).map(({ lang, ...mistake }) => {
      return {
        path: lang === undefined ? ['alternates'] : ['alternates', lang],
        code: 'meta-invalid',
        ...mistake,
      };
    }),
  draft: FLAG,
  publishAt: date('meta-invalid'),
};

const NAMES = Object.keys(FIELDS) as readonly FieldName[];
const BY_LOWER_CASE = new Map(NAMES.map((name) => [name.toLowerCase(), name]));

/** The fields that decide whether, and when, a page is seen. Files of collections have them as well. */
export const VISIBILITY: readonly FieldName[] = ['draft', 'noindex', 'publishAt'];

/** @returns every mistake in the fields that are present. The site's own fields may have any value */
export function findFieldMistakes(data: object, names: readonly FieldName[] = NAMES): MetaMistake[] {
  const values = new Map(Object.entries(data));
  const wrong = names.flatMap((name) => (values.get(name) === undefined ? [] : FIELDS[name](name, values.get(name))));
  const misspelt = [...values.keys()].flatMap((key) => {
    const name = BY_LOWER_CASE.get(key.toLowerCase());
    const isMisspelt = name !== undefined && name !== key && names.includes(name);
    return isMisspelt ? [unknown(key, `write \`${name}\``)] : [];
  });
  // A field of other generators: the page would be published anyway.
  const isHidden = values.get('published') === false && names.includes('draft');
  return [...wrong, ...misspelt, ...(isHidden ? [unknown('published', 'write `draft: true`')] : [])];
}

function unknown(key: string, hint: string): MetaMistake {
  return { path: [key], code: 'meta-invalid', message: `\`${key}\` is not a field that sitegen knows.`, hint };
}

/** @param meta as a page exports or returns it */
export function findMetaMistakes(meta: unknown, where: 'meta' | 'front matter'): MetaMistake[] {
  const report = (message: string, hint: string, ...path: string[]): MetaMistake[] => {
    return [{ path, code: 'meta-invalid', message, hint }];
  };
  if (isPromise(meta)) {
    const hint = 'load the data in `load`, and read them from `data`: meta = ({ data }) => ({ … })';
    return report('The `meta` of the page is asynchronous. It must be known at once.', hint);
  }
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) {
    const hint = 'write export const meta: Meta = { title: "…" }';
    return report(`The \`meta\` of the page is not an object. It is ${inspect(meta, { depth: 0 })}.`, hint);
  }
  const found = findFieldMistakes(meta);
  const isTitled = (meta as Partial<Meta>).title !== undefined || found.some(({ path: [key] }) => key === 'Title');
  const hint = where === 'meta' ? 'add `title`' : 'start the file with "---", `title: …`, "---"';
  return [
    ...(isTitled ? [] : report(`The ${where === 'meta' ? '`meta`' : where} has no \`title\`.`, hint, 'title')),
    ...found,
  ];
}
