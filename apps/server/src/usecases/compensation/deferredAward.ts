import {
  enterDeferred,
  hasRepeatedGrant,
  insertDeferredAward,
  loadDeferredAwards,
} from '@carrara/adapters/postgres/compensation/deferred/deferredLedger';
import { toLedger } from '@carrara/adapters/postgres/compensation/deferred/toLedger';
import type { DeferredAward } from '@carrara/contract/compensation/deferredAward';
import {
  decideDueEntries,
  decideGrant,
  decideLeaverEntries,
  type LeaverTreatment,
  reverseEntry,
} from '@carrara/domain/compensation/deferred';
import {
  type CalendarDate,
  calendarDate,
  decimal,
  err,
  moneyText,
  noSuch,
  ok,
  zip,
  required,
} from '@carrara/domain/kernel';
import { leavingOn } from '@carrara/domain/people/participant';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, staleVersion } from '../outcome.ts';
import { payableEmployee } from './payableEmployee.ts';

interface DeferredGrant {
  readonly employeeId: string;
  readonly grantDate: string;
  readonly amount: string;
  readonly currencyId: string;
  readonly comments: string | null;
  readonly tranches: readonly { readonly vestDate: string; readonly percent: string; readonly payDate: string }[];
  readonly warningsConfirmed: boolean;
}

/**
 * Grants a deferred award.
 *
 * Source: docs/calculations/deferred-award.md.
 * Fails:  as `decideGrant`.
 */
export async function grantDeferredAward(
  context: RequestContext,
  { warningsConfirmed, ...grant }: DeferredGrant,
): Outcome<DeferredAward> {
  const employee = await payableEmployee(context, grant.employeeId);

  const [amount, grantDate] = [decimal(grant.amount), calendarDate(grant.grantDate)];
  const tranches = grant.tranches.map(({ vestDate, percent, payDate }) => ({
    vestDate: calendarDate(vestDate),
    percent: decimal(percent),
    payDate: calendarDate(payDate),
  }));
  const isRepeated = await hasRepeatedGrant(context.tx, grant);
  const terms = { amount, grantDate, tranches, isRepeated, warningsConfirmed };
  const decision = decideGrant(terms, employee, context.today);
  if (decision.isErr()) return err(decision.error);

  const { amounts, entry } = decision.value;
  const award = {
    ...grant,
    amount: moneyText(amount),
    tranches: zip(grant.tranches, amounts).map(([tranche, trancheAmount]) => ({
      ...tranche,
      amount: moneyText(trancheAmount),
    })),
  };
  return ok(await insertDeferredAward(context.tx, 'grantDeferredAward', award, entry));
}

/** The number of entries that an award got. */
interface EnteredAward {
  readonly id: string;
  readonly employeeId: string;
  readonly entries: number;
}
interface NewEntries {
  readonly award: { readonly stored: DeferredAward };
  readonly entries: Parameters<typeof enterDeferred>[2][number]['entries'];
}

/** Loads and locks the awards of an employee, or of everybody visible. */
const lockAwards = async ({ tx }: RequestContext, employeeId: string | null) =>
  (await loadDeferredAwards(tx, { employeeId }, true)).map((stored) => ({ stored, ...toLedger(stored) }));

async function saveEntries(
  { tx }: RequestContext,
  operation: string,
  all: readonly NewEntries[],
  reason?: string,
): Promise<EnteredAward[]> {
  const entered = all.map(({ award, entries }) => ({ award: award.stored, entries }));
  await enterDeferred(tx, operation, entered, reason);
  return entered.map(({ award: { id, employee }, entries }) => ({
    id,
    employeeId: employee.id,
    entries: entries.length,
  }));
}

/** Enters the amounts due by a date for an employee, or for everybody visible. Fails: NOT_FOUND, DATE_TOO_LATE. */
export async function enterDueDeferred(
  context: RequestContext,
  employeeId: string | null,
  until: CalendarDate,
): Outcome<EnteredAward[]> {
  const isVisible = employeeId === null || (await payableEmployee(context, employeeId)) !== undefined;
  const awards = await lockAwards(context, employeeId);

  const decision = decideDueEntries(awards, isVisible, until, context.today);
  if (decision.isErr()) return err(decision.error);

  return ok(await saveEntries(context, 'enterDueDeferred', decision.value));
}

export interface DeferredSettlement {
  readonly employeeId: string;
  readonly on: CalendarDate;
  readonly treatment: LeaverTreatment;
  readonly reason: string;
  /** The input fields of the date and the treatment. */
  readonly field?: string;
  readonly treatmentField?: string;
  /** True if a settlement needs an unvested part. A termination doesn't. */
  readonly needsUnvested?: boolean;
}

/** Settles the unvested part of a leaver's awards. Fails: as `decideLeaverEntries`. */
export async function settleDeferred(
  context: RequestContext,
  { employeeId, reason, field = 'on', ...leaving }: DeferredSettlement,
): Outcome<EnteredAward[]> {
  const employee = await payableEmployee(context, employeeId);
  const awards = await lockAwards(context, employeeId);

  const leavingDate = leavingOn(employee?.employmentEvents ?? [], leaving.on)?.eventDate ?? null;
  const decision = decideLeaverEntries(awards, { ...leaving, leavingDate, field }, employee, context.today);
  if (decision.isErr()) return err(decision.error);

  return ok(await saveEntries(context, 'settleLeaver', decision.value, reason));
}

interface EntryReversal {
  readonly id: string;
  readonly rowVersion: number;
  readonly entryId: string;
  readonly on: CalendarDate;
  readonly reason: string;
}

/** Reverses an entry of an award. Fails: NOT_FOUND, STALE_VERSION, and those of `reverseEntry`. */
export async function reverseDeferredEntry(
  { tx }: RequestContext,
  { id, rowVersion, entryId, on, reason }: EntryReversal,
): Outcome<DeferredAward> {
  const [award] = await loadDeferredAwards(tx, { id }, true);
  if (!award) return noSuchDeferredAward();
  if (award.rowVersion !== rowVersion) return staleVersion();
  const { tranches, entries } = toLedger(award);

  const reversal = reverseEntry(tranches, entries, entryId, on);
  if (reversal.isErr()) return err(reversal.error);

  const [after] = await enterDeferred(tx, 'reverseDeferredEntry', [{ award, entries: [reversal.value] }], reason);
  return ok(required(after, `deferred award ${id}`));
}

export const noSuchDeferredAward = () => err([noSuch('deferred award')]);
