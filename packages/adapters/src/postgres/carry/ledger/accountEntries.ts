import {
  type AccountEntryKind,
  type AccountKey,
  balancesByAccount,
  type EscrowEntryKind,
  type Ledger,
  paidKinds,
  type Posting,
  postingTotals,
  reverseEntry,
  type FindPaths,
} from '@carrara/domain/carry/ledger';
import type { AccountBalance } from '@carrara/domain/carry/realization';
import type { DistributionHead } from '@carrara/domain/carry/distribution';
import { calendarDate, decimal, moneyText, required } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { holderCodeSql } from '../../portfolio/container/sources.ts';

const kinds: Readonly<Record<AccountEntryKind, string>> = {
  accrual: 'ACCRUAL',
  distribution: 'DISTRIBUTION',
  clawback: 'CLAWBACK',
  opening: 'OPENING',
  openingDistributed: 'OPENING_DISTRIBUTED',
};
const escrowKinds: Readonly<Record<EscrowEntryKind, string>> = {
  opening: 'OPENING',
  withheld: 'WITHHELD',
  released: 'RELEASED',
  appliedToClawback: 'APPLIED',
};

/**
 * Returns SQL for whether the account of entry `e` is determined by a date. A balance is determined for a participant
 * and source from its first accrual or opening entry on. Entries that only reduce it, such as distributions, don't
 * determine the balance that they reduce. Null if nothing has been accrued and all payments were reversed: such an
 * account counts in no coverage. Every screen and report uses this rule.
 */
export const isDetermined = (e: string, date: string): string => {
  const entries = `FROM account_entry a WHERE a.tenant_id = ${e}.tenant_id AND a.participant_id = ${e}.participant_id
     AND a.container_id = ${e}.container_id AND a.entry_date <= ${date}`;
  return `CASE WHEN EXISTS (SELECT ${entries} AND a.kind IN ('ACCRUAL', 'OPENING')) THEN true
     WHEN (SELECT sum(a.amount) ${entries}) <> 0 THEN false END`;
};

/** Reason in a coverage for accounts that a sum of balances excludes. */
export const neverAccruedReason = 'nothing has been accrued';

/** Returns SQL for the path of an entry. Entries from before paths were stored use the path of the row that created them. */
export const entryPathSql = (table: LedgerTable, e: string): string => {
  const rowOf = (row: string) =>
    `(SELECT x.path FROM ${row} x WHERE x.tenant_id = ${e}.tenant_id AND x.id = ${e}.${row}_id)`;
  const rows = ['distribution_detail', ...(table === 'escrow_entry' ? [] : ['realization_detail'])];
  return `coalesce(${e}.path, ${rows.map(rowOf).join(', ')})`;
};
export type LedgerTable = 'account_entry' | 'escrow_entry';

/** Returns SQL for the entities on an entry's path, as `h.id`. */
export const entitiesOnPath = (table: LedgerTable, e: string): string =>
  `CROSS JOIN LATERAL (SELECT DISTINCT unnest(${entryPathSql(table, e)}) AS id) h`;

/**
 * Returns SQL for the ledger entries that count for these participants (`holder_id`): their own. An entity has none,
 * so the entries that reached people and trusts through it count. `holders` is an array of ids, and `$1` is the firm.
 */
export const entriesCountedFor = (table: 'account_entry' | 'escrow_entry', holders: string): string =>
  `(SELECT e.*, e.participant_id AS holder_id FROM ${table} e WHERE e.tenant_id = $1 AND e.participant_id = ANY (${holders})
    UNION ALL SELECT e.*, h.id FROM ${table} e
      ${entitiesOnPath(table, 'e')}
    WHERE e.tenant_id = $1 AND h.id = ANY (${holders})
      AND EXISTS (SELECT FROM participant y WHERE y.tenant_id = $1 AND y.id = ANY (${holders}) AND y.kind = 'entity'))`;

const notOfRealization = (e: string, id: string) =>
  `NOT EXISTS (SELECT FROM realization_source s WHERE s.tenant_id = ${e}.tenant_id AND s.id = ${e}.realization_source_id AND s.realization_id = ${id})`;

/**
 * Returns each participant's carry balance at each of these sources, and the amount paid, from entries dated on or
 * before the date. Excludes the entries of one realization if given.
 */
