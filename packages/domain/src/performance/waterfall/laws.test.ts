import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculate, calculators } from '../../calc/index.ts';
import { addDays, calendarDate, Decimal, decimal, moneyText, required, toCents } from '../../kernel/index.ts';
import { caseCount } from '../../testing/index.ts';
import { carryPosition } from '../carryPosition/index.ts';
import type { PlainFlow } from './exactWaterfall.laws.ts';
import { type RandomFund, randomFund } from './randomFund.fixture.ts';

const runs = { numRuns: caseCount({ quick: 60, all: 500 }) };

interface Split {
  readonly lp: string;
  readonly gp: string;
}
interface Output extends Split {
  readonly tiers: readonly Split[];
  readonly partners: readonly (Split & { readonly id: string })[];
  readonly details: readonly (Split & { readonly partner: string; readonly tier: number })[];
  readonly attribution: { readonly investments: readonly { readonly id: string; readonly carry: string }[] };
  readonly clawback?: Readonly<Record<string, string>>;
  readonly balances: Readonly<Record<string, string>>;
}

const calculator = required(
  calculators.find(({ name }) => name === 'waterfall'),
  'the calculator',
);
const run = (input: object): Output => {
  const { output } = calculate(calculator, input);
  expect(output, JSON.stringify(input)).not.toHaveProperty('errors');
  return output as unknown as Output;
};
const cents = (text: string) => Number(toCents(decimal(text)));
const money = (total: number) => moneyText(decimal(total).div(100));
const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + cents(text), 0);
const near = (found: number, expected: number, tolerance = 1) =>
  expect(Math.abs(found - expected), `${found} and ${expected}`).toBeLessThanOrEqual(tolerance);

const terms = ({ basis, tiers }: Pick<RandomFund, 'basis' | 'tiers'>) => ({ basis, tiers });
const paid = (answer: Output, date: string, investment: string): PlainFlow[] =>
  answer.partners.flatMap(({ id, lp, gp }) => [
    { date, investment, partner: id, amount: lp },
    { date, investment, partner: id, amount: gp, to: 'GP' as const },
  ]);

/** Runs all sales of a fund but the last. Returns the history before the last one. */
function beforeLastSale(fund: RandomFund) {
  const flows: PlainFlow[] = [...fund.calls];
  for (const sale of fund.sales.slice(0, -1))
    flows.push(...paid(run({ terms: terms(fund), flows, distribution: sale }), sale.date, sale.investment));
  return { flows, sale: required(fund.sales.at(-1), 'a sale') };
}

const everyFund = (law: (fund: RandomFund) => void, fund = randomFund()) => fc.assert(fc.property(fund, law), runs);

