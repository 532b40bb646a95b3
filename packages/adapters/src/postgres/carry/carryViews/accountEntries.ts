import type { participantViewEndpoints } from '@carrara/contract/carry/participant/participantViews';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, coverageSql, excludedPartSql, maxReportedItems } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { currencyCode } from '../../engine/texts/amounts.ts';
import { isDetermined, neverAccruedReason, entryPathSql, entitiesOnPath } from '../ledger/accountEntries.ts';
import { entityNamesSql } from './entityNamesSql.ts';

const asOf = `coalesce(:asOf::date, 'infinity'::date)`;
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

/** SQL for the entries of people and trusts. */
const own = `(${both((table, memo) => `SELECT ${columns}, ${entryPathSql(table, 'e')} AS path, ${realizationOf(table)} AS realization_id, ${ledgerRunOf} AS ledger_run_id, ${memo}, e.id, e.participant_id AS holder_id FROM ${table} e`)})`;
/** SQL for the entries that reached people and trusts through an entity, which has none of its own. */
const through = `(${both(
  (
    table,
    memo,
  ) => `SELECT ${columns}, ${entryPathSql(table, 'e')} AS path, ${realizationOf(table)} AS realization_id, ${ledgerRunOf} AS ledger_run_id, ${memo}, md5(e.id::text || h.id::text)::uuid AS id, h.id AS holder_id FROM ${table} e
    ${entitiesOnPath(table, 'e')}`,
)})`;

/**
 * SQL for the first day on which the balance of an entry's account is determined, judging by entries up to the requested
 * date. Null if there is none. Escrow is determined from the start.
 */
const determinedFrom = `CASE WHEN e.ledger = 'escrow' THEN '-infinity'::date ELSE (
  SELECT min(g.entry_date) FROM account_entry g WHERE g.tenant_id = e.tenant_id AND g.participant_id = e.participant_id
    AND g.container_id = e.container_id AND g.kind IN ('ACCRUAL', 'OPENING') AND g.entry_date <= ${asOf}) END`;

/**
 * Returns SQL for the entries of a list with the balance after each, which includes only accounts that are determined by
 * then. From the first entry on which an account is determined, its balance also includes everything entered before.
 */
const withBalance = (entries: string) => `
  SELECT c.*, CASE WHEN bool_or(c.counts) OVER so_far THEN sum(CASE WHEN NOT c.counts THEN 0 WHEN c.counted THEN c.amount ELSE c.in_account END) OVER so_far END AS balance,
    CASE WHEN c.is_determined THEN c.amount WHEN bool_and(c.is_determined) OVER (PARTITION BY c.currency_id) IS NULL THEN 0.00 END AS in_balance
  FROM (SELECT d.*, sum(d.amount) OVER account AS in_account, coalesce(lag(d.counts) OVER account, false) AS counted
    FROM (SELECT e.*, CASE WHEN e.ledger = 'escrow' THEN true ELSE ${isDetermined('e', asOf)} END AS is_determined, coalesce(f.determined_from <= e.entry_date, false) AS counts
      FROM ${entries} e CROSS JOIN LATERAL (SELECT ${determinedFrom} AS determined_from) f
      WHERE e.tenant_id = current_tenant() AND e.holder_id = :participantId::uuid AND e.ledger = :ledger::text AND e.entry_date <= ${asOf}) d
    WINDOW account AS (PARTITION BY d.participant_id, d.container_id, d.currency_id ORDER BY d.entry_date, d.created_at, d.id)) c
  WINDOW so_far AS (PARTITION BY c.currency_id ORDER BY c.entry_date, c.created_at, c.id)`;

/** SQL for the description of an entry, otherwise the name of its run. Displayed and searched in the same way. */
const description = `coalesce(b.description, (SELECT d.name FROM distribution d WHERE d.tenant_id = b.tenant_id AND d.id = b.distribution_id),
  (SELECT d.name FROM realization d WHERE d.tenant_id = b.tenant_id AND d.id = b.realization_id),
  (SELECT d.name FROM ledger_run d WHERE d.tenant_id = b.tenant_id AND d.id = b.ledger_run_id))`;
const kindText = `initcap(replace(b.kind, '_', ' '))`;

const added = { from: 'entry y', key: 'y.id', currency: 'y.currency_id' };
/** SQL for an entry's account in the form of a coverage. Accounts of an entity's members also have the member's name. */
const account = excludedPartSql({
  id: `y.participant_id::text || ' ' || y.container_id::text`,
  name: `(SELECT CASE WHEN y.participant_id = y.holder_id THEN '' ELSE p.name || ' at ' END || f.name FROM source_facts f, participant p
    WHERE f.tenant_id = y.tenant_id AND f.id = y.container_id AND p.tenant_id = y.tenant_id AND p.id = y.participant_id)`,
  reason: `'${neverAccruedReason}'`,
});

const listOf = (entries: string) =>
  defineListQuery<RowOf<typeof participantViewEndpoints.listParticipantAccountEntries>>({
    base: {
      table: 'entry',
      rows: withBalance(entries),
      joins: { c: 'JOIN container c ON c.tenant_id = b.tenant_id AND c.id = b.container_id' },
    },
    columns: {
      entryDate: { value: 'b.entry_date', sort: '(b.entry_date, b.created_at)' },
      kind: column('text', kindText),
      sourceId: { value: 'b.container_id' },
      sourceName: column('text', 'c.name', ['c']),
      through: column('text', entityNamesSql('b.path', 'b.holder_id')),
      distributionId: { value: 'b.distribution_id' },
      realizationId: { value: 'b.realization_id' },
      ledgerRunId: { value: 'b.ledger_run_id' },
      description: column('longText', description),
      currency: column('code', currencyCode('b.currency_id')),
      amount: { ...column('money', 'b.amount'), total: { ...added, sum: 'y.amount' } },
      balance: {
        ...column('money', 'b.balance'),
        total: {
          ...added,
          sum: 'y.in_balance',
          undetermined: 'NOT y.is_determined',
          coverage: `CASE WHEN NOT bool_and(y.is_determined) THEN ${coverageSql({
            included: 'y.is_determined',
            undetermined: 'NOT y.is_determined',
            excluded: account,
            part: account,
            most: maxReportedItems,
          })} END`,
        },
      },
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

/** List of the entries of an account or its escrow, with the balance after each. */
export const accountEntryList = listOf(own);
/** The same list for an entity. */
export const entityAccountEntryList = listOf(through);
