import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  calendarDate as day,
  daysBetween,
  type Decimal,
  decimal,
  type Failures,
  moneyText,
  numberText,
  calendarYear,
  zero,
} from '../kernel/index.ts';
import {
  awardFailures,
  conversionDays,
  decideAward,
  decideAwardDeletion,
  decideAwardReversal,
  payClassOf,
  paidOnFailures,
  payDateFailures,
  payInCurrency,
  payOfYearIn,
  spreadBySalary,
  totalsSideBySide,
  yearsOfPay,
  yearOfPay,
} from './award/index.ts';
import { decideDueEntries, decideGrant, decideLeaverEntries, type StoredEntry } from './deferred/index.ts';
import { annualRates, decideSalary, payChange, type PayFrequency, prorate, salaryEarned } from './salary/index.ts';

const rate = (amount: string, frequency: PayFrequency, hours: string | null = null, fte = '100') =>
  annualRates({
    amount: decimal(amount),
    frequency,
    hoursAWeek: hours === null ? null : decimal(hours),
    ftePercent: decimal(fte),
  });
const salary = (effectiveDate: string, paidRate: string, currency = 'USD') => ({
  effectiveDate: day(effectiveDate),
  paidRate: decimal(paidRate),
  currency,
});
const now = day('2026-06-01');
const since = (from: string, to: string | null = null) => [{ from: day(from), to: to === null ? null : day(to) }];
const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.add(amount), zero);

describe('an annual rate', () => {
  it.each([
    ['120000.00', 'ANNUAL', null, '100', '120000.00', '120000.00'],
    ['10000.00', 'MONTHLY', null, '100', '120000.00', '120000.00'],
    ['5000.00', 'SEMIMONTHLY', null, '100', '120000.00', '120000.00'],
    ['5000.00', 'BIWEEKLY', null, '100', '130000.00', '130000.00'],
    ['2000.00', 'WEEKLY', null, '100', '104000.00', '104000.00'],
    ['50.00', 'HOURLY', '40', '100', '104000.00', '104000.00'],
    ['120000.00', 'ANNUAL', null, '80', '120000.00', '96000.00'],
  ] as const)('of %s %s, %s hours, at %s %% is %s, paid %s', (amount, frequency, hours, fte, annual, paid) => {
    const rates = rate(amount, frequency, hours, fte)._unsafeUnwrap();
    expect([moneyText(rates.annualRate), moneyText(rates.paidRate)]).toEqual([annual, paid]);
  });

  it.each([
    [rate('50.00', 'HOURLY'), 'HOURS_REQUIRED'],
    [rate('50.00', 'HOURLY', '0'), 'HOURS_RANGE'],
    [rate('1.00', 'ANNUAL', null, '0'), 'FTE_RANGE'],
    [rate('1.00', 'ANNUAL', null, '0.99'), 'FTE_RANGE'],
    [rate('1.00', 'ANNUAL', null, '101'), 'FTE_RANGE'],
    [rate('1.234', 'ANNUAL'), 'MONEY_SCALE'],
    [rate('-1.00', 'ANNUAL'), 'NEGATIVE_AMOUNT'],
  ])('is refused with a reason', (answer, code) => {
    expect(answer._unsafeUnwrapErr().map((failure) => failure.code)).toEqual([code]);
  });
});

