/** Reads the XML of an SVG file. */
import { QuoteType, scanXml } from '../../shared/scan-xml.ts';

export interface SvgElement {
  /** `rect`; `html:div` for an element of HTML. Elements of other namespaces are left out: they draw nothing. */
  readonly name: string;
  /** `xlink:href` and `xml:space` have these names, whatever their prefixes in the file. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly (SvgElement | string)[];
  /** The offset of its tag in the file. */
  readonly at: number;
}

/** The reason why a drawing cannot be imported. */
export interface SvgMistake {
  /** Follows the name of the file: `contains <meta>`. */
  readonly message: string;
  readonly at: number;
  readonly hint?: string;
}

const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Namespaces by prefix. SVG copied from HTML declares none. */
type Namespaces = ReadonlyMap<string, string>;
const DEFAULTS: Namespaces = new Map([
  ['', SVG],
  ['svg', SVG],
  ['xlink', XLINK],
  ['xml', XML],
]);

/** The prefixes for other namespaces that an SVG in a page can have. */
const KNOWN_AS: Readonly<Record<string, string>> = { [HTML]: 'html:', [XLINK]: 'xlink:', [XML]: 'xml:' };

/** Browsers do not nest elements of a page deeper than 512. */
const MAX_DEPTH = 256;

const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?$/u;

/** https://www.w3.org/TR/xml/#charsets */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** What the tokenizer returns for a character that does not exist: `&#x110000;` */
const REPLACEMENT = 0xfffd;

interface OpenElement {
  /** The name with its prefix. */
  readonly written: string;
  readonly namespaces: Namespaces;
  readonly children: (SvgElement | string)[];
}

/** @returns the outermost element, unless the text is not well-formed XML with an `<svg>` */
export function parseSvg(text: string): { readonly svg: SvgElement } | { readonly mistake: SvgMistake } {
  const found: SvgMistake[] = [];
  const refuse = (reason: string, at: number, hint?: string) => found.push(toMistake(reason, at, hint));
  const refuseCharacter = (at: number) => refuse('it has a character that XML does not allow', at);
  const document: OpenElement = { written: '', namespaces: DEFAULTS, children: [] };
  const open = [document];
  let tag = { written: '', at: 0, attributes: new Map<string, string>() };
  let attribute = { name: '', value: '' };

  const addText = (content: string, at: number) => {
    if (FORBIDDEN.test(content)) refuseCharacter(at);
    const { children } = open.at(-1) ?? document;
    const before = children.at(-1);
    if (typeof before === 'string') children[children.length - 1] = before + content;
    else children.push(content);
  };
  const toText = (codePoint: number, at: number) => {
    if (codePoint === REPLACEMENT) refuseCharacter(at);
    return String.fromCodePoint(codePoint);
  };
  const startElement = () => {
    const { written, at, attributes } = tag;
    const parent = open.at(-1) ?? document;
    if (!NAME.test(written)) refuse(`"<${written}" is not a tag`, at);
    const namespaces = declare(parent.namespaces, attributes);
    const name = resolveName(written, namespaces, SVG);
    const children: (SvgElement | string)[] = [];
    const named = [...attributes].flatMap(([key, value]) => {
      const known = resolveName(key, namespaces, undefined);
      return known === undefined ? [] : [[known, value] as const];
    });
    if (name !== undefined) parent.children.push({ name, attributes: named, children, at });
    open.push({ written, namespaces, children });
    if (open.length > MAX_DEPTH) refuse(`its elements are nested deeper than ${MAX_DEPTH}`, at);
  };
  const endElement = (written: string, at: number) => {
    if (open.length === 1 || open.at(-1)?.written !== written) refuse(`</${written}> closes no element`, at);
    if (open.length > 1) open.pop();
  };
  scanXml(text, {
    onopentagname: (start, end) => {
      tag = { written: text.slice(start, end), at: start - 1, attributes: new Map() };
    },
    onattribname: (start, end) => {
      attribute = { name: text.slice(start, end), value: '' };
    },
    onattribdata: (start, end) => {
      attribute.value += text.slice(start, end);
    },
    onattribentity: (codePoint) => {
      attribute.value += toText(codePoint, tag.at);
    },
    onattribend: (quote, end) => {
      const { name, value } = attribute;
      if (quote !== QuoteType.Double && quote !== QuoteType.Single) refuse(`"${name}" has no value in quotes`, end);
      if (!NAME.test(name)) refuse(`"${name}" is not the name of an attribute`, end);
      if (tag.attributes.has(name)) refuse(`"${name}" is there twice`, end);
      if (FORBIDDEN.test(value)) refuseCharacter(end);
      tag.attributes.set(name, value);
    },
    onopentagend: startElement,
    onselfclosingtag: (end) => {
      startElement();
      endElement(tag.written, end);
    },
    onclosetag: (start, end) => endElement(text.slice(start, end), start),
    ontext: (start, end) => addText(text.slice(start, end), start),
    ontextentity: (codePoint, end) => addText(toText(codePoint, end), end),
    oncdata: (start, end, offset) => addText(text.slice(start, end - offset), start),
    ondeclaration: (start, end) => {
      if (!/\[|ENTITY/.test(text.slice(start, end))) return;
      const hint = 'export it without a DOCTYPE from the program that it was drawn with';
      refuse('its DOCTYPE declares entities', start, hint);
    },
    onprocessinginstruction: (start, end) => {
      if (/^\??xml-stylesheet/.test(text.slice(start, end))) refuse('its styles are in another file', start);
    },
  });
  const [mistake] = found;
  if (mistake !== undefined) return { mistake };
  const contents = document.children.filter((child) => typeof child !== 'string' || /[^\s\uFEFF]/.test(child));
  const [svg] = contents;
  const isWhole = open.length === 1 && text.trimEnd().endsWith('>');
  if (isWhole && contents.length === 1 && typeof svg === 'object' && svg.name === 'svg') return { svg };
  const [first] = document.children.filter((child) => typeof child === 'object');
  const reason = first?.name === 'svg' && open.length > 1 ? 'an element is not closed' : 'its root is not <svg>';
  return { mistake: toMistake(reason, first?.at ?? 0) };
}

function toMistake(reason: string, at: number, hint?: string): SvgMistake {
  return { message: `is not an SVG that HTML can contain: ${reason}`, at, ...(hint && { hint }) };
}

/** The namespaces inside an element. */
function declare(outer: Namespaces, attributes: ReadonlyMap<string, string>): Namespaces {
  const declared = [...attributes].flatMap(([name, uri]) => {
    const found = /^xmlns(?::(.+))?$/.exec(name);
    return found === null ? [] : [[found[1] ?? '', uri] as const];
  });
  return declared.length === 0 ? outer : new Map([...outer, ...declared]);
}

/** @param own the namespace whose names need no prefix. @returns `undefined` for names of unknown namespaces */
function resolveName(written: string, namespaces: Namespaces, own: string | undefined): string | undefined {
  const [local = '', prefix = ''] = written.split(':').toReversed();
  if (prefix === 'xmlns' || written === 'xmlns') return undefined;
  if (prefix === '' && own === undefined) return local; // an attribute of its element
  const namespace = namespaces.get(prefix);
  if (namespace === own && own !== undefined) return local;
  const known = KNOWN_AS[namespace ?? ''];
  return known === undefined ? undefined : known + local;
}
