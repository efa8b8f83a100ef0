/** For `node --require`: writes a line to the file in ESBUILD_RUNS for each run of esbuild. */
const { appendFileSync } = require('node:fs');
const esbuild = require('esbuild');

require.cache[require.resolve('esbuild')].exports = {
  ...esbuild,
  build: (options) => {
    const name = options.stdin?.sourcefile ?? options.entryPoints?.[0]?.out ?? 'other';
    appendFileSync(process.env.ESBUILD_RUNS, `${name}\n`);
    return esbuild.build(options);
  },
};
