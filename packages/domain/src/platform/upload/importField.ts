import type { TypedUnit } from '../../kernel/typedNumber/index.ts';

/**
 * What a column of a file holds: `text` as it stands, `choice` one of a list of codes, `date`, `money` in whole cents, `number` with up to ten decimals,
 * `flag` yes or no.
 */
export type ImportKind = 'text' | 'choice' | 'date' | 'money' | 'number' | 'flag';

/** A column that a kind of file can have. */
export interface ImportField {
  readonly title: string;
  /** What may stand below, in words. */
  readonly hint: string;
  readonly kind: ImportKind;
  /** Of a number: the sign that may stand at it, as of `4.10%`; without it that of an amount. */
  readonly unit?: TypedUnit;
  readonly required?: true;
  /** Characters of a text; 400 unless said otherwise. */
  readonly max?: number;
  /** Of a choice: what it takes, each with the words that say the same. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** The columns of a kind of file, by the name that the product has for each. */
export type ImportFields = Readonly<Record<string, ImportField>>;
