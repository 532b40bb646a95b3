import { decimal, required } from '../../kernel/index.ts';
import { checkScheduleRows } from '../vesting/index.ts';
import { type PlanState, groups, normalizeKey, optional } from './planState.ts';
import type { ExistingRecord } from './existingRecords.ts';
import type { CarryPlan, PlanRow } from './sheets.ts';

const named = (records: readonly ExistingRecord[], name: string): ExistingRecord | undefined =>
  records.find((record) => normalizeKey(String(record['name'])) === normalizeKey(name));

/** Assigns every schedule and tax profile an id before other rows refer to it. */
export function nameRules(state: PlanState, plan: CarryPlan): void {
  for (const kind of ['vestingSchedule', 'taxProfile'] as const) {
    for (const record of state.existing[kind]) state.names.set(kind, String(record['name']), record.id);
    for (const { name } of kind === 'vestingSchedule' ? plan.vestingSchedules : plan.taxProfiles) {
      if (name !== '' && !state.names.find(kind, name)) state.names.set(kind, name, state.newId());
    }
  }
}

const scheduleColumns = { start: 'start', end: 'end', vested: 'vested' } as const;

/** Plans vesting schedules. Rows with the same name form one schedule. Its last row must be open-ended with 100. */
export function planVestingSchedules(state: PlanState, plan: CarryPlan): void {
  for (const rows of groups(plan.vestingSchedules, ({ name }) => normalizeKey(name))) {
    const first = rows.find(({ faulty }) => !faulty);
    if (!first) continue;
    const last = rows.length - 1;
    const details = rows.map(({ start, end, vested }, at) => ({
      periodStart: Number(start),
      periodEnd: at === last || !end ? null : Number(end),
      vestedPercentage: vested,
    }));
    // An unreadable cell is blank here. Its row already has an error.
    const checked = rows.map(({ start, end, vested }) => ({
      start: start ? Number(start) : null,
      end: end ? Number(end) : null,
      vested: vested ? decimal(vested) : null,
    }));
    for (const { path, detail } of checkScheduleRows(checked)) {
      const row = rows[Number(path[1] ?? 0)] ?? first;
      if (row.faulty) continue;
      const column = scheduleColumns[path[2] as keyof typeof scheduleColumns] ?? null;
      state.refuse('vestingSchedules', row.row, column, detail);
    }
    for (const row of rows) {
      if (row.faulty || normalizeKey(row.participantClass ?? '') === normalizeKey(first.participantClass ?? ''))
        continue;
      state.refuse('vestingSchedules', row.row, 'participantClass', `must be the same as in row ${first.row}`);
    }
    if (rows.some(({ faulty }) => faulty)) continue;
    state.put(
      'vestingSchedule',
      'Vesting schedules',
      named(state.existing.vestingSchedule, first.name),
      required(state.names.find('vestingSchedule', first.name), 'the id of a planned schedule'),
      {
        name: first.name,
        participantClass: optional(first.participantClass, (label) =>
          state.entry('participant-class', label, { sheet: 'vestingSchedules', row: first.row }),
        ),
        details,
      },
    );
  }
}

type TaxRow = PlanRow<'taxProfiles'>;
interface StoredRate {
  readonly id: string;
  readonly taxCharacterizationId: string;
}

function checkTaxRows(state: PlanState, [first, ...others]: readonly [TaxRow, ...TaxRow[]]): void {
  const seen = new Map<string, number>();
  for (const row of [first, ...others]) {
    if (row.subject !== first.subject) {
      state.refuse('taxProfiles', row.row, 'subject', `must be the same as in row ${first.row}`);
    }
    if (first.subject === 'no') {
      if (row.characterization) {
        state.refuse(
          'taxProfiles',
          row.row,
          'characterization',
          'must be empty if the profile is not subject to characterization',
        );
      } else if (row !== first)
        state.refuse('taxProfiles', row.row, 'name', `'${row.name}' is already in row ${first.row}`);
      continue;
    }
    if (!row.characterization) state.refuse('taxProfiles', row.row, 'characterization', 'is required');
    const earlier = seen.get(normalizeKey(row.characterization ?? ''));
    if (earlier !== undefined && row.characterization) {
      state.refuse(
        'taxProfiles',
        row.row,
        'characterization',
        `'${row.characterization}' is already in row ${earlier}`,
      );
    }
    seen.set(normalizeKey(row.characterization ?? ''), row.row);
  }
}

/** Plans tax profiles. Rows with the same name form one profile: a rate for each characterization, or a single rate. */
export function planTaxProfiles(state: PlanState, plan: CarryPlan): void {
  for (const rows of groups(plan.taxProfiles, ({ name }) => normalizeKey(name))) {
    const [first, ...others] = rows.filter(({ faulty }) => !faulty);
    if (!first) continue;
    const before = named(state.existing.taxProfile, first.name);
    checkTaxRows(state, [first, ...others]);
    if (rows.length > others.length + 1) continue;
    const isSubject = first.subject === 'yes';
    const stored = (before?.['taxProfileRates'] ?? []) as readonly StoredRate[];
    const planned = (isSubject ? rows : []).flatMap(({ characterization, rate, row }) => {
      if (!characterization) return [];
      const { id: taxCharacterizationId } = state.entry('tax-characterization', characterization, {
        sheet: 'taxProfiles',
        row,
      });
      return [{ name: characterization, taxCharacterizationId, taxRate: rate, isInactive: false }];
    });
    const plannedFor = new Map(planned.map((rate) => [rate.taxCharacterizationId, rate]));
    const isStored = new Set(stored.map((rate) => rate.taxCharacterizationId));
    // Keep the rates of characterizations that the plan doesn't name.
    const merged = [
      ...stored.map((rate) => ({ ...rate, ...plannedFor.get(rate.taxCharacterizationId) })),
      ...planned.filter((rate) => !isStored.has(rate.taxCharacterizationId)),
    ];
    const id = required(state.names.find('taxProfile', first.name), 'the id of a planned tax profile');
    state.put('taxProfile', 'Tax profiles', before, id, {
      name: first.name,
      subjectToCharacterization: isSubject,
      taxRate: isSubject ? null : first.rate,
      isInactive: before ? undefined : false,
      taxProfileRates: isSubject ? merged : undefined,
    });
  }
}
