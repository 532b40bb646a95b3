import { computeProfile, type ProfileEntry } from '../allocation/index.ts';
import { decimal, hundred, numberText } from '../kernel/index.ts';
import { type Desk, groups, keyOf, optional, type Values } from './desk.ts';
import { isSame } from './difference.ts';
import type { ExistingRecord } from './existing.ts';
import { findContainer } from './findContainer.ts';
import { storedParticipant } from './planParticipants.ts';
import type { CarryPlan, PlanRow } from './sheets.ts';

type Row = PlanRow<'allocationProfiles'>;
type Group = readonly [Row, ...Row[]];
export interface PlannedEntry {
  readonly participantId: string;
  readonly predilute?: string | null | undefined;
  readonly fixed?: string | null | undefined;
  readonly discretionary?: string | null | undefined;
  readonly shares?: string | null | undefined;
  readonly participantClass?: { readonly id: string } | null | undefined;
  readonly vestingSchedule?: { readonly id: string } | null | undefined;
}
const idOf = (reference: unknown): string | undefined => (reference as { id?: string } | null | undefined)?.id;

/** The stored profile of a container and name, the newest of its versions. */
function storedProfile(desk: Desk, containerId: string, name: string): ExistingRecord | undefined {
  return desk.existing.allocationProfile
    .filter((each) => idOf(each['container']) === containerId && keyOf(String(each['name'])) === keyOf(name))
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

/** Plans a profile: made, changed, or, where a distribution uses it, written as the next version. */
export function putProfile(
  desk: Desk,
  profile: {
    readonly containerId: string;
    readonly name: string;
    readonly values: Values;
    readonly entries: readonly PlannedEntry[];
  },
): void {
  const { containerId, name, values, entries } = profile;
  const title = 'Allocation profiles';
  const before = storedProfile(desk, containerId, name);
  const whole = { container: { id: containerId }, name, ...values, entries };
  if (!before) return desk.put('allocationProfile', title, undefined, desk.newId(), whole);
  const stored = (before['entries'] ?? []) as readonly Values[];
  const isUnchanged =
    stored.length === entries.length &&
    entries.every((entry, at) => entryFields.every((field) => isSame(stored[at]?.[field], entry[field]))) &&
    Object.entries(values).every(([field, value]) => value === undefined || isSame(before[field], value));
  if (isUnchanged) return desk.put('allocationProfile', title, before, before.id, {});
  if (before['isInUse'] === true) return desk.putVersion('allocationProfile', title, before, whole);
  desk.writes.push({ kind: 'allocationProfile', id: before.id, rowVersion: before.rowVersion, values: whole });
  desk.count(title, 'updated');
}

function entryOf(desk: Desk, plan: CarryPlan, row: Row): PlannedEntry | undefined {
  const participantId = desk.names.find('participant', row.participant);
  if (!participantId) {
    desk.refuse('allocationProfiles', row.row, 'participant', `There is no participant '${row.participant}'`);
    return undefined;
  }
  const participantClass = optional(row.participantClass, (words) => desk.entry('participant-class', words));
  const schedule = optional(row.vestingSchedule, (name) => desk.names.find('vestingSchedule', name) ?? '');
  if (!row.participantClass) desk.refuse('allocationProfiles', row.row, 'participantClass', 'is required');
  if (!row.vestingSchedule) desk.refuse('allocationProfiles', row.row, 'vestingSchedule', 'is required');
  else if (schedule === '') {
    desk.refuse(
      'allocationProfiles',
      row.row,
      'vestingSchedule',
      `There is no vesting schedule '${row.vestingSchedule}'`,
    );
  } else {
    const classOf = classOfSchedule(desk, plan, row.vestingSchedule);
    if (classOf && participantClass && classOf !== participantClass.id) {
      desk.refuse(
        'allocationProfiles',
        row.row,
        'vestingSchedule',
        `is a schedule of another class than '${row.participantClass}'`,
      );
    }
  }
  const { predilute, fixed, discretionary, shares } = row;
  return {
    participantId,
    predilute,
    fixed,
    discretionary,
    shares,
    participantClass,
    vestingSchedule: schedule ? { id: schedule } : null,
  };
}

function classOfSchedule(desk: Desk, plan: CarryPlan, name: string): string | undefined {
  const row = plan.vestingSchedules.find((each) => keyOf(each.name) === keyOf(name));
  if (row) return row.participantClass ? desk.knownEntry('participant-class', row.participantClass)?.id : undefined;
  return idOf(
    desk.existing.vestingSchedule.find((each) => keyOf(String(each['name'])) === keyOf(name))?.['participantClass'],
  );
}

const same = ['method', 'effectiveDate', 'current'] as const;
const number = (text: string | null | undefined) => (text ? decimal(text) : undefined);

function checkGroup(desk: Desk, rows: Group): void {
  const [first] = rows;
  const seen = new Map<string, number>();
  for (const row of rows) {
    for (const column of same) {
      if ((row[column] ?? null) !== (first[column] ?? null)) {
        desk.refuse(
          'allocationProfiles',
          row.row,
          column,
          `is another one than in row ${first.row} of the same profile`,
        );
      }
    }
    const earlier = seen.get(keyOf(row.participant));
    if (earlier !== undefined) {
      desk.refuse(
        'allocationProfiles',
        row.row,
        'participant',
        `'${row.participant}' stands in row ${earlier} already`,
      );
    }
    seen.set(keyOf(row.participant), row.row);
    const isSharesRow = first.method === 'shares';
    const wrong = isSharesRow ? (['predilute', 'fixed', 'discretionary'] as const) : (['shares'] as const);
    for (const column of wrong) {
      if (row[column] && !decimal(row[column]).isZero())
        desk.refuse('allocationProfiles', row.row, column, `has no place in a profile by ${first.method}`);
    }
  }
  checkTotals(desk, rows);
}

/** The product's own calculation decides what is over 100 and which entry contradicts itself. */
function checkTotals(desk: Desk, rows: Group): void {
  const [first] = rows;
  const entries = rows.map(
    ({ row, predilute, fixed, discretionary, shares }): ProfileEntry => ({
      id: String(row),
      predilute: number(predilute),
      fixed: number(fixed),
      discretionary: number(discretionary),
      shares: number(shares),
    }),
  );
  const computed = computeProfile({ method: first.method as 'percent' | 'shares', entries });
  if (computed.isErr()) {
    for (const { detail } of computed.error) desk.refuse('allocationProfiles', first.row, null, detail);
    return;
  }
  for (const [at, { error }] of computed.value.entries.entries()) {
    if (error)
      desk.refuse(
        'allocationProfiles',
        rows[at]!.row,
        'predilute',
        'stands beside a fixed or discretionary percentage',
      );
  }
  const { effective } = computed.value.totals;
  if (effective.greaterThan(hundred)) {
    const column = first.method === 'shares' ? 'shares' : 'fixed';
    desk.refuse(
      'allocationProfiles',
      rows.at(-1)!.row,
      column,
      `'${first.profile}' allocates ${numberText(effective)} percent, more than 100`,
    );
  }
}

/** Plans the profiles of funds, coinvestments, tranches and holdings. */
export function planProfiles(desk: Desk, plan: CarryPlan): void {
  const all = groups(plan.allocationProfiles, (row) =>
    [row.containerType, row.container, row.profile].map(keyOf).join('|'),
  );
  const current = new Map<string, Row>();
  for (const rows of all) {
    const [first] = rows;
    if (rows.some(({ faulty }) => faulty)) continue;
    checkGroup(desk, rows);
    const containerId = findContainer(desk, first.containerType, first.container);
    if (!containerId) {
      desk.refuse(
        'allocationProfiles',
        first.row,
        'container',
        `There is no ${first.containerType.toLowerCase()} '${first.container}'`,
      );
    }
    const entries = rows.flatMap((row) => entryOf(desk, plan, row) ?? []);
    if (!containerId) continue;
    const other = first.current === 'yes' ? current.get(containerId) : undefined;
    if (other)
      desk.refuse(
        'allocationProfiles',
        first.row,
        'current',
        `the profile of row ${other.row} is the current one of '${first.container}' already`,
      );
    if (first.current === 'yes') current.set(containerId, first);
    putProfile(desk, {
      containerId,
      name: first.profile,
      values: {
        effectiveDate: first.effectiveDate,
        isShareBased: first.method === 'shares',
        isCurrent: optional(first.current, (answer) => answer === 'yes') ?? undefined,
      },
      entries,
    });
  }
}

/** An entity passes its share on by a profile of its own: its members with their percentages. */
export function planMemberProfiles(desk: Desk, plan: CarryPlan): void {
  const all = groups(plan.entityMembers, ({ entity }) => keyOf(entity));
  const membersOf = new Map(all.map((rows) => [keyOf(rows[0].entity), rows.map(({ member }) => keyOf(member))]));
  const depthOf = (code: string, above: readonly string[] = []): number =>
    above.includes(code)
      ? 0
      : 1 + Math.max(0, ...(membersOf.get(code) ?? []).map((member) => depthOf(member, [...above, code])));
  // An entity among the members needs its own profile before.
  const innermostFirst = [...all].sort((a, b) => depthOf(keyOf(a[0].entity)) - depthOf(keyOf(b[0].entity)));
  for (const rows of innermostFirst) {
    const [{ entity }] = rows;
    const entityId = desk.names.find('participant', entity);
    if (!entityId || rows.some(({ faulty }) => faulty)) continue;
    const row = plan.participants.find(({ code }) => keyOf(code) === keyOf(entity));
    const stored = storedParticipant(desk, entity);
    const name = `${row?.name ?? String(stored?.record['name'] ?? entity)} Allocation Profile`.slice(0, 200);
    const entries = rows.flatMap(({ member, effective }) => {
      const participantId = desk.names.find('participant', member);
      return participantId ? [{ participantId, fixed: effective, ...rulesOfMember(desk, plan, member) }] : [];
    });
    const before = storedProfile(desk, entityId, name);
    const values = before ? {} : { effectiveDate: firstDate(plan), isShareBased: false, isCurrent: true };
    putProfile(desk, { containerId: entityId, name, values, entries });
  }
}

/** The plan does not say since when; its members share from the first day that any profile of it counts. */
const firstDate = (plan: CarryPlan): string =>
  [
    ...plan.allocationProfiles.filter(({ faulty }) => !faulty).map(({ effectiveDate }) => effectiveDate),
    ...plan.distribution.map(({ date }) => date),
  ]
    .filter(Boolean)
    .sort()[0] ?? '1900-01-01';

/** A member's class, and the schedule of that class: the sheet of members has neither. */
function rulesOfMember(desk: Desk, plan: CarryPlan, member: string) {
  const words = plan.participants.find(({ code }) => keyOf(code) === keyOf(member))?.participantClass;
  const classId = words
    ? desk.entry('participant-class', words).id
    : idOf(storedParticipant(desk, member)?.record['participantClass']);
  if (!classId) return { participantClass: null, vestingSchedule: null };
  const planned = plan.vestingSchedules.find(
    (each) => each.participantClass && desk.knownEntry('participant-class', each.participantClass)?.id === classId,
  );
  const stored = desk.existing.vestingSchedule.find((each) => idOf(each['participantClass']) === classId);
  const schedule = planned ? desk.names.find('vestingSchedule', planned.name) : stored?.id;
  return { participantClass: { id: classId }, vestingSchedule: schedule ? { id: schedule } : null };
}
