import { describe, expect, it } from 'vitest';
import { calendarDate, decimal, moneyText } from '../../kernel/index.ts';
import { wholeFundTerms } from '../carryTerms/index.ts';
import type { EntryType } from '../ledger/index.ts';
import { proposeCarry } from './carryProposal.ts';
import { distributionEntries } from './distributionEntries.ts';
import { hypotheticalLiquidation } from './hypotheticalLiquidation.ts';
import { book, end, entry, figures, usualTerms } from './liquidationBook.fixture.ts';
import type { LiquidationBook, LiquidationEntry } from './liquidationBook.ts';
import type { DistributionLedger } from './carryOfInvestments.ts';
import { proposeDistribution, type ProposedDistribution } from './proposedDistribution.ts';

const holding = (id: string, more: { fairValue?: string } = {}) => ({
  id,
  investmentId: `investment ${id}`,
  name: `Company ${id}`,
  invested: decimal('50'),
  proceeds: decimal(0),
  income: decimal(0),
  fairValue: decimal(more.fairValue ?? '0'),
  values: [],
  sales: [],
});
const trade = (type: EntryType, holdingId: string, date: string, amount: string, cost: string | null = null) => ({
  type,
  holdingId,
  effective: calendarDate(date),
  amount: decimal(amount),
  costRelieved: cost === null ? null : decimal(cost),
});
const bought = [trade('BUY', 'X', '2021-01-01', '50'), trade('BUY', 'Y', '2021-01-01', '50')];
const fund = (
  more: Partial<LiquidationBook> = {},
  trades: DistributionLedger['entries'] = bought,
): DistributionLedger => ({
  book: book({ holdings: [holding('X'), holding('Y', { fairValue: '50' })], ...more }),
  entries: trades,
});
const propose = (amount: string, { ledger = fund(), holdingIds = ['X'], date = end as string } = {}) =>
  proposeDistribution(ledger, { date: calendarDate(date), amount: decimal(amount), holdingIds });
const proposed = (...args: Parameters<typeof propose>): ProposedDistribution => propose(...args)._unsafeUnwrap();
const refused = (...args: Parameters<typeof propose>) =>
  propose(...args)
    ._unsafeUnwrapErr()
    .map(({ code, path, detail }) => `${code} ${path.join('.')}: ${detail}`);
const tiersOf = (found: ProposedDistribution, at: number) =>
  found.partners[at]?.tiers.map(({ lp, gp }) => `${moneyText(lp)} ${moneyText(gp)}`);
const postings = (found: ProposedDistribution) =>
  distributionEntries(found).map(({ type, amount, holdingId, shares }) => [
    type,
    moneyText(amount),
    holdingId,
    shares.map((share) => `${share.commitmentId} ${moneyText(share.amount)}`),
  ]);
const onlySplit = { tiers: wholeFundTerms({ carry: '20', hurdle: '0', catchUp: '0' }).tiers };
const termsOf = (more: Partial<typeof usualTerms>) => ({
  terms: { id: 'T', effectiveDate: calendarDate('2021-01-01'), entered: { ...usualTerms, ...more } },
});