describe('salary earned', () => {
  const earned = (salaries: Parameters<typeof salaryEarned>[0], employment: ReturnType<typeof since>, year: number) =>
    salaryEarned(salaries, employment, day(`${year}-01-01`), day(`${year}-12-31`));
  const texts = (answer: ReturnType<typeof earned>) =>
    answer.earned.map(({ currency, amount, segments }) => [
      currency,
      moneyText(amount),
      segments.map((segment) => moneyText(segment.amount)),
    ]);

  it('is split over its segments to the cent', () => {
    const raised = [salary('2020-01-01', '120000'), salary('2025-07-01', '132000')];
    expect(texts(earned(raised, since('2020-01-01'), 2025))).toEqual([['USD', '126049.32', ['59506.85', '66542.47']]]);
  });

  it('counts the days of employment, first and last included', () => {
    const hired = since('2025-03-17');
    expect(texts(earned([salary('2025-03-17', '120000')], hired, 2025))[0]?.[1]).toBe('95342.47');
    expect(texts(earned([salary('2025-03-17', '96000')], hired, 2025))[0]?.[1]).toBe('76273.97');
    const [leaver] = earned([salary('2020-01-01', '36500')], since('2020-01-01', '2025-01-10'), 2025).earned;
    expect([moneyText(leaver!.amount), leaver!.segments[0]?.days]).toEqual(['1000.00', 10]);
  });

  it('counts a day in two overlapping employment spans once', () => {
    const twice = [...since('2020-01-01', '2025-06-30'), ...since('2025-06-30')];
    const [whole] = earned([salary('2020-01-01', '36500')], twice, 2025).earned;
    expect([moneyText(whole!.amount), whole!.segments[0]?.days]).toEqual(['36500.00', 365]);
    const inside = [...since('2025-02-01', '2025-02-10'), ...since('2025-01-01', '2025-03-31')];
    expect(earned([salary('2020-01-01', '36500')], inside, 2025).earned[0]?.segments[0]?.days).toBe(90);
    expect(prorate(decimal('36500'), twice, 2025).eligibleDays).toBe(365);
  });

  it('of a leap year uses 366 days', () => {
    expect(texts(earned([salary('2024-02-29', '73200')], since('2024-02-29', '2024-02-29'), 2024))[0]?.[1]).toBe(
      '200.00',
    );
  });

  it('is separate by currency, and says for how many days no salary exists', () => {
    const moved = [salary('2025-01-11', '36500'), salary('2025-07-01', '36500', 'GBP')];
    const answer = earned(moved, since('2025-01-01'), 2025);
    expect(texts(answer).map(([currency, amount]) => [currency, amount])).toEqual([
      ['GBP', '18400.00'],
      ['USD', '17100.00'],
    ]);
    expect(answer.daysWithoutSalary).toBe(10);
  });

  const rates = fc.bigInt({ min: 1n, max: 10n ** 10n }).map((cents) => decimal(cents).div(100));
  const years = fc.integer({ min: 1990, max: 2060 });

  it('for a full year without a change is the rate, and segments always add up', () => {
    fc.assert(
      fc.property(rates, years, (paidRate, year) => {
        const [full] = earned([{ ...salary('1980-01-01', '1'), paidRate }], since('1980-01-01'), year).earned;
        expect(moneyText(full!.amount)).toBe(moneyText(paidRate));
      }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 8 }),
        fc.array(rates, { minLength: 8, maxLength: 8 }),
        fc.integer({ min: 0, max: 1500 }),
        (starts, amounts, end) => {
          const salaries = starts.map((offset, at) => ({
            effectiveDate: addDays(day('2020-01-01'), offset),
            paidRate: amounts[at]!,
            currency: at % 3 === 0 ? 'GBP' : 'USD',
          }));
          const to = addDays(day('2021-06-01'), end);
          const answer = salaryEarned(salaries, since('2020-03-01', to), day('2020-01-01'), day('2026-12-31'));
          for (const { amount, segments } of answer.earned)
            expect(moneyText(sum(segments.map((segment) => segment.amount)))).toBe(moneyText(amount));
          const days = answer.earned.flatMap(({ segments }) => segments.map((segment) => segment.days));
          expect(days.reduce((first, other) => first + other, 0) + answer.daysWithoutSalary).toBe(
            daysBetween(day('2020-03-01'), to) + 1,
          );
        },
      ),
    );
  });
});

describe('a target', () => {
  it('is prorated by the days employed in the performance year', () => {
    const { factor, amount, eligibleDays } = prorate(decimal('40000'), since('2025-03-17'), 2025);
    expect([eligibleDays, numberText(factor), moneyText(amount)]).toEqual([290, '0.7945205479', '31780.82']);
  });
});

describe('an entry of pay', () => {
  it.each([
    ['100', '110', '10.00', '10'],
    ['0', '110', '110.00', null],
    [null, '110', null, null],
    ['300', '100', '-200.00', '-66.6666666667'],
  ])('from %s to %s is %s, %s %%', (before, after, amount, percent) => {
    const change = payChange(before === null ? null : decimal(before), decimal(after));
    expect([change.amount && moneyText(change.amount), change.percent && numberText(change.percent)]).toEqual([
      amount,
      percent,
    ]);
  });
});

