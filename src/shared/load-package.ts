import { createRequire } from 'node:module';

/**
 * Loads a CommonJS package. Node takes several times as long with `import`, because it first searches the whole package for
 * names that it might export: 37 ms of a build for esbuild and Tailwind's scanner alone.
 */
export const loadPackage: NodeJS.Require = createRequire(import.meta.url);
