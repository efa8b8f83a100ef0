import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer, questionOf, type PathQuestion } from '../cache/answers.ts';
import { hashPath } from '../core/hash.ts';
import { isWithin } from '../core/paths.ts';
import type { Recorder } from './recorder.ts';

/** The functions of `fs` whose first argument names what is read. */
const READERS = [
  'access',
  'createReadStream',
  'exists',
  'lstat',
  'open',
  'openAsBlob',
  'opendir',
  'readFile',
  'readdir',
  'readlink',
  'realpath',
  'stat',
];

/** Those that ask for more than contents. */
const QUESTIONS: Readonly<Record<string, PathQuestion>> = {
  lstat: 'lstat',
  readlink: 'readlink',
  realpath: 'realpath',
  stat: 'stat',
};

/** Sitegen itself, which may be outside of `node_modules` during its own development. */
const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

/**
 * Records files and folders that code of the site reads.
 *
 * @param root the project's folder, absolute
 * @param onUse called when modules are loaded that cannot be recorded
 */
export function trackFiles(root: string, recorder: Recorder, onUse: (what: string) => void): void {
  const record = (name: string, [target, options]: readonly unknown[]) => {
    const file = toPath(target);
    if (file === undefined || isIgnored(root, file)) return;
    recorder.addFile(file, () => hashPath(file));
    const isTree = typeof options === 'object' && options !== null && 'recursive' in options && options.recursive;
    const kind = isTree === true ? 'tree' : QUESTIONS[name];
    if (kind !== undefined) {
      const question = questionOf(kind, file);
      recorder.addAnswer(question, () => answer(question));
    }
  };
  for (const name of READERS) {
    for (const owner of [fs, fs.promises]) wrap(owner, name, (args) => record(name, args));
    wrap(fs, `${name}Sync`, (args) => record(name, args));
  }
  for (const owner of [fs.realpath, fs.realpathSync]) wrap(owner, 'native', (args) => record('realpath', args));
  trackRequire((file) => {
    if (isIgnored(root, file)) return;
    record('readFile', [file]);
    if (path.extname(file) !== '.json') onUse(`require('${path.basename(file)}')`);
  });
}

function wrap(owner: object, name: string, before: (args: readonly unknown[]) => void): void {
  const functions = owner as Record<string, unknown>;
  const original = functions[name];
  if (typeof original !== 'function') return;
  functions[name] = Object.assign(function (this: unknown, ...args: unknown[]): unknown {
    before(args);
    return original.apply(this, args);
  }, original);
}

/** @param onFile called with the absolute path of what is required */
function trackRequire(onFile: (file: string) => void): void {
  const { createRequire } = module;
  module.createRequire = (from) =>
    new Proxy(createRequire(from), {
      apply(require, self, args) {
        const file = require.resolve(String(args[0]));
        if (path.isAbsolute(file)) onFile(file);
        return Reflect.apply(require, self, args) as unknown;
      },
    });
}

/** A relative path asks for the working directory, too: `path.resolve` does. */
function toPath(name: unknown): string | undefined {
  if (typeof name === 'string') return path.resolve(name);
  if (name instanceof URL && name.protocol === 'file:') return fileURLToPath(name);
  return Buffer.isBuffer(name) ? path.resolve(name.toString()) : undefined;
}

/** Packages count by their versions, compiled modules by their sources. */
function isIgnored(root: string, file: string): boolean {
  return (
    /[\\/]node_modules[\\/]/.test(file) || isWithin(path.join(root, '.sitegen'), file) || isWithin(INSTALLED, file)
  );
}
