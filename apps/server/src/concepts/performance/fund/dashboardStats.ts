import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { vehiclesByQuarter } from '@carrara/adapters/postgres/performance/fundProfile/readFund';
import { readMultiplePolicy } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { displayedReportingDate } from '@carrara/adapters/postgres/performance/periodFigures/displayedQuarter';
import type { dashboardEndpoints } from '@carrara/contract/performance/analysis/dashboard';
import { calendarDate, ok, required } from '@carrara/domain/kernel';
import { type InCurrency, sumsByCurrency, sumsOverSameParts } from '@carrara/domain/performance/analysis';
import { computeKeyFigures, type KeyFigureName, trendQuarters } from '@carrara/domain/performance/fundProfile';
import { quarterEnds, quartersLater } from '@carrara/domain/performance/ledger';
import type { Operations } from '../../../core/operations.ts';
import { statsOfAllCurrencies, currencyStats, type StatName, statNames } from './currencyStats.ts';
import { decimalOf, vehiclesRead, flowsOf } from './dashboardVehicles.ts';
import { namedVehicle, statedCoverage } from '../vehicle/namedVehicle.ts';

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
  getDashboardTopStats: vehiclesRead(async (tx, rows, end, request) => {
    const [flows, policy] = await Promise.all([flowsOf(tx, rows, end, request), readMultiplePolicy(tx)]);
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
      return currencyStats(sums, shared, rows, { end, policy });
    });
    return [...statsOfAllCurrencies(rows), ...stats];
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