export async function carryBalances(
  tx: Transaction,
  sourceIds: readonly string[],
  date: string,
  without: string | null = null,
): Promise<ReadonlyMap<string, readonly AccountBalance[]>> {
  const rows = await tx.query<{
    source: string;
    participantId: string;
    balance: string;
    paid: string;
    isDetermined: boolean;
  }>(
    `SELECT a.container_id AS source, a.participant_id AS "participantId", sum(a.amount) AS balance,
       coalesce(-sum(a.amount) FILTER (WHERE a.kind = ANY ($5::text[])), 0.00) AS paid,
       bool_or(a.kind IN ('ACCRUAL', 'OPENING')) AS "isDetermined"
     FROM account_entry a JOIN participant p ON p.tenant_id = a.tenant_id AND p.id = a.participant_id
     WHERE a.tenant_id = $1 AND a.container_id = ANY ($2::uuid[]) AND a.entry_date <= $3::date
       AND ($4::uuid IS NULL OR ${notOfRealization('a', '$4::uuid')})
     GROUP BY a.container_id, a.participant_id, p.name ORDER BY lower(p.name), a.participant_id`,
    [tx.tenantId, sourceIds, date, without, [...paidKinds].map((kind) => kinds[kind as AccountEntryKind])],
  );
  const found = new Map<string, AccountBalance[]>();
  for (const { source, participantId, balance, paid, isDetermined: begun } of rows) {
    const list = found.get(source) ?? [];
    list.push({ participantId, balance: decimal(balance), paid: decimal(paid), isDetermined: begun });
    found.set(source, list);
  }
  return found;
}

/** The account of a participant at a source. */
export interface SourceAccount {
  readonly sourceId: string;
  readonly sourceName: string;
  /** The code of the fund or coinvestment that has the source; null for one of these. */
  readonly sourceHolder: string | null;
  readonly currency: string | null;
  readonly balance: string;
  /** False if it was paid but nothing has been accrued. */
  readonly isDetermined: boolean;
}

/** Returns the participant's accounts that count in a coverage on a date (`isDetermined`), by source name. */
export const sourceAccounts = (tx: Transaction, participantId: string, date: string): Promise<SourceAccount[]> =>
  tx.query(
    `SELECT f.id AS "sourceId", f.name AS "sourceName", ${holderCodeSql('f')} AS "sourceHolder", r.code AS currency, own.balance::text AS balance, own."isDetermined"
     FROM (SELECT a.container_id, a.currency_id, sum(a.amount) AS balance, bool_or(a.kind IN ('ACCRUAL', 'OPENING')) AS "isDetermined"
       FROM account_entry a WHERE a.tenant_id = $1 AND a.participant_id = $2 AND a.entry_date <= $3::date GROUP BY 1, 2) own
     JOIN source_facts f ON f.tenant_id = $1 AND f.id = own.container_id
     LEFT JOIN reference_entry r ON r.tenant_id = $1 AND r.id = own.currency_id
     WHERE own."isDetermined" OR own.balance <> 0 ORDER BY lower(f.name), f.id`,
    [tx.tenantId, participantId, date],
  );

/** Origin of the entries of a posting run, besides the rows they come from. */
interface Origin<Link> {
  readonly currency: { readonly table: 'distribution' | 'realization' | 'ledger_run'; readonly id: string };
  /** Columns that link an entry to what created it. */
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
  'ledger_run_line_id',
  'path',
];
const accountColumns = [
  ...columns,
  'realization_source_id',
  'realization_detail_id',
  'memo_tax',
  'memo_loan_repayment',
  'memo_other_adjustment',
];

/** Inserts all entries of a posting run at once. A row of a run posts only once, which the database enforces too. */
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
    path: entry.via,
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
  if (entries.length > 0) await insert('account_entry', accountColumns, entries);
  if (escrow.length > 0) await insert('escrow_entry', columns, escrow);
  return { numberOfEntries: entries.length, numberOfEscrowEntries: escrow.length, ...postingTotals(posted) };
}

/** Inserts the entries of a disbursed distribution. */
export async function postEntries(
  tx: Transaction,
  head: DistributionHead,
  posted: Posting<{ readonly detailId: string }>,
): Promise<void> {
  const { amount, escrowAmount, numberOfEntries, numberOfEscrowEntries } = await insertEntries(tx, posted, {
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
    after: { numberOfEntries, amount, numberOfEscrowEntries, escrowAmount, entryDate: head.distributionDate },
  });
}

/** Inserts the entries of a posted realization. The audit log records them with the change of the realization. */
export const postAccruals = (
  tx: Transaction,
  realizationId: string,
  posted: Posting<{ readonly detailId: string; readonly sourceRowId: string }>,
) =>
  insertEntries(tx, posted, {
    currency: { table: 'realization', id: realizationId },
    link: ({ detailId, sourceRowId }) => ({ realization_source_id: sourceRowId, realization_detail_id: detailId }),
  });

/** Inserts the entries of a ledger run. The audit log records them with the change of the run. */
export const postLedgerEntries = (tx: Transaction, ledgerRunId: string, posted: Posting<{ readonly lineId: string }>) =>
  insertEntries(tx, posted, {
    currency: { table: 'ledger_run', id: ledgerRunId },
    link: ({ lineId }) => ({ ledger_run_line_id: lineId }),
  });

const asText = <K extends string>(titles: Readonly<Record<K, string>>) =>
  Object.fromEntries(Object.entries<string>(titles).map(([kind, word]) => [word, kind])) as Readonly<Record<string, K>>;
