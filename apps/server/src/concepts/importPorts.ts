import type { ImportPorts } from '../imports/carryPlanImport.ts';
import { storeAllocationProfile } from './carry/allocationProfile.ts';
import { distributionOperations } from './carry/distribution.ts';

/** What an import of a carry plan saves by the operations of carry. */
export const importPorts: ImportPorts = {
  storeProfile: storeAllocationProfile,
  saveDistribution: distributionOperations.saveDistribution,
};
