/**
 * Keys for calls that move money. The same call with the same contents keeps its key until the server has answered it, so pressing the
 * button again after a lost connection repeats the first attempt and cannot do the deed twice.
 */
const pending = new Map<string, string>();

export function keyFor(operation: string, argument: unknown): { readonly key: string; readonly answered: () => void } {
  const what = `${operation} ${JSON.stringify(argument)}`;
  const key = pending.get(what) ?? crypto.randomUUID();
  pending.set(what, key);
  return { key, answered: () => pending.delete(what) };
}
