import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import type { Finding } from './finding.ts';

/** A figure of an entry: its name, the amount due by the run's rows, and the amount in the ledger. */
export type PostedFigure = readonly [name: string, due: string, posted: string];

interface Postings {
  readonly runId: string;
  /** Location of a finding. Source and participant are appended. */
  readonly location: readonly string[];
  readonly label: string;
  readonly figures: readonly PostedFigure[];
  /**
   * SQL for the entries that should be in the ledger, each with an `id` and the figures. $1 is the tenant, $2 the run.
   */
  readonly due: (figures: string) => string;
  /** SQL for the entries that are in the ledger, in the same form. */
  readonly posted: (figures: string) => string;
}

interface PostingRow {
  readonly participantId: string;
  readonly sourceId: string;
  readonly figure: string;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly count: number;
}

/** Compares the entries due by a run's rows with those in the ledger. Each must have its counterpart. */
export async function comparePostings(tx: Transaction, postings: Postings) {
  const { runId, location, label, figures, due, posted } = postings;
  const figureColumns = (at: 1 | 2) => figures.map((figure) => `(${figure[at]})::text AS "${figure[0]}"`).join(', ');
  const rows = await tx.prepared<PostingRow>(
    `WITH due AS (${due(figureColumns(1))}), posted AS (${posted(figureColumns(2))}),
     both_sides AS (
       SELECT to_jsonb(due) - 'id' AS expected, to_jsonb(posted) - 'id' AS actual FROM due FULL JOIN posted ON posted.id = due.id)
     SELECT coalesce(b.expected, b.actual) ->> 'participant' AS "participantId", coalesce(b.expected, b.actual) ->> 'source' AS "sourceId", f.name AS figure,
       b.expected ->> f.name AS expected, b.actual ->> f.name AS actual, (SELECT count(*)::int FROM both_sides) AS count
     FROM (SELECT 1) base LEFT JOIN both_sides b ON b.expected IS DISTINCT FROM b.actual
     LEFT JOIN unnest($3::text[]) f(name) ON (b.expected ->> f.name) IS DISTINCT FROM (b.actual ->> f.name)`,
    [tx.tenantId, runId, figures.map(([name]) => name)],
  );
  const findings = rows
    .filter(({ figure, sourceId }) => figure !== null && sourceId !== null)
    .map(
      ({ sourceId, participantId, figure, expected, actual }): Finding => ({
        location: [...location, sourceId, participantId],
        description: `${figure} of the ${label}`,
        was: expected,
        is: actual,
      }),
    );
  return { count: rows[0]?.count ?? 0, findings };
}
