import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate, calculators } from '../../calc/index.ts';
import { decimal, required, toCents } from '../../kernel/index.ts';
import { caseCount } from '../../testing/index.ts';
import { exactWaterfall, type PlainFlow, toCent } from './exactWaterfall.laws.ts';
import { publishedClawbacks } from './publishedClawbacks.fixture.ts';
import { publishedLedgers } from './publishedLedgers.fixture.ts';
import { publishedButExcluded, publishedWaterfalls } from './publishedWaterfalls.fixture.ts';
import { type RandomFund, randomFund } from './randomFund.fixture.ts';

const runs = { numRuns: caseCount({ quick: 200, all: 1_000 }) };

interface Split {
  readonly lp: string;
  readonly gp: string;
}
interface Output extends Split {
  readonly tiers: readonly (Split & { readonly kind: string })[];
  readonly partners: readonly (Split & { readonly id: string })[];
  readonly details: readonly (Split & { readonly partner: string; readonly tier: number })[];
  readonly balances: Readonly<Record<string, string>>;
  readonly clawback?: Readonly<Record<string, string>>;
}

const calculator = required(
  calculators.find(({ name }) => name === 'waterfall'),
  'the calculator',
);
const run = (input: object): Output => {
  const { kind, output } = calculate(calculator, input);
  expect(output, JSON.stringify(input)).not.toHaveProperty('errors');
  expect(kind).toBe('result');
  return output as unknown as Output;
};
const cents = (text: string) => toCents(decimal(text));
const distance = (a: bigint, b: bigint) => (a < b ? b - a : a - b);
const money = (total: bigint) => decimal(total.toString()).div(100).toFixed(2);

/** A tier's last cent depends on where its running total is rounded. Totals are exact. */
function expectWithinACent(found: Split | undefined, expected: Readonly<Record<string, string>>): void {
  for (const [name, amount] of Object.entries(expected))
    expect(distance(cents(required(found, 'the tier')[name as 'lp' | 'gp']), cents(amount))).toBeLessThanOrEqual(1n);
}

describe('published waterfalls', () => {
  it.each(publishedWaterfalls)('$name: $source', ({ input, expected }) => {
    const { tiers: byKind = {}, tierAt = {}, balances = {}, ...totals } = expected;
    const answer = run(input);
    expect(answer).toMatchObject(totals);
    for (const [kind, amounts] of Object.entries(byKind))
      expectWithinACent(
        answer.tiers.find((tier) => tier.kind === kind),
        amounts,
      );
    for (const [position, amounts] of Object.entries(tierAt))
      expectWithinACent(answer.tiers[Number(position)], amounts);
    expect(answer.balances).toMatchObject(balances);
  });

  it.each(publishedLedgers)('$name: $source', ({ rows, lp, gp }) => {
    const terms = { basis: 'WHOLE_FUND', tiers: [{ kind: 'RETURN_OF_CAPITAL' }, { kind: 'SPLIT', gpShare: '20' }] };
    const flows: object[] = [];
    let [partner, carry] = [0n, 0n];
    for (const row of rows) {
      const date = `${2020 + Math.floor((row.quarter - 1) / 4)}-${String(((row.quarter - 1) % 4) * 3 + 1).padStart(2, '0')}-01`;
      if (row.call !== undefined) flows.push({ date, amount: `-${row.call}` });
      const answer = run({ terms, flows, distribution: { date, amount: row.proceeds ?? '0.00' } });
      expect(answer.balances['unreturnedCapital']).toBe(row.unreturned);
      if (row.proceeds === undefined) continue;
      expect(answer.tiers).toEqual([
        { kind: 'RETURN_OF_CAPITAL', lp: row.capital, gp: '0.00' },
        { kind: 'SPLIT', lp: row.lp, gp: row.gp },
      ]);
      flows.push({ date, amount: answer.lp }, { date, amount: answer.gp, to: 'GP' });
      partner += cents(answer.lp);
      carry += cents(answer.gp);
    }
    expect([money(partner), money(carry)]).toEqual([lp, gp]);
  });

  it.each(publishedClawbacks)('$name: $source', ({ input, expected }) => {
    expect(run(input).clawback).toMatchObject(expected);
  });

  it('states why the others are excluded', () => {
    expect(Object.values(publishedButExcluded).every((reason) => reason.length > 10)).toBe(true);
  });

  it('a clawback reaches the floor of the partners or takes all carry, unlike updog L08 (4,000)', () => {
    const tiers = [
      { kind: 'RETURN_OF_CAPITAL' },
      { kind: 'PREFERRED_RETURN', rate: '10', compounding: 'SIMPLE', dayCount: 'ACT/365' },
      { kind: 'SPLIT', gpShare: '20' },
    ];
    const flows = [
      { date: '2021-01-01', amount: '-1000000.00' },
      { date: '2022-01-01', amount: '1080000.00' },
      { date: '2022-01-01', amount: '20000.00', to: 'GP' },
    ];
    expect(
      run({ terms: { basis: 'WHOLE_FUND', tiers }, flows, clawback: { date: '2022-01-01' } }).clawback,
    ).toMatchObject({
      due: '20000.00',
    });
  });

  it('refuses proceeds finer than a cent, instead of rounding parts and total on their own (updog scenario 06)', () => {
    const input = { ...calculator.example, distribution: { date: '2024-01-01', amount: '100.005' } };
    expect(calculate(calculator, input).output).toMatchObject({ errors: [{ code: 'MONEY_SCALE' }] });
  });
});

