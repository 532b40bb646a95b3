import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { fundSizes, storedFlows } from '@carrara/adapters/postgres/performance/analysis/dashboardReads';
import { benchmarksOn } from '@carrara/adapters/postgres/performance/market/benchmark';
import type { dashboardEndpoints } from '@carrara/contract/performance/analysis/dashboard';
import { decimal, ok, required } from '@carrara/domain/kernel';
import { flowsBySpan, type PaidInAndOut, sumsByCurrency } from '@carrara/domain/performance/analysis';
import { largestFirst } from '@carrara/domain/performance/firm';
import { fittingBenchmarks, findQuartile } from '@carrara/domain/performance/market';
import { noDatedCash } from '@carrara/domain/performance/period';
import type { Operations } from '../../../core/operations.ts';
import { toQuartiles } from './benchmark.ts';
import { namedVehicle } from '../vehicle/namedVehicle.ts';
import {
  type Row,
  type Reasons,
  decimalOf,
  decimalText,
  reasonsOf,
  filteredVehicles,
  fundFields,
  flowsOf,
  vehiclesRead,
  earliestReport,
  sumTexts,
} from './dashboardVehicles.ts';
import { dashboardFees } from './dashboardFees.ts';
import { dashboardStats } from './dashboardStats.ts';

const titles = { contributions: 'Contributions', distributions: 'Distributions' };
/** Returns reasons for amounts that are unknown at the beginning of the period. */
const unknownAtStart = (row: Row, flows: PaidInAndOut | undefined): Reasons =>
  (['contributions', 'distributions'] as const).flatMap((field) =>
    flows?.[field] === null && reasonsOf(row, field).length === 0
      ? [
          {
            field,
            code: 'NOT_REPORTED',
            message: `${titles[field]} weren’t reported for the start or the end of the period.`,
          },
        ]
      : [],
  );

const noFamily = 'No fund family';
/** Sorts by amount, because charts show only the first ones. */
const largestBy = <T>(all: readonly T[], amountOf: (item: T) => string | null): readonly T[] =>
  all.toSorted((item, other) => largestFirst(decimalOf(amountOf(item)), decimalOf(amountOf(other))));

const benchmarked = (measure: 'irr' | 'multiple') =>
  vehiclesRead(async (tx, rows, end) => {
    const all = await benchmarksOn(tx, end);
    return rows.map((row) => {
      const [closest] = fittingBenchmarks(
        { vintageYear: row.vintageYear, strategyId: row.fundFamily?.id ?? null },
        all,
      );
      const own = measure === 'irr' ? row.irr : row.tvpi;
      const bound = (name: 'Upper' | 'Median' | 'Lower') => closest?.[`${measure}${name}` as const] ?? null;
      return {
        ...fundFields(row),
        rate: own,
        annualized: measure === 'irr' ? row.irrAnnualized : null,
        provider: closest?.provider ?? null,
        benchmark: closest?.name ?? null,
        asOf: closest?.asOf ?? null,
        upper: bound('Upper'),
        median: bound('Median'),
        lower: bound('Lower'),
        quartile:
          own === null || closest === undefined ? null : findQuartile(decimal(own), toQuartiles(closest, measure)),
        notDetermined: reasonsOf(row, measure === 'irr' ? 'irr' : 'tvpi').map((reason) => ({
          ...reason,
          field: 'rate',
        })),
      };
    });
  });

const totals = ['totalCommitment', 'endUnfundedCommitment', 'fmv', 'fundSize'] as const;
/** Figures of a fund that sums consist of. */
const figureOf = { totalCommitment: 'commitment', endUnfundedCommitment: 'unfunded', fmv: 'nav' } as const;
const noSize = 'The total capital raised hasn’t been entered.';

