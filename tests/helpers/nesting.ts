/** How browsers nest elements, by the parser of parse5, which follows the standard step by step. */
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { inspectPage } from '../../src/check/html/inspect-html.ts';

const words = (text: string) => text.split(' ');

/** Without `frame` and `frameset`, `image`, which is renamed, and `plaintext`, which has no end. */
export const ELEMENTS = words(
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blockquote body br button canvas ' +
    'caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption ' +
    'figure font footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd keygen label legend li link ' +
    'listing main map mark marquee menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param ' +
    'picture pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike strong ' +
    'style sub summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp ' +
    'sitegen-island x-custom svg math',
);

/** Elements inside a drawing or formula. */
const FOREIGN = words('g a p title desc foreignobject tr mi mtext annotation-xml');

/** Every element, and those of drawings and formulas. */
export const INNER: readonly string[] = [...new Set([...ELEMENTS, ...FOREIGN])];

const VOID = words('area base basefont bgsound br col embed hr img input keygen link meta param source track wbr');
/** Their content is text, up to their end tag. */
const TEXT_ONLY = words('iframe noembed noframes script style textarea title xmp');

/** The elements around an element that it needs. */
const CONTEXTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(words('caption colgroup tbody thead tfoot').map((name) => [name, ['table']])),
  ...Object.fromEntries(words('td th').map((name) => [name, ['table', 'tbody', 'tr']])),
  ...Object.fromEntries(words('rb rp rt rtc').map((name) => [name, ['ruby']])),
  tr: ['table', 'tbody'],
  col: ['table', 'colgroup'],
};

export const contextOf = (name: string): readonly string[] => CONTEXTS[name] ?? [];

/** True for elements that can contain others. */
export const isContainer = (name: string): boolean => !VOID.includes(name) && !TEXT_ONLY.includes(name);

/** Every element that can contain others, with the elements around it that it needs. */
export const OUTER: readonly (readonly string[])[] = [
  ...ELEMENTS.filter(isContainer).map((name) => [...contextOf(name), name]),
  ...['svg', 'math'].flatMap((root) => FOREIGN.map((name) => [root, name])),
];

/** Elements inside each other, outermost first: `['p', 'b']` is `<p><b></b></p>`. A page around them. */
function toHtml(chain: readonly string[], text = ''): string {
  const closed = chain.filter((name) => !VOID.includes(name)).toReversed();
  const html = [...chain.map((name) => `<${name}>`), text, ...closed.map((name) => `</${name}>`)].join('');
  if (chain[0] === 'html') return `<!doctype html>${html}`;
  if (chain[0] === 'head') return `<!doctype html><html>${html}<body></body></html>`;
  const body = chain[0] === 'body' ? html : `<body>${html}</body>`;
  return `<!doctype html><html><head></head>${body}</html>`;
}

/** True if a browser builds the tree that the HTML of these elements describes. */
export function isKept(chain: readonly string[], text = ''): boolean {
  return outline(parse(toHtml(chain, text), { scriptingEnabled: false })) === outlineOf(chain, text);
}

function outlineOf(chain: readonly string[], text: string): string {
  const inside = chain.reduceRight((content, name) => `${name}(${content})`, text);
  if (chain[0] === 'html') return inside;
  if (chain[0] === 'head') return `html(${inside}body())`;
  return `html(head()${chain[0] === 'body' ? inside : `body(${inside})`})`;
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
    reason: 'the tags of <head> and <body> may be left out',
    reports: false,
    applies: ([name]) => name === 'html',
  },
  {
    reason: 'outside of islands, an added <colgroup> is harmless',
    reports: false,
    applies: (chain) => isChild(chain, 'table', 'col') && !chain.includes('sitegen-island'),
  },
  {
    reason: 'since 2025, a <select> may contain other elements',
    reports: false,
    applies: (chain) => chain.includes('select'),
  },
  {
    reason: 'in the head, the content of <noscript> is text, unless scripts are disabled',
    reports: false,
    applies: (chain) => isChild(chain, 'head', 'noscript'),
  },
  {
    reason: 'in <ruby>, these end tags may be left out',
    reports: false,
    applies: (chain) => chain.includes('ruby') && isChild(chain, 'dd dt li optgroup option p', 'rb rp rt rtc'),
  },
  {
    reason: 'browsers leave the <form> in the table, but move its content',
    reports: true,
    applies: (chain) => isChild(chain, 'table tbody tfoot thead tr', 'form'),
  },
  {
    reason: 'an island in a drawing is no element of HTML, so it does not start',
    reports: true,
    applies: (chain) => chain.includes('sitegen-island') && has(chain, 'svg math'),
  },
  {
    reason: 'nobody writes elements of formulas in drawings, or the reverse',
    applies: (chain) =>
      (chain.includes('svg') && has(chain, 'mi mtext annotation-xml')) ||
      (chain.includes('math') && has(chain, 'desc foreignobject title')),
  },
  {
    reason: 'an <annotation-xml> contains HTML only if it has an `encoding`',
    applies: (chain) => chain.includes('annotation-xml'),
  },
];

/** How sitegen and parse5 differ on the nesting of these elements; `undefined` if they do not, or if an exception says so. */
export function describeDifference(chain: readonly string[], text?: string): string | undefined {
  const { misnested, hasBareRows } = inspectPage(toHtml(chain, text));
  const reports = misnested.length > 0 || hasBareRows;
  if (reports !== isKept(chain, text)) return undefined;
  const isKnown = EXCEPTIONS.some((one) => (one.reports ?? reports) === reports && one.applies(chain));
  if (isKnown) return undefined;
  return `${reports ? 'wrongly reported' : 'missed'}: ${toHtml(chain, text)}`;
}