describe('a proposed distribution', () => {
  it('splits the proceeds by partner and tier, and posts cash and carry', () => {
    const found = proposed('140.00');
    // As if all were sold: 140.00 by the contributions of 66, 33 and 10 without fees, which are 60, 30 and 10.
    expect(tiersOf(found, 0)).toEqual(['66.00 0.00', '10.46 0.00', '0.00 2.62', '3.94 0.98']);
    expect(tiersOf(found, 2)).toEqual(['10.00 0.00', '1.66 0.00', '0.00 0.00', '2.34 0.00']);
    expect([found.lp, found.gp].map(moneyText)).toEqual(['134.60', '5.40']);
    expect(postings(found)).toEqual([
      ['DIST-ROC', '109.00', 'X', ['A 66.00', 'B 33.00', 'G 10.00']],
      ['DIST-GAIN', '25.60', 'X', ['A 14.40', 'B 7.20', 'G 4.00']],
      ['CARRY-EARNED', '5.40', 'X', ['A 3.60', 'B 1.80']],
    ]);
  });

  it('attributes the carry by realized profit, also to an investment that was sold before', () => {
    const trades = [...bought, trade('SELL', 'Y', '2022-06-30', '80', '50'), trade('INC-DIV', 'X', '2022-06-30', '10')];
    // X isn't sold in the ledger yet: 140 - 50 + 10 = 100. Y gained 30.
    const { investments, gp } = proposed('140.00', { ledger: fund({}, trades) });
    expect(investments.map(({ name, carry }) => `${name} ${moneyText(carry)}`)).toEqual([
      'Company X 4.15',
      'Company Y 1.25',
    ]);
    expect(moneyText(gp)).toBe('5.40');
  });

  it('splits the proceeds of several investments by their last sales', () => {
    const sold = [
      ...bought,
      trade('SELL', 'X', '2022-12-31', '105', '50'),
      trade('SELL', 'Y', '2022-12-31', '35', '50'),
    ];
    const found = proposed('140.00', { ledger: fund({}, sold), holdingIds: ['X', 'Y'] });
    expect(postings(found).map(([type, amount, id]) => [type, amount, id])).toEqual([
      ['DIST-ROC', '109.00', null],
      ['DIST-GAIN', '25.60', null],
      ['CARRY-EARNED', '5.40', null],
    ]);
    expect(found.investments.map(({ name, carry }) => `${name} ${moneyText(carry)}`)).toEqual(['Company X 5.40']);
    expect(refused('140.00', { holdingIds: ['X', 'Y'] })).toEqual([
      'AMOUNT_MISSING holdingIds: The proceeds are split by the last sales, but there is none by 01/01/2023: Company X, Company Y. Post the sales first, or distribute each investment alone.',
    ]);
  });

  it('runs each deal through its own tiers, deal by deal', () => {
    const calls = ['X', 'Y'].map((id) =>
      entry('CALL-INV', '2021-01-01', { A: '30.00', B: '20.00' }, { holdingId: id }),
    );
    const sold = [
      ...bought,
      trade('SELL', 'X', '2022-12-31', '90', '50'),
      trade('SELL', 'Y', '2022-12-31', '60', '50'),
    ];
    const ledger = fund({ ...termsOf({ ...onlySplit, basis: 'DEAL_BY_DEAL_NO_LOSS' }), entries: calls }, sold);
    const found = proposed('150.00', { ledger, holdingIds: ['X', 'Y'] });
    expect(found.investments.map(({ name, carry }) => `${name} ${moneyText(carry)}`)).toEqual([
      'Company X 8.00',
      'Company Y 2.00',
    ]);
    expect(postings(found).map(([type, amount, id]) => [type, amount, id].join(' '))).toEqual([
      'DIST-ROC 50.00 X',
      'DIST-GAIN 32.00 X',
      'CARRY-EARNED 8.00 X',
      'DIST-ROC 50.00 Y',
      'DIST-GAIN 8.00 Y',
      'CARRY-EARNED 2.00 Y',
    ]);
  });

  it('names every missing term, and what is wrong in the request', () => {
    expect(refused('140.00', { ledger: fund({ terms: null }) })).toEqual([
      'NOT_DETERMINED terms: The fund has no carry terms on 01/01/2023. Add them on its Carry tab.',
    ]);
    expect(
      refused('140.00', { ledger: fund(termsOf({ basis: null, tiers: [] })) }).map((text) => text.split(':')[0]),
    ).toEqual(['NOT_DETERMINED terms.basis', 'NOT_DETERMINED terms.tiers']);
    expect(refused('0.00')).toEqual(['AMOUNT_MISSING proceeds: Enter the proceeds to distribute.']);
    expect(refused('-1.00')).toEqual([
      'NEGATIVE_AMOUNT proceeds: Proceeds can’t be negative. To correct an earlier distribution, reverse it under Postings.',
    ]);
    expect(refused('1.00', { holdingIds: [] })).toEqual([
      'REQUIRED holdingIds: Select the investments that were sold.',
    ]);
    expect(refused('1.00', { holdingIds: ['Z'] })).toEqual([
      'INVALID_VALUE holdingIds: The fund has no such investment. Select one of its investments.',
    ]);
    expect(refused('1.00', { date: '2020-12-31' }).at(-1)).toEqual(
      'INVALID_VALUE holdingIds: The fund hadn’t bought Company X by 12/31/2020. Select another investment, or enter a later date.',
    );
  });
});

