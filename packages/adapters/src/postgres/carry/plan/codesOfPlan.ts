import type { CarryPlan } from '@carrara/domain/carry/plan';

const distinct = (codes: readonly (string | null | undefined)[]): readonly string[] => [
  ...new Set(codes.flatMap((code) => (code ? [code.trim().toLowerCase()] : [])).filter(Boolean)),
];
/** Splits a code such as `MP04/ARP-I/1`, which names an investment and its holder. */
const partsOf = (path: string): readonly string[] => path.split('/');

/** Returns every code that a plan defines or refers to, in lower case, so that only those records are loaded. */
export function codesOfPlan(plan: CarryPlan): {
  readonly containers: readonly string[];
  readonly participants: readonly string[];
} {
  return {
    containers: distinct([
      ...plan.funds.map(({ code }) => code),
      ...plan.coinvestments.flatMap(({ code, fund }) => [code, fund]),
      ...plan.investments.flatMap(({ code, fund }) => [code, fund]),
      ...plan.tranches.flatMap(({ investment, holder }) => [investment, holder]),
      ...plan.allocationProfiles.flatMap(({ container }) => partsOf(container)),
      ...plan.distributionSources.flatMap(({ source }) => partsOf(source)),
    ]),
    participants: distinct([
      ...plan.participants.flatMap(({ code, employee }) => [code, employee]),
      ...plan.entityMembers.flatMap(({ entity, member }) => [entity, member]),
      ...plan.allocationProfiles.map(({ participant }) => participant),
      ...plan.distributionAdjustments.map(({ participant }) => participant),
    ]),
  };
}
