import type { TypedUnit } from '../../kernel/typedNumber/index.ts';

/**
 * The type of a column: `text` as is, `choice` one of a list of codes, `date`, `money` in whole cents, `number` with up to ten decimals, `flag` yes
 * or no.
 */
export type ImportKind = 'text' | 'choice' | 'date' | 'money' | 'number' | 'flag';

/** A column of a kind of file. */
export interface ImportField {
  readonly title: string;
  /** Describes the accepted values. */
  readonly hint: string;
  readonly kind: ImportKind;
  /** For a number, the unit sign that may be typed with it, as in `4.10%`. Defaults to amount. */
  readonly unit?: TypedUnit;
  readonly required?: true;
  /** The maximum length of a text. Defaults to 400. */
  readonly max?: number;
  /** For a choice, the codes and their titles. Both are accepted. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** The columns of a kind of file, by the product's field name. */
export type ImportFields = Readonly<Record<string, ImportField>>;
