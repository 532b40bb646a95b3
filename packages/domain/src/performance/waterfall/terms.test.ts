import { describe, expect, it } from 'vitest';
import { calculate, calculators } from '../../calc/index.ts';
import { required } from '../../kernel/index.ts';

const calculator = required(
  calculators.find(({ name }) => name === 'waterfall'),
  'the calculator',
);
const run = (input: object) => calculate(calculator, input).output as Record<string, unknown>;

const capital = { kind: 'RETURN_OF_CAPITAL' };
const preferred = { kind: 'PREFERRED_RETURN', rate: '8', compounding: 'SIMPLE', dayCount: 'ACT/365' };
const catchUp = { kind: 'CATCH_UP', gpShare: '100', target: '20' };
const split = { kind: 'SPLIT', gpShare: '20' };
const standard = [capital, preferred, catchUp, split];
const paidIn = { date: '2023-01-01', amount: '-100.00' };
const sale = { date: '2024-01-01', amount: '150.00' };
const fund = (more: object = {}, terms: object = {}) => ({
  terms: { basis: 'WHOLE_FUND', tiers: standard, ...terms },
  flows: [paidIn],
  distribution: sale,
  ...more,
});

describe('a failure names its field and the reason', () => {
  const failures = (input: object) =>
    (run(input)['errors'] as readonly { code: string; path: readonly unknown[]; message: string }[]).map(
      ({ code, path, message }) => `${code} ${path.join('.')}: ${message}`,
    );

  it.each([
    [{ tiers: [] }, 'NOT_DETERMINED terms.tiers: The tiers are missing.'],
    [{ basis: undefined }, 'NOT_DETERMINED terms.basis: The basis is missing: whole fund or deal by deal.'],
    [{ tiers: [split, capital] }, 'TIERS_OUT_OF_ORDER terms.tiers.1.kind: Return of capital must come before split.'],
    [
      { tiers: [capital, catchUp, preferred, split] },
      'TIERS_OUT_OF_ORDER terms.tiers.2.kind: Preferred return must come before catch-up.',
    ],
    [
      { tiers: [capital, capital, split] },
      'TIERS_OUT_OF_ORDER terms.tiers.1.kind: Return of capital can be a tier only once.',
    ],
    [
      { tiers: [capital, split, split] },
      'TIERS_OUT_OF_ORDER terms.tiers.2.kind: No tier can follow a split that never ends. Add its hurdle.',
    ],
    [
      { tiers: [capital, { ...split, until: { irr: '12' } }] },
      'TIERS_OUT_OF_ORDER terms.tiers.1.until: The last split can’t have a hurdle. Add a split after it.',
    ],
    [
      { tiers: [capital, { kind: 'CATCH_UP', gpShare: '100', target: '20' }] },
      'NOT_DETERMINED terms.tiers: The split of the profit after the catch-up is missing.',
    ],
    [
      { tiers: [capital, { kind: 'PREFERRED_RETURN' }, split] },
      'NOT_DETERMINED terms.tiers.1.rate: The rate of the preferred return is missing.',
    ],
    [
      { tiers: [capital, { ...preferred, rate: '-1' }, split] },
      'NUMBER_RANGE terms.tiers.1.rate: The preferred return can’t be negative.',
    ],
    [
      { tiers: [capital, { ...split, gpShare: '101' }] },
      'PERCENT_RANGE terms.tiers.1.gpShare: The GP’s share of the split must be from 0% to 100%.',
    ],
    [
      { tiers: [capital, { ...catchUp, gpShare: '15' }, split] },
      'NUMBER_RANGE terms.tiers.1.gpShare: The GP’s share of the catch-up (15%) must be above its target (20%), or it never ends.',
    ],
    [
      { tiers: [capital, { kind: 'CATCH_UP', gpShare: '100' }, split] },
      'NOT_DETERMINED terms.tiers.1.target: The target of the catch-up is missing.',
    ],
    [
      { tiers: [capital, { ...split, until: { irr: '15' } }, { ...split, until: { irr: '12' } }, split] },
      'HURDLES_CROSS terms.tiers.2.until.irr: The IRR of a hurdle can’t be below that of the tier before.',
    ],
    [
      { tiers: [capital, { ...split, until: { multiple: '2' } }, { ...split, until: { multiple: '1.5' } }, split] },
      'HURDLES_CROSS terms.tiers.2.until.multiple: The multiple of a hurdle can’t be below that of the tier before.',
    ],
    [
      { tiers: [capital, { ...split, until: {} }, split] },
      'NOT_DETERMINED terms.tiers.1.until: The hurdle of the split is missing: an IRR or a multiple.',
    ],
    [
      { tiers: [capital, { kind: 'SPLIT', gpShare: '100', until: { irr: '9' } }, split] },
      'PERCENT_RANGE terms.tiers.1.gpShare: A split that is the GP’s alone never brings a partner to a hurdle.',
    ],
    [
      {
        recipients: [
          { id: 'GP1', share: '60' },
          { id: 'GP2', share: '50' },
        ],
      },
      'SHARES_OFF terms.recipients: The shares of the GP entities must be 100% in all, not 110%.',
    ],
    [
      { overrides: [{ rate: '6' }] },
      'REQUIRED terms.overrides.0.partner: A side letter must name a partner or a class of partners.',
    ],
    [
      { clawback: { policy: 'INTERIM' } },
      'NOT_DETERMINED terms.clawback.dates: The dates of the interim clawback are missing.',
    ],
    [
      { clawback: { tax: { method: 'CAP' } } },
      'NOT_DETERMINED terms.clawback.tax.rate: The tax rate of the clawback is missing.',
    ],
    [
      { escrow: { percent: '20', release: 'DATE' } },
      'NOT_DETERMINED terms.escrow.date: The release date of the escrow is missing.',
    ],
  ])('%j', (terms, message) => {
    expect(failures(fund({}, terms))).toContain(message);
  });

  it.each([
    [{ flows: [{ amount: '-100.00' }] }, 'REQUIRED flows.0.date: The date of this flow is missing.'],
    [{ distribution: { amount: '1.00' } }, 'REQUIRED distribution.date: The date of the distribution is missing.'],
    [
      { distribution: { ...sale, amount: '-1.00' } },
      'NEGATIVE_AMOUNT distribution.amount: The proceeds of a distribution can’t be negative.',
    ],
    [
      { distribution: { ...sale, cost: '101.00' } },
      'COST_ABOVE_REMAINING distribution.cost: The sale relieves a cost of 101.00, but FUND has only 100.00 left.',
    ],
    [
      { commitments: [{ partner: 'LP2', amount: '5.00' }], flows: [{ ...paidIn, partner: 'LP1' }] },
      'NO_COMMITMENT flows.0.partner: LP1 has no commitment.',
    ],
    [
      { currency: 'EUR', flows: [{ ...paidIn, currency: 'USD' }] },
      'MIXED_CURRENCIES flows.0.currency: This flow is in USD, but the fund is in EUR.',
    ],
    [{ flows: [] }, 'NO_WEIGHTS flows: Nobody has contributed or committed, so nobody has a share.'],
    [
      { flows: [{ ...paidIn, partner: 'A' }, { ...paidIn, partner: 'B' }, paidIn] },
      'REQUIRED flows.2.partner: This contribution must name its partner.',
    ],
    [
      { distribution: undefined, liquidation: { date: '2024-01-01' } },
      'AMOUNT_MISSING investments: A liquidation needs the fair value of each investment.',
    ],
    [
      { investments: [{ id: 'A', fairValue: '-1.00' }] },
      'NEGATIVE_AMOUNT investments.0.fairValue: A fair value can’t be negative.',
    ],
    [
      { clawback: { date: '2024-01-01' } },
      'REQUIRED distribution: Enter exactly one of these: a distribution, a liquidation or a clawback.',
    ],
  ])('%j', (more, message) => {
    expect(failures(fund(more))).toContain(message);
  });

  it('deal by deal, an investment that nobody paid for can’t be sold', () => {
    expect(failures(fund({ distribution: { ...sale, investment: 'B' } }, { basis: 'DEAL_BY_DEAL' }))).toEqual([
      'UNKNOWN_ENTRY distribution.investment: Nobody has contributed to B by then, so it can’t be sold deal by deal.',
    ]);
  });

  it('lists every failure at once', () => {
    expect(failures(fund({ flows: [{ amount: '-1.00' }] }, { tiers: [] }))).toHaveLength(2);
  });
});