const kindOf = asText(kinds);
const escrowKindOf = asText(escrowKinds);

interface Narrowed {
  readonly distributionId?: string | null;
  readonly withoutRealization?: string | null;
}

interface StoredEntry extends AccountKey {
  readonly kind: string;
  readonly date: string;
  readonly amount: string;
  readonly reversibleRunId: string | null;
}

/**
 * Returns every entry of both ledgers for these sources, with its path. Optionally limited to some participants, to one
 * distribution, or without one realization.
 */
export async function ledgerEntries(
  tx: Transaction,
  sourceIds: readonly string[],
  participantIds: readonly string[] | null,
  { distributionId = null, withoutRealization = null }: Narrowed = {},
): Promise<Ledger> {
  const read = (table: LedgerTable) =>
    tx.query<StoredEntry>(
      `SELECT e.participant_id AS "participantId", e.container_id AS "sourceId", coalesce(${entryPathSql(table, 'e')}, '{}') AS via, e.kind,
         e.entry_date::text AS date, e.amount, r.id AS "reversibleRunId"
       FROM ${table} e
       LEFT JOIN ledger_run_line l ON l.tenant_id = e.tenant_id AND l.id = e.ledger_run_line_id
       LEFT JOIN ledger_run r ON r.tenant_id = l.tenant_id AND r.id = l.ledger_run_id AND r.reverses_id IS NULL AND r.status <> 'REVERSED'
       WHERE e.tenant_id = $1 AND e.container_id = ANY ($2::uuid[]) AND ($3::uuid[] IS NULL OR e.participant_id = ANY ($3::uuid[]))
         AND ($4::uuid IS NULL OR e.distribution_id = $4::uuid)
         AND ($5::uuid IS NULL OR ${table === 'escrow_entry' ? 'true' : notOfRealization('e', '$5::uuid')})
       ORDER BY e.participant_id, e.entry_date, e.created_at, e.id`,
      [tx.tenantId, sourceIds, participantIds, distributionId, withoutRealization],
    );
  const common = ({ participantId, sourceId, via, date, amount, reversibleRunId }: StoredEntry) => ({
    participantId,
    sourceId,
    via,
    date: calendarDate(date),
    amount: decimal(amount),
    ...(reversibleRunId === null ? {} : { reversibleRunId }),
  });
  return {
    entries: (await read('account_entry')).map((row) => ({
      ...common(row),
      kind: required(kindOf[row.kind], `kind ${row.kind}`),
    })),
    escrow: (await read('escrow_entry')).map((row) => ({
      ...common(row),
      kind: required(escrowKindOf[row.kind], `kind ${row.kind}`),
    })),
  };
}

/**
 * Locks the firm's ledgers until the end of the transaction, so that only this transaction can draw on the balances.
 */
export const lockLedger = (tx: Transaction) =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('ledger ' || $1::text, 0))`, [tx.tenantId]);

/** Returns every entry of the accounts that a posting affects, with the ledgers locked. */
export async function readLedger(tx: Transaction, { entries, escrow }: Posting<object>): Promise<Ledger> {
  await lockLedger(tx);
  const reached = [...entries, ...escrow];
  const ids = (idOf: (key: AccountKey) => string) => [...new Set(reached.map(idOf))];
  return ledgerEntries(
    tx,
    ids(({ sourceId }) => sourceId),
    ids(({ participantId }) => participantId),
  );
}

/**
 * Returns the paths of the balances that a run by balance pays. For its reversal, returns the paths that were drawn on.
 * Undefined for a run whose rows have their own paths.
 */
export async function pathsOfRun(tx: Transaction, distributionId: string): Promise<FindPaths | undefined> {
  const [run] = await tx.query<{
    date: string;
    undone: string | null;
    sourceIds: readonly string[];
    participantIds: readonly string[];
  }>(
    `SELECT d.distribution_date::text AS date, d.reverses_id AS undone,
       ARRAY(SELECT s.container_id FROM distribution_source s WHERE s.tenant_id = d.tenant_id AND s.distribution_id = d.id) AS "sourceIds",
       ARRAY(SELECT DISTINCT x.participant_id FROM distribution_detail x WHERE x.tenant_id = d.tenant_id AND x.distribution_id = d.id) AS "participantIds"
     FROM distribution d WHERE d.tenant_id = $1 AND d.id = $2 AND d.investor_balance_based`,
    [tx.tenantId, distributionId],
  );
  if (!run) return undefined;
  const date = calendarDate(run.date);
  const { entries } = await ledgerEntries(tx, run.sourceIds, run.participantIds, { distributionId: run.undone });
  const accounts = run.undone
    ? balancesByAccount(entries.map((entry) => reverseEntry(entry, date)))
    : balancesByAccount(entries, { asOf: date });
  return (participantId, sourceId) =>
    accounts.filter((account) => account.participantId === participantId && account.sourceId === sourceId);
}
