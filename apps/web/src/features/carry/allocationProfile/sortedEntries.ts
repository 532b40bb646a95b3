import type { ProfileEntry } from '@carrara/contract/carry/allocationProfile';
import { referenceText } from '@carrara/ui/value';

const figures: ReadonlySet<string> = new Set(['predilute', 'fixed', 'discretionary', 'shares', 'effective']);

/** The entries of those who are called like the search, an entity also by its members. */
export function entriesNamed(entries: readonly ProfileEntry[], search: string): readonly ProfileEntry[] {
  const wanted = search.trim().toLowerCase();
  const isNamed = ({ name }: { readonly name: string }) => name.toLowerCase().includes(wanted);
  return wanted === '' ? entries : entries.filter((entry) => isNamed(entry) || entry.members.some(isNamed));
}

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
