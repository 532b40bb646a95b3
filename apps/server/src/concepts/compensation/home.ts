import { draftsByYear, lastPayDates, payrollBySpan } from '@carrara/adapters/postgres/compensation/compensationHome';
import { loadDeferredAwards } from '@carrara/adapters/postgres/compensation/deferred/deferredLedger';
import { toLedger } from '@carrara/adapters/postgres/compensation/deferred/toLedger';
import { payrollTieOut } from '@carrara/adapters/postgres/compensation/reports/payrollTieOut';
import type {
  CompensationHome,
  compensationHomeEndpoints,
  explainedFigures,
} from '@carrara/contract/compensation/home';
import { hasPermission } from '@carrara/contract/core/permissions';
import {
  type DeferredPayment,
  outstandingOn,
  overduePayments,
  paymentsBetween,
  scheduledAfter,
} from '@carrara/domain/compensation/deferred';
import { keyFigureFormulas } from '@carrara/domain/compensation/keyFigures';
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  calendarYear,
  compareSizes,
  currencyOrder,
  type Decimal,
  decimal,
  displayedDate,
  moneyText,
  ok,
  sumOfMoney,
  zero,
} from '@carrara/domain/kernel';
import { balanceDays, keyFigure, pointsOfSpans, yearSpans } from '@carrara/domain/kernel/measures';
import { type ExplainedPart, explainedParts } from '../../core/explainedParts.ts';
import { keyFigureRow } from '../../core/keyFigures.ts';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { tenantCurrency } from '../../core/tenantCurrency.ts';

type Figures = CompensationHome['figures'];
type Waiting = CompensationHome['waiting'];

/** The number of quarter ends and of full years in a sparkline, before the current value. */
const [quarters, years] = [8, 4];
const mostTieOuts = 20;
const monthsAhead = 12;

const totalOf = (payments: readonly DeferredPayment[]) => sumOfMoney(payments.map(({ amount }) => moneyText(amount)));
const isBalanceOfZero = (points: readonly { readonly value: Decimal }[]) => points.every(({ value }) => value.isZero());

/**
 * Returns the amounts that payroll paid: a figure per currency, and the years by pay type. The year in progress ends
 * with the last pay date of the currency. Later months of the year before have nothing to be compared with yet.
 */
async function payrollOf({ tx, today }: RequestContext) {
  const { series } = yearSpans(today, years);
  const currencies = (await lastPayDates(tx, { from: series[0]?.from ?? today, on: today })).map(
    ({ currency, on }) => ({
      currency,
      spans: yearSpans(calendarDate(on), years),
    }),
  );
  const paid = await payrollBySpan(tx, [
    ...series,
    ...currencies.flatMap(({ spans }) => [spans.before, ...spans.series]),
  ]);
  const figures = currencies.flatMap(({ currency, spans }): Figures => {
    const amounts = paid
      .filter((row) => row.currency === currency)
      .map(({ from, on, amount }) => ({ from: calendarDate(from), on: calendarDate(on), value: decimal(amount) }));
    const [earlier, ...points] = pointsOfSpans(amounts, [spans.before, ...spans.series]);
    return [keyFigureRow({ field: 'payroll', currency }, keyFigure(points, earlier))];
  });
  const payroll = paid
    .filter((row) => series.some(({ from, on }) => row.from === from && row.on === on))
    .map(({ from, payType, currency, amount }) => ({ year: Number(from.slice(0, 4)), payType, currency, amount }));
  return { payroll, figures };
}

/** Returns the deferred awards with their ledgers. */
const loadedAwards = async ({ tx }: RequestContext) =>
  (await loadDeferredAwards(tx, {})).map((award) => ({
    award,
    currency: award.currency.code ?? '',
    ledger: toLedger(award),
  }));

/** The deferred awards: figures per currency, the payments ahead by date, and the awards whose entries are due. */
async function deferredOf(context: RequestContext, until: CalendarDate) {
  const { today } = context;
  const awards = await loadedAwards(context);
  const currencies = [...new Set(awards.map(({ currency }) => currency))].toSorted(
    currencyOrder(tenantCurrency(context)),
  );
  const days = balanceDays(today, quarters);
  const ahead = awards.flatMap(({ award, currency, ledger }) =>
    paymentsBetween(ledger, addDays(today, 1), until).map((payment) => ({
      ...payment,
      currency,
      employeeId: award.employee.id,
    })),
  );
  const figures = currencies.flatMap((currency): Figures => {
    const own = awards.filter((candidate) => candidate.currency === currency).map(({ ledger }) => ledger);
    const points = outstandingOn(own, days);
    const value = decimal(totalOf(ahead.filter((payment) => payment.currency === currency)));
    const earlier = scheduledAfter(own, days.slice(0, -1), monthsAhead);
    return [
      ...(isBalanceOfZero(points) ? [] : [keyFigureRow({ field: 'outstanding', currency }, keyFigure(points))]),
      ...(value.isZero()
        ? []
        : [keyFigureRow({ field: 'dueAhead', currency }, keyFigure([...earlier, { on: today, value }]))]),
    ];
  });
  const payments = currencies.flatMap((currency) => {
    const own = ahead.filter((payment) => payment.currency === currency);
    return [...new Set(own.map(({ on }) => on))].toSorted().map((on) => {
      const onDay = own.filter((payment) => payment.on === on);
      return {
        on,
        currency,
        people: new Set(onDay.map(({ employeeId }) => employeeId)).size,
        amount: totalOf(onDay),
      };
    });
  });
  const waiting = awards.flatMap(({ award, currency, ledger }): Waiting => {
    const due = overduePayments(ledger, today);
    if (!due) return [];
    const amount = due.amount.isZero() ? null : moneyText(due.amount);
    return [{ kind: 'due', id: award.id, name: award.name, since: due.on, from: null, currency, amount }];
  });
  return { figures, payments, waiting };
}

