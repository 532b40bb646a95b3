import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { storedFlows } from '@carrara/adapters/postgres/performance/analysis/dashboardReads';
import { pooledVehicleList } from '@carrara/adapters/postgres/performance/fundProfile/vehicleList';
import { displayedReportingDate } from '@carrara/adapters/postgres/performance/periodFigures/displayedQuarter';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Basis } from '@carrara/contract/performance/period/basis';
import { calendarDate, type CalendarDate, decimal, type Failure, moneyText, ok } from '@carrara/domain/kernel';
import { type AccountPeriod } from '@carrara/domain/performance/capitalAccount';
import { flowsOfPeriod, type PaidInAndOut, type SumsInCurrency } from '@carrara/domain/performance/analysis';
import type { RequestContext } from '../../../core/operations.ts';
import { readFilters, statedCoverage } from '../vehicle/namedVehicle.ts';

type Listed = Awaited<ReturnType<(typeof pooledVehicleList)['columns']>>[number];
/** Fields of a vehicle in the list that the panels need. */
const displayedOfVehicle = [
  'fundId',
  'fundName',
  'fundCode',
  'fundFamily',
  'isoCode',
  'vintageYear',
  'commitment',
  'contributions',
  'distributions',
  'recallable',
  'unfunded',
  'nav',
  'pic',
  'irr',
  'irrAnnualized',
  'grossIrr',
  'grossIrrAnnualized',
  'dpi',
  'rvpi',
  'tvpi',
  'grossMoic',
  'rolledForwardFrom',
  'reportedThrough',
  'policy',
  'notDetermined',
  'lastDate',
  'carriedFrom',
] as const satisfies readonly (keyof Listed)[];
export type Row = Pick<Listed, (typeof displayedOfVehicle)[number]>;
export type Reasons = Row['notDetermined'];
export interface DashboardQuery {
  readonly periodId: AccountPeriod;
  readonly fundFamilyId?: string | undefined;
  readonly fundId?: string | undefined;
  readonly endDate?: string | undefined;
  readonly carriesForward?: boolean | undefined;
  readonly basis?: Basis | undefined;
}
type Input = { readonly query: DashboardQuery };

export const decimalOf = (text: string | null) => (text === null ? null : decimal(text));
export const decimalText = (money: ReturnType<typeof decimalOf>) => money && moneyText(money);
export const reasonsOf = (row: Row, ...fields: readonly string[]): Reasons =>
  row.notDetermined.filter(({ field }) => fields.includes(field));
export const reasonsFor = (field: string, failures: readonly Failure[]): Reasons =>
  failures.map(({ code, detail: message }) => ({ field, code, message }));

/** Returns the filtered vehicles that have figures at the reporting date. */
export async function filteredVehicles(tx: Transaction, { endDate, fundFamilyId, fundId, ...options }: DashboardQuery) {
  const end = endDate ?? (await displayedReportingDate(tx));
  if (end === undefined) return { end: undefined, all: [], rows: [] };
  const listed = await pooledVehicleList.columns(
    tx,
    displayedOfVehicle,
    await readFilters(tx, { ...options, endDate: end }),
  );
  const hasBegun = (row: Row) => row.commitment !== null || row.notDetermined.length > 0;
  const all = listed.filter(hasBegun);
  const rows = all.filter(
    (row) =>
      (fundFamilyId === undefined || row.fundFamily?.id === fundFamilyId) &&
      (fundId === undefined || row.fundId === fundId),
  );
  return { end: calendarDate(end), all, rows };
}

export const fundFields = (row: Row) => ({
  fundId: row.fundId,
  fundName: row.fundName,
  fundCode: row.fundCode,
  fundFamilyId: row.fundFamily?.id ?? null,
  fundFamily: row.fundFamily?.description ?? null,
  currency: row.isoCode ?? '',
});

/** Returns what each vehicle paid in and out in the period. Since inception, the vehicles' own rows have it. */
export async function flowsOf(
  tx: Transaction,
  rows: readonly Row[],
  end: CalendarDate,
  { periodId, carriesForward, basis }: DashboardQuery,
): Promise<ReadonlyMap<string, PaidInAndOut>> {
  if (periodId === 'ITD')
    return new Map(
      rows.map(({ fundId, contributions, distributions }) => [
        fundId,
        { contributions: decimalOf(contributions), distributions: decimalOf(distributions) },
      ]),
    );
  const stored = await storedFlows(tx, { to: end, carriesForward, coversAllPartners: basis === 'all' });
  return flowsOfPeriod(stored, periodId, end);
}

/** Wraps a read of the filtered vehicles. Returns nothing if there are none. */
export const vehiclesRead =
  <T>(
    read: (
      tx: Transaction,
      rows: readonly Row[],
      end: CalendarDate,
      request: DashboardQuery & { readonly base: string },
    ) => Promise<readonly T[]> | readonly T[],
  ) =>
  async (context: RequestContext, { query }: Input) => {
    const { tx } = context;
    const { rows, end } = await filteredVehicles(tx, query);
    return ok(end === undefined ? [] : [...(await read(tx, rows, end, { ...query, base: tenantCurrency(context) }))]);
  };

/**
 * Returns the earliest report among the vehicles of a currency. It counts those whose values were rolled forward with
 * later cash, or whose cash comes from an earlier report.
 */
export const earliestReport = (
  rows: readonly Row[],
  currency: string,
  mark: 'rolledForwardFrom' | 'reportedThrough',
): string | null =>
  rows.flatMap((row) => ((row.isoCode ?? '') === currency && row[mark] !== null ? [row[mark]] : [])).sort()[0] ?? null;

/** Returns the sums of one currency in the contract's form, with the coverage of each. */
export const sumTexts = <N extends string>(names: readonly N[], { currency, sums }: SumsInCurrency<N>) => ({
  currency,
  ...(Object.fromEntries(names.map((name) => [name, decimalText(sums[name].value)])) as Record<N, string | null>),
  coverage: names.map((field) => ({ field: field as string, ...statedCoverage(sums[field].coverage) })),
});
