import { z } from 'zod';
import { archiveBody, changedCount, defineEndpoints, deleteEndpoint, listEndpoint } from '../../core/endpoint.ts';
import { date, decimal, figure, id } from '../../core/schema.ts';

const currencyCode = () => z.string().regex(/^[A-Z]{3}$/, 'is not a currency code such as EUR');

/** Two currencies with a rate between them. */
const pair = {
  /** Both codes: `EUR-USD`. */
  partitionKey: z.string(),
  sourceCurrencyCode: z.string(),
  sourceCurrencyDescription: z.string(),
  sourceCurrencySymbol: z.string(),
  destinationCurrencyCode: z.string(),
  destinationCurrencyDescription: z.string(),
  destinationCurrencySymbol: z.string(),
};
const currencyPair = z.object({
  id: id(),
  rowVersion: z.int(),
  ...pair,
  displayOrder: z.int(),
  isInactive: z.boolean(),
  /** The number of stored rates. A pair with rates can't change its currencies. */
  numberOfRates: z.int(),
  /** The codes of those of its currencies that are archived. Until they are activated, the pair can't change. */
  archivedCurrencies: z.array(z.string()),
});
export type CurrencyPair = z.output<typeof currencyPair>;

/** The rate of a pair on a date, and its derivation. */
const rateOfDay = z.object({
  ...pair,
  /** The id of the stored rate; null if the rate is derived or unknown. */
  id: id().nullable(),
  rowVersion: z.int().nullable(),
  /** One unit of the source currency in units of the destination currency; null if none can be found. */
  rate: figure('rate').nullable(),
  /** `direct`, `inverse` or `cross EUR`. */
  derivation: z.string().nullable(),
  /** The earliest date of the rates it is derived from. */
  rateDate: date().nullable(),
  /** The requested date. */
  effectiveDate: date(),
});
export type RateOfDay = z.output<typeof rateOfDay>;

const exchangeRate = z.object({
  id: id(),
  rowVersion: z.int(),
  partitionKey: z.string(),
  sourceCurrencyCode: z.string(),
  destinationCurrencyCode: z.string(),
  effectiveDate: date(),
  rate: figure('rate'),
  updatedDate: z.iso.datetime(),
  updatedBy: z.string(),
});

const ofPair = z.strictObject({
  /** `EUR-USD` or `EURUSD`, in either case. */
  pair: z
    .string()
    .overwrite((text) => text.toUpperCase())
    .regex(/^[A-Z]{3}[-/]?[A-Z]{3}$/, 'isn’t a pair of currencies such as EUR-USD'),
});
const onDay = z.strictObject({ effectiveDate: date().optional() });

export const fxEndpoints = defineEndpoints({
  listCurrencyPairs: {
    method: 'GET',
    path: '/api/reference/currency-pair',
    summary: 'Currency pairs with rates',
    permission: 'staff',
    query: z.strictObject({ includeInactive: z.stringbool().default(false) }),
    result: z.array(currencyPair),
    tags: ['CurrencyPair', 'Reference'],
  },
  saveCurrencyPair: {
    method: 'POST',
    path: '/api/reference/currency-pair',
    summary: 'Create, change, archive or restore a currency pair',
    permission: 'reference.edit',
    body: z.strictObject({
      id: id().nullish(),
      rowVersion: z.int().nullish(),
      sourceCurrencyCode: currencyCode(),
      destinationCurrencyCode: currencyCode(),
      displayOrder: z.int().min(0).max(1_000_000).default(0),
      isInactive: z.boolean().default(false),
    }),
    result: currencyPair,
    failures: ['STALE_VERSION', 'DUPLICATE', 'SAME_CURRENCY', 'UNKNOWN_CURRENCY', 'PAIR_HAS_RATES'],
    tags: ['CurrencyPair'],
  },
  archiveCurrencyPairs: {
    method: 'POST',
    path: '/api/reference/currency-pair/archive',
    summary: 'Archive or restore currency pairs. If one of them is refused, none changes',
    permission: 'reference.edit',
    body: archiveBody,
    result: changedCount,
    failures: ['STALE_VERSION', 'UNKNOWN_CURRENCY'],
    tags: ['CurrencyPair'],
  },
  /** Its export has the columns that an upload reads. */
  listExchangeRates: listEndpoint({
    path: '/api/fx',
    title: 'Exchange rates',
    permission: 'fx.view',
    row: exchangeRate,
    columns: [
      { field: 'effectiveDate', kind: 'date', title: 'Date' },
      { field: 'partitionKey', kind: 'code', title: 'Pair', hidden: true },
      { field: 'sourceCurrencyCode', kind: 'code', title: 'From' },
      { field: 'destinationCurrencyCode', kind: 'code', title: 'To' },
      { field: 'rate', kind: 'rate', title: 'Rate' },
      { field: 'updatedBy', kind: 'text', title: 'Entered by' },
      { field: 'updatedDate', kind: 'instant', title: 'Entered' },
    ],
    defaultSort: { field: 'effectiveDate', ascending: false },
    filters: { pair: ofPair.shape.pair.optional() },
    tags: ['ExchangeRate'],
  }),
  getRatesForDate: {
    method: 'GET',
    path: '/api/fx/getRatesForDate',
    summary: 'The rate of every active pair on a date: direct, inverse or cross rate',
    permission: 'fx.view',
    query: onDay,
    result: z.array(rateOfDay),
    tags: ['ExchangeRate', 'CurrencyPair'],
  },
  getLatestRates: {
    method: 'GET',
    path: '/api/fx/latestRates',
    summary: 'The latest rate of every active pair',
    permission: 'fx.view',
    result: z.array(rateOfDay),
    tags: ['ExchangeRate', 'CurrencyPair'],
  },
  getLatestRate: {
    method: 'GET',
    path: '/api/fx/latestRate/:pair',
    summary: 'The latest rate between two currencies',
    permission: 'fx.view',
    params: ofPair,
    result: rateOfDay,
    failures: ['NO_FX_RATE', 'UNKNOWN_CURRENCY'],
    tags: ['ExchangeRate', 'CurrencyPair'],
  },
  listDestinationCurrencies: {
    method: 'GET',
    path: '/api/fx/destinationCurrencies/:originCurrency',
    summary: 'Currencies with a pair or rate for a currency: direct, inverse or cross rate',
    permission: 'fx.view',
    params: z.strictObject({
      originCurrency: z
        .string()
        .overwrite((text) => text.toUpperCase())
        .regex(/^[A-Z]{3}$/, 'is not a currency code such as EUR'),
    }),
    result: z.array(z.object({ isoCode: z.string(), description: z.string(), symbol: z.string() })),
    tags: ['CurrencyPair'],
  },
  saveExchangeRates: {
    method: 'POST',
    path: '/api/fx',
    summary: 'Enter exchange rates, or correct those of a day. All are saved or none',
    permission: 'fx.edit',
    bodySize: 'long',
    body: z.strictObject({
      rates: z
        .array(
          z.strictObject({
            sourceCurrencyCode: currencyCode(),
            destinationCurrencyCode: currencyCode(),
            effectiveDate: date(),
            rate: decimal('rate'),
            /** The version of the rate to correct. */
            rowVersion: z.int().nullish(),
          }),
        )
        .min(1)
        .max(2000),
    }),
    result: z.array(exchangeRate),
    failures: ['STALE_VERSION', 'DUPLICATE', 'UNKNOWN_PAIR', 'FX_RATE_NOT_POSITIVE'],
    tags: ['ExchangeRate'],
  },
  deleteExchangeRate: deleteEndpoint('/api/fx/:id', 'Delete a rate', 'fx.edit'),
});
