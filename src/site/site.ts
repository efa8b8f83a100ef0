/** A site is a table of outputs. Each is added once, by the step that knows it, and clashes are found then. */
import path from 'node:path';
import { pathOfOutput } from '../shared/address.ts';
import type { Config, Project } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { MARKER, fileNameKey, parentFolders, toRoute } from '../shared/paths.ts';
import type { Output } from './output.ts';

/** Two outputs that cannot both exist. The second one is not part of the site. */
export interface Clash {
  readonly first: Output;
  readonly second: Output;
  /** They have the same name or the same address, or one needs a folder with the name of the other. */
  readonly shares: 'name' | 'address' | 'folder';
}

export interface Site {
  /**
   * Claims the place of an output that may never exist: a page that may fail, a function that may throw.
   *
   * @returns false if something is in the way. That is reported, unless it takes precedence
   */
  readonly reserve: (output: Output) => boolean;
  /** Adds an output that exists. @returns like `reserve` */
  readonly add: (output: Output) => boolean;
  /** Removes a reserved output: a page that the build leaves out. */
  readonly release: (output: string) => void;
  /** Completes an output once a step knows more about it. */
  readonly update: (output: string, known: Partial<Output>) => void;
  readonly markWritten: (outputs: readonly string[]) => void;
  /** @returns an output, also one that is only reserved */
  readonly find: (output: string) => Output | undefined;
  /** True if nothing is in the way of an output. */
  readonly hasRoomFor: (output: string) => boolean;
  /** Outputs that exist, in the order in which their places were claimed. */
  readonly list: () => Output[];
  /** The same, with those that are only reserved. */
  readonly listClaimed: () => Output[];
  /** Rendered pages, in the order of their page files. */
  readonly pages: () => PageFacts[];
  readonly clashes: () => readonly Clash[];
}

/** Creates the table of a project, in which all outputs are reserved that are known before pages are rendered. */
export function createSite(
  { pages, files, publicFiles }: Pick<Project, 'pages' | 'files' | 'publicFiles'>,
  { root, trailingSlash }: Pick<Config, 'root' | 'trailingSlash'>,
): Site {
  const outputs = new Map<string, Output>();
  const reserved = new Set<string>();
  const index = createIndex(trailingSlash);
  const clashes: Clash[] = [];
  const order = new Map(pages.map(({ source }, number) => [source, number]));

  function claim(output: Output): boolean {
    const found = index.findClashes(output);
    const same = outputs.get(output.output);
    if (found.length > 0) {
      if (same === undefined || !takesPrecedence(same, output)) clashes.push(...found);
      return false;
    }
    outputs.set(output.output, output);
    index.add(output);
    return true;
  }
  function reserve(output: Output): boolean {
    const isClaimed = claim(output);
    if (isClaimed) reserved.add(output.output);
    return isClaimed;
  }
  function add(output: Output): boolean {
    const { output: name, owner } = output;
    if (!reserved.has(name)) return claim(output);
    // Of two page files with one page, only the first has reserved it.
    if (outputs.get(name)?.owner !== owner) return claim(output);
    reserved.delete(name);
    outputs.set(name, output);
    return true;
  }
  function update(name: string, known: Partial<Output>): void {
    const output = outputs.get(name);
    if (output !== undefined) outputs.set(name, { ...output, ...known });
  }

  index.add({ output: MARKER, kind: 'host', owner: 'sitegen itself' });
  for (const page of pages.filter(({ isParametric }) => !isParametric)) {
    const route = toRoute(page, trailingSlash);
    reserve({ output: route.output, kind: 'page', owner: route.source, route });
  }
  for (const { output, source } of files) reserve({ output, kind: 'generated', owner: source });
  for (const file of publicFiles) {
    const contents = { file: path.join(root, 'public', file) };
    add({ output: file, kind: 'public', owner: `public/${file}`, contents });
  }

  return {
    reserve,
    add,
    release: (name) => {
      const output = reserved.delete(name) ? outputs.get(name) : undefined;
      if (output === undefined) return;
      outputs.delete(name);
      index.remove(output);
    },
    update,
    markWritten: (names) => names.forEach((name) => update(name, { isWritten: true })),
    find: (name) => outputs.get(name),
    hasRoomFor: (name) => index.findClashes({ output: name, kind: 'host' }).length === 0,
    list: () => [...outputs.values()].filter(({ output }) => !reserved.has(output)),
    listClaimed: () => [...outputs.values()],
    pages: () => {
      const rendered = [...outputs.values()].flatMap(({ page }) => page ?? []);
      const placeOf = ({ route }: PageFacts) => order.get(route.source) ?? 0;
      return rendered.toSorted((one, other) => placeOf(one) - placeOf(other));
    },
    clashes: () => clashes,
  };
}

/** True if an output is left out without a word: several pages use one asset, and a file of the site replaces a generated one. */
function takesPrecedence(known: Output, other: Output): boolean {
  if (known.kind === 'asset') return other.kind === 'asset';
  return known.owner !== undefined && known.kind !== 'page' && other.owner === undefined;
}

/** Everything that can be in the way of an output. */
function createIndex(trailingSlash: boolean) {
  /** By name, as file systems compare them; without trailing slashes, also by address, which begins with a slash. */
  const owners = new Map<string, Output>();
  /** The first output in each folder, by the name of the folder. */
  const folders = new Map<string, Output>();
  const addressOf = ({ output }: Output) => (trailingSlash ? undefined : fileNameKey(pathOfOutput(output, false)));

  return {
    findClashes: (second: Output): Clash[] => {
      const name = fileNameKey(second.output);
      const same = owners.get(name);
      const address = owners.get(addressOf(second) ?? '');
      const folder = parentFolders(name).find((parent) => owners.has(parent));
      const other = folder === undefined ? folders.get(name) : owners.get(folder);
      return [
        ...(same ? [{ first: same, second, shares: 'name' } as const] : []),
        ...(address && !same ? [{ first: address, second, shares: 'address' } as const] : []),
        ...(other ? [{ first: other, second, shares: 'folder' } as const] : []),
      ];
    },
    add: (output: Output): void => {
      const name = fileNameKey(output.output);
      owners.set(name, output);
      const address = addressOf(output);
      if (address !== undefined) owners.set(address, output);
      for (const folder of parentFolders(name)) if (!folders.has(folder)) folders.set(folder, output);
    },
    remove: (output: Output): void => {
      for (const key of [fileNameKey(output.output), addressOf(output) ?? '']) owners.delete(key);
      for (const folder of parentFolders(fileNameKey(output.output)))
        if (folders.get(folder)?.output === output.output) folders.delete(folder);
    },
  };
}
