import { TOTAL_PERCENT_DECIMALS } from '../allocation/index.ts';
import { type Decimal, decimal, hundred, numberText, roundTo, zero } from '../../kernel/index.ts';
import { type PlanState, groups, normalizeKey } from './planState.ts';
import type { CarryPlan } from './sheets.ts';

interface StoredMember {
  readonly id: string;
  readonly participantId: string;
}

/** Returns an entity's members in the form of its record; undefined if the plan doesn't list them. */
export function plannedMembers(state: PlanState, plan: CarryPlan, entity: string): readonly object[] | undefined {
  const rows = plan.entityMembers.filter((row) => !row.faulty && normalizeKey(row.entity) === normalizeKey(entity));
  if (rows.length === 0) return undefined;
  const record = state.existing.entity.find(
    (each) => normalizeKey(String(each['code'] ?? '')) === normalizeKey(entity),
  );
  const stored = (record?.['members'] ?? []) as readonly StoredMember[];
  return rows.flatMap(({ member }) => {
    const participantId = state.names.find('participant', member);
    const existing = stored.find((each) => each.participantId === participantId);
    return participantId ? [existing ? { id: existing.id, participantId } : { participantId }] : [];
  });
}

/** Returns every entity with its members, by code. Entities that the plan doesn't list keep their stored members. */
function allMembers(state: PlanState, plan: CarryPlan): ReadonlyMap<string, readonly string[]> {
  const codeOf = new Map(
    [...state.existing.employee, ...state.existing.trust, ...state.existing.entity].map(({ id, code }) => [
      id,
      normalizeKey(String(code ?? id)),
    ]),
  );
  const found = new Map<string, readonly string[]>();
  for (const record of state.existing.entity) {
    const members = (record['members'] ?? []) as readonly StoredMember[];
    found.set(
      normalizeKey(String(record['code'] ?? record.id)),
      members.map(({ participantId }) => codeOf.get(participantId) ?? ''),
    );
  }
  for (const rows of groups(plan.entityMembers, ({ entity }) => normalizeKey(entity))) {
    found.set(
      normalizeKey(rows[0].entity),
      rows.map(({ member }) => normalizeKey(member)),
    );
  }
  return found;
}

/** Returns how deeply entities are nested below a code. Entities that are members must be created before the entity that contains them. */
export function entityDepth(plan: CarryPlan): (code: string) => number {
  const all = groups(plan.entityMembers, ({ entity }) => normalizeKey(entity));
  const members = new Map(
    all.map((rows) => [normalizeKey(rows[0].entity), rows.map(({ member }) => normalizeKey(member))]),
  );
  const depthOf = (code: string, above: readonly string[]): number =>
    above.includes(code)
      ? 0
      : 1 + Math.max(0, ...(members.get(code) ?? []).map((member) => depthOf(member, [...above, code])));
  return (code) => depthOf(normalizeKey(code), []);
}

const isWithin = (
  members: ReadonlyMap<string, readonly string[]>,
  label: string,
  from: string,
  seen = new Set<string>(),
): boolean => {
  if (seen.has(from)) return false;
  seen.add(from);
  return (members.get(from) ?? []).some((member) => member === label || isWithin(members, label, member, seen));
};

/** True if a participant has a type, or a wrong one that its own row reports. Rows that refer to it then don't repeat the error. */
export const mayHaveType = (
  { type, faulty }: CarryPlan['participants'][number],
  expected: 'Employee' | 'Trust' | 'Entity',
): boolean => type === expected || (faulty && type === '');

/** Checks that members exist, are named once and total 100.0000, and that no entity contains itself directly or indirectly. */
export function checkMembers(state: PlanState, plan: CarryPlan): void {
  const members = allMembers(state, plan);
  const isEntity = (code: string) => {
    const row = plan.participants.find((each) => normalizeKey(each.code) === normalizeKey(code));
    return row
      ? mayHaveType(row, 'Entity')
      : state.existing.entity.some((each) => normalizeKey(String(each['code'] ?? '')) === normalizeKey(code));
  };
  for (const rows of groups(plan.entityMembers, ({ entity }) => normalizeKey(entity))) {
    const [firstRow] = rows;
    const { entity } = firstRow;
    if (entity !== '' && !isEntity(entity)) {
      for (const { row } of rows) state.refuse('entityMembers', row, 'entity', `There is no entity '${entity}'`);
    }
    const first = new Map<string, number>();
    let total: Decimal = zero;
    for (const { row, member, effective, faulty } of rows) {
      if (faulty) continue;
      total = total.plus(decimal(effective));
      const earlier = first.get(normalizeKey(member));
      if (!state.names.find('participant', member)) {
        state.refuse('entityMembers', row, 'member', `There is no participant '${member}'`);
      } else if (earlier !== undefined) {
        state.refuse('entityMembers', row, 'member', `'${member}' is already in row ${earlier}`);
      } else if (
        normalizeKey(member) === normalizeKey(entity) ||
        isWithin(members, normalizeKey(entity), normalizeKey(member))
      ) {
        state.refuse('entityMembers', row, 'member', `'${entity}' would be a member of itself`);
      }
      first.set(normalizeKey(member), row);
    }
    const displayed = roundTo(total, TOTAL_PERCENT_DECIMALS);
    if (rows.some(({ faulty }) => faulty) || displayed.equals(hundred)) continue;
    state.refuse(
      'entityMembers',
      (rows.at(-1) ?? firstRow).row,
      'effective',
      `the members of '${entity}' must total 100%, not ${numberText(displayed)}%`,
    );
  }
}
