import {
  type CalendarDate,
  type Decimal,
  err,
  type Failures,
  hundred,
  ok,
  type Result,
  roundPercent,
} from '../../kernel/index.ts';
import { shareOfRate } from '../allocation/index.ts';

/** As much of a share as vesting asks about. */
interface Effective {
  readonly participantId: string;
  readonly effective: Decimal;
}

/** Somebody who is to keep only the vested part of a share. */
export interface VestingToApply {
  readonly participantId: string;
  /** The entities on the way to a member of one, the outermost first; absent for a share that the source's profile names. */
  readonly via?: readonly string[] | undefined;
  readonly vested: Decimal;
  /** The day as of which it is vested: that of the run, or of an earlier termination. */
  readonly vestedOn: CalendarDate;
  /** Who gets what is given up; nobody: it stays unallocated. */
  readonly recipients: readonly string[];
}

/** What applying vesting took of one share of a source and to whom it went, kept with the run. */
export interface Forfeiture {
  readonly participantId: string;
  /** As in `VestingToApply`: all percentages are of the innermost entity then. */
  readonly via?: readonly string[];
  /** Of the holder before it was applied. */
  readonly effective: Decimal;
  readonly vested: Decimal;
  readonly vestedOn: CalendarDate;
  /** effective - kept effective. */
  readonly forfeited: Decimal;
  readonly recipients: readonly ForfeitureRecipient[];
}
export interface ForfeitureRecipient {
  readonly participantId: string;
  /** Before vesting was applied to anybody: what the forfeited percentage is split by. */
  readonly effective: Decimal;
  readonly adjustment: Decimal;
}

/**
 * Takes what is not vested out of shares and hands it on.
 *
 *     kept = round(effective x vested / 100, 10 decimals)
 *     forfeited = effective - kept, split over the recipients in proportion to their effectives
 *
 * All effectives on the right are those before vesting is applied to anybody, so that the order of several holders changes nothing. Who forfeits
 * receives nothing, which the caller sees to.
 *
 * Units:  percent; what is given up and what is received are equal exactly, or it stays unallocated.
 * Source: calculations section 4, 'Apply vesting', and section 3.
 * Fails:  RECIPIENTS_HAVE_NOTHING.
 */
export function applyVesting(
  shares: readonly Effective[],
  { participantId, via = [], vested, vestedOn, recipients }: VestingToApply,
): Result<Forfeiture, Failures> {
  const effectiveOf = (id: string) => shares.find((share) => share.participantId === id)!.effective;
  const effective = effectiveOf(participantId);
  const forfeited = forfeitedOf(effective, vested);
  const holder = { participantId, ...(via.length > 0 ? { via } : {}), effective, vested, vestedOn, forfeited };
  if (recipients.length === 0) return ok({ ...holder, recipients: [] });
  const weights = recipients.map(effectiveOf);
  const parts = shareOfRate(forfeited, weights);
  if (parts.isErr()) return err(parts.error);
  const received = recipients.map((id, i) => ({
    participantId: id,
    effective: weights[i]!,
    adjustment: parts.value[i]!,
  }));
  return ok({ ...holder, recipients: received });
}

/** What is given up of an effective of which a percentage is vested. */
export const forfeitedOf = (effective: Decimal, vested: Decimal): Decimal =>
  effective.minus(roundPercent(effective.times(vested).div(hundred)));

/** The shares after what was given up and received. */
export function withForfeitures<S extends Effective>(
  shares: readonly S[],
  forfeitures: readonly Forfeiture[],
): readonly S[] {
  const moved = new Map<string, Decimal>();
  const move = (id: string, by: Decimal) => moved.set(id, moved.get(id)?.plus(by) ?? by);
  for (const { participantId, forfeited, recipients } of forfeitures) {
    move(participantId, forfeited.negated());
    for (const { participantId: id, adjustment } of recipients) move(id, adjustment);
  }
  return shares.map((share) => {
    const by = moved.get(share.participantId);
    return by ? { ...share, effective: share.effective.plus(by) } : share;
  });
}
