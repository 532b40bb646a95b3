import { profilesOfContainers } from '@carrara/adapters/postgres/carry/allocation/reads';
import {
  carryByInvestmentType,
  investmentStatusCounts,
  investorBalances,
} from '@carrara/adapters/postgres/carry/carryViews/containerFigures';
import { containerDistributionList } from '@carrara/adapters/postgres/carry/carryViews/distributionHistory';
import { containerForecastList } from '@carrara/adapters/postgres/carry/carryViews/forecastHistory';
import { partsOfInvestment, trancheLocations } from '@carrara/adapters/postgres/carry/carryViews/sourceChoices';
import { containerNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import { readMetrics } from '@carrara/adapters/postgres/portfolio/metric/readMetrics';
import type { investmentViewEndpoints } from '@carrara/contract/carry/container/investmentViews';
import { ok } from '@carrara/domain/kernel';
import { nextTrancheNumber, trancheName } from '@carrara/domain/portfolio/tranche';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { containerRead, ownedListOperation, ownerNotFound, type OfRecord } from '../../../core/ownerScope.ts';
import { trancheOperations } from '../../portfolio/tranche.ts';

/** Returns the holdings in an investment with the number and name for their next tranche. */
const partsFor = (by: 'fund' | 'coinvestment') =>
  containerRead('investment', async ({ tx }: RequestContext, { params }: OfRecord) =>
    (await partsOfInvestment(tx, params.id, by)).map(({ legalName, trancheNumbers, ...part }) => {
      const number = nextTrancheNumber(trancheNumbers);
      return { ...part, nextTrancheNumber: number, defaultTrancheName: trancheName(legalName, number) };
    }),
  );

export const investmentViewOperations: Operations<typeof investmentViewEndpoints> = {
  listInvestmentInvestorBalances: containerRead('investment', ({ tx, today }, { params, query }) =>
    investorBalances(tx, params.id, query.asOf ?? today),
  ),
  chartInvestmentStatus: async ({ tx }) => ok(await investmentStatusCounts(tx)),
  chartInvestmentCarryByType: async ({ tx }) => ok(await carryByInvestmentType(tx)),
  listInvestmentNavigation: async ({ tx }) => ok(await containerNavigation(tx, 'investment')),
  listInvestmentDistributions: ownedListOperation(
    'investment',
    containerDistributionList,
    ({ disbursedOnly, fundOrCoinvestmentId }, _context, { params }: OfRecord) => ({
      investmentId: params.id,
      disbursedOnly,
      fundOrCoinvestmentId,
    }),
  ),
  listInvestmentForecasts: ownedListOperation(
    'investment',
    containerForecastList,
    ({ source }, _context, { params }: OfRecord) => ({
      investmentId: params.id,
      source,
    }),
  ),
  listInvestmentMetrics: containerRead('investment', ({ tx }, { params, query }) =>
    readMetrics(tx, { investmentId: params.id, fundOrCoinvestmentId: query.fundOrCoinvestmentId }),
  ),
  listFundPartsForTranche: partsFor('fund'),
  listCoinvestmentPartsForTranche: partsFor('coinvestment'),
  async listProfilesForTranche({ tx }, { params }) {
    const locations = await trancheLocations(tx, params.id, params.trancheId);
    return locations ? ok(await profilesOfContainers(tx, locations, undefined)) : ownerNotFound('tranche');
  },
  changeTranche: (context, { params, body }) =>
    trancheOperations.saveTranche(context, {
      params: { investmentId: params.investmentId },
      body: { ...body, id: params.trancheId },
    }),
};
