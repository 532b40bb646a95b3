import { codeText } from '../../engine/texts/text.ts';
import type { ActivityEntry } from '@carrara/contract/platform/activity/activity';
import { everyRecordType } from '@carrara/contract/core/recordType';
import { actionLabels } from '@carrara/contract/actions';
import { isReadableSql } from '../note/noteSubjects.ts';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';

/** SQL for a record and everything below it. */
export const recordTreeSql = `(
  WITH RECURSIVE part AS (
    SELECT ?::uuid AS id
    UNION SELECT x.id FROM part JOIN (
      SELECT id, fund_id AS above FROM fund_investment
      UNION ALL SELECT id, investment_id FROM fund_investment
      UNION ALL SELECT id, coinvestment_id FROM coinvestment_investment
      UNION ALL SELECT id, investment_id FROM coinvestment_investment
      UNION ALL SELECT id, coalesce(fund_investment_id, coinvestment_investment_id) FROM tranche
      UNION ALL SELECT id, fund_id FROM vintage
      UNION ALL SELECT id, container_id FROM allocation_profile
    ) x ON x.above = part.id)
  SELECT part.id FROM part)`;

/** Returns SQL for the operation as the screen labels it, for search and sorting. The texts are the contract's. */
export const actionSql = (entry: string): string => codeText(`${entry}.operation`, actionLabels, `${entry}.operation`);
const action = actionSql('b');

/**
 * Returns SQL for the record type that an entry's note or document belongs to. If compensation stores it with an
 * employee, the type is pay.
 */
const annotatedOf = (entry: string): string =>
  `CASE WHEN coalesce(${entry}.after, ${entry}.before) ->> 'application' = 'comp' THEN 'salary'
    ELSE coalesce(${entry}.after, ${entry}.before) ->> 'objectType' END`;

/** Returns SQL that is true if an entry is about a record of these types. Carry and compensation share the record of an employee. */
const isReadableType = (entry: string, types: string): string =>
  `(${entry}.object_type = ANY (${types}) OR (${entry}.object_type = 'employee' AND 'compEmployee' = ANY (${types})))`;

const views = 'views of ';
const by = ' by ';
/**
 * Returns the names that stand for the saved views of a list among the readable types. Hidden columns have names too:
 * a view that is sorted or filtered by one isn't readable.
 */
export const viewsOfList = (readable: {
  readonly list: string;
  readonly hiddenColumns: readonly string[];
}): string[] => [
  `${views}${readable.list}`,
  ...readable.hiddenColumns.map((field) => `${views}${readable.list}${by}${field}`),
];

/** Returns SQL that is true if a view, in a list, is neither sorted nor filtered by a hidden column. */
const hasReadableCriteria = (list: string, state: string, types: string): string =>
  `NOT EXISTS (SELECT FROM (SELECT ${state} ->> 'sort' AS field
    UNION ALL SELECT filter ->> 'id' FROM jsonb_array_elements(${state} -> 'filters') filter) criterion
    WHERE '${views}' || ${list} || '${by}' || criterion.field = ANY (${types}))`;

/** Returns SQL that is true if an entry is about a view that the reader sees or, once it is deleted, could see last. */
const isOfVisibleView = (entry: string, types: string): string =>
  `('${views}' || (coalesce(${entry}.after, ${entry}.before) ->> 'list') = ANY (${types})
    AND (${entry}.person_id = (SELECT current_person())
      OR EXISTS (SELECT FROM saved_view v WHERE v.tenant_id = ${entry}.tenant_id AND v.id = ${entry}.object_id
        AND ${hasReadableCriteria('v.list', 'v.state', types)})
      OR EXISTS (SELECT FROM activity deleted WHERE deleted.tenant_id = ${entry}.tenant_id AND deleted.object_id = ${entry}.object_id
        AND deleted.operation = 'deleteSavedView' AND deleted.before ->> 'isShared' = 'true'
        AND ${hasReadableCriteria(`(deleted.before ->> 'list')`, 'deleted.before', types)})))`;

/**
 * Returns SQL that is true if an entry is about a record of these types, or about a readable note or document. It is
 * also true for a view that the reader may see. Notes and documents of an employee belong to either carry or
 * compensation.
 */
export const isReadableEntry = (entry: string, types: string): string =>
  `(${isReadableType(entry, types)}
    AND (${entry}.object_type NOT IN ('note', 'document')
      OR ${isReadableSql(annotatedOf(entry), `coalesce(${entry}.after, ${entry}.before) ->> 'application'`, types)})
    AND (${entry}.object_type <> 'savedView' OR ${isOfVisibleView(entry, types)}))`;

/**
 * Returns SQL that is true if an entry is about somebody's pay: a pay record, or a note or document of compensation.
 */
