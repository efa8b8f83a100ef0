import { addressAttributesOf, splitAddresses, type AddressKind } from '../../shared/address-attributes.ts';
import { decodeValue, scanHtml, type StartTag } from './html-tokenizer.ts';

/** Attributes with other kinds belong to documents. */
const KINDS: ReadonlySet<AddressKind | undefined> = new Set<AddressKind>(['address', 'css', 'srcset', 'words']);

/**
 * Makes the addresses in HTML absolute, for readers that show it elsewhere.
 *
 * @param html a part of a page
 * @param page the absolute address of the page
 */
export function makeAddressesAbsolute(html: string, page: string): string {
  const parts: string[] = [];
  let done = 0;
  scanHtml(html, {
    readsClasses: true,
    onStart: (tag) => {
      const changed = rewriteTag(tag, page);
      if (changed === undefined) return;
      const name = html.slice(tag.start, tag.start + 1 + tag.element.name.length);
      const slash = tag.isEmpty && html.charAt(tag.end - 2) === '/' ? '/' : '';
      parts.push(html.slice(done, tag.start), name, changed, slash, '>');
      done = tag.end;
    },
  });
  return parts.join('') + html.slice(done);
}

/** @returns the attributes, with a space before each; `undefined` if none has a relative address */
function rewriteTag({ element, attributes }: StartTag, page: string): string | undefined {
  const kinds = addressAttributesOf(element.name);
  const values = attributes.map((value, index) => {
    const kind = index % 2 === 1 ? kinds.get(attributes[index - 1] ?? '') : undefined;
    return kind !== undefined && KINDS.has(kind) ? rewriteValue(kind, value, page) : value;
  });
  if (values.every((value, index) => value === attributes[index])) return undefined;
  const names = values.filter((_, index) => index % 2 === 0);
  return names.map((name, index) => ` ${name}="${(values[index * 2 + 1] ?? '').replaceAll('"', '&quot;')}"`).join('');
}

/** @param written with character references. @returns the same text if nothing changes */
function rewriteValue(kind: AddressKind, written: string, page: string): string {
  const value = decodeValue(written);
  const toAbsolute = (address: string) => (URL.canParse(address) ? address : resolve(address, page));
  const rewritten = splitAddresses(kind, value)
    .map((part, index) => (index % 2 === 1 ? toAbsolute(part) : part))
    .join('');
  return rewritten === value ? written : rewritten.replaceAll('&', '&amp;');
}

/** An address that is not valid stays as it is. */
function resolve(address: string, page: string): string {
  return URL.canParse(address, page) ? new URL(address, page).href : address;
}
