import { describe, expect, it } from 'vitest';
import { calendarDate, decimal } from '@carrara/domain/kernel';
import { convertedFigures, moneyFigures } from '../period/index.ts';
import { multiplesText } from './fundProfileText.ts';
import { type PooledVehicle, pooledMultiples } from './pooledMultiples.ts';

const end = calendarDate('2025-06-30');
const commitment = (id: string, paidIn: string, got: string, nav: string | null, paysFee = true) => ({
  id,
  commitment: decimal('100.00'),
  contributions: decimal(paidIn),
  distributions: decimal(got),
  recallable: decimal('0.00'),
  nav: nav === null ? null : decimal(nav),
  paysFee,
});
const pool = (...vehicles: readonly PooledVehicle[]) => multiplesText(pooledMultiples(vehicles, end, 'ILPA'));
const one: PooledVehicle = { name: 'One', commitments: [commitment('a', '80.00', '20.00', '100.00')] };
const two: PooledVehicle = { name: 'Two', commitments: [commitment('b', '20.00', '10.00', '20.00')] };

describe('the pool of several vehicles', () => {
  it('of one is that vehicle; of two their sums, not the mean of their multiples', () => {
    expect(pool(one)).toMatchObject({ tvpi: '1.5', dpi: '0.25', rvpi: '1.25' });
    expect(pool(two).tvpi).toBe('1.5');
    expect(pool(one, { ...two, commitments: [commitment('b', '20.00', '50.00', '0.00')] }).tvpi).toBe('1.7');
  });

  it('counts the commitments that pay fees by then, and all of a vehicle where none does', () => {
    const general = commitment('gp', '10.00', '90.00', '10.00', false);
    expect(pool({ name: 'One', commitments: [...one.commitments, general] }).tvpi).toBe('1.5');
    expect(pool({ name: 'Own', commitments: [general] }).tvpi).toBe('10');
  });

  it('has no value while one of them has none, and says whose it is', () => {
    const unknown = { name: 'Three', commitments: [] };
    expect(pool(one, unknown)).toMatchObject({ tvpi: null, dpi: '0.25' });
    expect(pool(one, unknown).notDetermined).toContainEqual({
      field: 'tvpi',
      code: 'NAV_MISSING',
      message: 'Three has no net asset value on 2025-06-30.',
    });
  });
});

describe('figures in another currency', () => {
  const none = Object.fromEntries(moneyFigures.map((name) => [name, null])) as Record<
    (typeof moneyFigures)[number],
    null
  >;
  const kept = {
    ...none,
    nav: '100.01',
    contributions: '-0.02',
    currency: 'EUR',
    irr: '7',
    notDetermined: [] as { field: string; code: string; message: string }[],
  };
  const rates = [{ from: 'EUR', to: 'USD', date: calendarDate('2025-06-27'), rate: decimal('1.25') }];

  it('are each amount at the rate of the day, halves away from zero; returns stay', () => {
    expect(convertedFigures(kept, 'USD', { date: end, rates })).toMatchObject({
      nav: '125.01',
      contributions: '-0.03',
      commitment: null,
      currency: 'USD',
      irr: '7',
    });
    expect(convertedFigures(kept, 'EUR', { date: end, rates })).toBe(kept);
  });

  it('are not determined without a rate, each for that reason', () => {
    const { nav, commitment: promised, notDetermined } = convertedFigures(kept, 'CHF', { date: end, rates });
    expect([nav, promised]).toEqual([null, null]);
    expect(notDetermined.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'contributions NO_FX_RATE',
      'nav NO_FX_RATE',
    ]);
  });
});
