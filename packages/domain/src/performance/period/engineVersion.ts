import type { CalendarDate } from '../../kernel/index.ts';
import type { LockedBy, VehicleLedger } from './computeVehicle.ts';
import { isBefore } from './isBefore.ts';

/** Stored with each locked quarter, report run and data package. Increase it when a rule changes a figure. */
export const PERIOD_ENGINE_VERSION = '7';

const withoutSources = (ledger: VehicleLedger): VehicleLedger => ({
  ...ledger,
  entries: ledger.entries.map((entry) => ({ ...entry, source: null })),
});
const navsAlone = (ledger: VehicleLedger): VehicleLedger => ({
  ...ledger,
  reported: (ledger.reported ?? []).filter(({ figure }) => figure === 'nav'),
});

/** For every version that has produced stored figures, the way its rules read a ledger. */
const reads: ReadonlyMap<string, (ledger: VehicleLedger) => VehicleLedger> = new Map([
  // Version 1 used only the net asset values of reported figures.
  ['1', (ledger) => ({ ...withoutSources(navsAlone(ledger)), rules: 1 })],
  // Version 2 had returns even for periods that a fund didn't fully exist in.
  ['2', (ledger) => ({ ...withoutSources(ledger), rules: 2 })],
  // Version 3 gave sales before a commitment change in the same quarter to those who participated after it. In a ledger with cash only, from a data
  // transfer or next to reported figures, it took the vehicle's operations as zero.
  ['3', (ledger) => ({ ...withoutSources(ledger), rules: 3 })],
  // Version 4 used figures reported for a vehicle also for its only commitment, and vice versa, regardless of their age. In a vehicle without cash
  // and with reported net asset values only, it took contributions as zero.
  ['4', (ledger) => ({ ...ledger, rules: 4 })],
  // In version 5, a transfer between partners passed no cash, so the seller had paid for the part that the buyer owned.
  ['5', (ledger) => ({ ...ledger, rules: 5 })],
  // In version 6, several transfers by one seller on one date passed all history to the first buyer, and a transfer entered again on its date counted
  // as reversed.
  ['6', (ledger) => ({ ...ledger, rules: 6 })],
  [PERIOD_ENGINE_VERSION, (ledger: VehicleLedger) => ledger],
]);

/** Returns a ledger as the rules of a version read it, so that its figures can be recomputed; undefined if the version is unknown. */
export const ledgerAtVersion = (version: string, ledger: VehicleLedger): VehicleLedger | undefined =>
  reads.get(version)?.(ledger);

/**
 * Returns a ledger as the figures of a quarter end read it. For a locked quarter, uses the settings of its lock, so that explanations match the
 * stored figures.
 */
export function ledgerOn(ledger: VehicleLedger, end: CalendarDate): VehicleLedger {
  const locked = ledger.lockedBy?.get(end);
  return locked === undefined
    ? ledger
    : { ...(ledgerAtVersion(locked.rules, ledger) ?? ledger), policy: locked.policy, transfers: locked.transfers };
}

/** Groups quarter ends by the rule version that allocates their unrealized gains: before version 4, or current. */
export const byRulesOfSharing = (days: readonly CalendarDate[], lockedBy?: LockedBy) =>
  [3, undefined].map((rules) => ({
    rules,
    days: days.filter(
      (day) => isBefore(Number(lockedBy?.get(day)?.rules ?? PERIOD_ENGINE_VERSION), 4) === isBefore(rules, 4),
    ),
  }));
