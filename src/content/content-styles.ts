/**
 * The stylesheet of content. It does not depend on the content, so its hash is known before any page is rendered. Every rule
 * has the lowest possible specificity, so the site's own rules take precedence.
 */

/** The colours of code by kind, on a light and a dark background. The kinds come from shiki's theme of CSS variables. */
export const KINDS = {
  background: ['#f5f6f8', '#1b1f24'],
  foreground: ['#20262d', '#e3e8ee'],
  comment: ['#5b6470', '#9aa5b1'],
  keyword: ['#a3156b', '#f49ac1'],
  string: ['#0b5d3b', '#8fd6a8'],
  'string-expression': ['#0b5d3b', '#8fd6a8'],
  constant: ['#1f4f9e', '#9cc4ff'],
  function: ['#6a3bb3', '#cbb2ff'],
  parameter: ['#7a4a00', '#f2c078'],
  punctuation: ['#3d4650', '#c3ccd6'],
  link: ['#1f4f9e', '#9cc4ff'],
  inserted: ['#0b5d3b', '#8fd6a8'],
  deleted: ['#a1260d', '#ff9e8a'],
  changed: ['#7a4a00', '#f2c078'],
} as const;

/** Kinds for all code. The others are only for highlighted code. */
const OF_PLAIN = ['background', 'foreground'];

const sides = ['left', 'center', 'right'].map((side) => `:where(.align-${side}){text-align:${side}}`);

/** @param isHighlighted true if shiki is installed */
export function contentStyles(isHighlighted: boolean): string {
  const kinds = Object.entries(KINDS).filter(([kind]) => isHighlighted || OF_PLAIN.includes(kind));
  const colored = kinds.filter(([kind]) => !OF_PLAIN.includes(kind));
  const variables = (index: 0 | 1) =>
    `:where(:root){${kinds.map(([kind, colors]) => `--code-${kind}:${colors[index]}`).join(';')}}`;
  return `@layer base {
${sides.join('')}
:where(pre[data-language]){color:var(--code-foreground);background:var(--code-background);padding:1rem;overflow-x:auto}
${colored.map(([kind]) => `:where(.c-${kind}){color:var(--code-${kind})}`).join('')}
${variables(0)}
@media screen and (prefers-color-scheme:dark){${variables(1)}}
}`;
}
