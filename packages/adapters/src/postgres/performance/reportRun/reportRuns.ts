import { textLiteral } from '../../engine/texts/text.ts';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { storedReports, type reportRunEndpoints } from '@carrara/contract/performance/reporting/reportRun';
import { v7 as newId } from 'uuid';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A saved report run: parameters, state of knowledge and result. */
export interface StoredRun {
  readonly id: string;
  readonly report: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly parametersText: string;
  readonly description: string | null;
  readonly asOfSequence: number;
  readonly engineVersion: string;
  readonly rowCount: number;
  readonly figuresHash: string;
  readonly createdDate: string;
  readonly createdBy: string | null;
}

const titles = Object.values(storedReports)
  .map(({ name, title }) => `(${textLiteral(name)}, ${textLiteral(title)})`)
  .join(', ');
const creatorOf = (run: string) =>
  `(SELECT p.first_name || ' ' || p.last_name FROM person p WHERE p.id = ${run}.created_by)`;

export const reportRunList = defineListQuery<RowOf<(typeof reportRunEndpoints)['listReportRuns']>>({
  base: { table: 'report_run', joins: { t: `LEFT JOIN (VALUES ${titles}) t(name, title) ON t.name = b.report` } },
  columns: {
    report: column('code', 'b.report'),
    title: column('text', 'coalesce(t.title, b.report)', ['t']),
    parametersText: column('longText', 'b.parameters_text'),
    description: column('longText', 'b.description'),
    asOfSequence: column('count', 'b.as_of_sequence'),
    engineVersion: column('text', 'b.engine_version'),
    rowCount: column('count', 'b.row_count'),
    figuresHash: column('text', 'b.figures_hash'),
    createdDate: column('instant', 'b.created_at'),
    createdBy: column('text', creatorOf('b')),
  },
  search: { text: `lower(b.report || ' ' || b.parameters_text || ' ' || coalesce(b.description, ''))` },
  filters: { report: condition('b.report = ?') },
  defaultSort: { field: 'createdDate', ascending: false },
});

/** Returns the saved runs, oldest first, or the one with an id. */
export const loadRuns = (tx: Transaction, id: string | null = null): Promise<StoredRun[]> =>
  tx.query(
    `SELECT r.id, r.report, r.parameters, r.parameters_text AS "parametersText", r.description, r.as_of_sequence::int AS "asOfSequence", r.engine_version AS "engineVersion",
       r.row_count AS "rowCount", r.figures_hash AS "figuresHash", r.created_at AS "createdDate", ${creatorOf('r')} AS "createdBy"
     FROM report_run r WHERE r.tenant_id = $1 AND ($2::uuid IS NULL OR r.id = $2) ORDER BY r.created_at, r.id`,
    [tx.tenantId, id],
  );
export const loadRun = async (tx: Transaction, id: string): Promise<StoredRun | undefined> =>
  (await loadRuns(tx, id))[0];

/** Saves a run with an entry in the audit log. */
export async function storeRun(
  tx: Transaction,
  { title, ...run }: Omit<StoredRun, 'id' | 'createdDate' | 'createdBy'> & { readonly title: string },
): Promise<string> {
  const id = newId();
  await tx.query(
    `INSERT INTO report_run (tenant_id, id, report, parameters, parameters_text, description, as_of_sequence, engine_version, row_count, figures_hash, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tx.tenantId,
      id,
      run.report,
      JSON.stringify(run.parameters),
      run.parametersText,
      run.description,
      run.asOfSequence,
      run.engineVersion,
      run.rowCount,
      run.figuresHash,
      tx.now,
      tx.personId,
    ],
  );
  tx.record({
    operation: 'runReport',
    objectType: 'reportRun',
    objectId: id,
    objectName: title,
    before: null,
    after: run,
  });
  return id;
}
