import type { VehicleLedger } from './computeVehicle.ts';

/** The ledger as if everybody paid fees, so that net figures are of all partners; what each was charged stays. */
export const ofAllPartners = <L extends Pick<VehicleLedger, 'events'>>(ledger: L): L => ({
  ...ledger,
  events: ledger.events.map((event) => ({ ...event, paysFee: null })),
});