describe('for every fund', () => {
  it('parts equal totals, LP and GP equal the proceeds, and no amount is below zero', () => {
    everyFund(
      (fund) => {
        const { flows, sale } = beforeLastSale(fund);
        const answer = run({ terms: terms(fund), flows, distribution: sale });
        for (const name of ['lp', 'gp'] as const) {
          const total = cents(answer[name]);
          expect(sum(answer.tiers.map((tier) => tier[name]))).toBe(total);
          expect(sum(answer.partners.map((partner) => partner[name]))).toBe(total);
          expect(sum(answer.details.map((detail) => detail[name]))).toBe(total);
        }
        expect(sum([answer.lp, answer.gp])).toBe(cents(sale.amount));
        expect(sum(answer.attribution.investments.map(({ carry }) => carry))).toBe(cents(answer.gp));
        const all = [...answer.tiers, ...answer.details].flatMap(({ lp, gp }) => [cents(lp), cents(gp)]);
        expect(Math.min(0, ...all)).toBe(0);
      },
      randomFund(['WHOLE_FUND', 'DEAL_BY_DEAL', 'DEAL_BY_DEAL_NO_LOSS']),
    );
  });

  it('more proceeds never lower anybody’s total', () => {
    fc.assert(
      fc.property(randomFund(), fc.integer({ min: 1, max: 1_000_000 }), (fund, more) => {
        const { flows, sale } = beforeLastSale(fund);
        const answer = run({ terms: terms(fund), flows, distribution: sale });
        const raised = { ...sale, amount: money(cents(sale.amount) + more) };
        const better = run({ terms: terms(fund), flows, distribution: raised });
        answer.partners.forEach(({ lp, gp }, i) => {
          const higher = required(better.partners[i], 'a partner');
          expect(cents(higher.lp)).toBeGreaterThanOrEqual(cents(lp) - 1);
          expect(cents(higher.gp)).toBeGreaterThanOrEqual(cents(gp) - 1);
        });
      }),
      runs,
    );
  });

  it('two distributions of a day equal one of their sum', () => {
    fc.assert(
      fc.property(randomFund(), fc.integer({ min: 0, max: 100 }), (fund, percent) => {
        const { flows, sale } = beforeLastSale(fund);
        const whole = run({ terms: terms(fund), flows, distribution: sale });
        const part = Math.floor((cents(sale.amount) * percent) / 100);
        const first = run({ terms: terms(fund), flows, distribution: { ...sale, amount: money(part) } });
        const second = run({
          terms: terms(fund),
          flows: [...flows, ...paid(first, sale.date, sale.investment)],
          distribution: { ...sale, amount: money(cents(sale.amount) - part) },
        });
        whole.partners.forEach(({ lp, gp }, i) => {
          // Each of the two is split over the partners in cents, too.
          near(sum([first, second].map(({ partners }) => required(partners[i], 'a partner').lp)), cents(lp), 2);
          near(sum([first, second].map(({ partners }) => required(partners[i], 'a partner').gp)), cents(gp), 2);
        });
      }),
      runs,
    );
  });

  it('scaling all amounts scales all results', () => {
    everyFund((fund) => {
      const { flows, sale } = beforeLastSale(fund);
      const scaled = (text: string) => moneyText(decimal(text).times(1000));
      const answer = run({ terms: terms(fund), flows, distribution: sale });
      const large = run({
        terms: terms(fund),
        flows: flows.map((flow) => ({ ...flow, amount: scaled(flow.amount) })),
        distribution: { ...sale, amount: scaled(sale.amount) },
      });
      // A cent of the small fund is worth 1,000 cents of the large one, and every earlier sale rounds.
      const tolerance = 1000 * fund.sales.length + 1000;
      answer.partners.forEach(({ lp, gp }, i) => {
        const partner = required(large.partners[i], 'a partner');
        near(cents(partner.lp), cents(lp) * 1000, tolerance);
        near(cents(partner.gp), cents(gp) * 1000, tolerance);
      });
    });
  });

  it('whole-fund terms with one fully sold deal equal deal by deal with all fees allocated to it', () => {
    everyFund(
      (fund) => {
        const [sale] = fund.sales;
        const calls = fund.calls.map((call) =>
          call.fee === true ? { ...call, investment: undefined } : { ...call, investment: 'A' },
        );
        const distribution = { ...required(sale, 'a sale'), investment: 'A' };
        const whole = run({ terms: { ...terms(fund), basis: 'WHOLE_FUND' }, flows: calls, distribution });
        for (const basis of ['DEAL_BY_DEAL', 'DEAL_BY_DEAL_NO_LOSS']) {
          const deal = run({ terms: { ...terms(fund), basis }, flows: calls, distribution });
          expect([deal.tiers, deal.partners]).toEqual([whole.tiers, whole.partners]);
        }
      },
      randomFund(['WHOLE_FUND']),
    );
  });

  it('a fund of one partner is the partner', () => {
    everyFund((fund) => {
      const { flows, sale } = beforeLastSale(fund);
      const own = flows.filter(({ partner }) => partner === 'LP1');
      const named = run({ terms: terms(fund), flows: own, distribution: sale });
      const plain = run({
        terms: terms(fund),
        flows: own.map((flow) => ({ ...flow, partner: null })),
        distribution: sale,
      });
      expect(plain.tiers).toEqual(named.tiers);
      expect(plain.partners).toEqual(named.partners.map((partner) => ({ ...partner, id: 'LP' })));
    });
  });

  it('a sale at the value of a hypothetical liquidation leaves nothing to correct', () => {
    everyFund(
      (fund) => {
        const { flows, sale } = beforeLastSale(fund);
        const investments = [{ id: sale.investment, fairValue: sale.amount }];
        const expected = run({ terms: terms(fund), flows, investments, liquidation: { date: sale.date } });
        const sold = run({ terms: terms(fund), flows, distribution: sale });
        expect([sold.lp, sold.gp, sold.tiers]).toEqual([expected.lp, expected.gp, expected.tiers]);
        const later = [...flows, ...paid(sold, sale.date, sale.investment)];
        const after = run({
          terms: terms(fund),
          flows: later,
          investments: [{ id: sale.investment, fairValue: '0.00' }],
          liquidation: { date: sale.date },
        });
        expect([after.lp, after.gp]).toEqual(['0.00', '0.00']);
      },
      randomFund(['WHOLE_FUND']),
    );
  });

  it('a catch-up ends at exactly the target share of all profit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom('50', '80', '100'),
        fc.integer({ min: 1, max: 40 }),
        (capital, rate, gpShare, target) => {
          const tiers = [
            { kind: 'RETURN_OF_CAPITAL' },
            { kind: 'PREFERRED_RETURN', rate: String(rate), compounding: 'ANNUAL', dayCount: 'ACT/365' },
            { kind: 'CATCH_UP', gpShare, target: String(target) },
            { kind: 'SPLIT', gpShare: String(target) },
          ];
          const amount = money(capital * 10);
          const answer = run({
            terms: { basis: 'WHOLE_FUND', tiers },
            flows: [{ date: '2021-01-01', amount: `-${money(capital)}` }],
            distribution: { date: '2022-01-01', amount },
          });
          const carry = decimal(capital * 9)
            .times(target)
            .div(100);
          expect(cents(answer.gp)).toBe(carry.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber());
        },
      ),
      runs,
    );
  });
});

