import type { Role } from '@carrara/contract/core/permissions';
import { beforeAll } from 'vitest';
import { openPeople } from './openPeople.ts';
import { type PlantedPlan, plantCarryPlan } from './plantCarryPlan.ts';
import { recordAllStates } from './recordAllStates.ts';

/**
 * Creates a firm with the sample plan before the tests of a file, with people who have these roles in carry, and stops
 * its server after them. Its functions can be destructured. Its values exist only while tests run.
 */
export function openPlannedFirm<N extends string>(roles: Readonly<Record<N, Role>>) {
  const inCarry = Object.entries<Role>(roles).map(([name, carry]) => [name, { carry }] as const);
  const firm = openPeople(Object.fromEntries(inCarry) as Record<N, { carry: Role }>);
  let plan: PlantedPlan;
  beforeAll(async () => {
    plan = await firm.inTenant(plantCarryPlan);
    await firm.inTenant(recordAllStates);
  });
  return Object.defineProperty(firm, 'plan', { get: () => plan }) as typeof firm & { readonly plan: PlantedPlan };
}