describe('a year of pay', () => {
  const person = {
    salaries: [salary('2020-01-01', '120000'), salary('2025-07-01', '132000')],
    employment: since('2020-01-01'),
    awards: [
      { performanceYear: 2025, payClass: 'BONUS', isCanceled: false, amount: decimal('50000'), currency: 'USD' },
      { performanceYear: 2025, payClass: 'BONUS', isCanceled: true, amount: decimal('9999'), currency: 'USD' },
      { performanceYear: 2025, payClass: 'SUPPLEMENTAL', isCanceled: false, amount: decimal('7000'), currency: 'GBP' },
      { performanceYear: 2024, payClass: 'BONUS', isCanceled: false, amount: decimal('1'), currency: 'USD' },
    ],
    deferredGrants: [{ on: day('2025-03-01'), amount: decimal('10000'), currency: 'USD' }],
    carry: [{ on: day('2025-11-30'), amount: decimal('250000.50'), currency: 'USD' }],
  } as const;

  it('adds up valid awards, grants and carry of the year, by currency', () => {
    const displayed = yearOfPay(person, 2025).map((year) =>
      Object.fromEntries(
        Object.entries(year).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : value && moneyText(value),
        ]),
      ),
    );
    expect(displayed).toMatchObject([
      { currency: 'GBP', baseSalary: '0.00', supplementalBonus: '7000.00', totalCompensation: '7000.00' },
      {
        currency: 'USD',
        baseSalary: '132000.00',
        bonus: '50000.00',
        totalCash: '182000.00',
        deferredGranted: '10000.00',
        grossCarryDistributed: '250000.50',
        totalCompensation: '442000.50',
        salaryEarned: '126049.32',
      },
    ]);
  });

  it('uses the rate on the selected day or at termination, and is not determined without a salary', () => {
    const base = (more: Partial<Parameters<typeof yearOfPay>[0]>, selected: string | null = null) =>
      yearOfPay({ ...person, ...more }, 2025, selected === null ? null : day(selected)).at(-1)?.baseSalary;
    expect(moneyText(base({}, '2025-06-30')!)).toBe('120000.00');
    expect(moneyText(base({ employment: since('2020-01-01', '2025-05-01') })!)).toBe('120000.00');
    expect(moneyText(base({ employment: since('2020-01-01', '2024-05-01') })!)).toBe('0.00');
    expect(base({ salaries: [] })).toBeNull();
  });
});

it('leaves out a currency whose amounts all offset each other, unless a salary of zero is in force', () => {
  const paid = (amount: string) => ({ on: day('2025-05-01'), amount: decimal(amount), currency: 'USD' });
  const pay = {
    salaries: [salary('2024-01-01', '90000', 'GBP')],
    employment: [{ from: day('2024-01-01'), to: null }],
    awards: [],
    deferredGrants: [],
    carry: [paid('1000.00'), paid('-1000.00')],
  };
  const currencies = (more: Partial<typeof pay> = {}) =>
    yearsOfPay({ ...pay, ...more }, day('2026-12-31'), 2025).map(({ currency }) => currency);
  expect(currencies()).toEqual(['GBP']);
  expect(currencies({ carry: [paid('1000.00')] })).toEqual(['GBP', 'USD']);
  expect(currencies({ salaries: [salary('2024-01-01', '0', 'USD')] })).toEqual(['USD']);
});

describe('several years', () => {
  const years = [2024, 2025, 2026];
  const totalsOf = (pay: Partial<Parameters<typeof totalsSideBySide>[0]>, today = '2026-12-31') =>
    totalsSideBySide(
      { salaries: [], employment: [], awards: [], deferredGrants: [], carry: [], ...pay },
      years,
      day(today),
    ).map(({ currency, totals }) => [currency, ...totals.map((total) => total && moneyText(total))]);

  it('are zero before the hire and after the termination, so sums over people stay determined', () => {
    const employment = [{ from: day('2025-01-01'), to: day('2025-12-31') }];
    expect(totalsOf({ salaries: [salary('2025-01-01', '120000')], employment })).toEqual([
      ['USD', '0.00', '120000.00', '0.00'],
    ]);
  });

  it('are zero in a currency while the salary is in another', () => {
    const employment = [{ from: day('2024-01-01'), to: null }];
    const salaries = [salary('2024-01-01', '120000'), salary('2025-06-01', '90000', 'GBP')];
    expect(totalsOf({ salaries, employment })).toEqual([
      ['GBP', '0.00', '90000.00', '90000.00'],
      ['USD', '120000.00', '0.00', '0.00'],
    ]);
  });

  it('are not determined if somebody was employed without a salary', () => {
    const employment = [{ from: day('2020-01-01'), to: null }];
    expect(totalsOf({ salaries: [salary('2025-03-01', '120000')], employment })).toEqual([
      ['USD', null, '120000.00', '120000.00'],
    ]);
  });
});

