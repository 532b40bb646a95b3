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
  readonly invested: string;
  readonly realized: string;
  readonly fairValue: string;
  readonly totalValue: string;
  readonly grossMoic: string | null;
  /** The total of all shares. */
  readonly percentTotal: string | null;
}

export type HoldingAmounts = Readonly<
  Record<'invested' | 'proceeds' | 'income' | 'remainingCost' | 'fairValue', Decimal>
>;

/**
 * Computes each commitment's share of a holding on a date. Commitments that are excused from it have none, and the shares add up to the holding to
 * the cent.
 *
 * Units:  the vehicle's currency in cents; percent with 10 decimals.
 * Source: calculations 2; docs/calculations/capital-account.md.
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
  const holding: SecurityFigures = { ...amounts, id: holdingId, holdingId, kind: 'EQUITY', flows: centFlows([]) };
  const all = amounts.proceeds.plus(amounts.income).plus(amounts.fairValue);
  return investorSummaries([holding], weights, dayNumber(day)).map((shares) =>
    states.map(({ id, amount, excused }) => {
      const share = required(shares.get(id), 'the share of a commitment');
      const { invested, proceeds, income, fairValue, total, moic } = share.total;
      const percent = percentOfTotal(total, all);
      return {
        commitmentId: id,
        commitment: moneyText(amount),
        isExcused: excused.has(holdingId),
        invested: moneyText(invested),
        realized: moneyText(proceeds.plus(income)),
        fairValue: moneyText(fairValue),
        totalValue: moneyText(total),
        grossMoic: moic && significantText(moic),
        percentTotal: percent && numberText(percent),
      };
    }),
  );
}
