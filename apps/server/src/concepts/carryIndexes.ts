import { distributionNavigation, weightedTranches } from '@carrara/adapters/postgres/carryViews';
import { allocationProfileEndpoints } from '@carrara/contract/allocationProfile';
import type { carryIndexEndpoints } from '@carrara/contract/carryIndexes';
import { decimal, err, numberText, ok } from '@carrara/domain/kernel';
import { weightedAverage } from '@carrara/domain/weightedAverage';
import { exportRows } from '../exportRows.ts';
import type { Operations } from '../operations.ts';
import { allocationProfileOperations } from './allocationProfile.ts';
import { missing } from './containerScope.ts';
import { readDistribution } from './readDistribution.ts';

type Calls = Operations<typeof carryIndexEndpoints>;

const averageColumns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'effective', kind: 'percent', title: 'Weighted effective %' },
] as const;
const historyColumns = [
  { field: 'changedDate', kind: 'instant', title: 'When' },
  { field: 'changedBy', kind: 'text', title: 'Who' },
  { field: 'profile', kind: 'text', title: 'Allocation profile' },
  { field: 'version', kind: 'count', title: 'Version' },
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'change', kind: 'text', title: 'Change' },
  { field: 'before', kind: 'percent', title: 'Before %' },
  { field: 'after', kind: 'percent', title: 'After %' },
  { field: 'reason', kind: 'longText', title: 'Reason' },
] as const;

export const carryIndexOperations: Calls = {
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
  async exportAllocationReport(context, { params, query }) {
    const { containerId, reportType } = params;
    if (reportType === 'weighted-average') {
      const evidence = await carryIndexOperations.getWeightedAverageEvidence(context, {
        params: { containerId },
        query,
      });
      if (evidence.isErr()) return err(evidence.error);
      return ok(
        await exportRows(context, {
          title: 'Weighted average allocation',
          columns: averageColumns,
          rows: evidence.value.participants,
        }),
      );
    }
    const current = await allocationProfileOperations.getCurrentAllocationProfile(context, {
      params: { id: containerId },
      query,
    });
    if (current.isErr()) return err(current.error);
    const { id, name, entries } = current.value;
    if (reportType === 'entries') {
      return ok(
        await exportRows(context, {
          title: name,
          columns: allocationProfileEndpoints.listAllocationProfileEntries.list.columns,
          rows: entries,
        }),
      );
    }
    const history = await allocationProfileOperations.getAllocationProfileHistory(context, { params: { id } });
    if (history.isErr()) return err(history.error);
    const rows = history.value.flatMap(({ changes, name: profile, ...revision }) =>
      changes.map((change) => ({ ...revision, profile, ...change })),
    );
    return ok(await exportRows(context, { title: `Changes of ${name}`, columns: historyColumns, rows }));
  },
};
