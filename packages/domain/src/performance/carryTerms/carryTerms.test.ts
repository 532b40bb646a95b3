import { describe, expect, it } from 'vitest';
import { calendarDate as day, decimal, moneyText, required } from '../../kernel/index.ts';
import { enteredTerms, tier } from './enteredTerms.fixture.ts';
import {
  carryPayoff,
  type CarryTermsFacts,
  decideCarryTerms,
  decideCarryTermsDeletion,
  type EnteredCarryTerms,
  type EnteredLetter,
  lastDayOf,
  readTerms,
  summarizeCarry,
  termChanges,
  termsOn,
  type TermsVersion,
} from './index.ts';

const version = (id: string, effectiveDate: string, terms: EnteredCarryTerms = enteredTerms()): TermsVersion => ({
  id,
  effectiveDate: day(effectiveDate),
  terms,
});
const investors = [
  {
    investorId: 'gp',
    name: 'General partner',
    investorTypeId: 'gps',
    isGp: true,
    paysCarry: false,
    amount: decimal('100'),
    departureDate: null,
  },
  {
    investorId: 'lp',
    name: 'Fir Endowment',
    investorTypeId: 'lps',
    isGp: false,
    paysCarry: true,
    amount: decimal('100'),
    departureDate: null,
  },
  {
    investorId: 'gone',
    name: 'Elm Trust',
    investorTypeId: 'lps',
    isGp: false,
    paysCarry: true,
    amount: decimal('100'),
    departureDate: day('2022-06-30'),
  },
];
const investments = new Map([['x', 'Oak Mill']]);
const noFacts: CarryTermsFacts = { lockedEnds: [], versions: [], investors, investments };
const texts = (failures: readonly { code: string; path: readonly unknown[] }[]) =>
  failures.map(({ code, path }) => `${code} ${path.join('.')}`);
const refused = (terms: Partial<EnteredCarryTerms>) =>
  texts(decideCarryTerms(version('a', '2020-01-01', enteredTerms(terms)), noFacts).refusals);
const missing = (terms: Partial<EnteredCarryTerms>) =>
  texts(decideCarryTerms(version('a', '2020-01-01', enteredTerms(terms)), noFacts).missing);

const [capital, , , split] = enteredTerms().tiers;
const tiers = (...entries: readonly (typeof capital)[]) => ({
  tiers: entries.map((entry) => required(entry, 'a tier')),
});
const letter = (more: Partial<EnteredLetter>): EnteredLetter => ({
  investorId: 'lp',
  investorTypeId: null,
  effectiveDate: '2020-01-01',
  rate: null,
  carry: '10',
  isExempt: false,
  ...more,
});

/** Names each case by its result. */
const named = <R extends string | readonly string[]>(cases: readonly (readonly [Partial<EnteredCarryTerms>, R])[]) =>
  cases.map(([terms, expected]) => [String(expected), terms, expected] as const);

