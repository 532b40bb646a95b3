import { everyRecordType, nameTable } from '@carrara/contract/core/recordType';
import { recordTypes } from '@carrara/contract/core/registry';
import { entryTypeCodes, entryTypeRule } from '@carrara/domain/performance/ledger';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import type { Finding } from './finding.ts';
import { objectNameSql } from '../platform/note/noteSubjects.ts';
import { fullName } from '../engine/texts/personName.ts';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Replaces the ids in findings with the names of records and people. Ids without a name stay. */
export async function nameRecords<F extends Finding>(tx: Transaction, findings: readonly F[]): Promise<readonly F[]> {
  const texts = findings.flatMap((finding) => [
    ...finding.location,
    finding.description,
    ...values.map((name) => finding[name] ?? ''),
  ]);
  const ids = [...new Set(texts.flatMap((text) => text.match(uuids) ?? []))];
  if (ids.length === 0) return findings;
  const names = await namesOf(tx, ids);
  const named = (text: string) => text.replace(uuids, (id) => names.get(id) ?? id);
  return findings.map((finding) => ({
    ...finding,
    // A record that is named after the person whom it is about names them once.
    location: finding.location.map(named).filter((part, at, all) => at === 0 || part !== all[at - 1]),
    description: named(finding.description),
    ...namedValues(finding, named),
  }));
}

/** Returns the values of a finding without ids, unless only ids tell them apart. */
function namedValues(finding: Finding, namedText: (text: string) => string): Partial<Finding> {
  const texts = (convert: (text: string) => string) =>
    values.flatMap((name) => (typeof finding[name] === 'string' ? [[name, convert(finding[name])] as const] : []));
  const named = texts(namedText);
  const readable = named.map(([name, text]) => [name, text.replace(uuids, 'an unnamed record')] as const);
  const isDistinct = new Set(readable.map(([, text]) => text)).size === new Set(named.map(([, text]) => text)).size;
  return Object.fromEntries(isDistinct ? readable : named);
}
const values = ['was', 'is', 'stored', 'computed'] as const;

/** Tables of the records that can have notes. A note is known by its record. */
const annotatedTables = [...new Set(everyRecordType.flatMap(([, is]) => (is.annotated ? [nameTable(is)] : [])))];
/** Tables whose rows have a name. */
const named = [...annotatedTables, recordTypes.group.table];
/** Tables of the daily seals, which are known by their day. */
const sealed = ['access_day', 'delivery_day', 'pay_read_day'];

/** Returns the names of records, people and reference data. For deleted records, the names come from the audit log. */
async function namesOf(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT DISTINCT ON (id) id, name FROM (
       SELECT 2 AS rank, object_id AS id, object_name AS name FROM activity WHERE tenant_id = $1 AND object_id = ANY ($2::uuid[]) AND object_name IS NOT NULL
       ${named.map((table) => `UNION ALL SELECT 0, id, name FROM ${table} WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`).join(' ')}
       ${sealed.map((table) => `UNION ALL SELECT 0, id, to_char(day, 'YYYY-MM-DD') FROM ${table} WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`).join(' ')}
       UNION ALL SELECT 0, n.id, ${objectNameSql('n')} FROM note n WHERE n.tenant_id = $1 AND n.id = ANY ($2::uuid[])
       ${annotatedTables.map((table) => `UNION ALL SELECT 1, a.object_id, o.name FROM activity a JOIN ${table} o ON o.tenant_id = a.tenant_id AND o.id = a.container_id WHERE a.tenant_id = $1 AND a.object_type = 'note' AND a.object_id = ANY ($2::uuid[])`).join(' ')}
       UNION ALL SELECT 0, id, name FROM tenant WHERE id = $1
       UNION ALL SELECT -1, s.id, concat_ws(', ', i.name, s.name) FROM security s LEFT JOIN source_facts h ON h.tenant_id = s.tenant_id AND h.id = s.holding_id
         LEFT JOIN container i ON i.tenant_id = s.tenant_id AND i.id = coalesce(h.investment_id, s.holding_id) WHERE s.tenant_id = $1 AND s.id = ANY ($2::uuid[])
       UNION ALL SELECT -1, c.id, i.name FROM commitment c JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
         WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[])
       UNION ALL SELECT 0, e.id, concat_ws(' > ', coalesce(t.title, e.type), e.effective_date) FROM ledger_entry e
         LEFT JOIN unnest($3::text[], $4::text[]) t(code, title) ON t.code = e.type WHERE e.tenant_id = $1 AND e.id = ANY ($2::uuid[])
       UNION ALL SELECT 0, s.id, v.name FROM distribution_source s JOIN container v ON v.tenant_id = s.tenant_id AND v.id = s.container_id
         WHERE s.tenant_id = $1 AND s.id = ANY ($2::uuid[])
       UNION ALL SELECT 0, id, description FROM reference_entry WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
       UNION ALL SELECT 1, p.id, ${fullName('p')} FROM person p WHERE p.id = ANY ($2::uuid[])
     ) found WHERE name <> '' ORDER BY id, rank`,
    [tx.tenantId, ids, entryTypeCodes, entryTypeCodes.map((type) => entryTypeRule(type).title)],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
