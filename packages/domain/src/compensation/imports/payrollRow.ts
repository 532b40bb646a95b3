import type { CalendarDate } from '../../kernel/index.ts';

/** A payment by a payroll provider. */
export interface PayrollRow {
  readonly employeeId: string;
  readonly payDate: CalendarDate;
  readonly payTypeId: string;
  readonly currencyId: string;
  readonly amount: string;
  /** The file that contained an existing row. */
  readonly sourceFileId?: string;
}
export interface PayrollPeriod {
  readonly provider: string;
  readonly periodStart: CalendarDate;
  readonly periodEnd: CalendarDate;
}
