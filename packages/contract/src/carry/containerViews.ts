import { z } from 'zod';
import { allocationProfileSummary } from './allocationProfile.ts';
import {
  chartSlice,
  distributionHistoryRow,
  forecastColumns,
  forecastFilter,
  forecastRow,
  historyColumns,
  historyFilter,
  navigation,
  pages,
  read,
} from './carryViews.ts';
import { coinvestmentEndpoints } from '../portfolio/coinvestment.ts';
import {
  allocationReportColumns,
  allocationReportRow,
  fundOrCoinvestmentColumns,
  fundOrCoinvestmentRow,
  investorBalance,
  metricRow,
  participantEstimate,
  participantEstimateColumns,
  participantTotals,
  participantTotalsColumns,
  partForTranche,
  realizationOption,
} from './containerRows.ts';
import { distributionEndpoints } from './distribution.ts';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import type { Permission } from '../core/permissions.ts';
import { date, id } from '../core/schema.ts';
import { saveTrancheBody, throughHolder, tranche, trancheEndpoints } from '../portfolio/tranche.ts';
import { heldInvestment, heldInvestmentColumns } from '../portfolio/vintage.ts';

const fund = '/api/carry/fund';
const coinvestment = '/api/carry/coinvestment';
const investment = '/api/carry/investment';
const slices = z.array(chartSlice);
const distributionTags = ['Distribution'] as const;
const sourceOptions = distributionEndpoints.listDistributionSourceOptions;
const asOf = z.strictObject({ distributionDate: date().optional() });

/** A read of everything of a kind, not of one record. */
const all = <const P extends Permission, R extends z.ZodType>(
  path: string,
  summary: string,
  permission: P,
  result: R,
  tags: readonly string[],
) => ({ method: 'GET', path, summary, permission, result, tags }) as const;

const reportFilters = {
  /** Of no effect any more: what is not disbursed is no part of any total. */
  disbursedOnly: z.stringbool().default(true),
  /** Names give way to numbers. */
  redactName: z.stringbool().default(false),
  /** A trust's carry counts as its employee's. */
  aggregateTrust: z.stringbool().default(false),
};
const heldBy = (base: string, permission: 'fund.view' | 'coinvestment.view') =>
  pages(`${base}/:id/investment`, 'Investments', permission, heldInvestment, heldInvestmentColumns, 'name');
const tranches = (path: string) =>
  ({
    ...listEndpoint({
      path,
      title: 'Tranches',
      permission: 'tranche.view',
      row: tranche,
      columns: trancheEndpoints.listTranches.list.columns,
      defaultSort: { field: 'trancheNumber', ascending: true },
      pageSize: 100,
      tags: ['Investment'],
    }),
    params: idParams,
  }) as const;
const history = <const P extends Permission, const Q extends z.ZodRawShape = typeof historyFilter>(
  base: string,
  permission: P,
  filters: Q = historyFilter as unknown as Q,
) =>
  pages(
    `${base}/:id/distribution-history`,
    'Distribution History',
    permission,
    distributionHistoryRow,
    historyColumns,
    'distributionDate',
    filters,
  );
const forecasts = <const P extends Permission>(base: string, permission: P) =>
  pages(
    `${base}/:id/forecast-history`,
    'Carry Forecasts',
    permission,
    forecastRow,
    forecastColumns,
    'distributionDate',
    forecastFilter,
  );
const metrics = <const P extends Permission>(path: string, permission: P) =>
  read(path, 'Financial performance, the latest date first', permission, z.array(metricRow), ['Investment']);
const allocationReport = pages(
  `${fund}/:id/allocation-report`,
  'Allocations',
  'allocationProfile.view',
  allocationReportRow,
  allocationReportColumns,
  'participantName',
  { asOf: date().optional() },
);

