import type { Change } from '../../engine/journal/change.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fillTenant } from './fillTenant.ts';
import { standardEntries } from './standardEntries.ts';

/** Any object that can run a query: a connection or a transaction. */
interface Reader {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

const noting = 'noteStandardEntries';

/** The standard entries as rows. */
const standardRows = Object.entries(standardEntries).flatMap(([type, list]) =>
  list.map(({ code, description, symbol, subType = '', parent }, position) => ({
    type,
    sub_type: subType,
    code,
    description,
    symbol: symbol ?? null,
    display_order: position,
    attributes: parent ? { parent } : {},
  })),
);

/** Returns the firm's standard entries that are still unchanged, by id, as type and code. */
export async function standardReferences(reader: Reader, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await reader.query(
    `SELECT r.id, r.type || ' ' || r.code AS name FROM reference_entry r JOIN jsonb_populate_recordset(NULL::reference_entry, $2::jsonb) s
       ON s.type = r.type AND s.sub_type = r.sub_type AND s.code = r.code AND s.description = r.description
       AND s.symbol IS NOT DISTINCT FROM r.symbol AND s.display_order = r.display_order AND s.attributes = r.attributes
     WHERE r.tenant_id = $1 AND r.parent_id IS NULL AND NOT r.is_inactive AND r.row_version = 1 AND r.created_by IS NULL AND r.updated_by IS NULL
       AND r.updated_at = r.created_at ORDER BY r.id`,
    [tenantId, JSON.stringify(standardRows)],
  );
  return new Map((rows as { id: string; name: string }[]).map(({ id, name }) => [id, name]));
}

/**
 * Returns the audit entry that lists a firm's standard entries. They have no audit entries of their own, so a missing
 * one would otherwise go unnoticed. It lists only types that no earlier audit entry lists, such as types that a new
 * version added. Undefined if there are none.
 */
export async function standardNote(reader: Reader, tenantId: string): Promise<Change | undefined> {
  const noted = new Set([...(await standardEntriesInAuditLog(reader, tenantId)).values()].map(({ type }) => type));
  const all = await standardReferences(reader, tenantId);
  const standard = [...all].filter(([, name]) => !noted.has(namedEntry(name).type));
  const named = await reader.query('SELECT name FROM tenant WHERE id = $1', [tenantId]);
  if (standard.length === 0) return undefined;
  return {
    operation: noting,
    objectType: 'tenant',
    objectId: tenantId,
    objectName: (named.rows[0] as { readonly name: string } | undefined)?.name ?? null,
    before: {},
    after: { standardEntries: Object.fromEntries(standard) },
  };
}

/**
 * Records a firm's standard entries in the audit log, once per type. A firm of an earlier version first gets the
 * entries of the types added since.
 */
export async function noteStandardEntries(tx: Transaction): Promise<void> {
  const query = async (text: string, values: readonly unknown[]) => ({ rows: await tx.query(text, [...values]) });
  const [any] = await tx.query('SELECT FROM reference_entry WHERE tenant_id = $1 LIMIT 1', [tx.tenantId]);
  if (any) await fillTenant({ query }, tx.tenantId, tx.now);
  const note = await standardNote({ query }, tx.tenantId);
  if (note) tx.record(note);
}

/** The type and the code of a standard entry. */
export interface NotedEntry {
  readonly type: string;
  readonly code: string;
}
const namedEntry = (name: string): NotedEntry => {
  const end = name.indexOf(' ');
  return { type: name.slice(0, end), code: name.slice(end + 1) };
};

/** Returns the standard entries recorded in the audit log, by id. */
export async function standardEntriesInAuditLog(
  reader: Reader,
  tenantId: string,
): Promise<ReadonlyMap<string, NotedEntry>> {
  const { rows } = await reader.query(
    `SELECT e.key AS id, e.value AS name FROM activity a, jsonb_each_text(a.after -> 'standardEntries') e
     WHERE a.tenant_id = $1 AND a.operation = '${noting}'`,
    [tenantId],
  );
  return new Map((rows as { id: string; name: string }[]).map(({ id, name }) => [id, namedEntry(name)]));
}

/**
 * Returns the columns of a standard entry that differ if somebody changed it, as text. `created` is the time of its
 * creation. Undefined if this version has no such entry, or several.
 */
export function standardValues(
  { type, code }: NotedEntry,
  created: string | null,
): Readonly<Record<string, string | null>> | undefined {
  const [entry, other] = standardRows.filter((row) => row.type === type && row.code === code);
  if (!entry || other) return undefined;
  const { display_order: order, attributes, ...texts } = entry;
  return {
    ...texts,
    display_order: String(order),
    attributes: attributes.parent ? `{"parent": "${attributes.parent}"}` : '{}',
    parent_id: null,
    is_inactive: 'false',
    row_version: '1',
    created_by: null,
    updated_at: created,
    updated_by: null,
  };
}
