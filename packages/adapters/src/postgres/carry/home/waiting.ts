import type { Home, WaitingKind } from '@carrara/contract/carry/home';
import { memberMismatch } from '../allocationProfile/profileSql.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { currencyCode, personName } from '../../engine/words/index.ts';
import { mismatchOfEntity } from '../../people/entityMember/memberSql.ts';
import { whereDetermined } from '../../portfolio/container/sources.ts';
import { statusText } from '../../statusText.ts';

/** So much that waits is listed. */
export const mostWaiting = 100;
const mostRuns = 8;

type Waiting = Home['waiting'][number];

const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What a run `b` of a table shows of itself. */
const runColumns = (amount: string) =>
  `b.id, b.name, ${currencyCode('b.currency_id')} AS currency, ${whereDetermined(amount, 'b')} AS amount, b.updated_at AS since`;
const distributions = `SELECT %, 'distribution' AS type, ${runColumns('total_carry_distributed')} FROM distribution b`;
const realizations = `SELECT %, 'realization' AS type, ${runColumns('total_accrued')} FROM realization b`;
const because = (runs: string, kind: WaitingKind, detail: string) =>
  runs.replace('%', `'${kind}' AS kind, ${detail} AS detail`);

/** The last answer that sent the distribution `b` back. */
const rejection = `(SELECT concat_ws(': ', nullif(${personName('a.approver_id')}, ''), nullif(a.approval_comments, '')) FROM distribution_approval a
  WHERE a.tenant_id = b.tenant_id AND a.distribution_id = b.id AND a.approval_decision = 'REJ' ORDER BY a.decided_at DESC LIMIT 1)`;

const isOpen = `b.status IN ('DRAFT', 'REJ')`;

/** `$1` the firm, `$2` the person; each kind with what it takes to do something about it. */
const kinds: Readonly<Record<WaitingKind, { readonly sql: string; readonly of: 'approver' | 'editor' | 'uploader' }>> =
  {
    approval: {
      of: 'approver',
      sql: `${because(distributions, 'approval', personName('b.submitted_by'))}
      JOIN distribution_approval a ON a.tenant_id = b.tenant_id AND a.distribution_id = b.id AND a.round = b.approval_round
        AND a.approver_id = $2 AND a.approval_decision IS NULL
      WHERE b.tenant_id = $1 AND b.status = 'SUB'`,
    },
    returned: {
      of: 'editor',
      sql: `${because(distributions, 'returned', rejection)} WHERE b.tenant_id = $1 AND b.status = 'REJ'`,
    },
    disbursal: {
      of: 'editor',
      sql: `${because(distributions, 'disbursal', 'NULL')} WHERE b.tenant_id = $1 AND b.status = 'APP'`,
    },
    // Who edited it last does not post it.
    posting: {
      of: 'editor',
      sql: `${because(realizations, 'posting', personName('b.last_edited_by'))}
      WHERE b.tenant_id = $1 AND b.status = 'DRAFT' AND b.is_determined AND b.last_edited_by IS DISTINCT FROM $2`,
    },
    mismatch: {
      of: 'editor',
      sql: `SELECT 'mismatch' AS kind, NULL AS detail, 'entity' AS type, n.id, w.name, NULL AS currency, NULL::numeric AS amount, w.updated_at AS since
      FROM entity n JOIN participant w ON w.tenant_id = n.tenant_id AND w.id = n.id
      WHERE n.tenant_id = $1 AND ${mismatchOfEntity('n.id')}
      UNION ALL
      SELECT 'mismatch', string_agg(DISTINCT e.name, ', '), 'allocationProfile', p.id, concat_ws(', ', c.name, p.name), NULL, NULL::numeric, p.updated_at
      FROM allocation_entry b
      JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id AND p.is_current
      JOIN container c ON c.tenant_id = p.tenant_id AND c.id = p.container_id
      JOIN participant e ON e.tenant_id = b.tenant_id AND e.id = b.participant_id AND e.kind = 'entity'
      WHERE b.tenant_id = $1 AND ${memberMismatch}
      GROUP BY p.id, p.name, p.updated_at, c.name`,
    },
    notDetermined: {
      of: 'editor',
      sql: `${because(distributions, 'notDetermined', 'NULL')} WHERE b.tenant_id = $1 AND NOT b.is_determined AND ${isOpen}
      UNION ALL ${because(realizations, 'notDetermined', 'NULL')} WHERE b.tenant_id = $1 AND NOT b.is_determined AND ${isOpen}`,
    },
    // One that was followed by a file which went through has been dealt with.
    upload: {
      of: 'uploader',
      sql: `SELECT 'upload' AS kind, NULL AS detail, 'upload' AS type, b.id, b.name, NULL AS currency, NULL::numeric AS amount, b.created_at AS since
      FROM upload_history b WHERE b.tenant_id = $1 AND b.status = 'FAILED' AND b.file_type = ANY ($3::text[])
        AND NOT EXISTS (SELECT FROM upload_history n WHERE n.tenant_id = b.tenant_id AND n.file_type = b.file_type AND n.status = 'IMPORTED'
          AND n.created_at > b.created_at)`,
    },
  };

export interface WaitsFor {
  readonly personId: string;
  /** May change runs, profiles and members. */
  readonly isEditor: boolean;
  /** The kinds of file that the person may upload. */
  readonly fileTypes: readonly string[];
}

/** What waits for a person, kind by kind, the oldest first: one more than is listed where there is more. */
export function waitingFor(tx: Transaction, { personId, isEditor, fileTypes }: WaitsFor): Promise<Waiting[]> {
  const asked = Object.entries(kinds).filter(([, { of }]) => of !== 'editor' || isEditor);
  return tx.prepared<Waiting>(
    `SELECT kind, type, id, name, detail, ${time('since')} AS since, currency, amount::text AS amount
     FROM (${asked.map(([, { sql }], place) => `SELECT ${place} AS place, w.* FROM (${sql}) w`).join('\nUNION ALL\n')}) w
     WHERE cardinality($3::text[]) IS NOT NULL ORDER BY place, since, id LIMIT ${mostWaiting + 1}`,
    [tx.tenantId, personId, fileTypes],
  );
}

/** The runs that were changed last, whatever their kind. */
export const lastRuns = (tx: Transaction): Promise<Home['runs']> => {
  const run = (table: 'distribution' | 'realization', day: string, amount: string) =>
    `(SELECT '${table}' AS type, b.id, b.name, b.${day}::text AS date, jsonb_build_object('code', b.status, 'description', ${statusText(table, 'b.status')}) AS status,
        ${currencyCode('b.currency_id')} AS currency, ${whereDetermined(amount, 'b')}::text AS amount, b.updated_at
      FROM ${table} b WHERE b.tenant_id = $1 ORDER BY b.updated_at DESC, b.id LIMIT ${mostRuns})`;
  return tx.prepared<Home['runs'][number]>(
    `SELECT type, id, name, date, status, currency, amount, ${time('updated_at')} AS "updatedDate" FROM (
       ${run('distribution', 'distribution_date', 'total_carry_distributed')}
       UNION ALL ${run('realization', 'realization_date', 'total_accrued')}) r
     ORDER BY updated_at DESC, id LIMIT ${mostRuns}`,
    [tx.tenantId],
  );
};
