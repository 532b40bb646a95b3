import { paidSources } from '@carrara/adapters/postgres/carry/distribution';
import { returnedSources } from '@carrara/adapters/postgres/carry/ledgerRun';
import type { CarryPaidOf } from './performance/carryPaid.ts';

/** What carry says that it paid of a vehicle and took back: the ledger asks it of carry through here. */
export const carryPaidOf: CarryPaidOf = async (tx, vehicleId) => [
  ...(await paidSources(tx, { vehicleId })),
  ...(await returnedSources(tx, { vehicleId })),
];
