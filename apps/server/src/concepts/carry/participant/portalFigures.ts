import { ownHistory } from '@carrara/adapters/postgres/carry/portal/ownHistory';
import type { PortalFigures, PortalSummary } from '@carrara/contract/carry/portal';
import { type CalendarDate, calendarDate, decimal, err, type Failures, ok, type Result, zero } from '@carrara/domain/kernel';
import { balanceDays, keyFigure, pointsOfSpans, yearSpans } from '@carrara/domain/kernel/measures';
import { keyFigureRow } from '../../../core/keyFigures.ts';
import type { RequestContext } from '../../../core/operations.ts';

/** The number of quarter ends and of full years in a sparkline, before the current value. */
const [quarters, years] = [8, 4];

/** The figures of the summary, with their values before anything is recorded. Nothing is known about an account before it is accrued or opened. */
const balances = [
  ['escrow', 'escrowBalance', zero],
  ['grossDistributed', 'totalCarryDistributed', zero],
  ['netDistributed', 'totalNetDistributed', zero],
  ['accrued', 'carryBalance', null],
  ['forecast', 'forecastedCarry', zero],
] as const;

/**
 * Returns the figures of a holder that have a change and a series: the net amount paid this year, and the figures of the summary. `summaryOn` returns the
 * summary at the end of a day without what the firm hides.
 */
export async function portalFigures(
  { tx, today }: RequestContext,
  participantId: string,
  summaryOn: (day: string) => Promise<Result<PortalSummary, Failures>>,
): Promise<Result<PortalFigures, Failures>> {
  const summaries: (Pick<PortalSummary, 'byCurrency'> & { readonly on: CalendarDate })[] = [];
  for (const on of balanceDays(today, quarters)) {
    const summary = await summaryOn(on);
    if (summary.isErr()) return err(summary.error);
    summaries.push({ on, byCurrency: summary.value.byCurrency });
  }
  const paid = await netPaidFigures({ tx, today }, participantId);
  const current = summaries.at(-1)?.byCurrency ?? [];
  const held = current.flatMap(({ currency, ...line }) =>
    balances
      .filter(([, name]) => line[name] !== null)
      .map(([field, name, missing]) => {
        const points = summaries.map(({ on, byCurrency }) => {
          const then = byCurrency.find((candidate) => candidate.currency === currency);
          return { on, value: then ? decimalOrNull(then[name]) : missing };
        });
        return keyFigureRow({ field, currency }, keyFigure(points));
      }),
  );
  return ok([...paid, ...held]);
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