describe('an amount for several people', () => {
  it('is split by their salaries to the cent', () => {
    const parts = spreadBySalary(decimal('100000'), ['120000', '95000', '80000'].map(decimal))._unsafeUnwrap();
    expect(parts.map(moneyText)).toEqual(['40677.97', '32203.39', '27118.64']);
  });
});

describe('amounts in another currency', () => {
  const rates = [{ date: day('2025-01-01'), from: 'GBP', to: 'USD', rate: decimal('1.255') }];
  const pay = (currency: string) => ({ amount: decimal('10.01'), currency, on: day('2025-06-30') });
  it('are converted and rounded one by one, then added', () => {
    const { total, parts } = payInCurrency([pay('GBP'), pay('GBP'), pay('USD')], 'USD', rates, 'USD')._unsafeUnwrap();
    expect([parts.map(moneyText), moneyText(total)]).toEqual([['12.56', '12.56', '10.01'], '35.13']);
  });
  it('give a year of pay in one currency: salaries at the selected day, awards, grants and carry at their own dates', () => {
    const usd = (amount: string, on: string) => ({ amount: decimal(amount), currency: 'USD', on: day(on) });
    const award = (amount: string, on: string, more: object = {}) => ({
      ...usd(amount, on),
      performanceYear: 2025,
      payClass: 'BONUS' as const,
      isCanceled: false,
      ...more,
    });
    const paid = {
      salaries: [{ effectiveDate: day('2020-01-01'), paidRate: decimal('100000'), currency: 'USD' }],
      employment: [{ from: day('2020-01-01'), to: null }],
      awards: [
        award('10.01', '2026-02-01'),
        award('10.01', '2026-02-01'),
        award('9', '2019-01-01', { isCanceled: true }),
      ],
      deferredGrants: [usd('100.00', '2025-03-01'), usd('7', '2019-03-01')],
      carry: [{ ...usd('5.55', '2025-11-30'), currency: 'GBP' }],
    };
    const last = day('2025-12-31');
    const rate = (on: string) => [
      { date: day(on), from: 'GBP', to: 'USD', rate: decimal(on === '2025-03-01' ? '1.25' : '2') },
    ];
    const conversion = { to: 'GBP', base: 'USD', ratesOf: rate };
    expect(conversionDays(paid, 'GBP', last)).toEqual(['2025-12-31', '2026-02-01', '2025-03-01']);
    const [year, ...others] = yearOfPay(payOfYearIn(paid, last, conversion)._unsafeUnwrap(), 2025);
    expect([
      others,
      year &&
        [year.baseSalary, year.bonus, year.deferredGranted, year.grossCarryDistributed, year.totalCompensation].map(
          (amount) => amount && moneyText(amount),
        ),
    ]).toEqual([[], ['50000.00', '10.02', '80.00', '5.55', '50095.57']]);
    const failures = payOfYearIn(paid, last, { ...conversion, ratesOf: () => [] })._unsafeUnwrapErr();
    expect(failures.map(({ code, detail }) => [code, detail.includes('12/31/2025')])).toContainEqual([
      'NO_FX_RATE',
      true,
    ]);
    expect(failures).toHaveLength(4);
  });
  it('for a year need no rate for a salary that is not effective in it', () => {
    const employeePay = {
      salaries: [
        salary('2018-01-01', '90000', 'CHF'),
        salary('2020-01-01', '100000', 'USD'),
        salary('2025-03-01', '110000', 'GBP'),
        salary('2025-09-01', '120000', 'JPY'),
      ],
      employment: since('2018-01-01'),
      awards: [],
      deferredGrants: [],
      carry: [],
    };
    const conversion = { to: 'GBP', base: 'USD', ratesOf: () => [{ ...rates[0]!, rate: decimal('2') }] };
    const [summer] = yearOfPay(
      payOfYearIn(employeePay, day('2025-06-30'), conversion)._unsafeUnwrap(),
      2025,
      day('2025-06-30'),
    );
    expect([summer?.baseSalary, summer?.salaryEarned].map((amount) => amount && moneyText(amount))).toEqual([
      '110000.00',
      '44849.32',
    ]);
    expect(conversionDays(employeePay, 'GBP', day('2025-02-28')), 'the dollars').toEqual(['2025-02-28']);
    expect(conversionDays(employeePay, 'GBP', day('2026-02-28')), 'the yen').toEqual(['2026-02-28']);
    const leaver = { ...employeePay, employment: since('2018-01-01', '2019-05-31') };
    expect(conversionDays(leaver, 'GBP', day('2025-06-30'))).toEqual([]);
    expect(payOfYearIn(leaver, day('2025-06-30'), conversion)._unsafeUnwrap().salaries).toEqual([]);
    const alone = { ...employeePay, salaries: employeePay.salaries.map((item) => ({ ...item, currency: 'GBP' })) };
    for (const on of ['2024-12-31', '2025-02-28', '2025-06-30', '2025-12-31'].map(day))
      expect(yearOfPay(payOfYearIn(alone, on, conversion)._unsafeUnwrap(), calendarYear(on), on)).toEqual(
        yearOfPay(alone, calendarYear(on), on),
      );
  });
  it('are refused with the missing rate', () => {
    const refused = payInCurrency([pay('CHF'), pay('USD')], 'USD', rates, 'USD')._unsafeUnwrapErr();
    expect(refused).toMatchObject([{ code: 'NO_FX_RATE' }]);
  });
});

