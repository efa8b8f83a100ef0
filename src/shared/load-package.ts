import { createRequire } from 'node:module';

/**
 * Loads a package that is CommonJS. Node takes several times as long over `import`, because it first searches the whole
 * package for the names that it might export: 37 ms of a build for esbuild and Tailwind's scanner alone.
 */
export const loadPackage: NodeJS.Require = createRequire(import.meta.url);
