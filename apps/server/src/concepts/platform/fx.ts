import {
  activeCurrencies,
  type CurrencyEntry,
  currencyPairs,
  deleteExchangeRate,
  exchangeRateList,
  exchangeRatesById,
  keptRates,
  type LatestRate,
  latestRates,
  loadCurrencyPair,
  storeCurrencyPair,
  storeExchangeRates,
} from '@carrara/adapters/postgres/platform/fx';
import type { fxEndpoints, RateOfDay } from '@carrara/contract/platform/fx';
import { emptyId } from '@carrara/contract/core/kinds';
import { findFxRate, type FxRate } from '@carrara/domain/platform/fx';
import {
  calendarDate,
  decimal,
  err,
  fail,
  type FailureCode,
  type Failures,
  numberText,
  ok,
  type Result,
  roundTo,
  shownDate,
} from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation } from '../../recordOperations.ts';

/** In the contract, a derived rate has at most 12 decimals. The calculation itself doesn't round it. */
const WIRE_DECIMALS = 12;

/** Returns the two codes of a pair in an address, separated by a hyphen, a slash or nothing. */
const codesOf = (pair: string): readonly [from: string, to: string] => [pair.slice(0, 3), pair.slice(-3)];

/** Returns the rates that the domain chooses from: the latest of each pair, since no other can apply on that date. */
const ratesOf = (rows: readonly LatestRate[]): FxRate[] =>
  rows.flatMap(({ sourceCurrencyCode, destinationCurrencyCode, rate, rateDate }) =>
    rate === null || rateDate === null
      ? []
      : [{ from: sourceCurrencyCode, to: destinationCurrencyCode, date: calendarDate(rateDate), rate: decimal(rate) }],
  );

type Pair = Pick<
  LatestRate,
  | 'partitionKey'
  | 'sourceCurrencyCode'
  | 'sourceCurrencyDescription'
  | 'sourceCurrencySymbol'
  | 'destinationCurrencyCode'
  | 'destinationCurrencyDescription'
  | 'destinationCurrencySymbol'
>;

const pairOf = (row: Pair): Pair => ({
  partitionKey: row.partitionKey,
  sourceCurrencyCode: row.sourceCurrencyCode,
  sourceCurrencyDescription: row.sourceCurrencyDescription,
  sourceCurrencySymbol: row.sourceCurrencySymbol,
  destinationCurrencyCode: row.destinationCurrencyCode,
  destinationCurrencyDescription: row.destinationCurrencyDescription,
  destinationCurrencySymbol: row.destinationCurrencySymbol,
});

/** Returns the rate between two currencies on a date. The firm's base currency is preferred for crossing. */
function rateOf({ tenant }: RequestContext, pair: { from: string; to: string }, day: string, rates: readonly FxRate[]) {
  const base = tenant.settings['baseCurrency'];
  return findFxRate({ ...pair, date: calendarDate(day), rates, ...(typeof base === 'string' ? { base } : {}) });
}

/** Returns the rate in the contract's form. */
function answerOf(
  context: RequestContext,
  pair: Pair,
  day: string,
  rates: readonly FxRate[],
  own?: LatestRate,
): Result<RateOfDay, Failures> {
  const from = pair.sourceCurrencyCode;
  const to = pair.destinationCurrencyCode;
  return rateOf(context, { from, to }, day, rates).map(({ rate, derivation, rateDates }) => ({
    ...pairOf(pair),
    id: derivation === 'direct' ? (own?.rateId ?? null) : null,
    rowVersion: derivation === 'direct' ? (own?.rateVersion ?? null) : null,
    rate: numberText(roundTo(rate, WIRE_DECIMALS)),
    derivation,
    rateDate: [...rateDates].sort()[0] ?? null,
    effectiveDate: day,
  }));
}

async function ratesOfDay(context: RequestContext, day: string): Promise<RateOfDay[]> {
  const rows = await latestRates(context.tx, day);
  const rates = ratesOf(rows);
  return rows.map((row) =>
    answerOf(context, row, day, rates, row).unwrapOr({
      ...pairOf(row),
      id: null,
      rowVersion: null,
      rate: null,
      derivation: null,
      rateDate: null,
      effectiveDate: day,
    }),
  );
}

const unknownCurrency = (code: string, path: readonly string[]) =>
  fail('UNKNOWN_CURRENCY', path, `There is no active currency ${code} in the reference data.`);

const pairOfCurrencies = (source: CurrencyEntry, destination: CurrencyEntry): Pair => ({
  partitionKey: `${source.code}-${destination.code}`,
  sourceCurrencyCode: source.code,
  sourceCurrencyDescription: source.description,
  sourceCurrencySymbol: source.symbol,
  destinationCurrencyCode: destination.code,
  destinationCurrencyDescription: destination.description,
  destinationCurrencySymbol: destination.symbol,
});

