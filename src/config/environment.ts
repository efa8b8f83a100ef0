/** Environment variables from `.env` files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { hasCode } from '../shared/errors.ts';
import type { Mode } from '../shared/model.ts';

/** The files that are read, in the project's root. The first one that has a variable takes precedence. */
export function environmentFiles(mode: Mode): readonly string[] {
  return [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env'];
}

/**
 * Sets variables from `.env` files in this process, for the config, Tailwind and the workers. Variables that are already set
 * take precedence.
 *
 * @param root absolute
 * @returns a function that removes them
 */
export function loadEnvironment(root: string, mode: Mode): () => void {
  const added = new Map<string, string>();
  for (const file of environmentFiles(mode)) {
    for (const [name, value] of Object.entries(readVariables(path.join(root, file)) ?? {})) {
      if (value === undefined || process.env[name] !== undefined) continue;
      process.env[name] = value;
      added.set(name, value);
    }
  }
  return () => {
    for (const [name, value] of added) if (process.env[name] === value) Reflect.deleteProperty(process.env, name);
  };
}

/** @returns `undefined` if there is no such file */
function readVariables(file: string): NodeJS.Dict<string> | undefined {
  try {
    return parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EISDIR')) return undefined; // a folder with this name is a Python environment
    throw error;
  }
}
