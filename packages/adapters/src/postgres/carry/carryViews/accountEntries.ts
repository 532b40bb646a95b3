import type { participantViewEndpoints } from '@carrara/contract/carry/participantViews';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, defineListQuery } from '../../engine/lists/index.ts';
import { currencyCode } from '../../engine/words/index.ts';
import { wayOf } from '../accountEntry/index.ts';

const columns =
  'e.tenant_id, e.participant_id, e.container_id, e.kind, e.entry_date, e.amount, e.distribution_id, e.description, e.created_at, e.currency_id';
const realizationOf = (table: 'account_entry' | 'escrow_entry') =>
  table === 'escrow_entry'
    ? 'NULL::uuid'
    : '(SELECT s.realization_id FROM realization_source s WHERE s.tenant_id = e.tenant_id AND s.id = e.realization_source_id)';
const ledgerRunOf =
  '(SELECT s.ledger_run_id FROM ledger_run_line s WHERE s.tenant_id = e.tenant_id AND s.id = e.ledger_run_line_id)';
const memos = 'e.memo_tax AS tax, e.memo_loan_repayment AS loan, e.memo_other_adjustment AS other';
const noMemos = 'NULL::numeric AS tax, NULL::numeric AS loan, NULL::numeric AS other';
const both = (entriesOf: (table: 'account_entry' | 'escrow_entry', memo: string) => string) =>
  `SELECT 'carry' AS ledger, c.* FROM (${entriesOf('account_entry', memos)}) c
   UNION ALL SELECT 'escrow', x.* FROM (${entriesOf('escrow_entry', noMemos)}) x`;

/** The entries of people and trusts. */
const own = `(${both((table, memo) => `SELECT ${columns}, ${realizationOf(table)} AS realization_id, ${ledgerRunOf} AS ledger_run_id, ${memo}, e.id, e.participant_id AS holder_id FROM ${table} e`)})`;
/** The entries that reached people and trusts through an entity: an entity has none of its own. */
const through = `(${both(
  (
    table,
    memo,
  ) => `SELECT ${columns}, ${realizationOf(table)} AS realization_id, ${ledgerRunOf} AS ledger_run_id, ${memo}, md5(e.id::text || h.id::text)::uuid AS id, h.id AS holder_id FROM ${table} e
    ${wayOf(table, 'e')}`,
)})`;

/** The day from which the balance of an entry's account is determined; escrow is, from the start. */
const determinedFrom = (entry: string) => `CASE WHEN ${entry}.ledger = 'escrow' THEN '-infinity'::date ELSE coalesce((
  SELECT min(g.entry_date) FROM account_entry g WHERE g.tenant_id = ${entry}.tenant_id AND g.participant_id = ${entry}.participant_id
    AND g.container_id = ${entry}.container_id AND g.kind IN ('ACCRUAL', 'OPENING')), 'infinity'::date) END`;

// A person's few entries are added up row by row, by their index; an entity's are spread over the ledger and are read through once.
const ownBalance = `(SELECT CASE WHEN max(${determinedFrom('y')}) <= b.entry_date THEN sum(y.amount) END FROM ${own} y WHERE y.tenant_id = b.tenant_id AND y.ledger = b.ledger AND y.holder_id = b.holder_id
  AND y.currency_id IS NOT DISTINCT FROM b.currency_id
  AND (y.entry_date, y.created_at, y.id) <= (b.entry_date, b.created_at, b.id))`;
const throughWithBalance = `(SELECT l.*, CASE WHEN max(${determinedFrom('l')}) OVER account <= l.entry_date THEN sum(l.amount) OVER account END AS balance
  FROM ${through} l WINDOW account AS (PARTITION BY l.tenant_id, l.ledger, l.holder_id, l.currency_id ORDER BY l.entry_date, l.created_at, l.id))`;

/** What an entry says, else the run that it comes from: shown and searched alike. */
const description = `coalesce(b.description, (SELECT d.name FROM distribution d WHERE d.tenant_id = b.tenant_id AND d.id = b.distribution_id),
  (SELECT d.name FROM realization d WHERE d.tenant_id = b.tenant_id AND d.id = b.realization_id),
  (SELECT d.name FROM ledger_run d WHERE d.tenant_id = b.tenant_id AND d.id = b.ledger_run_id))`;
const kindText = `initcap(replace(b.kind, '_', ' '))`;

const listOf = (ledgers: string, balance: string) =>
  defineListQuery<RowOf<typeof participantViewEndpoints.listParticipantAccountEntries>>({
    base: { table: ledgers, joins: { c: 'JOIN container c ON c.tenant_id = b.tenant_id AND c.id = b.container_id' } },
    columns: {
      entryDate: { value: 'b.entry_date', sort: '(b.entry_date, b.created_at)' },
      kind: column('text', kindText),
      sourceId: { value: 'b.container_id' },
      sourceName: column('text', 'c.name', ['c']),
      distributionId: { value: 'b.distribution_id' },
      realizationId: { value: 'b.realization_id' },
      ledgerRunId: { value: 'b.ledger_run_id' },
      description: column('longText', description),
      currency: column('code', currencyCode('b.currency_id')),
      amount: {
        ...column('money', 'b.amount'),
        total: { sum: 'y.amount', from: `${ledgers} y`, key: 'y.id', currency: 'y.currency_id' },
      },
      balance: column('money', balance),
      tax: column('money', 'b.tax'),
      loanRepayment: column('money', 'b.loan'),
      otherAdjustment: column('money', 'b.other'),
    },
    search: { text: `lower(c.name || E'\\n' || ${kindText} || E'\\n' || coalesce(${description}, ''))`, joins: ['c'] },
    filters: {
      participantId: condition('b.holder_id = ?::uuid'),
      ledger: condition('b.ledger = ?'),
      asOf: condition('b.entry_date <= ?::date'),
    },
    defaultSort: { field: 'entryDate', ascending: false },
  });

/** Entries of an account, or of the escrow that is held, with the balance after each. */
export const accountEntryList = listOf(own, ownBalance);
/** The same of an entity. */
export const entityAccountEntryList = listOf(throughWithBalance, 'b.balance');
