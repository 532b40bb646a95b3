import { verifyLedgerReversal, verifyLedgerRun } from '@carrara/domain/carry/ledgerRun';
import type { RunVerification } from '@carrara/domain/carry/run';
import { loadLedgerInputs } from '../carry/ledgerRun/head.ts';
import { loadLedgerLines } from '../carry/ledgerRun/lines.ts';
import type { Transaction } from '../engine/unitOfWork/index.ts';
import type { Finding } from './finding.ts';
import { figureFindings, type RunReport } from './verifyDistributions.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly engineVersion: string;
  readonly reversesId: string | null;
  readonly runDate: string;
  readonly keptType: string | null;
  readonly keptDate: string | null;
}

/**
 * Computes every run of the ledger of a tenant again from its kept inputs, one at a time, and compares it with what is stored; then what it
 * entered with what it should have entered, both ways.
 */
export async function* verifyLedgerRuns(tx: Transaction): AsyncGenerator<RunReport> {
  const rows = await tx.query<Row>(
    `SELECT id, name, type, status, engine_version AS "engineVersion", reverses_id AS "reversesId", run_date::text AS "runDate",
       inputs #>> '{request,type}' AS "keptType", inputs #>> '{request,runDate}' AS "keptDate"
     FROM ledger_run WHERE tenant_id = $1 ORDER BY run_date, id`,
    [tx.tenantId],
  );
  for (const row of rows) {
    const { id, name, status } = row;
    const of = ['run of the ledger', name];
    const verified = await computeAgain(tx, row);
    const { refusal } = verified;
    const isOpen = status === 'DRAFT' && row.reversesId === null;
    const postings = await comparePostings(tx, id, of);
    const asked: readonly Finding[] = [
      { of, what: 'date', was: row.keptDate, is: row.runDate },
      { of, what: 'type', was: row.keptType, is: row.type },
    ];
    yield {
      id,
      name,
      status,
      figures: verified.figures,
      postings: postings.count,
      ...(refusal !== undefined && isOpen ? { notComputable: refusal } : {}),
      findings: [
        ...(refusal === undefined || isOpen
          ? []
          : [{ of, what: `cannot be computed from its kept inputs: ${refusal}` }]),
        ...asked.filter(({ was, is }) => refusal === undefined && was !== is),
        ...figureFindings(of, verified),
        ...postings.findings,
      ],
    };
  }
}

/** Rows and inputs that somebody tampered with may be none that can be read at all. */
async function computeAgain(tx: Transaction, { id, reversesId, engineVersion }: Row): Promise<RunVerification> {
  try {
    const stored = await loadLedgerLines(tx, id);
    return reversesId
      ? verifyLedgerReversal(stored, await loadLedgerLines(tx, reversesId))
      : verifyLedgerRun(stored, await loadLedgerInputs(tx, id), engineVersion);
  } catch (error) {
    return { figures: 0, differences: [], refusal: `they cannot be read (${(error as Error).message})` };
  }
}

/** What a row comes to in a ledger: its kind there, its amount, and whether it makes an entry. */
interface Due {
  readonly table: 'account_entry' | 'escrow_entry';
  readonly words: string;
  readonly dues: readonly (readonly [kind: string, amount: string, when: string])[];
}
const ledgers: readonly Due[] = [
  {
    table: 'account_entry',
    words: 'account entry',
    dues: [
      [`'OPENING'`, 'l.accrued', `r.type = 'OPENING'`],
      [`'OPENING_DISTRIBUTED'`, '-l.distributed', 'l.distributed <> 0'],
      [`'CLAWBACK'`, '-l.clawback', 'l.clawback <> 0'],
    ],
  },
  {
    table: 'escrow_entry',
    words: 'escrow entry',
    dues: [
      [
        `CASE r.type WHEN 'OPENING' THEN 'OPENING' WHEN 'RELEASE' THEN 'RELEASED' ELSE 'APPLIED' END`,
        `CASE r.type WHEN 'OPENING' THEN l.escrow ELSE -l.escrow END`,
        'l.escrow <> 0',
      ],
    ],
  },
];

interface PostingRow {
  readonly participantId: string;
  readonly sourceId: string;
  readonly figure: string;
  readonly was: string | null;
  readonly is: string | null;
  readonly count: number;
}

const figures = [
  ['participant', 'l.participant_id', 'e.participant_id'],
  ['source', 'l.container_id', 'e.container_id'],
  ['way', 'l.path', 'e.path'],
  ['date', 'r.run_date', 'e.entry_date'],
  ['currency', 'r.currency_id', 'e.currency_id'],
] as const;

async function comparePostings(tx: Transaction, id: string, of: readonly string[]) {
  const findings: Finding[] = [];
  let count = 0;
  for (const { table, words, dues } of ledgers) {
    const said = figures.map(([name, due]) => `(${due})::text AS "${name}"`).join(', ');
    const due = dues.map(
      ([kind, amount, when]) =>
        `SELECT l.id, (${kind})::text AS kind, (${amount})::text AS amount, ${said}
         FROM ledger_run r JOIN ledger_run_line l ON l.tenant_id = r.tenant_id AND l.ledger_run_id = r.id
         WHERE r.tenant_id = $1 AND r.id = $2 AND r.status IN ('POSTED', 'REVERSED') AND ${when}`,
    );
    const rows = await tx.query<PostingRow>(
      `WITH due AS (${due.join(' UNION ALL ')}),
       posted AS (
         SELECT e.ledger_run_line_id AS id, e.kind, e.amount::text AS amount, ${figures.map(([name, , is]) => `(${is})::text AS "${name}"`).join(', ')}
         FROM ${table} e JOIN ledger_run_line l ON l.tenant_id = e.tenant_id AND l.id = e.ledger_run_line_id
         WHERE e.tenant_id = $1 AND l.ledger_run_id = $2),
       both_sides AS (
         SELECT to_jsonb(due) - 'id' AS was, to_jsonb(posted) - 'id' AS is FROM due FULL JOIN posted ON posted.id = due.id AND posted.kind = due.kind)
       SELECT coalesce(b.was, b.is) ->> 'participant' AS "participantId", coalesce(b.was, b.is) ->> 'source' AS "sourceId", f.name AS figure,
         b.was ->> f.name AS was, b.is ->> f.name AS is, (SELECT count(*)::int FROM both_sides) AS count
       FROM (SELECT 1) one LEFT JOIN both_sides b ON b.was IS DISTINCT FROM b.is
       LEFT JOIN unnest($3::text[]) f(name) ON (b.was ->> f.name) IS DISTINCT FROM (b.is ->> f.name)`,
      [tx.tenantId, id, ['amount', 'kind', ...figures.map(([name]) => name)]],
    );
    count += rows[0]?.count ?? 0;
    for (const { sourceId, participantId, figure, was, is } of rows) {
      if (figure === null || sourceId === null) continue;
      findings.push({ of: [...of, sourceId, participantId], what: `${figure} of the ${words}`, was, is });
    }
  }
  return { count, findings };
}
