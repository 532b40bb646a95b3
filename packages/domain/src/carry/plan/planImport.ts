import type { ImportChange } from './changes.ts';
import { createPlanState, type PlanState, groups } from './planState.ts';
import type { ExistingRecords, ImportEffect, ImportWrite, WriteKind } from './existingRecords.ts';
import { checkMembers } from './members.ts';
import { nameContainers, planContainers } from './planContainers.ts';
import { planDistribution } from './planDistribution.ts';
import { nameParticipants, planParticipants } from './planParticipants.ts';
import { planMemberProfiles } from './planMemberProfiles.ts';
import { planProfiles } from './planProfiles.ts';
import { nameRules, planTaxProfiles, planVestingSchedules } from './planRules.ts';
import type { ReadPlan } from './readCarryPlan.ts';
import type { CalendarDate } from '../../kernel/index.ts';
import { sortByRow, type RowError } from '../../platform/upload/index.ts';
import { type CarryPlan, planSheets, type SheetKey } from './sheets.ts';

/**
 * The planned effects of an import. With errors, nothing is written: `writes` is empty, and the rest describes the effects of the rows without
 * errors.
 */
export interface ImportPlan {
  readonly effects: readonly ImportEffect[];
  readonly writes: readonly ImportWrite[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
  /** Changes that a person must confirm separately, such as moving a date back. */
  readonly warnings: readonly string[];
  /** Every changed field of an existing record, before and after. */
  readonly changes: readonly ImportChange[];
}

/**
 * Plans the changes of an uploaded carry plan. Records are matched by code or name, then created, changed if they differ, or left unchanged; none are
 * deleted. A profile that a distribution uses gets a new version. A distribution that is no longer a draft is left unchanged. Missing reference data
 * is created, except currencies and countries.
 *
 * Reports all errors together, each with sheet, row, column and reason.
 */
export function planImport(
  read: ReadPlan,
  existing: ExistingRecords,
  today: CalendarDate,
  newId: () => string,
): ImportPlan {
  const whole = planned(read, existing, today, newId);
  const errors = sortByRow(
    whole.errors,
    Object.values(planSheets).map(({ name }) => name),
  );
  if (errors.length === 0) {
    const { writes, warnings, changes } = whole;
    const entryNotes = newEntriesText(whole);
    // A firm's first plan brings its reference lists along. Later, an unknown word is more likely a typo.
    const isFirst = isWithoutRecords(existing);
    return {
      effects: whole.effects(),
      writes: inOrder(writes),
      errors,
      notes: [...whole.notes, ...(isFirst ? entryNotes : [])],
      warnings: [...warnings, ...(isFirst ? [] : entryNotes)],
      changes,
    };
  }
  // An error of a whole sheet or workbook leaves its rows unchecked, so there are no effects to report.
  const isTellable = errors.every(({ sheet, row }) => sheet !== '' && row !== null);
  const good = isTellable
    ? planned({ ...read, plan: withFaults(read.plan, errors) }, existing, today, newId)
    : undefined;
  return {
    effects: good?.effects() ?? [],
    writes: [],
    errors,
    // Nothing is written, and some of the planning notes would come from faulty rows. Keep only the notes from reading.
    notes: read.notes,
    warnings: [],
    changes: good?.changes ?? [],
  };
}

/** The order of kinds: each kind refers only to kinds before it, so all records of a kind can be created together. */
const kindsInOrder: readonly WriteKind[] = [
  'reference',
  'vestingSchedule',
  'taxProfile',
  'fund',
  'coinvestment',
  'investment',
  'fundInvestment',
  'coinvestmentInvestment',
  'tranche',
  'employee',
  'trust',
  'entity',
  'taxProfileAssignment',
  'allocationProfile',
  'distribution',
];
const inOrder = (writes: readonly ImportWrite[]): readonly ImportWrite[] =>
  kindsInOrder.flatMap((kind) => writes.filter((write) => write.kind === kind));

const isWithoutRecords = ({ references: _references, ...kinds }: ExistingRecords): boolean =>
  Object.values(kinds).every((records) => records.length === 0);

const MAX_LISTED_ROWS = 3;

/** Describes the reference entries that the plan creates, list by list, with the cells that use them. */
function newEntriesText({ newEntries }: PlanState): readonly string[] {
  return groups([...newEntries.values()], ({ type }) => type).map((entries) => {
    const named = entries.map(({ description, locations: entryLocations }) => {
      const locations = entryLocations
        .slice(0, MAX_LISTED_ROWS)
        .map(({ sheet, row }) => `${planSheets[sheet].name}, row ${row}`);
      const rest = entryLocations.length > locations.length ? [`${entryLocations.length - locations.length} more`] : [];
      return `'${description}' (${[...locations, ...rest].join('; ')})`;
    });
    const isSingle = named.length === 1;
    return `New or mistyped in the list '${entries[0].type.replaceAll('-', ' ')}': ${named.join(', ')}. ${isSingle ? 'It is' : 'They are'} added when you import the plan.`;
  });
}

/** Returns the plan with every faulty row marked. Such rows are registered by name but not planned. */
function withFaults(plan: CarryPlan, errors: readonly RowError[]): CarryPlan {
  const faulty = new Set(errors.map(({ sheet, row }) => `${sheet} ${row}`));
  const marked = Object.entries(plan).map(([key, rows]) => {
    const { name } = planSheets[key as SheetKey];
    const all = rows as readonly { readonly row: number }[];
    return [key, all.map((each) => (faulty.has(`${name} ${each.row}`) ? { ...each, faulty: true } : each))];
  });
  return Object.fromEntries(marked) as CarryPlan;
}

function planned(
  { plan, errors, notes }: ReadPlan,
  existing: ExistingRecords,
  today: CalendarDate,
  newId: () => string,
): PlanState {
  const state = createPlanState(existing, today, newId);
  state.errors.push(...errors);
  state.notes.push(...notes);
  nameContainers(state, plan);
  nameRules(state, plan);
  nameParticipants(state, plan);
  planVestingSchedules(state, plan);
  planTaxProfiles(state, plan);
  planContainers(state, plan);
  checkMembers(state, plan);
  planParticipants(state, plan);
  planMemberProfiles(state, plan);
  planProfiles(state, plan);
  planDistribution(state, plan);
  return state;
}
