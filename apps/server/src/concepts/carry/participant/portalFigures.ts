import { ownHistory } from '@carrara/adapters/postgres/carry/portal/ownHistory';
import type { PortalFigures } from '@carrara/contract/carry/portal';
import { calendarDate, decimal, zero } from '@carrara/domain/kernel';
import { balanceDays, keyFigure, pointsOfSpans, yearSpans } from '@carrara/domain/kernel/measures';
import { keyFigureRow } from '../../../core/keyFigures.ts';
import type { RequestContext } from '../../../core/operations.ts';

/** The number of quarter ends and of full years in a sparkline, before the current value. */
const [quarters, years] = [8, 4];

/** Returns the figures of a holder that have a change and a series: the net amount paid this year, and the escrow held. */
export async function portalFigures({ tx, today }: RequestContext, participantId: string): Promise<PortalFigures> {
  const days = balanceDays(today, quarters);
  const { series, before } = yearSpans(today, years);
  const points = (await ownHistory(tx, participantId, days, [...series, before])).map((point) => ({
    ...point,
    on: calendarDate(point.on),
    value: decimal(point.value),
  }));
  return [...new Set(points.map(({ currency }) => currency))].flatMap((currency): PortalFigures => {
    const own = points.filter((point) => point.currency === currency);
    const paid = own.flatMap(({ from, on, value }) => (from === null ? [] : [{ from: calendarDate(from), on, value }]));
    const [earlier, ...inYears] = pointsOfSpans(paid, [before, ...series]);
    const escrow = days.map((on) => ({
      on,
      value: own.find((point) => point.field === 'escrow' && point.on === on)?.value ?? zero,
    }));
    return [
      keyFigureRow({ field: 'netPaid', currency }, keyFigure(inYears, earlier)),
      keyFigureRow({ field: 'escrow', currency }, keyFigure(escrow)),
    ];
  });
}
