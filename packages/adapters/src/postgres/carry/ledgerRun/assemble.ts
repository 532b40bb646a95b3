import type { LedgerRunRecord } from '@carrara/contract/carry/run/ledgerRun';
import type { RequestedLine, LedgerLine } from '@carrara/domain/carry/ledgerRun';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { containedInSql } from '../../portfolio/container/sources.ts';

type Displayed = LedgerRunRecord['lines'][number];

/** Returns the rows of a run, stored or only computed, as the contract returns them. Uses two queries. */
export async function displayedLedgerLines(
  tx: Transaction,
  lines: readonly Omit<LedgerLine, 'id'>[],
): Promise<Displayed[]> {
  const names = await namesOf(
    tx,
    lines.flatMap(({ participantId, via }) => [participantId, ...via]),
    lines.map(({ sourceId }) => sourceId),
  );
  return lines.map(({ participantId, sourceId, via, escrowBefore, accrued, distributed, escrow, clawback }) => ({
    participant: names.participantOf(participantId),
    source: names.sourceOf(sourceId),
    through: via.map((id) => names.participantOf(id).name ?? ''),
    escrowBefore,
    accrued,
    distributed,
    escrow,
    clawback,
  }));
}

/** Returns the requested lines as the editor opens them. */
export async function displayedRequestedLines(
  tx: Transaction,
  lines: readonly RequestedLine[],
): Promise<LedgerRunRecord['requestedLines']> {
  const names = await namesOf(
    tx,
    lines.flatMap(({ participantId }) => (participantId === null ? [] : [participantId])),
    lines.map(({ sourceId }) => sourceId),
  );
  return lines.map(({ participantId, sourceId, accrued, distributed, escrow, requestedAmount: requested }) => ({
    participant: participantId === null ? null : names.participantOf(participantId),
    source: names.sourceOf(sourceId),
    accrued: accrued ?? null,
    distributed: distributed ?? null,
    escrow: escrow ?? null,
    requestedAmount: requested ?? null,
  }));
}

async function namesOf(tx: Transaction, participantIds: readonly string[], sourceIds: readonly string[]) {
  const participants = await tx.query<Displayed['participant'] & { id: string }>(
    `SELECT id, code, name, initcap(kind) AS type FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, [...new Set(participantIds)]],
  );
  const sources = await tx.query<Displayed['source'] & { id: string }>(
    `SELECT f.id, f.code, f.name, ${containedInSql('f')} AS holder FROM source_facts f WHERE f.tenant_id = $1 AND f.id = ANY ($2::uuid[])`,
    [tx.tenantId, [...new Set(sourceIds)]],
  );
  const people = new Map(participants.map((participant) => [participant.id, participant]));
  const sourcesById = new Map(sources.map((source) => [source.id, source]));
  return {
    participantOf: (id: string) => people.get(id) ?? { id, code: null, name: '', type: 'Employee' },
    sourceOf: (id: string) => sourcesById.get(id) ?? { id, code: null, name: '', holder: null },
  };
}
