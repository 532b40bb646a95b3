import type { Finding } from './finding.ts';
import { nounOf, type Row, rowText, subjectsOf } from './rowTexts.ts';

/** A row that a record has only in the audit log or only in the database. */
interface UnmatchedRow {
  readonly table: string;
  readonly values: Row;
  /** The upload or transfer that the row is part of. Null for a record of its own. */
  readonly source: string | null;
  readonly currency?: string | undefined;
}

/** A finding about a row that is gone from a record, or was added to it. */
export interface RowFinding extends Finding {
  readonly removed?: UnmatchedRow;
  readonly added?: UnmatchedRow;
}

/** Columns that link a row to its upload or transfer. */
const sourceColumns: ReadonlySet<string> = new Set(['source_kind', 'source_id', 'source_row']);

/** Joins the two findings about a row whose source was changed: gone from one record, and without an entry in another. */
export function joinMovedRows(findings: readonly RowFinding[]): readonly Finding[] {
  const byId = new Map(findings.flatMap(({ added }) => (added ? [[added.values['id'], added] as const] : [])));
  const joined = new Set<UnmatchedRow>();
  const result = findings.map(({ removed, added, ...finding }) => {
    const other = removed && byId.get(removed.values['id']);
    if (!other || !isSourceChange(removed, other)) return { added, finding };
    joined.add(other);
    return { added, finding: { location: finding.location, ...changeOf(removed, other) } };
  });
  return result.flatMap(({ added, finding }) => (added && joined.has(added) ? [] : [finding]));
}

const isSourceChange = (removed: UnmatchedRow, added: UnmatchedRow): boolean =>
  (removed.source !== null || added.source !== null) && nameOf(removed) === nameOf(added);

const nameOf = ({ table, values }: UnmatchedRow): string => [table, ...subjectsOf(table, values)].join('\n');

/** Returns both sources, and the values that differ as well. */
function changeOf(removed: UnmatchedRow, added: UnmatchedRow): Omit<Finding, 'location'> {
  const differing = Object.keys(removed.values).filter(
    (name) => name in added.values && removed.values[name] !== added.values[name] && !sourceColumns.has(name),
  );
  const textOf = ({ table, values, source, currency }: UnmatchedRow): string | null => {
    const own = Object.fromEntries(['figure', ...differing].map((name) => [name, values[name] ?? null]));
    return [source ?? '', rowText(table, own, [], currency)].filter((text) => text !== '').join(', ') || null;
  };
  const [was, is, description] = [textOf(removed), textOf(added), `source of the ${nounOf(removed.table)}`];
  // Two uploads can have the same name.
  return was === is ? { description: `${description} is another` } : { description, was, is };
}
