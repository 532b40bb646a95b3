import { actionText } from '@carrara/contract/actions';
import {
  type ComputedRun,
  EVIDENCE_FORMAT,
  type Evidence,
  type EvidenceKind,
  rebuildExplanation,
  usedRates,
} from '@carrara/domain/carry/evidence';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';
import { fullName, personName } from '../../engine/texts/personName.ts';
import { isTaxUnknown } from '../../portfolio/container/sources.ts';
import { explanationRecords } from '../distribution/explanationRecords.ts';
import { loadInputs } from '../distribution/head.ts';
import { loadRun } from '../distribution/rows.ts';
import { loadLedgerInputs } from '../ledgerRun/head.ts';
import { loadLedgerLines } from '../ledgerRun/lines.ts';
import { loadAccruals } from '../realization/rows.ts';
import { loadRealizationInputs } from '../realization/head.ts';

interface Head {
  readonly name: string;
  readonly date: string;
  readonly status: string;
  readonly currency: string | null;
  readonly rowVersion: number;
  readonly engineVersion: string | null;
  readonly isDetermined: boolean;
  readonly undoneId: string | null;
}
type Approvals = Evidence['approvals'];

/** Names of the tables and columns of one kind of run. */
interface EvidenceTable {
  readonly table: string;
  readonly day: string;
  /** SQL that is true if all figures could be computed. */
  readonly isDetermined: string;
  /** SQL for the decisions on the run `$2`, in order. */
  readonly approvals: string;
  readonly inputs: (tx: Transaction, id: string) => Promise<ComputedRun['inputs']>;
  readonly figures: (tx: Transaction, id: string) => Promise<ComputedRun['figures']>;
}
const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const labels: Readonly<Record<EvidenceKind, string>> = {
  distribution: 'distribution',
  realization: 'realization',
  ledgerRun: 'run of the ledger',
};
const tables: Readonly<Record<EvidenceKind, EvidenceTable>> = {
  distribution: {
    table: 'distribution',
    day: 'distribution_date',
    isDetermined: `d.is_determined AND NOT ${isTaxUnknown('d')}`,
    approvals: `SELECT concat_ws(' for ', CASE WHEN a.decided_by <> a.approver_id THEN ${personName('a.decided_by')} END, ${fullName('p')}) AS person, a.approval_decision AS decision, a.approval_comments AS comment, ${time('a.decided_at')} AS at
      FROM distribution_approval a JOIN person p ON p.id = a.approver_id
      WHERE a.tenant_id = $1 AND a.distribution_id = $2 ORDER BY a.round, a.position, a.id`,
    inputs: loadInputs,
    figures: loadRun,
  },
  realization: {
    table: 'realization',
    day: 'realization_date',
    isDetermined: 'd.is_determined',
    approvals: `SELECT ${fullName('p')} AS person, 'POSTED' AS decision, NULL AS comment, ${time('d.posted_at')} AS at
      FROM realization d JOIN person p ON p.id = d.posted_by WHERE d.tenant_id = $1 AND d.id = $2 AND d.posted_at IS NOT NULL`,
    inputs: loadRealizationInputs,
    figures: loadAccruals,
  },
  ledgerRun: {
    table: 'ledger_run',
    day: 'run_date',
    isDetermined: 'true',
    approvals: `SELECT ${fullName('p')} AS person, s.decision, NULL AS comment, ${time('s.at')} AS at FROM ledger_run d
      CROSS JOIN LATERAL (VALUES ('APP', d.approved_by, d.approved_at), ('POSTED', d.posted_by, d.posted_at)) s(decision, person_id, at)
      JOIN person p ON p.id = s.person_id WHERE d.tenant_id = $1 AND d.id = $2 AND s.at IS NOT NULL ORDER BY s.at, s.decision`,
    inputs: loadLedgerInputs,
    figures: loadLedgerLines,
  },
};

/**
 * Returns everything stored about a run as evidence. It doesn't contain who requested it or when, so that it is the
 * same for every request.
 *
 * Fails: NOT_FOUND, NOT_DETERMINED (a draft with a source that can't be computed, so there is nothing to compare).
 */