describe('the preferred return', () => {
  const earned = (tier: object, from: string, to: string) => {
    const tiers = [capital, { kind: 'PREFERRED_RETURN', rate: '8', ...tier }, split];
    const answer = run(
      fund({ flows: [{ date: from, amount: '-1000000.00' }], distribution: { date: to, amount: '0.00' } }, { tiers }),
    );
    return (answer['balances'] as Record<string, string>)['unpaidPreferredReturn'];
  };

  it.each([
    [{}, '2021-01-01', '2023-01-01', '166400.00'],
    [{ compounding: 'QUARTERLY' }, '2021-01-01', '2022-01-01', '82432.16'],
    [{ compounding: 'MONTHLY' }, '2021-01-01', '2022-01-01', '82999.51'],
    [{ compounding: 'DAILY' }, '2021-01-01', '2022-01-01', '83277.57'],
    [{ compounding: 'SIMPLE' }, '2021-01-01', '2023-01-01', '160000.00'],
    [{ compounding: 'SIMPLE', dayCount: 'ACT/360' }, '2021-01-01', '2022-01-01', '81111.11'],
    [{ compounding: 'SIMPLE', dayCount: '30/360' }, '2021-01-31', '2021-03-31', '13333.33'],
    [{ compounding: 'SIMPLE', dayCount: '30/360' }, '2021-01-15', '2021-03-31', '16888.89'],
    [{ compounding: 'SIMPLE', dayCount: 'ACT/ACT' }, '2019-12-31', '2021-01-01', '80219.18'],
    [{ compounding: 'SIMPLE', to: 'QUARTER_END' }, '2021-01-01', '2021-11-15', '79780.82'],
  ])('%j from %s to %s', (tier, from, to, expected) => {
    expect(earned(tier, from, to)).toBe(expected);
  });

  it('accrues from the due date, and on capital alone, if the terms say so', () => {
    const flows = [
      { date: '2023-01-01', due: '2023-07-02', amount: '-100.00' },
      { date: '2023-01-01', amount: '-50.00', fee: true },
    ];
    const unpaid = (tier: object) => {
      const tiers = [capital, { ...preferred, ...tier }, split];
      return run(fund({ flows, distribution: { ...sale, amount: '0.00' } }, { tiers }))['balances'];
    };
    expect(unpaid({})).toMatchObject({ unpaidPreferredReturn: '12.00', unreturnedCapital: '150.00' });
    expect(unpaid({ base: 'CAPITAL' })).toMatchObject({ unpaidPreferredReturn: '8.00', unreturnedCapital: '150.00' });
    expect(unpaid({ base: 'CAPITAL', from: 'DUE_DATE' })).toMatchObject({ unpaidPreferredReturn: '4.01' });
  });
});

