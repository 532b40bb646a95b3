import { displayedDate } from '@carrara/domain/kernel';
import { type PlanState, normalizeKey, type Values } from './planState.ts';
import { isMovedBack, type ImportChange, valueAsText } from './changes.ts';
import { isSameValue } from './difference.ts';
import type { ExistingRecord } from './existingRecords.ts';
import { referenceId } from './records.ts';

export interface PlannedEntry {
  readonly participantId: string;
  readonly predilute?: string | null | undefined;
  readonly fixed?: string | null | undefined;
  readonly discretionary?: string | null | undefined;
  readonly shares?: string | null | undefined;
  readonly participantClass?: { readonly id: string } | null | undefined;
  readonly vestingSchedule?: { readonly id: string } | null | undefined;
}
/** Returns the newest version of a container's stored profile with this name. */
export function storedProfile(state: PlanState, containerId: string, name: string): ExistingRecord | undefined {
  return state.existing.allocationProfile
    .filter(
      (each) =>
        referenceId(each['container']) === containerId && normalizeKey(String(each['name'])) === normalizeKey(name),
    )
    .sort((a, b) => Number(b['version']) - Number(a['version']))[0];
}

const entryFields = [
  'participantId',
  'predilute',
  'fixed',
  'discretionary',
  'shares',
  'participantClass',
  'vestingSchedule',
] as const;

/** Plans a profile: creates it, changes it or, if a distribution uses it, adds the next version. */
export function putProfile(
  state: PlanState,
  profile: {
    readonly containerId: string;
    readonly name: string;
    readonly values: Values;
    readonly entries: readonly PlannedEntry[];
  },
): void {
  const { containerId, name, values, entries } = profile;
  const title = 'Allocation profiles';
  const before = storedProfile(state, containerId, name);
  const defined = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const whole = { container: { id: containerId }, name, isCurrent: false, ...defined, entries };
  if (!before) return state.put('allocationProfile', title, undefined, state.newId(), whole);
  // A profile is saved as a whole, so carry over the fields that the plan doesn't have.
  const { description, effectiveDate, isCurrent, isShareBased } = before;
  const merged = { ...whole, description, effectiveDate, isCurrent, isShareBased, ...defined };
  const stored = (before['entries'] ?? []) as readonly Values[];
  const isUnchanged =
    stored.length === entries.length &&
    entries.every((entry, at) => entryFields.every((field) => isSameValue(stored[at]?.[field], entry[field]))) &&
    Object.entries(values).every(([field, value]) => value === undefined || isSameValue(before[field], value));
  if (isUnchanged) return state.put('allocationProfile', title, before, before.id, {});
  reportChanges(state, title, before, values, entries);
  if (before['isInUse'] === true) return state.putVersion('allocationProfile', title, before, merged);
  state.writes.push({ kind: 'allocationProfile', id: before.id, rowVersion: before.rowVersion, values: merged });
  state.count(title, 'updated');
}

const labels = { effectiveDate: 'Effective date', isShareBased: 'By shares', isCurrent: 'Default' } as const;
const inputs = ['predilute', 'fixed', 'discretionary', 'shares', 'participantClass', 'vestingSchedule'] as const;

/** Records each changed field and share. Adds a warning if the effective date moves back. */
function reportChanges(
  state: PlanState,
  title: string,
  before: ExistingRecord,
  values: Values,
  entries: readonly PlannedEntry[],
): void {
  const record = [state.nameOf(referenceId(before['container']) ?? ''), before['name']].filter(Boolean).join(', ');
  const change = (field: string, from: string | null, to: string | null) =>
    state.changes.push({ kind: title, record, field, before: from, after: to } satisfies ImportChange);
  for (const [field, text] of Object.entries(labels)) {
    const value = values[field];
    if (value === undefined || isSameValue(before[field], value)) continue;
    change(text, valueAsText(before[field], state.nameOf), valueAsText(value, state.nameOf));
  }
  if (isMovedBack(before['effectiveDate'], values['effectiveDate'])) {
    const [from, to] = [before['effectiveDate'], values['effectiveDate']].map((date) => displayedDate(String(date)));
    state.warnings.push(`${record}: Effective date changes from ${from ?? ''} to ${to ?? ''}.`);
  }
  const stored = new Map(
    ((before['entries'] ?? []) as readonly Values[]).map((entry) => [String(entry['participantId']), entry]),
  );
  const planned = new Set(entries.map(({ participantId }) => participantId));
  for (const entry of entries) {
    const old = stored.get(entry.participantId);
    if (old && inputs.every((field) => isSameValue(old[field], entry[field]))) continue;
    change(state.nameOf(entry.participantId) ?? '', old ? asText(state, old) : null, asText(state, entry));
  }
  for (const [id, entry] of stored) if (!planned.has(id)) change(state.nameOf(id) ?? '', asText(state, entry), null);
}

const asText = (state: PlanState, entry: Values | PlannedEntry): string => {
  const values = entry as Values;
  return inputs
    .flatMap((field) => {
      const text = valueAsText(values[field], state.nameOf);
      return text === null
        ? []
        : [field === 'participantClass' || field === 'vestingSchedule' ? text : `${field} ${text}`];
    })
    .join(', ');
};
