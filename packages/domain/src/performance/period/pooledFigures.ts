import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  fail,
  fromKeys,
  ok,
  type Result,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import { multipleOnInvested } from '@carrara/domain/kernel/measures';
import { feePaying, type MultiplePolicy } from '../return/index.ts';
import { type Capital, CapitalSum, capitalFigures, hasCapital, netAssetValue } from './capital.ts';
import { type Figures, blankFigures } from './figures.ts';
import type { ReportedReturns } from './reportedCapital.ts';
import { noDatedTrades, unreportedHoldings } from './reasons.ts';
import { grossAmount, type TradedAmount, tradedFigures } from './tradedFigures.ts';

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
  /** The returns reported for it as a whole. They count if it is the only part. */
  readonly returns?: ReportedReturns;
  readonly trades: readonly TradedAmount[];
  /** The amounts of its holdings. Null if not determined. */
  readonly gross: GrossAmounts;
}
const grossNames = ['invested', 'proceeds', 'income', 'cost', 'fairValue'] as const;
type GrossAmounts = Pick<Figures, (typeof grossNames)[number]>;

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
  return { ...net, ...grossAmount(gross), notDetermined: [...net.notDetermined, ...gross.notDetermined] };
}

/**
 * Computes the figures of several holdings as one, such as an investment held by a fund and its coinvestments. An amount is determined if it is for every
 * part, and the rate if all purchases have dates. Units and failures as above, and NOT_REPORTED.
 */
export function pooledHoldings(
  parts: readonly Pick<PooledPart, 'name' | 'trades' | 'gross'>[],
  end: CalendarDate,
): Figures {
  const totalOf = (name: (typeof grossNames)[number]) =>
    parts.some(({ gross }) => gross[name] === null) ? null : sumOf(parts, ({ gross }) => gross[name] ?? zero);
  const amounts: GrossAmounts = fromKeys(grossNames, totalOf);
  const { invested, proceeds, income, cost, fairValue } = amounts;
  const realized = proceeds && income && proceeds.plus(income);
  const traded = tradedFigures(
    parts.flatMap(({ trades }) => trades),
    { cost: cost ?? zero, fairValue: fairValue ?? zero },
    end,
  );
  const isDated = invested !== null && traded.invested?.eq(invested) === true;
  const hasRate = fairValue !== null && isDated;
  const owner = parts.find(({ gross }) => grossNames.some((name) => gross[name] === null))?.name;
  const reason = owner === undefined ? noDatedTrades : unreportedHoldings(owner);
  const unknown = [
    ...grossNames.filter((name) => amounts[name] === null),
    ...(fairValue && cost ? [] : (['unrealized'] as const)),
    ...(hasRate ? [] : (['grossIrr'] as const)),
    ...(invested && realized && fairValue ? [] : (['grossMoic'] as const)),
  ];
  return {
    ...blankFigures,
    ...amounts,
    unrealized: fairValue && cost && fairValue.minus(cost),
    grossIrr: hasRate ? traded.grossIrr : null,
    grossIrrAnnualized: hasRate ? traded.grossIrrAnnualized : null,
    grossMoic: invested && realized && fairValue && multipleOnInvested({ realized, unrealized: fairValue, invested }),
    notDetermined: [
      ...unknown.map((field) => ({ field, code: 'NOT_REPORTED' as const, message: reason })),
      ...(hasRate ? traded.notDetermined : []),
    ],
  };
}

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
      ? ok(netAssetValue(measured))
      : err(fail('NAV_MISSING', ['nav'], `${unknown.name} has no net asset value on ${displayedDate(end)}.`));
  const [only] = parts.length === 1 ? parts : [];
  return capitalFigures(measured, { end, policy, nav, returns: only?.returns ?? {} });
}

const sumOf = <T>(all: readonly T[], valueOf: (item: T) => Decimal) =>
  all.reduce<Decimal>((sum, item) => sum.plus(valueOf(item)), zero);