describe('an award', () => {
  it("counts in the class of its pay type, and can't be a salary, for oneself or zero", () => {
    expect([payClassOf('BONUS'), payClassOf('SUPPLEMENTAL'), payClassOf(null)]).toEqual([
      'BONUS',
      'SUPPLEMENTAL',
      'OTHER',
    ]);
    const codes = (amount: string, payTypeClass: string | null, isOwn = false) =>
      awardFailures(
        { amount: decimal(amount), payTypeClass, awardDate: day('2026-02-01'), performanceYear: 2026 },
        { hireDate: day('2026-02-01'), isOwn },
        now,
      ).map(({ code }) => code);
    const early = { amount: decimal('1'), payTypeClass: 'BONUS', awardDate: day('2026-01-31'), performanceYear: 2026 };
    expect(awardFailures(early, { hireDate: day('2026-02-01'), isOwn: false }, now)).toMatchObject([
      {
        code: 'AWARD_BEFORE_HIRE',
        path: ['awardDate'],
        detail: 'The award can’t be dated before the hire on 02/01/2026.',
      },
    ]);
    expect(awardFailures(early, { hireDate: null, isOwn: false }, now)).toEqual([]);
    expect([codes('1', 'BONUS'), codes('0', 'SALARY'), codes('1', null, true)]).toEqual([
      [],
      ['NEGATIVE_AMOUNT', 'NOT_AN_AWARD'],
      ['OWN_PAY'],
    ]);
    expect(payDateFailures(day('2026-02-01'), day('2026-01-31'), now)).toMatchObject([{ code: 'PAID_BEFORE_AWARDED' }]);
    expect(payDateFailures(day('2026-02-01'), day('2026-02-01'), now)).toEqual([]);
  });

  it('allows a future payment date, but a payment only up to today', () => {
    const [awarded, tomorrow] = [day('2026-02-01'), addDays(now, 1)];
    expect(payDateFailures(awarded, tomorrow, now)).toEqual([]);
    expect(paidOnFailures(awarded, now, now)).toEqual([]);
    expect(paidOnFailures(awarded, tomorrow, now)).toMatchObject([
      { code: 'DATE_TOO_LATE', path: ['payDate'], detail: 'Enter payments up to today only.' },
    ]);
    expect(paidOnFailures(awarded, day('2026-01-31'), now)).toMatchObject([{ code: 'PAID_BEFORE_AWARDED' }]);
  });
});

