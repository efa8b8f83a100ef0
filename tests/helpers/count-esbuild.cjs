/** For `node --require`: writes a line to the file in ESBUILD_RUNS for each run of esbuild. */
const { appendFileSync } = require('node:fs');
const Module = require('node:module');

const load = Module._load;
Module._load = (name, ...rest) => {
  const loaded = load(name, ...rest);
  if (name !== 'esbuild') return loaded;
  const build = (options) => {
    appendFileSync(
      process.env.ESBUILD_RUNS,
      `${options.stdin?.sourcefile ?? options.entryPoints?.[0]?.out ?? 'other'}\n`,
    );
    return loaded.build(options);
  };
  return { ...loaded, build };
};
