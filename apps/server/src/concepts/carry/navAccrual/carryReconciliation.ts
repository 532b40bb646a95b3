import { derivedId } from '@carrara/adapters/postgres/engine/reports/derivedId';
import { defineReportQuery, type ReportQuery } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import { carryReconciliation as report } from '@carrara/contract/carry/reports/carryReconciliation';
import type { InvestmentAccrual } from '@carrara/domain/carry/navAccrual';
import { type Decimal, groupBy, moneyText } from '@carrara/domain/kernel';
import { type NavPorts, type NavRead, readCarryAtNav } from './readCarryAtNav.ts';
import { navQuery, defaultQuarter } from './navQuery.ts';

const textOf = (amount: Decimal | null): string | null => amount && moneyText(amount);

/** Returns the rows of a vehicle: its investments, or one row if its carry isn't determined. */
function rowsOf(vehicle: NavRead['vehicles'][number], accruals: readonly InvestmentAccrual[]) {
  const { vehicleId, vehicleType, currency, attribution, accrued, reasons } = vehicle;
  const head = { holder: vehicleId, type: vehicleType, currency, attribution };
  if (accrued === null) {
    const missing = { accrued: null, participants: null, unallocated: null, difference: null };
    return [{ ...head, ...missing, id: derivedId(vehicleId), investment: null, cause: reasons.join(' ') }];
  }
  return accruals.map(({ locationId, investmentId, causes, ...amounts }) => ({
    ...head,
    id: derivedId(vehicleId, locationId),
    investment: investmentId,
    accrued: textOf(amounts.accrued),
    participants: textOf(amounts.participants),
    unallocated: textOf(amounts.unallocated),
    difference: textOf(amounts.difference),
    cause: causes.join(' ') || null,
  }));
}

/** Report on the accrued carry of every fund at a quarter end, against what participants have of it. */
export const carryReconciliation = (ports: NavPorts): ReportQuery => ({
  ...defineReportQuery(report, {
    source: 'rows',
    async from(tx, values) {
      const { vehicles, accruals } = await readCarryAtNav(tx, ports, navQuery(values));
      const byVehicle = groupBy(accruals, ({ vehicleId }) => vehicleId);
      return vehicles.flatMap((vehicle) => rowsOf(vehicle, byVehicle.get(vehicle.vehicleId) ?? []));
    },
  }),
  usual: defaultQuarter(ports),
});
