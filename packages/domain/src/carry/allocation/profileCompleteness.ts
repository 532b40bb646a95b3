import { type Failure, type Failures, fail, type FailureCode } from '../../kernel/index.ts';

/** The references of an entry: everything except its percentages. */
export interface EntryReferences {
  readonly participantId: string;
  readonly participantType: 'employee' | 'trust' | 'entity';
  readonly participantClassId?: string | undefined;
  readonly vestingSchedule?: { readonly id: string; readonly participantClassId?: string | undefined } | undefined;
  /** The member profile that splits an entity's share. */
  readonly memberProfileId?: string | undefined;
}

/**
 * Checks that a profile is complete enough to save. Each participant appears once, with a class, a vesting schedule of that class and, for an entity,
 * a profile of its members.
 *
 * A schedule without a class fits every class.
 *
 * Fails:  PARTICIPANT_DUPLICATE, CLASS_REQUIRED, VESTING_SCHEDULE_REQUIRED, SCHEDULE_OF_OTHER_CLASS,
 *         MEMBER_PROFILE_MISSING.
 */
export function checkProfileComplete(entries: readonly EntryReferences[]): Failures {
  const seen = new Set<string>();
  return entries.flatMap((entry, i) => {
    const repeated = seen.has(entry.participantId);
    seen.add(entry.participantId);
    const row = `Row ${i + 1}`;
    const failures: Failure[] = [];
    const add = (code: FailureCode, field: string, detail: string) =>
      failures.push(fail(code, ['entries', i, field], detail));
    if (repeated)
      add('PARTICIPANT_DUPLICATE', 'participantId', `${row} repeats a participant. Give each participant one row.`);
    if (!entry.participantClassId)
      add('CLASS_REQUIRED', 'participantClassId', `${row} has no participant class. Choose one.`);
    if (!entry.vestingSchedule)
      add('VESTING_SCHEDULE_REQUIRED', 'vestingSchedule', `${row} has no vesting schedule. Choose one.`);
    if (hasScheduleOfOtherClass(entry)) {
      add(
        'SCHEDULE_OF_OTHER_CLASS',
        'vestingSchedule',
        `${row} has a vesting schedule of another class. Choose one of its own class.`,
      );
    }
    if (entry.participantType === 'entity' && !entry.memberProfileId) {
      add('MEMBER_PROFILE_MISSING', 'memberProfileId', `${row} has no member profile for its entity. Choose one.`);
    }
    return failures;
  });
}

/** Returns true if the vesting schedule doesn't fit the entry's class, so that an editor has to clear it. Happens when the class changes. */
export function hasScheduleOfOtherClass({ participantClassId, vestingSchedule }: EntryReferences): boolean {
  const scheduleClass = vestingSchedule?.participantClassId;
  return scheduleClass !== undefined && participantClassId !== undefined && scheduleClass !== participantClassId;
}
