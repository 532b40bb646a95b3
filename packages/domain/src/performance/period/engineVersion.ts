import type { CalendarDate } from '../../kernel/index.ts';
import type { LockedBy, VehicleLedger } from './computeVehicle.ts';

/** Kept with each locked quarter, report run and package of data; raised when a rule changes a figure. */
export const PERIOD_ENGINE_VERSION = '4';

/** Those by which unrealised gain was shared at quarter ends alone. */
const versionsBefore4: ReadonlySet<string> = new Set(['1', '2', '3']);

const before4 = (ledger: VehicleLedger): VehicleLedger => ({
  ...ledger,
  entries: ledger.entries.map((entry) => ({ ...entry, source: null })),
  isBeforeVersion4: true,
});

/** What the rules of every version that ever made a figure read of a ledger. */
const reads: ReadonlyMap<string, (ledger: VehicleLedger) => VehicleLedger> = new Map([
  // Of what was reported, net asset values alone.
  ['1', (ledger) => before4({ ...ledger, reported: (ledger.reported ?? []).filter(({ figure }) => figure === 'nav') })],
  // Returns over periods that a fund did not live through were told.
  ['2', before4],
  // What was sold before a change of commitments in the same quarter was of those who took part after it; of a ledger of cash alone, which came with a
  // transfer of data or stands beside what was reported, what the vehicle did with it was nothing; of a vehicle and its only commitment what was said of the
  // vehicle counted for it, however old it was.
  ['3', before4],
  [PERIOD_ENGINE_VERSION, (ledger: VehicleLedger) => ledger],
]);

/** A ledger as the rules of a version read it, so that what they made can be computed again; undefined of a version that there never was. */
export const ledgerAtVersion = (version: string, ledger: VehicleLedger): VehicleLedger | undefined =>
  reads.get(version)?.(ledger);

/** A ledger as the figures of a quarter end read it: by the rules that it was locked with, where it is locked, so that what is told of it is what was kept. */
export const ledgerOn = (ledger: VehicleLedger, end: CalendarDate): VehicleLedger =>
  ledgerAtVersion(ledger.lockedBy?.get(end) ?? PERIOD_ENGINE_VERSION, ledger) ?? ledger;

/** Quarter ends by the rules that the unrealised gain of their quarter is shared by: those of today, and those before version 4. */
export const byRulesOfSharing = (days: readonly CalendarDate[], lockedBy?: LockedBy) =>
  [false, true].map((isBeforeVersion4) => ({
    isBeforeVersion4,
    days: days.filter((day) => versionsBefore4.has(lockedBy?.get(day) ?? PERIOD_ENGINE_VERSION) === isBeforeVersion4),
  }));
