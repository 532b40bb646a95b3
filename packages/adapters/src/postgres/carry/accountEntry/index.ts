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

/** The entities that an entry went through, as `h.id`: those on the way of the row that it comes from. */
export const wayOf = (table: 'account_entry' | 'escrow_entry', e: string): string =>
  `CROSS JOIN LATERAL (
     SELECT DISTINCT unnest(x.path) AS id FROM distribution_detail x WHERE x.tenant_id = ${e}.tenant_id AND x.id = ${e}.distribution_detail_id
     ${
       table === 'escrow_entry'
         ? ''
         : `UNION SELECT unnest(x.path) FROM realization_detail x WHERE x.tenant_id = ${e}.tenant_id AND x.id = ${e}.realization_detail_id`
     }) h`;

/**
 * The entries of a ledger that count for these participants (`holder_id`): their own, and of an entity, which has none, those that reached
 * people and trusts through it. `holders` is an array of ids; of the firm `$1`.
 */
export const entriesCountedFor = (table: 'account_entry' | 'escrow_entry', holders: string): string =>
  `(SELECT e.*, e.participant_id AS holder_id FROM ${table} e WHERE e.tenant_id = $1 AND e.participant_id = ANY (${holders})
    UNION ALL SELECT e.*, h.id FROM ${table} e
      ${wayOf(table, 'e')}
    WHERE e.tenant_id = $1 AND h.id = ANY (${holders})
      AND EXISTS (SELECT FROM participant y WHERE y.tenant_id = $1 AND y.id = ANY (${holders}) AND y.kind = 'entity'))`;

/**
 * The carry balance of each participant at each of these sources, of the entries dated on or before the date, leaving those of a realization
 * aside where one is named.
 */
export async function carryBalances(
  tx: Transaction,
  sourceIds: readonly string[],
  date: string,
  without: string | null = null,
): Promise<ReadonlyMap<string, readonly CarryBalance[]>> {
  const rows = await tx.query<{ source: string; participantId: string; balance: string; isDetermined: boolean }>(
    `SELECT a.container_id AS source, a.participant_id AS "participantId", sum(a.amount) AS balance,
       bool_or(a.kind IN ('ACCRUAL', 'OPENING')) AS "isDetermined"
     FROM account_entry a JOIN participant p ON p.tenant_id = a.tenant_id AND p.id = a.participant_id
     LEFT JOIN realization_source s ON s.tenant_id = a.tenant_id AND s.id = a.realization_source_id
     WHERE a.tenant_id = $1 AND a.container_id = ANY ($2::uuid[]) AND a.entry_date <= $3::date
       AND ($4::uuid IS NULL OR s.realization_id IS DISTINCT FROM $4::uuid)
     GROUP BY a.container_id, a.participant_id, p.name ORDER BY lower(p.name), a.participant_id`,
    [tx.tenantId, sourceIds, date, without],
  );
  const found = new Map<string, CarryBalance[]>();
  for (const { source, participantId, balance, isDetermined: begun } of rows) {
    const list = found.get(source) ?? [];
    list.push({ participantId, balance: decimal(balance), isDetermined: begun });
    found.set(source, list);
  }
  return found;
}

/** Of a run that posts: whose entries they are, beside the rows that they come from. */
interface Origin<Link> {
  readonly currency: { readonly table: 'distribution' | 'realization'; readonly id: string };
  /** The columns that lead from an entry to what made it. */
  readonly link: (entry: Link) => Readonly<Record<string, string>>;
}

const columns = [
  'id',
  'participant_id',
  'container_id',
  'kind',
  'entry_date',
  'amount',
  'distribution_id',
  'distribution_detail_id',
];
const accountColumns = [
  ...columns,
  'realization_source_id',
  'realization_detail_id',
  'memo_tax',
  'memo_loan_repayment',
  'memo_other_adjustment',
];

/** Writes the entries of a run that posts, all at once; a row of a run posts once, which the database keeps as well. */
async function insertEntries<Link extends object>(
  tx: Transaction,
  posted: Posting<Link>,
  { currency, link }: Origin<Link>,
) {
  const common = (entry: Posting['entries'][number] | Posting['escrow'][number]) => ({
    id: newId(),
    participant_id: entry.participantId,
    container_id: entry.sourceId,
    entry_date: entry.date,
    amount: moneyText(entry.amount),
  });
  const entries = posted.entries.map((entry) => ({
    ...common(entry),
    ...link(entry),
    kind: kinds[entry.kind],
    memo_tax: entry.memo ? moneyText(entry.memo.tax) : null,
    memo_loan_repayment: entry.memo ? moneyText(entry.memo.loanRepayment) : null,
    memo_other_adjustment: entry.memo ? moneyText(entry.memo.otherAdjustment) : null,
  }));
  const escrow = posted.escrow.map((entry) => ({ ...common(entry), ...link(entry), kind: escrowKinds[entry.kind] }));
  const insert = (table: string, names: readonly string[], rows: readonly object[]) =>
    tx.query(
      `INSERT INTO ${table} (tenant_id, currency_id, created_at, created_by, ${names.join(', ')})
       SELECT $1, (SELECT d.currency_id FROM ${currency.table} d WHERE d.tenant_id = $1 AND d.id = $2), $3, $4, ${names.map((name) => `r.${name}`).join(', ')}
       FROM jsonb_populate_recordset(NULL::${table}, $5::jsonb) r`,
      [tx.tenantId, currency.id, tx.now, tx.personId, JSON.stringify(rows)],
    );
  await insert('account_entry', accountColumns, entries);
  if (escrow.length > 0) await insert('escrow_entry', columns, escrow);
  return { numberOfEntries: entries.length, numberOfEscrowEntries: escrow.length, ...postingTotals(posted) };
}

/** The entries of a disbursed distribution. */
export async function postEntries(
  tx: Transaction,
  head: DistributionHead,
  posted: Posting<{ readonly detailId: string }>,
): Promise<void> {
  const { amount, escrowHeld, numberOfEntries, numberOfEscrowEntries } = await insertEntries(tx, posted, {
    currency: { table: 'distribution', id: head.id },
    link: ({ detailId }) => ({ distribution_id: head.id, distribution_detail_id: detailId }),
  });
  tx.record({
    operation: 'postAccountEntries',
    objectType: 'accountEntry',
    objectId: head.id,
    objectName: head.name,
    containerId: head.id,
    before: null,
    after: { numberOfEntries, amount, numberOfEscrowEntries, escrowHeld, entryDate: head.distributionDate },
  });
}

/** The entries of a posted realization; what was posted is told with the change of the realization. */
export const postAccruals = (
  tx: Transaction,
  realizationId: string,
  posted: Posting<{ readonly detailId: string; readonly sourceRowId: string }>,
) =>
  insertEntries(tx, posted, {
    currency: { table: 'realization', id: realizationId },
    link: ({ detailId, sourceRowId }) => ({ realization_source_id: sourceRowId, realization_detail_id: detailId }),
  });
