import { required } from '../../kernel/index.ts';
import { type PlanState, normalizeKey, optional } from './planState.ts';
import type { ExistingRecord, RecordKind } from './existingRecords.ts';
import { entityDepth, mayHaveType, plannedMembers } from './members.ts';
import type { CarryPlan, PlanRow } from './sheets.ts';
import { planLeaving, statusValue } from './planLeaving.ts';
import { referenceId } from './records.ts';

type Row = PlanRow<'participants'>;
type Kind = 'employee' | 'trust' | 'entity';
const kindOf = (type: string): Kind => type.toLowerCase() as Kind;
const kinds = ['employee', 'trust', 'entity'] as const satisfies readonly RecordKind[];

/** Returns a stored participant of any kind by code. */
export function storedParticipant(state: PlanState, code: string): { kind: Kind; record: ExistingRecord } | undefined {
  for (const kind of kinds) {
    const record = state.existing[kind].find((each) => normalizeKey(String(each['code'] ?? '')) === normalizeKey(code));
    if (record) return { kind, record };
  }
  return undefined;
}

/**
 * Returns the reason against an entity as a participant of a profile: without a profile of its own, it can't pass its
 * share on to members. Undefined for an entity that has one or gets it with the plan, and for other participants.
 */
export function missingMembers(state: PlanState, plan: CarryPlan, code: string): string | undefined {
  const isNamed = (name: string) => normalizeKey(name) === normalizeKey(code);
  const row = plan.participants.find((each) => isNamed(each.code));
  const stored = storedParticipant(state, code);
  if (row ? row.type !== 'Entity' : stored?.kind !== 'entity') return undefined;
  const hasProfile =
    plan.entityMembers.some(({ entity }) => isNamed(entity)) ||
    state.existing.allocationProfile.some(
      (each) => referenceId(each['container']) === stored?.record.id && each['isCurrent'] === true,
    );
  return hasProfile ? undefined : `'${code}' is an entity without members. Add them to the sheet Entity Members`;
}

/** Assigns every participant an id before other rows refer to it. */
export function nameParticipants(state: PlanState, plan: CarryPlan): void {
  for (const kind of kinds) {
    for (const record of state.existing[kind]) {
      if (record['code']) state.names.set('participant', String(record['code']), record.id);
    }
  }
  const first = new Map<string, number>();
  for (const { row, code } of plan.participants) {
    if (code === '') continue;
    const earlier = first.get(normalizeKey(code));
    if (earlier !== undefined) state.refuse('participants', row, 'code', `'${code}' is already in row ${earlier}`);
    else first.set(normalizeKey(code), row);
    if (!state.names.find('participant', code)) state.names.set('participant', code, state.newId());
  }
}

function checkRow(state: PlanState, row: Row, before: ReturnType<typeof storedParticipant>): void {
  const refuse = (column: Parameters<typeof state.refuse<'participants'>>[2], reason: string) =>
    state.refuse('participants', row.row, column, reason);
  if (before && before.kind !== kindOf(row.type))
    refuse('type', `'${row.code}' already exists with another type: ${before.kind}`);
  const isTerminated = row.status === 'Terminated';
  // Without the column, the stored date stays.
  const terminationDate = row.terminationDate === undefined ? before?.record['terminationDate'] : row.terminationDate;
  if (row.type === 'Employee' && isTerminated && !terminationDate)
    refuse('terminationDate', 'is required for a terminated employee');
  if (row.status && !isTerminated && row.terminationDate)
    refuse('status', 'must be Terminated, because there is a termination date');
  if (row.hireDate && row.terminationDate && row.terminationDate < row.hireDate)
    refuse('terminationDate', 'is before the hire date');
  if (row.employee && row.type !== 'Trust') refuse('employee', 'is for trusts only');
}

/** Splits a name, because the plan has only one name field: 'Amelia van der Berg' becomes 'Amelia' and 'van der Berg'. */
function nameParts(name: string): { firstName: string | null; lastName: string } {
  const [first = '', ...rest] = name.split(/\s+/);
  return rest.length > 0 ? { firstName: first, lastName: rest.join(' ') } : { firstName: null, lastName: name };
}

function employeeValues(row: Row, before: ExistingRecord | undefined) {
  const isRenamed = before?.['formattedName'] !== row.name;
  const { firstName, lastName } = nameParts(row.name);
  const names = {
    firstName,
    lastName,
    name: row.name,
    formattedName: row.name,
    alternateFormattedName: firstName ? `${lastName}, ${firstName}` : lastName,
  };
  return { ...(isRenamed ? names : {}), businessTitle: row.title, hireDate: row.hireDate };
}

/** Returns the first date on which the plan mentions a participant: the hire date or, without one, the earliest profile that names them. */
function eligibleFrom(plan: CarryPlan, row: Row, hireDate: string | null | undefined): string | null {
  if (hireDate) return hireDate;
  const dates = plan.allocationProfiles
    .filter(({ participant, faulty }) => !faulty && normalizeKey(participant) === normalizeKey(row.code))
    .map(({ effectiveDate }) => effectiveDate);
  const all =
    dates.length > 0
      ? dates
      : plan.allocationProfiles.filter(({ faulty }) => !faulty).map(({ effectiveDate }) => effectiveDate);
  return [...all].sort()[0] ?? plan.distribution[0]?.date ?? null;
}

