import type { PageFile, Route } from '../core/model.ts';
import { illegalInName, isTooLong, routePathToOutput } from '../core/paths.ts';
import { type Segment, readPattern } from '../api/route-pattern.ts';

type RouteOrProblem = { readonly route: Route } | { readonly problem: string };

/**
 * Where the pages of a parametric page file lie: `{ slug: 'first' }` -> `/insights/first/`. What a page does not need to
 * be asked for is done once for all of them.
 *
 * @param page a file with brackets in its name
 * @returns from the `params` of an item of `paths`, whatever they are, to its route, or to what is wrong, without a full
 *   stop: `params` lacks "slug", …
 */
export function pathMaker({ source, pattern }: PageFile): (params: unknown) => RouteOrProblem {
  const segments = readPattern(pattern);
  const names = new Set(segments.flatMap(({ name }) => name ?? []));
  return (params) => {
    if (typeof params !== 'object' || params === null) {
      return { problem: `\`params\` has to be an object with ${quoteAll(names)}, and is ${show(params)}` };
    }
    const values = params as Readonly<Record<string, unknown>>;
    const problem = findWrongName(values, names) ?? findWrongValue(values, segments);
    if (problem !== undefined) return { problem };
    const path = segments.reduce((folder, { text, name }) => {
      const value = name === undefined ? text : (values[name] as string);
      return value === '' ? folder : `${folder}${value}/`;
    }, '/');
    const output = routePathToOutput(path);
    if (isTooLong(output))
      return { problem: 'the path of the page would be longer than the 1024 bytes that hosts keep' };
    return { route: { path, source, output } };
  };
}

function findWrongName(values: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): string | undefined {
  for (const name of names) {
    if (!Object.hasOwn(values, name)) return `\`params\` lacks "${name}", which the file's name has in brackets`;
  }
  const extra = Object.keys(values).find((name) => !names.has(name));
  return extra === undefined
    ? undefined
    : `\`params\` has ${show(extra)}, and the file's name has only ${quoteAll(names)} in brackets`;
}

function findWrongValue(values: Readonly<Record<string, unknown>>, segments: readonly Segment[]): string | undefined {
  for (const { name, isRest } of segments) {
    if (name === undefined) continue;
    const value = values[name];
    if (typeof value !== 'string') {
      const remedy = typeof value === 'number' ? `: write String(${value})` : '';
      return `the param "${name}" has to be a text, and is ${show(value)}${remedy}`;
    }
    const problem = isRest ? findWrongRest(value) : findWrongSegment(value);
    if (problem !== undefined) return `the param "${name}" is ${show(value)}, which ${problem}`;
  }
  return undefined;
}

function findWrongRest(value: string): string | undefined {
  if (value === '') return undefined;
  for (const segment of value.split('/')) {
    if (segment === '') return 'has a slash at an end, or two in a row';
    const problem = findWrongSegment(segment);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findWrongSegment(segment: string): string | undefined {
  if (segment === '') return 'is empty';
  if (segment.includes('/')) return 'has a slash; only "[...name]" stands for more than one name';
  const problem = illegalInName(segment);
  return problem === undefined ? undefined : `has ${problem}`;
}

function quoteAll(names: ReadonlySet<string>): string {
  return [...names].map((name) => `"${name}"`).join(' and ');
}

/** Long texts would hide what is said of them. */
function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number') return `the number ${value}`;
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