export const isPayEntrySql = (entry: string): string => {
  const types = everyRecordType.flatMap(([type, { isPay }]) => (isPay ? [`'${type}'`] : []));
  return `(${entry}.object_type IN (${types.join(', ')}) OR (${entry}.object_type IN ('note', 'document')
    AND coalesce(${entry}.after, ${entry}.before) ->> 'application' = 'comp'))`;
};

/** Returns SQL for one side of an entry, without blank fields and those that every save changes. */
const stateOf = (side: 'before' | 'after'): string =>
  `jsonb_strip_nulls(b.${side}) - '{rowVersion,updatedDate,updatedBy}'::text[]`;
/** SQL that is true if an entry changed nothing but withheld fields, which are given by record type. */
const isWithheldChange = `(b.before IS NOT NULL AND b.after IS NOT NULL AND ${stateOf('before')} IS DISTINCT FROM ${stateOf('after')}
  AND EXISTS (SELECT FROM (SELECT ARRAY(SELECT jsonb_array_elements_text(?::jsonb -> b.object_type)) AS fields) w
    WHERE ${stateOf('before')} - w.fields = ${stateOf('after')} - w.fields))`;

/** SQL for the names of the participants and tax characterizations in a record's rows, by id. */
export const rowNamesSql = `(SELECT jsonb_object_agg(n.id, n.name) FROM (
  SELECT p.id, p.name FROM participant p WHERE p.tenant_id = b.tenant_id
    AND b.object_type IN ('allocationProfile', 'entity') AND p.id IN (
      SELECT (row ->> 'participantId')::uuid FROM (VALUES (b.before), (b.after)) state (record)
      CROSS JOIN LATERAL (SELECT jsonb_array_elements(coalesce(nullif(record -> 'entries', 'null'), '[]')) AS row
        UNION ALL SELECT jsonb_array_elements(coalesce(nullif(record -> 'members', 'null'), '[]'))) part)
  UNION ALL SELECT r.id, r.description FROM reference_entry r WHERE r.tenant_id = b.tenant_id
    AND b.object_type = 'taxProfile' AND r.id IN (
      SELECT (row ->> 'taxCharacterizationId')::uuid FROM (VALUES (b.before), (b.after)) state (record)
      CROSS JOIN LATERAL jsonb_array_elements(coalesce(nullif(record -> 'taxProfileRates', 'null'), '[]')) row)) n)`;

/** An entry as stored: the record before and after, and the names of the participants and tax characterizations in its rows, by id. */
export interface StoredActivity extends Omit<ActivityEntry, 'changes' | 'changeText'> {
  readonly before: unknown;
  readonly after: unknown;
  readonly names: Readonly<Record<string, string>> | null;
  /** True for an entry on a saved view that the reader owns, or that they changed. */
  readonly isOfOwnView: boolean;
}

/** The audit log, newest first: the entries of one record, or of a record and everything below it. */
export const activityList = defineListQuery<StoredActivity>({
  base: { table: 'activity' },
  columns: {
    objectId: { value: 'b.object_id' },
    objectType: column('text', 'b.object_type'),
    objectName: column('text', `coalesce(b.object_name, '')`),
    containerId: { value: 'b.container_id' },
    isOfPay: { value: isPayEntrySql('b') },
    operation: column('text', 'b.operation'),
    action: { value: action, sort: `lower(${action})` },
    // Sorted by sequence number: the entries of one transaction have the same time.
    createdDate: { value: 'b.created_at', sort: 'b.seq' },
    createdBy: column('text', `coalesce(b.person_name, '')`),
    reason: column('longText', 'b.reason'),
    before: { value: 'b.before' },
    after: { value: 'b.after' },
    names: { value: rowNamesSql },
    isOfOwnView: {
      value: `(b.object_type = 'savedView' AND (b.person_id = (SELECT current_person()) OR EXISTS (SELECT FROM saved_view v
        WHERE v.tenant_id = b.tenant_id AND v.id = b.object_id AND v.created_by = (SELECT current_person()))))`,
    },
  },
  search: {
    text: `lower(${action} || E'\\n' || coalesce(b.object_name, '') || E'\\n' || coalesce(b.person_name, ''))`,
  },
  filters: {
    objectId: condition('b.object_id = ?::uuid'),
    containerId: condition(`(b.object_id IN ${recordTreeSql} OR b.container_id IN ${recordTreeSql})`),
    // A note or document is readable for people who may read its record. Notes of compensation on an employee are
    // readable for people who may read pay.
    withheld: condition('b.operation <> ALL (?::text[])'),
    withheldFields: condition(`NOT ${isWithheldChange}`),
    types: condition(isReadableEntry('b', '?::text[]')),
  },
  defaultSort: { field: 'createdDate', ascending: false },
});
