import { requiresStepUp, needsSecondFactor, type SignInPolicy } from './policy.ts';
import { type SignInMethod, signInStrength } from './strength.ts';

/** The parts of a session that show how strongly the person was authenticated. */
export interface SessionProof {
  readonly methods: readonly SignInMethod[];
  /** The time at which a second factor was last used in it; null if never. */
  readonly strengthenedAt: Date | null;
}

interface Requirement {
  readonly policy: SignInPolicy;
  /** True if the person administers a module of the firm. */
  readonly isAdministrator: boolean;
  readonly isSensitive: boolean;
  readonly now: Date;
}

/** The authentication that a session lacks for a call in a firm. */
export type Demand =
  /** The firm requires a second factor from this person. */
  | 'SECOND_FACTOR_REQUIRED'
  /** A sensitive action requires the second factor again. */
  | 'STEP_UP_REQUIRED';

/** The tolerance for differing server clocks. A later timestamp is invalid. */
const clocksDifferBy = 5 * 60_000;
const minute = 60_000;

/**
 * Returns the authentication that a session lacks for a call in a firm; undefined if it may proceed.
 *
 * A sensitive call needs a session of strength `mfa` whose second factor was used within the firm's number of minutes
 * (inclusive). This isn't so if the firm's rule is off. A firm that requires a second factor from everyone, or from
 * its administrators, requires it for every call.
 */
export function signInDemand(
  session: SessionProof,
  { policy, isAdministrator, isSensitive, now }: Requirement,
): Demand | undefined {
  const isStrong = signInStrength(session.methods) === 'mfa';
  if (!isStrong && needsSecondFactor(policy, isAdministrator)) return 'SECOND_FACTOR_REQUIRED';
  if (!isSensitive || !requiresStepUp(policy)) return undefined;
  return isRecentlyProven(session, policy.stepUpMinutes, now) ? undefined : 'STEP_UP_REQUIRED';
}

/** Returns true if a session has strength `mfa` and its second factor was used within a number of minutes (inclusive). */
export function isRecentlyProven({ methods, strengthenedAt }: SessionProof, minutes: number, now: Date): boolean {
  if (signInStrength(methods) !== 'mfa' || strengthenedAt === null) return false;
  const age = now.getTime() - strengthenedAt.getTime();
  return age >= -clocksDifferBy && age <= minutes * minute;
}

/**
 * Returns true if a firm rejects an API token. A program can't use a second factor, so the session that created the token must have had one. A token
 * created without is rejected if the firm now requires one.
 */
export function isTokenTooWeak(
  isStrong: boolean,
  { policy, isAdministrator, isSensitive }: Omit<Requirement, 'now'>,
): boolean {
  return !isStrong && (needsSecondFactor(policy, isAdministrator) || (isSensitive && requiresStepUp(policy)));
}
