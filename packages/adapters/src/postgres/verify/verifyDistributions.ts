import { asText } from '@carrara/contract/core/asText';
import { type StoredInputs, type RunVerification, verifyReversal, verifyRun } from '@carrara/domain/carry/run';
import { loadInputs } from '../carry/distribution/head.ts';
import { loadRun } from '../carry/distribution/rows.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { comparePostings } from './comparePostings.ts';
import { type Finding, verifyPart } from './finding.ts';

/** Findings on one distribution, realization or forecast. */
export interface RunReport {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** Number of figures and postings compared. */
  readonly figures: number;
  readonly postings: number;
  readonly findings: readonly Finding[];
  /** Reason why a draft can't be computed yet. */
  readonly notComputable?: string;
}

/** Verifies one run. If it fails to load, reports that as a finding, and the audit continues with the next run. */
export async function guardedRun(
  tx: Transaction,
  location: readonly string[],
  { id, name, status }: Pick<RunReport, 'id' | 'name' | 'status'>,
  verify: () => Promise<RunReport>,
): Promise<RunReport> {
  const findings: Finding[] = [];
  return (await verifyPart(tx, location, findings, verify)) ?? { id, name, status, figures: 0, postings: 0, findings };
}

/** Computes a run again and returns the report on it. Rows or inputs that were tampered with may be unreadable. */
export async function runReport(
  { id, name, status }: Pick<RunReport, 'id' | 'name' | 'status'>,
  location: readonly string[],
  verify: () => Promise<RunVerification>,
  { isOpen, own, postings }: OwnFindings,
): Promise<RunReport> {
  const verified = await verify().catch(
    (error: unknown): RunVerification => ({
      figures: 0,
      differences: [],
      refusal: `they can’t be read (${(error as Error).message})`,
    }),
  );
  const { refusal } = verified;
  return {
    id,
    name,
    status,
    figures: verified.figures,
    postings: postings.reduce((sum, { count }) => sum + count, 0),
    // Only a draft may be saved before it can be computed.
    ...(refusal !== undefined && isOpen ? { notComputable: refusal } : {}),
    findings: [
      ...(refusal !== undefined && !isOpen
        ? [{ location, description: `can’t be recomputed from its stored inputs: ${refusal}` }]
        : []),
      ...(refusal === undefined ? own() : []),
      ...figureFindings(location, verified),
      ...postings.flatMap(({ findings }) => findings),
    ],
  };
}
interface OwnFindings {
  /** True if the run can still be changed. */
  readonly isOpen: boolean;
  /** Not called for a run that can't be computed, whose inputs may be unreadable. */
  readonly own: () => readonly Finding[];
  readonly postings: readonly { readonly count: number; readonly findings: readonly Finding[] }[];
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly engineVersion: string | null;
  readonly reversesId: string | null;
  readonly distributionDate: string;
  readonly defaultEscrow: string;
  readonly defaultTerminatedEscrow: string;
  readonly investorBalanceBased: boolean;
  readonly unallocatedAcknowledged: boolean;
}

/**
 * Recomputes every saved distribution of a tenant from its stored inputs, one at a time, and compares the result with
 * the stored rows. Then compares the posted entries with those due, in both directions.
 */
export async function* verifyDistributions(tx: Transaction): AsyncGenerator<RunReport> {
  const rows = await tx.query<Row>(
    `SELECT id, name, status, engine_version AS "engineVersion", reverses_id AS "reversesId", distribution_date AS "distributionDate",
       trim_scale(default_escrow)::text AS "defaultEscrow", trim_scale(default_terminated_escrow)::text AS "defaultTerminatedEscrow",
       investor_balance_based AS "investorBalanceBased", unallocated_acknowledged_at IS NOT NULL AS "unallocatedAcknowledged"
     FROM distribution WHERE tenant_id = $1 ORDER BY distribution_date, id`,
    [tx.tenantId],
  );
  for (const row of rows)
    yield await guardedRun(tx, ['distribution', row.name], row, () => verifyDistribution(tx, row));
}