describe('partners', () => {
  const two = [
    { ...paidIn, partner: 'LP1' },
    { ...paidIn, partner: 'LP2' },
  ];
  const partners = (more: object, terms: object = {}) =>
    run(fund({ flows: two, distribution: { ...sale, amount: '300.00' }, ...more }, terms))['partners'];

  it('of the GP share in proceeds and pay no carry', () => {
    const commitments = [
      { partner: 'LP1', amount: '100.00' },
      { partner: 'LP2', amount: '100.00', paysCarry: false },
    ];
    expect(partners({ commitments })).toEqual([
      { id: 'LP1', lp: '140.00', gp: '10.00' },
      { id: 'LP2', lp: '150.00', gp: '0.00' },
    ]);
  });

  it('have the rates, carry and exemptions of their side letters, from their day on', () => {
    const letters = (override: object) => partners({}, { overrides: [{ partner: 'LP2', ...override }] });
    const first = { id: 'LP1', lp: '140.00', gp: '10.00' };
    expect(letters({ exempt: true })).toEqual([first, { id: 'LP2', lp: '150.00', gp: '0.00' }]);
    expect(letters({ carry: '10' })).toEqual([first, { id: 'LP2', lp: '145.00', gp: '5.00' }]);
    expect(letters({ carry: '10', from: '2024-01-02' })).toEqual([first, { id: 'LP2', lp: '140.00', gp: '10.00' }]);
    // 8% for 181 days and 4% for 184 days, paid in full.
    const unpaid = run(
      fund(
        { distribution: { ...sale, amount: '0.00' } },
        { overrides: [{ partner: 'LP', from: '2023-07-01', rate: '4' }] },
      ),
    )['balances'];
    expect(unpaid).toMatchObject({ unpaidPreferredReturn: '5.98' });
  });

  it('of a class share its side letter', () => {
    const commitments = [
      { partner: 'LP1', amount: '100.00' },
      { partner: 'LP2', amount: '100.00', class: 'B' },
    ];
    expect(partners({ commitments }, { overrides: [{ class: 'B', exempt: true }] })).toMatchObject([
      { gp: '10.00' },
      { gp: '0.00' },
    ]);
  });

  it('who join late count from the first close; their interest is no contribution', () => {
    const late = [
      { ...paidIn, partner: 'LP1' },
      { date: '2023-10-01', since: '2023-01-01', partner: 'LP2', amount: '-50.00' },
      { date: '2023-10-01', since: '2023-01-01', partner: 'LP1', amount: '50.00' },
      { date: '2023-10-01', partner: 'LP2', amount: '-3.00', equalization: true },
    ];
    const answer = run(fund({ flows: late }));
    expect(answer['partners']).toEqual([
      { id: 'LP1', lp: '70.00', gp: '5.00' },
      { id: 'LP2', lp: '70.00', gp: '5.00' },
    ]);
  });

  it('flows without a partner are split: calls by commitment, carry by those who pay it', () => {
    const commitments = [
      { partner: 'LP1', amount: '300.00' },
      { partner: 'LP2', amount: '100.00' },
      { partner: 'GP', amount: '100.00', paysCarry: false },
    ];
    const flows = [
      { ...paidIn, amount: '-500.00' },
      { date: '2023-06-01', amount: '40.00', to: 'GP' },
    ];
    const { balances } = run(fund({ commitments, flows, distribution: { ...sale, amount: '0.00' } })) as {
      balances: { partners: readonly { id: string; carry: string; unreturnedCapital: string }[] };
    };
    expect(balances.partners.map(({ id, carry, unreturnedCapital }) => [id, carry, unreturnedCapital])).toEqual([
      ['LP1', '30.00', '300.00'],
      ['LP2', '10.00', '100.00'],
      ['GP', '0.00', '100.00'],
    ]);
  });
});

