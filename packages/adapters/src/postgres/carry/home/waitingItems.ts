import type { Home, WaitingKind } from '@carrara/contract/carry/home/home';
import { memberMismatch } from '../allocation/profileSql.ts';
import { dueReleases } from '../ledgerRun/due.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencyCode } from '../../engine/texts/amounts.ts';
import { personName } from '../../engine/texts/personName.ts';
import { mismatchOfEntity } from '../../people/entityMember/memberSql.ts';
import { determinedSql } from '../../portfolio/container/sources.ts';
import { statusText } from '../../statusText.ts';

/** Maximum number of listed items. */
export const maxWaitingItems = 100;
const mostRuns = 8;

type Waiting = Home['waiting'][number];

const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Returns SQL for the columns of a run `b` in the list. */
const runColumns = (amount: string) =>
  `b.id, b.name, ${currencyCode('b.currency_id')} AS currency, ${determinedSql(amount, 'b')} AS amount, b.updated_at AS since`;
const distributions = `SELECT %, 'distribution' AS type, ${runColumns('total_carry_distributed')} FROM distribution b`;
const realizations = `SELECT %, 'realization' AS type, ${runColumns('total_accrued')} FROM realization b`;
/** SQL for the amount of a ledger run, which depends on its type. */
const ledgerAmount = `CASE b.type WHEN 'RELEASE' THEN b.total_escrow WHEN 'CLAWBACK' THEN b.total_clawback + b.total_escrow ELSE b.total_accrued END`;
const ledgerRuns = `SELECT %, 'ledgerRun' AS type, b.id, b.name, ${currencyCode('b.currency_id')} AS currency, ${ledgerAmount} AS amount, b.updated_at AS since FROM ledger_run b`;
const forecasts = `SELECT %, 'forecast' AS type, b.id, b.name, ${currencyCode('b.currency_id')} AS currency, NULL::numeric AS amount, b.updated_at AS since FROM forecast b`;
/** Returns SQL for the runs that wait since `since`, which defaults to their last change. */
const because = (runs: string, kind: WaitingKind, detail: string, since = 'b.updated_at') =>
  runs
    .replace('%', `'${kind}' AS kind, ${detail} AS detail`)
    .replace('b.updated_at AS since', `coalesce(${since}, b.updated_at) AS since`);

const lastRejection = (column: string) => `(SELECT ${column} FROM distribution_approval a
  WHERE a.tenant_id = b.tenant_id AND a.distribution_id = b.id AND a.approval_decision = 'REJ' ORDER BY a.decided_at DESC LIMIT 1)`;
/** SQL for the last rejection of the distribution `b`. */
const rejection = {
  text: lastRejection(`concat_ws(': ', nullif(${personName('a.approver_id')}, ''), nullif(a.approval_comments, ''))`),
  time: lastRejection('a.decided_at'),
};

const lastLedgerRejection = (column: string) => `(SELECT ${column} FROM activity a
  WHERE a.tenant_id = b.tenant_id AND a.object_id = b.id AND a.operation = 'rejectLedgerRun' ORDER BY a.seq DESC LIMIT 1)`;
/** SQL for the author and reason of the last rejection of the ledger run `b`, and its time, which only the audit log contains. */
const ledgerRejection = {
  text: lastLedgerRejection(`concat_ws(': ', nullif(a.person_name, ''), nullif(a.reason, ''))`),
  time: lastLedgerRejection('a.created_at'),
};

/** SQL for the approvals of the distribution `b` that count now. */
const listedIn = `FROM distribution_approval a WHERE a.tenant_id = b.tenant_id AND a.distribution_id = b.id AND a.round = b.approval_round`;

const isOpen = `b.status IN ('DRAFT', 'REJ')`;

interface Question {
  readonly kind: WaitingKind;
  readonly sql: string;
  readonly audience: 'approver' | 'editor' | 'uploader';
}
/**
 * Queries for waiting items, each with the permission needed to act on them. `$1` is the firm, `$2` the person, `$4`
 * true if people may approve their own work, `$5` today.
 */
