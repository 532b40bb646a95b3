import { calendarDate, decimal } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { decideSecurity, decideValuations, type ValuationToSave } from './index.ts';

const newId = () => 'new';
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
  const securities = { securities: [{ id: 's' }], valuations: [], locked: new Set<never>() };
  const value: ValuationToSave = {
    securityId: 's',
    date: end,
    fairValue: '10.00',
    methodId: null,
    description: null,
    bookedPeriod: null,
  };
  const decide = (...all: ValuationToSave[]) =>
    decideValuations(all, securities, { methods: new Set(['m']), today: calendarDate('2024-07-15') }, newId);
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
      { securities: [{ id: 's' }], valuations, locked: new Set<never>() },
      { methods: new Set(), today: calendarDate('2024-07-15') },
      newId,
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
