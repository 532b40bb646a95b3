import type { Kind, Reference } from '@carrara/contract/core/kinds';

export interface GridColumn {
  readonly field: string;
  readonly kind: Kind;
  readonly title: string;
  readonly width?: number;
  /** Takes the room that is left. */
  readonly grow?: boolean;
  readonly editable?: boolean;
  /** True if a number may be negative; default false. */
  readonly negative?: boolean;
  readonly max?: number;
  /** The choices, for references and states. */
  readonly options?: readonly Reference[];
}

/** Typed text that could not be read, with the reason. The text stays as typed, so nothing is lost. */
export interface UnreadText {
  readonly text: string;
  readonly reason: string;
}

/** A cell to go to; a new object goes there again. */
export interface GridLocation {
  readonly key: string;
  readonly field: string;
}

/** One changed cell. `key` is the row's key; of a row below another one the path of keys, `entity/member`. */
export interface GridEdit {
  readonly key: string;
  readonly field: string;
  /** In the form of the wire: decimal string, ISO date, text, boolean, reference; null when cleared. */
  readonly value: unknown;
  /** Set when it could not be read; `value` is then null. Only for callers that keep it, see `typed`. */
  readonly unread?: UnreadText | undefined;
}

export interface DataGridProps<Row> {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** One call for each action: a paste or a fill comes as one list. The caller keeps the rows and gives the changed ones back. */
  readonly onEdit?: ((edits: readonly GridEdit[]) => void) | undefined;
  /** Narrower than the column's `editable`. */
  readonly isEditable?: ((row: Row, field: string) => boolean) | undefined;
  /**
   * Why a cell takes nothing, in words, also because of what the same action gave before it; narrower than `editable` like `isEditable`. What is
   * typed or pasted there is refused with these words.
   */
  readonly closed?: ((row: Row, field: string, action: readonly GridEdit[]) => string | undefined) | undefined;
  /** Why a value is wrong, in words; marks the cell. */
  readonly problem?: ((row: Row, field: string) => string | undefined) | undefined;
  /** A warning about a valid value; marks the cell. */
  readonly warning?: ((row: Row, field: string) => string | undefined) | undefined;
  /** Cells that a person set in place of a computed value; they stand out. */
  readonly emphasis?: ((row: Row, field: string) => boolean) | undefined;
  /**
   * Typed text that could not be read, for a caller that stores it with its rows. It then comes with the edits, outlives the grid,
   * and is taken back like any other edit.
   */
  readonly typed?: ((row: Row, field: string) => UnreadText | undefined) | undefined;
  /** How many actions stand, of a caller that takes them back itself: with fewer, what the last one could not put anywhere is told no more. */
  readonly actions?: number | undefined;
  /** Choices of one row, in place of the column's. */
  readonly optionsOf?: ((row: Row, field: string) => readonly Reference[] | undefined) | undefined;
  /** Goes to this cell when it is given anew: unfolds its row, shows it, selects it and takes the focus. */
  readonly goTo?: GridLocation | undefined;
  /** How many cells hold something that could not be read; a save waits until there is none. */
  readonly onUnreadableChange?: ((count: number) => void) | undefined;
  /** The totals row, computed by the caller with each change. */
  readonly totals?: Readonly<Record<string, string | null>> | undefined;
  readonly totalsLabel?: string | undefined;
  readonly childrenOf?: ((row: Row) => readonly Row[]) | undefined;
  readonly maxHeight?: number | undefined;
  /** A click on a cell that cannot be edited: opens a record or an explanation. */
  readonly onCellOpen?: ((row: Row, field: string) => void) | undefined;
}

/** A row as it stands in the grid: its place in the tree included. */
export interface PlacedRow<Row> {
  readonly row: Row;
  readonly key: string;
  readonly level: number;
  readonly expanded: boolean | undefined;
}
