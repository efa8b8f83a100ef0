/** A site is a table of outputs. Each is added once, by the step that knows it, and clashes are found then. */
import path from 'node:path';
import { pathOfOutput } from '../shared/address.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { Config, Project } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { MARKER, fileNameKey, parentFolders, toRoute } from '../shared/paths.ts';
import type { FileNames, Output } from './output.ts';

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
  /** @returns an output, even one that is only reserved */
  readonly find: (output: string) => Output | undefined;
  /** True if nothing is in the way of an output. */
  readonly hasRoomFor: (output: string) => boolean;
  /** Outputs that exist, in the order in which their places were claimed. */
  readonly list: () => readonly Output[];
  /** The names of some outputs, including those that are only reserved. */
  readonly claimed: (isWanted: (output: Output) => boolean) => FileNames;
  /** Rendered pages, in the order of their page files. */
  readonly pages: () => readonly PageFacts[];
  readonly clashes: () => readonly Clash[];
}

/** The list of published files. No other output may have its name. */
const OWN: Output = { output: MARKER, kind: 'host', owner: 'sitegen itself' };

/** Creates the table of a project, and reserves all outputs that are known before pages are rendered. */
export function createSite(
  { pages, files, publicFiles }: Pick<Project, 'pages' | 'files' | 'publicFiles'>,
  { root, trailingSlash }: Pick<Config, 'root' | 'trailingSlash'>,
): Site {
  const outputs = new Map<string, Output>();
  const reserved = new Set<string>();
  const find = (name: string) => (name === MARKER ? OWN : outputs.get(name));
  const index = createIndex(trailingSlash, find, () => outputs.keys());
  const clashes: Clash[] = [];
  const byPageFile = compareByPageFile(pages);
  /** Until an output is added. */
  let listed: readonly Output[] | undefined;
  let sorted: readonly PageFacts[] | undefined;

  function set(output: Output): void {
    outputs.set(output.output, output);
    listed = undefined;
    sorted = undefined;
  }
  function claim(output: Output): boolean {
    const found = index.findClashes(output);
    const same = outputs.get(output.output);
    if (found.length > 0) {
      if (same === undefined || !takesPrecedence(same, output)) clashes.push(...found);
      return false;
    }
    set(output);
    index.add(output.output);
    return true;
  }
  function reserve(output: Output): boolean {
    const isClaimed = claim(output);
    if (isClaimed) reserved.add(output.output);
    return isClaimed;
  }
  function add(output: Output): boolean {
    const { output: name, owner } = output;
    // If two page files have the same page, only the first has reserved it.
    if (!reserved.has(name) || outputs.get(name)?.owner !== owner) return claim(output);
    reserved.delete(name);
    set(output);
    return true;
  }
  function update(name: string, known: Partial<Output>): void {
    const output = outputs.get(name);
    if (output !== undefined) set({ ...output, ...known });
  }

  index.add(MARKER);
  for (const output of listReserved(pages, files, trailingSlash)) reserve(output);
  for (const output of listPublic(root, publicFiles)) add(output);

  return {
    reserve,
    add,
    release: (name) => {
      if (!reserved.delete(name)) return;
      outputs.delete(name);
      index.remove(name);
    },
    update,
    find: (name) => outputs.get(name),
    hasRoomFor: (name) => index.findClashes({ output: name, kind: 'host' }).length === 0,
    list: () => (listed ??= [...outputs.values()].filter(({ output }) => !reserved.has(output))),
    claimed: (isWanted) => ({
      has: (name) => {
        const output = outputs.get(name);
        return output !== undefined && isWanted(output);
      },
      *[Symbol.iterator]() {
        for (const output of outputs.values()) if (isWanted(output)) yield output.output;
      },
    }),
    pages: () => (sorted ??= [...outputs.values()].flatMap(({ page }) => page ?? []).toSorted(byPageFile)),
    clashes: () => clashes,
  };
}

function compareByPageFile(pages: Project['pages']) {
  const order = new Map(pages.map(({ source }, number) => [source, number]));
  const placeOf = ({ route }: PageFacts) => order.get(route.source) ?? 0;
  return (one: PageFacts, other: PageFacts): number => placeOf(one) - placeOf(other);
}

/** Pages without parameters, and the outputs of functions. */
function listReserved(pages: Project['pages'], files: Project['files'], trailingSlash: boolean): Output[] {
  const routes = pages.flatMap((page) => (page.isParametric ? [] : toRoute(page, trailingSlash)));
  return [
    ...routes.map((route): Output => ({ output: route.output, kind: 'page', owner: route.source, route })),
    ...files.map(({ output, source }): Output => ({ output, kind: 'generated', owner: source })),
  ];
}

