import {
  type CalendarDate,
  type Decimal,
  type FailureCode,
  groupBy,
  hundred,
  roundPercent,
  zero,
} from '../../kernel/index.ts';
import type { InvestmentAccrual, NavShare } from './accrueAtNav.ts';

/** The accrued carry of a participant in an investment. Amounts are null if not determined. */
export interface CarryAtNav {
  readonly participantId: string;
  readonly vehicleId: string;
  /** Null for carry that no investment has. */
  readonly investmentId: string | null;
  /** In percent of the investment's carry. */
  readonly points: Decimal;
  /** The invested dollars behind the points. Null if none are recorded. */
  readonly invested: Decimal | null;
  readonly accrued: Decimal | null;
  readonly vested: Decimal | null;
  readonly unvested: Decimal | null;
  /** Why the vested part isn't determined. */
  readonly missing: FailureCode | null;
  readonly next: { readonly on: CalendarDate; readonly amount: Decimal | null } | null;
  /** Why the carry isn't determined, in words. */
  readonly reasons: readonly string[];
  /** The accrued carry of the investment. */
  readonly whole: Decimal | null;
  readonly shares: readonly NavShare[];
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
    invested: sumOrNull(shares.map(({ invested }) => invested)),
    accrued: sumOrNull(shares.map((share) => share.accrued)),
    vested: sumOrNull(shares.map(({ vested }) => vested)),
    unvested: sumOrNull(shares.map(({ unvested }) => unvested)),
    missing: shares.find(({ missing }) => missing !== null)?.missing ?? null,
    next: nextOf(shares),
    reasons: accrued === null ? causes : [],
    whole: accrued,
    shares,
  };
}

/** Returns the next day on which more of any share vests, with the sum of what vests then. */
function nextOf(shares: readonly NavShare[]): CarryAtNav['next'] {
  const all = shares.flatMap(({ next }) => next ?? []);
  const [on] = all.map((next) => next.on).toSorted();
  if (on === undefined) return null;
  return { on, amount: sumOrNull(all.filter((next) => next.on === on).map(({ amount }) => amount)) };
}

/** An amount now and in a what-if. Null if not determined. */
interface ComparedAmount {
  readonly now: Decimal | null;
  readonly whatIf: Decimal | null;
  readonly difference: Decimal | null;
}

/** The accrued carry of a vehicle by participant, now and in a what-if. */
export interface ComparedCarry {
  readonly participants: readonly (ComparedAmount & { readonly participantId: string })[];
  readonly unallocated: ComparedAmount;
  readonly total: ComparedAmount;
  /** The participants' part of the accrued carry in the what-if, in percent. Null without any. */
  readonly covered: Decimal | null;
}

/**
 * Compares what a vehicle's participants have of its accrued carry with what they would have in a what-if.
 *
 *     participants + unallocated = total;  difference = what if - now
 *
 * Units:  money of the vehicle's currency in cents; percent.
 * Source: docs/calculations/waterfall.md.
 * Fails:  never.
 */
export function compareCarryAtNav(
  now: readonly InvestmentAccrual[],
  whatIf: readonly InvestmentAccrual[],
): ComparedCarry {
  const [before, after] = [sharesByParticipant(now), sharesByParticipant(whatIf)];
  const ids = new Set([...before.keys(), ...after.keys()]);
  const sums = (name: 'accrued' | 'participants' | 'unallocated') =>
    compared(sumOrNull(now.map((accrual) => accrual[name])), sumOrNull(whatIf.map((accrual) => accrual[name])));
  const [total, participants] = [sums('accrued'), sums('participants')];
  return {
    participants: [...ids].map((participantId) => ({
      participantId,
      ...compared(sumOrNull(before.get(participantId) ?? []), sumOrNull(after.get(participantId) ?? [])),
    })),
    unallocated: sums('unallocated'),
    total,
    covered:
      participants.whatIf === null || total.whatIf === null || total.whatIf.isZero()
        ? null
        : roundPercent(participants.whatIf.div(total.whatIf).times(hundred)),
  };
}

const compared = (now: Decimal | null, whatIf: Decimal | null): ComparedAmount => ({
  now,
  whatIf,
  difference: now === null || whatIf === null ? null : whatIf.minus(now),
});

const sharesByParticipant = (
  accruals: readonly InvestmentAccrual[],
): ReadonlyMap<string, readonly (Decimal | null)[]> =>
  new Map(
    [
      ...groupBy(
        accruals.flatMap(({ shares }) => shares),
        ({ participantId }) => participantId,
      ),
    ].map(([id, own]) => [id, own.map(({ accrued }) => accrued)]),
  );

/** Returns a sum, null if a part isn't determined. */
const sumOrNull = (amounts: readonly (Decimal | null)[]): Decimal | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum.plus(amount)), zero as Decimal | null);