describe('carry that a distribution earned', () => {
  const [split] = [termsOf(onlySplit)];
  const calls = [entry('CALL-INV', '2021-01-01', { A: '60.00', B: '30.00', G: '10.00' })];
  /** 150.00 at once: A 90 less 6 of carry, B 45 less 3, G 15. */
  const distributed: readonly LiquidationEntry[] = [
    entry('DIST-ROC', '2022-06-30', { A: '60.00', B: '30.00', G: '10.00' }),
    entry('DIST-GAIN', '2022-06-30', { A: '24.00', B: '12.00', G: '5.00' }),
    entry('CARRY-EARNED', '2022-06-30', { A: '6.00', B: '3.00' }),
  ];
  const paid = entry('CARRY-PAID', '2022-09-30', { A: '5.00', B: '4.00' });
  /** Half of the fund is left, with the carry of 9.00 in cash until it is paid. */
  const after = (entries: readonly LiquidationEntry[], navs = { A: '36.00', B: '18.00', G: '5.00' }) =>
    book({ ...split, entries: [...calls, ...distributed, ...entries], figures: figures(navs) });

  it('is accrued until it is paid, and counts once', () => {
    const open = hypotheticalLiquidation(after([]))._unsafeUnwrap();
    // 20% of A's profit: 24 + 36 = 60 is 12.00. B: 6.00.
    expect([open.accrued, open.unpaid, open.carryPaid, open.earned].map(moneyText)).toEqual([
      '18.00',
      '9.00',
      '0.00',
      '18.00',
    ]);
    expect(open.partners.map(({ accrued, proceeds }) => `${moneyText(accrued)} ${moneyText(proceeds)}`)).toEqual([
      '12.00 36.00',
      '6.00 18.00',
      '0.00 5.00',
    ]);
    const done = hypotheticalLiquidation(after([paid], { A: '31.00', B: '14.00', G: '5.00' }))._unsafeUnwrap();
    // A earned 6.00 and paid 5.00, because payments are split by commitment.
    expect([done.accrued, done.unpaid, done.carryPaid, done.earned].map(moneyText)).toEqual([
      '9.00',
      '1.00',
      '9.00',
      '18.00',
    ]);
  });

  it('is released if later losses leave the GP less', () => {
    // A: profit of 24 + 6 x 0.8 is 26, of which 20% is 5.20.
    const lost = hypotheticalLiquidation(after([], { A: '2.00', B: '18.00', G: '0.00' }))._unsafeUnwrap();
    expect(lost.partners.map(({ accrued, unpaid }) => `${moneyText(accrued)} ${moneyText(unpaid)}`)).toEqual([
      '2.00 2.00',
      '6.00 3.00',
      '0.00 0.00',
    ]);
  });

  it('is retained for the partner if a later call is lost, before any paid carry is claimed', () => {
    const call = entry('CALL-INV', '2023-01-01', { A: '100.00' });
    const lost = (entries: readonly LiquidationEntry[], navs: { readonly A: string; readonly B: string }) => {
      const { accrued, earned, retainedCarry, lp, clawback, partners } = hypotheticalLiquidation(
        after([call, ...entries], { ...navs, G: '0.00' }),
      )._unsafeUnwrap();
      return {
        fund: [accrued, earned, retainedCarry, lp, clawback.gross].map(moneyText),
        partners: partners.map((own) => [own.lp, own.accrued, own.retainedCarry].map(moneyText).join(' ')),
      };
    };
    // A paid in 160.00 and got 84.00. The remaining 50.00 don't return its capital, so it also gets the 6.00 that it set aside.
    expect(lost([], { A: '56.00', B: '3.00' })).toEqual({
      fund: ['3.00', '3.00', '6.00', '56.00', '0.00'],
      partners: ['56.00 0.00 6.00', '0.00 3.00 0.00', '0.00 0.00 0.00'],
    });
    // Of A's 6.00, 5.00 are paid and claimed, and 1.00 is retained. B bore 4.00 but owes 20% of 16.00, 3.20.
    expect(lost([paid], { A: '51.00', B: '0.00' })).toEqual({
      fund: ['0.00', '3.20', '1.00', '51.00', '5.80'],
      partners: ['51.00 0.00 1.00', '0.00 0.00 0.00', '0.00 0.00 0.00'],
    });
  });

  it('isn’t earned again by its payment at the quarter close', () => {
    const propose = (now: LiquidationBook, from: string, to: string) => {
      const dated = { ...now, until: calendarDate(to), entries: now.entries };
      const { proposed } = proposeCarry({
        book: dated,
        liquidation: hypotheticalLiquidation(now)._unsafeUnwrap(),
        before: null,
        entries: now.entries.map((own) => ({ ...own, key: 'CARRY' as const })),
        previousEnd: calendarDate(from),
        end: calendarDate(to),
      });
      return [proposed.earned, proposed.accrued].map(moneyText);
    };
    const booked = (own: LiquidationEntry, quarter: string) => ({ ...own, booked: calendarDate(quarter) });
    const first = distributed.map((own) => booked(own, '2022-06-30'));
    const all = [...calls.map((own) => booked(own, '2021-03-31')), ...first];
    const atSale = { ...after([]), entries: all };
    expect(propose(atSale, '2022-03-31', '2022-06-30')).toEqual(['9.00', '9.00']);
    const accrued = booked(entry('CARRY-ACCRUED', '2022-06-30', { A: '6.00', B: '3.00' }), '2022-06-30');
    const atPayment = {
      ...after([], { A: '31.00', B: '14.00', G: '5.00' }),
      entries: [...all, booked(paid, '2022-09-30'), accrued],
    };
    // Paid 9.00 of the 18.00: 9.00 stay accrued, and nothing is earned.
    expect(propose(atPayment, '2022-06-30', '2022-09-30')).toEqual(['0.00', '0.00']);
    const more = booked(entry('CARRY-PAID', '2022-12-31', { A: '1.00', B: '1.00' }), '2022-12-31');
    const beyond = { ...atPayment, entries: [...atPayment.entries, more] };
    expect(propose(beyond, '2022-09-30', '2022-12-31')[0]).toBe('2.00');
  });

  it('isn’t distributed again by the next distribution', () => {
    const ledger = { book: { ...after([]), holdings: [holding('X')] }, entries: bought };
    // All is profit now: 20% of the parts of A and B.
    const found = proposed('50.00', { ledger });
    expect(found.partners.map(({ gp }) => moneyText(gp))).toEqual(['6.00', '3.00', '0.00']);
  });
});

