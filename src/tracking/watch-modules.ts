import { syncBuiltinESMExports } from 'node:module';
import type { BuiltinImport } from '../core/model.ts';
import { MODULES_BY_MEMBER, isPureModule } from './pure-names.ts';

/** As it is before it is watched. */
const getBuiltinModule = process.getBuiltinModule.bind(process);

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Watches the modules of Node that this thread has loaded.
 *
 * @returns watches those that have been loaded since, and returns whether there are any: code may have used them before
 */
export function watchModules(watch: (owner: object, prefix: string, pure: ReadonlySet<string>) => void): () => boolean {
  const watched = new Set<string>();
  let length = 0;
  const watchNew = (): boolean => {
    const list = moduleLoadList();
    if (list === undefined) return true; // any module may have been loaded
    if (length === list.length) return false;
    ({ length } = list);
    const found = publicModules(list).filter((name) => !watched.has(name) && !isPureModule(name));
    for (const name of found) {
      watched.add(name);
      const exported = getBuiltinModule(name);
      if (exported !== undefined) watch(exported, `${name}.`, MODULES_BY_MEMBER[name] ?? NOTHING);
    }
    if (found.length > 0) syncBuiltinESMExports();
    return found.length > 0;
  };
  loadModules(Object.keys(MODULES_BY_MEMBER));
  watchNew();
  return watchNew;
}

/** Loads modules of Node, so that they are watched before code of the site uses them. */
export function loadModules(names: readonly string[]): void {
  for (const name of names) getBuiltinModule(name);
}

/**
 * Data that code of the site imports by name is read before the code runs, and cannot be watched.
 *
 * @returns the names of such data that is not pure: `pid` of `node:process`; `*` where everything is imported
 */
export function impureImports({ specifier, names }: BuiltinImport): string[] {
  const module = specifier.replace(/^node:/, '');
  const exported = getBuiltinModule(specifier) as Readonly<Record<string, unknown>> | undefined;
  if (exported === undefined || isPureModule(module)) return [];
  const pure = MODULES_BY_MEMBER[module] ?? NOTHING;
  const isImpure = (name: string) => name !== 'default' && !pure.has(name) && typeof exported[name] !== 'function';
  if (names.includes('*') && Object.keys(exported).some(isImpure)) return ['*'];
  return names.filter(isImpure);
}

/** Node's public modules among those that this thread has loaded. */
function publicModules(list: readonly string[]): string[] {
  return list.flatMap((entry) => /^NativeModule (?!internal\/)(.*)/.exec(entry)?.[1] ?? []);
}

/**
 * Undocumented, and there since Node 0.x: https://github.com/nodejs/node/blob/v20.x/lib/internal/bootstrap/realm.js
 *
 * @returns nothing where it is gone
 */
function moduleLoadList(): readonly string[] | undefined {
  const { moduleLoadList: list } = process as unknown as { readonly moduleLoadList?: readonly string[] };
  return list?.includes('NativeModule fs') === true ? list : undefined;
}
