import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { pooledVehicles, vehiclesByQuarter } from '@carrara/adapters/postgres/performance/fundPerformance/readFund';
import { readMultiplePolicy } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { displayedReportingDate } from '@carrara/adapters/postgres/performance/periodFigures/displayedQuarter';
import type { dashboardEndpoints } from '@carrara/contract/performance/dashboard';
import { calendarDate, type CalendarDate, type Coverage, ok, required } from '@carrara/domain/kernel';
import {
  flowsOfPeriod,
  type InCurrency,
  sumsByCurrency,
  type SumsInCurrency,
  sumsOverSameParts,
} from '@carrara/domain/performance/analysis';
import {
  averageIrrText,
  computeKeyFigures,
  type KeyFigureName,
  multiplesText,
  pooledMultiples,
  trendQuarters,
} from '@carrara/domain/performance/fundProfile';
import { quarterEnds, quartersLater } from '@carrara/domain/performance/ledger';
import type { Operations } from '../../core/operations.ts';
import { namedVehicle, ratedFund, statedCoverage } from './namedVehicle.ts';
import { type Row, decimalOf, textOf, flowsFor, each, earliestReport } from './dashboardVehicles.ts';

const statTitles = { contributions: 'Contributions', distributions: 'Distributions', nav: 'NAV' } as const;
type StatName = keyof typeof statTitles;
const statNames = Object.keys(statTitles) as StatName[];

/**
 * Returns the amounts and multiples of the vehicles of a currency, all over the same vehicles: those that have all
 * amounts. If no vehicle has all, there is no multiple, and each amount is that of the vehicles that have it.
 */
function currencyStats(
  { currency, sums: own }: SumsInCurrency<StatName>,
  { sums: shared }: SumsInCurrency<StatName>,
  rows: readonly Row[],
  vehicles: Awaited<ReturnType<typeof pooledVehicles>>,
  { end, policy }: { readonly end: CalendarDate; readonly policy: Parameters<typeof pooledMultiples>[2] },
) {
  const sums = shared.nav.value === null ? own : shared;
  const about = (code: string, coverage: Coverage) => {
    const excluded = new Set(coverage.excluded.map(({ id }) => id));
    const included = rows.filter((row) => row.isoCode === currency && !excluded.has(row.fundId));
    const stat = {
      code: code.toUpperCase(),
      currency,
      reportedThrough: code === 'nav' ? null : earliestReport(included, currency, 'reportedThrough'),
      coverage: statedCoverage(coverage),
    };
    const unknown = coverage.excluded.slice(0, 1).map(({ reason }) => ({
      field: 'value',
      code: 'NOT_DETERMINED',
      message: reason,
    }));
    return { included, stat, unknown };
  };
  const amounts = statNames.map((name) => {
    const { value, coverage } = sums[name];
    const { included, stat, unknown } = about(name, coverage);
    const isRolled = name === 'nav' && earliestReport(included, currency, 'rolledForwardFrom') !== null;
    return {
      ...stat,
      name: `${statTitles[name]}${coverage.included < own[name].coverage.included ? ' of funds with returns' : ''}`,
      kind: isRolled ? ('rolledMoney' as const) : ('money' as const),
      value: textOf(value),
      notDetermined: value === null ? unknown : [],
    };
  });
  const multiples = (['dpi', 'tvpi'] as const).map((name) => {
    const { included, stat, unknown } = about(name, shared.nav.coverage);
    const pool = included.flatMap(({ fundId }) => vehicles.get(fundId) ?? []);
    const { notDetermined, ...pooled } = multiplesText(pooledMultiples(pool, end, policy));
    return {
      ...stat,
      name: stat.code,
      kind: 'multiple' as const,
      value: pool.length === 0 ? null : pooled[name],
      notDetermined:
        pool.length === 0
          ? unknown
          : notDetermined.filter(({ field }) => field === name).map((reason) => ({ ...reason, field: 'value' })),
    };
  });
  return [...amounts, ...multiples];
}

const keyFigures = {
  nav: { code: 'NAV', title: 'NAV', kind: 'money' },
  commitment: { code: 'COMMITMENT', title: 'Commitments', kind: 'money' },
  unfunded: { code: 'UNFUNDED', title: 'Unfunded', kind: 'money' },
  distributions: { code: 'DISTRIBUTIONS', title: 'Distributions since inception', kind: 'money' },
  dpi: { code: 'DPI', title: 'DPI', kind: 'multiple' },
  tvpi: { code: 'TVPI', title: 'TVPI', kind: 'multiple' },
} as const satisfies Readonly<Record<KeyFigureName, object>>;

