import type { ImportPorts } from './carryPlanImport.ts';
import { storeAllocationProfile } from '../concepts/carry/allocationProfile.ts';
import { distributionOperations } from '../concepts/carry/distribution.ts';

/** Carry operations that the import of a carry plan uses. */
export const importPorts: ImportPorts = {
  storeProfile: storeAllocationProfile,
  saveDistribution: distributionOperations.saveDistribution,
};
