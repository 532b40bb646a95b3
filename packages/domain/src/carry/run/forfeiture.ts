import {
  type CalendarDate,
  type Decimal,
  type Failures,
  hundred,
  ok,
  required,
  type Result,
  roundPercent,
  zip,
} from '../../kernel/index.ts';
import { shareOfRate } from '../allocation/index.ts';

/** The parts of a share that vesting needs. */
interface Effective {
  readonly participantId: string;
  readonly effective: Decimal;
}

/** A request to reduce somebody's share to its vested part. */
export interface VestingToApply {
  readonly participantId: string;
  /** The entities on the path to a member, outermost first; absent for a share that the source's profile names. */
  readonly via?: readonly string[] | undefined;
  readonly vested: Decimal;
  /** The date of the vested percentage: that of the run, or of an earlier termination. */
  readonly vestedOn: CalendarDate;
  /** The recipients of the forfeited part. If empty, it stays unallocated. */
  readonly recipients: readonly string[];
}

/** The part of a share that was forfeited by applying vesting, with its recipients. Stored with the run. */
export interface Forfeiture {
  readonly participantId: string;
  /** As in `VestingToApply`. If present, all percentages but those of `ofSource` are of the innermost entity. */
  readonly via?: readonly string[];
  /** With `via`: the same in percent of the source, to be displayed. */
  readonly ofSource?: { readonly effective: Decimal; readonly forfeited: Decimal };
  /** The holder's percentage before vesting was applied. */
  readonly effective: Decimal;
  readonly vested: Decimal;
  readonly vestedOn: CalendarDate;
  /** effective - retained effective. */
  readonly forfeited: Decimal;
  readonly recipients: readonly ForfeitureRecipient[];
}
interface ForfeitureRecipient {
  readonly participantId: string;
  /** The percentage before vesting was applied to anybody. The forfeited part is split in proportion to it. */
  readonly effective: Decimal;
  readonly adjustment: Decimal;
  /** With `via`: the same in percent of the source. */
  readonly ofSource?: { readonly adjustment: Decimal };
}

/**
 * Removes the unvested part from shares and passes it on.
 *
 *     retained = round(effective x vested / 100, 10 decimals)
 *     forfeited = effective - retained, split over the recipients in proportion to their effectives
 *
 * All effectives in the formulas are those before vesting is applied to anybody, so the order of several holders doesn't matter. The caller ensures
 * that a holder who forfeits receives nothing.
 *
 * Units:  percent; the forfeited and received parts are exactly equal, or the forfeited part stays unallocated.
 * Source: docs/calculations/distribution.md, docs/calculations/reallocation.md.
 * Fails:  RECIPIENTS_HAVE_NOTHING.
 */
export function applyVesting(
  shares: readonly Effective[],
  { participantId, via = [], vested, vestedOn, recipients }: VestingToApply,
): Result<Forfeiture, Failures> {
  const effectiveOf = (id: string) =>
    required(
      shares.find((share) => share.participantId === id),
      'the share of a participant',
    ).effective;
  const effective = effectiveOf(participantId);
  const forfeited = forfeitedShare(effective, vested);
  const holder = { participantId, ...(via.length > 0 ? { via } : {}), effective, vested, vestedOn, forfeited };
  if (recipients.length === 0) return ok({ ...holder, recipients: [] });
  const receiving = recipients.map((id) => ({ participantId: id, effective: effectiveOf(id) }));
  const weights = receiving.map((recipient) => recipient.effective);
  return shareOfRate(forfeited, weights).map((parts) => {
    const received = zip(receiving, parts).map(([recipient, adjustment]) => ({ ...recipient, adjustment }));
    return { ...holder, recipients: received };
  });
}

/** Returns the forfeited part of an effective percentage of which a percentage is vested. */
export const forfeitedShare = (effective: Decimal, vested: Decimal): Decimal =>
  effective.minus(roundPercent(effective.times(vested).div(hundred)));

/** Returns the shares after forfeiting and receiving. */
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
