import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate, decimal, numberText } from '../../kernel/index.ts';
import {
  exposure,
  decideGeography,
  pooledTotals,
  investmentReturn,
  isIndustryOf,
  isMonthDay,
  isOwnershipPercent,
  isSubSectorOf,
  isInCodeRange,
  ownershipFraction,
  ownershipPercent,
  percentOfTotal,
  decideTaxonomy,
  valueOfInvestment,
} from './index.ts';

const codes = (sector?: string, subSector?: string, industry?: string) => ({ sector, subSector, industry });
const refused = (result: ReturnType<typeof decideTaxonomy> | ReturnType<typeof decideGeography>) =>
  result.match(
    () => [],
    (failures) => failures.map(({ code, path }) => `${code} ${path.join('.')}`),
  );

describe('sectors, sub-sectors and industries', () => {
  it('a sector includes codes from its own to 9999 above it, both ends included [U-P-060]', () => {
    for (const code of ['20000', '20001', '29999']) expect(isSubSectorOf(codes('20000'), code)).toBe(true);
    for (const code of ['19999', '30000', 'HC', '']) expect(isSubSectorOf(codes('20000'), code)).toBe(false);
    expect(isIndustryOf(codes('20000'), '21001')).toBe(true);
    expect(isIndustryOf(codes('20000'), '31001')).toBe(false);
  });

  it('a sub-sector includes industries from its code to 999 above it, within the sector [U-P-061]', () => {
    for (const code of ['21000', '21001', '21999']) expect(isIndustryOf(codes('20000', '21000'), code)).toBe(true);
    for (const code of ['20999', '22000']) expect(isIndustryOf(codes('20000', '21000'), code)).toBe(false);
    expect(isIndustryOf(codes(undefined, '21000'), '21001')).toBe(true);
  });

  it('a parent whose code is not a number narrows nothing, and neither does an empty selection', () => {
    expect(isInCodeRange('sector', 'HC', '21000')).toBe(true);
    expect(isSubSectorOf(codes(), '21000')).toBe(true);
  });

  it('children of another parent are refused with their field [U-P-062]', () => {
    expect(decideTaxonomy(codes('20000', '21000', '21001')).isOk()).toBe(true);
    expect(decideTaxonomy(codes()).isOk()).toBe(true);
    expect(refused(decideTaxonomy(codes('10000', '21000', '21001')))).toEqual([
      'OUT_OF_SECTOR subSector',
      'OUT_OF_SECTOR industry',
    ]);
    expect(refused(decideTaxonomy(codes('20000', '22000', '21001')))).toEqual(['OUT_OF_SECTOR industry']);
  });
});

describe('geography', () => {
  const slot = (region: string | null, percentage: string | null) => ({
    region,
    percentage: percentage === null ? null : decimal(percentage),
  });

  it('may total 100 but not more [U-P-046 U-P-063]', () => {
    const full = [slot('A', '60'), slot('B', '40')];
    expect(decideGeography(full)._unsafeUnwrap()).toMatchObject({ isOverExposed: false });
    const over = [slot('A', '60'), slot('B', '40.01'), slot(null, null)];
    expect(exposure(over).isOverExposed).toBe(true);
    expect(refused(decideGeography(over))).toEqual(['OVER_EXPOSED 1.percentage']);
  });

  it('names each region once, and no percentage without one [U-P-064]', () => {
    expect(refused(decideGeography([slot('A', '10'), slot('B', null), slot('A', '5')]))).toEqual([
      'REGION_TWICE 2.region',
    ]);
    expect(refused(decideGeography([slot(null, '10')]))).toEqual(['INVALID_VALUE 0.percentage']);
  });
});

describe('ownership', () => {
  it('is entered in percent and stored divided by 100 [U-P-065]', () => {
    expect(numberText(ownershipFraction(decimal('62.5')))).toBe('0.625');
    expect([
      isOwnershipPercent(decimal('-0.01')),
      isOwnershipPercent(decimal('100')),
      isOwnershipPercent(decimal('100.01')),
    ]).toEqual([false, true, false]);
  });

  it('is displayed as it was entered', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (parts) => {
        const percent = decimal(parts).div('1000000000');
        expect(ownershipPercent(ownershipFraction(percent)).eq(percent)).toBe(true);
      }),
    );
  });
});

it('a financial year ends on a month and a day that every year has [U-P-066]', () => {
  expect(['12-31', '06-30', '02-28'].every(isMonthDay)).toBe(true);
  for (const text of ['02-29', '13-01', '00-10', '06-31', '6-30', '2014-12-31', ''])
    expect(isMonthDay(text)).toBe(false);
});

