/** Hooks work only if all components use the React that renders them, and a package may bring its own. */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { warning, type Diagnostic } from '../shared/diagnostics.ts';
import { findPackage, readPackage } from '../shared/find-package.ts';

/**
 * Finds packages for which Node would load a different React from the one that renders pages.
 *
 * @param packages that pages import, by name
 */
export function findSecondReact(root: string, packages: Iterable<string>): Diagnostic[] {
  const own = realpathSync.native(path.dirname(createRequire(import.meta.url).resolve('react/package.json')));
  const visited = new Set<string>();
  const visit = (name: string, from: string): Diagnostic[] => {
    const folder = findPackage(from, name);
    if (folder === undefined || visited.has(folder) || folder === own) return [];
    visited.add(folder);
    const { dependencies, peerDependencies, devDependencies } = readPackage(folder) ?? {};
    const needed = Object.keys({ ...Object(dependencies), ...Object(peerDependencies) });
    // In a package under development, React is often installed for its tests.
    if (!needed.includes('react') && !Object.hasOwn(Object(devDependencies), 'react')) return [];
    const found = findPackage(folder, 'react');
    const others = needed.filter((other) => !isReact(other));
    const deeper = others.flatMap((other) => visit(other, folder));
    return found === undefined || found === own ? deeper : [describeCopy(name, found, own), ...deeper];
  };
  return [...packages].filter((name) => !isReact(name)).flatMap((name) => visit(name, root));
}

/** Finds more than one React in a bundle. @param inputs files of the bundle, from the root */
export function findReacts(root: string, inputs: readonly string[]): Diagnostic[] {
  const files = inputs.map((file) => path.resolve(root, file));
  const found = files.flatMap((file) => /^.*[\\/]node_modules[\\/]react(?=[\\/])/.exec(file)?.[0] ?? []);
  const folders = [...new Set(found)].toSorted();
  const own = findPackage(root, 'react') ?? folders[0] ?? '';
  return folders.length < 2
    ? []
    : folders.flatMap((other) => (other === own ? [] : describeCopy('an island', other, own)));
}

const isReact = (name: string): boolean => name === 'react' || name === 'react-dom' || name === 'sitegen';

function describeCopy(who: string, found: string, own: string): Diagnostic {
  const user = who === 'an island' ? 'An island imports' : `The package "${who}" uses`;
  const message = `${user} a second copy of React, in ${found}. The site uses the one in ${own}. Hooks fail with two copies.`;
  const hint = 'list react in the peerDependencies of the package, and remove its own copy; `npm ls react` shows both';
  return warning('react-duplicate', message, { place: { file: 'package.json' }, hint });
}