describe('policies', () => {
  it('a recallable distribution reduces capital, or it doesn’t and the preferred return runs on', () => {
    const flows = [paidIn, { date: '2023-07-02', amount: '40.00', recallable: true }];
    const balances = (recallable: object) =>
      run(fund({ flows, distribution: { ...sale, amount: '0.00' } }, { recallable }))['balances'];
    expect(balances({})).toMatchObject({ unreturnedCapital: '60.00', unpaidPreferredReturn: '6.40' });
    expect(balances({ preferredRunsOn: true })).toMatchObject({
      unreturnedCapital: '60.00',
      unpaidPreferredReturn: '8.00',
    });
    expect(balances({ reducesCapital: false })).toMatchObject({
      unreturnedCapital: '100.00',
      unpaidPreferredReturn: '6.40',
    });
    expect(balances({ reducesCapital: false, preferredRunsOn: true })).toMatchObject({
      unreturnedCapital: '100.00',
      unpaidPreferredReturn: '8.00',
    });
  });

  const deals = [
    { date: '2023-01-01', investment: 'A', amount: '-100.00' },
    { date: '2023-01-01', investment: 'B', amount: '-100.00' },
    { date: '2023-01-01', amount: '-20.00', fee: true },
  ];
  const tiers = [capital, split];
  const carry = (terms: object, more: object = {}) =>
    run(
      fund(
        { flows: deals, distribution: { ...sale, investment: 'A', amount: '200.00' }, ...more },
        { tiers, ...terms },
      ),
    )['gp'];

  it('the capital that comes first is that of realized deals, with their fees and write-downs, or all', () => {
    expect(carry({ basis: 'WHOLE_FUND' })).toBe('0.00');
    expect(carry({ basis: 'DEAL_BY_DEAL' })).toBe('18.00');
    expect(carry({ basis: 'DEAL_BY_DEAL', returnFirst: 'REALIZED' })).toBe('20.00');
    expect(carry({ basis: 'DEAL_BY_DEAL', returnFirst: 'ALL_CAPITAL' })).toBe('0.00');
    const investments = [{ id: 'B', cost: '100.00', fairValue: '70.00' }];
    expect(carry({ basis: 'DEAL_BY_DEAL', returnFirst: 'REALIZED' }, { investments })).toBe('14.00');
    expect(carry({ basis: 'DEAL_BY_DEAL' }, { investments })).toBe('11.40');
    expect(carry({ basis: 'DEAL_BY_DEAL_NO_LOSS', returnFirst: 'REALIZED' }, { investments })).toBe('20.00');
  });

  it('a write-up reverses a write-down up to cost', () => {
    const valued = (...values: readonly [string, string][]) => ({
      investments: values.map(([date, fairValue]) => ({ id: 'B', cost: '100.00', date, fairValue })),
    });
    const terms = { basis: 'DEAL_BY_DEAL', returnFirst: 'REALIZED' };
    expect(carry(terms, valued(['2023-06-30', '70.00']))).toBe('14.00');
    expect(carry(terms, valued(['2023-06-30', '70.00'], ['2023-09-30', '180.00']))).toBe('20.00');
    expect(carry(terms, valued(['2024-03-31', '70.00']))).toBe('20.00');
    // Only the last value is sold, and counts as remaining.
    const sold = { distribution: undefined, liquidation: { date: '2024-01-01' } };
    const values = valued(['2023-09-30', '180.00'], ['2023-06-30', '70.00']);
    expect(run(fund({ flows: deals, ...sold, ...values }, { tiers, ...terms }))).toMatchObject({ lp: '180.00' });
  });

  it('a sale in part realizes the part of its cost', () => {
    const distribution = { ...sale, investment: 'A', amount: '200.00', cost: '50.00' };
    expect(carry({ basis: 'DEAL_BY_DEAL', returnFirst: 'REALIZED' }, { distribution })).toBe('30.00');
    expect(carry({ basis: 'DEAL_BY_DEAL' }, { distribution })).toBe('29.00');
  });

  it('pools offset their deals only', () => {
    const sold = [...deals.slice(0, 2), { date: '2023-06-01', investment: 'B', amount: '40.00' }];
    const terms = { basis: 'DEAL_BY_DEAL', returnFirst: 'REALIZED' };
    expect(carry(terms, { flows: sold })).toBe('8.00');
    const pools = (...investments: readonly string[][]) => ({
      ...terms,
      pools: investments.map((ids, i) => ({ id: String(i), investments: ids })),
    });
    expect(carry(pools(['A'], ['B']), { flows: sold })).toBe('20.00');
    expect(carry(pools(['A', 'B']), { flows: sold })).toBe('8.00');
    expect(carry({ ...terms, basis: 'DEAL_BY_DEAL_NO_LOSS' }, { flows: sold })).toBe('20.00');
  });

  it('an advance, such as a tax distribution, is repaid by later carry', () => {
    const flows = [paidIn, { date: '2023-06-01', amount: '4.00', to: 'GP' }];
    const answer = run(fund({ flows }));
    // Profit is 54.00 with the advance: 20% of it is 10.80.
    expect(answer).toMatchObject({
      lp: '143.20',
      gp: '6.80',
      balances: { carry: '10.80', gpShare: '20', advance: '0.00' },
    });
    expect(run(fund({ flows, distribution: { ...sale, amount: '50.00' } }))).toMatchObject({
      lp: '50.00',
      gp: '0.00',
      balances: { advance: '4.00' },
    });
  });

  it('a split below the target doesn’t open the catch-up again', () => {
    const low = [capital, preferred, catchUp, { ...split, gpShare: '10' }];
    const first = run(fund({}, { tiers: low }));
    const flows = [paidIn, { ...sale, amount: first['lp'] }, { ...sale, amount: first['gp'], to: 'GP' }];
    expect(run(fund({ flows, distribution: { ...sale, amount: '100.00' } }, { tiers: low }))).toMatchObject({
      gp: '10.00',
    });
  });

  it('a split ends where both its hurdles are met', () => {
    const until = (hurdle: object) => [
      capital,
      { kind: 'SPLIT', gpShare: '10', until: hurdle },
      { kind: 'SPLIT', gpShare: '50' },
    ];
    const gp = (hurdle: object) => run(fund({}, { tiers: until(hurdle) }))['gp'];
    // To 127.00 and 118.00: the partner has 90% of the first 30.00 or 20.00.
    expect(gp({ irr: '27' })).toBe('13.00');
    expect(gp({ multiple: '1.18' })).toBe('17.00');
    expect(gp({ irr: '27', multiple: '1.18' })).toBe('13.00');
  });

  it('carry is split over the GP entities, and in part withheld in escrow', () => {
    const recipients = [
      { id: 'GP1', share: '66.6666666667' },
      { id: 'GP2', share: '33.3333333333' },
    ];
    const flows = [paidIn, { date: '2023-06-01', amount: '4.00', to: 'GP' }];
    const escrow = (terms: object, more: object = {}) =>
      run(fund({ flows, ...more }, { recipients, escrow: { percent: '25', ...terms } }));
    expect(escrow({})).toMatchObject({
      recipients: [
        { id: 'GP1', carry: '4.53' },
        { id: 'GP2', carry: '2.27' },
      ],
      escrow: { withheld: '1.70', paid: '5.10', released: '0.00', balance: '2.70' },
    });
    expect(escrow({ release: 'DATE', date: '2024-01-01' })['escrow']).toMatchObject({
      released: '1.00',
      balance: '1.70',
    });
    expect(escrow({ released: '0.40' })['escrow']).toMatchObject({ released: '0.40', balance: '2.30' });
    const covered = { investments: [{ id: 'B', fairValue: '10.00' }] };
    expect(escrow({ release: 'NAV_COVERAGE', coverage: '125' }, covered)['escrow']).toMatchObject({ released: '1.00' });
  });

  it('tax distributions are the assumed tax less the carry of the year', () => {
    const income = { year: 2023, amount: '30.00', source: 'K-1' };
    const taxDistribution = {
      rate: '40',
      incomes: [income, { ...income, recipient: 'GP2' }, { ...income, year: 2030 }],
    };
    const flows = [paidIn, { date: '2023-06-01', amount: '4.00', to: 'GP' }];
    expect(run(fund({ flows }, { taxDistribution }))['taxDistributions']).toEqual([
      { year: 2023, recipient: 'GP', source: 'K-1', assumedTax: '12.00', received: '4.00', due: '8.00' },
      { year: 2023, recipient: 'GP2', source: 'K-1', assumedTax: '12.00', received: '0.00', due: '12.00' },
    ]);
  });
});

