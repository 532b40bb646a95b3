import { displayedHorizons } from '@carrara/domain/performance/analysis';
import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import type { Column } from '../../core/fields.ts';
import { coverage, coverages, date, figure, figureOrNull, id, reference } from '../../core/schema.ts';
import { vehicleKind } from '../../portfolio/vehicle.ts';
import {
  dateInPath,
  figureColumns,
  notDeterminedFigures,
  basisQuery,
  reportingDateQuery,
  partialReturn,
  listedFigureShape,
  figureListQuery,
  reportingDate,
} from '../period/periodFigures.ts';
import { quarterHistory } from './quarterHistory.ts';

const funds = '/api/performance/fund';
const ofFund = `${funds}/:id`;
const tags = ['Fund', 'Coinvestment', 'Fund Performance'] as const;
const hidden = (column: Column): Column => ({ ...column, hidden: true });
const summed = (column: Column): Column => ({ ...column, total: 'sum' });

/** The display currency of amounts, converted with the rate of the reporting date. Defaults to each fund's own. */
const displayCurrencies = {
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is not a currency code such as EUR')
    .optional(),
};
/** The same as a currency pair: from the fund's currency to the display currency. */
const currencyPairParameter = {
  currencyPair: z
    .string()
    .regex(/^[A-Z]{3}-[A-Z]{3}$/, 'isn’t a pair of currencies such as EUR-USD')
    .optional(),
};
const fundDate = z.strictObject({ id: id(), endDate: dateInPath() });

/** A fund or coinvestment with its figures at a quarter end. */
export const vehicleRow = z.object({
  id: id(),
  rowVersion: z.int(),
  kind: vehicleKind,
  kindName: z.string(),
  fundId: id(),
  fundCode: z.string(),
  fundName: z.string(),
  name: z.string(),
  legalName: z.string().nullable(),
  firm: reference().nullable(),
  currency: reference().nullable(),
  isoCode: z.string().nullable(),
  vintageYear: z.int().nullable(),
  fundFamily: reference().nullable(),
  sectors: z.array(reference()),
  initialCloseDate: z.string().nullable(),
  finalCloseDate: z.string().nullable(),
  liquidationDate: z.string().nullable(),
  escrowReleaseDate: z.string().nullable(),
  /** The quarter end of the figures; null if no vehicle has any. */
  periodEndDate: z.string().nullable(),
  /** The basis of the figures, as text. */
  basis: z.string(),
  ...listedFigureShape,
  ...partialReturn,
  /** Says that reported amounts, and the multiples computed from them, count returned excess as distributed. */
  excessNote: z.string().nullable().optional(),
  /** Additional names for its figures, from the specification: TVPI, unfunded, NAV. */
  moic: figureOrNull('multiple'),
  remainingCommitment: figureOrNull('money'),
  fmv: figureOrNull('money'),
});

const holding = z.object({
  id: id(),
  fundInvestmentId: id(),
  investmentId: id(),
  investmentName: z.string(),
  code: z.string().nullable(),
  sector: reference().nullable(),
  status: reference().nullable(),
  currency: reference().nullable(),
  ...listedFigureShape,
});
/** The columns of a list of vehicles. */
export const vehicleColumns: readonly Column[] = [
  { field: 'fundCode', kind: 'code', title: 'Code' },
  { field: 'fundName', kind: 'text', title: 'Name' },
  { field: 'kindName', kind: 'text', title: 'Kind', hidden: true },
  { field: 'firm', kind: 'reference', title: 'Firm' },
  { field: 'vintageYear', kind: 'year', title: 'Vintage year' },
  { field: 'currency', kind: 'reference', title: 'Currency' },
  ...figureColumns('commitment', 'contributions', 'distributions', 'unfunded', 'nav').map(summed),
  ...figureColumns('irr', 'grossIrr', 'tvpi', 'dpi'),
  ...figureColumns('rvpi', 'pic', 'grossMoic', 'invested', 'proceeds', 'fairValue').map(hidden),
  { field: 'basis', kind: 'text', title: 'Basis', hidden: true, sortable: false },
  { field: 'fundFamily', kind: 'reference', title: 'Fund family', hidden: true },
  { field: 'initialCloseDate', kind: 'date', title: 'Initial close', hidden: true },
];

/** The holdings of a fund, with their figures at a quarter end. */
export const holdingList = {
  title: 'Investments',
  permission: 'fundLedger.view',
  row: holding,
  columns: [
    { field: 'investmentName', kind: 'text', title: 'Investment' },
    { field: 'code', kind: 'code', title: 'Code' },
    { field: 'sector', kind: 'reference', title: 'Sector' },
    { field: 'currency', kind: 'reference', title: 'Currency', hidden: true },
    ...figureColumns('invested', 'proceeds', 'income', 'cost', 'fairValue', 'unrealized').map(summed),
    ...figureColumns('grossIrr', 'grossMoic'),
  ],
  defaultSort: { field: 'investmentName', ascending: true },
  filters: { ...figureListQuery, ...currencyPairParameter },
  tags: [...tags, 'Investment', 'Investment Performance'],
} as const;

