import { loadExisting } from '@carrara/adapters/postgres/carry/carryPlan';
import { type CarryPlan, planImport, readCarryPlan } from '@carrara/domain/carry/plan';
import { type UploadedSheet } from '@carrara/domain/platform/upload';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { ServedOperations } from '../core/operations.ts';
import { storeAllocationProfile } from '../concepts/carry/allocationProfile.ts';
import { carryOutPlan } from '../imports/carryPlanImport.ts';
import type { RequestContext } from '../core/operations.ts';
import { type Book, createBook, storeRules } from './book.ts';
import type { DemoPersonKey } from './people.ts';
import type { Stage } from './stage.ts';

export interface Cast {
  readonly accountant: DemoPersonKey;
  readonly approvers: readonly DemoPersonKey[];
  readonly persons: Readonly<Record<DemoPersonKey, string>>;
}

/** A firm with a story: its plan, its actors, and its records. */
export interface Firm {
  readonly stage: Stage;
  readonly operations: ServedOperations;
  readonly cast: Cast;
  readonly plan: CarryPlan;
  readonly book: Book;
  /** Date when it started to use the product. Everything earlier is entered then. */
  readonly opened: string;
}

/** A row of one of the plan's sheets. */
export type PlanRow<K extends keyof CarryPlan> = CarryPlan[K][number];

/** An action by somebody on a date. */
export interface Happening {
  readonly day: string;
  /** Null for the program itself. */
  readonly who: DemoPersonKey | null;
  readonly act: (context: RequestContext) => Promise<Result<unknown, Failures>>;
}

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
export const latest = (...days: readonly (string | null | undefined)[]): string =>
  days
    .flatMap((day) => day ?? [])
    .sort()
    .at(-1) ?? '';

/** Creates an action of the firm's accountant. */
export const by = ({ cast }: Firm, day: string, act: Happening['act']): Happening => ({
  day,
  who: cast.accountant,
  act,
});

/**
 * Plays actions in the order of their dates, or in the given order within a date. Consecutive actions of one person on
 * a date are a single transaction.
 */
export async function playInOrder(stage: Stage, happenings: readonly Happening[]): Promise<void> {
  const sorted = [...happenings].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const sittings: [Happening, ...Happening[]][] = [];
  for (const next of sorted) {
    const last = sittings.at(-1);
    if (last?.[0].day === next.day && last[0].who === next.who) last.push(next);
    else sittings.push([next]);
  }
  for (const [first, ...rest] of sittings) {
    await stage.act(first.who, first.day, async (context) => {
      let done = await first.act(context);
      for (const { act } of rest) if (done.isOk()) done = await act(context);
      return done;
    });
  }
}

/** Imports the sheets of a plan. */
async function importSheets(
  context: RequestContext,
  operations: ServedOperations,
  sheets: readonly UploadedSheet[],
): Promise<Result<void, Failures>> {
  const { saveDistribution } = operations.distribution;
  const read = readCarryPlan(sheets);
  const plan = planImport(read, await loadExisting(context.tx, read.plan), newId);
  if (plan.errors.length > 0)
    return err(plan.errors.map(({ sheet, row, reason }) => fail('FILE_HAS_ERRORS', [sheet, row ?? 0], reason)));
  return carryOutPlan(context, { storeProfile: storeAllocationProfile, saveDistribution }, plan, () => undefined);
}

/** Sets the defaults: each class has one schedule. */
async function makeDefault(
  context: RequestContext,
  { vestingSchedule }: ServedOperations,
  { vestingSchedules }: CarryPlan,
  book: Book,
): Promise<Result<void, Failures>> {
  for (const name of new Set(vestingSchedules.map((row) => row.name))) {
    const read = await vestingSchedule.getVestingSchedule(context, {
      params: { id: book.id('vestingSchedule', name) },
    });
    if (read.isErr()) return err(read.error);
    const { id, rowVersion, participantClass, details } = read.value;
    const body = {
      id,
      rowVersion,
      name,
      participantClass,
      details,
      isDefault: true,
      reason: 'The only one of its class',
    };
    const saved = await vestingSchedule.saveVestingSchedule(context, { body });
    if (saved.isErr()) return err(saved.error);
  }
  return ok(undefined);
}

/** Opens a firm with the vesting schedules and tax profiles of its plan, imported from its workbook. */
export async function openFirm(
  parts: Omit<Firm, 'plan' | 'book'>,
  sheets: readonly UploadedSheet[],
  rules: readonly string[] = ['Vesting Schedules', 'Tax Profiles'],
): Promise<Firm> {
  const book = createBook();
  const { plan } = readCarryPlan(sheets);
  const ruleSheets = sheets.map((sheet) =>
    rules.includes(sheet.name) ? sheet : { ...sheet, rows: sheet.rows.slice(0, 1) },
  );
  await parts.stage.act(parts.cast.accountant, parts.opened, async (context) => {
    const done = await importSheets(context, parts.operations, ruleSheets);
    if (done.isErr()) return done;
    await storeRules(context, book);
    return makeDefault(context, parts.operations, plan, book);
  });
  return { ...parts, plan, book };
}
