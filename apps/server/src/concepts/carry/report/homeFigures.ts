import { keyFigureParts } from '@carrara/adapters/postgres/carry/home/keyFigureParts';
import { type HomePoint, homePoints } from '@carrara/adapters/postgres/carry/home/keyFigures';
import { type Home, type HomeFigure, homeFigures } from '@carrara/contract/carry/home/home';
import { hasPermission } from '@carrara/contract/core/permissions';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import { keyFigureFormulas } from '@carrara/domain/carry/keyFigures';
import {
  type CalendarDate,
  calendarDate,
  type Decimal,
  decimal,
  err,
  type Failures,
  fail,
  required,
  type Result,
  zero,
} from '@carrara/domain/kernel';
import { balanceDays, keyFigure, pointsOfSpans, yearSpans } from '@carrara/domain/kernel/measures';
import { explainedParts } from '../../../core/explainedParts.ts';
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
  const mayView = figuresFor(grants);
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
  return currencies.flatMap((currency) => homeFigures.filter(mayView).flatMap((field) => figureOf(field, currency)));
}

/** Returns the figures that a person may see: balances need access to the ledgers. */
const figuresFor = (grants: RequestContext['grants']) => {
  const mayViewLedger = hasPermission(grants, 'ledgerRun.view');
  return (figure: HomeFigure) => mayViewLedger || (figure !== 'accrued' && figure !== 'escrow');
};

/** Explains a key figure by its funds or distributions. Fails: FORBIDDEN, NOT_FOUND. */
export async function explainHomeFigure(
  { tx, today, grants }: RequestContext,
  figure: HomeFigure,
  currency: string | null,
): Promise<Result<ExplanationNode, Failures>> {
  if (!figuresFor(grants)(figure))
    return err([fail('FORBIDDEN', ['figure'], 'You need access to the carry ledgers to see this figure.')]);
  const span = required(yearSpans(today, years).series.at(-1), 'the year in progress');
  const parts = await keyFigureParts(tx, figure, currency, span);
  return explainedParts(
    keyFigureFormulas[figure],
    parts.map(({ id, type, name, amount }) => ({ name, amount: decimal(amount), record: { id, type } })),
  );
}

const isZero = ({ value, coverage }: HomePoint) => coverage !== null || (value !== null && decimal(value).isZero());
/** Returns a balance on a day; `missing` if there are no entries until then. */
function pointAt(points: readonly HomePoint[], on: CalendarDate, missing: Decimal | null) {
  const found = points.find((point) => point.on === on && point.coverage === null);
  if (!found) return { on, value: missing };
  return { on, value: found.value === null ? null : decimal(found.value) };
}