const investor = z.object({
  id: id(),
  investorId: id(),
  investorName: z.string(),
  code: z.string().nullable(),
  investorType: reference(),
  currency: reference().nullable(),
  ...listedFigureShape,
  ...partialReturn,
});

const part = z.object({
  id: id().nullable(),
  name: z.string(),
  currency: z.string(),
  amount: figureOrNull('money'),
  count: z.int(),
});
const chart = <P extends string, R extends z.ZodType>(
  path: P,
  summary: string,
  result: R,
  more: readonly string[] = [],
) =>
  ({
    method: 'GET',
    path: `${ofFund}/:endDate/${path}`,
    summary,
    permission: 'fundLedger.view',
    params: fundDate,
    result: z.array(result),
    tags: [...tags, ...more],
  }) as const;

const point = { date: date(), cumulative: figure('money'), percent: figureOrNull('percent') };
const valuedPoint = { ...point, withNav: figureOrNull('money'), percentWithNav: figureOrNull('percent') };
const lineReturn = z.object({
  irr: figureOrNull('rate'),
  irrAnnualized: z.boolean().nullable(),
  tvpi: figureOrNull('multiple'),
  ...notDeterminedFigures,
});
const profile = vehicleRow.extend({
  periodReportingData: z.object({ periodEndDate: date() }).nullable(),
  /** The code of its own currency, regardless of the display currency. */
  ownCurrency: z.string().nullable(),
  /** In the fund's own currency, regardless of the display currency. */
  bridges: z.array(
    z.object({
      period: z.enum(['QTD', 'YTD', 'ITD']),
      steps: z.array(z.object({ step: z.string(), amount: figureOrNull('money') })).nullable(),
      ...notDeterminedFigures,
    }),
  ),
  jCurve: z
    .object({
      quarters: z.array(z.object({ age: z.int(), ...valuedPoint })),
      /** By date: each day with cash, each quarter of age and the reporting date. */
      points: z.array(z.object(valuedPoint)),
      depth: z.object(point).nullable(),
      breakEven: date().nullable(),
    })
    .nullable(),
  /** Null if no subscription line was drawn. */
  line: z
    .object({
      withLine: lineReturn.nullable(),
      withoutLine: lineReturn.nullable(),
      balance: figureOrNull('money'),
      bothRequired: z.boolean().nullable(),
      ...notDeterminedFigures,
    })
    .nullable(),
  /** The net return over 1, 3, 5 and 10 years and since inception. Null without a reason means that the fund began later. */
  horizons: z.array(
    z.object({
      horizon: z.enum(displayedHorizons),
      /** The quarter end of the opening NAV. */
      from: date().nullable(),
      irr: figureOrNull('rate'),
      irrAnnualized: z.boolean().nullable(),
      /** True for a rate that was reported for the date, because the ledger has no cash to compute it from. */
      reportedRate: z.boolean(),
      ...notDeterminedFigures,
    }),
  ),
  /** The history of the net IRR, in percentage points. Null for a quarter end without figures. */
  irrHistory: z.object(quarterHistory).nullable(),
  versions: z.array(
    z.object({
      id: id(),
      periodEnd: date(),
      version: z.int(),
      status: z.enum(['OPEN', 'LOCKED']),
      lockedDate: z.iso.datetime(),
      lockedBy: z.string(),
    }),
  ),
});

const vintage = z.object({
  year: z.int().nullable(),
  currency: z.string(),
  numberOfFunds: z.int(),
  totalCommitment: figureOrNull('money'),
  totalDistributions: figureOrNull('money'),
  endUnfundedCommitment: figureOrNull('money'),
  tvpi: figureOrNull('multiple'),
  dpi: figureOrNull('multiple'),
  rvpi: figureOrNull('multiple'),
  coverage: coverages(),
  ...notDeterminedFigures,
});

