import type { CalendarDate } from '@carrara/domain/kernel';
import { quarterEnd } from '../ledger/index.ts';
import { computeVehicle, type VehicleLedger } from './computeVehicle.ts';
import { ledgerOn } from './engineVersion.ts';
import type { ReportedFacts } from './reportedWarnings.ts';

/**
 * Adds the NAVs of a vehicle and of its commitments by the ledger, which reported ones are compared with. They are determined at quarter ends, unless
 * reports determine the NAV of the vehicle, and computed only if they are needed.
 */
export function withNavOfLedger<L extends VehicleLedger>(ledger: L): L & Required<Pick<ReportedFacts, 'navOfLedger'>> {
  const subjectsOn = (date: CalendarDate) => {
    const own = ledgerOn(ledger, date);
    if (own.navBasis !== 'LEDGER' || quarterEnd(date) !== date) return [];
    return computeVehicle(own, date, { through: date, only: new Set([date]) }).flatMap(({ subjects }) => subjects);
  };
  const byDate = new Map<CalendarDate, ReturnType<typeof subjectsOn>>();
  const navOfLedger: ReportedFacts['navOfLedger'] = (commitmentId, date) => {
    const subjects = byDate.get(date) ?? subjectsOn(date);
    byDate.set(date, subjects);
    const found = subjects.find(({ subject, id }) =>
      commitmentId === null ? subject === 'VEHICLE' : subject === 'COMMITMENT' && id === commitmentId,
    );
    return found?.nav ?? undefined;
  };
  return { ...ledger, navOfLedger };
}
