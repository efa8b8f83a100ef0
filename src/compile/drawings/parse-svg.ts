/** Reads the XML of an SVG file, and its styles. */
import { Parser } from 'htmlparser2';
import type { CustomPlugin, XastElement } from 'svgo';
import { loadPackage } from '../../shared/load-package.ts';

export interface SvgElement {
  readonly name: string;
  /** `xlink:href` and `xml:space` have these names, whatever their prefixes in the file. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (SvgElement | string)[];
  /** The offset of its tag in the file. */
  readonly at: number;
}

/** The reason why a drawing cannot be imported, or differs from its file. */
export interface SvgMistake {
  /** Follows the name of the file: `contains <meta>`. */
  readonly message: string;
  readonly at: number;
  readonly hint?: string;
}

const SVG = 'http://www.w3.org/2000/svg';

/** The prefixes that an SVG in a page can have, by namespace. */
const PREFIXES: Readonly<Record<string, string>> = {
  [SVG]: '',
  'http://www.w3.org/1999/xlink': 'xlink:',
  'http://www.w3.org/XML/1998/namespace': 'xml:',
};

interface OpenElement extends SvgElement {
  readonly children: (SvgElement | string)[];
}

/** @returns the outermost element, unless the text is not XML with an `<svg>` */
export function parseSvg(text: string): { readonly svg: SvgElement } | { readonly mistake: SvgMistake } {
  const mistakes: SvgMistake[] = [];
  const document: OpenElement = { name: '', attributes: {}, children: [], at: 0 };
  const open = [document];
  // SVG copied from HTML declares none.
  const namespaces = new Map(Object.entries(PREFIXES).map(([uri, prefix]) => [prefix.replace(':', ''), uri]));
  namespaces.set('svg', SVG);
  /** Elements and attributes of other namespaces are left out: they draw nothing. */
  const knownName = (written: string): string | undefined => {
    const [local = '', prefix = ''] = written.split(':').toReversed();
    const known = PREFIXES[namespaces.get(prefix) ?? ''];
    return known === undefined ? undefined : known + local;
  };
  const refuse = (reason: string, hint?: string) => mistakes.push(toMistake(reason, parser.startIndex, hint));

  const handler: ConstructorParameters<typeof Parser>[0] = {
    onopentag: (written, attributes) => {
      const all = Object.entries(attributes);
      for (const [key, uri] of all) if (key.startsWith('xmlns:')) namespaces.set(key.slice('xmlns:'.length), uri);
      const named = all.flatMap(([key, value]) => {
        const name = knownName(key);
        return name === undefined || name === 'xmlns' ? [] : [[name, value] as const];
      });
      const name = knownName(written);
      const element = { name: name ?? '', attributes: Object.fromEntries(named), children: [], at: parser.startIndex };
      if (name !== undefined) open.at(-1)?.children.push(element);
      open.push(element);
    },
    onclosetag: (written, isImplied) => {
      const isSelfClosing = open.pop()?.at === parser.startIndex;
      if (isImplied && !isSelfClosing) refuse(`<${written}> is not closed`);
    },
    ontext: (content) => {
      const { children } = open.at(-1) ?? document;
      const before = children.at(-1);
      if (typeof before === 'string') children[children.length - 1] = before + content;
      else children.push(content);
    },
    onprocessinginstruction: (name, data) => {
      if (/^!doctype/i.test(name) && data.includes('['))
        refuse('its DOCTYPE declares entities', 'export it without a DOCTYPE from the program that it was drawn with');
      if (name === '?xml-stylesheet') refuse('its styles are in another file');
    },
  };
  const parser = new Parser(handler, { xmlMode: true });
  parser.end(text);
  const [mistake] = mistakes;
  if (mistake !== undefined) return { mistake };
  const [svg, ...others] = document.children.filter((child) => typeof child === 'object');
  if (svg?.name === 'svg' && others.length === 0) return { svg };
  return { mistake: toMistake('its root is not <svg>', svg?.at ?? 0) };
}

/** The reason why HTML cannot contain a file. */
function toMistake(reason: string, at: number, hint?: string): SvgMistake {
  return { message: `is not an SVG that HTML can contain: ${reason}`, at, ...(hint && { hint }) };
}

/**
 * Moves the styles of a drawing to its elements, by SVGO: in a page, a `<style>` would apply to everything.
 *
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
