import type { CalendarDate } from '../../kernel/index.ts';
import { horizonStart } from '../return/index.ts';

/** The dates before the quarter and the year begin, and the end of both. */
export interface StatementDates {
  readonly quarterFrom: CalendarDate;
  readonly yearFrom: CalendarDate;
  readonly end: CalendarDate;
}

/** Returns the quarter and the fiscal year that end on a quarter end. A fiscal year ends with the month of its last day (`06-30`). */
export function statementDates(end: CalendarDate, fiscalYearEnd = '12-31'): StatementDates {
  const month = Number(fiscalYearEnd.slice(0, 2));
  return { end, quarterFrom: horizonStart('QTD', end), yearFrom: horizonStart('YTD', end, month) };
}
