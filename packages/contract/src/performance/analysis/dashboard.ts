import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { coverage, coverages, date, figure, figureOrNull, id } from '../../core/schema.ts';
import { casPeriods } from '../capitalAccount/capitalAccount.ts';
import { figureListQuery, basisQuery } from '../period/periodFigures.ts';
import { quarterHistory } from '../fundProfile/quarterHistory.ts';

/** The default period of a dashboard. */
const defaultPeriod = 'ITD';
const periodCodes = casPeriods.map(({ code }) => code);

const query = z.strictObject({
  /** A code of the periods of capital accounts. */
  periodId: z
    .string()
    .overwrite((text) => text.toUpperCase())
    .pipe(z.enum(periodCodes))
    .default(defaultPeriod),
  fundFamilyId: id().optional(),
  fundId: id().optional(),
  ...figureListQuery,
  ...basisQuery,
});

const money = figureOrNull('money');
const multiple = figureOrNull('multiple');
const reasons = z.array(z.object({ field: z.string(), code: z.string(), message: z.string() }));
const ofFund = {
  fundId: id(),
  fundName: z.string(),
  fundCode: z.string(),
  fundFamilyId: id().nullable(),
  fundFamily: z.string().nullable(),
  currency: z.string(),
};
const sums = {
  totalCommitment: money,
  endUnfundedCommitment: money,
  fmv: money,
  fundSize: money,
  /** ROLLED_FORWARD: the earliest date for which a value in `fmv` was reported, if later cash was added to it. */
  rolledForwardFrom: date().nullable(),
  /** The earliest date of a report that a part of `endUnfundedCommitment` comes from, if it is an earlier one. */
  reportedThrough: date().nullable(),
  /** The coverage of each sum. */
  coverage: coverages(),
};
const inCurrency = z.object({ currency: z.string(), ...sums });

const base = '/api/performance/dashboard';
const read = <const P extends string, R extends z.ZodType>(path: P, summary: string, result: R) =>
  ({
    method: 'GET',
    path: `${base}/${path}`,
    summary,
    permission: 'fundLedger.view',
    query,
    result,
    tags: ['Fund', 'Coinvestment', 'Fund Performance', 'Ledger', 'EconomicTerms', 'Benchmark'],
  }) as const;
const ofBenchmarks = (kind: 'return' | 'multiple') =>
  z.array(
    z.object({
      ...ofFund,
      /** The fund's rate. */
      rate: figureOrNull(kind),
      annualized: z.boolean().nullable(),
      provider: z.string().nullable(),
      benchmark: z.string().nullable(),
      asOf: date().nullable(),
      upper: figureOrNull(kind),
      median: figureOrNull(kind),
      lower: figureOrNull(kind),
      quartile: z.int().min(1).max(4).nullable(),
      notDetermined: reasons,
    }),
  );

