import { calendarDate } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { decideCurrencyPair, decideRates } from './index.ts';

const codes = (sourceCurrencyCode: string, destinationCurrencyCode: string) => ({
  sourceCurrencyCode,
  destinationCurrencyCode,
});

describe('a currency pair', () => {
  const currencies = [{ code: 'EUR' }, { code: 'USD' }];
  const failuresOf = (...facts: Parameters<typeof decideCurrencyPair>) =>
    decideCurrencyPair(...facts).match(
      () => [],
      (failures) => failures.map(({ code, path }) => `${code} ${path.join('.')}`),
    );

  it('has two different active currencies, which cannot change once it has rates', () => {
    expect(decideCurrencyPair(undefined, codes('USD', 'EUR'), currencies)._unsafeUnwrap()).toEqual({
      source: currencies[1],
      destination: currencies[0],
    });
    expect(failuresOf(undefined, codes('USD', 'USD'), [])).toEqual(['SAME_CURRENCY destinationCurrencyCode']);
    expect(failuresOf(undefined, codes('USD', 'GBP'), currencies)).toEqual([
      'UNKNOWN_CURRENCY destinationCurrencyCode',
    ]);
    expect(failuresOf(undefined, codes('CHF', 'GBP'), currencies)).toEqual(['UNKNOWN_CURRENCY sourceCurrencyCode']);
    const used = { ...codes('EUR', 'USD'), numberOfRates: 1 };
    expect(failuresOf(used, codes('USD', 'EUR'), currencies)).toEqual(['PAIR_HAS_RATES ']);
    expect(failuresOf(used, codes('EUR', 'USD'), currencies)).toEqual([]);
    expect(failuresOf({ ...used, numberOfRates: 0 }, codes('USD', 'EUR'), currencies)).toEqual([]);
  });
});

describe('rates', () => {
  const pairs = [{ id: 'pair', ...codes('EUR', 'USD') }];
  const stored = { pairId: 'pair', date: '2026-03-31', rowVersion: 2 };
  const request = { ...codes('EUR', 'USD'), effectiveDate: calendarDate('2026-03-31'), rate: '1.08' };

  it('are new, or correct the stored version', () => {
    const decided = decideRates(
      [
        { ...request, rowVersion: 2 },
        { ...request, effectiveDate: calendarDate('2026-06-30') },
      ],
      pairs,
      [stored],
    );
    expect(decided._unsafeUnwrap().map(({ date, existing }) => [date, existing])).toEqual([
      ['2026-03-31', stored],
      ['2026-06-30', undefined],
    ]);
  });

  it('are refused with all reasons', () => {
    const refused = decideRates(
      [
        { ...request, ...codes('EUR', 'GBP'), rate: '0' },
        request,
        { ...request, rowVersion: 1 },
        { ...request, effectiveDate: calendarDate('2026-06-30'), rowVersion: 1 },
      ],
      pairs,
      [stored],
    );
    expect(refused._unsafeUnwrapErr().map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual([
      'UNKNOWN_PAIR rates.0.sourceCurrencyCode',
      'FX_RATE_NOT_POSITIVE rates.0.rate',
      'DUPLICATE rates.1.effectiveDate',
      'STALE_VERSION rates.2.rowVersion',
      'STALE_VERSION rates.3.rowVersion',
    ]);
  });
});
