import type { ProfileEntry } from '@carrara/contract/carry/allocation/allocationProfile';
import { referenceText } from '@carrara/ui/value/valueText.ts';

const figures: ReadonlySet<string> = new Set(['predilute', 'fixed', 'discretionary', 'shares', 'effective']);

/** Filters the entries by name. An entity also matches by the names of its members. */
export function entriesNamed(entries: readonly ProfileEntry[], search: string): readonly ProfileEntry[] {
  const searchText = search.trim().toLowerCase();
  const isNamed = ({ name }: { readonly name: string }) => name.toLowerCase().includes(searchText);
  return searchText === '' ? entries : entries.filter((entry) => isNamed(entry) || entry.members.some(isNamed));
}

/** Sorts entries by a column. Missing values come last, and equal values sort by name. */
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
  const compare = (first: string, other: string) =>
    figures.has(field) ? Number(first) - Number(other) : first.localeCompare(other);
  return [...entries].sort((first, other) => {
    const [a, b] = [textOf(first), textOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b) || first.name.localeCompare(other.name);
  });
}
