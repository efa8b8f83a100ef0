import { syncBuiltinESMExports } from 'node:module';
import { MODULES_BY_MEMBER, isPureModule } from './pure-names.ts';

/** As it is before it is watched. */
const getBuiltinModule = process.getBuiltinModule.bind(process);

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Watches the modules of Node that this thread has loaded.
 *
 * @param expected further modules, which code of the site imports: they are watched before it uses them
 * @returns watches those that have been loaded since. Code may have used them before they were watched; whether there is
 *   such a module
 */
export function watchModules(
  watch: (owner: object, prefix: string, pure: ReadonlySet<string>) => void,
  expected: readonly string[],
): () => boolean {
  const watched = new Set<string>();
  let length = 0;
  const watchLoaded = (): boolean => {
    if (length > 0 && length === moduleLoadList().length) return false;
    ({ length } = moduleLoadList());
    const found = loadedBuiltins().filter((name) => !watched.has(name) && !isPureModule(name));
    for (const name of found) {
      watched.add(name);
      const exported = getBuiltinModule(name);
      if (exported !== undefined) watch(exported, `${name}.`, MODULES_BY_MEMBER[name] ?? NOTHING);
    }
    if (found.length > 0) syncBuiltinESMExports();
    return found.length > 0;
  };
  for (const name of Object.keys(MODULES_BY_MEMBER)) getBuiltinModule(name);
  // Without `moduleLoadList`, any module may have been loaded.
  let hasMissedSome = !watchLoaded();
  for (const name of expected) getBuiltinModule(name);
  const watchNew = () => {
    hasMissedSome = watchLoaded() || hasMissedSome;
    return hasMissedSome;
  };
  watchNew(); // imports of a module's data are not watched, so it counts as missed
  return watchNew;
}

/** Node's public modules that this thread has loaded. */
function loadedBuiltins(): string[] {
  return moduleLoadList().flatMap((entry) => /^NativeModule (?!internal\/)(.*)/.exec(entry)?.[1] ?? []);
}

/** Undocumented, and there since Node 0.x: https://github.com/nodejs/node/blob/v20.x/lib/internal/bootstrap/realm.js */
function moduleLoadList(): readonly string[] {
  return (process as unknown as { readonly moduleLoadList?: readonly string[] }).moduleLoadList ?? [];
}