describe('a hypothetical liquidation of one partner under whole-fund terms', () => {
  const asOf = calendarDate('2026-06-30');
  const flow = (isCall: boolean) =>
    fc.record({
      date: fc.integer({ min: 0, max: 4_000 }).map((day) => addDays(calendarDate('2015-01-01'), day)),
      amount: fc.integer({ min: 1, max: 1e10 }).map((amount) => decimal(isCall ? -amount : amount).div(100)),
    });
  const cash = fc
    .tuple(fc.array(flow(true), { minLength: 1, maxLength: 8 }), fc.array(flow(false), { maxLength: 6 }))
    .map(([calls, payments]) => [...calls, ...payments].toSorted((a, b) => (a.date < b.date ? -1 : 1)));

  /** True if the partner received more than its capital and hurdle by any day, at the formula's own balance. */
  const isBeyond = (flows: readonly { date: string; amount: Decimal }[], hurdle: number, last: number) =>
    flows.slice(0, last).some((_, i) => {
      const { date } = required(flows[i], 'a flow');
      const growth = new Decimal(1).plus(new Decimal(hurdle).div(100));
      const balance = flows.slice(0, i + 1).reduce((total, entry) => {
        const days = (Date.parse(date) - Date.parse(entry.date)) / 86_400_000;
        return total.minus(entry.amount.times(growth.pow(new Decimal(days).div(365))));
      }, new Decimal(0));
      return balance.lt(0);
    });

  const equalsPosition = (
    flows: readonly { readonly date: ReturnType<typeof calendarDate>; readonly amount: Decimal }[],
    value: number,
    carryPaid: number,
    carry: number,
    hurdle: number,
    catchUp: number,
  ) => {
    const position = carryPosition({
      flows,
      navBeforeCarry: decimal(value).div(100),
      carryPaid: decimal(carryPaid).div(100),
      terms: { waterfall: 'WHOLE_FUND', carry: decimal(carry), hurdle: decimal(hurdle), catchUp: decimal(catchUp) },
      asOf,
    })._unsafeUnwrap();
    const tiers = [
      { kind: 'RETURN_OF_CAPITAL' },
      ...(hurdle === 0
        ? []
        : [{ kind: 'PREFERRED_RETURN', rate: String(hurdle), compounding: 'ANNUAL', dayCount: 'ACT/365' }]),
      ...(catchUp === 0 ? [] : [{ kind: 'CATCH_UP', gpShare: String(catchUp), target: String(carry) }]),
      { kind: 'SPLIT', gpShare: String(carry) },
    ];
    const answer = run({
      terms: { basis: 'WHOLE_FUND', tiers },
      flows: [
        ...flows.map(({ date, amount }) => ({ date, amount: moneyText(amount) })),
        { date: asOf, amount: money(carryPaid), to: 'GP' },
      ],
      investments: [{ id: 'FUND', fairValue: money(value) }],
      liquidation: { date: asOf },
    });
    expect(answer.gp).toBe(moneyText(position.accrued));
    return { answer, position };
  };

  const isLastCall = (flows: readonly { readonly amount: Decimal }[]) =>
    flows.findLastIndex(({ amount }) => amount.lt(0));

  it('with full catch-up equals the carry position to the cent, also after carry in advance', () => {
    fc.assert(
      fc.property(
        cash,
        fc.integer({ min: 0, max: 1e10 }),
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 1, max: 12 }),
        (flows, value, carryPaid, carry, hurdle) => {
          fc.pre(!isBeyond(flows, hurdle, isLastCall(flows)));
          const { answer, position } = equalsPosition(flows, value, carryPaid, carry, hurdle, 100);
          if (carryPaid > 0) expect(answer.clawback?.['gross']).toBe(moneyText(position.exposure));
        },
      ),
      runs,
    );
  });

  it('with a partial catch-up or none equals it until the partner is paid beyond the hurdle', () => {
    fc.assert(
      fc.property(
        cash,
        fc.integer({ min: 0, max: 1e10 }),
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 0, max: 45 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(0, 50, 80),
        (flows, value, carryPaid, carry, hurdle, catchUp) => {
          fc.pre(!isBeyond(flows, hurdle, flows.length));
          equalsPosition(flows, value, carryPaid, carry, hurdle, catchUp);
        },
      ),
      runs,
    );
  });

  it('with a partial catch-up or none equals it without earlier carry', () => {
    fc.assert(
      fc.property(
        cash,
        fc.integer({ min: 0, max: 1e10 }),
        fc.integer({ min: 0, max: 45 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(0, 50, 80),
        (flows, value, carry, hurdle, catchUp) => {
          fc.pre(!isBeyond(flows, hurdle, isLastCall(flows)));
          equalsPosition(flows, value, 0, carry, hurdle, catchUp);
        },
      ),
      runs,
    );
  });

  it('rounds half a cent like the carry position, also if the matched carry is a fraction', () => {
    const day = calendarDate('2015-01-01');
    const flows = ['-57174670.52', '69519817.98', '28999519.73'].map((amount) => ({
      date: day,
      amount: decimal(amount),
    }));
    expect(equalsPosition(flows, 9_853_417_711, 822_261_095, 58, 1, 100).answer.gp).toBe('77676233.10');
  });

  it('of performance worked example 4', () => {
    const flows = [
      { date: calendarDate('2020-01-01'), amount: decimal(-100_000_000) },
      { date: calendarDate('2023-01-01'), amount: decimal(60_000_000) },
    ];
    const liquidation = (fairValue: string) =>
      run({
        terms: {
          basis: 'WHOLE_FUND',
          tiers: [
            { kind: 'RETURN_OF_CAPITAL' },
            { kind: 'PREFERRED_RETURN', rate: '8', compounding: 'ANNUAL', dayCount: 'ACT/365' },
            { kind: 'CATCH_UP', gpShare: '100', target: '20' },
            { kind: 'SPLIT', gpShare: '20' },
          ],
        },
        flows: [
          ...flows.map(({ date, amount }) => ({ date, amount: moneyText(amount) })),
          { date: '2023-01-01', amount: '4000000.00', to: 'GP' },
        ],
        investments: [{ id: 'FUND', fairValue }],
        liquidation: { date: '2025-01-01' },
      });
    expect(liquidation('110000000.00').gp).toBe('10800000.00');
    expect(liquidation('75000000.00')).toMatchObject({
      gp: '0.00',
      clawback: { entitled: '2003974.89', excessCarry: '1996025.11', due: '1996025.11' },
    });
  });
});
