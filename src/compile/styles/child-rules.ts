import type { ChildRule } from '../../shared/model.ts';
import { unescapeCss } from '../../shared/read-css.ts';

const RULE = /([^{};]*)\{([^{}]*)\}/g;
const CHILDREN = /\.((?:\\.|[\w-])+)\s*>\s*(?:\*|:not\(|:nth-)[^,{]*/;
/** Inherited properties reach what is inside an element without a box. */
const HAS_BOX_STYLE =
  /(?:^|[;\s])(?:margin|padding|border|background|width|height|min-|max-|flex|grid-|order|align-self)/;

/** @param css as compiled: minified or not, without nesting */
export function findChildRules(css: string): ChildRule[] {
  return [...css.matchAll(RULE)].flatMap(([, selectors = '', style = '']) => {
    const [selector, name] = CHILDREN.exec(selectors) ?? [];
    if (selector === undefined || name === undefined || !HAS_BOX_STYLE.test(style)) return [];
    const isFirst = /[+~]|:not\(:first-child\)/.test(selector);
    const except = isFirst ? 'first' : /:not\(:last-child\)/.test(selector) ? 'last' : undefined;
    return { className: unescapeCss(name), ...(except && { except }) };
  });
}
