import type { ImportPorts } from './carryPlanImport.ts';
import { storeAllocationProfile } from '../concepts/carry/allocation/allocationProfile.ts';
import { distributionOperations } from '../concepts/carry/run/distribution.ts';

/** Carry operations that the import of a carry plan uses. */
export const importPorts: ImportPorts = {
  storeProfile: storeAllocationProfile,
  saveDistribution: distributionOperations.saveDistribution,
};
