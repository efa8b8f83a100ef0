/** Decodes props that `serialize-props.ts` has encoded. Loaded only on sites that need it. */

const DECODERS: Readonly<Record<string, (value: never) => unknown>> = {
  BigInt,
  Date: (time: number) => new Date(time),
  Map: (entries: Iterable<[unknown, unknown]>) => new Map(entries),
  Object: (entries: Iterable<[string, unknown]>) => Object.fromEntries(entries),
  Set: (items: Iterable<unknown>) => new Set(items),
  URL: (address: string) => new URL(address),
};

/** @param toSlot returns what a component receives for the slot of that name */
export function decodeProps(json: string, toSlot: (name: string) => unknown): object {
  return JSON.parse(json, (_key, value: { readonly $?: readonly [string, never] } | null) => {
    if (!value?.$) return value;
    const [type, content] = value.$;
    return type === 'slot' ? toSlot(content) : DECODERS[type]?.(content);
  }) as object;
}