function listPublic(root: string, publicFiles: Project['publicFiles']): Output[] {
  return publicFiles.map((file) => {
    const contents = { file: path.join(root, 'public', file) };
    return { output: file, kind: 'public', owner: `public/${file}`, contents };
  });
}

/** True if an output is left out silently: several pages use one asset, and a site file replaces a generated one. */
function takesPrecedence(known: Output, other: Output): boolean {
  if (known.kind === 'asset') return other.kind === 'asset';
  return known.owner !== undefined && known.kind !== 'page' && other.owner === undefined;
}

/**
 * Everything that can be in the way of an output. Names only, and only what the table does not say, because a site may have a
 * million outputs.
 *
 * @param find an output in the table, by its name
 * @param names of all outputs in it
 */
function createIndex(
  trailingSlash: boolean,
  find: (output: string) => Output | undefined,
  names: () => Iterable<string>,
) {
  /** By name, as file systems compare them, if that differs; without trailing slashes, also by address, which begins with a slash. */
  const others = new Map<string, string>();
  /** Those with an `index.html` are known by it. */
  const folders = new Set<string>();
  const nameAt = (key: string) => (find(key) === undefined ? others.get(key) : key);
  const isFolder = (key: string) => folders.has(key) || nameAt(`${key}${INDEX}`) !== undefined;
  const addressOf = (output: string) => (trailingSlash ? undefined : fileNameKey(pathOfOutput(output, false)));
  const findIn = (folder: string): string | undefined => {
    for (const name of names()) if (fileNameKey(name).startsWith(`${folder}/`)) return name;
    return undefined;
  };

  return {
    findClashes: (second: Output): Clash[] => {
      const name = fileNameKey(second.output);
      const same = nameAt(name);
      const address = same === undefined ? others.get(addressOf(second.output) ?? '') : undefined;
      const file = parentFolders(name).find((parent) => nameAt(parent) !== undefined);
      const inFolder = file === undefined ? isFolder(name) && findIn(name) : nameAt(file);
      const toClashes = (output: string | false | undefined, shares: Clash['shares']): Clash[] => {
        const first = typeof output === 'string' ? find(output) : undefined;
        return first === undefined ? [] : [{ first, second, shares }];
      };
      return [...toClashes(same, 'name'), ...toClashes(address, 'address'), ...toClashes(inFolder, 'folder')];
    },
    add: (output: string): void => {
      const name = fileNameKey(output);
      if (name !== output) others.set(name, output);
      const address = addressOf(output);
      if (address !== undefined) others.set(address, output);
      const named = name.endsWith(INDEX) ? name.slice(0, -INDEX.length) : name;
      for (const folder of parentFolders(named)) folders.add(folder);
    },
    /** Its folders stay: they may have other files. */
    remove: (output: string): void => {
      for (const key of [fileNameKey(output), addressOf(output) ?? '']) others.delete(key);
    },
  };
}

const INDEX = '/index.html';

/** The kinds of the outputs decide which one must change, not the order in which they were found. */
export function describeClash({ first, second, shares }: Clash): Diagnostic {
  const [text, other] = isText(second) ? [second, first] : [first, second];
  if (isText(text) && other.kind !== 'page') {
    const message = `${ownerName(other)} would be overwritten by the Markdown version of ${text.route?.path} (\`text: true\`).`;
    return clash(message, other);
  }
  if (shares === 'folder') return describeFolder(first, second);
  if (first.route !== undefined && second.route !== undefined) {
    const { path: address, source } = second.route;
    return first.route.source === source
      ? clash(`\`paths\` lists "${address}" twice, or two paths that differ only in case or accents.`, second)
      : clash(`Both ${first.route.source} and ${source} have a page for "${address}".`, second);
  }
  const verb =
    shares === 'name' ? `be written to "${second.output}"` : `have the address "${pathOfOutput(second.output, false)}"`;
  return clash(`${ownerName(first)} and ${ownerName(second)} would both ${verb}.`, second.owner ? second : first);
}

function describeFolder(first: Output, second: Output): Diagnostic {
  const [file, inside] = second.output.length > first.output.length ? [first, second] : [second, first];
  const folder = inside.output.slice(0, file.output.length);
  if (file.owner === undefined && inside.route !== undefined) {
    return clash(
      `The page ${inside.route.path} needs the folder "${folder}", but sitegen writes a file of that name.`,
      inside,
    );
  }
  const message = `${ownerName(inside)} needs the folder "${folder}", but ${ownerName(file)} would be written to a file of that name.`;
  return clash(message, inside);
}

/** True for the text of a page. */
function isText({ route, kind }: Output): boolean {
  return route !== undefined && kind !== 'page';
}

function ownerName({ owner }: Output): string {
  return owner ?? 'sitegen';
}

function clash(message: string, { owner }: Output): Diagnostic {
  const place = owner === undefined ? undefined : { file: owner };
  return error('output-clash', message, { place, hint: 'rename one of them' });
}