/** What the pages of funds show beside their records. */
export const fundViewEndpoints = defineEndpoints({
  listFundsAndCoinvestments: listEndpoint({
    path: `${fund}/fundCoinvestIndex`,
    title: 'Funds and coinvestments',
    permission: 'fund.view',
    row: fundOrCoinvestmentRow,
    columns: fundOrCoinvestmentColumns,
    defaultSort: { field: 'name', ascending: true },
    filters: { view: z.enum(['all', 'fund', 'coinvestment']).default('all') },
    tags: ['Fund', 'Coinvestment', 'Distribution'],
  }),
  listCombinedFunds: all(
    `${fund}/combinedFunds`,
    'All funds and coinvestments, short',
    'fund.view',
    z.array(fundOrCoinvestmentRow.pick({ id: true, type: true, code: true, name: true })),
    ['Fund', 'Coinvestment'],
  ),
  chartFundParticipants: all(
    `${fund}/participantCount`,
    'How many participants have an allocation in each fund and coinvestment',
    'fund.view',
    z.array(z.object({ id: id(), name: z.string(), participantCount: z.int() })),
    ['AllocationProfile'],
  ),
  chartFundCarry: all(`${fund}/totalCarryDistributed`, 'Carry by fund', 'fund.view', slices, distributionTags),
  listFundNavigation: all(`${fund}/navigation-list`, 'All funds, short', 'fund.view', navigation, ['Fund']),
  listFundsForDistribution: {
    ...all(`${fund}/funds-for-distribution`, 'Funds as sources', 'distribution.view', sourceOptions.result, ['Fund']),
    query: asOf,
  },
  listInvestmentsForRealizations: all(
    `${fund}/investments-for-realizations`,
    'Parts of investments that carry can be realized from',
    'realization.view',
    z.array(realizationOption),
    ['Investment', 'AllocationProfile'],
  ),
  listFundInvestmentsForDistribution: {
    ...read(
      `${fund}/:id/investments-for-distribution`,
      'Sources in a fund',
      'distribution.view',
      sourceOptions.result,
      ['Fund'],
    ),
    query: asOf,
  },
  listFundInvestorBalances: {
    ...read(`${fund}/:id/investor-balances`, 'Balances of participants', 'fund.view', z.array(investorBalance)),
    query: z.strictObject({ asOf: date().optional() }),
  },
  listFundInvestments: heldBy(fund, 'fund.view'),
  listFundCoinvestments: {
    ...listEndpoint({
      path: `${fund}/:id/coinvestment`,
      title: 'Coinvestments',
      permission: 'coinvestment.view',
      row: coinvestmentEndpoints.listCoinvestments.result.shape.pageData.element,
      columns: coinvestmentEndpoints.listCoinvestments.list.columns,
      defaultSort: { field: 'name', ascending: true },
      tags: ['Coinvestment'],
    }),
    params: idParams,
  },
  listFundTranches: tranches(`${fund}/:id/tranche`),
  listFundInvestmentParts: read(
    `${fund}/:id/fundInvestments`,
    'All investments of a fund',
    'fund.view',
    z.array(heldInvestment),
    ['Investment'],
  ),
  listFundForecasts: forecasts(fund, 'fund.view'),
  listFundDistributions: history(fund, 'fund.view'),
  listFundDistributionParticipants: pages(
    `${fund}/:id/distributions/participants`,
    'Carry by participant',
    'distribution.view',
    participantTotals,
    participantTotalsColumns,
    'name',
    reportFilters,
  ),
  listFundEstimateParticipants: pages(
    `${fund}/:id/estimates/participants`,
    'Forecast carry by participant',
    'forecast.view',
    participantEstimate,
    participantEstimateColumns,
    'name',
    { redactName: reportFilters.redactName, aggregateTrust: reportFilters.aggregateTrust },
  ),
  chartFundDistributionsBySector: read(`${fund}/:id/distributions/sector`, 'Carry by sector', 'fund.view', slices),
  chartFundInvestmentsBySector: read(
    `${fund}/:id/investments/sector`,
    'Invested amount by sector',
    'fund.view',
    slices,
    ['Investment'],
  ),
  listFundInvestmentMetrics: metrics(`${fund}/:id/investment-metrics`, 'fund.view'),
  listFundAllocationReport: allocationReport,
  exportFundAllocationReport: {
    method: 'GET',
    path: `${fund}/:id/allocation-report-export`,
    summary: 'The allocation report (Excel)',
    permission: 'allocationProfile.view',
    params: idParams,
    query: z.strictObject({ asOf: date().optional() }),
    answers: 'file',
  },
  listFundSources: read(
    '/api/performance/fund/:id/source-list',
    'Everything of a fund that carry can come from',
    'fund.view',
    z.array(z.object({ id: id(), name: z.string(), type: z.string() })),
    ['Fund', 'Investment'],
  ),
});

