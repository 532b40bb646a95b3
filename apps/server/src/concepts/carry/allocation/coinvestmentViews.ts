import {
  coinvestmentCarryByYear,
  investorBalances,
} from '@carrara/adapters/postgres/carry/carryViews/containerFigures';
import { containerDistributionList } from '@carrara/adapters/postgres/carry/carryViews/distributionHistory';
import { containerForecastList } from '@carrara/adapters/postgres/carry/carryViews/forecastHistory';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import { containerInvestmentList } from '@carrara/adapters/postgres/portfolio/container/containerInvestments';
import { sourceOptions } from '@carrara/adapters/postgres/carry/distribution/sourceOptions';
import { trancheList } from '@carrara/adapters/postgres/portfolio/tranche';
import type { coinvestmentViewEndpoints } from '@carrara/contract/carry/container/coinvestmentViews';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { containerRead, ownedListOperation, type OfRecord } from '../../../core/ownerScope.ts';

const ofCoinvestment = (_query: unknown, _context: unknown, { params }: OfRecord) => ({ coinvestmentId: params.id });

export const coinvestmentViewOperations: Operations<typeof coinvestmentViewEndpoints> = {
  listCoinvestmentInvestorBalances: containerRead('coinvestment', ({ tx, today }, { params, query }) =>
    investorBalances(tx, params.id, query.asOf ?? today),
  ),
  listCoinvestmentNavigation: async ({ tx }) => ok(await containerNavigation(tx, 'coinvestment')),
  listCoinvestmentsForDistribution: async ({ tx }, { query }) =>
    ok((await sourceOptions(tx, query.distributionDate)).filter(({ source }) => source.coinvestmentId !== null)),
  listCoinvestmentInvestments: ownedListOperation('coinvestment', containerInvestmentList, ofCoinvestment),
  listCoinvestmentTranches: ownedListOperation('coinvestment', trancheList, ofCoinvestment),
  listCoinvestmentDistributions: ownedListOperation(
    'coinvestment',
    containerDistributionList,
    ({ disbursedOnly }, _context, { params }: OfRecord) => ({ coinvestmentId: params.id, disbursedOnly }),
  ),
  listCoinvestmentForecasts: ownedListOperation(
    'coinvestment',
    containerForecastList,
    ({ source }, _context, { params }: OfRecord) => ({
      coinvestmentId: params.id,
      source,
    }),
  ),
  chartCoinvestmentDistributionsByYear: containerRead('coinvestment', ({ tx }, { params }) =>
    coinvestmentCarryByYear(tx, params.id),
  ),
};
