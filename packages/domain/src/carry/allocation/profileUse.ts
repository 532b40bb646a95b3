import { type Failures, fail, hundred } from '../../kernel/index.ts';
import type { ComputedProfile } from './profile.ts';

/** What the profile is about to be used for. */
export interface ProfileUse {
  /** A person has seen, and has confirmed for this run, that a rest goes to nobody. */
  readonly unallocatedAcknowledged?: boolean;
  /** An entity's members share all that the entity gets: their total must be exactly 100.0000. */
  readonly entityMembers?: boolean;
}

/**
 * Whether money may be split by a profile; a profile that fails is kept as a draft.
 *
 * Source: calculations section 3.
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
            `${entry.id} has a predilute and also a fixed or discretionary percentage`,
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
    return effective.equals(hundred) ? [] : [fail('MEMBERS_NOT_100', path, `the members total ${text}, not 100`)];
  }
  if (effective.greaterThan(hundred)) return [fail('OVER_ALLOCATED', path, `the profile allocates ${text} percent`)];
  if (effective.isZero()) return [fail('NOTHING_ALLOCATED', path, 'the profile gives nobody a share')];
  if (unallocated.isZero() || use.unallocatedAcknowledged) return [];
  const detail = `${unallocated.toString()} percent go to nobody, which has to be acknowledged`;
  return [fail('UNALLOCATED_NOT_ACKNOWLEDGED', ['unallocated'], detail)];
}

/**
 * Whether a profile can be the default of its container: it is valid and gives somebody a share. A distribution that names no profile is
 * computed by the default one, so a draft never is it.
 *
 * Source: specification of the carry area, section 4.
 */
export function canBeDefault(profile: ComputedProfile, entityMembers: boolean): boolean {
  return isProfileValid(profile, entityMembers) && !profile.totals.effective.isZero();
}

/**
 * The `IsValid` of a profile: for entity members a total of exactly 100 without an entry in error, else no error and
 * not over 100.
 */
export function isProfileValid(profile: ComputedProfile, entityMembers: boolean): boolean {
  const failures = checkProfileUse(profile, { entityMembers, unallocatedAcknowledged: true });
  return failures.every((failure) => failure.code === 'NOTHING_ALLOCATED');
}
