/** The package `sitegen` for config files. Small, because it is loaded before anything else can start. */
export { defineConfig } from './api/user-config.ts';
export { placeholder } from './api/placeholder.ts';
