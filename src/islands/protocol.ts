/** The names on which the server's and the browser's half of an island agree. */

/** `<sitegen-island name="contact-form" props="{}" prefix="contact-form-0-" hydrate="visible 200px">…</sitegen-island>` */
export const ISLAND_TAG = 'sitegen-island';
export const NAME_ATTRIBUTE = 'name';
export const PROPS_ATTRIBUTE = 'props';
/** Keeps `useId` of one island apart from that of another; React wants it equal on both sides. */
export const PREFIX_ATTRIBUTE = 'prefix';
/** When the island wakes up. Absent: as soon as the script runs. */
export const HYDRATE_ATTRIBUTE = 'hydrate';

/** `<sitegen-children>…</sitegen-children>`: what the page has put between an island's tags. */
export const CHILDREN_TAG = 'sitegen-children';
