import type { CalendarDate } from '@carrara/domain/kernel';
import { quarterEnd, type Quarters } from '../ledger/index.ts';
import { computeVehicle, type VehicleLedger } from './computeVehicle.ts';
import { ledgerOn } from './engineVersion.ts';
import { includeAllPartners } from './includeAllPartners.ts';
import type { ReportedName } from './reportedFigure.ts';
import type { ReportedFacts } from './reportedWarnings.ts';

/**
 * Adds the figures of a vehicle and of its commitments that reported ones are compared with: the NAV by the ledger, and all figures of locked quarters.
 * They are determined at quarter ends, those of the vehicle for all partners, and computed only if they are needed.
 */
export function withComputedFigures<L extends VehicleLedger & Partial<Pick<Quarters, 'locked'>>>(
  ledger: L,
): L & Required<Pick<ReportedFacts, 'navOfLedger' | 'lockedFigure'>> {
  const subjectsOn = (date: CalendarDate) =>
    computeVehicle(includeAllPartners(ledgerOn(ledger, date)), date, {
      through: date,
      only: new Set([date]),
    }).flatMap(({ subjects }) => subjects);
  const byDate = new Map<CalendarDate, ReturnType<typeof subjectsOn>>();
  const figureOn = (name: ReportedName, commitmentId: string | null, date: CalendarDate) => {
    const subjects = byDate.get(date) ?? subjectsOn(date);
    byDate.set(date, subjects);
    const found = subjects.find(({ subject, id }) =>
      commitmentId === null ? subject === 'VEHICLE' : subject === 'COMMITMENT' && id === commitmentId,
    );
    return found?.[name] ?? undefined;
  };
  return {
    ...ledger,
    // Reports can determine the NAV of the vehicle.
    navOfLedger: (commitmentId, date) =>
      quarterEnd(date) === date && ledgerOn(ledger, date).navBasis === 'LEDGER'
        ? figureOn('nav', commitmentId, date)
        : undefined,
    lockedFigure: ({ figure, commitmentId, date }) =>
      ledger.locked?.has(date) ? figureOn(figure, commitmentId, date) : undefined,
  };
}
