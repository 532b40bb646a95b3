import { MissingValueError } from './required.ts';

/**
 * Pairs the elements of two lists of the same length, such as accounts and the parts of a split over them.
 *
 * Throws MissingValueError if the lengths differ.
 */
export function zip<First, Second>(
  first: readonly First[],
  second: ArrayLike<Second>,
): readonly (readonly [First, Second])[] {
  if (first.length !== second.length)
    throw new MissingValueError(`the counterpart of an element in lists of ${first.length} and ${second.length}`);
  return first.map((element, i) => [element, second[i] as Second]);
}

/** A record in two versions. `latest` is the second, or the first if the record was removed. */
export interface VersionPair<Key, Value> {
  readonly key: Key;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly latest: Value;
}

/** Pairs the entries of two maps by key: those of the first in its order, then those that only the second has. */
export function pairByKey<Key, Value>(
  before: ReadonlyMap<Key, Value>,
  after: ReadonlyMap<Key, Value>,
): readonly VersionPair<Key, Value>[] {
  const pairs = [...before].map(([key, old]): VersionPair<Key, Value> => {
    const current = after.get(key);
    return { key, before: old, after: current, latest: current ?? old };
  });
  const added = [...after].filter(([key]) => !before.has(key));
  return [...pairs, ...added.map(([key, current]) => ({ key, before: undefined, after: current, latest: current }))];
}