export async function loadEvidence<K extends EvidenceKind>(
  tx: Transaction,
  kind: K,
  id: string,
): Promise<Result<Evidence<K>, Failures>> {
  const table = tables[kind];
  const found = await headOf(tx, table, id);
  if (!found?.engineVersion) return err([fail('NOT_FOUND', ['id'], `There is no such ${labels[kind]}.`)]);
  if (!found.isDetermined) {
    const text = `Part of this ${labels[kind]} isn’t determined, so it has no figures for an evidence pack.`;
    return err([fail('NOT_DETERMINED', ['id'], text)]);
  }
  const undoneHead = found.undoneId === null ? undefined : await headOf(tx, table, found.undoneId);
  const computed = (await computedOf(tx, table, id, found)) as ComputedRun<K>;
  const undone = undoneHead && {
    id: found.undoneId ?? '',
    name: undoneHead.name,
    ...((await computedOf(tx, table, found.undoneId ?? '', undoneHead)) as ComputedRun<K>),
  };
  const rates = usedRates((undone ?? computed).inputs);
  const { name, date, status, currency, rowVersion } = found;
  const run = { kind, id, name, date, status, currency, rowVersion };
  return ok({
    format: EVIDENCE_FORMAT,
    firm: await firmOf(tx),
    run,
    computed,
    undone: undone ?? null,
    rates,
    profiles: await profilesOf(tx, computed),
    approvals: await tx.query<Approvals[number]>(table.approvals, [tx.tenantId, id]),
    auditLog: await auditLogOf(tx, id),
    names: await namesOf(tx, [computed, undone, rates]),
    explanation: rebuildExplanation({ run, computed, undone: undone ?? null }),
  });
}

async function headOf(
  tx: Transaction,
  { table, day, isDetermined }: EvidenceTable,
  id: string,
): Promise<Head | undefined> {
  const [head] = await tx.query<Head>(
    `SELECT d.name, d.${day}::text AS date, d.status, ${currencyCodeSql('d')} AS currency, d.row_version AS "rowVersion",
       d.engine_version AS "engineVersion", ${isDetermined} AS "isDetermined", d.reverses_id AS "undoneId"
     FROM ${table} d WHERE d.tenant_id = $1 AND d.id = $2`,
    [tx.tenantId, id],
  );
  return head;
}

const computedOf = async (tx: Transaction, { inputs, figures }: EvidenceTable, id: string, head: Head) => ({
  engineVersion: head.engineVersion ?? '',
  inputs: await inputs(tx, id),
  figures: await figures(tx, id),
});

async function firmOf(tx: Transaction): Promise<Evidence['firm']> {
  const [firm] = await tx.query<Evidence['firm']>('SELECT id, name FROM tenant WHERE id = $1', [tx.tenantId]);
  return firm ?? { id: tx.tenantId, name: '' };
}

const profilesOf = (tx: Transaction, { figures }: ComputedRun): Promise<Evidence['profiles']> =>
  tx.query<Evidence['profiles'][number]>(
    `SELECT id, name, version, effective_date::text AS "effectiveDate" FROM allocation_profile
     WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`,
    [tx.tenantId, 'sources' in figures ? figures.sources.flatMap(({ profileId }) => profileId ?? []) : []],
  );

/** Returns the audit entries of the run itself. */
async function auditLogOf(tx: Transaction, id: string): Promise<Evidence['auditLog']> {
  const rows = await tx.query<Omit<Evidence['auditLog'][number], 'action'> & { readonly operation: string }>(
    `SELECT seq::int AS entry, operation, coalesce(person_name, '') AS person, ${time('created_at')} AS at, reason, encode(hash, 'hex') AS hash
     FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq`,
    [tx.tenantId, id],
  );
  return rows.map(({ operation, ...entry }) => ({ ...entry, action: actionText(operation) }));
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns the names of everything that the run refers to by id. Deleted records keep their id. */
async function namesOf(tx: Transaction, spoken: unknown): Promise<Evidence['names']> {
  const ids = [...new Set(JSON.stringify(spoken).match(uuids) ?? [])];
  const records = await explanationRecords(tx, ids);
  return Object.fromEntries([...records].map(([id, { name }]) => [id, name]));
}
