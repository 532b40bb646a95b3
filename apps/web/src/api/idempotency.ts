/**
 * Idempotency keys for calls that move money. The same call with the same contents uses the same key until the server has responded. Pressing the
 * button again after a lost connection therefore repeats the first attempt and can't post twice.
 */
const pending = new Map<string, string>();

export function keyFor(operation: string, argument: unknown): { readonly key: string; readonly answered: () => void } {
  const callKey = `${operation} ${JSON.stringify(argument)}`;
  const key = pending.get(callKey) ?? crypto.randomUUID();
  pending.set(callKey, key);
  return { key, answered: () => pending.delete(callKey) };
}
