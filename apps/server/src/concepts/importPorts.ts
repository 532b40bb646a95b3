import type { ImportPorts } from '../imports/carryPlanImport.ts';
import { storeAllocationProfile } from './carry/allocationProfile.ts';
import { distributionOperations } from './carry/distribution.ts';

/** Carry operations that the import of a carry plan uses. */
export const importPorts: ImportPorts = {
  storeProfile: storeAllocationProfile,
  saveDistribution: distributionOperations.saveDistribution,
};
