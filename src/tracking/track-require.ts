import module from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

interface OnRequire {
  /** Called with the absolute path of a JSON file, before it is required. */
  readonly onFile: (file: string) => void;
  /** @param what was used: `require('./data.js')` */
  readonly onUse: (what: string) => void;
  /** Called after a module has been required. */
  readonly onLoaded: () => void;
}

/**
 * Watches `process.getBuiltinModule`, and `require`, which code of the site gets from `createRequire`. JSON files are recorded, modules of Node are watched,
 * packages count by their versions. Everything else is impure: other files run without being recorded, and which file a name
 * without an extension stands for depends on the files beside it.
 */
export function trackRequire({ onFile, onUse, onLoaded }: OnRequire): void {
  const { createRequire } = module;
  const getBuiltinModule = process.getBuiltinModule.bind(process);
  process.getBuiltinModule = (name: string) => {
    const found: unknown = getBuiltinModule(name);
    onLoaded();
    return found as object;
  };
  module.createRequire = (from) => {
    const folder = folderOf(from);
    const check = (name: string) => {
      if (!path.isAbsolute(name) && !name.startsWith('.')) return;
      if (path.extname(name) === '.json') onFile(path.resolve(folder, name));
      else onUse(`require('${path.basename(name)}')`);
    };
    return new Proxy(createRequire(from), {
      apply(require, self, args) {
        check(String(args[0]));
        const result: unknown = Reflect.apply(require, self, args);
        onLoaded();
        return result;
      },
      get(require, name, receiver) {
        if (name === 'resolve') onUse('require.resolve');
        return Reflect.get(require, name, receiver) as unknown;
      },
    });
  };
}

function folderOf(from: string | URL): string {
  const file = from instanceof URL || from.startsWith('file:') ? fileURLToPath(from) : from;
  return /[\\/]$/.test(file) ? file : path.dirname(file);
}