function planAssignments(state: PlanState, row: Row, participantId: string): void {
  const stored = state.existing.taxProfileAssignment.filter(
    (each) => referenceId(each['participant']) === participantId,
  );
  const names = (row.taxProfiles ?? '')
    .split(';')
    .map((name) => name.trim())
    .filter(Boolean);
  const requestedIds = new Set<string>();
  for (const name of names) {
    const taxProfile = state.names.find('taxProfile', name);
    if (!taxProfile) state.refuse('participants', row.row, 'taxProfiles', `There is no tax profile '${name}'`);
    else if (requestedIds.has(taxProfile))
      state.refuse('participants', row.row, 'taxProfiles', `'${name}' is named twice`);
    else {
      requestedIds.add(taxProfile);
      const before = stored.find((each) => referenceId(each['taxProfile']) === taxProfile);
      state.put('taxProfileAssignment', 'Tax profiles of participants', before, before?.id ?? state.newId(), {
        taxProfile: { id: taxProfile },
        targetType: 'participant',
        participant: { id: participantId },
      });
    }
  }
  if (row.taxProfiles === undefined) return;
  for (const { taxProfile } of stored) {
    if (requestedIds.has(referenceId(taxProfile) ?? '')) continue;
    const name = state.existing.taxProfile.find(({ id }) => id === referenceId(taxProfile))?.['name'];
    state.notes.push(
      `${row.code} ${row.name} keeps the tax profile '${String(name)}', which isn’t in the plan. Nothing is deleted.`,
    );
  }
}

const hasShortName = (trust: ExistingRecord | undefined): boolean =>
  trust !== undefined && trust['name'] !== trust['legalName'];

/** Refuses trusts that would have the name of another one, because lists and letters name a trust by its name alone. */
function refuseTwins(state: PlanState, rows: readonly Row[]): void {
  const trusts = rows.filter(({ type }) => type === 'Trust');
  const storedOf = (row: Row) => storedParticipant(state, row.code)?.record;
  const planned = new Set(trusts.map((row) => storedOf(row)?.id));
  const names = new Set(
    state.existing.trust.filter(({ id }) => !planned.has(id)).map((trust) => normalizeKey(String(trust['name']))),
  );
  for (const row of trusts) {
    const stored = storedOf(row);
    const name = hasShortName(stored) ? String(stored?.['name']) : row.name;
    if (names.has(normalizeKey(name)))
      state.refuse(
        'participants',
        row.row,
        'name',
        `Another trust is called '${name}'. Add what tells them apart, such as the year in which the trust was formed`,
      );
    names.add(normalizeKey(name));
  }
}

const yes = (answer: string | null | undefined) => (answer === undefined ? undefined : answer === 'yes');

function planRow(state: PlanState, plan: CarryPlan, row: Row): void {
  const location = { sheet: 'participants', row: row.row } as const;
  const stored = storedParticipant(state, row.code);
  checkRow(state, row, stored);
  const kind = kindOf(row.type);
  const before = stored?.kind === kind ? stored.record : undefined;
  const id = required(state.names.find('participant', row.code), 'the id of a planned participant');
  const employeeRow = plan.participants.find(
    ({ code }) => row.employee && normalizeKey(code) === normalizeKey(row.employee),
  );
  const isEmployee = employeeRow
    ? mayHaveType(employeeRow, 'Employee')
    : storedParticipant(state, row.employee ?? '')?.kind === 'employee';
  if (row.employee && !isEmployee)
    state.refuse('participants', row.row, 'employee', `There is no employee '${row.employee}'`);
  const employeeId = row.employee ? state.names.find('participant', row.employee) : undefined;
  const members = kind === 'entity' ? plannedMembers(state, plan, row.code) : undefined;
  state.put(kind, 'Participants', before, id, {
    code: row.code,
    ...(kind === 'employee'
      ? {
          ...employeeValues(row, before),
          title: optional(row.title, (label) => state.entry('title', label, location)),
          office: optional(row.office, (label) => state.entry('office', label, location)),
        }
      : { name: kind === 'trust' && hasShortName(before) ? undefined : row.name }),
    ...(kind === 'trust' ? { legalName: row.name, employee: employeeId ? { id: employeeId } : row.employee } : {}),
    ...(members ? { members } : {}),
    ...(kind === 'entity'
      ? {}
      : {
          participantClass: optional(row.participantClass, (label) =>
            state.entry('participant-class', label, location),
          ),
        }),
    ...(kind === 'employee'
      ? planLeaving(state, row, before)
      : {
          status:
            row.status || !before ? statusValue(row.status === 'Terminated' ? 'TERMINATED' : 'ACTIVE') : undefined,
          terminationDate: row.terminationDate,
        }),
    isForeign: yes(row.foreign) ?? (before ? undefined : false),
    isEscrowExempt: yes(row.escrowExempt) ?? (before ? undefined : false),
    defaultEscrow: row.defaultEscrow,
    // Everyone in a carry plan is carry-eligible, but the plan has no column for the start date.
    carryEligibleDate: before?.['carryEligibleDate']
      ? undefined
      : eligibleFrom(plan, row, row.hireDate ?? employeeRow?.hireDate),
  });
  planAssignments(state, row, id);
}

/** Plans employees first, then trusts, then entities, so that each comes after the participants it refers to. */
export function planParticipants(state: PlanState, plan: CarryPlan): void {
  const depthOf = entityDepth(plan);
  const rows = plan.participants.filter(({ faulty }) => !faulty).sort((a, b) => depthOf(a.code) - depthOf(b.code));
  refuseTwins(state, rows);
  for (const type of ['Employee', 'Trust', 'Entity']) {
    for (const row of rows) if (row.type === type) planRow(state, plan, row);
  }
}
