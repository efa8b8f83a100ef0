/** The line that begins a block of code: ` ```js {1,3} title="a.js" `. */

export interface Fence {
  /** In lower case; empty if there is none. */
  readonly language: string;
  /** The rest of the line. */
  readonly meta: string;
}

/**
 * @example
 * splitFence('JavaScript{1,3}') // { language: 'javascript', meta: '{1,3}' }
 * splitFence('rust,ignore') // { language: 'rust', meta: 'ignore' }
 */
export function splitFence(info: string): Fence {
  const [, language = '', rest = ''] = /^([^\s{,:]*)[,:]?([^]*)$/.exec(info.trim()) ?? [];
  return { language: language.toLowerCase(), meta: rest.trim() };
}

const ATTRIBUTE = /(?<![^\s{])([A-Za-z][\w-]*)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))/g;

/**
 * Props that belong to React or to the element, and attributes of HTML that have an effect of their own, as a document, a header or the
 * target of an animation: the text of a file must not set them.
 */
export const RESERVED =
  /^(?:on|dangerously|suppress|inner)|^(?:attributename|children|class|className|http-?equiv|id|is|key|meta|ref|srcdoc|style)$/i;

/**
 * @example
 * readAttributes('{1,3} title="a.js" start=3') // { title: 'a.js', start: '3' }
 */
export function readAttributes(meta: string): Readonly<Record<string, string>> {
  const found = [...meta.matchAll(ATTRIBUTE)].map(([, name = '', ...values]) => {
    return [name, values.find((value) => value !== undefined) ?? ''] as const;
  });
  return Object.fromEntries(found.filter(([name]) => !RESERVED.test(name)));
}
