import { addMonths, type CalendarDate, calendarDate, monthNumber, calendarYear } from '../../kernel/index.ts';

/** The periods of a return: since inception, whole years, the last quarter, the fiscal year to date. */
export const horizons = ['INCEPTION', '1Y', '3Y', '5Y', '10Y', 'QTD', 'YTD'] as const;
export type Horizon = (typeof horizons)[number];

const QUARTERS: Readonly<Partial<Record<Horizon, number>>> = { QTD: 1, '1Y': 4, '3Y': 12, '5Y': 20, '10Y': 40 };

/**
 * Returns the date whose closing value opens a horizon: the quarter end a number of quarters earlier, or the last fiscal year end.
 *
 * Null since inception, because there is no opening value.
 */
export function horizonStart(
  horizon: Exclude<Horizon, 'INCEPTION'>,
  to: CalendarDate,
  fiscalYearEndMonth?: number,
): CalendarDate;
export function horizonStart(horizon: Horizon, to: CalendarDate, fiscalYearEndMonth?: number): CalendarDate | null;
export function horizonStart(horizon: Horizon, to: CalendarDate, fiscalYearEndMonth = 12): CalendarDate | null {
  if (horizon === 'INCEPTION') return null;
  const quarters = QUARTERS[horizon];
  if (quarters !== undefined) return monthEnd(to, -3 * quarters);
  const since = (monthNumber(to) - fiscalYearEndMonth + 11) % 12;
  return monthEnd(to, -(since + 1));
}

/** Returns the last day of the month a number of months away. The calendar begins with January of year 1. */
function monthEnd(date: CalendarDate, months: number): CalendarDate {
  const monthsBefore = monthNumber(date) - 1;
  const earliest = -(calendarYear(date) - 1) * 12 - monthsBefore;
  // The day is clipped to the length of the resulting month.
  const lastOfJanuary = calendarDate(`${date.slice(0, 4)}-01-31`);
  return addMonths(lastOfJanuary, monthsBefore + Math.max(months, earliest));
}
