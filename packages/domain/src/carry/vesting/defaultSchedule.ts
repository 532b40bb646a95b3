import { type Failures, fail } from '../../kernel/index.ts';

interface OfClass {
  readonly isDefault?: boolean | null;
  readonly participantClass?: { readonly id: string } | null;
}

/** Returns the initial schedule for entries of a class: the default of the class, otherwise the default for every class. */
export function defaultSchedule<S extends OfClass>(
  participantClassId: string | undefined,
  schedules: readonly S[],
): S | undefined {
  const defaults = schedules.filter(({ isDefault }) => isDefault);
  return (
    defaults.find(({ participantClass }) => participantClass && participantClass.id === participantClassId) ??
    defaults.find(({ participantClass }) => !participantClass)
  );
}

/** Checks that a default schedule has a class. Fails: CLASS_REQUIRED. */
export function checkDefaultSchedule(isDefault: boolean, hasClass: boolean): Failures {
  if (!isDefault || hasClass) return [];
  return [
    fail('CLASS_REQUIRED', ['participantClass'], 'Choose the participant class that this is the default schedule of.'),
  ];
}
