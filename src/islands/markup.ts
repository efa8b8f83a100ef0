/** The names that islands use in HTML, shared by the server and the browser. */

/** `<sitegen-island name="contact-form" props="{}" prefix="contact-form-0-" hydrate="visible 200px">…</sitegen-island>` */
export const ISLAND_TAG = 'sitegen-island';
export const NAME_ATTRIBUTE = 'name';
export const PROPS_ATTRIBUTE = 'props';
/** Keeps the ids of islands distinct. React requires the same prefix on both sides. */
export const PREFIX_ATTRIBUTE = 'prefix';
/** The hydrate strategy and its value. Absent for `load`. */
export const HYDRATE_ATTRIBUTE = 'hydrate';

/** Present if the props have values that JSON lacks, or slots. */
export const ENCODED_ATTRIBUTE = 'encoded';
/** Present if the content is a fallback, and the component runs only in the browser. */
export const CLIENT_ATTRIBUTE = 'client';

/** The name of the prop, on `<sitegen-children>`, and on the `<template>` of children that are shown later. */
export const SLOT_ATTRIBUTE = 'slot';

/** `<sitegen-children>…</sitegen-children>`: the children that a page passes to an island. */
export const CHILDREN_TAG = 'sitegen-children';
