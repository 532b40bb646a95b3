import type { Column } from '@carrara/contract/core/fields';
import type { FittedColumn } from './columnsThatFit.ts';
import type { ReactNode, Ref } from 'react';
import type { TableTotal } from './TableFoot.tsx';
import type { TableSort } from './TableHead.tsx';

export type Density = 'comfortable' | 'compact';

export interface DataTableProps<Row> {
  /** Names the table for assistive technology. */
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
  /** Rows below a row, shown when it is expanded: the members of an entity. */
  readonly childrenOf?: ((row: Row) => readonly Row[]) | undefined;
  /** Rows with others below them are open at first. */
  readonly startsOpen?: boolean | undefined;
  readonly rowHref?: ((row: Row) => string | undefined) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Told that the link of a row is followed, in whichever way, in a new tab too. */
  readonly onFollow?: ((row: Row) => void) | undefined;
  readonly onPrefetch?: ((row: Row) => void) | undefined;
  /** Buttons at the end of each row. */
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  readonly currentRow?: number | undefined;
  readonly density?: Density | undefined;
  /** The columns were chosen: the table scrolls sideways instead of hiding those that don't fit. */
  readonly showsAllColumns?: boolean | undefined;
  /** A phone shows a card for each row. */
  readonly cardsOnPhone?: boolean | undefined;
  /** Skeleton rows instead of rows. */
  readonly loadingRows?: number | undefined;
  readonly bodyRef?: Ref<HTMLTableSectionElement> | undefined;
}

/** The table with the state of its tree, as its body and rows see it. */
export interface TableBodyProps<Row> extends DataTableProps<Row> {
  readonly columns: readonly FittedColumn[];
  /** Rows that are not as they were at first. */
  readonly toggled: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}