const termsOf = ({ basis, tiers }: RandomFund) => ({ basis, tiers });

const paid = (answer: Output, date: string, investment: string): PlainFlow[] =>
  answer.partners.flatMap(({ id, lp, gp }) => [
    { date, investment, partner: id, amount: lp },
    { date, investment, partner: id, amount: gp, to: 'GP' as const },
  ]);

describe('carry in a full catch-up', () => {
  const terms = {
    basis: 'WHOLE_FUND',
    tiers: [
      { kind: 'RETURN_OF_CAPITAL' },
      { kind: 'PREFERRED_RETURN', rate: '8', compounding: 'SIMPLE', dayCount: 'ACT/365' },
      { kind: 'CATCH_UP', gpShare: '100', target: '20' },
      { kind: 'SPLIT', gpShare: '20' },
    ],
  };
  const liquidated = (paidToGp: string, value = '0.00', more: readonly object[] = []) =>
    run({
      terms,
      flows: [
        { date: '2023-01-01', amount: '-100.00' },
        { date: '2024-01-01', amount: '108.00' },
        { date: '2024-01-01', amount: paidToGp, to: 'GP' },
        ...more,
      ],
      investments: [{ id: 'FUND', fairValue: value }],
      liquidation: { date: '2025-01-01' },
    });

  it('belongs to the GP however far it has come, and the rest is still due', () => {
    // Of the catch-up of 2.00, 1.00 was paid. Of 0.50 beyond it, the GP keeps 20%.
    expect(liquidated('1.00').balances).toMatchObject({ advance: '0.00', carry: '1.00' });
    expect(liquidated('1.00', '6.00')).toMatchObject({ lp: '4.00', gp: '2.00' });
    expect(liquidated('2.50').balances).toMatchObject({ advance: '0.40' });
  });

  it('stays the GP’s after a later call', () => {
    const later = [{ date: '2024-06-01', amount: '-50.00' }];
    expect(liquidated('1.00', '20.00', later)).toMatchObject({ lp: '20.00', balances: { advance: '0.00' } });
  });

  it('is that of a preferred return with fractions of a cent, alike for partners in proportion', () => {
    const partners = ['A', 'B'].map((partner, i) => ({ partner, part: i + 1 }));
    // The preferred return is 8.0219…; both partners are paid it in cents, once rounded down and once up.
    const flows = partners.flatMap(({ partner, part }) => [
      { date: '2023-01-01', partner, amount: money(-BigInt(part) * 10_000n) },
      { date: '2024-01-02', partner, amount: part === 1 ? '108.02' : '216.05' },
      { date: '2024-01-02', partner, amount: money(BigInt(part) * 50n), to: 'GP' },
      { date: '2024-06-01', partner, amount: money(-BigInt(part) * 5_000n) },
    ]);
    const { balances } = run({
      terms,
      flows,
      liquidation: { date: '2025-01-01' },
      investments: [{ id: 'FUND', fairValue: '60.00' }],
    });
    expect(balances).toMatchObject({
      partners: [
        { carry: '0.50', advance: '0.00' },
        { carry: '1.00', advance: '0.00' },
      ],
    });
  });
});

describe('for all funds', () => {
  it('equals an independent engine in exact fractions, to one cent per partner and tier', () => {
    fc.assert(
      fc.property(randomFund(undefined, { isAboveTarget: true }), (fund) => {
        const flows: PlainFlow[] = [...fund.calls];
        fund.sales.forEach((sale, earlier) => {
          const answer = run({ terms: termsOf(fund), flows, distribution: sale });
          const parts = new Map(answer.partners.map(({ id, lp, gp }) => [id, money(cents(lp) + cents(gp))]));
          const exact = exactWaterfall({ terms: termsOf(fund), flows, distribution: sale }, parts);
          // Every earlier payment was rounded to cents, and the engine evens this out.
          const tolerance = BigInt(1 + earlier);
          for (const { id, tiers } of exact) {
            const details = answer.details.filter(({ partner }) => partner === id);
            fund.tiers.forEach(({ kind }, i) => {
              const detail = details.find(({ tier }) => tier === i);
              for (const name of ['lp', 'gp'] as const) {
                const expected = toCent(required(tiers[i], 'a tier')[name]);
                const found = cents(detail?.[name] ?? '0.00');
                expect(distance(found, expected), `${id} ${kind} ${name} ${expected}`).toBeLessThanOrEqual(tolerance);
              }
            });
            const carry = toCent(
              tiers.reduce((sum, { gp }) => ({ n: sum.n * gp.d + gp.n * sum.d, d: sum.d * gp.d }), { n: 0n, d: 1n }),
            );
            const own = required(
              answer.partners.find((partner) => partner.id === id),
              'a partner',
            );
            expect(distance(cents(own.gp), carry), `${id} ${carry}`).toBeLessThanOrEqual(tolerance);
          }
          flows.push(...paid(answer, sale.date, sale.investment));
        });
      }),
      runs,
    );
  });
});
