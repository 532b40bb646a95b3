import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { decideSecurity, decideValuations, type ValuationToSave, valuationWarnings } from './index.ts';
import { fund } from './vehicleLedger.fixture.ts';

const options = { newId: () => 'new', warningsConfirmed: false };
const end = calendarDate('2024-06-30');
const refused = (failures: readonly { readonly code: string; readonly path: readonly unknown[] }[]) =>
  failures.map(({ code, path }) => `${code} ${path.join('.')}`);

it('a security belongs to a holding of the vehicle, and has a type of its class', () => {
  const loan = { class: 'DEBT' } as const;
  expect(decideSecurity(loan, { isHolding: true, isType: true })).toEqual([]);
  const failures = decideSecurity(loan, { isHolding: false, isType: false });
  expect(refused(failures)).toEqual(['NOT_FOUND holdingId', 'NOT_FOUND typeId']);
  expect(failures[1]?.detail).toContain('debt types');
});

it('valuations are of the vehicle’s securities, each once per date', () => {
  const securities = { securities: [{ id: 's' }], entries: [], valuations: [], locked: new Set<never>() };
  const value: ValuationToSave = {
    securityId: 's',
    date: end,
    fairValue: '10.00',
    methodId: null,
    description: null,
    bookedPeriod: null,
  };
  const decide = (...all: ValuationToSave[]) =>
    decideValuations(all, securities, { methods: new Set(['m']), today: calendarDate('2024-07-15') }, options);
  expect(decide({ ...value, methodId: 'm' })._unsafeUnwrap()).toMatchObject([{ id: 'new', booked: end }]);
  const wrong = decide(
    value,
    value,
    { ...value, securityId: 't', methodId: 'n' },
    { ...value, date: calendarDate('2024-07-16') },
  );
  expect(refused(wrong._unsafeUnwrapErr())).toEqual([
    'REPEATED valuations.1.date',
    'NOT_FOUND valuations.2.securityId',
    'NOT_FOUND valuations.2.methodId',
    'DATE_TOO_LATE valuations.3.date',
  ]);
});

it('a valuation replaces only the one that the person saw, and withdraws only a value that counts', () => {
  const stored = (id: string, seq: number, fairValue: string | null) => ({
    id,
    securityId: 's',
    date: end,
    booked: end,
    fairValue: fairValue === null ? null : decimal(fairValue),
    seq,
  });
  const decide = (valuations: readonly ReturnType<typeof stored>[], more: Partial<ValuationToSave>) =>
    decideValuations(
      [
        {
          securityId: 's',
          date: end,
          fairValue: '10.00',
          methodId: null,
          description: null,
          bookedPeriod: null,
          ...more,
        },
      ],
      { securities: [{ id: 's' }], entries: [], valuations, locked: new Set<never>() },
      { methods: new Set(), today: calendarDate('2024-07-15') },
      options,
    ).match(
      () => [],
      (failures) => refused(failures),
    );
  const valuations = [stored('v1', 1, '8.00'), stored('v2', 2, '9.00')];
  const stale = ['STALE_VERSION valuations.0.fairValue'];
  expect(decide(valuations, {})).toEqual([]);
  expect(decide(valuations, { replaces: 'v2' })).toEqual([]);
  expect(decide(valuations, { replaces: 'v1' })).toEqual(stale);
  expect(decide(valuations, { replaces: null })).toEqual(stale);
  expect(decide([], { replaces: null })).toEqual([]);
  expect(decide(valuations, { fairValue: null })).toEqual([]);
  const nothing = ['REQUIRED valuations.0.fairValue'];
  expect(decide([], { fairValue: null })).toEqual(nothing);
  expect(decide([...valuations, stored('v3', 3, null)], { fairValue: null, replaces: 'v3' })).toEqual(nothing);
});

describe('a value has a warning', () => {
  const warned = (
    values: readonly (readonly [date: string, fairValue: string | null])[],
    ledger: Parameters<typeof valuationWarnings>[1] = fund,
  ) =>
    valuationWarnings(
      values.map(([date, value]) => ({
        securityId: 'shares',
        date: calendarDate(date),
        fairValue: value === null ? null : decimal(value),
      })),
      ledger,
    ).map(({ text }) => text);

  it('if it is below a tenth of, or above ten times, the one that it replaces or the one before', () => {
    expect(warned([['2021-09-30', '390000']])).toEqual([
      'The fair value is 390,000.00, more than ten times 390.00, the value before.',
    ]);
    expect(warned([['2021-06-30', '38.99']])).toEqual([
      'The fair value is 38.99, less than a tenth of 390.00, which it replaces.',
    ]);
    expect(warned([['2021-06-30', '39']])).toEqual([]);
    expect(warned([['2021-09-30', '3900']])).toEqual([]);
    expect(warned([['2021-09-30', '0']])).toEqual([]);
    expect(warned([['2021-06-30', null]])).toEqual([]);
  });

  it('compared with the cost, the sale since the last value, and the values entered with it', () => {
    expect(warned([['2020-06-30', '4001']])).toEqual([
      'The fair value is 4,001.00, more than ten times 400.00, the value before.',
    ]);
    // 480, of which a fourth was sold.
    expect(warned([['2021-05-15', '3601']])).toEqual([
      'The fair value is 3,601.00, more than ten times 360.00, the value before.',
    ]);
    const rising = [
      ['2021-12-31', '30000'],
      ['2021-09-30', '3500'],
    ] as const;
    expect(warned(rising)).toEqual([]);
  });

  it('if it is dated before the first purchase of the security or before the initial close', () => {
    const firstClose = calendarDate('2020-01-12');
    expect(warned([['2020-01-14', '400']], { ...fund, firstClose })).toEqual([
      'The value is dated 01/14/2020, before the first purchase of the security on 01/15/2020.',
    ]);
    expect(warned([['2020-01-11', '400']], { ...fund, firstClose })[1]).toBe(
      'The value is dated 01/11/2020, before the initial close on 01/12/2020.',
    );
    expect(warned([['2020-01-15', '400']], { ...fund, firstClose })).toEqual([]);
  });

  it('until somebody confirms it', () => {
    const value = { securityId: 'shares', date: calendarDate('2021-09-30'), fairValue: '390000', methodId: null };
    const decide = (warningsConfirmed: boolean) =>
      decideValuations(
        [{ ...value, description: null, bookedPeriod: null }],
        { ...fund, valuations: fund.valuations.map((stored, i) => ({ ...stored, id: `v${i}` })), locked: new Set() },
        { methods: new Set(), today: calendarDate('2024-07-15') },
        { ...options, warningsConfirmed },
      );
    const [failure] = decide(false)._unsafeUnwrapErr();
    expect(refused([failure!])).toEqual(['WARNINGS_NOT_CONFIRMED valuations.0.fairValue']);
    expect(failure?.detail).toContain('Confirm it to save the value.');
    expect(decide(true)._unsafeUnwrap()).toHaveLength(1);
  });
});
