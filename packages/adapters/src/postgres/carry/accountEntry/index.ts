import { type AccountEntryKind, type EscrowEntryKind, type Posting, postingTotals } from '@carrara/domain/carry/ledger';
import type { CarryBalance } from '@carrara/domain/carry/run';
import type { DistributionHead } from '@carrara/domain/carry/distribution';
import { decimal, moneyText } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

const kinds: Readonly<Record<AccountEntryKind, string>> = {
  accrual: 'ACCRUAL',
  distribution: 'DISTRIBUTION',
  clawback: 'CLAWBACK',
  transfer: 'TRANSFER',
  adjustment: 'ADJUSTMENT',
  opening: 'OPENING',
};
const escrowKinds: Readonly<Record<EscrowEntryKind, string>> = {
  held: 'HELD',
  released: 'RELEASED',
  appliedToClawback: 'APPLIED',
};

/**
 * A balance is determined for a participant and source from its first accrual or opening entry: what only takes from it, as a distribution, says
 * nothing of what it is taken from. True for an entry `e` of an account that is determined by a day.
 */
export const isDetermined = (e: string, date: string): string =>
  `EXISTS (SELECT FROM account_entry begun WHERE begun.tenant_id = ${e}.tenant_id AND begun.participant_id = ${e}.participant_id
     AND begun.container_id = ${e}.container_id AND begun.kind IN ('ACCRUAL', 'OPENING') AND begun.entry_date <= ${date})`;

/**
 * The entries of a ledger that count for these participants (`holder_id`): their own, and of an entity, which has none, those that reached
 * people and trusts through it. `holders` is an array of ids; of the firm `$1`.
 */
export const entriesCountedFor = (table: 'account_entry' | 'escrow_entry', holders: string): string =>
  `(SELECT e.*, e.participant_id AS holder_id FROM ${table} e WHERE e.tenant_id = $1 AND e.participant_id = ANY (${holders})
    UNION ALL SELECT e.*, h.id FROM ${table} e
      JOIN distribution_detail x ON x.tenant_id = e.tenant_id AND x.id = e.distribution_detail_id
      CROSS JOIN LATERAL (SELECT DISTINCT unnest(x.path) AS id) h
    WHERE e.tenant_id = $1 AND h.id = ANY (${holders})
      AND EXISTS (SELECT FROM participant y WHERE y.tenant_id = $1 AND y.id = ANY (${holders}) AND y.kind = 'entity'))`;

/** Those of the sources at which the balance of everybody who has an account there is determined by a day. */
export async function determinedSources(
  tx: Transaction,
  sourceIds: readonly string[],
  date: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ source: string }>(
    `SELECT e.container_id AS source FROM account_entry e
     WHERE e.tenant_id = $1 AND e.container_id = ANY ($2::uuid[]) AND e.entry_date <= $3::date
     GROUP BY e.container_id HAVING bool_and(${isDetermined('e', '$3::date')})`,
    [tx.tenantId, sourceIds, date],
  );
  return new Set(rows.map(({ source }) => source));
}

/** The carry balance of each participant at each of these sources, of the entries dated on or before the date. */
export async function carryBalances(
  tx: Transaction,
  sourceIds: readonly string[],
  date: string,
): Promise<ReadonlyMap<string, readonly CarryBalance[]>> {
  const rows = await tx.query<{ source: string; participantId: string; balance: string }>(
    `SELECT a.container_id AS source, a.participant_id AS "participantId", sum(a.amount) AS balance
     FROM account_entry a JOIN participant p ON p.tenant_id = a.tenant_id AND p.id = a.participant_id
     WHERE a.tenant_id = $1 AND a.container_id = ANY ($2::uuid[]) AND a.entry_date <= $3::date
     GROUP BY a.container_id, a.participant_id, p.name ORDER BY lower(p.name), a.participant_id`,
    [tx.tenantId, sourceIds, date],
  );
  const found = new Map<string, CarryBalance[]>();
  for (const { source, participantId, balance } of rows) {
    const list = found.get(source) ?? [];
    list.push({ participantId, balance: decimal(balance) });
    found.set(source, list);
  }
  return found;
}

/** Writes the entries of a disbursed distribution, all at once; a row of a distribution posts once, which the database keeps as well. */
export async function postEntries(
  tx: Transaction,
  head: DistributionHead,
  posted: Posting<{ readonly detailId: string }>,
): Promise<void> {
  const entries = posted.entries.map((entry) => ({
    id: newId(),
    participant_id: entry.participantId,
    container_id: entry.sourceId,
    kind: kinds[entry.kind],
    entry_date: entry.date,
    amount: moneyText(entry.amount),
    distribution_detail_id: entry.detailId,
    memo_tax: entry.memo ? moneyText(entry.memo.tax) : null,
    memo_loan_repayment: entry.memo ? moneyText(entry.memo.loanRepayment) : null,
    memo_other_adjustment: entry.memo ? moneyText(entry.memo.otherAdjustment) : null,
  }));
  const escrow = posted.escrow.map((entry) => ({
    id: newId(),
    participant_id: entry.participantId,
    container_id: entry.sourceId,
    kind: escrowKinds[entry.kind],
    entry_date: entry.date,
    amount: moneyText(entry.amount),
    distribution_detail_id: entry.detailId,
  }));
  const currency = '(SELECT d.currency_id FROM distribution d WHERE d.tenant_id = $1 AND d.id = $2)';
  await tx.query(
    `INSERT INTO account_entry (tenant_id, distribution_id, currency_id, created_at, created_by, id, participant_id, container_id, kind, entry_date,
       amount, distribution_detail_id, memo_tax, memo_loan_repayment, memo_other_adjustment)
     SELECT $1, $2, ${currency}, $3, $4, r.id, r.participant_id, r.container_id, r.kind, r.entry_date, r.amount, r.distribution_detail_id,
       r.memo_tax, r.memo_loan_repayment, r.memo_other_adjustment
     FROM jsonb_populate_recordset(NULL::account_entry, $5::jsonb) r`,
    [tx.tenantId, head.id, tx.now, tx.personId, JSON.stringify(entries)],
  );
  await tx.query(
    `INSERT INTO escrow_entry (tenant_id, distribution_id, currency_id, created_at, created_by, id, participant_id, container_id, kind, entry_date,
       amount, distribution_detail_id)
     SELECT $1, $2, ${currency}, $3, $4, r.id, r.participant_id, r.container_id, r.kind, r.entry_date, r.amount, r.distribution_detail_id
     FROM jsonb_populate_recordset(NULL::escrow_entry, $5::jsonb) r`,
    [tx.tenantId, head.id, tx.now, tx.personId, JSON.stringify(escrow)],
  );
  const { amount, escrowHeld } = postingTotals(posted);
  tx.record({
    operation: 'postAccountEntries',
    objectType: 'accountEntry',
    objectId: head.id,
    objectName: head.name,
    containerId: head.id,
    before: null,
    after: {
      numberOfEntries: entries.length,
      amount,
      numberOfEscrowEntries: escrow.length,
      escrowHeld,
      entryDate: head.distributionDate,
    },
  });
}
