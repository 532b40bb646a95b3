import { err, groupBy, ok, required, type Result } from '../../kernel/index.ts';
import type { ReadRow } from './tableReader.ts';

/** An error of a row: in one of its columns, or in the row as a whole. */
export interface RowRefusal {
  readonly row: number;
  readonly field: string | null;
  readonly reason: string;
}

/** A record that a file can refer to, with its names. */
export interface NamedRecord {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

/** The number of rows by their effect on existing records. */
export interface Counts {
  readonly created: number;
  /** Reversed and entered again. */
  readonly changed: number;
  readonly unchanged: number;
  /** Entered by an earlier file for the same dates but missing in this one. */
  readonly missing: number;
}

/** Returns a lookup that finds a record by its code, or by its name if no other record has that name. */
export function lookup<T extends NamedRecord>(all: readonly T[]): (text: string) => T | undefined {
  const byCode = groupBy(all, ({ code }) => code?.toLowerCase());
  const byName = groupBy(all, ({ name }) => name.toLowerCase());
  return (text) => {
    const key = text.toLowerCase();
    const [coded] = byCode.get(key) ?? [];
    if (coded !== undefined) return coded;
    const [named, ...others] = byName.get(key) ?? [];
    return others.length === 0 ? named : undefined;
  };
}

/** A currency, which a file can't use while it is archived. */
export interface NamedCurrency extends NamedRecord {
  readonly isInactive?: boolean | undefined;
}

/** Returns the same lookup for active currencies. It fails with a sentence for the file's row. */
export function currencyLookup<T extends NamedCurrency>(all: readonly T[]): (text: string) => Result<T, string> {
  const find = lookup(all);
  return (text) => {
    const found = find(text);
    if (found === undefined) return err(`There is no currency '${text}'.`);
    return found.isInactive === true
      ? err(
          `The currency '${text}' is archived. Activate it under Reference data, Currencies, and upload the file again.`,
        )
      : ok(found);
  };
}

/** Returns the record with this code, or with this name if no other record has it. */
export const findNamedRecord = <T extends NamedRecord>(all: readonly T[], text: string): T | undefined =>
  lookup(all)(text);

export const textValue = ({ values }: ReadRow, field: string): string | null => values[field] ?? null;

/** Returns the text of a required field. Rows without one are refused when they are read. */
export const requiredText = (row: ReadRow, field: string): string =>
  required(textValue(row, field), `a row’s ${field}`);
