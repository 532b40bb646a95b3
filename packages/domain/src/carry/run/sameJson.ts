/** Returns true if two JSON values are equal, regardless of the order of their keys. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  const values = other as Readonly<Record<string, unknown>>;
  return names.every(
    (name) => Object.hasOwn(other, name) && sameJson((one as Readonly<Record<string, unknown>>)[name], values[name]),
  );
}
