import { describe, expect, it } from 'vitest';
import { calendarDate, decimal, moneyText, type Decimal } from '../../kernel/index.ts';
import { hypotheticalLiquidation, type HypotheticalLiquidation } from './hypotheticalLiquidation.ts';
import type { LiquidationBook } from './liquidationBook.ts';
import { explainCarry } from '../explanation/index.ts';
import { book, entry, event, figures, partner, usualTerms } from './liquidationBook.fixture.ts';
import { carryPaidOf } from './paidCarry.ts';

const letters = [
  {
    investorId: 'investor B',
    investorTypeId: null,
    effectiveDate: '2021-01-01',
    rate: '6',
    carry: '10',
    isExempt: false,
  },
];

const withTerms = (terms: Partial<typeof usualTerms>) => ({
  terms: { id: 'T', effectiveDate: calendarDate('2021-01-01'), entered: { ...usualTerms, ...terms } },
});
const liquidated = (changed: Partial<LiquidationBook> = {}, whatIf?: Parameters<typeof hypotheticalLiquidation>[1]) =>
  hypotheticalLiquidation(book(changed), whatIf)._unsafeUnwrap();
const texts = (amounts: readonly Decimal[]) => amounts.map(moneyText);
const tiersOf = ({ partners }: HypotheticalLiquidation, at: number) =>
  partners[at]?.tiers.map(({ lp, gp }) => `${moneyText(lp)} ${moneyText(gp)}`);
const missing = (changed: Partial<LiquidationBook>) =>
  hypotheticalLiquidation(book(changed))
    ._unsafeUnwrapErr()
    .map(({ code, detail }) => `${code}: ${detail}`);