describe('carry terms', () => {
  it('are complete as usual', () => {
    expect([refused({}), missing({})]).toEqual([[], []]);
  });

  it.each(
    named([
      [{ basis: null }, ['NOT_DETERMINED basis']],
      [{ tiers: [] }, ['NOT_DETERMINED tiers']],
      [
        tiers(capital, tier('PREFERRED_RETURN'), tier('SPLIT')),
        ['NOT_DETERMINED tiers.1.rate', 'NOT_DETERMINED tiers.2.gpShare'],
      ],
      [tiers(capital, tier('CATCH_UP'), split), ['NOT_DETERMINED tiers.1.gpShare', 'NOT_DETERMINED tiers.1.target']],
      [{ clawback: 'INTERIM' }, ['NOT_DETERMINED clawbackDates']],
      [{ clawbackTax: 'CAP' }, ['NOT_DETERMINED clawbackTaxRate']],
      [{ escrowPercentage: '10', escrowRelease: 'DATE' }, ['NOT_DETERMINED escrowReleaseDate']],
      [{ escrowPercentage: '10', escrowRelease: 'NAV_COVERAGE' }, ['NOT_DETERMINED escrowCoverage']],
    ]),
  )('name each missing term: %s', (_title, terms, expected) => {
    expect(missing(terms)).toEqual(expected);
    expect(refused(terms)).toEqual([]);
  });

  it.each(
    named([
      [tiers(split, capital), ['TIERS_OUT_OF_ORDER tiers.1.kind']],
      [tiers(capital, tier('SPLIT', { gpShare: '101' })), ['PERCENT_RANGE tiers.1.gpShare']],
      [tiers(capital, tier('CATCH_UP', { gpShare: '15', target: '20' }), split), ['NUMBER_RANGE tiers.1.gpShare']],
      [
        tiers(
          capital,
          tier('SPLIT', { gpShare: '10', untilIrr: '15' }),
          tier('SPLIT', { gpShare: '20', untilIrr: '12' }),
          split,
        ),
        ['HURDLES_CROSS tiers.2.untilIrr'],
      ],
      [tiers(capital, tier('SPLIT', { gpShare: '20', untilMultiple: '2' })), ['TIERS_OUT_OF_ORDER tiers.1.untilIrr']],
      [tiers(tier('RETURN_OF_CAPITAL', { rate: '8' }), split), ['FIELD_NOT_OF_TYPE tiers.0.rate']],
      [{ recipients: [{ investorId: 'gp', share: '90' }] }, ['SHARES_OFF recipients']],
      [{ recipients: [{ investorId: 'lp', share: '100' }] }, ['NO_COMMITMENT recipients.0.investor']],
      [
        {
          recipients: [
            { investorId: 'gp', share: '50' },
            { investorId: 'gp', share: '50' },
          ],
        },
        ['MEMBER_TWICE recipients.1.investor'],
      ],
      [{ letters: [letter({ investorId: 'other' })] }, ['NO_COMMITMENT letters.0.investor']],
      [
        { letters: [letter({ investorId: 'gone', effectiveDate: '2023-01-01' })] },
        ['NO_COMMITMENT letters.0.investor'],
      ],
      [{ letters: [letter({ investorId: null })] }, ['REQUIRED letters.0.investor']],
      [{ letters: [letter({ investorTypeId: 'lps' })] }, ['FIELD_NOT_OF_TYPE letters.0.investorType']],
      [{ letters: [letter({ investorId: null, investorTypeId: 'x' })] }, ['NO_COMMITMENT letters.0.investorType']],
      [{ letters: [letter({ effectiveDate: null })] }, ['REQUIRED letters.0.effectiveDate']],
      [{ letters: [letter({ carry: null })] }, ['REQUIRED letters.0.carry']],
      [{ letters: [letter({ carry: '100' })] }, ['NUMBER_RANGE letters.0.carry']],
      [{ letters: [letter({ isExempt: true })] }, ['FIELD_NOT_OF_TYPE letters.0.carry']],
      [{ letters: [letter({ carry: null, rate: '6', isExempt: true })] }, ['FIELD_NOT_OF_TYPE letters.0.rate']],
      [{ letters: [letter({}), letter({ carry: '15' })] }, ['MEMBER_TWICE letters.1.carry']],
      [{ letters: [letter({}), letter({ carry: null, isExempt: true })] }, ['MEMBER_TWICE letters.1.isExempt']],
      [{ letters: [letter({ carry: null, isExempt: true }), letter({})] }, ['MEMBER_TWICE letters.1.carry']],
      [
        {
          offsets: [
            { pool: 'A', investmentId: 'x' },
            { pool: 'B', investmentId: 'x' },
          ],
        },
        ['SOURCES_OVERLAP offsets.1.investment'],
      ],
      [{ offsets: [{ pool: 'A', investmentId: 'y' }] }, ['NOT_FOUND offsets.0.investment']],
      [
        { clawbackDates: [{ clawbackDate: day('2025-12-31') }, { clawbackDate: day('2025-12-31') }] },
        ['DUPLICATE clawbackDates.1.clawbackDate'],
      ],
      [{ letters: [letter({ investorId: 'gp' })] }, ['FIELD_NOT_OF_TYPE letters.0.investor']],
      [
        { letters: [letter({ investorId: null, investorTypeId: 'gps' })] },
        ['FIELD_NOT_OF_TYPE letters.0.investorType'],
      ],
      [
        { taxIncomes: [1, 2].map(() => ({ investorId: 'gp', incomeYear: 2024, amount: '1.00', source: 'Return' })) },
        ['MEMBER_TWICE taxIncomes.1.investor'],
      ],
    ]),
  )('refuse %s', (_title, terms, expected) => {
    expect(refused(terms)).toEqual(expected);
  });

  it.each([
    ['A', 'Oak Mill is listed twice in the group “A”.'],
    ['B', 'Oak Mill is already in the group “A”. An investment can be in only one group.'],
  ])('name an investment that is listed twice, the second time in the group %s', (pool, text) => {
    const offsets = ['A', pool].map((name) => ({ pool: name, investmentId: 'x' }));
    const { refusals } = decideCarryTerms(version('a', '2020-01-01', enteredTerms({ offsets })), noFacts);
    expect(refusals.map(({ detail }) => detail)).toEqual([text]);
  });

  it('refuse a date from which other terms apply, but not their own', () => {
    const facts = { ...noFacts, versions: [version('a', '2020-01-01')] };
    const refusedOf = (id: string) => texts(decideCarryTerms(version(id, '2020-01-01'), facts).refusals);
    expect([refusedOf('b'), refusedOf('a')]).toEqual([['DUPLICATE effectiveDate'], []]);
  });

  it('accept side letters of an investor until it leaves, and of a type', () => {
    const letters = [
      letter({ investorId: 'gone' }),
      letter({ investorId: 'gone', carry: null, rate: '6' }),
      letter({ investorId: 'gone', effectiveDate: '2021-01-01', carry: '15' }),
      letter({ investorId: null, investorTypeId: 'lps', carry: null, isExempt: true }),
    ];
    expect(refused({ letters })).toEqual([]);
  });
});

