import type { ReportDefinition, Subtotal } from '@carrara/contract/core/report';
import type { TableSort } from '../list/tableTypes.ts';

/** A row of a report by field. */
export type ReportRow = Readonly<Record<string, unknown>>;

export interface ReportTableProps {
  readonly report: Pick<ReportDefinition, 'title' | 'columns' | 'groupBy' | 'counted' | 'phone'>;
  /** In groups, in the order of the report. */
  readonly rows: readonly ReportRow[];
  /** The sums of the groups that have a row here, and of the whole report. They are passed in, never computed here. */
  readonly subtotals: readonly Subtotal[];
  readonly sort?: TableSort;
  /** The parameters of the report. Lists behind its figures use the same ones. */
  readonly values?: Readonly<Record<string, string>>;
}
