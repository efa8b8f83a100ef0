/** Browser stubs of functions that only work during a build: bundlers find the names, and calling one explains the mistake. */

function buildTimeOnly(name: string): () => never {
  return () => {
    throw new Error(`${name}() from "sitegen" works only while a site is built, not in a browser.`);
  };
}

// Pure, so that they do not add to scripts that do not use them.
export const build = /* @__PURE__ */ buildTimeOnly('build');
export const feed = /* @__PURE__ */ buildTimeOnly('feed');
export const isPublished = /* @__PURE__ */ buildTimeOnly('isPublished');
export const memo = /* @__PURE__ */ buildTimeOnly('memo');
export const Picture = /* @__PURE__ */ buildTimeOnly('Picture');
export const shared = /* @__PURE__ */ buildTimeOnly('shared');
export class SitegenError extends Error {}
