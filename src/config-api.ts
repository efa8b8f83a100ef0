/** What `sitegen` is to a config file: no more than it needs, because it is loaded before anything else can start. */
export { defineConfig } from './config.ts';
export { placeholder } from './placeholder.ts';
