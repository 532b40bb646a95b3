import { decimal } from '../../kernel/index.ts';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Returns true if a stored value already equals the planned one. Blank, null and absent are equal. Decimals are compared as numbers, references by
 * id, and other objects only by the fields that the plan names.
 */
export function isSameValue(stored: unknown, planned: unknown): boolean {
  if (isBlank(stored) || isBlank(planned)) return isBlank(stored) && isBlank(planned);
  if (Array.isArray(stored) && Array.isArray(planned)) {
    return stored.length === planned.length && planned.every((value, at) => isSameValue(stored[at], value));
  }
  if (isObject(stored) && isObject(planned)) {
    if ('id' in planned && 'id' in stored && Object.keys(planned).length === 1) return stored['id'] === planned['id'];
    return Object.entries(planned).every(([name, value]) => isSameValue(stored[name], value));
  }
  const [a, b] = [String(stored), String(planned)];
  return a === b || (NUMBER.test(a) && NUMBER.test(b) && decimal(a).equals(decimal(b)));
}

/** Returns the planned values that differ from the stored record. Undefined values are ignored. */
export function listChanges(
  stored: Readonly<Record<string, unknown>>,
  planned: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(planned).filter(([name, value]) => value !== undefined && !isSameValue(stored[name], value)),
  );
}