export const fxOperations: Operations<typeof fxEndpoints> = {
  async listCurrencyPairs({ tx }, { query }) {
    return ok(await currencyPairs(tx, query));
  },
  async saveCurrencyPair({ tx }, { body }) {
    const { id, rowVersion, sourceCurrencyCode, destinationCurrencyCode, displayOrder, isInactive } = body;
    const isNew = !id || id === emptyId;
    const before = isNew ? undefined : await loadCurrencyPair(tx, id);
    if (!isNew && !before) return err([fail('NOT_FOUND', ['id'], `There is no currency pair ${id}.`)]);
    if (before && before.rowVersion !== rowVersion) return err([fail('STALE_VERSION', ['rowVersion'], '')]);
    if (sourceCurrencyCode === destinationCurrencyCode)
      return err([fail('SAME_CURRENCY', ['destinationCurrencyCode'], 'Choose two different currencies.')]);
    const isOther =
      before?.sourceCurrencyCode !== sourceCurrencyCode || before.destinationCurrencyCode !== destinationCurrencyCode;
    if (before && isOther && before.numberOfRates > 0)
      return err([
        fail(
          'PAIR_HAS_RATES',
          [],
          'You can’t change the currencies of a pair that has rates. Archive it and add another.',
        ),
      ]);
    const currencies = await activeCurrencies(tx);
    const source = currencies.find(({ code }) => code === sourceCurrencyCode);
    const destination = currencies.find(({ code }) => code === destinationCurrencyCode);
    if (!source) return err([unknownCurrency(sourceCurrencyCode, ['sourceCurrencyCode'])]);
    if (!destination) return err([unknownCurrency(destinationCurrencyCode, ['destinationCurrencyCode'])]);
    return storeCurrencyPair(tx, before, {
      sourceCurrencyId: source.id,
      destinationCurrencyId: destination.id,
      displayOrder,
      isInactive,
    });
  },
  listExchangeRates: listOperation(exchangeRateList, ({ pair }) =>
    pair === undefined ? {} : { pair: codesOf(pair).join('-') },
  ),
  async getRatesForDate(context, { query }) {
    return ok(await ratesOfDay(context, query.effectiveDate ?? context.today));
  },
  async getLatestRates(context) {
    return ok(await ratesOfDay(context, context.today));
  },
  async getLatestRate(context, { params }) {
    const [from, to] = codesOf(params.pair);
    const currencies = await activeCurrencies(context.tx);
    const source = currencies.find(({ code }) => code === from);
    const destination = currencies.find(({ code }) => code === to);
    if (!source) return err([unknownCurrency(from, ['pair'])]);
    if (!destination) return err([unknownCurrency(to, ['pair'])]);
    const rows = await latestRates(context.tx, context.today);
    const pair = pairOfCurrencies(source, destination);
    const own = rows.find(({ partitionKey }) => partitionKey === pair.partitionKey);
    return answerOf(context, pair, context.today, ratesOf(rows), own);
  },
  async listDestinationCurrencies(context, { params }) {
    const { tx, today } = context;
    const from = params.originCurrency;
    const rows = await latestRates(tx, today);
    const isPaired = (to: string) => rows.some(({ partitionKey }) => partitionKey === `${from}-${to}`);
    const reachable = (to: string) => isPaired(to) || rateOf(context, { from, to }, today, ratesOf(rows)).isOk();
    const others = (await activeCurrencies(tx)).filter(({ code }) => code !== from && reachable(code));
    return ok(others.map(({ code, description, symbol }) => ({ isoCode: code, description, symbol })));
  },
  async saveExchangeRates({ tx }, { body }) {
    const pairs = await currencyPairs(tx, { includeInactive: false });
    const kept = await keptRates(
      tx,
      body.rates.map(({ effectiveDate }) => effectiveDate),
    );
    const failures: Failures[number][] = [];
    const given = body.rates.flatMap(({ sourceCurrencyCode: from, destinationCurrencyCode: to, ...values }, at) => {
      const { effectiveDate: date, rate, rowVersion } = values;
      const pair = pairs.find((one) => one.sourceCurrencyCode === from && one.destinationCurrencyCode === to);
      const known = kept.find((one) => one.pairId === pair?.id && one.date === date);
      const refuse = (code: FailureCode, field: string, text: string) =>
        void failures.push(fail(code, ['rates', at, field], text));
      if (!pair) refuse('UNKNOWN_PAIR', 'sourceCurrencyCode', `There is no active currency pair ${from}-${to}.`);
      if (decimal(rate).isZero()) refuse('FX_RATE_NOT_POSITIVE', 'rate', 'The rate must be above zero.');
      if (known && typeof rowVersion !== 'number')
        refuse('DUPLICATE', 'effectiveDate', `${from}-${to} already has a rate on ${shownDate(date)}.`);
      else if (known ? known.rowVersion !== rowVersion : typeof rowVersion === 'number')
        refuse('STALE_VERSION', 'rowVersion', '');
      return pair ? [{ pairId: pair.id, from, to, date, rate, kept: known }] : [];
    });
    if (failures.length > 0) return err(failures);
    const stored = await storeExchangeRates(tx, 'saveExchangeRates', given);
    if (stored.isErr()) return err(stored.error);
    return ok(await exchangeRatesById(tx, stored.value));
  },
  async deleteExchangeRate({ tx }, { params, query }) {
    return deleteExchangeRate(tx, params.id, query.rowVersion);
  },
};
