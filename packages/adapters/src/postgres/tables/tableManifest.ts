import type { Path } from '@carrara/domain/kernel';

/** Rows of a table that are part of a record, and how the audit log stores them. */
export interface RecordPart {
  readonly table: string;
  /** Column with the record's id, or with `through`, the id of a row of that table. */
  readonly key: string;
  /** Table that links the rows to the record, and its column with the record's id. */
  readonly through?: { readonly table: string; readonly key: string };
  /** Condition that selects this record type's rows of the table, with the alias `t`. */
  readonly where?: string;
  /**
   * True for rows that two tenants share: the one in `tenant_id` and the one in `target_id`. Each records them in its
   * own audit log.
   */
  readonly shared?: true;
  /**
   * True if a row is a record even without a row in the first table. An invited person, for example, is not a member
   * yet.
   */
  readonly alone?: true;
  /** True for rows that belong to a person and not to a firm. Only the person's home firm records them. */
  readonly ofHome?: true;
  /** True if backups leave the rows out and nothing depends on them, so that missing rows aren't a finding. */
  readonly mayBeDeleted?: true;
  /** Columns that change without an audit entry and don't affect the row's meaning. */
  readonly without?: readonly string[];
  /** True if there are so many rows that the audit log stores one digest over all of them instead of each value. */
  readonly many?: true;
  /**
   * Sums and a digest for each group of rows, by the values of some columns. Differences are reported with their names and amounts. `where`
   * selects the rows that are added up; the digest covers all. If the first column is `id`, each group is one row, and its values are compared one
   * by one. `sets` are several groupings by some of the columns each; the others are null there.
   */
  readonly sums?: {
    readonly by: readonly string[];
    readonly columns: readonly string[];
    readonly where?: string;
    readonly sets?: readonly (readonly string[])[];
  };
}

export type Parts = readonly [root: RecordPart, ...rest: RecordPart[]];
/** The rows of a table that belong to a record, by the column with its id. */
export const rows = (table: string, key = 'id', more: Omit<RecordPart, 'table' | 'key'> = {}): RecordPart => ({
  table,
  key,
  ...more,
});

/** Columns by table, separated by spaces. */
type Columns = Readonly<Record<string, string>>;

/** The field and the message of a violated constraint. */
export type Line = readonly [path: Path, text: string];

export const lengthText = (field: string, most: number) => `${field} can have at most ${String(most)} characters.`;

/** The facts about an area's tables that the engine needs. */
export interface TableManifest {
  /**
   * Tables of a record type, by the object type of its audit entries, where they are more than the type implies. The first table holds the record.
   * With each entry, the audit log stores all columns of these rows, and `carrara audit verify` compares the last stored state with the tables.
   *
   * Add every new table that a figure, an approval or a permission depends on. A test over all columns requires it.
   */
  readonly records: Readonly<Record<string, Parts>>;
  /** Tables that no figure, approval or permission depends on, or that are checked in another way, with the reason. */
  readonly unrecorded?: Columns;
  /** Columns that say what a row is about, from its owner inward: fund, investor, figure, date. Findings of an audit name the row by them. */
  readonly subjects?: Columns;
  /** The nouns for rows, if the name of the table isn't one. */
  readonly nouns?: Columns;
  /** The fields that list the rows of a table, where the record type doesn't name them. */
  readonly lists?: Columns;
  /** Columns with a maximum length, by that length. */
  readonly lengths?: Readonly<Record<number, Columns>>;
  readonly notNegative?: Columns;
  /** Columns from 0 to 100. */
  readonly percentage?: Columns;
  readonly positive?: Columns;
  /** Columns from 1900 to 2200. */
  readonly year?: Columns;
  /** Columns with a fixed set of values. */
  readonly choice?: Columns;
  /** The messages of other constraints, by their name. PostgreSQL truncates or numbers long names. */
  readonly messages?: Readonly<Record<string, Line>>;
  /** Names for rows that prevent the deletion of a record they refer to. Tables that aren't listed are deleted together with that record. */
  readonly referrers: Columns;
}
