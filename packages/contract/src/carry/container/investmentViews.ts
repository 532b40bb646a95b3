import { z } from 'zod';
import { defineEndpoints, idParams } from '../../core/endpoint.ts';
import { id } from '../../core/schema.ts';
import { saveTrancheBody, trancheHolderQuery, tranche } from '../../portfolio/tranche.ts';
import { allocationProfileSummary } from '../allocation/allocationProfile.ts';
import { all, balancesAt, distributionTags, forecasts, history, metrics } from './containerCalls.ts';
import { partForTranche } from './containerRows.ts';
import { historyFilter } from '../run/distributionHistory.ts';
import { navigation, viewCall, slices } from '../view/viewCalls.ts';

const investment = '/api/carry/investment';

/** Data for the pages of investments and their tranches in addition to the records. */
export const investmentViewEndpoints = defineEndpoints({
  listInvestmentInvestorBalances: balancesAt(investment, 'investment.view'),
  chartInvestmentStatus: all(
    `${investment}/investmentStatusCount`,
    'Number of investments by status',
    'investment.view',
    z.array(z.object({ id: id().nullable(), name: z.string(), investmentCount: z.int() })),
    ['Investment'],
  ),
  chartInvestmentCarryByType: all(
    `${investment}/carryByType`,
    'Carry distributed by investment type',
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
  listInvestmentDistributions: history(investment, 'investment.view', { ...historyFilter, ...trancheHolderQuery }),
  listInvestmentForecasts: forecasts(investment, 'investment.view'),
  listInvestmentMetrics: {
    ...metrics(`${investment}/:id/metrics`, 'investment.view'),
    query: z.strictObject(trancheHolderQuery),
  },
  listFundPartsForTranche: viewCall(
    `${investment}/:id/tranche/fund-investment`,
    'Fund holdings available for a new tranche',
    'tranche.view',
    z.array(partForTranche),
    ['Investment'],
  ),
  listCoinvestmentPartsForTranche: viewCall(
    `${investment}/:id/tranche/coinvestment-investment`,
    'Coinvestment holdings available for a new tranche',
    'tranche.view',
    z.array(partForTranche),
    ['Investment'],
  ),
  listProfilesForTranche: {
    ...viewCall(
      `${investment}/:id/tranche/:trancheId/fund-allocation-profiles`,
      'Profiles that a tranche can use: its own and those of the containers above it',
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
    failures: ['STALE_VERSION', 'DUPLICATE', 'ASSOCIATION_REQUIRED'],
  },
});
