import { activeCurrencies, storedRates } from '@carrara/adapters/postgres/platform/fx/latestRates';
import { currencyPairs, storeCurrencyPair } from '@carrara/adapters/postgres/platform/fx/currencyPairs';
import { storeExchangeRates } from '@carrara/adapters/postgres/platform/fx/exchangeRates';
import { planRates, rateColumns, rateImportFields, type RatePlan, readRateSheets } from '@carrara/domain/platform/fx';
import { calendarDate, decimal, err, type Failures, numberText, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../core/operations.ts';
import { sheetImporter } from './importer.ts';

const OPERATION = 'importExchangeRates';
const keyOf = (from: string, to: string, date = '') => `${from}-${to} ${date}`;

/** Adds pairs that the firm doesn't have yet, then stores the rates. */
async function carryOut({ tx }: RequestContext, { newPairs, writes }: RatePlan): Promise<Result<void, Failures>> {
  const currencies = new Map((await activeCurrencies(tx)).map(({ code, id }) => [code, id]));
  for (const { from, to } of newPairs) {
    const sourceCurrencyId = currencies.get(from) ?? '';
    const destinationCurrencyId = currencies.get(to) ?? '';
    const values = { sourceCurrencyId, destinationCurrencyId, displayOrder: 0, isInactive: false };
    const added = await storeCurrencyPair(tx, undefined, values);
    if (added.isErr()) return err(added.error);
  }
  const pairs = new Map(
    (await currencyPairs(tx, { includeInactive: true })).map((pair) => [
      keyOf(pair.sourceCurrencyCode, pair.destinationCurrencyCode),
      pair.id,
    ]),
  );
  const existingByKey = new Map(
    (
      await storedRates(
        tx,
        writes.map(({ entered: rate }) => rate.date),
      )
    ).map((rate) => [keyOf(rate.from, rate.to, rate.date), rate]),
  );
  const rates = writes.map(({ entered: { from, to, date, rate } }) => ({
    pairId: pairs.get(keyOf(from, to)) ?? '',
    from,
    to,
    date,
    rate: numberText(rate),
    existing: existingByKey.get(keyOf(from, to, date)),
  }));
  const stored = await storeExchangeRates(tx, OPERATION, rates);
  return stored.map(() => undefined);
}

/** Imports a workbook of exchange rates: each row is the rate of a pair on a date. */
export const exchangeRateImporter = sheetImporter({
  fields: rateImportFields,
  sample: `Date,From,To,Rate
2026-06-30,EUR,USD,1.0842
2026-06-30,GBP,USD,1.2710
`,
  async plan({ tx }, sheets) {
    const read = readRateSheets(sheets);
    const [currencies, pairs, existingRates] = [
      await activeCurrencies(tx),
      await currencyPairs(tx, { includeInactive: true }),
      await storedRates(
        tx,
        read.rates.map(({ date }) => date),
      ),
    ];
    const plan = planRates(read, {
      currencies: new Set(currencies.map(({ code }) => code)),
      pairs: pairs.map((pair) => ({ from: pair.sourceCurrencyCode, to: pair.destinationCurrencyCode })),
      rates: existingRates.map(({ date, rate, ...existing }) => ({
        ...existing,
        date: calendarDate(date),
        rate: decimal(rate),
      })),
    });
    return {
      effects: [...plan.effects],
      errors: [...plan.errors],
      notes: plan.notes,
      warnings: [],
      changes: plan.corrections.flatMap(({ existing, entered }) =>
        existing
          ? [
              {
                kind: 'Exchange rates',
                record: `${entered.from}/${entered.to} ${entered.date}`,
                field: rateColumns.rate,
                isNumber: true as const,
                before: numberText(existing.rate),
                after: numberText(entered.rate),
              },
            ]
          : [],
      ),
      carryOut: async (context, onProgress) => {
        const done = await carryOut(context, plan);
        onProgress(100);
        return done;
      },
    };
  },
  async template() {
    const { templateWorkbook } = await import('@carrara/adapters/spreadsheet/templateWorkbook');
    const formats = { date: 'mm/dd/yyyy', from: undefined, to: undefined, rate: '0.000000' };
    const columns = (['date', 'from', 'to', 'rate'] as const).map((name) => ({
      title: rateColumns[name],
      hint: rateImportFields[name].hint,
      format: formats[name],
    }));
    return templateWorkbook([{ name: 'Exchange rates', columns }]);
  },
});
