import { type HomePoint, homePoints } from '@carrara/adapters/postgres/carry/home/keyFigures';
import { type Home, type HomeFigure, homeFigures } from '@carrara/contract/carry/home';
import { hasPermission } from '@carrara/contract/core/permissions';
import { type CalendarDate, calendarDate, type Decimal, decimal, zero } from '@carrara/domain/kernel';
import { balanceDays, keyFigure, pointsOfSpans, yearSpans } from '@carrara/domain/kernel/measures';
import { keyFigureRow } from '../../../core/keyFigures.ts';
import type { RequestContext } from '../../../core/operations.ts';

/** The number of quarter ends and of full years in a sparkline, before the current value. */
const [quarters, years] = [8, 4];
const undeterminedRun = 'A submitted distribution has figures that aren’t determined.';

/** Returns the key figures of carry in each currency. A figure that is zero throughout is left out. */
export async function homeKeyFigures({ tx, today, grants }: RequestContext): Promise<Home['figures']> {
  const days = balanceDays(today, quarters);
  const { series: spans, before } = yearSpans(today, years);
  const points = await homePoints(tx, days, [...spans, before]);
  const mayViewLedger = hasPermission(grants, 'ledgerRun.view');
  const figureOf = (field: HomeFigure, currency: string | null): Home['figures'] => {
    const own = points.filter((candidate) => candidate.field === field && candidate.currency === currency);
    const coverage = own.find((candidate) => candidate.coverage !== null)?.coverage ?? null;
    if (own.every(isZero) && !coverage?.excluded.length) return [];
    switch (field) {
      // Nothing is known about an account before it is accrued or opened.
      case 'accrued':
        return [keyFigureRow({ field, currency, coverage }, keyFigure(days.map((on) => pointAt(own, on, null))))];
      case 'escrow':
        return [keyFigureRow({ field, currency }, keyFigure(days.map((on) => pointAt(own, on, zero))))];
      case 'distributed':
      case 'netPaid': {
        const sums = own.flatMap(({ from, on, value }) =>
          from === null || value === null
            ? []
            : [{ from: calendarDate(from), on: calendarDate(on), value: decimal(value) }],
        );
        const [earlier, ...inYears] = pointsOfSpans(sums, [before, ...spans]);
        return [keyFigureRow({ field, currency }, keyFigure(inYears, earlier))];
      }
      case 'awaiting': {
        const { value, ...figure } = keyFigure([pointAt(own, today, zero)]);
        return [
          keyFigureRow({ field, currency, reason: value ? null : undeterminedRun }, { ...figure, value, series: [] }),
        ];
      }
    }
  };
  const currencies = [...new Set(points.map(({ currency }) => currency))];
  return currencies.flatMap((currency) =>
    homeFigures
      .filter((field) => mayViewLedger || (field !== 'accrued' && field !== 'escrow'))
      .flatMap((field) => figureOf(field, currency)),
  );
}

const isZero = ({ value, coverage }: HomePoint) => coverage !== null || (value !== null && decimal(value).isZero());
/** Returns a balance on a day; `missing` if there are no entries until then. */
function pointAt(points: readonly HomePoint[], on: CalendarDate, missing: Decimal | null) {
  const found = points.find((point) => point.on === on && point.coverage === null);
  if (!found) return { on, value: missing };
  return { on, value: found.value === null ? null : decimal(found.value) };
}
