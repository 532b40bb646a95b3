import { weightedTranches } from '@carrara/adapters/postgres/carry/carryViews/weightedTranches';
import type {
  allocationEvidenceEndpoints,
  WeightedAverageEvidence,
} from '@carrara/contract/carry/allocation/allocationEvidence';
import { allocationProfileEndpoints } from '@carrara/contract/carry/allocation/allocationProfile';
import { decimal, err, moneyText, numberText, ok, zip } from '@carrara/domain/kernel';
import { weightedEvidence } from '@carrara/domain/kernel/weightedAverage';
import { exportRows } from '../../../files/exportRows.ts';
import type { Operations } from '../../../core/operations.ts';
import { allocationHistoryOperations } from './allocationProfileHistory.ts';
import { allocationProfileOperations } from './allocationProfile.ts';
import { ownerNotFound } from '../../../core/ownerScope.ts';

const averageColumns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'tranche', kind: 'text', title: 'Tranche' },
  { field: 'profile', kind: 'reference', title: 'Allocation profile' },
  { field: 'investedAmount', kind: 'money', title: 'Invested' },
  { field: 'weight', kind: 'percent', title: 'Weight %' },
  { field: 'effective', kind: 'percent', title: 'Effective %' },
  { field: 'weighted', kind: 'percent', title: 'Weighted %' },
] as const;
const historyColumns = [
  { field: 'changedDate', kind: 'instant', title: 'When' },
  { field: 'changedBy', kind: 'text', title: 'Who' },
  { field: 'profile', kind: 'text', title: 'Allocation profile' },
  { field: 'version', kind: 'count', title: 'Version' },
  { field: 'revision', kind: 'count', title: 'Revision' },
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'change', kind: 'text', title: 'Change' },
  { field: 'before', kind: 'percent', title: 'Before %' },
  { field: 'after', kind: 'percent', title: 'After %' },
  { field: 'reason', kind: 'longText', title: 'Reason' },
] as const;

/** Returns a row for each participant's share in each tranche, and one for their average. */
const averageRows = ({ participants, tranches }: WeightedAverageEvidence) =>
  participants.flatMap(({ participantId, name, effective: average }) => [
    ...tranches.flatMap(({ allocations, name: tranche, profile, investedAmount, weight }) =>
      allocations
        .filter((part) => part.participantId === participantId)
        .map(({ effective, weighted }) => ({ name, tranche, profile, investedAmount, weight, effective, weighted })),
    ),
    { name, tranche: 'Weighted average', weighted: average },
  ]);

export const allocationEvidenceOperations: Operations<typeof allocationEvidenceEndpoints> = {
  async getWeightedAverageEvidence({ tx, today }, { params, query }) {
    const rows = await weightedTranches(tx, params.containerId, query.asOf ?? today);
    if (!rows) return ownerNotFound('fund or coinvestment');
    const weighed = weightedEvidence(
      rows.map(({ investedAmount, allocations }) => ({
        investedAmount: decimal(investedAmount ?? '0'),
        allocations: allocations.map(({ participantId, effective }) => ({
          participantId,
          effective: decimal(effective),
        })),
      })),
    );
    if (weighed.isErr()) return err(weighed.error);
    const { totalInvested, tranches, participants } = weighed.value;
    const names = new Map(
      rows.flatMap(({ allocations }) => allocations.map(({ participantId, name }) => [participantId, name] as const)),
    );
    return ok({
      totalInvested: moneyText(totalInvested),
      participants: participants.map(({ participantId, effective }) => ({
        participantId,
        name: names.get(participantId) ?? '',
        effective: numberText(effective),
      })),
      tranches: zip(rows, tranches).map(([{ allocations, ...tranche }, { weight, weighted }]) => ({
        ...tranche,
        weight: numberText(weight),
        allocations: zip(allocations, weighted).map(([{ participantId, effective }, ofTranche]) => ({
          participantId,
          effective,
          weighted: numberText(ofTranche),
        })),
      })),
    });
  },
  async exportAllocationReport(context, { params, query }) {
    const { containerId, reportType } = params;
    if (reportType === 'weighted-average') {
      const input = { params: { containerId }, query };
      const evidence = await allocationEvidenceOperations.getWeightedAverageEvidence(context, input);
      if (evidence.isErr()) return err(evidence.error);
      const rows = averageRows(evidence.value);
      return ok(await exportRows(context, { title: 'Weighted average allocation', columns: averageColumns, rows }));
    }
    const current = await allocationProfileOperations.getCurrentAllocationProfile(context, {
      params: { id: containerId },
      query,
    });
    if (current.isErr()) return err(current.error);
    const { id, name, entries } = current.value;
    if (reportType === 'entries') {
      const { columns } = allocationProfileEndpoints.listAllocationProfileEntries.list;
      return ok(await exportRows(context, { title: name, columns, rows: entries }));
    }
    const history = await allocationHistoryOperations.getAllocationProfileHistory(context, { params: { id } });
    if (history.isErr()) return err(history.error);
    const rows = history.value.flatMap(({ changes, name: profile, ...revision }) =>
      changes.map((change) => ({ ...revision, profile, ...change })),
    );
    return ok(await exportRows(context, { title: `Changes of ${name}`, columns: historyColumns, rows }));
  },
};
