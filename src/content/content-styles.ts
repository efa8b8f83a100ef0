/**
 * The stylesheet of content. It does not depend on the content, so its hash is known before any page is rendered. Every rule
 * has the lowest possible specificity, so the site's own rules take precedence.
 */

/** The variables of all code, on a light and a dark background. */
const BLOCK = { background: ['#f5f6f8', '#1b1f24'], foreground: ['#20262d', '#e3e8ee'] } as const;

const COLORED = 'var(--code-chroma)';
const GRAY = '.02';

/** The chroma and hue of code by kind. The kinds come from shiki's theme of CSS variables. */
export const KINDS = {
  comment: `${GRAY} 255`,
  keyword: `${COLORED} 352`,
  string: `${COLORED} 158`,
  'string-expression': `${COLORED} 158`,
  constant: `${COLORED} 258`,
  function: `${COLORED} 298`,
  parameter: `${COLORED} 72`,
  punctuation: `${GRAY} 255`,
  link: `${COLORED} 258`,
  inserted: `${COLORED} 158`,
  deleted: `${COLORED} 32`,
  changed: `${COLORED} 72`,
} as const;

/**
 * The text of a block decides the lightness of its parts: dark parts in dark text, light parts in light text. A rule of the site
 * that sets the text and the background, such as that of `prose`, therefore never leaves parts that cannot be read. `l` is the
 * lightness of the text. Browsers without relative colours show plain code.
 */
const IS_LIGHT = 'clamp(0,(l - .6)*99,1)';
const PARTS = `--code-lightness:calc(.45 + .35*${IS_LIGHT});--code-chroma:calc(.13 - .03*${IS_LIGHT})`;

const sides = ['left', 'center', 'right'].map((side) => `:where(.align-${side}){text-align:${side}}`);

/** @param isHighlighted true if shiki is installed */
export function contentStyles(isHighlighted: boolean): string {
  const blocks = ([0, 1] as const).map((index) => {
    return Object.entries(BLOCK)
      .map(([name, colors]) => `--code-${name}:${colors[index]}`)
      .join(';');
  });
  const kinds = Object.entries(KINDS).map(([kind, color]) => {
    return `:where(.c-${kind}){color:var(--code-${kind},oklch(from currentcolor var(--code-lightness) ${color}))}`;
  });
  return `@layer base {
${sides.join('')}
:where(pre[data-language]){color:var(--code-foreground);background:var(--code-background);padding:1rem;overflow-x:auto}
:where(:root){${blocks[0]}}
@media screen and (prefers-color-scheme:dark){:where(:root){${blocks[1]}}}
${isHighlighted ? `:where(:root){${PARTS}}${kinds.join('')}` : ''}
}`;
}
