import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate, createExplanations, decimal, moneyText, sumOfMoney } from '../../kernel/index.ts';
import { yearOfPay } from '../award/index.ts';
import { rollForward } from '../deferred/index.ts';
import { changedParts } from './changedParts.ts';
import { inputsUsedIn } from './inputsUsedIn.ts';
import {
  decidePrintedRelease,
  decideStatementDeletion,
  decideStatementDraft,
  decideStatementRun,
  statementFailures,
} from './statementRules.ts';
import { firstDay, lastDay } from './input.ts';
import { payStatementLifecycle } from './lifecycle.ts';
import { compensationStatement, statementFigureNames } from './statement.ts';
import {
  STATEMENT_ENGINE_VERSION,
  statementAt,
  statementInput,
  type StatementInputText,
  type StatementText,
} from './statementText.ts';
import { sumsOfStatements } from './sumsOfStatements.ts';

const fund = { holderId: 'fund-1', holder: 'Fund I' };
const blankInput: StatementInputText = {
  year: 2025,
  salaries: [],
  employment: [],
  awards: [],
  deferred: [],
  payroll: [],
  carry: [],
  allocations: [],
  estimates: [],
};
const award = (performanceYear: number, amount: string, paidOn: string | null, currency = 'USD') =>
  ({ performanceYear, payClass: 'BONUS', isCanceled: false, paidOn, amount, currency }) as const;
const person: StatementInputText = {
  ...blankInput,
  salaries: [
    { effectiveDate: '2020-01-01', paidRate: '120000.00', currency: 'USD' },
    { effectiveDate: '2025-07-01', paidRate: '132000.00', currency: 'USD' },
  ],
  employment: [{ from: '2020-01-01', to: null }],
  awards: [award(2024, '40000.00', '2025-02-15'), award(2025, '50000.00', '2026-02-15')],
  deferred: [
    {
      grantDate: '2024-03-01',
      currency: 'USD',
      entries: [
        { kind: 'GRANT', tranche: null, on: '2024-03-01', amount: '9000.00' },
        { kind: 'VEST', tranche: 1, on: '2025-03-01', amount: '3000.00' },
        { kind: 'PAY', tranche: 1, on: '2025-03-15', amount: '3000.00' },
      ],
    },
    {
      grantDate: '2025-03-01',
      currency: 'USD',
      entries: [{ kind: 'GRANT', tranche: null, on: '2025-03-01', amount: '10000.00' }],
    },
  ],
  carry: [
    {
      ...fund,
      on: '2025-11-30',
      currency: 'USD',
      gross: '250000.50',
      tax: '60000.12',
      escrow: '25000.05',
      other: '0.00',
      net: '165000.33',
    },
  ],
  estimates: [{ ...fund, currency: 'USD', amount: '99000.00' }],
};
const stated = (input: StatementInputText): StatementText => statementAt(STATEMENT_ENGINE_VERSION, input)!;
const lineOf = (text: StatementText, currency: string, figure: string) =>
  text.currencies
    .find((candidate) => candidate.currency === currency)
    ?.figures.find((candidate) => candidate.figure === figure);

describe('a corrected statement', () => {
  const before = stated(person);
  it('names the figures and sections that it changes, whatever the order of stored fields', () => {
    expect(changedParts(before, stated(person))).toEqual([]);
    const [row] = before.carry;
    const stored = Object.fromEntries(Object.entries(row!).toReversed()) as typeof row;
    expect(changedParts({ ...before, carry: [stored!] }, before)).toEqual([]);
    const estimates = person.estimates.map((each) => ({ ...each, amount: '1.00' }));
    expect(changedParts(before, stated({ ...person, estimates }))).toEqual(['carry']);
    const raised = person.salaries.map((salary) => ({ ...salary, paidRate: '1.00' }));
    expect(changedParts(before, stated({ ...person, salaries: raised })).slice(0, 2)).toEqual([
      'baseSalary',
      'totalCash',
    ]);
  });
});

