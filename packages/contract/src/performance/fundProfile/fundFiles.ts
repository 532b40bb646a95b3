import { z } from 'zod';
import { defineEndpoints, type Endpoint } from '../../core/endpoint.ts';
import { date, id } from '../../core/schema.ts';
import { performanceInvestmentEndpoints } from '../investment/investment.ts';
import { fundPerformanceEndpoints } from './fundPerformance.ts';
import { basisQuery } from '../period/periodFigures.ts';

const { format: _format, ...listed } = fundPerformanceEndpoints.listVehicles.query.shape;
const { format: _file, ...listedInvestments } = performanceInvestmentEndpoints.listPerformanceInvestments.query.shape;
const ofFund = z.strictObject({
  id: id(),
  endDate: date().optional(),
  ...basisQuery,
  currencyPair: fundPerformanceEndpoints.getFundProfile.query.shape.currencyPair,
});
const printed = <const N extends string, Q extends z.ZodObject>(name: N, summary: string, query: Q) =>
  ({
    method: 'GET',
    path: `/api/document/${name}/report`,
    summary,
    permission: 'fundLedger.view',
    query,
    answers: 'file',
    failures: ['UNKNOWN_CURRENCY'],
  }) as const satisfies Endpoint;

/** Printed fund overviews, for the manager and for investors. */
export const fundFileEndpoints = defineEndpoints({
  printFundOverview: printed('pm-FundOverview', 'List of funds (PDF)', z.strictObject(listed)),
  printLpFundOverview: printed('pm-LpFundOverview', 'List of funds for an investor (PDF)', z.strictObject(listed)),
  printInvestmentOverview: {
    ...printed('pm-InvestmentOverview', 'List of investments (PDF)', z.strictObject(listedInvestments)),
    permission: 'valuation.view',
    failures: [],
  },
  printFundProfile: printed('pm-FundProfile', 'A fund with its figures, NAV bridge and holdings (PDF)', ofFund),
  printLpFundProfile: printed(
    'pm-LpFundProfile',
    'A fund’s profile for an investor (PDF). It names no other investors.',
    ofFund,
  ),
});
