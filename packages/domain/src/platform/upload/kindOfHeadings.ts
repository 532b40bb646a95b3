import type { ImportFields } from './importField.ts';
import { sameText } from './mapping.ts';

/**
 * Returns the kind of file whose titles match the headings: it has all required ones, and more matches than any other kind. Undefined if none fits.
 */
export function kindOfHeadings<K extends string>(
  kinds: Readonly<Record<K, ImportFields>>,
  headings: readonly string[],
): K | undefined {
  const normalized = new Set(headings.map(sameText));
  const found = (Object.entries(kinds) as [K, ImportFields][]).map(([kind, fields]) => {
    const columns = Object.values(fields);
    const exists = ({ title }: { readonly title: string }) => normalized.has(sameText(title));
    const isWhole = columns.every((column) => !column.required || exists(column));
    return { kind, count: isWhole ? columns.filter(exists).length : 0 };
  });
  const best = found.toSorted((a, b) => b.count - a.count)[0];
  return best && best.count > 1 ? best.kind : undefined;
}