export const dashboardOperations: Operations<typeof dashboardEndpoints> = {
  ...dashboardFees,
  ...dashboardStats,

  async getDashboardTotals(context, { query }) {
    const { tx } = context;
    const { end, all, rows } = await filteredVehicles(tx, query);
    const sizes = await fundSizes(tx);
    const byCurrency = sumsByCurrency(
      totals,
      rows.map((row) => ({
        currency: row.isoCode ?? '',
        amounts: {
          totalCommitment: decimalOf(row.commitment),
          endUnfundedCommitment: decimalOf(row.unfunded),
          fmv: decimalOf(row.nav),
          fundSize: decimalOf(sizes.get(row.fundId) ?? null),
        },
        named: (name) =>
          name === 'fundSize'
            ? { ...namedVehicle(row, name), reason: noSize, lastDate: null, carriedFrom: null }
            : namedVehicle(row, figureOf[name]),
      })),
      tenantCurrency(context),
    ).map((sums) => ({
      rolledForwardFrom: earliestReport(rows, sums.currency, 'rolledForwardFrom'),
      reportedThrough: earliestReport(rows, sums.currency, 'reportedThrough'),
      ...sumTexts(totals, sums),
    }));
    const [only, second] = byCurrency;
    const single = second === undefined ? only : undefined;
    const families = new Map(
      all.flatMap(({ fundFamily }) => (fundFamily ? [[fundFamily.id, fundFamily.description ?? '']] : [])),
    );
    const chosen = rows.length === 1 && query.fundId !== undefined ? rows[0] : undefined;
    return ok({
      periodId: query.periodId,
      endDate: end ?? null,
      fundFamilyId: query.fundFamilyId ?? null,
      fundFamily: families.get(query.fundFamilyId ?? '') ?? null,
      fundId: query.fundId ?? null,
      fundCode: chosen?.fundCode ?? null,
      numberOfFunds: rows.length,
      currency: single?.currency ?? null,
      totalCommitment: single?.totalCommitment ?? null,
      endUnfundedCommitment: single?.endUnfundedCommitment ?? null,
      fmv: single?.fmv ?? null,
      fundSize: single?.fundSize ?? null,
      rolledForwardFrom: single?.rolledForwardFrom ?? null,
      reportedThrough: single?.reportedThrough ?? null,
      coverage: single?.coverage ?? [],
      byCurrency,
      funds: all.map((row) => ({
        id: row.fundId,
        code: row.fundCode,
        name: row.fundName,
        fundFamilyId: row.fundFamily?.id ?? null,
      })),
      fundFamilies: [...families].map(([id, name]) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1)),
      notDetermined: byCurrency.flatMap((sums) =>
        totals.flatMap((field) => {
          const reason = sums.coverage.find((coverage) => coverage.field === field)?.excluded[0]?.reason;
          return sums[field] === null && reason ? [{ field, code: 'NOT_DETERMINED', message: reason }] : [];
        }),
      ),
    });
  },

  getDashboardByFundFamily: vehiclesRead((_tx, rows, _end, { base }) => {
    const families = new Map(
      rows.map(({ fundFamily }) => [fundFamily?.id ?? null, fundFamily?.description ?? noFamily]),
    );
    const names = ['commitment', 'unfunded', 'fmv'] as const;
    const sums = [...families]
      .sort(([, a], [, b]) => (a < b ? -1 : 1))
      .flatMap(([fundFamilyId, fundFamily]) => {
        const own = rows.filter((row) => (row.fundFamily?.id ?? null) === fundFamilyId);
        const ofFamily = sumsByCurrency(
          names,
          own.map((row) => ({
            currency: row.isoCode ?? '',
            amounts: {
              commitment: decimalOf(row.commitment),
              unfunded: decimalOf(row.unfunded),
              fmv: decimalOf(row.nav),
            },
            named: (name) => namedVehicle(row, name === 'fmv' ? 'nav' : name),
          })),
          base,
        );
        return ofFamily.map((familySums) => ({
          fundFamilyId,
          fundFamily,
          numberOfFunds: own.filter(({ isoCode }) => isoCode === familySums.currency).length,
          ...sumTexts(names, familySums),
        }));
      });
    return largestBy(sums, ({ fmv }) => fmv);
  }),

  getDashboardFundTable: vehiclesRead(async (tx, rows, end, request) => {
    const flows = await flowsOf(tx, rows, end, request);
    return rows.map((row) => {
      const { contributions = null, distributions = null } = flows.get(row.fundId) ?? {};
      return {
        ...fundFields(row),
        vintageYear: row.vintageYear,
        commitment: row.commitment,
        contributions: decimalText(contributions),
        distributions: decimalText(distributions),
        endUnfundedCommitment: row.unfunded,
        fmv: row.nav,
        rolledForwardFrom: row.rolledForwardFrom,
        reportedThrough: row.reportedThrough,
        irr: row.irr,
        irrAnnualized: row.irrAnnualized,
        moic: row.tvpi,
        notDetermined: [
          ...row.notDetermined.map((reason) => ({
            ...reason,
            field: { nav: 'fmv', tvpi: 'moic', unfunded: 'endUnfundedCommitment' }[reason.field] ?? reason.field,
          })),
          ...unknownAtStart(row, flows.get(row.fundId)),
        ],
      };
    });
  }),

  getDashboardCommitmentComparison: vehiclesRead((_tx, rows) =>
    largestBy(rows, ({ commitment }) => commitment).map((row) => ({
      ...fundFields(row),
      commitment: row.commitment,
      contributions: row.contributions,
      unfunded: row.unfunded,
      pic: row.pic,
      notDetermined: reasonsOf(row, 'commitment', 'contributions', 'unfunded', 'pic'),
    })),
  ),

  getDashboardFundStats: vehiclesRead((_tx, rows) =>
    rows.map((row) => ({
      ...fundFields(row),
      irr: row.irr,
      irrAnnualized: row.irrAnnualized,
      grossIrr: row.grossIrr,
      grossIrrAnnualized: row.grossIrrAnnualized,
      dpi: row.dpi,
      rvpi: row.rvpi,
      tvpi: row.tvpi,
      grossMoic: row.grossMoic,
      notDetermined: row.notDetermined,
    })),
  ),

  getDashboardDistributionValues: vehiclesRead(async (tx, rows, end, { periodId, basis }) => {
    const rowsByFund = new Map(rows.map((row) => [row.fundId, row]));
    const flows = (await storedFlows(tx, { to: end, coversAllPartners: basis === 'all' })).filter(({ vehicleId }) =>
      rowsByFund.has(vehicleId),
    );
    const named = (id: string) => {
      const part = namedVehicle(required(rowsByFund.get(id), `figures of fund ${id}`), 'contributions');
      // A fund with reported sums has contributions, but no dates of its cash.
      return part.reason === '' ? { ...part, reason: noDatedCash } : part;
    };
    return flowsBySpan(flows, periodId, end, named).map(({ currency, year, quarter, ...sums }) => ({
      year,
      quarter,
      ...sumTexts(['commitments', 'contributions', 'distributions'], { currency, sums }),
    }));
  }),

  getDashboardBenchmarksIrr: benchmarked('irr'),
  getDashboardBenchmarksMoic: benchmarked('multiple'),
};
