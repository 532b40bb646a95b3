import { asksStepUp, needsSecondFactor, type SignInPolicy } from './policy.ts';
import { type SignInMethod, strengthOf } from './strength.ts';

/** A session as far as it tells how sure it is of its person. */
export interface SessionProof {
  readonly methods: readonly SignInMethod[];
  /** When a second factor was last shown in it; null for never. */
  readonly strengthenedAt: Date | null;
}

interface Asked {
  readonly policy: SignInPolicy;
  /** Whether the person administers a module of the firm. */
  readonly isAdministrator: boolean;
  readonly isSensitive: boolean;
  readonly now: Date;
}

/** What a session lacks for a call in a firm. */
export type Demand =
  /** The firm asks a second factor of this person. */
  | 'SECOND_FACTOR_REQUIRED'
  /** It is to be shown anew for what is sensitive. */
  | 'STEP_UP_REQUIRED';

/** Clocks of servers may differ by so much; a time later than that comes from one that went ahead and is worth nothing. */
const clocksDifferBy = 5 * 60_000;
const minute = 60_000;

/**
 * What a session lacks for a call in a firm; undefined where it may go on.
 *
 * A sensitive call asks for a session of strength `mfa` whose second factor was shown within the firm's minutes, the last of them included, unless
 * the firm's rule is off. A firm that asks a second factor of everybody, or of its administrators, asks it for every call.
 *
 * Source: design of the platform, sections 2 and 7.
 */
export function demandOf(
  session: SessionProof,
  { policy, isAdministrator, isSensitive, now }: Asked,
): Demand | undefined {
  const isStrong = strengthOf(session.methods) === 'mfa';
  if (!isStrong && needsSecondFactor(policy, isAdministrator)) return 'SECOND_FACTOR_REQUIRED';
  if (!isSensitive || !asksStepUp(policy)) return undefined;
  return isShownLately(session, policy.stepUpMinutes, now) ? undefined : 'STEP_UP_REQUIRED';
}

/** Whether a session is of strength `mfa` and its second factor was shown within so many minutes, the last of them included. */
export function isShownLately({ methods, strengthenedAt }: SessionProof, minutes: number, now: Date): boolean {
  if (strengthOf(methods) !== 'mfa' || strengthenedAt === null) return false;
  const age = now.getTime() - strengthenedAt.getTime();
  return age >= -clocksDifferBy && age <= minutes * minute;
}

/**
 * Whether a firm shuts a program's token out: a program shows no second factor, so that of the session in which its token was made counts for it. One
 * that was made without is worth nothing where the firm asks for one by now.
 *
 * Source: design of the platform, section 7.
 */
export function isTokenTooWeak(
  isStrong: boolean,
  { policy, isAdministrator, isSensitive }: Omit<Asked, 'now'>,
): boolean {
  return !isStrong && (needsSecondFactor(policy, isAdministrator) || (isSensitive && asksStepUp(policy)));
}

/**
 * Whether a second factor is still to be shown before a session that has just begun can do anything: of whoever has one, unless what was shown is
 * strong already. Firms have no say in it: a factor that was set up guards all that the person may do.
 */
export const isFactorDue = (shown: readonly SignInMethod[], hasFactor: boolean): boolean =>
  hasFactor && strengthOf(shown) !== 'mfa';