describe('a version', () => {
  const versions = [version('a', '2019-05-01'), version('b', '2021-01-01')];
  const facts: CarryTermsFacts = { ...noFacts, versions, lockedEnds: [day('2020-03-31'), day('2020-06-30')] };
  const decide = (changed: TermsVersion, more: Partial<CarryTermsFacts> = {}) =>
    texts(decideCarryTerms(changed, { ...facts, ...more }).refusals);
  const locked = ['PERIOD_LOCKED effectiveDate'];
  const other = enteredTerms({ basis: 'DEAL_BY_DEAL' });

  it('is in force from its first day until the next one', () => {
    const inForce = ['2019-04-30', '2019-05-01', '2020-12-31', '2021-01-01'].map(
      (on) => termsOn(versions, day(on))?.id,
    );
    expect(inForce).toEqual([undefined, 'a', 'a', 'b']);
    expect(versions.map((entry) => lastDayOf(entry, versions))).toEqual(['2020-12-31', null]);
  });

  it('cannot begin inside a locked quarter that has terms', () => {
    expect(decide(version('c', '2020-06-30'))).toEqual(locked);
    expect(decide(version('c', '2020-07-01'))).toEqual([]);
    const [refusal] = decideCarryTerms(version('c', '2020-06-01'), facts).refusals;
    expect(refusal?.detail).toBe('The quarter ending 06/30/2020 is locked. Choose a date in an open quarter.');
  });

  it('cannot change the terms of a locked quarter', () => {
    expect(decide(version('a', '2019-05-01', other))).toEqual(locked);
    expect(decide(version('a', '2020-07-01'))).toEqual(locked);
    expect(decide(version('c', '2019-06-01'))).toEqual(locked);
    expect(decide(version('b', '2021-01-01', other))).toEqual([]);
    expect(decide(version('b', '2020-08-01'))).toEqual([]);
  });

  it('can be completed after a quarter was locked, and be the first of a fund', () => {
    const incomplete = version('a', '2019-05-01', enteredTerms({ tiers: [] }));
    expect(decide(version('a', '2019-05-01'), { versions: [incomplete] })).toEqual([]);
    expect(decide(version('a', '2019-05-01'), { versions: [] })).toEqual([]);
  });

  it('is confirmed if it changes a locked quarter that wasn’t computed with terms', () => {
    const decided = (changed: TermsVersion, more: Partial<CarryTermsFacts> = {}) => {
      const { refusals, warnings } = decideCarryTerms(changed, { ...facts, ...more });
      return [texts(refusals), warnings.map(({ path, detail }) => [path.join('.'), detail])];
    };
    const both =
      'This changes the carry terms of the locked quarters ending 03/31/2020 to 06/30/2020. Figures that the lock stored stay the same. Confirm it to save the terms.';
    const last = both.replace('quarters ending 03/31/2020 to', 'quarter ending');
    // The first terms, from before the quarters or inside of one.
    expect(decided(version('a', '2019-05-01'), { versions: [] })).toEqual([[], [['effectiveDate', both]]]);
    expect(decided(version('a', '2020-06-30'), { versions: [] })).toEqual([[], [['effectiveDate', last]]]);
    expect(decided(version('a', '2020-07-01'), { versions: [] })).toEqual([[], []]);
    // Later terms, and changes of terms that were entered after the lock.
    const late = { ...version('a', '2019-05-01'), lockedBefore: facts.lockedEnds };
    expect(decided(version('c', '2020-05-01', other), { versions: [late] })).toEqual([[], [['effectiveDate', last]]]);
    expect(decided({ ...late, terms: other }, { versions: [late] })).toEqual([[], [['effectiveDate', both]]]);
    expect(decided(version('a', '2020-05-01'), { versions: [late] })[1]).toHaveLength(1);
    expect(decided(late, { versions: [late] })).toEqual([[], []]);
    // Without complete terms, no quarter has a result.
    const incomplete = version('a', '2019-05-01', enteredTerms({ tiers: [] }));
    expect(decided(incomplete, { versions: [] })).toEqual([[], []]);
    expect(decided(version('a', '2019-05-01'), { versions: [incomplete] })[1]).toHaveLength(1);
  });

  it('gets incomes and releases of escrow over time', () => {
    const taxIncomes = [{ investorId: 'gp', incomeYear: 2020, amount: '1.00', source: 'Tax return' }];
    expect(decide(version('a', '2019-05-01', enteredTerms({ taxIncomes, escrowReleased: '5.00' })))).toEqual([]);
  });

  it('cannot be deleted if a locked quarter depends on it', () => {
    const removal = versions.map((entry) => texts(decideCarryTermsDeletion(entry, facts).refusals));
    expect(removal).toEqual([locked, []]);
    // It can if it was entered after the lock, and its terms can change.
    const [first, last] = facts.lockedEnds;
    const late = (lockedBefore: CarryTermsFacts['lockedEnds']) => {
      const entered = { ...version('a', '2019-05-01'), lockedBefore };
      const among = { ...facts, versions: [entered] };
      const change = decide({ ...entered, terms: other }, { versions: [entered] });
      const { refusals, warnings } = decideCarryTermsDeletion(entered, among);
      return [texts(refusals), change, warnings.map(({ detail }) => detail)];
    };
    const changed = (quarters: string) =>
      `This changes the carry terms of the locked ${quarters}. Figures that the lock stored stay the same. Confirm it to delete the terms.`;
    expect(late([first!, last!])).toEqual([[], [], [changed('quarters ending 03/31/2020 to 06/30/2020')]]);
    expect(late([first!])).toEqual([locked, locked, [changed('quarter ending 03/31/2020')]]);
    // A version of open quarters is deleted without a question.
    expect(decideCarryTermsDeletion(version('c', '2020-07-01'), facts)).toEqual({ refusals: [], warnings: [] });
  });

  it('is confirmed if it begins before the initial close, or has an unusually high rate', () => {
    const warned = (entry: TermsVersion, more: Partial<CarryTermsFacts> = {}) =>
      decideCarryTerms(entry, { ...noFacts, ...more }).warnings.map(({ path, detail }) => [path.join('.'), detail]);
    const firstClose = day('2019-05-02');
    expect(warned(version('a', '2019-05-01'), { firstClose })).toEqual([
      [
        'effectiveDate',
        'The terms are dated 05/01/2019, before the initial close on 05/02/2019. Confirm it to save the terms.',
      ],
    ]);
    expect(warned(version('a', '2019-05-01'), { firstClose, versions })).toEqual([]);
    expect(warned(version('a', '2019-05-02'), { firstClose })).toEqual([]);
    const rates = (rate: string, gpShare: string) =>
      warned(
        version(
          'a',
          '2019-05-01',
          enteredTerms({ tiers: [tier('PREFERRED_RETURN', { rate }), tier('SPLIT', { gpShare })] }),
        ),
      );
    expect(rates('25', '50')).toEqual([]);
    expect(rates('99', '90')).toEqual([
      ['tiers.0.rate', 'The preferred return of 99% is above 25%. Confirm it to save the terms.'],
      ['tiers.1.gpShare', 'The GP’s share of 90% is above 50%. Confirm it to save the terms.'],
    ]);
  });

  it('asks about terms that have no effect, and about profit that no split shares', () => {
    const useless = (more: Partial<EnteredCarryTerms>) =>
      decideCarryTerms(version('a', '2019-05-01', enteredTerms(more)), noFacts).warnings.map(({ path, detail }) => [
        path.join('.'),
        detail,
      ]);
    const clawbackDates = [{ clawbackDate: day('2026-12-31') }];
    const taxIncomes = [{ investorId: 'gp', incomeYear: 2025, amount: '1.00', source: 'Tax return' }];
    expect(useless({ clawback: 'INTERIM', clawbackDates, taxIncomes, taxDistributionRate: '40' })).toEqual([]);
    expect(
      useless({
        clawback: 'FINAL',
        clawbackDates,
        taxIncomes,
        ...tiers(capital, tier('PREFERRED_RETURN', { rate: '8' })),
      }),
    ).toEqual([
      [
        'tiers.1.kind',
        'No split follows the preferred return, so partners receive all further profit. Confirm it to save the terms.',
      ],
      [
        'clawbackDates.0.clawbackDate',
        'Dates of a clawback have no effect unless it is on interim dates. Confirm it to save the terms.',
      ],
      [
        'taxDistributionRate',
        'Taxable incomes have no effect without a tax distribution rate. Confirm it to save the terms.',
      ],
    ]);
  });
});

