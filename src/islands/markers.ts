/** The names on which the server's and the browser's half of an island agree. */

/** `<sitegen-island name="contact-form" props="{}" prefix="contact-form-0-">…</sitegen-island>` */
export const ISLAND_TAG = 'sitegen-island';
export const NAME_ATTRIBUTE = 'name';
export const PROPS_ATTRIBUTE = 'props';
/** Keeps `useId` of one island apart from that of another; React wants it equal on both sides. */
export const PREFIX_ATTRIBUTE = 'prefix';