describe('a total compensation statement', () => {
  it('compares the year with the previous one, and lists its awards and payments', () => {
    const text = stated(person);
    const lines = text.currencies[0]!.figures.map(({ figure, ...values }) => [figure, ...Object.values(values)]);
    expect(lines).toEqual([
      ['baseSalary', '132000.00', '120000.00', '12000.00', '10'],
      ['bonus', '50000.00', '40000.00', '10000.00', '25'],
      ['supplementalBonus', '0.00', '0.00', '0.00', null],
      ['other', '0.00', '0.00', '0.00', null],
      ['totalCash', '182000.00', '160000.00', '22000.00', '13.75'],
      ['deferredGranted', '10000.00', '9000.00', '1000.00', '11.1111111111'],
      ['grossCarryDistributed', '250000.50', '0.00', '250000.50', null],
      ['totalCompensation', '442000.50', '169000.00', '273000.50', '161.5387573964'],
      ['salaryEarned', '126049.32', '120000.00', '6049.32', '5.0411'],
      ['awardedFor', '186049.32', '169000.00', '17049.32', '10.0883550296'],
      ['paidIn', '419049.82', '120000.00', '299049.82', '249.2081833333'],
    ]);
    const [own] = text.currencies;
    expect(own!.payroll).toBeNull();
    expect(own!.records).toEqual({ salaryEarned: '126049.32', awards: '40000.00', deferred: '3000.00' });
    expect(own!.deferred).toEqual({
      opening: '9000.00',
      granted: '10000.00',
      paid: '3000.00',
      forfeited: '0.00',
      closing: '16000.00',
      vested: '0.00',
    });
    expect(text.deferredAwards.map(({ grantDate, closing }) => [grantDate, closing])).toEqual([
      ['2024-03-01', '6000.00'],
      ['2025-03-01', '10000.00'],
    ]);
    expect(text.carry).toMatchObject([
      { holder: 'Fund I', gross: '250000.50', net: '165000.33', estimated: '99000.00' },
    ]);
  });

  it('uses payroll for payments, by currency, and counts nothing twice', () => {
    const payroll = [
      { on: '2025-01-31', amount: '10000.00', currency: 'USD', isDeferred: false },
      { on: '2025-12-31', amount: '53000.00', currency: 'USD', isDeferred: false },
      { on: '2024-12-31', amount: '1.00', currency: 'USD', isDeferred: false },
    ];
    const text = stated({ ...person, payroll, awards: [...person.awards, award(2024, '700.00', '2025-05-01', 'GBP')] });
    expect(lineOf(text, 'USD', 'paidIn')).toMatchObject({ amount: '316000.50', last: '1.00' });
    expect(text.currencies.find(({ currency }) => currency === 'USD')!.payroll).toEqual({
      amount: '63000.00',
      rows: 2,
      first: '2025-01-31',
      last: '2025-12-31',
    });
    expect(lineOf(text, 'GBP', 'paidIn')).toMatchObject({ amount: '700.00', last: '0.00' });
    expect(lineOf(text, 'GBP', 'awardedFor')).toMatchObject({ amount: '0.00', last: '700.00', percent: '-100' });
  });

  it('counts a deferred tranche once: from payroll if it has a row of deferred pay in that year and currency, otherwise from the ledger', () => {
    const salaryRow = { on: '2025-03-31', amount: '10000.00', currency: 'USD', isDeferred: false };
    const paidIn = (payroll: StatementInputText['payroll']) => {
      const text = stated({ ...person, payroll });
      const { records, paidFrom } = text.currencies[0]!;
      return { amount: lineOf(text, 'USD', 'paidIn')!.amount, ledger: records.deferred, own: paidFrom.own };
    };
    // 10,000.00 from payroll + 3,000.00 from the ledger + 250,000.50 of carry.
    expect(paidIn([salaryRow])).toEqual({
      amount: '263000.50',
      ledger: '3000.00',
      own: { cash: 'PAYROLL', deferred: 'LEDGER' },
    });
    const deferredRow = { ...salaryRow, amount: '3000.00', isDeferred: true };
    const inPayroll = { amount: '263000.50', ledger: '3000.00', own: { cash: 'PAYROLL', deferred: 'PAYROLL' } };
    expect(paidIn([salaryRow, deferredRow])).toEqual(inPayroll);
    // A row of another year or currency doesn't affect this one.
    for (const elsewhere of [{ on: '2024-12-31' }, { currency: 'EUR' }])
      expect(paidIn([salaryRow, { ...deferredRow, ...elsewhere }])).toMatchObject({ amount: '263000.50' });
    expect(sumsOfStatements([stated({ ...person, payroll: [salaryRow] }), stated(person)], 'USD')).toMatchObject([
      { currency: 'USD', statements: 2, deferredFromLedger: 1 },
    ]);
    const explanations = createExplanations();
    compensationStatement(statementInput({ ...person, payroll: [salaryRow] }), explanations);
    const why = explanations.tree(['currencies', 0, 'paidIn'])!;
    expect(why.children.map(({ path }) => path.at(-1))).toEqual(['payroll', 'deferredPaid', 'grossCarryDistributed']);
  });

  it('marks years whose payments come from different records', () => {
    const row = (year: number, isDeferred = false) => ({
      on: `${year}-03-31`,
      amount: '1.00',
      currency: 'USD',
      isDeferred,
    });
    const isUnlike = (...payroll: StatementInputText['payroll']) =>
      stated({ ...person, payroll }).currencies[0]!.paidFrom.isUnlike;
    expect([isUnlike(), isUnlike(row(2024), row(2025)), isUnlike(row(2025))]).toEqual([false, false, true]);
    // 2024 paid nothing deferred, so payroll with a deferred row in 2025 can be compared with payroll without one.
    expect(isUnlike(row(2024), row(2025, true))).toBe(false);
    expect(isUnlike(row(2024, true), row(2025))).toBe(true);
    expect(stated({ ...person, year: 2020 }).currencies[0]!.paidFrom).toMatchObject({ last: null, isUnlike: false });
  });

  it('reports undetermined figures, and leaves them out of sums', () => {
    const text = stated({ ...person, salaries: [] });
    expect(text.daysWithoutSalary).toBe(365);
    const unknown = text.currencies[0]!.figures.filter(({ amount }) => amount === null).map(({ figure }) => figure);
    expect(unknown).toEqual(['baseSalary', 'totalCash', 'totalCompensation', 'salaryEarned', 'awardedFor', 'paidIn']);
    const paid = stated({
      ...person,
      salaries: [],
      payroll: [{ on: '2025-01-31', amount: '5.00', currency: 'USD', isDeferred: false }],
    });
    expect(lineOf(paid, 'USD', 'paidIn')?.amount).toBe('253005.50');
    const nothing = stated({ ...blankInput, employment: [{ from: '2025-12-01', to: null }] });
    expect([nothing.currencies, nothing.daysWithoutSalary]).toEqual([[], 31]);
    expect(lineOf(stated({ ...person, year: 2020 }), 'USD', 'totalCash')).toMatchObject({ last: null, change: null });
  });

  it('explains the parts of each figure', () => {
    const explanations = createExplanations();
    compensationStatement(statementInput(person), explanations);
    for (const name of statementFigureNames) expect(explanations.tree(['currencies', 0, name]), name).toBeDefined();
    const paid = explanations.tree(['currencies', 0, 'paidIn'])!;
    expect(paid.children.map(({ path }) => path.at(-1))).toEqual([
      'salaryEarned',
      'awardsPaid',
      'deferredPaid',
      'grossCarryDistributed',
    ]);
    expect(paid.children[0]!.children[0]!.text).toContain('paid rate x employed days');
  });

  it('is added to others by currency, without a sum if a part is not determined', () => {
    const text = (input: StatementInputText) => statementAt(STATEMENT_ENGINE_VERSION, input)!;
    const euros = text({ ...blankInput, awards: [award(2025, '10.10', '2025-05-01', 'EUR')] });
    expect(sumsOfStatements([text(blankInput), euros, euros], 'USD')).toEqual([
      { currency: 'EUR', statements: 2, awardedFor: '20.20', paidIn: '20.20', deferredFromLedger: 0 },
    ]);
    const unpaid = text({ ...person, salaries: [] });
    const [inDollars, inEuros] = sumsOfStatements([text(person), unpaid, euros], 'USD');
    expect(inDollars).toMatchObject({ currency: 'USD', statements: 2, awardedFor: null });
    expect(inEuros).toMatchObject({ currency: 'EUR', statements: 1, awardedFor: '10.10' });
  });

  it('has no sum in a currency without pay in the year, even if one was paid in it the year before', () => {
    const awards = [...person.awards, award(2024, '10.10', '2024-02-15', 'EUR')];
    const movedAway = statementAt(STATEMENT_ENGINE_VERSION, { ...person, awards })!;
    expect(movedAway.currencies.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    expect(sumsOfStatements([movedAway], 'USD').map(({ currency }) => currency)).toEqual(['USD']);
  });

  it('exists only for known engine versions', () => {
    expect(statementAt('0', person)).toBeUndefined();
  });

  it('is for somebody else and a past year, and a released one stays or is superseded', () => {
    const codes = (year: number, isOwn = false) =>
      statementFailures({ year, isOwn, hireDate: calendarDate('2020-07-01') }, calendarDate('2026-01-01')).map(
        ({ code }) => code,
      );
    expect([codes(2025), codes(2026), codes(2025, true)]).toEqual([[], ['YEAR_NOT_OVER'], ['OWN_PAY']]);
    expect([codes(2020), codes(2019), codes(1900)]).toEqual([[], ['YEAR_BEFORE_HIRE'], ['YEAR_BEFORE_HIRE']]);
    expect(payStatementLifecycle.eventsFrom('REL')).toEqual(['supersedePayStatement', 'withdrawPayStatement']);
    expect([payStatementLifecycle.eventsFrom('SUP'), payStatementLifecycle.eventsFrom('WDR')]).toEqual([[], []]);
  });
});

describe('laws of the statement', () => {
  const cents = fc.integer({ min: 1, max: 9_999_999 }).map((whole) => moneyText(decimal(whole).div(100)));
  const currency = fc.constantFrom('USD', 'GBP', 'EUR');
  const day = fc
    .tuple(fc.integer({ min: 2023, max: 2027 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, date]) => `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);
  const holder = fc.constantFrom('a', 'b').map((id) => ({ holderId: id, holder: `Fund ${id}` }));
  const input: fc.Arbitrary<StatementInputText> = fc.record({
    year: fc.constant(2025),
    salaries: fc.uniqueArray(fc.record({ effectiveDate: day, paidRate: cents, currency }), {
      maxLength: 3,
      selector: ({ effectiveDate }) => effectiveDate,
    }),
    employment: fc
      .option(day, { nil: null })
      .map((to) => [{ from: '2023-05-01', to: to === null || to < '2023-05-01' ? null : to }]),
    awards: fc.array(
      fc.record({
        performanceYear: fc.integer({ min: 2023, max: 2026 }),
        payClass: fc.constantFrom('BONUS', 'SUPPLEMENTAL', 'OTHER'),
        isCanceled: fc.boolean(),
        paidOn: fc.option(day, { nil: null }),
        amount: cents,
        currency,
      }),
      { maxLength: 5 },
    ),
    deferred: fc.array(
      fc.tuple(day, cents, currency, fc.option(day, { nil: null })).map(([on, amount, code, paid]) => ({
        grantDate: on,
        currency: code,
        entries: [
          { kind: 'GRANT' as const, tranche: null, on, amount },
          ...(paid !== null && paid >= on ? [{ kind: 'PAY' as const, tranche: 1, on: paid, amount }] : []),
        ],
      })),
      { maxLength: 3 },
    ),
    payroll: fc.array(fc.record({ on: day, amount: cents, currency, isDeferred: fc.boolean() }), { maxLength: 4 }),
    carry: fc.array(
      fc.tuple(holder, day, currency, cents).map(([fundOf, on, code, gross]) => ({
        ...fundOf,
        on,
        currency: code,
        gross,
        tax: '0.01',
        escrow: '0.00',
        other: '0.00',
        net: moneyText(decimal(gross).sub('0.01')),
      })),
      { maxLength: 4 },
    ),
    allocations: fc.constant([]),
    estimates: fc.constant([]),
  });

  it('every year equals rule 5, the roll-forward and the carry, to the cent', () => {
    fc.assert(
      fc.property(input, (generated) => {
        const text = stated(generated);
        const read = statementInput(generated);
        const pay = {
          ...read,
          deferredGrants: read.deferred.flatMap((deferredLedger) =>
            deferredLedger.entries.flatMap(({ kind, on, amount }) =>
              kind === 'GRANT' ? [{ on, amount, currency: deferredLedger.currency }] : [],
            ),
          ),
          carry: read.carry.map(({ on, gross, currency: code }) => ({ on, amount: gross, currency: code })),
        };
        for (const year of yearOfPay(pay, 2025)) {
          for (const name of ['baseSalary', 'bonus', 'totalCash', 'totalCompensation', 'salaryEarned'] as const)
            expect(lineOf(text, year.currency, name)?.amount).toBe(year[name] && moneyText(year[name]));
          const ofFunds = text.carry.filter((fundOf) => fundOf.currency === year.currency).map(({ gross }) => gross);
          expect(sumOfMoney(ofFunds)).toBe(moneyText(year.grossCarryDistributed));
        }
        for (const { currency: code, deferred } of text.currencies) {
          const entries = read.deferred
            .filter((deferredLedger) => deferredLedger.currency === code)
            .flatMap((deferredLedger) => deferredLedger.entries);
          const roll = rollForward(entries, firstDay(2025), lastDay(2025));
          expect(deferred?.closing ?? '0.00').toBe(moneyText(roll.closing));
          const awards = text.deferredAwards
            .filter((deferredAward) => deferredAward.currency === code)
            .map(({ closing }) => closing);
          expect(sumOfMoney(awards)).toBe(moneyText(roll.closing));
          expect(lineOf(text, code, 'deferredGranted')?.amount).toBe(deferred?.granted ?? '0.00');
        }
      }),
    );
  });

  it('totals count each amount once, and equal the totals of the counted amounts alone', () => {
    fc.assert(
      fc.property(input, (generated) => {
        const text = stated(generated);
        expect(stated(inputsUsedIn(generated))).toEqual(text);
        for (const { currency: code, payroll, records } of text.currencies) {
          const amount = (name: string) => lineOf(text, code, name)?.amount ?? null;
          const earned = amount('salaryEarned');
          const rest = ['bonus', 'supplementalBonus', 'other', 'deferredGranted'].map((name) => amount(name)!);
          expect(amount('awardedFor')).toBe(earned === null ? null : sumOfMoney([earned, ...rest]));
          const ownRows = generated.payroll.filter((row) => row.currency === code && row.on.startsWith('2025'));
          const fromLedger = ownRows.some(({ isDeferred }) => isDeferred) ? '0.00' : records.deferred;
          const cash = payroll
            ? sumOfMoney([payroll.amount, fromLedger])
            : records.salaryEarned && sumOfMoney([records.salaryEarned, records.awards, records.deferred]);
          const carry = amount('grossCarryDistributed')!;
          expect(amount('paidIn')).toBe(cash === null ? null : sumOfMoney([cash, carry]));
          expect(payroll === null).toBe(ownRows.length === 0);
        }
      }),
    );
  });
});

describe('a decision on a statement', () => {
  const today = calendarDate('2026-02-01');
  const employee = { hireDate: calendarDate('2024-02-01'), isOwn: false };

  it('drafts a past year of an employee whose pay is visible, and deletes a draft', () => {
    expect(decideStatementDraft(undefined, 2025, employee, today)._unsafeUnwrap()).toBe('DRAFT');
    const codes = (...facts: Parameters<typeof decideStatementDraft>) =>
      decideStatementDraft(...facts)
        ._unsafeUnwrapErr()
        .map(({ code }) => code);
    expect(codes('REL', 2025, undefined, today)).toEqual(['WRONG_STATE']);
    expect(codes('DRAFT', 2026, undefined, today)).toEqual(['NOT_FOUND']);
    expect(codes('DRAFT', 2026, employee, today)).toEqual(['YEAR_NOT_OVER']);
    expect([decideStatementDeletion('DRAFT').isOk(), decideStatementDeletion('REL').isOk()]).toEqual([true, false]);
  });

  it('starts a run for a past year with recipients', () => {
    expect(decideStatementRun(2025, 3, today).isOk()).toBe(true);
    expect(decideStatementRun(2026, 0, today)._unsafeUnwrapErr()).toMatchObject([{ code: 'YEAR_NOT_OVER' }]);
    expect(decideStatementRun(2025, 0, today)._unsafeUnwrapErr()).toMatchObject([{ code: 'NO_RECIPIENTS' }]);
  });

  it('releases the version and PDF that the person saw, and supersedes the previous statement', () => {
    const draft = { name: 'Ada', status: 'DRAFT', rowVersion: 2 } as const;
    const stored = { rowVersion: 2, isPdfCurrent: true };
    const codes = (...facts: Parameters<typeof decidePrintedRelease>) =>
      decidePrintedRelease(...facts)
        ._unsafeUnwrapErr()
        .map(({ code, path }) => `${code} ${path.join('.')}`);
    expect(decidePrintedRelease(draft, stored, 'REL')._unsafeUnwrap()).toEqual({
      status: 'REL',
      supersededStatus: 'SUP',
    });
    expect(decidePrintedRelease(draft, stored, undefined)._unsafeUnwrap().supersededStatus).toBeNull();
    expect(codes({ ...draft, status: 'REL' }, { ...stored, rowVersion: 1 }, undefined)).toEqual(['WRONG_STATE status']);
    expect(codes(draft, { rowVersion: 1, isPdfCurrent: false }, undefined)).toEqual(['STALE_VERSION rowVersion']);
    expect(codes(draft, { ...stored, isPdfCurrent: false }, undefined)).toEqual(['STALE_VERSION ']);
    expect(codes(draft, stored, 'WDR')).toEqual(['WRONG_STATE status']);
  });
});