it('the main terms are the hurdle, carry and catch-up of the tiers, as side letters change them', () => {
  expect(summarizeCarry(enteredTerms())).toMatchObject({ carry: '20', hurdle: '8', catchUp: '100' });
  expect(summarizeCarry(enteredTerms(tiers(capital, split)))).toMatchObject({
    carry: '20',
    hurdle: '0',
    catchUp: '0',
  });
  expect(
    summarizeCarry(enteredTerms({ letters: [letter({ rate: '6' })] }), investors[1], day('2020-01-01')),
  ).toMatchObject({ carry: '10', hurdle: '6' });
  expect(
    summarizeCarry(enteredTerms({ letters: [letter({ isExempt: true })] }), investors[1], day('2019-12-31')),
  ).toMatchObject({ carry: '20' });
  expect(
    summarizeCarry(enteredTerms({ letters: [letter({ isExempt: true })] }), investors[1], day('2020-01-01')),
  ).toMatchObject({ carry: '0' });
  expect(summarizeCarry(enteredTerms({ tiers: [] }))).toMatchObject({ carry: null, hurdle: null, catchUp: null });
});

it('a payoff shows the parts of the partners and the GP: 1,000 for five years at 8% with full catch-up', () => {
  const { points } = carryPayoff(readTerms(enteredTerms()), {
    investors: [
      { paysCarry: true, amount: decimal('1000') },
      { paysCarry: false, amount: decimal('10') },
    ],
    years: 5,
    start: day('2020-01-01'),
  })._unsafeUnwrap();
  const at = (proceeds: string) => {
    const point = required(
      points.find((candidate) => moneyText(candidate.proceeds) === proceeds),
      'a point',
    );
    return [point.lp, point.gp].map(moneyText);
  };
  expect(points).toHaveLength(33);
  // The preferred return of 1,827 days is 469.95, and the catch-up ends 117.49 later.
  expect([at('1000.00'), at('1375.00'), at('1500.00'), at('2000.00')]).toEqual([
    ['1000.00', '0.00'],
    ['1375.00', '0.00'],
    ['1469.95', '30.05'],
    ['1800.00', '200.00'],
  ]);
});

it('a payoff counts the years by calendar from the day on which the terms apply', () => {
  const preferred = (start: string) => {
    const investors = [{ paysCarry: true, amount: decimal('100000000') }];
    const { points } = carryPayoff(readTerms(enteredTerms()), {
      investors,
      years: 5,
      start: day(start),
    })._unsafeUnwrap();
    return moneyText(required(points.at(-1)?.tiers[1], 'the preferred return').lp);
  };
  // 5 years from 07/01/2026 have one leap day less than those from 01/01/2020: 1,826 days.
  expect(preferred('2026-07-01')).toBe('46963792.05');
  expect(preferred('2020-01-01')).not.toBe(preferred('2026-07-01'));
});

it('a comparison lists the terms that differ, with those that were added or removed', () => {
  const term = (field: string, value: string) => ({ field, title: field, value });
  expect(
    termChanges([term('a', '1'), term('b', '2'), term('c', '3')], [term('a', '1'), term('b', '5'), term('d', '4')]),
  ).toEqual([
    { field: 'b', title: 'b', before: '2', after: '5' },
    { field: 'd', title: 'd', before: null, after: '4' },
    { field: 'c', title: 'c', before: '3', after: null },
  ]);
});
