import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './diagnostics.ts';
import { isWithin, toPosix } from './paths.ts';

/** The folder of sitegen's code, which is never the user's mistake. It may be inside the project. */
const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

/** `    at async Contact (/project/templates/pages/contact.tsx:5:10)`, with or without a name */
const FRAME = /^[ \t]+at (?:async )?(?:(.*?) \()?((?:file:|\/|[a-z]:).*?):(\d+):(\d+)\)?$/gim;

/** The function that the MDX compiler makes of a document. */
const MDX_DOCUMENT = '_createMdxContent';

/** How much of a stack is read, in characters. The message comes first, and may have any length. */
const MAX_STACK = 50_000;

interface Frame {
  readonly name: string | undefined;
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function allFrames(stack: string): Frame[] {
  return [...stack.slice(-MAX_STACK).matchAll(FRAME)].map(([, name, location = '', line, column]) => {
    const file = fileOf(location);
    const written = name === MDX_DOCUMENT ? undefined : withoutNumber(name, file);
    return { name: written, file, line: Number(line), column: Number(column) };
  });
}

/** esbuild numbers a name that several files have: `Box2`, which is not in the text of the second one. */
function withoutNumber(name: string | undefined, file: string): string | undefined {
  const [own] = /[\w$]*\d$/.exec(name ?? '') ?? []; // that of a method, without its class
  if (name === undefined || own === undefined || !existsSync(file)) return name;
  return readFileSync(file, 'utf8').includes(own) ? name : name.replace(/\d+$/, '');
}

/** An error may come from another machine: `file://server/a.js` */
function fileOf(location: string): string {
  try {
    return location.startsWith('file:') ? fileURLToPath(location) : location;
  } catch {
    return location;
  }
}

/** A project function in a stack, and its place. */
export interface OwnFrame {
  readonly place: Place & Required<Pick<Place, 'line' | 'column'>>;
  /** Absent for an anonymous function. */
  readonly name: string | undefined;
}

/**
 * The frames of a stack in the project's own files.
 *
 * @param stack as V8 writes it, with source maps applied
 * @param root the project's folder, absolute
 */
export function framesInStack(stack: string, root: string): OwnFrame[] {
  return allFrames(stack).flatMap(({ name, file, line, column }) => {
    if (!isOfProject(root, file)) return [];
    return [{ place: { file: toPosix(path.relative(root, file)), line, column }, name }];
  });
}

/** `total (lib/sum.ts:3:9)` */
export function formatFrame({ name, place: { file, line, column } }: OwnFrame): string {
  const place = `${file}:${line}:${column}`;
  return name === undefined ? place : `${name} (${place})`;
}

/** The first of these frames. */
export function frameInStack(stack: string, root: string): OwnFrame | undefined {
  return framesInStack(stack, root)[0];
}

function isOfProject(root: string, file: string): boolean {
  const isInstalled = /(^|\/)(node_modules|\.sitegen)\//.test(toPosix(path.relative(root, file)));
  return isWithin(root, file) && !isInstalled && !isWithin(INSTALLED, file);
}

/** A component of a package. */
interface PackageFrame {
  /** `@radix-ui/react-accordion` */
  readonly packageName: string;
  readonly name: string | undefined;
}

/**
 * The frames in packages other than React and sitegen itself, up to the first frame in the project, innermost first. The last one is
 * the component: its hooks may be in other packages.
 */
export function packagesInStack(stack: string, root: string): PackageFrame[] {
  const frames = allFrames(stack);
  const end = frames.findIndex(({ file }) => isOfProject(root, file));
  return frames.slice(0, end === -1 ? undefined : end).flatMap(({ name, file }) => {
    const packageName = isWithin(INSTALLED, file) ? undefined : IN_PACKAGE.exec(toPosix(file))?.[1];
    return packageName === undefined || /^(react|react-dom)$/.test(packageName) ? [] : [{ packageName, name }];
  });
}

const IN_PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** esbuild names an anonymous default export after its file. */
export function isAnonymous(name: string | undefined): boolean {
  return name === undefined || name === '<anonymous>' || name.endsWith('_default');
}
