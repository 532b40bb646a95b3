import {
  type CalendarDate,
  dayNumber,
  type Decimal,
  type Failures,
  moneyText,
  numberText,
  ok,
  required,
  type Result,
  significantText,
  zero,
} from '../../kernel/index.ts';
import { investorSummaries, type SecurityFigures } from '../capitalAccount/index.ts';
import { type Commitment, type CommitmentEvent, commitmentsOn } from '../ledger/index.ts';
import { centFlows } from '../return/index.ts';
import { percentOfTotal } from './investmentReturn.ts';

/** A commitment's share of a holding, formatted as text. */
export interface HoldingShare {
  readonly commitmentId: string;
  readonly commitment: string;
  readonly isExcused: boolean;
  readonly invested: string | null;
  readonly realized: string | null;
  readonly fairValue: string | null;
  readonly totalValue: string | null;
  readonly grossMoic: string | null;
  readonly percentTotal: string | null;
}

/** The amounts of a holding. Null if not determined. */
export type HoldingAmounts = Readonly<
  Record<'invested' | 'proceeds' | 'income' | 'remainingCost' | 'fairValue', Decimal | null>
>;

/**
 * Computes each commitment's share of a holding on a date. Commitments that are excused from it have none, and the shares add up to the holding to
 * the cent. An amount that isn't determined for the holding isn't for any share, nor are the figures that depend on it.
 *
 * Units:  the vehicle's currency in cents; percent with 10 decimals.
 * Source: docs/calculations/allocation.md; docs/calculations/capital-account.md.
 * Fails:  NO_POSITIVE_WEIGHT (the participating commitments don't exceed zero).
 */
export function holdingShares(
  { commitments, events }: { readonly commitments: readonly Commitment[]; readonly events: readonly CommitmentEvent[] },
  holdingId: string,
  amounts: HoldingAmounts,
  day: CalendarDate,
): Result<readonly HoldingShare[], Failures> {
  const states = commitmentsOn(commitments, events, day).filter(({ amount }) => !amount.isZero());
  const weights = states.map(({ id, amount, excused }) => ({
    investorId: id,
    weights: new Map(excused.has(holdingId) ? [] : [[holdingId, amount]]),
  }));
  if (weights.every((weight) => weight.weights.size === 0)) return ok([]);
  const determined = {
    invested: amounts.invested ?? zero,
    proceeds: amounts.proceeds ?? zero,
    income: amounts.income ?? zero,
    remainingCost: amounts.remainingCost ?? zero,
    fairValue: amounts.fairValue ?? zero,
  };
  const holding: SecurityFigures = { ...determined, id: holdingId, holdingId, kind: 'EQUITY', flows: centFlows([]) };
  const all = determined.proceeds.plus(determined.income).plus(determined.fairValue);
  const isRealizedDetermined = amounts.proceeds !== null && amounts.income !== null;
  const isTotalDetermined = isRealizedDetermined && amounts.fairValue !== null;
  return investorSummaries([holding], weights, dayNumber(day)).map((shares) =>
    states.map(({ id, amount, excused }) => {
      const share = required(shares.get(id), 'the share of a commitment');
      const { invested, proceeds, income, fairValue, total, moic } = share.total;
      const percent = isTotalDetermined ? percentOfTotal(total, all) : null;
      const isMultipleDetermined = isTotalDetermined && amounts.invested !== null;
      return {
        commitmentId: id,
        commitment: moneyText(amount),
        isExcused: excused.has(holdingId),
        invested: amounts.invested && moneyText(invested),
        realized: isRealizedDetermined ? moneyText(proceeds.plus(income)) : null,
        fairValue: amounts.fairValue && moneyText(fairValue),
        totalValue: isTotalDetermined ? moneyText(total) : null,
        grossMoic: isMultipleDetermined ? moic && significantText(moic) : null,
        percentTotal: percent && numberText(percent),
      };
    }),
  );
}
