import { addMonths, type CalendarDate, calendarDate, monthOf, yearOf } from '../../kernel/index.ts';

/** How far back a return looks: everything, whole years, the last quarter, the fiscal year to date. */
export const horizons = ['INCEPTION', '1Y', '3Y', '5Y', '10Y', 'QTD', 'YTD'] as const;
export type Horizon = (typeof horizons)[number];

const QUARTERS: Readonly<Partial<Record<Horizon, number>>> = { QTD: 1, '1Y': 4, '3Y': 12, '5Y': 20, '10Y': 40 };

/**
 * The day whose closing value a horizon opens with: the quarter end so many quarters before, or the last end of a fiscal year.
 *
 * Null since inception: there is no opening value.
 */
export function horizonStart(horizon: Horizon, to: CalendarDate, fiscalYearEndMonth = 12): CalendarDate | null {
  if (horizon === 'INCEPTION') return null;
  const quarters = QUARTERS[horizon];
  if (quarters !== undefined) return monthEnd(to, -3 * quarters);
  const since = (monthOf(to) - fiscalYearEndMonth + 11) % 12;
  return monthEnd(to, -(since + 1));
}

/** The last day of the month that lies so many months away from a date's; the calendar begins with January of year 1. */
export function monthEnd(date: CalendarDate, months: number): CalendarDate {
  const monthsBefore = monthOf(date) - 1;
  const earliest = -(yearOf(date) - 1) * 12 - monthsBefore;
  // Clipped to the length of the month that it comes to.
  const lastOfJanuary = calendarDate(`${date.slice(0, 4)}-01-31`);
  return addMonths(lastOfJanuary, monthsBefore + Math.max(months, earliest));
}
