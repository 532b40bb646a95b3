import { type CalendarDate, type Decimal, moneyText, significantText } from '@carrara/domain/kernel';
import { keyFigure } from '@carrara/domain/kernel/measures';
import { quarterEnds, quartersLater } from '../ledger/index.ts';
import { trendQuarters } from './keyFigures.ts';

/** A stored figure of a quarter end; null if it isn't determined or can't be compared with other quarter ends. */
export interface FigureOfQuarter {
  readonly end: CalendarDate;
  readonly value: Decimal | null;
}

/** The change of a figure since the previous quarter end, and the figure at each quarter end of the trend, as transmitted. */
export interface QuarterHistory {
  readonly change: { since: CalendarDate; difference: string; percent: string | null } | null;
  readonly trend: { endDate: CalendarDate; value: string | null }[];
}

/**
 * Returns the change of a stored figure since the quarter end before, and its trend until a quarter end.
 *
 *     difference = figure - figure at the previous quarter end;  percent = difference / |figure at the previous quarter end| x 100
 *
 * Units:  both figures in one unit, the percentage in percent. The difference between returns is in percentage points.
 * Source: docs/calculations/change.md.
 */
export function quarterHistory(
  quarters: readonly FigureOfQuarter[],
  end: CalendarDate,
  kind: 'money' | 'ratio',
): QuarterHistory {
  const valueOn = new Map(quarters.map((quarter) => [quarter.end, quarter.value]));
  const ends = quarterEnds(quartersLater(end, 1 - trendQuarters), end);
  const { change, series } = keyFigure(ends.map((on) => ({ on, value: valueOn.get(on) ?? null })));
  const text = kind === 'money' ? moneyText : significantText;
  return {
    change: change && {
      since: change.since,
      difference: text(change.difference),
      percent: change.percent && significantText(change.percent),
    },
    trend: series.map(({ on, value }) => ({ endDate: on, value: value && text(value) })),
  };
}

/** A stored return, in percent. */
export interface ReturnOfQuarter {
  readonly end: CalendarDate;
  readonly irr: Decimal | null;
  readonly irrAnnualized: boolean | null;
}

/** Returns the history of a return. A return for less than a year isn't compared with an annualized one. */
export function returnHistory(quarters: readonly ReturnOfQuarter[], end: CalendarDate): QuarterHistory {
  const isAnnualized = quarters.find((quarter) => quarter.end === end)?.irrAnnualized ?? null;
  return quarterHistory(
    quarters.map(({ irr, irrAnnualized, ...quarter }) => ({
      ...quarter,
      value: irrAnnualized === isAnnualized ? irr : null,
    })),
    end,
    'ratio',
  );
}
