import type { VehicleLedger } from './computeVehicle.ts';

/** Returns the ledger as if everyone paid fees, so that net figures include all partners. The fees already charged stay unchanged. */
export const includeAllPartners = <L extends Pick<VehicleLedger, 'events'>>(ledger: L): L => ({
  ...ledger,
  events: ledger.events.map((event) => ({ ...event, paysFee: null })),
});
