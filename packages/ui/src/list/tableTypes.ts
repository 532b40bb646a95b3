import type { Column } from '@carrara/contract/core/fields';
import type { FittedColumn } from './columnsThatFit.ts';
import type { ReactNode, Ref } from 'react';
import type { RowSelection } from './selection.ts';
import type { TableTotal } from './TableFoot.tsx';

export interface TableSort {
  readonly field: string;
  readonly ascending: boolean;
  readonly onSort: (field: string, ascending: boolean) => void;
}

export type Density = 'comfortable' | 'compact';

export interface DataTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>> | undefined;
  readonly sort?: TableSort | undefined;
  readonly totals?: readonly TableTotal[] | undefined;
  readonly totalsLabel?: string | undefined;
  /** The plural noun for the items that the coverage of a total counts; by default `rows`. */
  readonly counted?: string | undefined;
  /** Rows below a row, visible when it is expanded, such as the members of an entity. */
  readonly childrenOf?: ((row: Row) => readonly Row[]) | undefined;
  /** True if rows with others below them are expanded at first. */
  readonly startsOpen?: boolean | undefined;
  readonly rowHref?: ((row: Row) => string | undefined) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Called when the link of a row is followed, also in a new tab. */
  readonly onFollow?: ((row: Row) => void) | undefined;
  readonly onPrefetch?: ((row: Row) => void) | undefined;
  /** Buttons at the end of each row. */
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  /** How rows are selected; absent if they can't be. */
  readonly selection?: RowSelection<Row> | undefined;
  readonly currentRow?: number | undefined;
  readonly density?: Density | undefined;
  /** Widths in pixels of resized columns. Figures stay complete even in narrower ones. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  /** Called with the new width of a column, or undefined for its usual one. Columns can't be resized without it. */
  readonly onResize?: ((field: string, width: number | undefined) => void) | undefined;
  /** True if a person chose the columns: the table scrolls sideways instead of hiding those that don't fit. */
  readonly showsAllColumns?: boolean | undefined;
  /** True if the column of currencies is hidden. Amounts then name their currency themselves. */
  readonly hidesCurrency?: boolean | undefined;
  /** True if a phone displays a card for each row. */
  readonly cardsOnPhone?: boolean | undefined;
  /** The number of skeleton rows while the rows load. */
  readonly loadingRows?: number | undefined;
  readonly bodyRef?: Ref<HTMLTableSectionElement> | undefined;
}

/** The table with the state of its tree, for its body and rows. */
export interface TableBodyProps<Row> extends DataTableProps<Row> {
  readonly columns: readonly FittedColumn[];
  /** Rows that have been expanded or collapsed since the start. */
  readonly toggled: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}
