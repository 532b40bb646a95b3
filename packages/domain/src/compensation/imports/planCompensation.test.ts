import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../kernel/index.ts';
import { planCompensation } from './planCompensation.ts';
import { historyColumns } from './sheets.ts';
import { type ExistingEmployee, planEmployees } from './planEmployees.ts';

const named = (id: string, code: string, name: string) => ({ id, code, name });
const person = (id: string, code: string, name: string, isOwn = false) => ({
  ...named(id, code, name),
  email: `${id}@firm.example`,
  isOwn,
  hireDate: calendarDate('2020-03-16'),
  employment: [{ from: calendarDate('2020-03-16'), to: null }],
});
const existing = {
  employees: [person('pia', 'E1', 'Pia Pay'), person('own', 'E2', 'Ada Own', true)],
  payTypes: [
    { ...named('bonus', 'BONUS', 'Annual bonus'), payTypeClass: 'BONUS' },
    { ...named('salary', 'SALARY', 'Salary'), payTypeClass: 'SALARY' },
  ],
  currencies: [named('usd', 'USD', 'US dollar'), { ...named('chf', 'CHF', 'Swiss franc'), isInactive: true }],
  existing: [],
  today: calendarDate('2026-06-01'),
};
type Cells = Readonly<Record<string, string>>;
const rowsOf = (rows: readonly Cells[]) => rows.map((values, at) => ({ row: at + 2, rounded: 0, values }));
const salary = (more: Cells = {}) => ({
  kind: 'SALARY',
  employee: 'E1',
  date: '2026-01-01',
  amount: '120000.00',
  currency: 'USD',
  ...more,
});
const award = (more: Cells = {}) => ({ ...salary({ kind: 'AWARD', payType: 'BONUS' }), ...more });
const tranche = (percent: string, more: Cells = {}) => ({
  ...salary({ kind: 'DEFERRED', amount: '10000.00', vestDate: '2027-01-01', percent }),
  ...more,
});
const refused = (...rows: readonly Cells[]) =>
  planCompensation(rowsOf(rows), existing).refusals.map(({ row, field, reason }) => `${row} ${field}: ${reason}`);

