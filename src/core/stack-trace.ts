import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './diagnostics.ts';
import { isWithin, toPosix } from './paths.ts';

/** Sitegen's own code, which is not where the user's mistake is. It may be inside the project. */
const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

/** `    at async Contact (/project/templates/pages/contact.tsx:5:10)`, with or without a name */
const FRAME = /^[ \t]+at (?:async )?(?:(.*?) \()?((?:file:|\/|[a-z]:).*?):(\d+):(\d+)\)?$/gim;

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
    return { name, file: fileOf(location), line: Number(line), column: Number(column) };
  });
}

/** An error may come from another machine: `file://server/a.js` */
function fileOf(location: string): string {
  try {
    return location.startsWith('file:') ? fileURLToPath(location) : location;
  } catch {
    return location;
  }
}

/** A function of the project, and where it is in a stack. */
interface OwnFrame {
  readonly place: Place & Required<Pick<Place, 'line' | 'column'>>;
  /** If it has one. */
  readonly name: string | undefined;
}

/**
 * The frames of a stack in the project's own files.
 *
 * @param stack as V8 writes it, with source maps applied
 * @param root the project's folder, absolute
 */
export function framesInStack(stack: string, root: string): OwnFrame[] {
  return framesOf(stack, root, (file) => isOfProject(root, file));
}

function framesOf(stack: string, root: string, isOwn: (file: string) => boolean): OwnFrame[] {
  return allFrames(stack).flatMap(({ name, file, line, column }) => {
    return isOwn(file) ? [{ place: { file: toPosix(path.relative(root, file)), line, column }, name }] : [];
  });
}

/** The first of them. */
export function frameInStack(stack: string, root: string): OwnFrame | undefined {
  return framesInStack(stack, root)[0];
}

/** The first frame in the project, or beside it, as in a package of its workspace. */
export function sourceInStack(stack: string, root: string): OwnFrame | undefined {
  return framesOf(stack, root, (file) => isSource(root, file))[0];
}

function isOfProject(root: string, file: string): boolean {
  return isWithin(root, file) && isSource(root, file);
}

function isSource(root: string, file: string): boolean {
  return !/(^|\/)(node_modules|\.sitegen)\//.test(toPosix(path.relative(root, file))) && !isWithin(INSTALLED, file);
}

/** A component of a package. */
interface PackageFrame {
  /** `@radix-ui/react-accordion` */
  readonly packageName: string;
  readonly name: string | undefined;
}

/** The innermost frame of a stack, if it is in a package: other than React, and than sitegen itself. */
export function packageInStack(stack: string, root: string): PackageFrame | undefined {
  return packagesInStack(stack, root)[0];
}

/** The frames of such packages, up to the first one in the project. The last is in the package that the project uses. */
export function packagesInStack(stack: string, root: string): PackageFrame[] {
  const found: PackageFrame[] = [];
  for (const { name, file } of allFrames(stack)) {
    if (isOfProject(root, file)) break;
    const packageName = isWithin(INSTALLED, file) ? undefined : IN_PACKAGE.exec(toPosix(file))?.[1];
    if (packageName !== undefined && !/^(react|react-dom)$/.test(packageName)) found.push({ packageName, name });
  }
  return found;
}

const IN_PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/;

/**
 * Whether the innermost code is a package that is being loaded. Esbuild names the function around a CommonJS module after its
 * file.
 */
export function isLoadingPackage(stack: string, root: string): boolean {
  for (const { name = '', file } of allFrames(stack)) {
    if (/(^|\/)node_modules\/[^ ]*\.[cm]?js$/.test(name)) return true;
    if (isSource(root, file)) return false;
  }
  return false;
}

/** Whether code of a package runs later than it is loaded: in a timer, for example. */
export function isRunningPackage(stack: string): boolean {
  return /\/node_modules\//.test(stack) && !/\(node:internal\/modules\//.test(stack);
}

/** esbuild names an anonymous default export after its file. */
export function isAnonymous(name: string | undefined): boolean {
  return name === undefined || name === '<anonymous>' || name.endsWith('_default');
}

/** Frames that are looked at. V8 keeps ten, and code of a package may be deeper. */
const MAX_FRAMES = 200;

/** Runs code that captures a stack. */
function withDeepStack<Result>(run: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = MAX_FRAMES;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The stack of the running code, with source maps applied. */
export function currentStack(): string {
  return withDeepStack(() => String(new Error().stack));
}

/** Where the running code is in compiled files: `/project/.sitegen/entry-1.mjs:5:10`. Cheap, compared with its place in the sources. */
export function compiledFrames(): readonly string[] {
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (_error, frames) =>
    frames.map((frame) => `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`);
  try {
    return withDeepStack(() => new Error().stack as unknown as readonly string[]);
  } finally {
    if (before === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Object.defineProperty(Error, 'prepareStackTrace', before);
  }
}
