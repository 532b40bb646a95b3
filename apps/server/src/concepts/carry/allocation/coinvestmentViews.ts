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
import type { coinvestmentViewEndpoints } from '@carrara/contract/carry/coinvestmentViews';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { inContainer, listBelow, type OfRecord } from '../../../core/ownerScope.ts';

const ofCoinvestment = (_query: unknown, _context: unknown, { params }: OfRecord) => ({ coinvestmentId: params.id });

export const coinvestmentViewOperations: Operations<typeof coinvestmentViewEndpoints> = {
  listCoinvestmentInvestorBalances: inContainer('coinvestment', ({ tx, today }, { params, query }) =>
    investorBalances(tx, params.id, query.asOf ?? today),
  ),
  listCoinvestmentNavigation: async ({ tx }) => ok(await containerNavigation(tx, 'coinvestment')),
  listCoinvestmentsForDistribution: async ({ tx }, { query }) =>
    ok((await sourceOptions(tx, query.distributionDate)).filter(({ source }) => source.coinvestmentId !== null)),
  listCoinvestmentInvestments: listBelow('coinvestment', containerInvestmentList, ofCoinvestment),
  listCoinvestmentTranches: listBelow('coinvestment', trancheList, ofCoinvestment),
  listCoinvestmentDistributions: listBelow(
    'coinvestment',
    containerDistributionList,
    ({ disbursedOnly }, _context, { params }: OfRecord) => ({ coinvestmentId: params.id, disbursedOnly }),
  ),
  listCoinvestmentForecasts: listBelow(
    'coinvestment',
    containerForecastList,
    ({ source }, _context, { params }: OfRecord) => ({
      coinvestmentId: params.id,
      source,
    }),
  ),
  chartCoinvestmentDistributionsByYear: inContainer('coinvestment', ({ tx }, { params }) =>
    coinvestmentCarryByYear(tx, params.id),
  ),
};