describe('an entry of pay', () => {
  const employment = [{ from: day('2026-02-01'), to: null }];
  const employee = { hireDate: day('2026-02-01'), isOwn: false, employment };
  const codesOf = (decision: { match(ok: () => string[], err: (failures: Failures) => string[]): string[] }) =>
    decision.match(
      () => [],
      (failures) => failures.map(({ code, path }) => `${code} ${path.join('.')}`),
    );

  it('is refused without the employee, and otherwise with all reasons', () => {
    const yearly = {
      amount: decimal('-1'),
      frequency: 'ANNUAL',
      hoursAWeek: null,
      ftePercent: decimal('100'),
      warningsConfirmed: false,
    } as const;
    const early = { ...yearly, effectiveDate: day('2026-01-31') };
    expect(codesOf(decideSalary(early, undefined, now))).toEqual(['NOT_FOUND employee']);
    expect(codesOf(decideSalary(early, employee, now))).toEqual([
      'SALARY_BEFORE_HIRE effectiveDate',
      'NEGATIVE_AMOUNT amount',
    ]);
    const right = { ...yearly, amount: decimal('1200'), effectiveDate: day('2026-02-01') };
    expect(moneyText(decideSalary(right, employee, now)._unsafeUnwrap().paidRate)).toBe('1200.00');
    const leaver = { ...employee, employment: [{ from: day('2026-01-01'), to: day('2026-01-31') }] };
    const hired = { ...leaver, hireDate: day('2026-01-01') };
    expect(codesOf(decideSalary(right, hired, now))).toEqual(['WARNINGS_NOT_CONFIRMED effectiveDate']);
    expect(codesOf(decideSalary({ ...right, warningsConfirmed: true }, hired, now))).toEqual([]);
  });

  it('is an award, saved before payment and reversed once after it', () => {
    const award = {
      amount: decimal('1'),
      payTypeClass: 'BONUS',
      awardDate: day('2026-02-01'),
      performanceYear: 2026,
      payDate: null,
      isRepeated: false,
      warningsConfirmed: false,
    };
    expect(decideAward(undefined, award, employee, now)._unsafeUnwrap()).toBe('AWARDED');
    expect(codesOf(decideAward('PAID', award, undefined, now))).toEqual(['WRONG_STATE status']);
    expect(codesOf(decideAward('AWARDED', award, undefined, now))).toEqual(['NOT_FOUND employee']);
    expect(codesOf(decideAward(undefined, { ...award, isRepeated: true }, employee, now))).toEqual([
      'DUPLICATE awardDate',
    ]);
    const last = Number(now.slice(0, 4)) + 10;
    expect(codesOf(decideAward(undefined, { ...award, performanceYear: last }, employee, now))).toEqual([]);
    expect(codesOf(decideAward(undefined, { ...award, performanceYear: last + 1 }, employee, now))).toEqual([
      'DATE_TOO_LATE performanceYear',
    ]);
    const unknown = { ...award, payTypeClass: undefined };
    expect(codesOf(decideAward('AWARDED', unknown, employee, now))).toEqual(['NOT_FOUND payType']);
    const wrong = { ...award, amount: zero, payDate: day('2026-01-31') };
    expect(codesOf(decideAward(undefined, wrong, employee, now))).toEqual([
      'NEGATIVE_AMOUNT amount',
      'PAID_BEFORE_AWARDED payDate',
    ]);
    expect([decideAwardDeletion('AWARDED').isOk(), decideAwardDeletion('PAID').isOk()]).toEqual([true, false]);
    const paid = { status: 'PAID', amount: decimal('50'), reversesId: null } as const;
    const { amount, status } = decideAwardReversal(paid)._unsafeUnwrap();
    expect([moneyText(amount), status]).toEqual(['-50.00', 'PAID']);
    expect(codesOf(decideAwardReversal({ ...paid, status: 'AWARDED' }))).toEqual(['WRONG_STATE status']);
    expect(codesOf(decideAwardReversal({ ...paid, reversesId: 'other' }))).toEqual(['WRONG_STATE ']);
  });

  it('is an award after the last day of employment only once that is confirmed', () => {
    const award = {
      amount: decimal('1'),
      payTypeClass: 'BONUS',
      awardDate: day('2026-04-01'),
      performanceYear: 2026,
      payDate: null,
      isRepeated: false,
      warningsConfirmed: false,
    };
    const leaver = { ...employee, employment: [{ from: day('2026-02-01'), to: day('2026-03-31') }] };
    expect(codesOf(decideAward(undefined, award, leaver, now))).toEqual(['WARNINGS_NOT_CONFIRMED awardDate']);
    expect(codesOf(decideAward(undefined, { ...award, warningsConfirmed: true }, leaver, now))).toEqual([]);
    expect(codesOf(decideAward(undefined, { ...award, awardDate: day('2026-03-31') }, leaver, now))).toEqual([]);
    const back = { ...leaver, employment: [...leaver.employment, { from: day('2026-04-01'), to: null }] };
    expect(codesOf(decideAward(undefined, award, back, now))).toEqual([]);
    expect(codesOf(decideAward(undefined, { ...award, amount: zero }, leaver, now))).toEqual([
      'NEGATIVE_AMOUNT amount',
    ]);
  });

  it('is a grant, with the entries of its awards', () => {
    const tranches = [{ vestDate: day('2026-03-01'), payDate: day('2026-04-01'), percent: decimal('100') }];
    const terms = { amount: decimal('100'), grantDate: day('2026-02-01'), tranches };
    const grant = { ...terms, isRepeated: false, warningsConfirmed: false };
    const leaver = { ...employee, employment: [{ from: day('2026-01-01'), to: day('2026-01-31') }] };
    expect(codesOf(decideGrant({ ...grant, isRepeated: true }, employee, now))).toEqual(['DUPLICATE grantDate']);
    expect(codesOf(decideGrant(grant, leaver, now))).toEqual(['WARNINGS_NOT_CONFIRMED grantDate']);
    expect(codesOf(decideGrant({ ...grant, warningsConfirmed: true }, leaver, now))).toEqual([]);
    expect(codesOf(decideGrant(grant, undefined, now))).toEqual(['NOT_FOUND employee']);
    expect(codesOf(decideGrant(grant, { ...employee, isOwn: true }, now))).toEqual(['OWN_PAY employee']);
    const { amounts, entry } = decideGrant(grant, employee, now)._unsafeUnwrap();
    expect([amounts.map(moneyText), entry.kind, entry.on]).toEqual([['100.00'], 'GRANT', grant.grantDate]);
    const award = {
      tranches: [{ ...tranches[0]!, amount: amounts[0]! }],
      entries: [{ ...entry, id: 'grant', reversesId: null }] as readonly StoredEntry[],
    };
    const removed = {
      ...award,
      entries: [...award.entries, { ...entry, id: 'reversal', reversesId: 'grant', amount: entry.amount.neg() }],
    };
    const entered = (decision: ReturnType<typeof decideDueEntries<typeof award>>) =>
      decision
        ._unsafeUnwrap()
        .map((newEntries) => [newEntries.award === award, ...newEntries.entries.map(({ kind }) => kind)]);
    expect(entered(decideDueEntries([removed, award], true, day('2026-02-28'), now))).toEqual([]);
    expect(entered(decideDueEntries([removed, award], true, day('2026-03-31'), now))).toEqual([[true, 'VEST']]);
    expect(codesOf(decideDueEntries([award], true, addDays(now, 1), now))).toEqual(['DATE_TOO_LATE until']);
    expect(codesOf(decideDueEntries([], false, now, now))).toEqual(['NOT_FOUND employeeId']);
    const leavingDate = day('2026-02-28');
    const leaving = { on: leavingDate, leavingDate, treatment: 'FORFEIT', field: 'on' } as const;
    expect(entered(decideLeaverEntries([award], leaving, employee, now))).toEqual([[true, 'FORFEIT']]);
    const tomorrow = { ...leaving, on: addDays(now, 1), field: 'deferredTreatment' };
    expect(codesOf(decideLeaverEntries([award], tomorrow, undefined, now))).toEqual(['NOT_FOUND employee']);
    expect(codesOf(decideLeaverEntries([award], tomorrow, { ...employee, isOwn: true }, now))).toEqual([
      'OWN_PAY employeeId',
    ]);
    expect(codesOf(decideLeaverEntries([award], tomorrow, employee, now))).toEqual(['DATE_TOO_LATE deferredTreatment']);
    const continued = { ...tomorrow, treatment: 'CONTINUE' as const };
    expect(decideLeaverEntries([award], continued, employee, now)._unsafeUnwrap()).toEqual([]);
  });
});