/** Sums never mix currencies. If there are several, a sum is null and listed by currency. */
export const dashboardEndpoints = defineEndpoints({
  getDashboardTotals: read(
    'totals',
    'Commitments, unfunded amounts and NAV at the reporting date',
    z.object({
      periodId: z.string(),
      endDate: date().nullable(),
      fundFamilyId: id().nullable(),
      fundFamily: z.string().nullable(),
      fundId: id().nullable(),
      fundCode: z.string().nullable(),
      numberOfFunds: z.int(),
      /** The currency of all sums; null if there are several. */
      currency: z.string().nullable(),
      ...sums,
      byCurrency: z.array(inCurrency),
      /** The selectable funds and fund families. */
      funds: z.array(z.object({ id: id(), code: z.string(), name: z.string(), fundFamilyId: id().nullable() })),
      fundFamilies: z.array(z.object({ id: id(), name: z.string() })),
      /** The reasons of sums without any determined part. */
      notDetermined: reasons,
    }),
  ),
  getDashboardTopStats: read(
    'topStats',
    'Key figures with their codes',
    z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        /** `rolledMoney`: a value in it was reported for an earlier date, and later cash was added to it. */
        kind: z.enum(['money', 'rolledMoney', 'multiple', 'return', 'count']),
        /** Null for the number of funds and the average rate across all currencies. */
        currency: z.string().nullable(),
        value: z.string().nullable(),
        /** The earliest date for which a part of it was reported, if that is before the quarter end. */
        reportedThrough: date().nullable(),
        /** The coverage; null for a count of all funds. All figures of a currency include the same funds if any fund has all amounts. */
        coverage: coverage().nullable(),
        notDetermined: reasons,
      }),
    ),
  ),
  getDashboardKeyFigures: read(
    'key-figures',
    'Six key figures in each currency, with their change since the previous quarter end and their trend',
    z.array(
      z.object({
        currency: z.string(),
        figures: z.array(
          z.object({
            code: z.enum(['NAV', 'COMMITMENT', 'UNFUNDED', 'DISTRIBUTIONS', 'DPI', 'TVPI']),
            name: z.string(),
            /** `rolledMoney`: a value in it was reported for an earlier date, and later cash was added to it. */
            kind: z.enum(['money', 'rolledMoney', 'multiple']),
            value: z.string().nullable(),
            /** The earliest date of a report that a part of it comes from, if it is an earlier one. */
            reportedThrough: date().nullable(),
            coverage: coverage(),
            ...quarterHistory,
            /** The funds of the trend, if some of the figure were late at an earlier quarter end. */
            trendCoverage: coverage(),
            notDetermined: reasons,
          }),
        ),
      }),
    ),
  ),
  getDashboardByFundFamily: read(
    'byFundFamily',
    'Commitments and values by fund family',
    z.array(
      z.object({
        fundFamilyId: id().nullable(),
        fundFamily: z.string(),
        currency: z.string(),
        numberOfFunds: z.int(),
        commitment: money,
        unfunded: money,
        fmv: money,
        coverage: coverages(),
      }),
    ),
  ),
  getDashboardFundTable: read(
    'fundTable',
    'Funds with their figures for the period',
    z.array(
      z.object({
        ...ofFund,
        vintageYear: z.int().nullable(),
        commitment: money,
        contributions: money,
        distributions: money,
        endUnfundedCommitment: money,
        fmv: money,
        rolledForwardFrom: date().nullable(),
        reportedThrough: date().nullable(),
        irr: figureOrNull('return'),
        irrAnnualized: z.boolean().nullable(),
        moic: multiple,
        notDetermined: reasons,
      }),
    ),
  ),
  getDashboardFeeValues: read(
    'feeValues',
    'Management fees of the period compared with the fees expected under the terms',
    z.array(
      z.object({
        ...ofFund,
        startDate: date(),
        endDate: date(),
        /** The average rate of the projection, in percent per year. */
        rate: figureOrNull('percent'),
        /** The days of the projection, the first one not counted. */
        days: z.int().nullable(),
        /** The average base of the projection: days x rate / 36500 x base. */
        base: money,
        fee: figure('money'),
        projection: money,
        difference: money,
        standing: z.enum(['above', 'below', 'equal']).nullable(),
        notDetermined: reasons,
      }),
    ),
  ),
  getDashboardCommitmentComparison: read(
    'commitment-comp',
    'Called and unfunded commitments',
    z.array(
      z.object({
        ...ofFund,
        commitment: money,
        contributions: money,
        unfunded: money,
        pic: multiple,
        notDetermined: reasons,
      }),
    ),
  ),
  getDashboardFundStats: read(
    'fund-stats',
    'Returns and multiples of the funds since inception',
    z.array(
      z.object({
        ...ofFund,
        irr: figureOrNull('return'),
        irrAnnualized: z.boolean().nullable(),
        grossIrr: figureOrNull('return'),
        grossIrrAnnualized: z.boolean().nullable(),
        dpi: multiple,
        rvpi: multiple,
        tvpi: multiple,
        grossMoic: multiple,
        notDetermined: reasons,
      }),
    ),
  ),
  getDashboardDistributionValues: read(
    'distribution-vals',
    'New commitments, contributions and distributions, by year since inception or by quarter for other periods',
    z.array(
      z.object({
        currency: z.string(),
        year: z.int(),
        quarter: z.int().min(1).max(4).nullable(),
        commitments: money,
        contributions: money,
        distributions: money,
        coverage: coverages(),
      }),
    ),
  ),
  getDashboardBenchmarksIrr: read(
    'benchmarks/irr',
    'Net IRR of funds compared with benchmarks',
    ofBenchmarks('return'),
  ),
  getDashboardBenchmarksMoic: read(
    'benchmarks/moic',
    'TVPI of funds compared with benchmarks',
    ofBenchmarks('multiple'),
  ),
});
