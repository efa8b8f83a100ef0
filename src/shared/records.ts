/** Objects whose keys come from the user: "constructor" must not find what every object inherits. */

/** @returns `undefined` for keys that the object itself does not have */
export function lookUp<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
