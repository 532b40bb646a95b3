/** The elements with one key: at least one. */
export type Group<T> = readonly [T, ...T[]];

/** Groups elements by a key. Groups and their elements keep the order of the list. */
export function groupBy<T, Key>(elements: readonly T[], keyOf: (element: T) => Key): ReadonlyMap<Key, Group<T>> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const element of elements) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [element]);
    else group.push(element);
  }
  return groups;
}
