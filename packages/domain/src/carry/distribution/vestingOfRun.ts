import { type CalendarDate, type Decimal, hundred } from '../../kernel/index.ts';
import { vestedShare, vestingDate, type VestingPosition } from '../vesting/index.ts';

/** The share of a participant or of the outermost entity at a source of a run, with what its vesting counts by. */
export interface RunHolding {
  readonly sourceId: string;
  readonly holderId: string;
  /** The person who gets a part of it through the entity; null for the share itself. */
  readonly memberId: string | null;
  /** When the holder was terminated, or the member. */
  readonly terminationDate: CalendarDate | null;
  readonly position: VestingPosition;
  /** The run pays the vested part of it alone: vesting was applied. */
  readonly isApplied: boolean;
}
/** How much of what the run pays of such a share is vested on its day; null where it cannot be determined. */
export interface HeldVesting extends Pick<RunHolding, 'sourceId' | 'holderId' | 'memberId'> {
  readonly vested: Decimal | null;
}

/**
 * What is vested of each share of a run: as of its day, or of an earlier termination. What a person gets through an entity vests by the schedule
 * of the entity's share, and stops with the person's own termination, as the warnings of the run have it. It is kept with a run when that is
 * disbursed, so that what is entered or corrected later changes no letter of it.
 *
 * Source: calculations section 4.
 */
export const vestingOfRun = (holdings: readonly RunHolding[], day: CalendarDate): HeldVesting[] =>
  holdings.map(({ sourceId, holderId, memberId, terminationDate, position, isApplied }) => ({
    sourceId,
    holderId,
    memberId,
    vested: isApplied
      ? hundred
      : vestedShare(position, vestingDate({ terminationDate, today: day })).match(
          ({ vested }) => vested,
          () => null,
        ),
  }));