describe('the return of an investment with several holders', () => {
  const end = calendarDate('2022-01-01');
  const trade = (type: string, date: string, amount: string, holdingId = 'F1') => ({
    holdingId,
    type,
    date: calendarDate(date),
    amount: decimal(amount),
  });
  const holding = (
    invested: string | null,
    realized: string | null,
    fairValue: string | null,
    name = 'F1',
    lastDate: string | null = null,
  ) => ({
    id: name,
    named: {
      id: name,
      name,
      reason: 'Not included in the data your manager sent.',
      lastDate: lastDate === null ? null : calendarDate(lastDate),
      carriedFrom: null,
    },
    invested: invested === null ? null : decimal(invested),
    realized: realized === null ? null : decimal(realized),
    fairValue: fairValue === null ? null : decimal(fairValue),
    rate: { grossIrr: null, grossIrrAnnualized: null, notDetermined: [] },
  });
  const excluded = (...names: readonly string[]) => ({
    included: 2 - names.length,
    total: 2,
    excluded: names.map((name) => expect.objectContaining({ name }) as object),
    carried: [],
  });
  it('is computed from their combined trades', () => {
    const trades = [trade('BUY', '2021-01-01', '60'), trade('BUY', '2021-01-01', '40', 'F2')];
    const { grossIrr, grossMoic, grossIrrAnnualized } = investmentReturn(
      [holding('60', '0', '75'), holding('40', '0', '50', 'F2')],
      trades,
      end,
    );
    expect([grossIrr?.toFixed(12), grossMoic?.toFixed(), grossIrrAnnualized]).toEqual(['0.250000000000', '1.25', true]);
  });

  it('does not exist without flows, and has a reason if there is no rate', () => {
    const nothing = [holding('0', '0', '0'), holding('0', '0', '0', 'F2')];
    expect(investmentReturn(nothing, [], end)).toMatchObject({ grossIrr: null, notDetermined: [] });
    const lost = investmentReturn(
      [holding('100', '0', '0'), holding('0', '0', '0', 'F2')],
      [trade('BUY', '2021-01-01', '100')],
      end,
    );
    expect(lost.grossIrr).toBeNull();
    expect(lost.notDetermined).toMatchObject([{ field: 'grossIrr' }]);
  });

  it('has no rate if the trades of all holders were not sent, but has a multiple', () => {
    for (const trades of [[], [trade('BUY', '2021-01-01', '60')]]) {
      const sent = investmentReturn([holding('100', '0', '125'), holding('100', '0', '125', 'F2')], trades, end);
      expect([sent.grossIrr, sent.grossMoic?.toFixed()]).toEqual([null, '1.25']);
      expect(sent.notDetermined).toMatchObject([
        { field: 'grossIrr', code: 'NOT_REPORTED', message: 'Dated trades weren’t sent for this fund.' },
      ]);
    }
  });

  it('has the rate of the only holding with amounts, or its reason, without its trades', () => {
    const late = holding(null, null, null, 'F2', '2021-12-31');
    const reason = { field: 'grossIrr', code: 'NO_ROOT', message: 'There is no rate.' };
    const ofValue = { ...reason, field: 'fairValue' };
    const rates = [
      { grossIrr: decimal('0.0745'), grossIrrAnnualized: true, notDetermined: [] },
      { grossIrr: null, grossIrrAnnualized: null, notDetermined: [ofValue, reason] },
    ];
    for (const rate of rates) {
      const { covered, grossMoic, ...found } = investmentReturn([{ ...holding('60', '0', '75'), rate }, late], [], end);
      expect(found).toEqual({ ...rate, notDetermined: rate.grossIrr === null ? [reason] : [] });
      expect([covered.grossIrr, grossMoic?.toFixed()]).toEqual([excluded('F2'), '1.25']);
    }
  });

  it('is that of the holdings with the inputs of each figure, and names the others', () => {
    const trades = [trade('BUY', '2021-01-01', '60'), trade('BUY', '2021-01-01', '40', 'F2')];
    const own = { grossIrr: decimal('0.25'), grossIrrAnnualized: true, notDetermined: [] };
    const whole = { ...holding('60', '0', '75'), rate: own };
    const figuresOf = (other: ReturnType<typeof holding>, all = trades) => {
      const { grossIrr, grossMoic, notDetermined, covered } = investmentReturn([whole, other], all, end);
      expect(notDetermined).toEqual([]);
      return [grossIrr?.toFixed(4), grossMoic?.toFixed(), covered.grossIrr, covered.grossMoic];
    };
    const alone = ['0.2500', '1.25', excluded('F2'), excluded('F2')];
    expect(figuresOf(holding('40', '0', null, 'F2'))).toEqual(alone);
    expect(figuresOf(holding(null, null, null, 'F2', '2022-09-30'))).toEqual(alone);
    // The rate needs the trades, which say more about receipts than their sum.
    expect(figuresOf(holding('40', null, '90', 'F2'))).toEqual(['0.6500', '1.25', excluded(), excluded('F2')]);
    // Without trades there is no rate, but a multiple.
    expect(figuresOf(holding('40', '0', '90', 'F2'), trades.slice(0, 1))).toEqual([
      '0.2500',
      '1.65',
      excluded('F2'),
      excluded(),
    ]);
    const { value, coverage } = pooledTotals([whole, holding('40', '0', null, 'F2')]).fairValue;
    expect([value?.toFixed(), coverage]).toEqual(['75', excluded('F2')]);
  });

  it('is not determined if no holding has its inputs', () => {
    const codesOf = (lastDate: string | null) =>
      investmentReturn([holding(null, null, null, 'F1', lastDate)], [], end).notDetermined.map(
        ({ field, code }) => `${field} ${code}`,
      );
    expect(codesOf(null)).toEqual(['grossIrr NOT_REPORTED', 'grossMoic NOT_REPORTED']);
    expect(codesOf('2022-09-30')).toEqual(['grossIrr NAV_MISSING', 'grossMoic NAV_MISSING']);
  });
});

it('a part of zero has no percentage, and a value without one of its inputs does not exist', () => {
  expect(percentOfTotal(decimal('1'), decimal('0'))).toBeNull();
  expect(percentOfTotal(decimal('1'), decimal('8'))?.toFixed()).toBe('12.5');
  expect(valueOfInvestment(null, null)).toBeNull();
  expect(valueOfInvestment(null, decimal('5'))).toBeNull();
  expect(valueOfInvestment(decimal('5'), null)).toBeNull();
  expect(valueOfInvestment(decimal('5'), decimal('0'))?.toFixed()).toBe('5');
});
