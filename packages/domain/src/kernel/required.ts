class MissingValueError extends Error {
  override readonly name = 'MissingValueError';
}

/**
 * Returns a value that must exist. Throws an internal error that names what is missing: the program is wrong, not the
 * input.
 */
export function required<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new MissingValueError(`missing: ${what}`);
  return value;
}

/** Pairs the elements of two lists by position. Throws an internal error if their lengths differ. */
export function paired<A, B>(first: readonly A[], second: readonly B[], what: string): [A, B][] {
  if (first.length !== second.length)
    throw new MissingValueError(`missing: ${what}, ${String(first.length)} elements against ${String(second.length)}`);
  // Elements may be undefined or null themselves, so only the lengths are checked.
  return first.map((element, at) => [element, second[at] as B]);
}