const questions: readonly Question[] = [
  {
    kind: 'approval',
    audience: 'approver',
    sql: `${because(distributions, 'approval', personName('b.submitted_by'), 'b.submitted_at')}
      WHERE b.tenant_id = $1 AND b.status = 'SUB' AND ($4::boolean OR ($2::uuid = ANY (b.editor_ids || b.created_by || b.submitted_by)) IS NOT TRUE)
        AND EXISTS (SELECT ${listedIn} AND a.is_requested AND a.approver_id = ANY ($2::uuid || $7::uuid[]))
        AND NOT EXISTS (SELECT ${listedIn} AND (a.decided_by = $2 OR (a.approver_id = $2 AND NOT a.is_requested)))`,
  },
  // The creator can't approve it unless the firm allows self-approval.
  {
    kind: 'approval',
    audience: 'editor',
    sql: `${because(ledgerRuns, 'approval', personName('b.submitted_by'), 'b.submitted_at')} WHERE b.tenant_id = $1 AND b.status = 'SUB'
        AND ($4::boolean OR (b.last_edited_by IS DISTINCT FROM $2::uuid AND b.submitted_by IS DISTINCT FROM $2::uuid))`,
  },
  {
    kind: 'confirmation',
    audience: 'editor',
    sql: `SELECT 'confirmation' AS kind, ${personName('b.created_by')} AS detail, w.kind AS type, w.id, w.name, NULL AS currency, NULL::numeric AS amount, b.created_at AS since
      FROM bank_account b JOIN participant w ON w.tenant_id = b.tenant_id AND w.id = b.participant_id
      WHERE b.tenant_id = $1 AND b.created_by = ANY ($6::uuid[])
        AND NOT EXISTS (SELECT FROM bank_account_answer a WHERE a.tenant_id = b.tenant_id AND a.bank_account_id = b.id)`,
  },
  {
    kind: 'returned',
    audience: 'editor',
    sql: `${because(distributions, 'returned', rejection.text, rejection.time)} WHERE b.tenant_id = $1 AND b.status = 'REJ'`,
  },
  {
    kind: 'returned',
    audience: 'editor',
    sql: `${because(ledgerRuns, 'returned', ledgerRejection.text, ledgerRejection.time)} WHERE b.tenant_id = $1 AND b.status = 'REJ'`,
  },
  {
    kind: 'disbursal',
    audience: 'editor',
    sql: `${because(distributions, 'disbursal', 'NULL', 'b.approved_at')} WHERE b.tenant_id = $1 AND b.status = 'APP'
        AND b.distribution_date <= $5::date`,
  },
  {
    kind: 'release',
    audience: 'editor',
    sql: `SELECT 'release' AS kind, NULL AS detail, due.type, due.id, due.name, due.currency, due.amount, due.day::timestamp AT TIME ZONE 'UTC' AS since
      FROM (${dueReleases('$1::uuid', '$5::date')}) due`,
  },
  // The last editor can't post it, and nobody can before its date.
  {
    kind: 'posting',
    audience: 'editor',
    sql: `${because(realizations, 'posting', personName('b.last_edited_by'))}
      WHERE b.tenant_id = $1 AND b.status = 'DRAFT' AND b.is_determined AND b.last_edited_by IS DISTINCT FROM $2
        AND b.realization_date <= $5::date`,
  },
  {
    kind: 'posting',
    audience: 'editor',
    sql: `${because(ledgerRuns, 'posting', personName('b.approved_by'), 'b.approved_at')} WHERE b.tenant_id = $1 AND b.status = 'APP'
        AND b.run_date <= $5::date`,
  },
  {
    kind: 'mismatch',
    audience: 'editor',
    sql: `SELECT 'mismatch' AS kind, NULL AS detail, 'entity' AS type, n.id, w.name, NULL AS currency, NULL::numeric AS amount, w.updated_at AS since
      FROM entity n JOIN participant w ON w.tenant_id = n.tenant_id AND w.id = n.id
      WHERE n.tenant_id = $1 AND ${mismatchOfEntity('n.id')}
      UNION ALL
      SELECT 'mismatch', string_agg(DISTINCT e.name, ', '), 'allocationProfile', p.id, CASE WHEN starts_with(p.name, c.name) THEN p.name ELSE concat_ws(', ', c.name, p.name) END, NULL, NULL::numeric, p.updated_at
      FROM allocation_entry b
      JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id AND p.is_current
      JOIN container c ON c.tenant_id = p.tenant_id AND c.id = p.container_id
      JOIN participant e ON e.tenant_id = b.tenant_id AND e.id = b.participant_id AND e.kind = 'entity'
      WHERE b.tenant_id = $1 AND ${memberMismatch}
      GROUP BY p.id, p.name, p.updated_at, c.name`,
  },
  {
    kind: 'notDetermined',
    audience: 'editor',
    sql: `${because(distributions, 'notDetermined', 'NULL')} WHERE b.tenant_id = $1 AND NOT b.is_determined AND ${isOpen}
      UNION ALL ${because(realizations, 'notDetermined', 'NULL')} WHERE b.tenant_id = $1 AND NOT b.is_determined AND ${isOpen}
      UNION ALL ${because(forecasts, 'notDetermined', 'NULL')} WHERE b.tenant_id = $1 AND NOT b.is_determined`,
  },
  // Nobody else knows that a draft is unfinished. Undetermined ones are listed above.
  {
    kind: 'draft',
    audience: 'editor',
    sql: `${because(distributions, 'draft', 'NULL')} WHERE b.tenant_id = $1 AND b.status = 'DRAFT' AND b.is_determined AND $2::uuid = ANY (b.editor_ids || b.created_by)
      UNION ALL ${because(ledgerRuns, 'draft', 'NULL')} WHERE b.tenant_id = $1 AND b.status = 'DRAFT' AND b.last_edited_by = $2::uuid`,
  },
  // An upload that was followed by a successful one is done.
  {
    kind: 'upload',
    audience: 'uploader',
    sql: `SELECT 'upload' AS kind, NULL AS detail, 'upload' AS type, b.id, b.name, NULL AS currency, NULL::numeric AS amount, b.created_at AS since
      FROM upload_history b WHERE b.tenant_id = $1 AND b.status = 'FAILED' AND b.application = 'carry' AND b.file_type = ANY ($3::text[])
        AND NOT EXISTS (SELECT FROM upload_history n WHERE n.tenant_id = b.tenant_id AND n.file_type = b.file_type AND n.status = 'IMPORTED'
          AND n.created_at > b.created_at)`,
  },
];