describe('a hypothetical liquidation', () => {
  it('runs each partner through the tiers, and the general partner without carry', () => {
    const found = liquidated();
    // A: 60 x (1.08^2 - 1) + 6 x 0.08 = 10.464 of preferred return; 20% of the profit of 18.00 is 3.60.
    expect(tiersOf(found, 0)).toEqual(['66.00 0.00', '10.46 0.00', '0.00 2.62', '3.94 0.98']);
    expect(tiersOf(found, 2)).toEqual(['10.00 0.00', '1.66 0.00', '0.00 0.00', '2.34 0.00']);
    expect(found.partners.map(({ accrued }) => moneyText(accrued))).toEqual(['3.60', '1.80', '0.00']);
    expect(texts([found.proceeds, found.lp, found.gp, found.accrued, found.earned, found.clawback.gross])).toEqual([
      '140.00',
      '134.60',
      '5.40',
      '5.40',
      '5.40',
      '0.00',
    ]);
  });

  it('follows a side letter', () => {
    const found = liquidated(withTerms({ letters }));
    // B: 30 x (1.06^2 - 1) + 3 x 0.06 = 3.888 of preferred return; 10% of the profit of 9.00 is 0.90.
    expect(tiersOf(found, 1)).toEqual(['33.00 0.00', '3.89 0.00', '0.00 0.43', '4.21 0.47']);
    expect(moneyText(found.accrued)).toBe('4.50');
  });

  it('compares carry paid with the entitlement: excess is exposed to clawback, before and after tax', () => {
    const paid = [...book().entries, entry('CARRY-PAID', '2022-12-31', { A: '5.00' })];
    const found = liquidated({ ...withTerms({ clawbackTax: 'SCALE', clawbackTaxRate: '40' }), entries: paid });
    // A: 20% of (84 + 5 - 66) is 4.60, so 0.40 is too much.
    const [a, b] = found.partners;
    expect(texts([a!.carryPaid, a!.earned, a!.accrued, b!.accrued])).toEqual(['5.00', '4.60', '0.00', '1.80']);
    expect(texts([found.clawback.gross, found.clawback.net])).toEqual(['0.40', '0.24']);
  });

  it('has the paid carry of the ledger without complete terms', () => {
    const entries = [
      ...book().entries,
      entry('CARRY-PAID', '2022-12-31', { A: '5.00', B: '1.00' }),
      entry('CLAWBACK', '2022-12-31', { A: '2.00' }),
    ];
    const incomplete = book({ terms: null, entries });
    expect(moneyText(carryPaidOf(incomplete)!)).toBe('4.00');
    expect(moneyText(liquidated({ entries }).carryPaid)).toBe('4.00');
    const explained = (changed: LiquidationBook, name: string) => explainCarry(changed, [], name);
    expect(explained(incomplete, 'paid')).toMatchObject({ result: '4.00', name: 'Carry paid' });
    expect(explained(incomplete, 'earned')?.whyNot?.code).toBe('NOT_DETERMINED');
    // Reported sums have no carry.
    const reported = incomplete.figures.map((own) => ({ ...own, isReported: true }));
    expect(carryPaidOf({ ...incomplete, figures: reported })).toBeNull();
  });

  it('counts returned carry, returned excess and reversals', () => {
    const wrong = entry('DIST-GAIN', '2022-06-30', { A: '7.00' });
    const found = liquidated({
      entries: [
        ...book().entries,
        entry('CALL-INV', '2021-01-01', { A: '10.00' }),
        entry('EXCESS-INV', '2021-01-01', { A: '10.00' }),
        wrong,
        entry('DIST-GAIN', '2022-06-30', { A: '-7.00' }, { reversalOf: wrong.id }),
        entry('CARRY-PAID', '2022-12-31', { A: '5.00' }),
        entry('CLAWBACK', '2022-12-31', { A: '5.00' }),
      ],
    });
    expect(tiersOf(found, 0)).toEqual(['66.00 0.00', '10.46 0.00', '0.00 2.62', '3.94 0.98']);
  });

  it('passes history and carry with a transfer, so that the fund’s carry stays', () => {
    const entries = [...book().entries, entry('CARRY-PAID', '2022-03-31', { A: '5.00' })];
    const whole = liquidated({ entries });
    const found = liquidated({
      partners: [...book().partners, partner('N')],
      events: [
        ...book().events,
        event('A', 'TRANSFER_OUT', '2022-06-30', '30.00'),
        event('N', 'TRANSFER_IN', '2022-06-30', '30.00'),
      ],
      entries,
      figures: figures({ A: '42.00', B: '42.00', G: '14.00', N: '42.00' }),
    });
    const byName = new Map(found.partners.map((own) => [own.name, own]));
    const [seller, buyer] = [byName.get('Partner A'), byName.get('Partner N')];
    expect(texts([seller!.carryPaid, buyer!.carryPaid, seller!.earned, buyer!.earned])).toEqual([
      '2.50',
      '2.50',
      '2.30',
      '2.30',
    ]);
    expect(moneyText(found.accrued)).toBe(moneyText(whole.accrued));
    expect(moneyText(found.clawback.gross)).toBe(moneyText(whole.clawback.gross));
  });

  it('counts late closers as if they had joined at the first close', () => {
    const found = liquidated({
      partners: [partner('A'), partner('L')],
      events: [event('A', 'CLOSE', '2021-01-01', '50.00'), event('L', 'CLOSE', '2022-01-01', '50.00')],
      entries: [
        entry('CALL-INV', '2021-01-01', { A: '60.00' }),
        entry('CALL-FEE', '2021-07-01', { A: '10.00' }),
        entry('CALL-INV', '2021-07-01', { A: '40.00' }),
        entry('CALL-INV', '2022-01-01', { L: '50.00' }),
        entry('CALL-FEE', '2022-01-01', { L: '5.00' }),
        entry('EXCESS-INV', '2022-01-01', { A: '50.00' }),
        entry('EXCESS-FEE', '2022-01-01', { A: '5.00' }),
        entry('LATE-INT-PAID', '2022-01-01', { L: '2.00' }),
        entry('LATE-INT-RECEIVED', '2022-01-01', { A: '2.00' }),
      ],
      figures: figures({ A: '80.00', L: '80.00' }),
    });
    // Each: 30 x (1.08^2 - 1) + 25 x (1.08^(549 / 365) - 1) = 4.992 + 3.068 of preferred return; 20% of 25.00 is 5.00.
    expect(tiersOf(found, 0)?.slice(0, 2)).toEqual(['55.00 0.00', '8.06 0.00']);
    expect(tiersOf(found, 1)).toEqual(tiersOf(found, 0));
    expect(found.partners.map(({ accrued }) => moneyText(accrued))).toEqual(['5.00', '5.00']);
  });

  it('sells for another amount on another day', () => {
    const found = liquidated({}, { exitValue: decimal('109.00'), exitDate: null });
    // Split by the net asset values: A gets 65.40, less than its capital.
    expect(texts([found.proceeds, found.partners[0]!.proceeds, found.accrued])).toEqual(['109.00', '65.40', '0.00']);
    const percent = liquidated({}, { exitValue: null, navPercent: decimal('77.857'), exitDate: null });
    expect(texts([percent.nav, percent.proceeds, percent.accrued])).toEqual(['140.00', '109.00', '0.00']);
    const later = liquidated({}, { exitValue: null, exitDate: calendarDate('2024-01-01') });
    expect(tiersOf(later, 0)?.slice(0, 2)).toEqual(['66.00 0.00', '16.58 0.00']);
  });

  it('attributes carry to the investments of a whole fund by their profit', () => {
    const holding = (id: string, invested: string, fairValue: string) => ({
      id,
      investmentId: `investment ${id}`,
      name: id,
      invested: decimal(invested),
      proceeds: decimal(0),
      income: decimal(0),
      fairValue: decimal(fairValue),
      values: [],
      sales: [],
    });
    const holdings = [holding('X', '50', '80'), holding('Y', '30', '45'), holding('Z', '20', '15')];
    const byInvestment = ({ investments }: HypotheticalLiquidation) =>
      investments.map(({ name, carry }) => `${name} ${moneyText(carry)}`);
    expect(byInvestment(liquidated({ holdings }))).toEqual(['X 3.60', 'Y 1.80', 'Z 0.00']);
    // For twice the value, X is worth 160, Y 90 and Z 30: profits of 110, 60 and 10 share the carry of 30.60.
    expect(byInvestment(liquidated({ holdings }, { exitValue: decimal('280.00'), exitDate: null }))).toEqual([
      'X 18.70',
      'Y 10.20',
      'Z 1.70',
    ]);
  });

  it('sells deal by deal, with each partner’s share in the deals', () => {
    const deal = (id: string, fairValue: string) => ({
      id,
      investmentId: `investment ${id}`,
      name: id,
      invested: decimal('50'),
      proceeds: decimal(0),
      income: decimal(0),
      fairValue: decimal(fairValue),
      values: [],
      sales: [],
    });
    // B is excused from Y. Without loss carry-forward, X alone pays carry.
    const found = liquidated({
      ...withTerms({
        basis: 'DEAL_BY_DEAL_NO_LOSS',
        tiers: usualTerms.tiers.filter(({ kind }) => kind !== 'PREFERRED_RETURN'),
      }),
      entries: [
        entry('CALL-INV', '2021-01-01', { A: '30.00', B: '20.00' }, { holdingId: 'X' }),
        entry('CALL-INV', '2021-01-01', { A: '50.00' }, { holdingId: 'Y' }),
      ],
      figures: figures({ A: '70.00', B: '40.00', G: '0.00' }),
      holdings: [deal('X', '100.00'), deal('Y', '10.00')],
    });
    expect(found.partners.map(({ accrued }) => moneyText(accrued))).toEqual(['6.00', '4.00', '0.00']);
    expect(found.investments.map(({ name, carry }) => `${name} ${moneyText(carry)}`)).toEqual(['X 10.00', 'Y 0.00']);
  });

  it('returns the whole cost of a deal that was sold at a loss before the carry of later deals', () => {
    const deal = (id: string, proceeds: string, fairValue: string) => ({
      id,
      investmentId: `investment ${id}`,
      name: id,
      invested: decimal('100'),
      proceeds: decimal(proceeds),
      income: decimal(0),
      fairValue: decimal(fairValue),
      values: [],
      sales: [],
    });
    const inDeal = (holdingId: string) => ({ holdingId });
    const found = liquidated({
      ...withTerms({
        basis: 'DEAL_BY_DEAL',
        tiers: usualTerms.tiers.filter(({ kind }) => /RETURN_OF|SPLIT/.test(kind)),
      }),
      entries: [
        ...['X', 'Y', 'Z'].map((id) => entry('CALL-INV', '2021-01-01', { A: '100.00' }, inDeal(id))),
        entry('DIST-ROC', '2021-12-31', { A: '40.00' }, inDeal('X')),
        // Y returns its cost and the loss of 60.00 of X. The remaining 40.00 is profit, so the carry is 8.00.
        entry('DIST-ROC', '2022-06-30', { A: '160.00' }, inDeal('Y')),
        entry('DIST-GAIN', '2022-06-30', { A: '32.00' }, inDeal('Y')),
        entry('CARRY-PAID', '2022-06-30', { A: '8.00' }, inDeal('Y')),
      ],
      figures: figures({ A: '150.00' }, { A: '8.00' }),
      holdings: [deal('X', '40', '0'), deal('Y', '200', '0'), deal('Z', '0', '150')],
    });
    expect(texts([found.accrued, found.earned])).toEqual(['10.00', '18.00']);
    expect(tiersOf(found, 0)).toEqual(['100.00 0.00', '40.00 10.00']);
  });
});

