import { defineEndpoints } from '../../core/endpoint.ts';
import {
  all,
  asOf,
  balancesAt,
  forecasts,
  vehicleInvestments,
  history,
  sourceOptions,
  tranches,
} from './containerCalls.ts';
import { historyFilter } from '../run/distributionHistory.ts';
import { navigation, viewCall, slices } from '../view/viewCalls.ts';

const coinvestment = '/api/carry/coinvestment';

/** Data for the coinvestment pages in addition to the records. */
export const coinvestmentViewEndpoints = defineEndpoints({
  listCoinvestmentInvestorBalances: balancesAt(coinvestment, 'coinvestment.view'),
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
      'Coinvestments and their holdings, as sources',
      'distribution.view',
      sourceOptions.result,
      ['Coinvestment'],
    ),
    query: asOf,
  },
  listCoinvestmentInvestments: vehicleInvestments(coinvestment, 'coinvestment.view'),
  listCoinvestmentTranches: tranches(`${coinvestment}/:id/tranche`),
  listCoinvestmentDistributions: history(coinvestment, 'coinvestment.view', historyFilter),
  listCoinvestmentForecasts: forecasts(coinvestment, 'coinvestment.view'),
  chartCoinvestmentDistributionsByYear: viewCall(
    `${coinvestment}/:id/distributions/year`,
    'Carry by year',
    'coinvestment.view',
    slices,
  ),
});
