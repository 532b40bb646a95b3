import { checkProfileUse, computeProfile } from '@carrara/domain/carry/allocation';
import { decimal, numberText } from '@carrara/domain/kernel';

export interface MemberTotal {
  readonly total: string | null;
  /** True if the percentages are numbers and total exactly 100. */
  readonly isWhole: boolean;
}

/** Computes the total percentage of an entity's members by the rule of the domain. */
export function memberTotal(
  parts: readonly { readonly participantId: string; readonly part: string | null }[],
): MemberTotal {
  const entries = parts.map(({ participantId, part }) => ({
    id: participantId,
    fixed: part !== null && /^\d+(\.\d+)?$/.test(part) ? decimal(part) : undefined,
  }));
  const computed = computeProfile({ method: 'percent', entries });
  if (computed.isErr()) return { total: null, isWhole: false };
  return {
    total: numberText(computed.value.totals.effective),
    isWhole: checkProfileUse(computed.value, { entityMembers: true }).length === 0,
  };
}
