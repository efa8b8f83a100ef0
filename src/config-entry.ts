/** What `sitegen` is to a config file: no more than it needs, because it is loaded before anything else can start. */
export { defineConfig } from './api/user-config.ts';
export { placeholder } from './api/placeholder.ts';