/** The differences between payroll and salaries that somebody has to explain, of all periods, the newest first. */
async function openTieOuts({ tx, today }: RequestContext) {
  const page = (
    await payrollTieOut.page(tx, {
      pageSize: mostTieOuts,
      sortColumn: 'periodEnd',
      sortAsc: false,
      filters: { to: today, status: 'OPEN' },
    })
  )._unsafeUnwrap();
  const waiting = page.pageData.map((row) => {
    const { id, name } = row['employee'] as { readonly id: string; readonly name: string };
    return {
      kind: 'tieOut' as const,
      id,
      name,
      since: String(row['periodEnd']),
      from: String(row['periodStart']),
      currency: String(row['currency']),
      amount: String(row['difference']),
    };
  });
  return { waiting, count: page.totalItemCount };
}

const count = (field: 'openTieOuts' | 'drafts', number: number): Figures =>
  number === 0
    ? []
    : [keyFigureRow({ field, currency: null, kind: 'count' }, { value: decimal(number), change: null, series: [] })];
/** The newest day first, and on a day the largest amount. Drafts, which have no day, come last. */
const inOrder = (first: Waiting[number], other: Waiting[number]) =>
  (other.since ?? '').localeCompare(first.since ?? '') || compareSizes(first.amount, other.amount);

type ExplainedFigure = (typeof explainedFigures)[number];

/** Returns the parts of a key figure in a currency. */
async function partsOf(
  context: RequestContext,
  figure: ExplainedFigure,
  currency: string | null,
): Promise<readonly ExplainedPart[]> {
  const { tx, today } = context;
  if (figure === 'payroll') {
    const { series } = yearSpans(today, years);
    const paid = await lastPayDates(tx, { from: series[0]?.from ?? today, on: today });
    const last = paid.find((candidate) => candidate.currency === currency)?.on;
    const span = last === undefined ? undefined : yearSpans(calendarDate(last), 0).series.at(-1);
    const rows = span === undefined ? [] : await payrollBySpan(tx, [span]);
    return rows
      .filter((row) => row.currency === currency)
      .map(({ payType, amount }) => ({ name: payType, amount: decimal(amount) }));
  }
  if (figure === 'drafts')
    return (await draftsByYear(tx))
      .filter(({ year }) => year < calendarYear(today))
      .map(({ year, drafts }) => ({ name: String(year), amount: decimal(drafts) }));
  const until = addMonths(today, monthsAhead);
  const awards = (await loadedAwards(context)).filter((candidate) => candidate.currency === currency);
  return awards
    .map(({ award: { id, name, grantDate }, ledger }) => ({
      name: `${name}, granted ${displayedDate(grantDate)}`,
      record: { id, type: 'deferredAward' },
      amount:
        figure === 'outstanding'
          ? (outstandingOn([ledger], [today])[0]?.value ?? zero)
          : decimal(totalOf(paymentsBetween(ledger, addDays(today, 1), until))),
    }))
    .filter(({ amount }) => !amount.isZero());
}

export const compensationHomeOperations: Operations<typeof compensationHomeEndpoints> = {
  explainCompensationFigure: async (context, { query: { figure, currency = null } }) =>
    explainedParts(keyFigureFormulas[figure], await partsOf(context, figure, currency)),
  async getCompensationHome(context) {
    const { tx, today, grants } = context;
    const until = addMonths(today, monthsAhead);
    const { payroll, figures } = await payrollOf(context);
    const deferred = await deferredOf(context, until);
    const tieOuts = await openTieOuts(context);
    const drafts = await draftsByYear(tx);
    const waiting: Waiting = [
      ...deferred.waiting,
      ...tieOuts.waiting,
      ...drafts.map(({ year, drafts: number }) => ({
        kind: 'drafts' as const,
        id: String(year),
        name: `${String(number)} statement${number === 1 ? '' : 's'} for ${String(year)}`,
        since: null,
        from: null,
        currency: null,
        amount: null,
      })),
    ];
    const isEditor = hasPermission(grants, 'pay.edit');
    return ok({
      today,
      until,
      // People who may only read can act on none of it.
      waiting: isEditor ? waiting.toSorted(inOrder) : [],
      hasMore: isEditor && tieOuts.count > tieOuts.waiting.length,
      figures: [
        ...figures,
        ...deferred.figures,
        ...count('openTieOuts', tieOuts.count),
        ...count(
          'drafts',
          drafts.filter(({ year }) => year < calendarYear(today)).reduce((sum, row) => sum + row.drafts, 0),
        ),
      ],
      payroll,
      payments: deferred.payments,
    });
  },
};
