/** How browsers nest elements, by the parser of parse5, which follows the standard step by step. */
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { inspectPage } from '../../src/check/html/inspect-html.ts';

const words = (text: string) => text.split(' ');

/** What sites put into each other. */
const ELEMENTS = words(
  'a article aside b blockquote br button caption code dd details div dl dt em fieldset figcaption figure footer form h1 h2 ' +
    'header hr img input label li main nav object ol p pre section small span strong summary table tbody td template ' +
    'tfoot th thead tr ul sitegen-island svg',
);

/** Elements inside a drawing. */
const FOREIGN = words('g a title desc foreignobject');

/** The elements to try in the innermost one. */
export const innerOf = (chain: readonly string[]): readonly string[] =>
  ['svg', 'g'].includes(chain.at(-1) ?? '') ? [...ELEMENTS, ...FOREIGN] : ELEMENTS;

const VOID = words('br hr img input');
/** The elements around an element that it needs. */
const CONTEXTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(words('caption tbody thead tfoot').map((name) => [name, ['table']])),
  ...Object.fromEntries(words('td th').map((name) => [name, ['table', 'tbody', 'tr']])),
  tr: ['table', 'tbody'],
};

export const contextOf = (name: string): readonly string[] => CONTEXTS[name] ?? [];

/** True for elements that can contain others. */
export const isContainer = (name: string): boolean => !VOID.includes(name);

/** Every element that can contain others, with the elements around it that it needs. */
export const OUTER: readonly (readonly string[])[] = [
  ...ELEMENTS.filter(isContainer).map((name) => [...contextOf(name), name]),
  ...FOREIGN.map((name) => ['svg', name]),
];

/** Elements inside each other, outermost first: `['p', 'b']` is `<p><b></b></p>`. A page around them. */
function toHtml(chain: readonly string[], text = ''): string {
  const closed = chain.filter((name) => !VOID.includes(name)).toReversed();
  const html = [...chain.map((name) => `<${name}>`), text, ...closed.map((name) => `</${name}>`)].join('');
  return `<!doctype html><html><head></head><body>${html}</body></html>`;
}

/** True if a browser builds the tree that the HTML of these elements describes. */
export function isKept(chain: readonly string[], text = ''): boolean {
  return outline(parse(toHtml(chain, text), { scriptingEnabled: false })) === outlineOf(chain, text);
}

function outlineOf(chain: readonly string[], text: string): string {
  const inside = chain.reduceRight((content, name) => `${name}(${content})`, text);
  return `html(head()body(${inside}))`;
}

function outline(node: DefaultTreeAdapterMap['node']): string {
  if (node.nodeName === '#text') return 'value' in node ? node.value : '';
  const inside =
    'content' in node ? outline(node.content) : 'childNodes' in node ? node.childNodes.map(outline).join('') : '';
  return 'tagName' in node ? `${node.tagName.toLowerCase()}(${inside})` : inside;
}

/** Where sitegen and parse5 differ on purpose. */
interface Exception {
  readonly reason: string;
  /** What sitegen does. Absent if it depends. */
  readonly reports?: boolean;
  /** @param chain elements, outermost first */
  readonly applies: (chain: readonly string[]) => boolean;
}

const has = (chain: readonly string[], names: string) => words(names).some((name) => chain.includes(name));
const isChild = (chain: readonly string[], outer: string, inner: string) =>
  chain.some((name, index) => words(outer).includes(chain[index - 1] ?? '') && words(inner).includes(name));

const EXCEPTIONS: readonly Exception[] = [
  {
    reason: 'outside of islands, an added <tbody> is harmless',
    reports: false,
    applies: (chain) => isChild(chain, 'table', 'tr') && !chain.includes('sitegen-island'),
  },
  {
    reason: 'a hidden input may be anywhere in a table',
    reports: false,
    applies: (chain) => isChild(chain, 'table tbody tfoot thead tr', 'input'),
  },
  {
    reason: 'browsers leave the <form> in the table, but move its content',
    reports: true,
    applies: (chain) => isChild(chain, 'table tbody tfoot thead tr', 'form'),
  },
  {
    reason: 'a link in a link is a mistake in drawings, too',
    reports: true,
    applies: (chain) => chain.includes('svg') && chain.filter((name) => name === 'a').length > 1,
  },
  {
    reason: 'nobody puts parts of tables into drawings',
    applies: (chain) => chain.includes('svg') && has(chain, 'caption tbody td tfoot th thead tr'),
  },
  {
    reason: 'an island in a drawing is no element of HTML, so it does not start',
    reports: true,
    applies: (chain) => chain.includes('sitegen-island') && chain.includes('svg'),
  },
];

/** How sitegen and parse5 differ on the nesting of these elements; `undefined` if they do not, or if an exception says so. */
export function describeDifference(chain: readonly string[], text?: string): string | undefined {
  const { misnested } = inspectPage(toHtml(chain, text));
  const reports = misnested.length > 0;
  if (reports !== isKept(chain, text)) return undefined;
  const isKnown = EXCEPTIONS.some((one) => (one.reports ?? reports) === reports && one.applies(chain));
  if (isKnown) return undefined;
  return `${reports ? 'wrongly reported' : 'missed'}: ${toHtml(chain, text)}`;
}
