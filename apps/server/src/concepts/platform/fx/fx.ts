import {
  activeCurrencies,
  type CurrencyEntry,
  type LatestRate,
  latestRates,
} from '@carrara/adapters/postgres/platform/fx/latestRates';
import { currencyPairs } from '@carrara/adapters/postgres/platform/fx/currencyPairs';
import { deleteExchangeRate } from '@carrara/adapters/postgres/platform/fx/exchangeRates';
import { exchangeRateList, exchangeRatesById } from '@carrara/adapters/postgres/platform/fx/exchangeRateList';
import type { fxEndpoints, RateOfDay } from '@carrara/contract/platform/fx/fx';
import { emptyId } from '@carrara/contract/core/kinds';
import { findFxRate, type FxRate, unknownCurrency } from '@carrara/domain/platform/fx';
import {
  calendarDate,
  decimal,
  err,
  type Failures,
  numberText,
  ok,
  type Result,
  roundTo,
} from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { archiveCurrencyPairs, saveCurrencyPair, saveExchangeRates } from '../../../usecases/platform/fx.ts';

/** In the contract, a derived rate has at most 12 decimals. The calculation itself doesn't round it. */
const WIRE_DECIMALS = 12;

/** Returns the two codes of a pair in an address, separated by a hyphen, a slash or nothing. */
const codesOf = (pair: string): readonly [from: string, to: string] => [pair.slice(0, 3), pair.slice(-3)];

/** Returns the rates that the domain chooses from: the latest of each pair, since no other can apply on that date. */
export const ratesOf = (rows: readonly LatestRate[]): FxRate[] =>
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
  saveCurrencyPair: (context, { body: { id, ...pair } }) =>
    saveCurrencyPair(context, { ...pair, id: id && id !== emptyId ? id : undefined }),
  archiveCurrencyPairs: (context, { body }) => archiveCurrencyPairs(context, body),
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
  async saveExchangeRates(context, { body }) {
    const saved = await saveExchangeRates(
      context,
      body.rates.map((rate) => ({ ...rate, effectiveDate: calendarDate(rate.effectiveDate) })),
    );
    return saved.isErr() ? err(saved.error) : ok(await exchangeRatesById(context.tx, saved.value));
  },
  async deleteExchangeRate({ tx }, { params, query }) {
    return deleteExchangeRate(tx, params.id, query.rowVersion);
  },
};