describe('a clawback', () => {
  const flows = [paidIn, { date: '2024-01-01', amount: '110.00' }, { date: '2024-01-01', amount: '20.00', to: 'GP' }];
  const clawback = (terms: object, more: object = {}, facts: object = {}) =>
    run({
      terms: { basis: 'WHOLE_FUND', tiers: [capital, split], clawback: terms },
      flows,
      clawback: { date: '2024-01-01', ...more },
      ...facts,
    })['clawback'];

  it('is gross, capped at the carry after tax, or scaled by it', () => {
    expect(clawback({})).toMatchObject({
      isDue: true,
      cumulativeProfit: '30.00',
      entitled: '6.00',
      gross: '14.00',
      cap: null,
      due: '14.00',
    });
    expect(clawback({ tax: { method: 'CAP', rate: '45' } })).toMatchObject({ cap: '11.00', due: '11.00' });
    expect(clawback({ tax: { method: 'SCALE', rate: '45' } })).toMatchObject({ cap: null, due: '7.70' });
    expect(clawback({ policy: 'NONE' })).toMatchObject({ isDue: false, gross: '14.00', due: '0.00' });
  });

  it('is an exposure while the fund owns something, unless the day is an interim date', () => {
    const facts = { investments: [{ id: 'B', fairValue: '10.00' }] };
    expect(clawback({}, {}, facts)).toMatchObject({ isDue: false, due: '12.00' });
    expect(clawback({ policy: 'INTERIM', dates: ['2024-01-01'] }, {}, facts)).toMatchObject({
      isDue: true,
      due: '12.00',
    });
  });

  it('is split by carry received, less escrow, severally or jointly', () => {
    const participants = [
      { id: 'ann', received: '15.00', escrowBalance: '3.00' },
      { id: 'ben', received: '5.00' },
    ];
    expect(clawback({}, { participants })).toMatchObject({
      coveredByEscrow: '3.00',
      rest: '11.00',
      participants: [
        { id: 'ann', share: '10.50', coveredByEscrow: '3.00', liability: '7.50' },
        { id: 'ben', share: '3.50', coveredByEscrow: '0.00', liability: '3.50' },
      ],
    });
    expect(clawback({ guarantee: 'JOINT' }, { participants })).toMatchObject({
      participants: [{ liability: '11.00' }, { liability: '11.00' }],
    });
  });
});

