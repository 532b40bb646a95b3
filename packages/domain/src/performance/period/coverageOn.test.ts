import { type CalendarDate, decimal, err, ok, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  computeInvestors,
  type Figures,
  type InvestorFigures,
  type InvestorPosition,
  noNavFailure,
  otherCapital,
} from './index.ts';
import { day } from './vehicleLedger.fixture.ts';

const [q1, q2] = [day('2020-03-31'), day('2020-06-30')];

/** The amounts of a reported fund; null if not reported. */
interface Amounts {
  readonly contributions?: string | null;
  readonly distributions?: string | null;
  readonly unfunded?: string | null;
  readonly nav?: string | null;
}
const all: Amounts = { contributions: '100', distributions: '20', nav: '150' };
const nothing: Amounts = { contributions: null, distributions: null, nav: null };

const fund = (vehicleId: string, amounts: Amounts, end: CalendarDate = q2): InvestorPosition => {
  const { contributions = null, distributions = null, unfunded = null, nav = null } = amounts;
  const capital = otherCapital({
    end,
    reportedThrough: null,
    commitment: '1000',
    contributions,
    distributions,
    recallable: null,
    unfunded,
    nav: nav ?? '0',
    carryOwed: '0',
    carryPaid: null,
    unrealized: null,
  });
  const value =
    nav === null ? err(noNavFailure(end)) : ok({ amount: decimal(nav), cashSince: zero, rolledForwardFrom: null });
  return { investorId: 'i', vehicleId, flows: [], periods: [{ end, capital, nav: value }] };
};
const at = (...commitments: readonly InvestorPosition[]): InvestorFigures =>
  computeInvestors({ commitments, from: q2, policy: 'ILPA' })[0]!;
const amounts = ({ commitment, contributions, distributions, nav, dpi, tvpi }: Figures) =>
  [commitment, contributions, distributions, nav, dpi, tvpi].map((figure) => figure && Number(figure));
const reasonOf = ({ notDetermined }: Figures, name: string) =>
  notDetermined.find(({ field }) => field === name)?.message;

describe('the funds in an investor’s figures', () => {
  it('with carry forward are the complete ones if late funds are the only complete ones', () => {
    const late = ['AL', 'HL', 'TL'].map((id) => fund(id, all, q1));
    const figures = at(...late, fund('EN', { nav: '70' }));
    // Without carry forward, only EN is left, which reported a NAV.
    expect(amounts(figures)).toEqual([1000, null, null, 70, null, null]);
    expect(reasonOf(figures, 'tvpi')).toBe('No fund has all amounts, so there is no multiple.');
    const lateFunds = ['AL', 'HL', 'TL'].map((vehicleId) => ({ vehicleId, lastDate: q1 }));
    expect(figures.coverage).toEqual({ total: 4, excluded: lateFunds });
    expect(amounts(figures.carried!)).toEqual([3000, 300, 60, 450, 0.2, 1.7]);
    expect(figures.carried?.coverage).toEqual({
      total: 4,
      excluded: [],
      incomplete: [
        { vehicleId: 'EN', reason: 'Contributions and distributions weren’t reported for this fund.', hasValue: true },
      ],
      carried: lateFunds,
    });
  });

  it('are those that reported the amount if none is complete, and multiples aren’t determined', () => {
    const noNav = { contributions: '100', distributions: '20' };
    const figures = at(fund('A', noNav), fund('B', { nav: '70' }), fund('C', all, q1));
    expect(amounts(figures)).toEqual([2000, 100, 20, 70, null, null]);
    expect(figures.coverage?.excluded).toEqual([{ vehicleId: 'C', lastDate: q1 }]);
    const leaving = (name: string) =>
      figures.coverage?.partly?.filter((part) => part.figures.some((field) => field === name));
    expect(
      ['contributions', 'distributions', 'nav'].map((name) => leaving(name)?.map((part) => part.vehicleId)),
    ).toEqual([['B'], ['B'], ['A']]);
    // Not even DPI, although every fund has contributions and distributions.
    const withoutNav = at(fund('A', noNav), fund('B', noNav));
    expect([amounts(withoutNav), reasonOf(withoutNav, 'dpi')]).toEqual([
      [2000, 200, 40, null, null, null],
      'No fund has all amounts, so there is no multiple.',
    ]);
    // The only fund of an investor has its own multiples.
    expect(amounts(at(fund('A', noNav)))).toEqual([1000, 100, 20, null, 0.2, null]);
  });

  it('don’t include late funds or those that never reported anything, not even if no others are left', () => {
    const figures = at(fund('A', all, q1), fund('N', nothing));
    expect(amounts(figures)).toEqual([null, null, null, null, null, null]);
    expect(reasonOf(figures, 'commitment')).toBe('No fund of this investor has figures on 06/30/2020.');
    expect(figures.coverage).toEqual({
      total: 2,
      excluded: [
        { vehicleId: 'A', lastDate: q1 },
        { vehicleId: 'N', lastDate: null },
      ],
    });
    expect(amounts(figures.carried!)).toEqual([1000, 100, 20, 150, 0.2, 1.7]);
    // The commitment to the only fund counts before its first report.
    expect(amounts(at(fund('N', nothing)))).toEqual([1000, null, null, null, null, null]);
  });

  it('that are left out are named once, with everything they lack', () => {
    const { coverage } = at(fund('A', all), fund('B', { distributions: '20' }), fund('C', { ...all, nav: null }));
    expect(coverage).toEqual({
      total: 3,
      excluded: [],
      incomplete: [
        {
          vehicleId: 'B',
          reason: 'Contributions and net asset value weren’t reported for this fund.',
          hasValue: true,
        },
        { vehicleId: 'C', reason: 'No net asset value on 06/30/2020.', hasValue: true },
      ],
    });
  });
});
