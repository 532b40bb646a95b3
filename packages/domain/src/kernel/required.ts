/** Thrown if data lacks a value that it always has. This is a fault of the product, never one of an input. */
export class MissingValueError extends Error {
  override readonly name = 'MissingValueError';

  constructor(description: string) {
    super(`${description} is missing`);
  }
}

/**
 * Returns a value that the data always has, such as the period of a period end that was itself read from the periods.
 *
 * Use it only if a loop or a type can't provide the value. Check input with failures instead.
 *
 * Throws MissingValueError with a description of the value: 'the period of a period end'.
 */
export function required<T>(value: T | null | undefined, description: string): T {
  if (value === undefined || value === null) throw new MissingValueError(description);
  return value;
}
