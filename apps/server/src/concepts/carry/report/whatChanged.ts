import { createHash } from 'node:crypto';
import { type ChangedEntry, changedEntries } from '@carrara/adapters/postgres/platform/activity/changedEntries';
import { defineReportQuery } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import { whatChanged as report } from '@carrara/contract/carry/reports/whatChanged';
import { type Grants, hasPermission, type Permission } from '@carrara/contract/core/permissions';
import { everyRecordType, findRecordType } from '@carrara/contract/core/recordType';
import { actionText } from '@carrara/contract/actions';
import { addMonths, type CalendarDate } from '@carrara/domain/kernel';
import { changesBetween, type FieldChange } from '../../activityChanges.ts';
import { readableChanges, withheldOperations } from '../../personalData.ts';

/** All viewers of carry can read the report, so it contains only what each of them may read. */
const viewer: Grants = { carry: 'viewer' };
const withheld = withheldOperations(viewer);
const types = everyRecordType
  .filter(([, { annotated, permission }]) => annotated && hasPermission(viewer, `${permission}.view` as Permission))
  .map(([type]) => type);

interface Change {
  readonly entry: ChangedEntry;
  readonly change: FieldChange;
}

/** Returns the first and last value of each field. A field that returned to its first value hasn't changed. */
function netOf(entries: readonly ChangedEntry[]): readonly Change[] {
  const created = new Set<string>();
  const net = new Map<string, Change>();
  for (const entry of entries.filter(({ operation }) => !withheld.includes(operation))) {
    const { objectId, before, after, names, operation } = entry;
    if (created.has(objectId) && after !== null) continue;
    const whole = { field: '', title: actionText(operation) };
    const objectNames = { before: entry.objectName, after: entry.objectName };
    if (before === null) created.add(objectId);
    // For a created or deleted record, that is the whole change.
    const { changes, reason } = readableChanges(
      entry,
      before === null
        ? [{ ...whole, ...objectNames, before: null }]
        : after === null
          ? [{ ...whole, ...objectNames, after: null }]
          : changesBetween(before, after, names ?? {}),
      viewer,
    );
    for (const change of changes) {
      const key = `${objectId} ${change.field}`;
      const first = net.get(key)?.change.before;
      net.set(key, {
        entry: { ...entry, reason },
        change: { ...change, before: first === undefined ? change.before : first },
      });
    }
  }
  return [...net.values()].filter(({ change: { before, after } }) => before !== after);
}

/**
 * True if the change is about the given participant. For an allocation profile, that means the participant's rows only.
 */
const isOf = ({ entry, change }: Change, participantId: string | null): boolean =>
  participantId === null || entry.objectId === participantId || change.field.includes(participantId);

/** Derives the same id for the same request, so that pages don't overlap. */
const rowId = (text: string): string => createHash('md5').update(text).digest('hex');

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Report on the audit log between the ends of two dates, summarized by record and field. */
export const whatChanged = defineReportQuery(report, {
  source: 'rows',
  async from(tx, values) {
    const until = (values['to'] ?? values['today']) as CalendarDate;
    const after = (values['from'] ?? addMonths(until, -1)) as CalendarDate;
    const participantId = textOf(values['participantId']);
    const span = { after, until, types, participantId };
    const named = [textOf(values['fundId']), textOf(values['coinvestmentId'])].filter((id) => id !== null);
    const entries: ChangedEntry[] = [];
    for (const containerId of named.length > 0 ? named : [null])
      entries.push(...(await changedEntries(tx, { ...span, containerId })));
    return netOf(entries)
      .filter((entry) => isOf(entry, participantId))
      .map(({ entry, change }) => ({
        id: rowId(`${entry.objectId} ${change.field}`),
        kind: findRecordType(entry.objectType)?.title ?? entry.objectType,
        objectId: entry.objectId,
        record: entry.objectName,
        figure: change.title,
        before: change.before,
        after: change.after,
        changedBy: entry.createdBy,
        changedDate: entry.createdDate,
        reason: entry.reason,
      }));
  },
});
