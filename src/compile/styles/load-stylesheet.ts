/** Loads the stylesheets that `@import` names. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../../shared/errors.ts';
import { loadPackage } from '../../shared/load-package.ts';
import { findPackage } from '../find-package.ts';
import { packageName } from '../module-graph.ts';
import { rebaseUrls } from './rebase-urls.ts';
import { readStylesheet } from './tailwind-3.ts';

/** @param target the folder of the stylesheet that all imports become part of, absolute */
export async function loadStylesheet(
  id: string,
  base: string,
  target: string,
): Promise<{ path: string; base: string; content: string }> {
  try {
    const file = resolveStylesheet(id, base);
    const folder = path.dirname(file);
    return { path: file, base: folder, content: rebaseUrls(await readStylesheet(file), folder, target) };
  } catch (cause) {
    throw isMissing(cause) ? new Error(`@import "${id}" was not found.`, { cause }) : cause;
  }
}

/** `style` in a package.json names a package's stylesheet. Node's own resolution does not support it. */
function resolveStylesheet(id: string, base: string): string {
  if (/^\.{0,2}\//.test(id)) return path.resolve(base, id);
  const name = packageName(id);
  const folder = findPackage(base, name) ?? (name === 'tailwindcss' ? ownTailwind() : undefined);
  const subpath = `.${id.slice(name.length)}`;
  if (folder !== undefined) {
    const { style, exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Description;
    const target = exports?.[subpath]?.style ?? (subpath === '.' ? style : undefined);
    if (target !== undefined) return path.join(folder, target);
  }
  const found = loadPackage.resolve(id, { paths: [base, import.meta.dirname] });
  return found.endsWith('.css') || subpath !== '.' ? found : path.join(folder ?? base, 'index.css');
}

/** For projects that do not install it: pnpm hides the packages that sitegen depends on. */
const ownTailwind = (): string => path.dirname(loadPackage.resolve('tailwindcss/package.json'));

interface Description {
  readonly style?: string;
  readonly exports?: Readonly<Record<string, { readonly style?: string } | undefined>>;
}

function isMissing(failure: unknown): boolean {
  return hasCode(failure, 'ENOENT', 'ENOTDIR', 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED');
}
