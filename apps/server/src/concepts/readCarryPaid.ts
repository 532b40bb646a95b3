import { paidSources } from '@carrara/adapters/postgres/carry/distribution/paidSources';
import { returnedSources } from '@carrara/adapters/postgres/carry/ledgerRun/returnedSources';
import type { ReadCarryPaid } from '../usecases/performance/carryPaid.ts';

/** Returns the carry that a vehicle paid and that was clawed back. Gives the ledger access to carry's data. */
export const readCarryPaid: ReadCarryPaid = async (tx, vehicleId) => [
  ...(await paidSources(tx, { vehicleId })),
  ...(await returnedSources(tx, { vehicleId })),
];
