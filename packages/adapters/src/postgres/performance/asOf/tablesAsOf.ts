import type { RecordType } from '../../engine/journal/recordTables.ts';
import type { Values } from '../../engine/reports/reportQuery.ts';

/** Tables of entered data. Each row's `seq` is the audit entry that created it, and rows never change. */
const entered = [
  'commitment',
  'commitment_event',
  'notice',
  'security',
  'ledger_entry',
  'ledger_settlement',
  'valuation',
  'reported_figure',
] as const;
/**
 * Tables whose rows are updated in place, by the record type in the audit log, which stores the state after each
 * change.
 */
const changed = {
  fund: 'fund',
  coinvestment: 'coinvestment',
  investor: 'investor',
  economic_terms: 'economicTerms',
  carry_terms: 'carryTerms',
  carry_tier: 'carryTerms',
  carry_recipient: 'carryTerms',
  carry_letter: 'carryTerms',
  carry_offset: 'carryTerms',
  carry_clawback_date: 'carryTerms',
  carry_tax_income: 'carryTerms',
  period: 'period',
} as const satisfies Readonly<Record<string, RecordType>>;

const asLastWritten = (table: string, type: string, seq: string) =>
  `${table} AS (SELECT r.*
    FROM (SELECT DISTINCT ON (a.object_id) a.state FROM activity a
      WHERE a.tenant_id = current_tenant() AND a.object_type = '${type}' AND a.state IS NOT NULL AND a.seq <= ${seq}
      ORDER BY a.object_id, a.seq DESC) s
    JOIN record_layout l ON l.id = s.state ->> 'layout'
    CROSS JOIN LATERAL jsonb_array_elements(s.state -> '${table}') x(columns)
    CROSS JOIN LATERAL (SELECT jsonb_object_agg(n.name, x.columns -> (n.position - 1)::int) AS columns
      FROM jsonb_array_elements_text(l.columns -> '${table}') WITH ORDINALITY n(name, position)) o
    CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, o.columns || jsonb_build_object('tenant_id', current_tenant())) r)`;

/**
 * Returns CTEs with which a statement reads the performance tables as of an audit entry. Each of these names then means
 * the table as it was. `seq` is SQL of the audit entry. `figures` is SQL of the period figures computed for it, as JSON
 * rows.
 */
export const existingTables = (seq: string, figures: string): string =>
  `WITH ${[
    ...entered.map((table) => `${table} AS (SELECT * FROM ${table} WHERE seq <= ${seq})`),
    `period_version AS (SELECT * FROM period_version WHERE as_of_sequence <= ${seq})`,
    ...Object.entries(changed).map(([table, type]) => asLastWritten(table, type, seq)),
    `period_figure AS (SELECT * FROM jsonb_populate_recordset(NULL::period_figure, ${figures}::jsonb))`,
  ].join(',\n')}\n`;

/** State of knowledge that a report reads. */
export interface StoredInputs {
  readonly seq: number;
  /** Rows of `period_figure` as JSON. */
  readonly figures: string;
}

/** Does the same for a statement with `:name`s, whose values come from `existingValues`. */
export const asOfSql = (statement: string): string =>
  `${existingTables(':asOfSequence::bigint', ':asOfFigures')}${statement}`;
export const existingValues = ({ seq, figures }: StoredInputs): Values => ({ asOfSequence: seq, asOfFigures: figures });

/** Returns the state of knowledge in the values of a report. Undefined if the report reads current data. */
export const recordedInputs = ({ asOfSequence, asOfFigures }: Values): StoredInputs | undefined =>
  typeof asOfSequence === 'number' && typeof asOfFigures === 'string'
    ? { seq: asOfSequence, figures: asOfFigures }
    : undefined;
