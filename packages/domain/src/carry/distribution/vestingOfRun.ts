import { type CalendarDate, type Decimal, hundred } from '../../kernel/index.ts';
import { vestingDate } from '../../people/participant/index.ts';
import { vestedShare, type VestingPosition } from '../vesting/index.ts';

/** The share of a participant or outermost entity at a source of a run, with its vesting terms. */
export interface RunHolding {
  readonly sourceId: string;
  readonly holderId: string;
  /** The person who receives part of the share through the entity; null for the share itself. */
  readonly memberId: string | null;
  /** The termination date of the holder or the member. */
  readonly terminationDate: CalendarDate | null;
  readonly position: VestingPosition;
  /** True if vesting was applied, so that the run pays only the vested part. */
  readonly isApplied: boolean;
}
/** The vested percentage of a share that the run pays, on the run's date; null if it can't be determined. */
export interface HolderVesting extends Pick<RunHolding, 'sourceId' | 'holderId' | 'memberId'> {
  readonly vested: Decimal | null;
}

/**
 * Returns the vested percentage of each share of a run, as of its date or an earlier termination. A share received through an entity vests by the
 * schedule of the entity's share. It stops with the person's own termination, as in the run's warnings. The percentages are stored at disbursement,
 * so that later entries and corrections don't change its letters.
 *
 * Source: docs/calculations/vesting.md.
 */
export const vestingOfRun = (holdings: readonly RunHolding[], day: CalendarDate): HolderVesting[] =>
  holdings.map(({ sourceId, holderId, memberId, terminationDate, position, isApplied }) => ({
    sourceId,
    holderId,
    memberId,
    vested: isApplied
      ? hundred
      : vestedShare(position, vestingDate(day, terminationDate)).match(
          ({ vested }) => vested,
          () => null,
        ),
  }));
