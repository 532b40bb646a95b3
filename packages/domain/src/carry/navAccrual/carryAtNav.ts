import { type CalendarDate, type Decimal, type FailureCode, groupBy, zero } from '../../kernel/index.ts';
import type { InvestmentAccrual, NavShare } from './accrueAtNav.ts';

/** The accrued carry of a participant in an investment. Amounts are null if not determined. */
export interface CarryAtNav {
  readonly participantId: string;
  readonly vehicleId: string;
  /** Null for carry that no investment has. */
  readonly investmentId: string | null;
  /** In percent of the investment's carry. */
  readonly points: Decimal;
  readonly accrued: Decimal | null;
  readonly vested: Decimal | null;
  readonly unvested: Decimal | null;
  /** Why the vested part isn't determined. */
  readonly missing: FailureCode | null;
  readonly next: { readonly on: CalendarDate; readonly amount: Decimal | null } | null;
  /** Why the carry isn't determined, in words. */
  readonly reasons: readonly string[];
}

/**
 * Adds up the shares in accrued carry by participant and investment. With a participant, to which the accruals are limited, all shares are theirs: those
 * of an entity are everything that reaches people through it.
 *
 * Source: docs/calculations/waterfall.md.
 */
export const carryByParticipant = (
  accruals: readonly InvestmentAccrual[],
  participantId?: string,
): readonly CarryAtNav[] =>
  accruals.flatMap((accrual) =>
    [...groupBy(accrual.shares, (share) => participantId ?? share.participantId)].map(([id, own]) =>
      rowOf(id, own, accrual),
    ),
  );

function rowOf(participantId: string, shares: readonly NavShare[], accrual: InvestmentAccrual): CarryAtNav {
  const { vehicleId, investmentId, accrued, causes } = accrual;
  return {
    participantId,
    vehicleId,
    investmentId,
    points: shares.reduce<Decimal>((sum, { points }) => sum.plus(points), zero),
    accrued: sumOrNull(shares.map((share) => share.accrued)),
    vested: sumOrNull(shares.map(({ vested }) => vested)),
    unvested: sumOrNull(shares.map(({ unvested }) => unvested)),
    missing: shares.find(({ missing }) => missing !== null)?.missing ?? null,
    next: nextOf(shares),
    reasons: accrued === null ? causes : [],
  };
}

/** Returns the next day on which more of any share vests, with the sum of what vests then. */
function nextOf(shares: readonly NavShare[]): CarryAtNav['next'] {
  const all = shares.flatMap(({ next }) => next ?? []);
  const [on] = all.map((next) => next.on).toSorted();
  if (on === undefined) return null;
  return { on, amount: sumOrNull(all.filter((next) => next.on === on).map(({ amount }) => amount)) };
}

/** Returns a sum, null if a part isn't determined. */
const sumOrNull = (amounts: readonly (Decimal | null)[]): Decimal | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum.plus(amount)), zero as Decimal | null);
