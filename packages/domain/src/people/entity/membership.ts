import { type CalendarDate, type Failures, fail } from '../../kernel/index.ts';
import { isCarryEligible } from '../participant/index.ts';

export interface MemberCandidate {
  readonly id: string;
  readonly kind: 'employee' | 'trust' | 'entity';
  readonly name: string;
  readonly carryEligibleDate: CalendarDate | null;
  /** Everyone below it, at any depth. */
  readonly below: readonly string[];
}

/**
 * Checks the members of an entity. Existing members may stay regardless of eligibility. New members must be carry-eligible. No member may appear
 * twice, and an entity can't be below itself.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  MEMBER_UNKNOWN, MEMBER_TWICE, MEMBER_NOT_ELIGIBLE, MEMBER_CYCLE.
 */
export function checkMembers(
  entityId: string | undefined,
  requested: readonly string[],
  candidates: readonly MemberCandidate[],
  already: readonly string[],
  asOf: CalendarDate,
): Failures {
  return requested.flatMap((id, i) => {
    const path = ['members', i, 'participantId'];
    const candidate = candidates.find((member) => member.id === id);
    if (!candidate) return [fail('MEMBER_UNKNOWN', path, 'There is no such participant.')];
    if (requested.indexOf(id) !== i) return [fail('MEMBER_TWICE', path, `${candidate.name} is already a member.`)];
    if (entityId !== undefined && (id === entityId || candidate.below.includes(entityId))) {
      return [fail('MEMBER_CYCLE', path, `${candidate.name} is above this entity, so it can’t be its member.`)];
    }
    if (!already.includes(id) && !isCarryEligible(candidate.carryEligibleDate, asOf)) {
      return [fail('MEMBER_NOT_ELIGIBLE', path, `${candidate.name} isn’t carry-eligible.`)];
    }
    return [];
  });
}
