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

/** The colours of marked lines, by their class. They are the same on light and dark backgrounds, which they tint. */
const MARKS = {
  focused: '#8590a2',
  highlighted: '#8590a2',
  warning: '#d29922',
  error: '#f0483e',
  remove: '#f0483e',
  add: '#2ea043',
} as const;

/**
 * Lines are as wide as the longest one, so that their backgrounds do not end when the code scrolls; they reach into the padding
 * of the block. The bar beside a marked line is a border, because backgrounds are neither printed nor part of forced colours.
 */
const LINES = [
  ':where(pre>code){display:block;min-width:min-content}',
  ':where(pre>code>.line){display:inline-block;box-sizing:border-box;position:relative;vertical-align:top;width:calc(100% + 2*var(--code-padding));min-height:1lh;margin-inline:calc(-1*var(--code-padding));padding-inline:var(--code-padding)}',
  ':where(pre>code>.line[data-line]){padding-inline-start:calc(var(--code-padding) + 4ch)}',
  ':where(pre>code>.line[data-line])::after{content:attr(data-line);position:absolute;inset-block-start:0;inset-inline-end:calc(100% - var(--code-padding) - 2.5ch);opacity:.8}',
  ...Object.entries(MARKS).map(
    ([name, color]) => `:where(pre>code>.${name}){--code-mark:var(--code-${name},${color})}`,
  ),
  ':where(pre>code>:is(.highlighted,.diff)){background:color-mix(in srgb,var(--code-mark) 12%,transparent)}',
  ':where(pre>code>:is(.highlighted,.diff,.focused))::before{content:"";position:absolute;inset-block:0;inset-inline-start:0;padding-inline-start:.125rem;border-inline-start:.1875rem solid var(--code-mark)}',
  ':where(pre>code>.diff.add)::before{content:"+"}',
  ':where(pre>code>.diff.remove)::before{content:"\\2212"}',
  '@media screen{:where(pre.has-focused:not(:hover,:focus)>code>.line:not(.focused,.highlighted,.diff)){opacity:.9;filter:grayscale(1)}}',
].join('');

const TITLE =
  ':where(pre[data-title])::before{content:attr(data-title);display:block;position:sticky;inset-inline-start:0;width:fit-content;margin-block-end:.75rem;font-size:.875rem;font-weight:600}';

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
:where(pre[data-language]){color:var(--code-foreground);background:var(--code-background);padding:var(--code-padding);overflow-x:auto;tab-size:4}
@media print{:where(pre[data-language]){white-space:pre-wrap;overflow-wrap:anywhere}}
@media (forced-colors:active){:where(pre[data-language]){border:1px solid}}
${TITLE}${LINES}
:where(:root){--code-padding:1rem;${blocks[0]}}
@media screen and (prefers-color-scheme:dark){:where(:root){${blocks[1]}}}
${isHighlighted ? `:where(:root){${PARTS}}${kinds.join('')}` : ''}
}`;
}