describe('a write-down of an investment that is still owned', () => {
  const calls = ['X', 'Y', 'Z'].map((id) => entry('CALL-INV', '2021-01-01', { A: '100.00' }, { holdingId: id }));
  type Values = readonly (readonly [date: string, fairValue: string, cost?: string, invested?: string])[];
  /** X, Y and Z cost 100.00 each. Y's values are dated. */
  const dealsWith = (values: Values, sales: readonly (readonly [string, string])[] = []) =>
    ['X', 'Y', 'Z'].map((id) => ({
      ...holding(id, { fairValue: id === 'Y' ? (values.at(-1)?.[1] ?? '100') : '100' }),
      invested: decimal('100'),
      sales: id === 'X' ? sales.map(([date, cost]) => ({ date: calendarDate(date), cost: decimal(cost) })) : [],
      values: (id === 'Y' ? values : []).map(([date, fairValue, cost = '100', invested = '100']) => ({
        date: calendarDate(date),
        invested: decimal(invested),
        cost: decimal(cost),
        fairValue: decimal(fairValue),
      })),
    }));
  const terms = termsOf({ ...onlySplit, basis: 'DEAL_BY_DEAL', returnFirst: 'REALIZED' });
  const trades = (...more: readonly DistributionLedger['entries'][number][]) => [
    ...['X', 'Y', 'Z'].map((id) => trade('BUY', id, '2021-01-01', '100')),
    ...more,
  ];
  const posted = (id: string, date: string, capital: string, gain: string, carry: string) => [
    entry('DIST-ROC', date, { A: capital }, { holdingId: id }),
    entry('DIST-GAIN', date, { A: gain }, { holdingId: id }),
    entry('CARRY-EARNED', date, { A: carry }, { holdingId: id }),
  ];
  const split = (holdingId: string, date: string, amount: string, ledger: DistributionLedger) => {
    const { lp, gp, tiers } = proposed(amount, { ledger, holdingIds: [holdingId], date });
    return [lp, gp, tiers[0]!.lp].map(moneyText);
  };
  const down: Values = [['2021-12-31', '70']];
  /** After the first distribution, from X. */
  const later = (values: Values, more: readonly LiquidationEntry[] = []) =>
    fund(
      {
        ...terms,
        entries: [...calls, ...posted('X', '2022-02-15', '130.00', '56.00', '14.00'), ...more],
        holdings: dealsWith(values).map((own) =>
          own.id === 'X' ? { ...own, proceeds: decimal('200'), fairValue: decimal(0) } : own,
        ),
      },
      trades(),
    );

  it('returns its loss first, from the quarter end on', () => {
    const first = (values: Values) =>
      split('X', '2022-02-15', '200.00', fund({ ...terms, entries: calls, holdings: dealsWith(values) }, trades()));
    // Due are the 100.00 of X and the loss of 30.00 of Y. Of the other 70.00, the GP gets 20%.
    expect(first(down)).toEqual(['186.00', '14.00', '130.00']);
    // A value of the distribution's own quarter end comes too late, but the one before still counts.
    expect(first([...down, ['2022-03-31', '100']])).toEqual(['186.00', '14.00', '130.00']);
    expect(first([['2022-03-31', '70']])).toEqual(['180.00', '20.00', '100.00']);
  });

  it('stays a loss at later distributions, which don’t return it again', () => {
    const stillDown: Values = [...down, ['2022-06-30', '70']];
    expect(split('Z', '2022-08-15', '200.00', later(stillDown))).toEqual(['180.00', '20.00', '100.00']);
    const lower: Values = [...down, ['2022-06-30', '60']];
    expect(split('Z', '2022-08-15', '200.00', later(lower))).toEqual(['182.00', '18.00', '110.00']);
    // The sale of Y for its cost has a profit of 30.00, because only 70.00 are still due.
    const sold = later(stillDown, posted('Z', '2022-08-15', '100.00', '80.00', '20.00'));
    expect(split('Y', '2022-11-15', '100.00', sold)).toEqual(['94.00', '6.00', '70.00']);
    const atCost = { ...sold.book, figures: figures({ A: '134.00' }) };
    const inZ = atCost.holdings.map((own) => ({ ...own, fairValue: decimal(own.id === 'Y' ? '100' : '0') }));
    const open = hypotheticalLiquidation({ ...atCost, holdings: inZ })._unsafeUnwrap();
    // The NAV is the 100.00 of Y and the carry of 34.00 that isn’t paid yet. Y adds 6.00 of carry.
    expect(moneyText(open.earned)).toBe('40.00');
  });

  it('is reversed by a write-up, up to cost', () => {
    // Y's 30.00 came back too early, so only 70.00 of Z's cost are due.
    expect(split('Z', '2022-08-15', '200.00', later([...down, ['2022-06-30', '180']]))).toEqual([
      '174.00',
      '26.00',
      '70.00',
    ]);
  });

  it('isn’t extended to what was paid in after the value', () => {
    const followOn = entry('CALL-INV', '2022-01-31', { A: '50.00' }, { holdingId: 'Y' });
    const ledger = fund({ ...terms, entries: [...calls, followOn], holdings: dealsWith(down) }, trades());
    expect(split('X', '2022-02-15', '200.00', ledger)).toEqual(['186.00', '14.00', '130.00']);
  });

  it('becomes the loss of a sale, also before its proceeds are distributed', () => {
    const sold: Values = [...down, ['2022-03-31', '0', '0']];
    const ledger = fund(
      { ...terms, entries: calls, holdings: dealsWith(sold) },
      trades(trade('SELL', 'Y', '2022-03-15', '40', '100')),
    );
    expect(split('X', '2022-04-15', '300.00', ledger)).toEqual(['280.00', '20.00', '200.00']);
    const half: Values = [...down, ['2022-03-31', '35', '50']];
    const other = fund({ ...terms, entries: calls, holdings: dealsWith(half) }, trades());
    // Half of Y is sold, and 30% of the other half is written down.
    expect(split('X', '2022-04-15', '300.00', other)).toEqual(['273.00', '27.00', '165.00']);
  });

  it('isn’t mistaken for cost of the investment whose partial sale returned it', () => {
    const half = trade('SELL', 'X', '2022-02-10', '120', '50');
    const holdings = dealsWith(down, [['2022-02-10', '50']]);
    const atSale = fund({ ...terms, entries: calls, holdings }, trades(half));
    // Due are 50.00 of X and 30.00 of Y.
    expect(split('X', '2022-02-15', '120.00', atSale)).toEqual(['112.00', '8.00', '80.00']);
    const after = fund(
      { ...terms, entries: [...calls, ...posted('X', '2022-02-15', '80.00', '32.00', '8.00')], holdings },
      trades(half),
    );
    expect(split('Z', '2022-08-15', '200.00', after)).toEqual(['180.00', '20.00', '100.00']);
  });
});
