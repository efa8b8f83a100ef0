import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer, questionOf, type PathQuestion } from '../cache/answers.ts';
import { hashPath } from '../core/hash.ts';
import { isWithin } from '../core/paths.ts';
import { compiledFrames } from '../core/stack-trace.ts';
import { pathOf, wrapReaders } from '../threads/file-readers.ts';
import type { Recorder } from './recorder.ts';

/** Those that ask for more than contents. */
const QUESTIONS: Readonly<Record<string, PathQuestion>> = {
  lstat: 'lstat',
  readlink: 'readlink',
  realpath: 'realpath',
  stat: 'stat',
};

/** Sitegen itself, which may be outside of `node_modules` during its own development. */
const INSTALLED_URL = new URL('.', import.meta.url).href;
const INSTALLED = fileURLToPath(INSTALLED_URL);

/** The last file that every process has open from its start. */
const STDERR = 2;

/**
 * Records files and folders that code of the site reads.
 *
 * @param root the project's folder, absolute
 * @param onUse called when something is read that cannot be recorded
 */
export function trackFiles(
  root: string,
  recorder: Recorder,
  onUse: (what: string) => void,
): { readonly recordFile: (file: string) => void } {
  const record = (name: string, [target, options]: readonly unknown[]) => {
    // What the process was started with. All other open files were recorded when they were opened.
    if (typeof target === 'number' && target <= STDERR) onUse(`fs.${name}(${target})`);
    const file = pathOf(target);
    if (file === undefined || isIgnored(root, file)) return;
    recorder.addFile(file, () => hashPath(file));
    const kind = questionAbout(name, options);
    if (kind !== undefined) {
      const question = questionOf(kind, file);
      recorder.addAnswer(question, () => answer(question));
    }
  };
  wrapReaders(record);
  return { recordFile: (file) => record('readFile', [file]) };
}

function questionAbout(name: string, options: unknown): PathQuestion | undefined {
  // A mode asks for rights: `fs.access(file, fs.constants.W_OK)`.
  if (name === 'access' && typeof options === 'number') return 'stat';
  const isTree = typeof options === 'object' && options !== null && 'recursive' in options && options.recursive;
  return isTree === true ? 'tree' : QUESTIONS[name];
}

/** Compiled modules count by their sources, packages by their versions: what Node reads when it loads them. */
function isIgnored(root: string, file: string): boolean {
  if (isWithin(path.join(root, '.sitegen'), file) || isWithin(INSTALLED, file)) return true;
  return /[\\/]node_modules[\\/]/.test(file) && isNodeLoading();
}

/** Whether Node's loader of modules has called what is wrapped. */
function isNodeLoading(): boolean {
  const caller = compiledFrames().find((frame) => !frame.startsWith(INSTALLED_URL) && !frame.startsWith(INSTALLED));
  return caller?.startsWith('node:internal/modules/') === true;
}
