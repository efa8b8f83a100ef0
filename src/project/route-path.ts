import type { PageFile, Route } from '../shared/model.ts';
import { illegalInName, isTooLong, routePathToOutput, withSlash } from '../shared/paths.ts';
import { type Segment, readPattern } from '../shared/route-pattern.ts';

/** Files with a special meaning. */
const SPECIAL = /(^|\/)(index|404|500)\.html$/;

type RouteOrProblem =
  { readonly route: Route; readonly params: Readonly<Record<string, string>> } | { readonly problem: string };

/**
 * Maps the params of a parametric page file to routes: `{ slug: 'first' }` -> `/insights/first/`. Computes once what all its
 * pages share.
 *
 * @param page a file with brackets in its name
 * @returns a function from the `params` of an item of `paths`, unchecked, to its route and a copy of them, or to a problem
 *   without a full stop: `params` lacks "slug", …
 */
export function routeBuilder({ source, pattern }: PageFile, trailingSlash = true): (params: unknown) => RouteOrProblem {
  const segments = readPattern(pattern);
  const names = new Set(segments.flatMap(({ name }) => name ?? []));
  return (params) => {
    if (typeof params !== 'object' || params === null) {
      return { problem: `\`params\` must be an object with ${quoteAll(names)}, but is ${show(params)}` };
    }
    const values = params as Readonly<Record<string, unknown>>;
    const problem = findWrongName(values, names) ?? findWrongValue(values, segments);
    if (problem !== undefined) return { problem };
    const folder = segments.reduce((parent, { text, name }) => {
      const value = name === undefined ? text : (values[name] as string);
      return value === '' ? parent : `${parent}${value}/`;
    }, '/');
    const path = withSlash(folder, trailingSlash);
    const output = routePathToOutput(path);
    if (path !== '/' && !trailingSlash && SPECIAL.test(output))
      return { problem: `the page would be written to "${output}", which hosts use for another address` };
    if (isTooLong(output)) return { problem: 'the path of the page would exceed 1024 bytes, the limit of hosts' };
    // A copy: `paths` may yield the same object repeatedly. In the order of the file's name, so that equal pages are the same.
    const own = [...names].map((name) => [name, values[name] as string] as const);
    return { route: { path, source, output }, params: Object.fromEntries(own) };
  };
}

function findWrongName(values: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): string | undefined {
  for (const name of names) {
    if (!Object.hasOwn(values, name)) return `\`params\` lacks "${name}", which is in the name of the file`;
  }
  const extra = Object.keys(values).find((name) => !names.has(name));
  return extra === undefined
    ? undefined
    : `\`params\` has ${show(extra)}, but the name of the file has only ${quoteAll(names)}`;
}

function findWrongValue(values: Readonly<Record<string, unknown>>, segments: readonly Segment[]): string | undefined {
  for (const { name, isRest } of segments) {
    if (name === undefined) continue;
    const value = values[name];
    if (typeof value !== 'string') {
      const remedy = typeof value === 'number' ? `: write String(${value})` : '';
      return `the param "${name}" must be a string, but is ${show(value)}${remedy}`;
    }
    const problem = isRest ? findWrongRest(value) : findWrongSegment(value);
    if (problem !== undefined) return `the param "${name}" is ${show(value)}, which ${problem}`;
  }
  return undefined;
}

function findWrongRest(value: string): string | undefined {
  if (value === '') return undefined;
  for (const segment of value.split('/')) {
    if (segment === '') return 'starts or ends with a slash, or has two in a row';
    const problem = findWrongSegment(segment);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findWrongSegment(segment: string): string | undefined {
  if (segment === '') return 'is empty';
  if (segment.includes('/')) return 'contains a slash; only "[...name]" matches more than one name';
  const problem = illegalInName(segment);
  return problem === undefined ? undefined : `has ${problem}`;
}

function quoteAll(names: ReadonlySet<string>): string {
  return [...names].map((name) => `"${name}"`).join(' and ');
}

/** Shortened, so that the message stays readable. */
function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number') return `the number ${value}`;
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
