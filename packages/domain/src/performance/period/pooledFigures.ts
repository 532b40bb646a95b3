import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  fail,
  ok,
  type Result,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import { feePaying, type MultiplePolicy } from '../return/index.ts';
import { type Capital, CapitalSum, capitalFigures, hasCapital, navOf } from './capital.ts';
import type { Figures } from './figures.ts';
import type { Position } from './positions.ts';
import { grossOf, type TradedAmount, tradedFigures } from './tradedFigures.ts';

/** A commitment with its cash through a quarter end. */
export interface PooledCommitment extends Pick<Capital, 'commitment' | 'flows'> {
  readonly paysFee: boolean;
}

/** A member of a pool: a vehicle with its commitments, or a holding, which has none. */
export interface PooledPart {
  readonly name: string;
  readonly commitments: readonly PooledCommitment[];
  /** Its amounts on the basis of the pool, as its own row has them: reported ones can differ from the sum over its commitments. */
  readonly amounts: Capital;
  /** False if its net asset value on that basis isn't determined. */
  readonly hasNav: boolean;
  readonly trades: readonly TradedAmount[];
  readonly position: Position;
}

/**
 * Computes the figures of several vehicles as one, such as a fund with its coinvestments. Amounts are added up; rates and multiples use all cash by
 * date and all values. In each vehicle, they include the commitments that pay fees (all if none does), or all partners (`coversAllPartners`).
 *
 * Units:  one currency, whole cents; rates fractions.
 * Source: docs/calculations/pooled-irr.md, docs/calculations/multiples.md.
 * Fails:  never; a figure that cannot be computed is null, with its reason (NAV_MISSING, NO_SIGN_CHANGE, NO_ROOT, NEGATIVE_CONTRIBUTIONS).
 */
export function pooledFigures(
  parts: readonly PooledPart[],
  end: CalendarDate,
  policy: MultiplePolicy,
  coversAllPartners = false,
): Figures {
  const net = netFigures(parts, end, policy, coversAllPartners);
  const gross = pooledHoldings(parts, end);
  return { ...net, ...grossOf(gross), notDetermined: [...net.notDetermined, ...gross.notDetermined] };
}

/** Computes the figures of several holdings as one, such as an investment held by a fund and its coinvestments. Units and failures as above. */
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
  coversAllPartners: boolean,
): Figures {
  const measured = new CapitalSum();
  for (const { commitments, amounts } of parts) {
    const { commitments: paying, isFeeFree } = feePaying(commitments.filter(hasCapital));
    const flows = (coversAllPartners || isFeeFree ? commitments : paying).flatMap((commitment) => commitment.flows);
    measured.add({ ...amounts, flows });
  }
  const unknown = parts.find(({ hasNav }) => !hasNav);
  const nav: Result<Decimal, Failure> =
    unknown === undefined
      ? ok(navOf(measured))
      : err(fail('NAV_MISSING', ['nav'], `${unknown.name} has no net asset value on ${displayedDate(end)}.`));
  return capitalFigures(measured, { end, policy, nav });
}

const sumOf = <T>(all: readonly T[], valueOf: (item: T) => Decimal) =>
  all.reduce<Decimal>((sum, item) => sum.plus(valueOf(item)), zero);
