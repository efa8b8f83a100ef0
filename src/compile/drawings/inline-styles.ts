/** Moves the styles of a drawing to its elements, by SVGO: in a page, a `<style>` would apply to everything. */
import type { CustomPlugin, XastElement } from 'svgo';
import { loadPackage } from '../../shared/load-package.ts';
import { parseSvg, toMistake } from './parse-svg.ts';

/**
 * @param text an SVG file
 * @returns the drawing, in which rules that could not be inlined, or match nothing, are left in a `<style>`
 */
export function inlineStyles(text: string): ReturnType<typeof parseSvg> {
  const { builtinPlugins, optimize } = loadPackage('svgo') as typeof import('svgo');
  const toAttributes = builtinPlugins.find(({ name }) => name === 'convertStyleToAttrs');
  const ids = new Map<XastElement, string>();
  // `inlineStyles` removes the ids that selectors name, even if `<use>` refers to them.
  const keepIds: CustomPlugin = {
    name: 'keep-ids',
    fn: () => ({
      element: {
        enter: (node) => {
          if (node.attributes['id'] !== undefined) ids.set(node, node.attributes['id']);
        },
      },
    }),
  };
  // An attribute would lose against a shorthand that stays in `style`; `transform` as an attribute has no units, and fonts no quotes.
  const convert: CustomPlugin = {
    name: 'convert',
    fn: (root, _params, info) => {
      const { enter } = toAttributes?.fn(root, {} as never, info)?.element ?? {};
      return {
        element: {
          enter: (node, parent) => {
            const id = ids.get(node);
            if (id !== undefined) node.attributes['id'] = id;
            if (!NO_ATTRIBUTES.test(node.attributes['style'] ?? '')) enter?.(node, parent);
          },
        },
      };
    },
  };
  const plugins = [keepIds, { name: 'inlineStyles' as const, params: { onlyMatchedOnce: false } }, convert];
  try {
    return parseSvg(optimize(text, { plugins }).data);
  } catch (error) {
    if ((error as Error).name !== 'SvgoParserError') throw error;
    return { mistake: toMistake((error as { readonly reason: string }).reason, 0) };
  }
}

const NO_ATTRIBUTES = /(?:^|[;\s])(?:all|font|marker|transform[a-z-]*)\s*:|["']/i;

/** @returns the selectors and at-rules in what SVGO left of a `<style>`. Other rules match nothing */
export function conditionsIn(css: string): string[] {
  return [...css.matchAll(/@[^{};]+|[^{};]*[:&|][^{};]*(?=\{)/g)].map(([condition]) => condition.trim());
}
