import { participantFiguresOn } from '@carrara/adapters/postgres/carry/carryViews/participantFigures';
import { ownHistory } from '@carrara/adapters/postgres/carry/portal/ownHistory';
import type { PortalFigures } from '@carrara/contract/carry/participant/portal';
import { portalShows } from '@carrara/contract/core/modules';
import { calendarDate, decimal, zero } from '@carrara/domain/kernel';
import { balanceDays, keyFigure, pointsOfSpans, yearSpans } from '@carrara/domain/kernel/measures';
import { keyFigureRow } from '../../../core/keyFigures.ts';
import type { RequestContext } from '../../../core/operations.ts';

type Visible = ReturnType<typeof portalShows>;

/** The number of quarter ends and of full years in a sparkline, before the current value. */
const [quarters, years] = [8, 4];

/**
 * The figures of the summary, each with its value before anything is recorded and whether the firm displays it. Nothing is known about an account before
 * it is accrued or opened.
 */
const balances = [
  ['escrow', 'escrowBalance', zero, () => true],
  ['grossDistributed', 'totalCarryDistributed', zero, () => true],
  ['netDistributed', 'totalNetDistributed', zero, () => true],
  ['accrued', 'carryBalance', null, ({ estimates }: Visible) => estimates],
  ['forecast', 'forecastedCarry', zero, ({ forecasts }: Visible) => forecasts],
] as const;

/** Returns the figures of a holder that have a change and a series: the net amount paid this year, and the figures of the summary. */
export async function portalFigures(
  { tx, today, tenant }: RequestContext,
  participantId: string,
): Promise<PortalFigures> {
  const days = balanceDays(today, quarters);
  const paid = await netPaidFigures({ tx, today }, participantId);
  const figures = await participantFiguresOn(tx, participantId, days);
  const visible = portalShows(tenant.settings);
  const currencies = [...new Set(figures.map(({ currency }) => currency))];
  return [
    ...paid,
    ...currencies.flatMap((currency) => {
      const own = new Map(figures.filter((line) => line.currency === currency).map((line) => [line.on, line]));
      return balances
        .filter(([, , , isVisible]) => isVisible(visible))
        .map(([field, name, missing]) => {
          const points = days.map((on) => {
            const line = own.get(on);
            return { on, value: line ? decimalOrNull(line[name]) : missing };
          });
          return keyFigureRow({ field, currency }, keyFigure(points));
        });
    }),
  ];
}

/** Returns the net amount paid this year in each currency, compared with the same days of the year before. */
async function netPaidFigures(
  { tx, today }: Pick<RequestContext, 'tx' | 'today'>,
  participantId: string,
): Promise<PortalFigures> {
  const { series, before } = yearSpans(today, years);
  const paid = (await ownHistory(tx, participantId, [...series, before])).map(({ currency, from, on, value }) => ({
    currency,
    from: calendarDate(from),
    on: calendarDate(on),
    value: decimal(value),
  }));
  return [...new Set(paid.map(({ currency }) => currency))].map((currency) => {
    const own = paid.filter((point) => point.currency === currency);
    const [earlier, ...inYears] = pointsOfSpans(own, [before, ...series]);
    return keyFigureRow({ field: 'netPaid', currency }, keyFigure(inYears, earlier));
  });
}

const decimalOrNull = (text: string | null) => (text === null ? null : decimal(text));