/** What the pages of coinvestments show beside their records. */
export const coinvestmentViewEndpoints = defineEndpoints({
  listCoinvestmentNavigation: all(
    `${coinvestment}/navigation-list`,
    'All coinvestments, short',
    'coinvestment.view',
    navigation,
    ['Coinvestment'],
  ),
  listCoinvestmentsForDistribution: {
    ...all(
      `${coinvestment}/coinvestments-for-distribution`,
      'Coinvestments and what they hold, as sources',
      'distribution.view',
      sourceOptions.result,
      ['Coinvestment'],
    ),
    query: asOf,
  },
  listCoinvestmentInvestments: heldBy(coinvestment, 'coinvestment.view'),
  listCoinvestmentTranches: tranches(`${coinvestment}/:id/tranche`),
  listCoinvestmentDistributions: history(coinvestment, 'coinvestment.view'),
  listCoinvestmentForecasts: forecasts(coinvestment, 'coinvestment.view'),
  chartCoinvestmentDistributionsByYear: read(
    `${coinvestment}/:id/distributions/year`,
    'Carry by year',
    'coinvestment.view',
    slices,
  ),
});

/** What the pages of investments and their tranches show beside their records. */
export const investmentViewEndpoints = defineEndpoints({
  chartInvestmentStatus: all(
    `${investment}/investmentStatusCount`,
    'How many investments have each status',
    'investment.view',
    z.array(z.object({ id: id().nullable(), name: z.string(), investmentCount: z.int() })),
    ['Investment'],
  ),
  chartInvestmentCarryByType: all(
    `${investment}/carryByType`,
    'Carry distributed by type of investment',
    'investment.view',
    slices,
    distributionTags,
  ),
  listInvestmentNavigation: all(
    `${investment}/navigation-list`,
    'All investments, short',
    'investment.view',
    navigation,
    ['Investment'],
  ),
  listInvestmentDistributions: history(investment, 'investment.view', { ...historyFilter, ...throughHolder }),
  listInvestmentForecasts: forecasts(investment, 'investment.view'),
  listInvestmentMetrics: {
    ...metrics(`${investment}/:id/metrics`, 'investment.view'),
    query: z.strictObject(throughHolder),
  },
  listFundPartsForTranche: read(
    `${investment}/:id/tranche/fund-investment`,
    'Parts that funds hold, for a new tranche',
    'tranche.view',
    z.array(partForTranche),
    ['Investment'],
  ),
  listCoinvestmentPartsForTranche: read(
    `${investment}/:id/tranche/coinvestment-investment`,
    'Parts that coinvestments hold, for a new tranche',
    'tranche.view',
    z.array(partForTranche),
    ['Investment'],
  ),
  listProfilesForTranche: {
    ...read(
      `${investment}/:id/tranche/:trancheId/fund-allocation-profiles`,
      'Profiles that a tranche can be given: its own and those of what it is a part of',
      'allocationProfile.view',
      z.array(allocationProfileSummary),
      ['AllocationProfile'],
    ),
    params: idParams.extend({ trancheId: id() }),
  },
  changeTranche: {
    method: 'POST',
    path: `${investment}/:investmentId/tranche/:trancheId`,
    summary: 'Change a tranche',
    permission: 'tranche.edit',
    params: z.strictObject({ investmentId: id(), trancheId: id() }),
    body: saveTrancheBody,
    result: tranche,
    failures: ['STALE_VERSION', 'DUPLICATE', 'NOT_FOUND'],
  },
});
