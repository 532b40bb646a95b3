import {
  allocationProfileWeightedAverageByParticipant as byParticipant,
  allocationProfileWeightedAverageByTranche as byTranche,
} from '@carrara/contract/carry/reports/allocationProfiles';
import { decimal, moneyText, numberText } from '@carrara/domain/kernel';
import { weightedEvidence } from '@carrara/domain/kernel/weightedAverage';
import { defineReportQuery, queryRows, type Values } from '../../engine/reports/reportQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { sourcesWithProfiles } from './sourcesWithProfiles.ts';

interface Row {
  readonly holder: string;
  readonly holderType: string;
  readonly source: string;
  readonly currency: string | null;
  readonly investedAmount: string | null;
  readonly profile: string | null;
  readonly participant: string | null;
  readonly type: string | null;
  readonly effective: string | null;
}

const isOfParticipant = (row: Row): row is Row & { readonly participant: string } => row.participant !== null;

/** Groups rows in order of first appearance. */
function groupsOf<F extends 'holder' | 'source' | 'participant'>(rows: readonly Row[], by: F) {
  const groups = new Map<Row[F], [Row, ...Row[]]>();
  for (const row of rows) {
    const group = groups.get(row[by]);
    if (group) group.push(row);
    else groups.set(row[by], [row]);
  }
  return groups;
}

const tranches = sourcesWithProfiles('tranche');

/**
 * Returns the tranches of each fund and coinvestment with their weights, in a single query. Weights are undefined if
 * nothing is invested.
 */
async function weighed(tx: Transaction, values: Values) {
  const rows = await queryRows<Row>(tx, tranches, values);
  return [...groupsOf(rows, 'holder').values()].map((own) => {
    const sources = [...groupsOf(own, 'source').values()].map((entries) => ({
      head: entries[0],
      entries: entries.filter(isOfParticipant),
    }));
    const evidence = weightedEvidence(
      sources.map(({ head, entries }) => ({
        investedAmount: decimal(head.investedAmount ?? '0'),
        allocations: entries.map(({ participant, effective }) => ({
          participantId: participant,
          effective: decimal(effective ?? '0'),
        })),
      })),
    );
    // If nothing is invested, there are no weights and no average.
    return { own, sources, evidence: evidence.isOk() ? evidence.value : undefined };
  });
}

const isRequested = ({ participantId }: Values, participant: string | null) =>
  typeof participantId !== 'string' || participantId === participant;

export const allocationProfileWeightedAverageByTranche = defineReportQuery(byTranche, {
  source: 'facts',
  from: async (tx, values) =>
    (await weighed(tx, values)).flatMap(({ sources, evidence }) =>
      sources.flatMap(({ head, entries }, at) => {
        const found = evidence?.tranches[at];
        const weight = found ? numberText(found.weight) : null;
        if (entries.length === 0) return isRequested(values, null) ? [{ ...head, weight }] : [];
        return entries.flatMap((entry, i) => {
          const weighted = found?.weighted[i];
          return isRequested(values, entry.participant)
            ? [{ ...entry, weight, weighted: weighted ? numberText(weighted) : null }]
            : [];
        });
      }),
    ),
});

export const allocationProfileWeightedAverageByParticipant = defineReportQuery(byParticipant, {
  source: 'facts',
  from: async (tx, values) =>
    (await weighed(tx, values)).flatMap(({ own, evidence }) => {
      const averages = new Map(
        evidence?.participants.map(({ participantId, effective }) => [participantId, effective]),
      );
      const people = groupsOf(own, 'participant');
      return [...people].flatMap(([participant, entries]) => {
        const [{ holder, holderType, currency, type }] = entries;
        if (participant === null || !isRequested(values, participant)) return [];
        const average = averages.get(participant);
        return [
          {
            participant,
            type,
            holder,
            holderType,
            currency,
            investedAmount: evidence ? moneyText(evidence.totalInvested) : null,
            numberOfTranches: entries.length,
            effective: average ? numberText(average) : null,
          },
        ];
      });
    }),
});
