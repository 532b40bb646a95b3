import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  fail,
  ok,
  type Result,
  shownDate,
  zero,
} from '@carrara/domain/kernel';
import { feePaying, type MultiplePolicy } from '../return/index.ts';
import { type Capital, CapitalSum, capitalFigures, hasCapital, navOf } from './capital.ts';
import type { Figures } from './figures.ts';
import type { Position } from './positions.ts';
import { grossOf, type TradedAmount, tradedFigures } from './tradedFigures.ts';

/** What was paid in for a commitment, received and is still there, at a quarter end. */
export interface PooledCommitment {
  readonly capital: Capital;
  readonly paysFee: boolean;
  /** False where the net asset value of its vehicle is not determined. */
  readonly hasNav: boolean;
}

/** What is told as one with others: a vehicle with its commitments, or a holding, which has none. */
export interface PooledPart {
  readonly name: string;
  readonly commitments: readonly PooledCommitment[];
  readonly trades: readonly TradedAmount[];
  readonly position: Position;
}

/**
 * The figures of several vehicles as if they were one: a fund with its coinvestments. Amounts are added up; rates and multiples are those of all cash
 * by day and of all values. All of them are, in each vehicle, of the commitments that pay fees (if none does: all), or of all partners (`isOfAll`).
 *
 * Units:  one currency, whole cents; rates fractions.
 * Source: docs/calculations/pooled-irr.md, docs/calculations/multiples.md.
 * Fails:  never; what cannot be computed is null and named with its reason (NAV_MISSING, NO_SIGN_CHANGE, NO_ROOT, NEGATIVE_CONTRIBUTIONS).
 */
export function pooledFigures(
  parts: readonly PooledPart[],
  end: CalendarDate,
  policy: MultiplePolicy,
  isOfAll = false,
): Figures {
  const net = netFigures(parts, end, policy, isOfAll);
  const gross = pooledHoldings(parts, end);
  return { ...net, ...grossOf(gross), notDetermined: [...net.notDetermined, ...gross.notDetermined] };
}

/** The figures of several holdings as if they were one: an investment that a fund and its coinvestments hold. Units and failures as above. */
export const pooledHoldings = (parts: readonly Pick<PooledPart, 'trades' | 'position'>[], end: CalendarDate): Figures =>
  tradedFigures(
    parts.flatMap(({ trades }) => trades),
    {
      cost: sumOf(parts, ({ position }) => position.cost),
      fairValue: sumOf(parts, ({ position }) => position.fairValue),
    },
    end,
  );

function netFigures(
  parts: readonly PooledPart[],
  end: CalendarDate,
  policy: MultiplePolicy,
  isOfAll: boolean,
): Figures {
  const measured = new CapitalSum();
  const pool = parts.map(({ name, commitments }) => {
    const { commitments: paying, noneDoes } = feePaying(commitments.filter(({ capital }) => hasCapital(capital)));
    return { name, commitments: isOfAll || noneDoes ? commitments : paying };
  });
  for (const { commitments } of pool) for (const { capital } of commitments) measured.add(capital);
  const unknown = pool.find(({ commitments }) => commitments.some(({ hasNav }) => !hasNav));
  const nav: Result<Decimal, Failure> =
    unknown === undefined
      ? ok(navOf(measured))
      : err(fail('NAV_MISSING', ['nav'], `${unknown.name} has no net asset value on ${shownDate(end)}.`));
  return capitalFigures(measured, { end, policy, nav });
}

const sumOf = <T>(all: readonly T[], of: (one: T) => Decimal) =>
  all.reduce<Decimal>((sum, one) => sum.plus(of(one)), zero);
