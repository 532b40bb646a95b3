import {
  deferredAwardList,
  enterDeferred,
  insertDeferredAward,
  loadDeferredAwards,
} from '@carrara/adapters/postgres/compensation/deferredAward';
import type { DeferredAward, deferredAwardEndpoints } from '@carrara/contract/compensation/deferredAward';
import {
  type DeferredEntry,
  dueEntries,
  grantFailures,
  isTakenBack,
  type KeptEntry,
  leaverEntries,
  type LeaverTreatment,
  reversalOf,
  type RollForward,
  rollForward,
  type Tranche,
  trancheAmounts,
} from '@carrara/domain/compensation/deferred';
import {
  type CalendarDate,
  calendarDate,
  compareDates,
  decimal,
  err,
  type Failures,
  fail,
  moneyText,
  ok,
  type Result,
} from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';
import { payableEmployee } from './payableEmployee.ts';

const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no deferred award ${id}.`)]);
const tranchesOf = ({ tranches }: DeferredAward): readonly Tranche[] =>
  tranches.map(({ vestDate, percent, payDate, amount }) => ({
    vestDate: calendarDate(vestDate),
    percent: decimal(percent),
    payDate: calendarDate(payDate),
    amount: decimal(amount),
  }));
const entriesOf = ({ entries }: DeferredAward): readonly KeptEntry[] =>
  entries.map(({ id, kind, tranche, on, amount, reversesId }) => ({
    id,
    kind,
    tranche,
    on: calendarDate(on),
    amount: decimal(amount),
    reversesId,
  }));

/** Adds due entries to each award of an employee, or of everybody visible. Awards with nothing due are left alone. */
async function enterOfEach(
  { tx }: RequestContext,
  operation: string,
  employeeId: string | null,
  follows: (tranches: readonly Tranche[], entries: readonly KeptEntry[]) => readonly DeferredEntry[],
  reason: string | null = null,
) {
  const awards = await loadDeferredAwards(tx, { employeeId }, true);
  const asked = awards.flatMap((award) => {
    const kept = entriesOf(award);
    const entries = isTakenBack(kept) ? [] : follows(tranchesOf(award), kept);
    return entries.length === 0 ? [] : [{ award, entries }];
  });
  await enterDeferred(tx, operation, asked, reason);
  return {
    pageData: asked.map(({ award, entries }) => ({
      id: award.id,
      employeeId: award.employee.id,
      entries: entries.length,
    })),
  };
}

/**
 * Settles the unvested part of a leaver's awards. First, everything due by then is entered, because the vested part
 * can't be forfeited. `field` is the input field of the date.
 *
 * Fails: NOT_FOUND, OWN_PAY, DATE_TOO_LATE.
 */
export async function settleDeferred(
  context: RequestContext,
  employeeId: string,
  on: CalendarDate,
  treatment: LeaverTreatment,
  reason: string,
  field = 'on',
) {
  const payable = await payableEmployee(context, employeeId);
  if (payable.isErr()) return err(payable.error);
  if (payable.value.isOwn) return err([fail('OWN_PAY', ['employeeId'], 'You can’t edit your own pay.')]);
  if (compareDates(on, context.today) > 0)
    return err([fail('DATE_TOO_LATE', [field], 'Settle the unvested part on a day up to today.')]);
  return ok(
    await enterOfEach(
      context,
      'settleLeaver',
      employeeId,
      (tranches, entries) => {
        const due = dueEntries(tranches, entries, on);
        return [...due, ...leaverEntries(tranches, [...entries, ...due], treatment, on)];
      },
      reason,
    ),
  );
}

const figuresOf = ({ opening, granted, paid, forfeited, closing, vested }: RollForward) => ({
  opening: moneyText(opening),
  granted: moneyText(granted),
  paid: moneyText(paid),
  forfeited: moneyText(forfeited),
  closing: moneyText(closing),
  vested: moneyText(vested),
});

export const deferredAwardOperations: Operations<typeof deferredAwardEndpoints> = {
  listDeferredAwards: listOperation(deferredAwardList),
  async getDeferredAward({ tx }, { params }) {
    const [award] = await loadDeferredAwards(tx, { id: params.id });
    return award ? ok(award) : missing(params.id);
  },
  async grantDeferredAward(context, { body }): Promise<Result<DeferredAward, Failures>> {
    const payable = await payableEmployee(context, body.employee.id);
    if (payable.isErr()) return err(payable.error);
    const [amount, grantDate] = [decimal(body.amount), calendarDate(body.grantDate)];
    const terms = body.tranches.map(({ vestDate, percent, payDate }) => ({
      vestDate: calendarDate(vestDate),
      percent: decimal(percent),
      payDate: calendarDate(payDate),
    }));
    const wrong = grantFailures({ amount, grantDate, tranches: terms }, payable.value.isOwn, context.today);
    if (wrong.length > 0) return err(wrong);
    const amounts = trancheAmounts(amount, terms);
    if (amounts.isErr()) return err(amounts.error);
    const award = {
      employeeId: body.employee.id,
      grantDate,
      amount: moneyText(amount),
      currencyId: body.currency.id,
      comments: body.comments ?? null,
      tranches: body.tranches.map((tranche, at) => ({ ...tranche, amount: moneyText(amounts.value[at]!) })),
    };
    const grant = { kind: 'GRANT', tranche: null, on: grantDate, amount } as const;
    return ok(await insertDeferredAward(context.tx, 'grantDeferredAward', award, grant));
  },
  async enterDueDeferred(context, { body }) {
    const until = calendarDate(body.until);
    if (compareDates(until, context.today) > 0)
      return err([fail('DATE_TOO_LATE', ['until'], 'Enter vesting and payments up to today only.')]);
    return ok(
      await enterOfEach(context, 'enterDueDeferred', body.employeeId ?? null, (tranches, entries) =>
        dueEntries(tranches, entries, until),
      ),
    );
  },
  settleLeaver: (context, { body }) =>
    settleDeferred(context, body.employeeId, calendarDate(body.on), body.treatment, body.reason),
  async reverseDeferredEntry({ tx }, { params, body }): Promise<Result<DeferredAward, Failures>> {
    const [award] = await loadDeferredAwards(tx, { id: params.id }, true);
    if (!award) return missing(params.id);
    if (award.rowVersion !== body.rowVersion) return err([fail('STALE_VERSION', ['rowVersion'], '')]);
    const reversal = reversalOf(tranchesOf(award), entriesOf(award), body.entryId, calendarDate(body.on));
    if (reversal.isErr()) return err(reversal.error);
    const asked = [{ award, entries: [reversal.value] }];
    const [after] = await enterDeferred(tx, 'reverseDeferredEntry', asked, body.reason);
    return ok(after!);
  },
  async getDeferredRollForward({ tx }, { query }) {
    const [from, to] = [calendarDate(query.from), calendarDate(query.to)];
    if (compareDates(from, to) > 0)
      return err([fail('DATES_REVERSED', ['from'], 'The first day is after the last day.')]);
    const awards = await loadDeferredAwards(tx, { employeeId: query.employeeId ?? null });
    const currencyOf = ({ currency }: DeferredAward) => currency.code ?? '';
    const pageData = awards.map((award) => ({
      id: award.id,
      employeeId: award.employee.id,
      name: award.name,
      grantDate: award.grantDate,
      currency: currencyOf(award),
      ...figuresOf(rollForward(entriesOf(award), from, to)),
    }));
    // Totals per currency over the entries of all awards.
    const totals = [...new Set(awards.map(currencyOf))].toSorted().map((currency) => {
      const entries = awards.filter((award) => currencyOf(award) === currency).flatMap(entriesOf);
      return { currency, ...figuresOf(rollForward(entries, from, to)) };
    });
    return ok({ from, to, pageData, totals });
  },
};
