import { type Failure, type Failures, fail, type FailureCode } from '../../kernel/index.ts';

/** What an entry refers to besides its percentages. */
export interface EntryReferences {
  readonly participantId: string;
  readonly participantType: 'employee' | 'trust' | 'entity';
  readonly participantClassId?: string | undefined;
  readonly vestingSchedule?: { readonly id: string; readonly participantClassId?: string | undefined } | undefined;
  /** The member profile that an entity's share is passed on by. */
  readonly memberProfileId?: string | undefined;
}

/**
 * Whether a profile is complete enough to be saved: each participant once, with a class, a vesting schedule of that
 * class, and, for an entity, a profile of its members.
 *
 * A schedule without a class serves every class.
 *
 * Source: specification of the carry area, section 5.
 * Fails:  PARTICIPANT_REPEATED, CLASS_MISSING, VESTING_SCHEDULE_MISSING, VESTING_SCHEDULE_OF_OTHER_CLASS,
 *         MEMBER_PROFILE_MISSING.
 */
export function checkProfileComplete(entries: readonly EntryReferences[]): Failures {
  const seen = new Set<string>();
  return entries.flatMap((entry, i) => {
    const repeated = seen.has(entry.participantId);
    seen.add(entry.participantId);
    const failures: Failure[] = [];
    const add = (code: FailureCode, field: string, detail: string) =>
      failures.push(fail(code, ['entries', i, field], detail));
    if (repeated) add('PARTICIPANT_REPEATED', 'participantId', 'a participant has one entry in a profile');
    if (!entry.participantClassId) add('CLASS_MISSING', 'participantClassId', 'an entry needs a participant class');
    if (!entry.vestingSchedule) add('VESTING_SCHEDULE_MISSING', 'vestingSchedule', 'an entry needs a vesting schedule');
    if (isOfOtherClass(entry)) {
      add(
        'VESTING_SCHEDULE_OF_OTHER_CLASS',
        'vestingSchedule',
        "the schedule belongs to another class than the entry's",
      );
    }
    if (entry.participantType === 'entity' && !entry.memberProfileId) {
      add('MEMBER_PROFILE_MISSING', 'memberProfileId', "an entity's entry needs a profile of its members");
    }
    return failures;
  });
}

/** A schedule that an editor has to clear, because the entry's class was changed. */
export function isOfOtherClass({ participantClassId, vestingSchedule }: EntryReferences): boolean {
  const scheduleClass = vestingSchedule?.participantClassId;
  return scheduleClass !== undefined && participantClassId !== undefined && scheduleClass !== participantClassId;
}