describe('a compensation file', () => {
  it('lists the pay that is dated after the last day of employment', () => {
    const [pia] = existing.employees;
    const leaver = { ...pia!, employment: [{ from: calendarDate('2020-03-16'), to: calendarDate('2025-12-31') }] };
    const rows = rowsOf([award({ date: '2025-12-31' }), award(), salary(), tranche('100')]);
    const { afterLeaving } = planCompensation(rows, { ...existing, employees: [leaver] });
    expect(afterLeaving).toEqual([
      { row: 3, kind: 'AWARD', employeeId: 'pia' },
      { row: 4, kind: 'SALARY', employeeId: 'pia' },
      { row: 5, kind: 'DEFERRED', employeeId: 'pia' },
    ]);
    expect(planCompensation(rows, existing).afterLeaving).toEqual([]);
  });

  it.each([
    [
      'a salary before the hire',
      salary({ date: '2020-03-15' }),
      'date: The salary can’t begin before the hire on 03/16/2020.',
    ],
    ['missing hours', salary({ frequency: 'HOURLY' }), 'hoursAWeek: Enter weekly hours for hourly employees.'],
    ['FTE of 0', salary({ ftePercent: '0' }), 'ftePercent: FTE must be between 1% and 100%.'],
    ['nearly zero FTE', salary({ ftePercent: '0.0000000001' }), 'ftePercent: FTE must be between 1% and 100%.'],
    [
      'a salary too far ahead',
      salary({ date: '9999-01-01' }),
      'date: Pay can be entered at most 10 years ahead. Choose 06/01/2036 or earlier.',
    ],
    [
      'an award too far ahead',
      award({ date: '9999-01-01' }),
      'date: Pay can be entered at most 10 years ahead. Choose 06/01/2036 or earlier.',
    ],
    [
      'a performance year too far ahead',
      award({ performanceYear: '2037' }),
      'performanceYear: Pay can be entered at most 10 years ahead. Choose 2036 or earlier.',
    ],
    [
      'a tranche too far ahead',
      tranche('100', { vestDate: '9999-01-01' }),
      'vestDate: Pay can be entered at most 50 years ahead. Choose 06/01/2076 or earlier.',
    ],
    ['FTE of 101', salary({ ftePercent: '101' }), 'ftePercent: FTE must be between 1% and 100%.'],
    ['an unknown currency', salary({ currency: 'XXX' }), "currency: There is no currency 'XXX'."],
    [
      'an archived currency',
      salary({ currency: 'CHF' }),
      "currency: The currency 'CHF' is archived. Activate it under Reference data, Currencies, and upload the file again.",
    ],
    ['an unknown employee', salary({ employee: 'E9' }), "employee: There is no employee 'E9'."],
    ["the importer's own pay", salary({ employee: 'own@firm.example' }), 'employee: You can’t edit your own pay.'],
    ['an award without a pay type', award({ payType: '' }), 'payType: Enter the pay type of the award.'],
    [
      'a salary as an award',
      award({ payType: 'Salary' }),
      'payType: A salary isn’t an award. Enter it under Salaries.',
    ],
    [
      'an award paid before its date',
      award({ payDate: '2025-12-31' }),
      'payDate: The award is dated 01/01/2026. Choose that day or a later one for the payment.',
    ],
    ['tranches of 99.99 %', tranche('99.99'), 'percent: The tranches must add up to 100%, not 99.99%.'],
    ['a tranche without a day', tranche('100', { vestDate: '' }), 'vestDate: Enter the vest date of the tranche.'],
  ])('refuses %s at its column', (_label, row, reason) => {
    const present = Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ''));
    expect(refused(present)).toEqual([`2 ${reason}`]);
  });

  it('refuses two salaries on a day, and an award with two amounts', () => {
    expect(refused(salary(), salary({ amount: '1.00' }))).toEqual([
      '3 date: Row 2 already has an entry for this date.',
    ]);
    expect(refused(tranche('50'), tranche('50', { amount: '1.00' }))[0]).toBe(
      '3 amount: Row 2 has a different amount for this award.',
    );
  });

  it('adds new rows, changes different ones, skips identical ones, and never touches settled ones', () => {
    const rows = rowsOf([salary(), award(), tranche('50'), tranche('50', { vestDate: '2028-01-01' })]);
    const first = planCompensation(rows, existing);
    expect([first.refusals, first.counts]).toMatchObject([[], { created: 3, changed: 0, unchanged: 0 }]);
    expect(first.pay.map(({ planned }) => planned)).toMatchObject([
      { kind: 'SALARY', frequency: 'ANNUAL', ftePercent: '100' },
      { kind: 'AWARD', performanceYear: 2026, payDate: null },
      { kind: 'DEFERRED', tranches: [{ percent: '50', payDate: '2027-01-01' }, { percent: '50' }] },
    ]);
    const existingPay = first.pay.map(({ planned }, at) => ({
      ...planned,
      id: `${at}`,
      rowVersion: 1,
      isSettled: at > 0,
    }));
    const again = planCompensation(rows, { ...existing, existing: existingPay });
    expect([again.pay, again.counts]).toMatchObject([[], { unchanged: 3 }]);
    const other = planCompensation(rowsOf([salary({ amount: '130000.00' }), award({ amount: '1.00' })]), {
      ...existing,
      existing: existingPay,
    });
    expect([other.pay.map(({ planned, before }) => [before?.amount, planned.amount]), other.refusals]).toEqual([
      [['120000.00', '130000.00']],
      [{ row: 3, field: 'amount', reason: expect.stringContaining('paid or canceled') }],
    ]);
  });
});

