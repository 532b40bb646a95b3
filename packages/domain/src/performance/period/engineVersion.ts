import type { CalendarDate } from '../../kernel/index.ts';
import type { LockedBy, VehicleLedger } from './computeVehicle.ts';
import { isBefore } from './isBefore.ts';

/** Kept with each locked quarter, report run and package of data; raised when a rule changes a figure. */
export const PERIOD_ENGINE_VERSION = '7';

const withoutSources = (ledger: VehicleLedger): VehicleLedger => ({
  ...ledger,
  entries: ledger.entries.map((entry) => ({ ...entry, source: null })),
});
const navsAlone = (ledger: VehicleLedger): VehicleLedger => ({
  ...ledger,
  reported: (ledger.reported ?? []).filter(({ figure }) => figure === 'nav'),
});

/** What the rules of every version that ever made a figure read of a ledger. */
const reads: ReadonlyMap<string, (ledger: VehicleLedger) => VehicleLedger> = new Map([
  // Of what was reported, net asset values alone.
  ['1', (ledger) => ({ ...withoutSources(navsAlone(ledger)), rules: 1 })],
  // Returns over periods that a fund did not live through were told.
  ['2', (ledger) => ({ ...withoutSources(ledger), rules: 2 })],
  // What was sold before a change of commitments in the same quarter was of those who took part after it; of a ledger of cash alone, which came with a
  // transfer of data or stands beside what was reported, what the vehicle did with it was nothing.
  ['3', (ledger) => ({ ...withoutSources(ledger), rules: 3 })],
  // Of a vehicle and its only commitment what was said of the one counted for it, however old it was beside what was said of the other; of a vehicle without
  // cash of which net asset values alone were reported, nothing was paid in.
  ['4', (ledger) => ({ ...ledger, rules: 4 })],
  // A transfer between partners passed no cash, so the seller had paid for what the buyer had.
  ['5', (ledger) => ({ ...ledger, rules: 5 })],
  // Of several transfers of one seller on a day all history passed to the first buyer; one that was entered again on its day counted as reversed.
  ['6', (ledger) => ({ ...ledger, rules: 6 })],
  [PERIOD_ENGINE_VERSION, (ledger: VehicleLedger) => ledger],
]);

/** A ledger as the rules of a version read it, so that what they made can be computed again; undefined of a version that there never was. */
export const ledgerAtVersion = (version: string, ledger: VehicleLedger): VehicleLedger | undefined =>
  reads.get(version)?.(ledger);

/** A ledger as the figures of a quarter end read it: as it was locked, where it is locked, so that what is told of it is what was kept. */
export function ledgerOn(ledger: VehicleLedger, end: CalendarDate): VehicleLedger {
  const locked = ledger.lockedBy?.get(end);
  return locked === undefined
    ? ledger
    : { ...(ledgerAtVersion(locked.rules, ledger) ?? ledger), policy: locked.policy, transfers: locked.transfers };
}

/** Quarter ends by the rules that the unrealised gain of their quarter is shared by: those before version 4, and those of today. */
export const byRulesOfSharing = (days: readonly CalendarDate[], lockedBy?: LockedBy) =>
  [3, undefined].map((rules) => ({
    rules,
    days: days.filter(
      (day) => isBefore(Number(lockedBy?.get(day)?.rules ?? PERIOD_ENGINE_VERSION), 4) === isBefore(rules, 4),
    ),
  }));
