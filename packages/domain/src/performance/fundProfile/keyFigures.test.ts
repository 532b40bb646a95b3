import { calendarDate, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { computeKeyFigures, type VintageVehicle } from './index.ts';

const [first, second, third] = ['2026-03-31', '2026-06-30', '2026-09-30'].map((day) => calendarDate(day));
const vehicle = (id: string, nav: string | null, more: Partial<VintageVehicle> = {}): VintageVehicle => ({
  id,
  name: `Fund ${id}`,
  year: 2020,
  currency: 'USD',
  policy: 'ILPA',
  notDetermined: nav === null ? [{ field: 'nav', code: 'NAV_MISSING', message: 'It has no value yet.' }] : [],
  amounts: {
    commitment: decimal('100'),
    contributions: decimal('50'),
    distributions: decimal('10'),
    recallable: decimal('0'),
    unfunded: decimal('50'),
    nav: nav === null ? null : decimal(nav),
  },
  named: { id, name: id, reason: '', lastDate: null, carriedFrom: null },
  ...more,
});
/** A fund without a value that had one at an earlier quarter end. */
const late = (id: string) =>
  vehicle(id, null, { named: { id, name: id, reason: '', lastDate: first!, carriedFrom: null } });
const quarters = (...all: readonly (readonly VintageVehicle[])[]) =>
  all.map((vehicles, at) => ({ end: [first!, second!, third!][at]!, vehicles }));
const figure = (name: string, ...all: readonly (readonly VintageVehicle[])[]) => {
  const [own] = computeKeyFigures(quarters(...all), 'ILPA', 'USD');
  const found = own!.figures.find((candidate) => candidate.name === name)!;
  return [found.value, found.change, found.trend.map(({ value }) => value)];
};

describe('key figures', () => {
  it('have the change since the previous quarter end, and the trend', () => {
    const all = [[vehicle('A', '80')], [vehicle('A', '80')], [vehicle('A', '100')]];
    expect(figure('nav', ...all)).toEqual([
      '100.00',
      { difference: '20.00', percent: '25' },
      ['80.00', '80.00', '100.00'],
    ]);
    expect(figure('tvpi', ...all)).toEqual([
      '2.2',
      { difference: '0.4', percent: '22.2222222222' },
      ['1.8', '1.8', '2.2'],
    ]);
    expect(figure('unfunded', ...all)[1]).toEqual({ difference: '0.00', percent: '0' });
  });

  it('count a fund that hadn’t begun as nothing', () => {
    expect(
      figure('nav', [vehicle('A', '80')], [vehicle('A', '80')], [vehicle('A', '100'), vehicle('B', '30')]),
    ).toEqual(['130.00', { difference: '50.00', percent: '62.5' }, ['80.00', '80.00', '130.00']]);
  });

  it('never compare different funds: a fund that is late now counts at no quarter end', () => {
    const all = [
      [vehicle('A', '80'), vehicle('B', '30')],
      [vehicle('A', '100'), vehicle('B', null)],
    ];
    expect(figure('nav', ...all)).toEqual(['100.00', { difference: '20.00', percent: '25' }, ['80.00', '100.00']]);
    const [own] = computeKeyFigures(quarters(...all), 'ILPA', 'USD');
    expect(own?.figures[0]?.coverage).toMatchObject({
      included: 1,
      total: 2,
      excluded: [{ id: 'B', reason: 'It has no value yet.' }],
    });
  });

  it('have a gap, and no change, where a fund lacks the figure', () => {
    const all = [[vehicle('A', '80')], [late('A')], [vehicle('A', '100')]];
    expect(figure('nav', ...all)).toEqual(['100.00', null, ['80.00', null, '100.00']]);
    // Without a contribution, there is nothing to divide by.
    const uncalled = vehicle('A', '0', { amounts: { ...vehicle('A', '0').amounts!, contributions: decimal('0') } });
    expect(figure('tvpi', [uncalled])).toEqual([null, null, [null]]);
  });

  it('count a fund that had no value yet as nothing', () => {
    const all = [
      [vehicle('A', '80'), vehicle('R', null)],
      [vehicle('A', '90'), vehicle('R', null)],
      [vehicle('A', '100'), vehicle('R', '30')],
    ];
    expect(figure('nav', ...all)).toEqual([
      '130.00',
      { difference: '40.00', percent: '44.4444444444' },
      ['80.00', '90.00', '130.00'],
    ]);
    expect(figure('tvpi', ...all)[2]).toEqual(['1.8', '2', '1.5']);
    // Its commitment is known from its close.
    expect(figure('commitment', ...all)[2]).toEqual(['200.00', '200.00', '200.00']);
  });

  it('have a trend of the other funds, named, if one was late at an earlier quarter end', () => {
    const all = [
      [vehicle('A', '80'), vehicle('B', '20')],
      [vehicle('A', '90'), late('B')],
      [vehicle('A', '100'), vehicle('B', '30')],
    ];
    expect(figure('nav', ...all)).toEqual(['130.00', null, ['80.00', '90.00', '100.00']]);
    const [nav] = computeKeyFigures(quarters(...all), 'ILPA', 'USD')[0]!.figures;
    expect(nav?.trendCoverage).toMatchObject({
      included: 1,
      total: 2,
      excluded: [{ id: 'B', reason: 'It has no value yet.' }],
    });
  });

  it('have no percentage of a change from zero', () => {
    expect(figure('nav', [vehicle('A', '0')], [vehicle('A', '5')])[1]).toEqual({ difference: '5.00', percent: null });
  });

  it('never add up currencies, and begin with the firm’s own', () => {
    const all = [[vehicle('E', '7', { currency: 'EUR' }), vehicle('A', '5')]];
    const result = computeKeyFigures(quarters(...all), 'ILPA', 'USD');
    expect(result.map(({ currency, figures }) => [currency, figures[0]?.value])).toEqual([
      ['USD', '5.00'],
      ['EUR', '7.00'],
    ]);
  });
});
