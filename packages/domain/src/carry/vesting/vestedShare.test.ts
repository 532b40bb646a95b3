import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, type CalendarDate, calendarDate, decimal, numberText } from '../../kernel/index.ts';
import { analyzeVesting, countedParts, vestedShare, type VestingPart } from './index.ts';

const schedule = [
  { start: 0, end: 12, vested: decimal('0') },
  { start: 12, end: 24, vested: decimal('40') },
  { start: 24, end: null, vested: decimal('100') },
];
const [early, late, on] = ['2020-01-15', '2021-06-01', '2022-06-01'].map(calendarDate) as [
  CalendarDate,
  CalendarDate,
  CalendarDate,
];
const part = (trancheInvestmentDate: CalendarDate | null, invested: string | null): VestingPart => ({
  trancheInvestmentDate,
  investedAmount: invested === null ? null : decimal(invested),
});
const share = (own: VestingPart, tranches: readonly VestingPart[] = []) =>
  vestedShare({ schedule, own, tranches }, on).map(({ vested, basis }) => [numberText(vested), basis]);
const codes = (own: VestingPart, tranches: readonly VestingPart[] = [], rows: typeof schedule | null = schedule) =>
  vestedShare({ schedule: rows, own, tranches }, on)
    ._unsafeUnwrapErr()
    .map(({ code }) => code);

describe('the vested percentage of an allocation', () => {
  it('is weighted by the invested amounts of the tranches', () => {
    const close = { initialCloseDate: calendarDate('2015-01-01') };
    expect(share(close, [part(early, '75'), part(late, '25')])._unsafeUnwrap()).toEqual(['85', 'tranches']);
    expect(share(close, [part(early, '1'), part(late, '2')])._unsafeUnwrap()[0]).toBe('60');
    expect(share(close)._unsafeUnwrap()).toEqual(['100', 'initialClose']);
  });

  it("is the source's own if no invested amounts exist in its tranches, and says from which date", () => {
    expect(share({ trancheInvestmentDate: late })._unsafeUnwrap()).toEqual(['40', 'trancheDate']);
    expect(share({ investmentInitialDate: late }, [part(early, null)])._unsafeUnwrap()).toEqual([
      '40',
      'initialInvestment',
    ]);
  });

  it('ignores a tranche before its date; before the first date nothing is vested', () => {
    const tranches = [part(early, '75'), part(late, '25'), part(calendarDate('2022-06-02'), '900')];
    expect(share({}, tranches)._unsafeUnwrap()).toEqual(['85', 'tranches']);
    const before = { schedule, own: { initialCloseDate: calendarDate('2015-01-01') }, tranches };
    expect(numberText(vestedShare(before, calendarDate('2019-12-31'))._unsafeUnwrap().vested)).toBe('0');
    expect(codes({}, [part(null, '1'), part(calendarDate('2022-06-02'), '1')])).toEqual(['NO_VESTING_START']);
  });

  it('counts a tranche from its own date on, with nothing vested yet', () => {
    expect(share({}, [part(early, '75'), part(on, '25')])._unsafeUnwrap()).toEqual(['75', 'tranches']);
  });

  it('is not determined without a schedule, with an unreadable one, or if a tranche has no date', () => {
    expect(codes({ initialCloseDate: early }, [], null)).toEqual(['NO_VESTING_SCHEDULE']);
    expect(codes({ initialCloseDate: early }, [], schedule.slice(0, 2))).toEqual(['LAST_ROW_NOT_100']);
    expect(codes({})).toEqual(['NO_VESTING_START']);
    expect(codes({}, [part(early, '1'), part(null, '1')])).toEqual(['NO_VESTING_START']);
  });

  it('equals the analysis: weighted vested % of an allocation of 100 %', () => {
    const tranche = fc.record({ months: fc.integer({ min: -6, max: 40 }), invested: fc.integer({ min: 1, max: 1e9 }) });
    fc.assert(
      fc.property(fc.array(tranche, { minLength: 1, maxLength: 8 }), (generated) => {
        const tranches = generated.map(({ months, invested }) => part(addMonths(on, -months), String(invested)));
        const found = vestedShare({ schedule, own: {}, tranches }, on)._unsafeUnwrap();
        const analyzed = analyzeVesting({
          carryAmount: decimal('0'),
          effective: decimal('100'),
          schedule,
          vestingDate: on,
          tranches: countedParts({ own: {}, tranches }, on).map((vestingPart, i) => ({
            number: String(i),
            investmentDate: vestingPart.trancheInvestmentDate!,
            investedAmount: vestingPart.investedAmount!,
          })),
        })._unsafeUnwrap();
        expect(numberText(found.vested)).toBe(numberText(analyzed.totals.weightedVestedEffectiveAllocationPercentage));
      }),
    );
  });
});
