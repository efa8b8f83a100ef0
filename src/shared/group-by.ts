/** Items with an empty key have no group. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group !== undefined) group.push(item);
    else if (key !== '') groups.set(key, [item]);
  }
  return groups;
}
