import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

interface Reference {
  readonly id: string;
}
/** An employee's position: the manager, whether the pay is visible only to people with access to everyone's, and the user. */
export interface PayPosition {
  readonly manager: Reference | null;
  readonly isPayRestricted: boolean;
  readonly user: Reference | null;
}

const isSameUser = (before: PayPosition, after: PayPosition) => before.user?.id === after.user?.id;

/** Returns true if nothing changes. */
export const isSamePosition = (before: PayPosition, after: PayPosition): boolean =>
  before.manager?.id === after.manager?.id &&
  before.isPayRestricted === after.isPayRestricted &&
  isSameUser(before, after);

/**
 * Decides on a change of an employee's position. The reporting line determines pay access, so only people with access to everyone's pay may change
 * it.
 *
 * Fails: PAY_ACCESS_NOT_YOURS, LINK_TO_ONESELF, NOT_FOUND, MANAGER_CYCLE.
 */
export function decidePosition<P extends PayPosition>(
  before: PayPosition,
  after: P,
  facts: {
    readonly personId: string;
    readonly canViewAllPay: boolean;
    /** True if the linked user is a member of the firm. */
    readonly isMember: boolean;
    /** True if the manager already reports to the employee. */
    readonly isManagerBelow: boolean;
  },
): Result<P, Failures> {
  const refuse = (...reason: Parameters<typeof fail>) => err([fail(...reason)]);
  if (!facts.canViewAllPay)
    return refuse(
      'PAY_ACCESS_NOT_YOURS',
      ['manager'],
      'Only people with access to everyone’s pay can set a manager. Leave the manager as it is, or ask HR.',
    );
  if (!isSameUser(before, after)) {
    if ([before.user?.id, after.user?.id].includes(facts.personId))
      return refuse(
        'LINK_TO_ONESELF',
        ['user'],
        'You can’t change your own link to an employee. Ask someone else to do it.',
      );
    if (after.user && !facts.isMember) return refuse('NOT_FOUND', ['user'], 'This firm has no such user.');
  }
  if (facts.isManagerBelow)
    return refuse(
      'MANAGER_CYCLE',
      ['manager'],
      'This person already reports to the employee, directly or indirectly. Choose another manager.',
    );
  return ok(after);
}