export interface WaitsFor {
  readonly personId: string;
  /** True if the person may change runs, profiles and members. */
  readonly isEditor: boolean;
  /** Kinds of files that the person may upload. */
  readonly fileTypes: readonly string[];
  /** True if the firm lets people approve their own work. */
  readonly allowSelfApproval: boolean;
  readonly today: string;
  /** People whose bank account changes the person may confirm. */
  readonly confirms: readonly string[];
  /** The approvers in whose place the person may decide today. */
  readonly substitutesFor: readonly string[];
}

/**
 * Returns the items that wait for a person: the newest day first, and on a day the largest amount. Returns one more than is listed if there are
 * more.
 */
export function waitingFor(tx: Transaction, query: WaitsFor): Promise<Waiting[]> {
  const { personId, isEditor, fileTypes, allowSelfApproval, today, confirms, substitutesFor } = query;
  const mine = questions.filter(({ audience }) => audience !== 'editor' || isEditor);
  return tx.prepared<Waiting>(
    `SELECT kind, type, id, name, detail, ${time('since')} AS since, currency, amount::text AS amount
     FROM (${mine.map(({ sql }) => `SELECT w.* FROM (${sql}) w`).join('\nUNION ALL\n')}) w
     WHERE cardinality($3::text[]) IS NOT NULL AND $4::boolean IS NOT NULL AND $5::date IS NOT NULL AND $6::uuid[] IS NOT NULL AND $7::uuid[] IS NOT NULL
     ORDER BY (since AT TIME ZONE 'UTC')::date DESC, w.amount DESC NULLS LAST, since DESC, id LIMIT ${maxWaitingItems + 1}`,
    [tx.tenantId, personId, fileTypes, allowSelfApproval, today, confirms, substitutesFor],
  );
}

/** Returns the runs changed last, of all kinds. */
export const lastRuns = (tx: Transaction): Promise<Home['runs']> => {
  const run = (type: 'distribution' | 'realization' | 'ledgerRun', table: string, day: string, amount: string) =>
    `(SELECT '${type}' AS type, b.id, b.name, b.${day}::text AS date, jsonb_build_object('code', b.status, 'description', ${statusText(type, 'b.status')}) AS status,
        ${currencyCode('b.currency_id')} AS currency, (${amount})::text AS amount, b.updated_at
      FROM ${table} b WHERE b.tenant_id = $1 ORDER BY b.updated_at DESC, b.id LIMIT ${mostRuns})`;
  return tx.prepared<Home['runs'][number]>(
    `SELECT type, id, name, date, status, currency, amount, ${time('updated_at')} AS "updatedDate" FROM (
       ${run('distribution', 'distribution', 'distribution_date', determinedSql('total_carry_distributed', 'b'))}
       UNION ALL ${run('realization', 'realization', 'realization_date', determinedSql('total_accrued', 'b'))}
       UNION ALL ${run('ledgerRun', 'ledger_run', 'run_date', ledgerAmount)}) r
     ORDER BY updated_at DESC, id LIMIT ${mostRuns}`,
    [tx.tenantId],
  );
};