describe('an employee file', () => {
  const employee = (id: string, more: Partial<ExistingEmployee> = {}): ExistingEmployee => ({
    id,
    code: id.toUpperCase(),
    name: `${id} Test`,
    firstName: id,
    lastName: 'Test',
    email: `${id}@firm.example`,
    hireDate: null,
    businessTitle: null,
    titleId: null,
    officeId: null,
    department: null,
    managerId: null,
    carryEligibleDate: null,
    ...more,
  });
  const firm = {
    employees: [employee('head'), employee('mid', { managerId: 'head' })],
    titles: [named('director', 'DIR', 'Director')],
    offices: [],
    canViewAllPay: true,
  };
  const planned = (rows: readonly Cells[], records = firm) => planEmployees(rowsOf(rows), records, () => 'new');
  const wrong = (rows: readonly Cells[], records = firm) =>
    planned(rows, records).refusals.map(({ row, field, reason }) => `${row} ${field}: ${reason}`);

  it('creates new people, changes filled-in cells, and finds managers in the file itself', () => {
    const plan = planned([
      { code: 'MID', manager: 'NEW', title: 'dir', department: 'Finance' },
      { code: 'NEW', firstName: 'Nina', lastName: 'New', manager: 'head@firm.example' },
      { code: 'HEAD', firstName: 'head' },
    ]);
    expect([plan.refusals, plan.counts]).toEqual([[], { created: 1, changed: 1, unchanged: 1, missing: 0 }]);
    expect(plan.employees.map(({ id, managerId, changed }) => [id, managerId, changed])).toEqual([
      [
        'mid',
        'new',
        [
          { field: 'department', before: null, after: 'Finance' },
          { field: 'title', before: null, after: 'Director' },
          { field: 'manager', before: 'head Test', after: 'Nina New' },
        ],
      ],
      ['new', 'head', []],
    ]);
  });

  it('counts only rows without an error', () => {
    const plan = planned([
      { code: 'X', firstName: 'Nina', lastName: 'New', title: 'King' },
      { code: 'Y', firstName: 'Noah', lastName: 'New', manager: 'Nobody' },
      { code: 'MID', department: 'Finance' },
    ]);
    expect(plan.refusals.map(({ row }) => row)).toEqual([2, 3]);
    expect(plan.counts).toEqual({ created: 0, changed: 1, unchanged: 0, missing: 0 });
    expect(plan.employees.map(({ id }) => id)).toEqual(['mid']);
  });

  it('refuses a circle of managers, duplicates, and unknown values', () => {
    expect(wrong([{ code: 'HEAD', manager: 'MID' }])).toEqual([
      '2 manager: This person already reports to the employee, directly or indirectly. Choose another manager.',
    ]);
    expect(wrong([{ code: 'MID' }, { email: 'MID@firm.example', code: 'MID' }])).toEqual([
      '3 code: Row 2 is already for this employee.',
    ]);
    expect(wrong([{ firstName: 'X' }])).toEqual(['2 code: Enter a code or an e-mail.']);
    expect(wrong([{ code: 'X', lastName: 'X', title: 'King', manager: 'Nobody' }])).toEqual([
      "2 title: There is no title 'King'.",
      '2 firstName: First name is required for a new employee.',
      "2 manager: There is no employee 'Nobody'.",
    ]);
    expect(wrong([{ code: 'MID', email: 'head@firm.example' }])).toEqual([
      '2 email: This e-mail belongs to head Test.',
    ]);
    expect(wrong([{ code: 'HEAD', manager: 'MID' }], { ...firm, canViewAllPay: false })[0]).toContain(
      'Only people with access to everyone’s pay can set a manager.',
    );
  });
});

describe('a history by year', () => {
  const row = (at: number, values: Cells) => ({
    row: at,
    rounded: 0,
    values: { employee: 'E1', currency: 'USD', ...values },
  });

  it('becomes a salary from the first day of the year, or the hire in it, and awards on its last day', () => {
    const { columns, refusals } = historyColumns(
      [
        row(2, { year: '2020', baseSalary: '90000.00' }),
        row(3, { year: '2021', baseSalary: '95000.00', bonus: '5.00' }),
      ],
      existing,
    );
    expect(refusals).toEqual([]);
    const planned = columns.flatMap(({ rows }) => planCompensation(rows, existing).pay.map((change) => change.planned));
    expect(planned.map(({ kind, date, amount }) => [kind, date, amount])).toEqual([
      ['SALARY', '2020-03-16', '90000.00'],
      ['SALARY', '2021-01-01', '95000.00'],
      ['AWARD', '2021-12-31', '5.00'],
    ]);
    expect(planned.at(-1)).toMatchObject({ performanceYear: 2021, payTypeId: 'bonus' });
  });

  it('refuses an invalid year, and awards of a class without a pay type', () => {
    const { refusals } = historyColumns([row(2, { year: '20' }), row(3, { year: '2021', other: '5.00' })], existing);
    expect(refusals.map(({ row: at, field, reason }) => `${at} ${field}: ${reason}`)).toEqual([
      "2 year: '20' isn’t a year.",
      '3 other: There is no pay type of the class Other.',
    ]);
  });

  it('skips rows that another sheet of the file enters', () => {
    const rows = rowsOf([salary()]);
    const { keys } = planCompensation(rows, existing);
    const again = planCompensation(rows, { ...existing, elsewhere: new Map(keys.map((key) => [key, 'Salaries'])) });
    expect(again.refusals.map(({ reason }) => reason)).toEqual([
      'The sheet Salaries already has an entry for this date.',
    ]);
  });
});
