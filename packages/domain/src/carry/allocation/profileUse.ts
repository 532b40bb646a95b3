import { type Failures, fail, hundred } from '../../kernel/index.ts';
import type { ComputedProfile } from './profile.ts';

/** The intended use of a profile. */
export interface ProfileUse {
  /** True if somebody has confirmed for this run that part of the amount stays unallocated. */
  readonly unallocatedAcknowledged?: boolean;
  /** True for a profile of an entity's members. They share everything the entity gets, so their total must be exactly 100.0000. */
  readonly entityMembers?: boolean;
}

/**
 * Checks that money may be split by a profile. A profile that fails is saved as a draft.
 *
 * Source: docs/calculations/allocation-profile.md.
 * Fails:  PROFILE_ENTRY_ERROR (each one), OVER_ALLOCATED, NOTHING_ALLOCATED, MEMBERS_NOT_100 (entity members only),
 *         UNALLOCATED_NOT_ACKNOWLEDGED.
 */
export function checkProfileUse(profile: ComputedProfile, use: ProfileUse = {}): Failures {
  const { effective } = profile.totals;
  const errors = profile.entries.flatMap((entry, i) =>
    entry.error === undefined
      ? []
      : [
          fail(
            'PROFILE_ENTRY_ERROR',
            ['entries', i],
            `${entry.id} can’t have both a predilute and a fixed or discretionary percentage`,
          ),
        ],
  );
  return [...errors, ...totalFailures(profile, use, effective.toString())];
}

function totalFailures(
  { totals: { effective }, unallocated }: ComputedProfile,
  use: ProfileUse,
  text: string,
): Failures {
  const path = ['totals', 'effective'];
  if (use.entityMembers) {
    return effective.equals(hundred)
      ? []
      : [fail('MEMBERS_NOT_100', path, `the members must total 100%, not ${text}%`)];
  }
  if (effective.greaterThan(hundred))
    return [fail('OVER_ALLOCATED', path, `the profile allocates ${text}%, more than 100%`)];
  if (effective.isZero()) return [fail('NOTHING_ALLOCATED', path, 'the profile allocates nothing')];
  if (unallocated.isZero() || use.unallocatedAcknowledged) return [];
  const detail = `${unallocated.toString()}% is unallocated. Acknowledge this to continue.`;
  return [fail('UNALLOCATED_NOT_ACKNOWLEDGED', ['unallocated'], detail)];
}

/**
 * Returns true if a profile can be the default of its container: it is valid and gives somebody a share. The default profile computes every
 * distribution that names no profile, so a draft can't be it.
 */
export function canBeDefault(profile: ComputedProfile, entityMembers: boolean): boolean {
  return isProfileValid(profile, entityMembers) && !profile.totals.effective.isZero();
}

/**
 * Returns the profile's `IsValid`. The profile must have no entry in error. The total must be exactly 100 for entity members, and at most 100
 * otherwise.
 */
export function isProfileValid(profile: ComputedProfile, entityMembers: boolean): boolean {
  const failures = checkProfileUse(profile, { entityMembers, unallocatedAcknowledged: true });
  return failures.every((failure) => failure.code === 'NOTHING_ALLOCATED');
}