async function verifyDistribution(tx: Transaction, row: Row): Promise<RunReport> {
  const { id, status } = row;
  const location = ['distribution', row.name];
  const inputs = await loadInputs(tx, id);
  const isOpen = status === 'DRAFT' || status === 'REJ';
  const [accounts, escrow] = [
    await compareEntries(ledgers[0], tx, id, location),
    await compareEntries(ledgers[1], tx, id, location),
  ];
  const own = () => headFindings(location, row, inputs);
  return runReport(row, location, () => computeAgain(tx, row, inputs), { isOpen, own, postings: [accounts, escrow] });
}

/** Recomputes a run. */
async function computeAgain(tx: Transaction, row: Row, inputs: StoredInputs): Promise<RunVerification> {
  const stored = await loadRun(tx, row.id);
  const undone = row.reversesId ? await loadRun(tx, row.reversesId) : undefined;
  return undone ? verifyReversal(stored, undone) : verifyRun(stored, inputs, row.engineVersion ?? '');
}

const fields = [
  ['distributionDate', 'date'],
  ['defaultEscrow', 'default escrow'],
  ['defaultTerminatedEscrow', 'default escrow of terminated participants'],
  ['investorBalanceBased', 'by investor balance'],
  ['unallocatedAcknowledged', 'rest acknowledged'],
] as const;

/** Compares the run's head with the request stored among its inputs. */
function headFindings(location: readonly string[], row: Row, { request }: StoredInputs): readonly Finding[] {
  return fields.flatMap(([field, label]) => {
    const [was, is] = [String(request[field]), String(row[field])];
    return was === is || (field.startsWith('default') && Number(was) === Number(is))
      ? []
      : [{ location, description: label, was, is }];
  });
}

const figureFindings = (location: readonly string[], { differences }: RunVerification): readonly Finding[] =>
  differences.map(({ location: rowLocation, figure, stored, computed }) => ({
    location: [...location, ...rowLocation],
    description: asText(figure),
    stored,
    computed,
  }));

const ledgers = [
  {
    table: 'account_entry',
    label: 'account entry',
    kind: 'DISTRIBUTION',
    amount: '-d.gross_carry_distributed',
    memos: ['tax', 'loan_repayment', 'other_adjustment'],
  },
  { table: 'escrow_entry', label: 'escrow entry', kind: 'WITHHELD', amount: 'd.escrow', memos: [] },
] as const;

/**
 * Compares the entries for people and trusts of a disbursed distribution. A participant allocated by balance has
 * several rows, which are added up.
 */
const compareEntries = (
  { table, label, kind, amount, memos }: (typeof ledgers)[number],
  tx: Transaction,
  runId: string,
  location: readonly string[],
) => {
  const amounts = ['gross_carry_distributed', 'escrow', ...memos].map((name) => `d.${name} = 0`);
  const nothing = table === 'escrow_entry' ? 'd.escrow = 0' : amounts.join(' AND ');
  return comparePostings(tx, {
    runId,
    location,
    label,
    figures: [
      ['participant', 'd.participant_id', 'e.participant_id'],
      ['source', 's.container_id', 'e.container_id'],
      ['date', 'r.distribution_date', 'e.entry_date'],
      ['amount', amount, 'sum(e.amount)'],
      ['currency', 'r.currency_id', 'e.currency_id'],
      ['kind', `'${kind}'`, 'e.kind'],
      ...memos.map((name) => [name.replace('_', ' '), `d.${name}`, `sum(e.memo_${name})`] as const),
    ],
    due: (columns) => `SELECT d.id, ${columns}
      FROM distribution r JOIN distribution_detail d ON d.tenant_id = r.tenant_id AND d.distribution_id = r.id
      JOIN distribution_source s ON s.tenant_id = d.tenant_id AND s.id = d.distribution_source_id
      WHERE r.tenant_id = $1 AND r.id = $2 AND r.status = 'DISB' AND d.is_leaf AND NOT (${nothing})`,
    posted: (columns) => `SELECT e.distribution_detail_id AS id, ${columns}
      FROM ${table} e WHERE e.tenant_id = $1 AND e.distribution_id = $2
      GROUP BY e.distribution_detail_id, e.participant_id, e.container_id, e.entry_date, e.currency_id, e.kind`,
  });
};
