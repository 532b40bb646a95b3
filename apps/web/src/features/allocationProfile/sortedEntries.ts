import type { ProfileEntry } from '@carrara/contract/allocationProfile';
import { referenceText } from '@carrara/ui/value';

const figures: ReadonlySet<string> = new Set(['predilute', 'fixed', 'discretionary', 'shares', 'effective']);

/** Entries in the order of a column; those without a value come last, equal ones by name. */
export function sortedEntries(
  entries: readonly ProfileEntry[],
  field: string,
  ascending: boolean,
): readonly ProfileEntry[] {
  const sign = ascending ? 1 : -1;
  const textOf = (entry: ProfileEntry): string | null => {
    const value = entry[field as keyof ProfileEntry];
    if (typeof value === 'string') return value;
    return value && typeof value === 'object' && 'id' in value ? referenceText(value) : null;
  };
  const compare = (one: string, other: string) =>
    figures.has(field) ? Number(one) - Number(other) : one.localeCompare(other);
  return [...entries].sort((one, other) => {
    const [left, right] = [textOf(one), textOf(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compare(left, right) || one.name.localeCompare(other.name);
  });
}