export const dashboardStats: Pick<
  Operations<typeof dashboardEndpoints>,
  'getDashboardTopStats' | 'getDashboardKeyFigures'
> = {
  getDashboardTopStats: each(async (tx, rows, end, request) => {
    const [stored, vehicles, policy] = await Promise.all([
      flowsFor(tx, end, request),
      pooledVehicles(tx, {
        endDate: end,
        carriesForward: request.carriesForward,
        coversAllPartners: request.basis === 'all',
      }),
      readMultiplePolicy(tx),
    ]);
    const flows = flowsOfPeriod(stored, request.periodId, end);
    const parts = rows.map((row): InCurrency<StatName> => {
      const { contributions = null, distributions = null } = flows.get(row.fundId) ?? {};
      return {
        currency: row.isoCode ?? '',
        amounts: { contributions, distributions, nav: decimalOf(row.nav) },
        named: (name) => namedVehicle(row, name),
      };
    });
    const withAll = sumsOverSameParts(statNames, parts, request.base);
    const stats = sumsByCurrency(statNames, parts, request.base).flatMap((sums) => {
      const shared = required(
        withAll.find(({ currency }) => currency === sums.currency),
        'the sums of the funds with all amounts',
      );
      return currencyStats(sums, shared, rows, vehicles, { end, policy });
    });
    const average = averageIrrText(rows.flatMap(ratedFund));
    return [
      {
        code: 'FUNDS',
        name: 'Funds',
        kind: 'count',
        currency: null,
        value: String(rows.length),
        reportedThrough: null,
        coverage: null,
        notDetermined: [],
      },
      ...stats,
      {
        code: 'AVERAGE_IRR',
        name: 'Average net IRR',
        kind: 'return',
        currency: null,
        value: average.averageIrr,
        reportedThrough: null,
        coverage: statedCoverage(average.coverage),
        notDetermined: [],
      },
    ];
  }),

  async getDashboardKeyFigures(context, { query }) {
    const { tx } = context;
    const last = query.endDate ?? (await displayedReportingDate(tx));
    if (last === undefined) return ok([]);
    const end = calendarDate(last);
    const ends = quarterEnds(quartersLater(end, 1 - trendQuarters), end);
    const [all, policy] = await Promise.all([
      vehiclesByQuarter(tx, ends, {
        carriesForward: query.carriesForward,
        coversAllPartners: query.basis === 'all',
      }),
      readMultiplePolicy(tx),
    ]);
    const quarters = all.map(({ end: on, vehicles }) => ({
      end: on,
      vehicles: vehicles.filter(
        ({ id, familyId }) =>
          (query.fundId === undefined || id === query.fundId) &&
          (query.fundFamilyId === undefined || familyId === query.fundFamilyId),
      ),
    }));
    const current = quarters.at(-1)?.vehicles ?? [];
    return ok(
      computeKeyFigures(quarters, policy, tenantCurrency(context)).map(({ currency, figures }) => ({
        currency,
        figures: figures.map(({ name, covered, value, coverage, change, trend, trendCoverage }) => {
          const included = current.filter(({ id }) => covered.includes(id));
          const isRolled = name === 'nav' && included.some(({ rolledForwardFrom }) => rolledForwardFrom !== null);
          const reports = included.flatMap(({ reportedThrough }) => reportedThrough ?? []).toSorted();
          const [without] = coverage.excluded;
          return {
            code: keyFigures[name].code,
            name: keyFigures[name].title,
            kind: isRolled ? ('rolledMoney' as const) : keyFigures[name].kind,
            value,
            reportedThrough: name === 'nav' || name === 'commitment' ? null : (reports[0] ?? null),
            coverage: statedCoverage(coverage),
            change: change && { since: quartersLater(end, -1), ...change },
            trend,
            trendCoverage: statedCoverage(trendCoverage),
            notDetermined:
              value === null && without ? [{ field: 'value', code: 'NOT_DETERMINED', message: without.reason }] : [],
          };
        }),
      })),
    );
  },
};
