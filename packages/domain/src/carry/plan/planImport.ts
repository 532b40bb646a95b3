import type { ImportChange } from './changes.ts';
import { createDesk, type Desk, groups } from './desk.ts';
import type { ExistingRecords, ImportEffect, ImportWrite, WriteKind } from './existing.ts';
import { checkMembers } from './members.ts';
import { nameContainers, planContainers } from './planContainers.ts';
import { planDistribution } from './planDistribution.ts';
import { nameParticipants, planParticipants } from './planParticipants.ts';
import { planMemberProfiles } from './planMemberProfiles.ts';
import { planProfiles } from './planProfiles.ts';
import { nameRules, planTaxProfiles, planVestingSchedules } from './planRules.ts';
import { type ReadPlan, readCarryPlan } from './readCarryPlan.ts';
import { inOrderOfRows, type RowError, type UploadedSheet } from '../../platform/upload/index.ts';
import { type CarryPlan, planSheets, type SheetKey } from './sheets.ts';

/** What an import would do. With errors it does nothing: `writes` is empty then, and the rest tells what the rows without an error would do. */
export interface ImportPlan {
  readonly effects: readonly ImportEffect[];
  readonly writes: readonly ImportWrite[];
  readonly errors: readonly RowError[];
  readonly notes: readonly string[];
  /** What a person has to say yes to by itself, such as a step back in time. */
  readonly warnings: readonly string[];
  /** Every field of a record that is there already which changes, before and after. */
  readonly changes: readonly ImportChange[];
}

/**
 * Decides what an uploaded carry plan changes: records are matched by code or name and made, changed where they differ or left as they are;
 * nothing is deleted. A profile that a distribution uses gets a new version, and a distribution that is no draft is left alone. Reference
 * data that the plan uses is made when missing, currencies and countries aside.
 *
 * All errors are told at once, each with sheet, row, column and reason.
 */
export function planImport(read: ReadPlan, existing: ExistingRecords, newId: () => string): ImportPlan {
  const whole = planned(read, existing, newId);
  const errors = inOrderOfRows(
    whole.errors,
    Object.values(planSheets).map(({ name }) => name),
  );
  if (errors.length === 0) {
    const { writes, warnings, changes } = whole;
    const told = newEntriesInWords(whole);
    // The first plan of a firm brings its lists along; later a word that is in none of them is more likely a slip.
    const isFirst = isWithoutRecords(existing);
    return {
      effects: whole.effects(),
      writes: inOrder(writes),
      errors,
      notes: [...whole.notes, ...(isFirst ? told : [])],
      warnings: [...warnings, ...(isFirst ? [] : told)],
      changes,
    };
  }
  // What is wrong with a sheet as a whole says nothing about its rows.
  const isTellable = errors.every(({ sheet, row }) => sheet !== '' && row !== null);
  const good = isTellable ? planned({ ...read, plan: withFaults(read.plan, errors) }, existing, newId) : undefined;
  return {
    effects: good?.effects() ?? [],
    writes: [],
    errors,
    // Nothing is done, so what else would be done is not worth a word; some of it would come from the wrong rows.
    notes: read.notes,
    warnings: [],
    changes: good?.changes ?? [],
  };
}

/** Each kind points only at what stands before it, so that all records of a kind can be made together. */
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

const MOST_PLACES = 3;

/** The reference entries that the plan makes, list by list, each with where it is used. */
function newEntriesInWords({ newEntries }: Desk): readonly string[] {
  return groups([...newEntries.values()], ({ type }) => type).map((entries) => {
    const named = entries.map(({ description, places }) => {
      const told = places.slice(0, MOST_PLACES).map(({ sheet, row }) => `${planSheets[sheet].name}, row ${row}`);
      const rest = places.length > told.length ? [`${places.length - told.length} more`] : [];
      return `'${description}' (${[...told, ...rest].join('; ')})`;
    });
    const isOne = named.length === 1;
    return `New in the list '${entries[0].type.replaceAll('-', ' ')}', or mistyped: ${named.join(', ')}. ${isOne ? 'It is' : 'They are'} added when the plan is carried out.`;
  });
}

/** The plan with every row marked that has an error: such rows are named and not planned. */
function withFaults(plan: CarryPlan, errors: readonly RowError[]): CarryPlan {
  const faulty = new Set(errors.map(({ sheet, row }) => `${sheet} ${row}`));
  const marked = Object.entries(plan).map(([key, rows]) => {
    const { name } = planSheets[key as SheetKey];
    const all = rows as readonly { readonly row: number }[];
    return [key, all.map((each) => (faulty.has(`${name} ${each.row}`) ? { ...each, faulty: true } : each))];
  });
  return Object.fromEntries(marked) as CarryPlan;
}

function planned({ plan, errors, notes }: ReadPlan, existing: ExistingRecords, newId: () => string): Desk {
  const desk = createDesk(existing, newId);
  desk.errors.push(...errors);
  desk.notes.push(...notes);
  nameContainers(desk, plan);
  nameRules(desk, plan);
  nameParticipants(desk, plan);
  planVestingSchedules(desk, plan);
  planTaxProfiles(desk, plan);
  planContainers(desk, plan);
  checkMembers(desk, plan);
  planParticipants(desk, plan);
  planMemberProfiles(desk, plan);
  planProfiles(desk, plan);
  planDistribution(desk, plan);
  return desk;
}

/** Reads and plans in one go: what the check of an upload answers. */
export function planUpload(
  sheets: readonly UploadedSheet[],
  existing: ExistingRecords,
  newId: () => string,
): ImportPlan {
  return planImport(readCarryPlan(sheets), existing, newId);
}