describe('a liquidation', () => {
  it('attributes carry by positive profit, or deal by deal', () => {
    const facts = (basis: string) => ({
      terms: { basis, tiers: [capital, split] },
      flows: [
        { date: '2023-01-01', investment: 'A', amount: '-100.00' },
        { date: '2023-01-01', investment: 'B', amount: '-100.00' },
        { date: '2023-01-01', investment: 'C', amount: '-100.00' },
      ],
      investments: [
        { id: 'A', fairValue: '200.00' },
        { id: 'B', fairValue: '150.00' },
        { id: 'C', fairValue: '70.00' },
      ],
      liquidation: {
        date: '2024-01-01',
        rows: { opening: '-5.00', paid: '0.00', newlyEscrowed: '0.00', clawback: '0.00' },
      },
    });
    expect(run(facts('WHOLE_FUND'))).toMatchObject({
      gp: '24.00',
      attribution: {
        policy: 'POSITIVE_PROFIT',
        investments: [{ carry: '16.00' }, { carry: '8.00' }, { carry: '0.00' }],
      },
      proposed: { row97: '-19.00', row98: '0.00' },
    });
    expect(run(facts('DEAL_BY_DEAL_NO_LOSS'))).toMatchObject({
      gp: '30.00',
      attribution: { policy: 'BY_DEAL', investments: [{ carry: '20.00' }, { carry: '10.00' }, { carry: '0.00' }] },
    });
  });

  it('explains carry down to the tiers of a partner', () => {
    const { output } = calculate(calculator, fund(), { explain: true });
    const { explanations } = output as unknown as {
      explanations: readonly { path: readonly unknown[]; result: string }[];
    };
    const result = (...path: readonly unknown[]) =>
      explanations.find((figure) => figure.path.join() === path.join())?.result;
    expect([result('gp'), result('tiers', 2, 'gp'), result('runs', 0, 0, 'tiers', 3, 'gp')]).toEqual([
      '10.00',
      '2.00',
      '8.00',
    ]);
  });
});
