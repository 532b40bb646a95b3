import type { Column } from '@carrara/contract/core/fields';
import type { ReactNode } from 'react';
import type { TableTotal } from './TableFoot.tsx';

export interface ListTab {
  readonly id: string;
  readonly title: string;
  /** Null while it loads. Its space is reserved. */
  readonly count?: number | null;
}

interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** A filter chip. Without a choice it reads 'All' (or `allLabel`). */
export interface ListFilter {
  readonly id: string;
  readonly title: string;
  readonly options: readonly FilterOption[];
  readonly multiple?: boolean;
  readonly allLabel?: string;
  /** True for a filter of the link that opened the list. It is neither remembered nor saved with a view. */
  readonly isOfLink?: boolean;
}

/** A list screen as data. The columns are those of the contract's list, so screen and export agree. */
export interface ListScreenDefinition<Row> {
  readonly title: string;
  readonly rowKey: keyof Row & string;
  readonly columns: readonly Column[];
  readonly defaultSort: { readonly field: string; readonly ascending: boolean };
  readonly pageSize?: number;
  /** The plural noun for the items that the coverage of a total counts; by default the title. */
  readonly counted?: string | undefined;
  readonly tabs?: readonly ListTab[];
  readonly filters?: readonly ListFilter[];
  /** False for a list that can't be searched. The default is true. */
  readonly searchable?: boolean;
  /** Cells with more than their value, such as a name with tags behind it. */
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>>;
}

export function defineList<Row>(definition: ListScreenDefinition<Row>): ListScreenDefinition<Row> {
  return definition;
}

/** One page of rows, in the format of the API. */
export interface ListPage<Row> {
  readonly pageData: readonly Row[];
  readonly totalItemCount: number;
  /** The number of records, if one may have several rows. */
  readonly recordCount?: number | undefined;
  readonly totals?: readonly TableTotal[] | undefined;
}