/** Funds and coinvestments with the figures of a quarter end. */
export const fundPerformanceEndpoints = defineEndpoints({
  listVehicles: {
    ...listEndpoint({
      path: `${funds}/funds`,
      title: 'Funds',
      permission: 'fundLedger.view',
      row: vehicleRow,
      columns: vehicleColumns,
      defaultSort: { field: 'fundName', ascending: true },
      filters: { ...figureListQuery, ...basisQuery, ...displayCurrencies },
      tags,
    }),
    failures: ['UNKNOWN_CURRENCY'],
  },
  listFundReportingDates: {
    method: 'GET',
    path: `${funds}/fund-reporting-dates`,
    summary: 'Quarter ends with figures for any fund or coinvestment, latest first',
    permission: 'fundLedger.view',
    result: z.array(reportingDate),
    tags,
  },
  listReportingDatesOfFund: {
    method: 'GET',
    path: `${ofFund}/reporting-dates`,
    summary: 'Quarter ends with figures for a fund or coinvestment, latest first',
    permission: 'fundLedger.view',
    params: idParams,
    result: z.array(reportingDate),
    tags,
  },
  summarizeFunds: {
    method: 'GET',
    path: `${funds}/summary`,
    summary: 'Simple average of the funds’ annualized net IRRs, in percent',
    permission: 'fundLedger.view',
    query: z.strictObject({ ...figureListQuery, ...basisQuery }),
    result: z.object({
      averageIrr: figureOrNull('rate'),
      /** The number of funds with annualized rates, which the average includes. */
      numberOfFunds: z.int(),
      coverage: coverage(),
    }),
    tags,
  },
  chartFundVintages: {
    method: 'GET',
    path: `${funds}/fund-vintage-year-chart-data`,
    summary: 'Funds pooled by vintage year and currency: commitments and multiples',
    permission: 'fundLedger.view',
    query: z.strictObject({ ...figureListQuery, ...basisQuery }),
    result: z.array(vintage),
    tags,
  },
  chartFundCash: {
    method: 'GET',
    path: `${funds}/distributions-by-period`,
    summary: 'Contributions and distributions by year and currency',
    permission: 'fundLedger.view',
    query: z.strictObject({ ...reportingDateQuery, ...basisQuery }),
    result: z.array(
      z.object({
        year: z.int(),
        currency: z.string(),
        contributions: figureOrNull('money'),
        distributions: figureOrNull('money'),
        coverage: coverages(),
      }),
    ),
    tags,
  },
  chartFundIndex: {
    method: 'GET',
    path: `${funds}/index-chart-data`,
    summary:
      'Calls and total value of the funds in an index’s currency at each quarter end, and the calls’ value in the index',
    permission: 'fundLedger.view',
    query: z.strictObject({ ...figureListQuery, index: id().optional() }),
    result: z.object({
      /** The indices to choose from. */
      indices: z.array(z.object({ id: id(), name: z.string(), currency: z.string() })),
      /** The displayed index: the requested one, otherwise the first; null if there is none. */
      index: id().nullable(),
      points: z.array(
        z.object({
          date: date(),
          contributions: figureOrNull('money'),
          /** NAV plus all distributions. */
          totalValue: figureOrNull('money'),
          inIndex: figureOrNull('money'),
          /** The funds included in all amounts of this quarter end. */
          coverage: coverage(),
        }),
      ),
    }),
    tags: [...tags, 'IndexSeries'],
  },
  getFundProfile: {
    method: 'GET',
    path: `${ofFund}/profile`,
    summary: 'A fund or coinvestment with its figures at a quarter end, NAV bridge, cash by age and history',
    permission: 'fundLedger.view',
    params: idParams,
    query: z.strictObject({ ...reportingDateQuery, ...basisQuery, ...currencyPairParameter }),
    result: profile,
    offThread: true,
    failures: ['UNKNOWN_CURRENCY'],
    tags,
  },
  listFundHoldings: {
    ...listEndpoint({ ...holdingList, path: `${ofFund}/investments` }),
    params: idParams,
    failures: ['UNKNOWN_CURRENCY'],
  },
  exportFundHoldings: {
    ...listEndpoint({ ...holdingList, path: `${ofFund}/investments-export` }),
    params: idParams,
    failures: ['UNKNOWN_CURRENCY'],
  },
  listFundInvestors: {
    ...listEndpoint({
      path: `${ofFund}/investors/:endDate`,
      title: 'Investors',
      permission: 'fundLedger.view',
      row: investor,
      columns: [
        { field: 'investorName', kind: 'text', title: 'Investor' },
        { field: 'code', kind: 'code', title: 'Code' },
        { field: 'investorType', kind: 'reference', title: 'Type' },
        { field: 'currency', kind: 'reference', title: 'Currency', hidden: true },
        ...figureColumns('commitment', 'contributions', 'distributions', 'unfunded', 'nav').map(summed),
        ...figureColumns('irr', 'tvpi', 'dpi'),
      ],
      defaultSort: { field: 'investorName', ascending: true },
      tags: [...tags, 'Investor', 'Investor Performance'],
    }),
    params: fundDate,
  },
  chartFundSectors: chart('capitalInvestedBySector', 'Investments of a fund by sector', part, ['Investment']),
  chartFundInvestorTypes: chart('commitments-by-investor-type', 'Commitments to a fund by investor type', part, [
    'Investor',
  ]),
  chartFundInvested: chart('investmentInvestedChart', 'Invested amounts of a fund by investment', part, ['Investment']),
  chartFundMoic: chart(
    'moicChart',
    'Gross multiple of each of a fund’s investments',
    z.object({ id: id(), name: z.string(), grossMoic: figureOrNull('multiple') }),
    ['Investment'],
  ),
  chartFundMetrics: {
    method: 'GET',
    path: `${ofFund}/investmentMetricsChart`,
    summary: 'A fund’s investments and their results at each quarter end',
    permission: 'fundLedger.view',
    params: idParams,
    result: z.array(
      z.object({
        quarter: date(),
        currency: z.string(),
        investedCapital: figureOrNull('money'),
        fairValue: figureOrNull('money'),
        reportedMultipleGross: figureOrNull('multiple'),
      }),
    ),
    tags,
  },
});
