import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { deferredAwardList } from '@carrara/adapters/postgres/compensation/deferred/deferredAwardList';
import { toLedger } from '@carrara/adapters/postgres/compensation/deferred/toLedger';
import { loadDeferredAwards } from '@carrara/adapters/postgres/compensation/deferred/deferredLedger';
import type { DeferredAward, deferredAwardEndpoints } from '@carrara/contract/compensation/deferredAward';
import { type RollForward, rollForward } from '@carrara/domain/compensation/deferred';
import { calendarDate, compareDates, currencyOrder, err, fail, moneyText, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';
import {
  enterDueDeferred,
  grantDeferredAward,
  noSuchDeferredAward,
  reverseDeferredEntry,
  settleDeferred,
} from '../../usecases/compensation/deferredAward.ts';

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
    return award ? ok(award) : noSuchDeferredAward();
  },
  grantDeferredAward: (context, { body: { employee, currency, comments, ...grant } }) =>
    grantDeferredAward(context, {
      ...grant,
      employeeId: employee.id,
      currencyId: currency.id,
      comments: comments ?? null,
    }),
  async enterDueDeferred(context, { body: { employeeId, until } }) {
    const entered = await enterDueDeferred(context, employeeId ?? null, calendarDate(until));
    return entered.map((pageData) => ({ pageData }));
  },
  async settleLeaver(context, { body: { on, ...leaving } }) {
    const entered = await settleDeferred(context, { ...leaving, on: calendarDate(on), needsUnvested: true });
    return entered.map((pageData) => ({ pageData }));
  },
  reverseDeferredEntry: (context, { params, body }) =>
    reverseDeferredEntry(context, { ...body, id: params.id, on: calendarDate(body.on) }),
  async getDeferredRollForward(context, { query }) {
    const { tx } = context;
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
      ...figuresOf(rollForward(toLedger(award).entries, from, to)),
    }));
    // Totals per currency over the entries of all awards.
    const totals = [...new Set(awards.map(currencyOf))]
      .toSorted(currencyOrder(tenantCurrency(context)))
      .map((currency) => {
        const entries = awards
          .filter((award) => currencyOf(award) === currency)
          .flatMap((award) => toLedger(award).entries);
        return { currency, ...figuresOf(rollForward(entries, from, to)) };
      });
    return ok({ from, to, pageData, totals });
  },
};
