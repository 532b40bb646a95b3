import { distributionNavigation } from '@carrara/adapters/postgres/carry/carryViews/weightedTranches';
import type { carryIndexEndpoints } from '@carrara/contract/carry/run/carryIndexes';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { readDistribution } from './readDistribution.ts';

export const carryIndexOperations: Operations<typeof carryIndexEndpoints> = {
  listDistributionNavigation: async ({ tx }) => ok(await distributionNavigation(tx, false)),
  listDistributionChoices: async ({ tx }) => ok(await distributionNavigation(tx, true)),
  listDistributionDetails: async (context, { params }) =>
    (await readDistribution(context, params.id)).map(({ distributionParticipants }) => distributionParticipants),
};
