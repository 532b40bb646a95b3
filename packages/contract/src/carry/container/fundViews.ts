import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { date, id } from '../../core/schema.ts';
import { coinvestmentEndpoints } from '../../portfolio/coinvestment.ts';
import { vintageInvestment } from '../../portfolio/vintage.ts';
import {
  all,
  asOf,
  balancesAt,
  distributionTags,
  forecasts,
  vehicleInvestments,
  history,
  metrics,
  sourceOptions,
  tranches,
} from './containerCalls.ts';
import {
  allocationReportColumns,
  allocationReportRow,
  fundOrCoinvestmentColumns,
  fundOrCoinvestmentRow,
  participantEstimate,
  participantEstimateColumns,
  participantTotals,
  participantTotalsColumns,
} from './containerRows.ts';
import { historyFilter } from '../run/distributionHistory.ts';
import { realizationOption } from '../run/realizationRecord.ts';
import { navigation, pages, viewCall, slices } from '../view/viewCalls.ts';

const fund = '/api/carry/fund';

const reportFilters = {
  /** No longer has an effect: totals include only disbursed amounts. */
  disbursedOnly: z.stringbool().default(true),
  /** True to replace names with numbers. */
  redactName: z.stringbool().default(false),
  /** True to count a trust's carry as its employee's. */
  aggregateTrust: z.stringbool().default(false),
};
const allocationReport = pages(
  `${fund}/:id/allocation-report`,
  'Allocations',
  'allocationProfile.view',
  allocationReportRow,
  allocationReportColumns,
  'participantName',
  { asOf: date().optional() },
);

/** Data for the fund pages in addition to the records. */
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
    'Short list of all funds and coinvestments',
    'fund.view',
    z.array(fundOrCoinvestmentRow.pick({ id: true, type: true, code: true, name: true })),
    ['Fund', 'Coinvestment'],
  ),
  chartFundParticipants: all(
    `${fund}/participantCount`,
    'Number of participants with an allocation in each fund and coinvestment',
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
    'Holdings that can be sources of a realization',
    'realization.view',
    z.array(realizationOption),
    ['Investment', 'AllocationProfile'],
  ),
  listFundInvestmentsForDistribution: {
    ...viewCall(
      `${fund}/:id/investments-for-distribution`,
      'Sources in a fund',
      'distribution.view',
      sourceOptions.result,
      ['Fund'],
    ),
    query: asOf,
  },
  listFundInvestorBalances: balancesAt(fund, 'fund.view'),
  listFundInvestments: vehicleInvestments(fund, 'fund.view'),
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
  listFundInvestmentParts: viewCall(
    `${fund}/:id/fundInvestments`,
    'All investments of a fund',
    'fund.view',
    z.array(vintageInvestment),
    ['Investment'],
  ),
  listFundForecasts: forecasts(fund, 'fund.view'),
  listFundDistributions: history(fund, 'fund.view', historyFilter),
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
  chartFundDistributionsBySector: viewCall(`${fund}/:id/distributions/sector`, 'Carry by sector', 'fund.view', slices),
  chartFundInvestmentsBySector: viewCall(
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
  listFundSources: viewCall(
    '/api/performance/fund/:id/source-list',
    'All possible sources of carry in a fund',
    'fund.view',
    z.array(z.object({ id: id(), name: z.string(), type: z.string() })),
    ['Fund', 'Investment'],
  ),
});
