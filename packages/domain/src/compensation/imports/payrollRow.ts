import type { CalendarDate } from '../../kernel/index.ts';

/** What a provider paid somebody. */
export interface PayrollRow {
  readonly employeeId: string;
  readonly payDate: CalendarDate;
  readonly payTypeId: string;
  readonly currencyId: string;
  /** Money. */
  readonly amount: string;
}
export interface PayrollPeriod {
  readonly provider: string;
  readonly periodStart: CalendarDate;
  readonly periodEnd: CalendarDate;
}
