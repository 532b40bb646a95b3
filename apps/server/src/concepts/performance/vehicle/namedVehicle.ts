import { vehicleList } from '@carrara/adapters/postgres/performance/fundProfile/vehicleList';
import { figuresOfAllPartners } from '@carrara/adapters/postgres/performance/reporting/figuresWithCoinvestments';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { StatedCoverage } from '@carrara/contract/core/coverage';
import type { RowOf } from '@carrara/contract/core/endpoint';
import type { Basis } from '@carrara/contract/performance/period/basis';
import type { fundPerformanceEndpoints } from '@carrara/contract/performance/fundProfile/fundPerformance';
import { calendarDate, type CoveredPart, decimal } from '@carrara/domain/kernel';
import type { RatedFund } from '@carrara/domain/performance/fundProfile';

type Listed = RowOf<(typeof fundPerformanceEndpoints)['listVehicles']>;
type Named = Pick<Listed, 'fundId' | 'fundCode' | 'notDetermined' | 'lastDate' | 'carriedFrom'>;

const dateOrNull = (text: string | null) => (text === null ? null : calendarDate(text));

/** Returns a vehicle as the coverage of one of its figures lists it. */
export const namedVehicle = (row: Named, field: string): CoveredPart => ({
  id: row.fundId,
  name: row.fundCode,
  reason: row.notDetermined.find((message) => message.field === field)?.message ?? '',
  lastDate: dateOrNull(row.lastDate),
  carriedFrom: dateOrNull(row.carriedFrom),
});

/** Returns the vehicle with its rate. Empty if a rate doesn't apply to it yet. */
export function ratedFund(row: Named & Pick<Listed, 'irr' | 'irrAnnualized'>): readonly RatedFund[] {
  const { irr, irrAnnualized, notDetermined } = row;
  if (irr === null && !notDetermined.some(({ field }) => field === 'irr')) return [];
  return [{ ...namedVehicle(row, 'irr'), irr: irr === null ? null : decimal(irr), irrAnnualized }];
}

export interface RequestedVehicles {
  readonly endDate?: string | undefined;
  readonly carriesForward?: boolean | undefined;
  readonly basis?: Basis | undefined;
}

/** Returns the filters for the list of vehicles that give figures on the requested basis. */
export async function readFilters(
  tx: Transaction,
  requested: RequestedVehicles,
): Promise<Readonly<Record<string, unknown>>> {
  const { endDate, carriesForward, basis } = requested;
  const converted = basis === 'all' ? await figuresOfAllPartners(tx, endDate, carriesForward) : undefined;
  return { endDate, carriesForward, basis, converted };
}

/** Returns all vehicles with their rates at a quarter end. */
export async function ratedFunds(tx: Transaction, requested: RequestedVehicles) {
  const columns = [
    'fundId',
    'fundCode',
    'fundName',
    'irr',
    'irrAnnualized',
    'notDetermined',
    'lastDate',
    'carriedFrom',
  ] as const;
  const rows = await vehicleList.columns(tx, columns, await readFilters(tx, requested));
  return rows.flatMap((row) => ratedFund(row).map((fund) => ({ ...fund, fullName: row.fundName })));
}

/** Returns a coverage with mutable lists, as responses need it. */
export const statedCoverage = ({ included, total, excluded, carried }: StatedCoverage) => ({
  included,
  total,
  excluded: [...excluded],
  carried: [...carried],
});
