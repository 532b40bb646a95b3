import { allocationReportList } from '@carrara/adapters/postgres/carry/carryViews/allocationReport';
import {
  carryByFund,
  coinvestmentOfFundList,
  combinedFunds,
  fundAndCoinvestmentList,
  participantCounts,
} from '@carrara/adapters/postgres/carry/carryViews/fundsAndCoinvestments';
import { containerDistributionList } from '@carrara/adapters/postgres/carry/carryViews/distributionHistory';
import { containerForecastList } from '@carrara/adapters/postgres/carry/carryViews/forecastHistory';
import {
  fundCarryBySector,
  fundInvestedBySector,
  investorBalances,
} from '@carrara/adapters/postgres/carry/carryViews/containerFigures';
import {
  participantsExpectingList,
  participantsPaidList,
} from '@carrara/adapters/postgres/carry/carryViews/participantTotals';
import { realizationOptions, sourcesOfFund } from '@carrara/adapters/postgres/carry/carryViews/sourceChoices';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import { containerInvestmentList } from '@carrara/adapters/postgres/portfolio/container/containerInvestments';
import { sourceOptions } from '@carrara/adapters/postgres/carry/distribution/sourceOptions';
import { readMetrics } from '@carrara/adapters/postgres/portfolio/metric/readMetrics';
import { trancheList } from '@carrara/adapters/postgres/portfolio/tranche';
import type { InputOf, ResultOf } from '@carrara/contract/core/endpoint';
import { ok } from '@carrara/domain/kernel';
import { anyListOperation, exportList } from '../../../files/exportList.ts';
import { listFiles } from '../../../files/listFiles.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { fundViewEndpoints } from '@carrara/contract/carry/container/fundViews';
import { listAllRows, containerRead, ownedListOperation, type OfRecord } from '../../../core/ownerScope.ts';

type Endpoints = typeof fundViewEndpoints;
type PageOf<K extends keyof Endpoints> = ResultOf<Endpoints[K]>;

const ofFund = (_query: unknown, _context: unknown, { params }: OfRecord) => ({ fundId: params.id });

/** Returns the possible sources of distributions within a fund, without the fund itself. */
async function sourcesIn({ tx }: RequestContext, fundId: string, date: string | undefined) {
  return (await sourceOptions(tx, date)).filter(({ source }) => source.fundId === fundId && source.id !== fundId);
}

const allocationReport = ownedListOperation<
  PageOf<'listFundAllocationReport'>['pageData'][number],
  InputOf<Endpoints['listFundAllocationReport']>['query']
>('fund', allocationReportList, ({ asOf }, { today }, { params }) => ({ fundId: params.id, asOf: asOf ?? today }));

export const fundViewOperations: Operations<Endpoints> = {
  listFundsAndCoinvestments: listOperation(fundAndCoinvestmentList),
  listCombinedFunds: async ({ tx }) => ok(await combinedFunds(tx)),
  chartFundParticipants: async ({ tx }) => ok(await participantCounts(tx)),
  chartFundCarry: async ({ tx }) => ok(await carryByFund(tx)),
  listFundNavigation: async ({ tx }) => ok(await containerNavigation(tx, 'fund')),
  listFundsForDistribution: async ({ tx }, { query }) =>
    ok((await sourceOptions(tx, query.distributionDate)).filter(({ type }) => type === 'Fund')),
  listInvestmentsForRealizations: async ({ tx }) => ok(await realizationOptions(tx)),
  listFundInvestmentsForDistribution: containerRead('fund', (context, { params, query }) =>
    sourcesIn(context, params.id, query.distributionDate),
  ),
  listFundInvestorBalances: containerRead('fund', ({ tx, today }, { params, query }) =>
    investorBalances(tx, params.id, query.asOf ?? today),
  ),
  listFundInvestments: ownedListOperation('fund', containerInvestmentList, ofFund),
  listFundCoinvestments: ownedListOperation('fund', coinvestmentOfFundList, ofFund),
  listFundTranches: ownedListOperation('fund', trancheList, ofFund),
  listFundInvestmentParts: containerRead('fund', ({ tx }, { params }) =>
    listAllRows(tx, containerInvestmentList, { fundId: params.id }),
  ),
  listFundForecasts: ownedListOperation(
    'fund',
    containerForecastList,
    ({ source }, _context, { params }: OfRecord) => ({
      fundId: params.id,
      source,
    }),
  ),
  listFundDistributions: ownedListOperation(
    'fund',
    containerDistributionList,
    ({ disbursedOnly }, _context, { params }: OfRecord) => ({
      fundId: params.id,
      disbursedOnly,
    }),
  ),
  listFundDistributionParticipants: ownedListOperation(
    'fund',
    participantsPaidList,
    ({ redactName, aggregateTrust }, _context, { params }: OfRecord) => ({
      fundId: params.id,
      redactName,
      aggregateTrust,
    }),
  ),
  listFundEstimateParticipants: ownedListOperation(
    'fund',
    participantsExpectingList,
    ({ redactName, aggregateTrust }, _context, { params }: OfRecord) => ({
      fundId: params.id,
      redactName,
      aggregateTrust,
    }),
  ),
  chartFundDistributionsBySector: containerRead('fund', ({ tx }, { params }) => fundCarryBySector(tx, params.id)),
  chartFundInvestmentsBySector: containerRead('fund', ({ tx }, { params }) => fundInvestedBySector(tx, params.id)),
  listFundInvestmentMetrics: containerRead('fund', ({ tx }, { params }) => readMetrics(tx, { fundId: params.id })),
  listFundAllocationReport: allocationReport,
  exportFundAllocationReport(context, { params, query }) {
    const { list, query: request } = fundViewEndpoints.listFundAllocationReport;
    const input = { params, query: request.parse(query) };
    return exportList(listFiles, list, 'excel', anyListOperation(allocationReport), context, input);
  },
  listFundSources: containerRead('fund', ({ tx }, { params }) => sourcesOfFund(tx, params.id)),
};
