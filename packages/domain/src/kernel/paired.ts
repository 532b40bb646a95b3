import { MissingValueError } from './required.ts';

/**
 * Pairs the elements of two lists by position.
 *
 * Throws MissingValueError with a description of the elements if the lengths differ.
 */
export function paired<A, B>(first: readonly A[], second: readonly B[], description: string): [A, B][] {
  const [length, other] = [first.length, second.length];
  if (length !== other) throw new MissingValueError(`one of ${description} is missing (${String(length)} and ${String(other)})`);
  // The elements themselves may be undefined, so only the lengths are checked.
  return first.map((element, index) => [element, second[index] as B]);
}
