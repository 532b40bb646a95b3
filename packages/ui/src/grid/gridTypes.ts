import type { Kind, Reference } from '@carrara/contract/core/kinds';

export interface GridColumn {
  readonly field: string;
  readonly kind: Kind;
  readonly title: string;
  readonly width?: number;
  /** Takes the remaining width. */
  readonly grow?: boolean;
  /** The main column of the grid, which is always visible. A grid that has one hides others if they don't fit. */
  readonly isKey?: boolean;
  /** True for columns that are hidden before all others. */
  readonly isDetail?: boolean;
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

/** A cell to go to. A new object goes there again. */
export interface GridLocation {
  readonly key: string;
  readonly field: string;
}

/** One changed cell. `key` is the row's key. For a nested row, it is the path of keys, `entity/member`. */
export interface GridEdit {
  readonly key: string;
  readonly field: string;
  /** In the format of the API: decimal string, ISO date, text, boolean, reference; null if cleared. */
  readonly value: unknown;
  /** Set if the text could not be read; `value` is then null. Only for callers that store it, see `typed`. */
  readonly unread?: UnreadText | undefined;
}

export interface DataGridProps<Row> {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Called once for each action, so a paste or a fill is one list. The caller stores the rows and passes the changed ones back. */
  readonly onEdit?: ((edits: readonly GridEdit[]) => void) | undefined;
  /** Restricts the column's `editable` further. */
  readonly isEditable?: ((row: Row, field: string) => boolean) | undefined;
  /**
   * The reason why a cell is read-only, including earlier edits of the same action. Restricts `editable` further, like `isEditable`. Values typed or
   * pasted there are refused with this reason.
   */
  readonly closed?: ((row: Row, field: string, action: readonly GridEdit[]) => string | undefined) | undefined;
  /** The reason for rejecting a value. Marks the cell. */
  readonly problem?: ((row: Row, field: string) => string | undefined) | undefined;
  /** A warning about a valid value; marks the cell. */
  readonly warning?: ((row: Row, field: string) => string | undefined) | undefined;
  /** True for cells that a person set instead of the computed value. They are highlighted. */
  readonly emphasis?: ((row: Row, field: string) => boolean) | undefined;
  /**
   * Typed text that could not be read, for a caller that stores it with its rows. It is then part of the edits, remains when the grid is closed, and
   * is undone like any other edit.
   */
  readonly typed?: ((row: Row, field: string) => UnreadText | undefined) | undefined;
  /** The number of actions in effect. If it falls, the last action's message is cleared. For callers that undo actions themselves. */
  readonly actions?: number | undefined;
  /** The choices of one row, instead of the column's. */
  readonly optionsOf?: ((row: Row, field: string) => readonly Reference[] | undefined) | undefined;
  /** Goes to this cell whenever it is a new object: expands its row, scrolls to it, selects it and takes the focus. */
  readonly goTo?: GridLocation | undefined;
  /** Called with the number of cells that could not be read. A save waits until there are none. */
  readonly onUnreadableChange?: ((count: number) => void) | undefined;
  /** The totals row, computed by the caller with each change. */
  readonly totals?: Readonly<Record<string, string | null>> | undefined;
  readonly totalsLabel?: string | undefined;
  readonly childrenOf?: ((row: Row) => readonly Row[]) | undefined;
  readonly maxHeight?: number | undefined;
  /** Called on a click on a read-only cell, for example to open a record or an explanation. */
  readonly onCellOpen?: ((row: Row, field: string) => void) | undefined;
}

/** A row of the grid with its position in the tree. */
export interface GridRow<Row> {
  readonly row: Row;
  readonly key: string;
  readonly level: number;
  readonly expanded: boolean | undefined;
}
