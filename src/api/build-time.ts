/** What only works while a site is built, for browsers: bundlers find the names, and calling them says what is wrong. */

function buildTimeOnly(name: string): () => never {
  return () => {
    throw new Error(`${name}() from "sitegen" works only while a site is built, not in a browser.`);
  };
}

export const build = buildTimeOnly('build');
export const shared = buildTimeOnly('shared');
export class SitegenError extends Error {}
