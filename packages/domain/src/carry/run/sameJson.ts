/** Returns true if two JSON values are equal, regardless of the order of their keys. */
export function sameJson(first: unknown, other: unknown): boolean {
  if (first === other) return true;
  if (typeof first !== 'object' || typeof other !== 'object' || first === null || other === null) return false;
  if (Array.isArray(first) !== Array.isArray(other)) return false;
  const names = Object.keys(first);
  if (names.length !== Object.keys(other).length) return false;
  const values = other as Readonly<Record<string, unknown>>;
  return names.every(
    (name) => Object.hasOwn(other, name) && sameJson((first as Readonly<Record<string, unknown>>)[name], values[name]),
  );
}