describe('a liquidation that isn’t determined names what is missing', () => {
  it('in the terms', () => {
    expect(missing({ terms: null })).toEqual([
      'NOT_DETERMINED: The fund has no carry terms on 01/01/2023. Add them on its Carry tab.',
    ]);
    expect(missing(withTerms({ basis: null, tiers: [] })).map((text) => text.split(':')[0])).toEqual([
      'NOT_DETERMINED',
      'NOT_DETERMINED',
    ]);
  });

  it('in the figures, by partner', () => {
    const [first, ...others] = book().figures;
    expect(missing({ figures: [] })).toEqual([
      'NO_COMMITMENT: No commitment has figures at the quarter end 01/01/2023.',
    ]);
    expect(missing({ figures: [{ ...first!, navBeforeCarry: null }, ...others] })).toEqual([
      'NAV_MISSING: Partner A has no net asset value on 01/01/2023.',
    ]);
    expect(missing({ figures: figures({ A: '-1.00' }) })).toEqual([
      'NEGATIVE_AMOUNT: The net asset value of Partner A before carry is (1.00). Check its calls and distributions.',
    ]);
    expect(missing({ figures: [{ ...first!, isReported: true }] })).toEqual([
      'NOT_REPORTED: No dated cash flows were reported for this fund.',
    ]);
  });

  it('in the cash of deals', () => {
    expect(missing({ ...withTerms({ basis: 'DEAL_BY_DEAL' }), figures: [] })).toEqual([
      'NO_COMMITMENT: No commitment has figures at the quarter end 01/01/2023.',
    ]);
    expect(missing(withTerms({ basis: 'DEAL_BY_DEAL' }))).toEqual([
      'AMOUNT_MISSING: These terms need the investment of each call and distribution. One entry names none, first on 01/01/2021.',
    ]);
  });
});
