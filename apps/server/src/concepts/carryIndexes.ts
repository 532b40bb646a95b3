import { distributionNavigation, weightedTranches } from '@carrara/adapters/postgres/carryViews';
import type { carryIndexEndpoints } from '@carrara/contract/carryIndexes';
import { decimal, err, numberText, ok } from '@carrara/domain/kernel';
import { weightedAverage } from '@carrara/domain/weightedAverage';
import type { Operations } from '../operations.ts';
import { missing } from './containerScope.ts';
import { readDistribution } from './readDistribution.ts';

export const carryIndexOperations: Operations<typeof carryIndexEndpoints> = {
  listDistributionNavigation: async ({ tx }) => ok(await distributionNavigation(tx, false)),
  listDistributionChoices: async ({ tx }) => ok(await distributionNavigation(tx, true)),
  listDistributionDetails: async (context, { params }) =>
    (await readDistribution(context, params.id)).map(({ distributionParticipants }) => distributionParticipants),
  async getWeightedAverageEvidence({ tx, today }, { params, query }) {
    const tranches = await weightedTranches(tx, params.containerId, query.asOf ?? today);
    if (!tranches) return missing('container', params.containerId);
    const averaged = weightedAverage(
      tranches.map(({ investedAmount, allocations }) => ({
        investedAmount: decimal(investedAmount ?? '0'),
        allocations: allocations.map(({ participantId, effective }) => ({
          participantId,
          effective: decimal(effective),
        })),
      })),
    );
    if (averaged.isErr()) return err(averaged.error);
    const names = new Map(
      tranches.flatMap(({ allocations }) =>
        allocations.map(({ participantId, name }) => [participantId, name] as const),
      ),
    );
    return ok({
      participants: averaged.value.map(({ participantId, effective }) => ({
        participantId,
        name: names.get(participantId) ?? '',
        effective: numberText(effective),
      })),
      tranches: tranches.map(({ allocations, ...tranche }) => ({
        ...tranche,
        allocations: allocations.map(({ participantId, effective }) => ({ participantId, effective })),
      })),
    });
  },
};
