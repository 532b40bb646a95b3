import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../kernel/index.ts';
import {
  type ExistingOfPayroll,
  farPayDates,
  missedByPayroll,
  negativeRows,
  overlappingPeriods,
  differentSalaries,
  paidAfterLeaving,
  paidBeforeHire,
  rowsPaidEarly,
  paidInOtherCurrency,
  planPayroll,
  type SalariedPerson,
} from './index.ts';

const named = (id: string, code: string, name = code) => ({ id, code, name });
const existing: ExistingOfPayroll = {
  employees: [
    { ...named('pia', 'E1', 'Pia Pay'), email: 'pia@firm.example', isOwn: false },
    { ...named('max', 'E2', 'Max Pay'), email: null, isOwn: false },
    { ...named('own', 'E3', 'Ada Own'), email: null, isOwn: true },
  ],
  payTypes: [named('salary', 'SALARY', 'Salary'), named('bonus', 'BONUS', 'Annual bonus')],
  currencies: [named('usd', 'USD'), named('eur', 'EUR')],
  inForce: [],
};
const row = (at: number, employee: string, amount: string, more: Readonly<Record<string, string>> = {}) => ({
  row: at,
  rounded: 0,
  values: {
    employee,
    provider: 'Payday',
    periodStart: '2026-01-01',
    periodEnd: '2026-01-31',
    payDate: '2026-01-30',
    payType: 'Salary',
    amount,
    currency: 'USD',
    ...more,
  },
});
const rows = [row(2, 'E1', '10000.00'), row(3, 'max pay', '8000.00')];
const first = planPayroll(rows, existing, { overwrite: false });
const inForce = [{ ...first.files[0]!, id: 'january', rowCount: 2 }];
const noOverwrite = { overwrite: false };
const display = ({ files }: ReturnType<typeof planPayroll>) =>
  files.map(({ supersedes, rows: fileRows }) => [
    supersedes,
    ...fileRows.map((payrollRow) => `${payrollRow.employeeId} ${payrollRow.amount}`),
  ]);

describe('a payroll file', () => {
  it('is stored row by row, with people found by code, e-mail or name', () => {
    expect(display(first)).toEqual([[null, 'pia 10000.00', 'max 8000.00']]);
    const byEmail = planPayroll([row(2, 'PIA@firm.example', '1')], existing, { overwrite: false });
    expect(byEmail.files[0]!.rows[0]).toMatchObject({ employeeId: 'pia', amount: '1.00' });
  });

  it('changes nothing on a second import, and replaces the previous one if corrected', () => {
    const again = planPayroll(rows, { ...existing, inForce }, { overwrite: true });
    expect([again.files, again.counts]).toEqual([[], { created: 0, changed: 0, unchanged: 2, missing: 0 }]);
    const corrected = [row(2, 'E1', '10500.00')];
    const updated = planPayroll(corrected, { ...existing, inForce }, { overwrite: false });
    expect(display(updated)).toEqual([['january', 'pia 10500.00', 'max 8000.00']]);
    expect(updated.counts).toEqual({ created: 0, changed: 1, unchanged: 0, missing: 1 });
    const over = planPayroll(corrected, { ...existing, inForce }, { overwrite: true });
    expect(display(over)).toEqual([['january', 'pia 10500.00']]);
  });

  it('removes the earlier rows of its own people, and counts only the rows of others as missing', () => {
    const inEuro = planPayroll([row(2, 'E1', '16800.00', { currency: 'EUR' })], { ...existing, inForce }, noOverwrite);
    expect(display(inEuro)).toEqual([['january', 'pia 16800.00', 'max 8000.00']]);
    expect(inEuro.counts).toEqual({ created: 1, changed: 0, unchanged: 0, missing: 1 });
    const period = { provider: 'Payday', periodStart: '2026-01-01', periodEnd: '2026-01-31' };
    const [ofPia, ofMax] = ['pia', 'max'].map((employeeId) => ({
      ...period,
      row: expect.objectContaining({ employeeId }),
    }));
    expect([inEuro.replaced, inEuro.absent]).toEqual([[ofPia], [ofMax]]);
  });

  it('stores two identical payments, and a separate period for each period and provider', () => {
    const twice = planPayroll([row(2, 'E1', '5'), row(3, 'E1', '5')], existing, { overwrite: false });
    expect(twice.files[0]!.rows).toHaveLength(2);
    const more = { periodStart: '2026-02-01', periodEnd: '2026-02-28' };
    const two = planPayroll([...rows, row(4, 'E1', '1', more)], existing, { overwrite: false });
    expect(two.files.map(({ periodEnd }) => periodEnd)).toEqual([
      calendarDate('2026-01-31'),
      calendarDate('2026-02-28'),
    ]);
  });

  it("can't contain the importer's own pay, or replace a file that contains it", () => {
    expect(planPayroll([row(2, 'E3', '1')], existing, { overwrite: false }).refusals).toEqual([
      { row: 2, field: 'employee', reason: 'You can’t edit your own pay.' },
    ]);
    const hiding = inForce.map((file) => ({ ...file, rowCount: 3 }));
    const plan = planPayroll(rows, { ...existing, inForce: hiding }, { overwrite: true });
    expect([plan.files, plan.refusals]).toMatchObject([[], [{ row: 2, field: 'employee' }]]);
  });

  it('names each row that cannot be stored, with its column', () => {
    const wrong = [
      row(2, 'Nobody', '1'),
      row(3, 'E1', '1', { payType: 'Gift', currency: 'XXX' }),
      row(4, 'E1', '1', { periodEnd: '2025-12-31' }),
    ];
    expect(planPayroll(wrong, existing, { overwrite: false }).refusals).toEqual([
      { row: 2, field: 'employee', reason: "There is no employee 'Nobody'." },
      { row: 3, field: 'payType', reason: "There is no pay type 'Gift'." },
      { row: 3, field: 'currency', reason: "There is no currency 'XXX'." },
      { row: 4, field: 'periodEnd', reason: 'The period can’t end before it starts.' },
    ]);
  });

  it('has a sum for each pay type and currency, and names duplicates', () => {
    const bonus = { payType: 'Annual bonus', currency: 'EUR' };
    const input = [
      ...rows,
      row(4, 'E1', '10000.00'),
      row(5, 'E1', '10000.00', { payDate: '2026-01-31' }),
      row(6, 'E2', '-0.10', bonus),
      row(7, 'E2', '0.30', bonus),
      row(8, 'Nobody', '99'),
      row(9, 'pia@firm.example', '10000', { provider: 'PAYDAY' }),
    ];
    const currencies = [named('usd', 'USD'), named('eur', 'EUR')];
    const { notes } = planPayroll(input, { ...existing, currencies }, { overwrite: false });
    expect(notes.sums).toEqual([
      { payTypeId: 'salary', currencyId: 'usd', amount: '48000.00', rows: 5, people: 2 },
      { payTypeId: 'bonus', currencyId: 'eur', amount: '0.20', rows: 2, people: 1 },
    ]);
    expect(notes.people).toBe(2);
    expect(notes.repeated).toEqual([
      { row: 4, as: 2 },
      { row: 9, as: 2 },
    ]);
  });

  it('reports a period that overlaps another one in force of the same person and type of pay', () => {
    const day = calendarDate;
    const january = { provider: 'Payday', periodStart: day('2026-01-01'), periodEnd: day('2026-01-31') };
    const paid = ['pia', 'max'].map((employeeId) => ({ ...january, employeeId, payTypeId: 'salary' }));
    const overlapsOf = (input: Parameters<typeof planPayroll>[0]) =>
      overlappingPeriods(planPayroll(input, existing, { overwrite: false }).files, paid).map(
        ({ period, other, people }) => [period.periodStart, other.periodStart, ...people],
      );
    const mid = { periodStart: '2026-01-15', periodEnd: '2026-02-14' };
    expect(overlapsOf([row(2, 'E1', '1', mid), row(3, 'E2', '1', mid)])).toEqual([
      ['2026-01-15', '2026-01-01', 'pia', 'max'],
    ]);
    expect(overlapsOf([row(2, 'E1', '1', { ...mid, payType: 'BONUS' })]), 'another type').toEqual([]);
    expect(overlapsOf([row(2, 'E1', '1', { provider: 'Other' })]), 'the same days of another provider').toEqual([
      ['2026-01-01', '2026-01-01', 'pia'],
    ]);
    expect(overlapsOf([row(2, 'E1', '1', { periodEnd: '2026-01-15' })]), 'the first half').toEqual([
      ['2026-01-01', '2026-01-01', 'pia'],
    ]);
    const february = { periodStart: '2026-02-01', periodEnd: '2026-02-28' };
    expect(overlapsOf([row(2, 'E1', '1', february)])).toEqual([]);
    for (const days of [
      { periodStart: '2026-01-31', periodEnd: '2026-02-14' },
      { periodStart: '2025-12-15', periodEnd: '2026-01-01' },
    ])
      expect(overlapsOf([row(2, 'E1', '1', days)]), 'one day').toEqual([[days.periodStart, '2026-01-01', 'pia']]);
    const both = [
      row(2, 'E1', '1', february),
      row(3, 'E1', '2', february),
      row(4, 'E1', '1', { ...february, periodStart: '2026-02-15' }),
    ];
    expect(overlapsOf(both), 'two periods of the same file').toEqual([['2026-02-15', '2026-02-01', 'pia']]);
  });

  it('reports pay dates more than a year ahead', () => {
    const dates = ['2027-01-30', '2027-01-31', '2028-01-30', '2027-01-31'];
    const input = dates.map((payDate, at) => row(at + 2, 'E1', '1', { payDate }));
    const { files } = planPayroll(input, existing, { overwrite: false });
    expect(farPayDates(files, calendarDate('2026-01-30'))).toEqual(['2027-01-31', '2028-01-30']);
  });

  it('reports rows that are probably mistakes', () => {
    const day = calendarDate;
    const person = (employeeId: string, to: string | null, currency = 'usd'): SalariedPerson => ({
      employeeId,
      employment: [{ from: day('2020-01-01'), to: to === null ? null : day(to) }],
      salaries: [{ effectiveDate: day('2020-01-01'), currency }],
    });
    const payTypes = [
      { ...named('salary', 'SALARY', 'Salary'), isSalary: true },
      { ...named('correction', 'CORR', 'Salary correction'), isSalary: true },
      { ...named('overtime', 'OT', 'Overtime'), isSalary: true },
      { ...named('bonus', 'BONUS', 'Annual bonus'), isSalary: false },
    ];
    const entered = (...input: Parameters<typeof planPayroll>[0]) =>
      planPayroll(input, { ...existing, payTypes }, { overwrite: false }).notes.entered;
    const rowsOf = (found: readonly { readonly row: number }[]) => found.map(({ row: at }) => at);
    const [correction, bonus] = [{ payType: 'CORR' }, { payType: 'BONUS' }];
    const early = { payDate: '2025-11-30' };
    const all = entered(
      row(2, 'E1', '1.00', early),
      row(3, 'E2', '2.00', { payDate: '2025-12-01' }),
      row(4, 'E2', '-3.00', correction),
      row(5, 'E1', '-1.00', { payDate: '2026-01-31' }),
      row(6, 'E2', '4.00', bonus),
    );
    expect(rowsOf(rowsPaidEarly(all))).toEqual([2]);
    expect(rowsOf(negativeRows(all))).toEqual([5]);
    const leavers = [person('pia', '2025-12-31'), person('max', '2026-01-01')];
    expect(rowsOf(paidAfterLeaving(all, leavers))).toEqual([2, 5]);
    expect(rowsOf(paidAfterLeaving(all, [person('pia', null)]))).toEqual([]);
    expect(rowsOf(paidAfterLeaving(all, [person('max', '2025-12-31')])), 'no bonus, no correction').toEqual([3]);
    const max = person('max', '2025-06-30');
    const again = { from: day('2026-01-10'), to: null };
    expect(paidAfterLeaving(all, [{ ...max, employment: [...max.employment, again] }]), 'rehired').toEqual([]);
    const later = { from: day('2026-03-01'), to: null };
    expect(paidAfterLeaving(all, [{ ...max, employment: [later] }]), 'hired later').toEqual([]);
    expect(rowsOf(paidBeforeHire(all, [{ ...max, employment: [later] }])), 'no bonus, no correction').toEqual([3]);
    expect(paidBeforeHire(all, [{ ...max, employment: [...max.employment, later] }]), 'rehired').toEqual([]);
    expect(paidBeforeHire(all, [{ ...max, employment: [] }]), 'no hire date').toEqual([]);
    expect(rowsOf(paidInOtherCurrency(all, [person('pia', null, 'eur'), person('max', null)]))).toEqual([2, 5]);
    expect(rowsOf(paidInOtherCurrency(all, [person('max', null, 'eur')])), 'no bonus').toEqual([3, 4]);
    expect(paidInOtherCurrency(all, [{ ...person('max', null), salaries: [] }]), 'no salary').toEqual([]);
    const week = { periodStart: '2026-01-26', periodEnd: '2026-02-01' };
    const different = (...input: Parameters<typeof planPayroll>[0]) => differentSalaries(entered(...input)).map(rowsOf);
    expect(different(row(2, 'E1', '1'), row(3, 'E1', '1', week), row(4, 'E2', '1')), 'two periods').toEqual([]);
    expect(different(row(2, 'E1', '1'), row(3, 'E1', '2')), 'two amounts').toEqual([[2, 3]]);
    expect(different(row(2, 'E1', '1'), row(3, 'E1', '1')), 'repeated').toEqual([]);
    expect(different(row(2, 'E1', '1'), row(3, 'E1', '2', { payDate: '2026-01-15' })), 'two pay dates').toEqual([]);
    for (const [label, own, other = own] of [
      ['corrections', correction],
      ['bonuses', bonus],
      ['two pay types', {}, { payType: 'OT' }],
      ['two currencies', {}, { currency: 'EUR' }],
      ['two ends', {}, { periodEnd: '2026-01-15' }],
    ] as const)
      expect(different(row(2, 'E1', '1', own), row(3, 'E1', '2', other)), label).toEqual([]);
  });

  it('reports people with a salary in its currency who worked and were paid for none of those days', () => {
    const payTypes = [{ ...named('salary', 'SALARY', 'Salary'), isSalary: true }, named('bonus', 'BONUS')];
    const day = calendarDate;
    const person = (employeeId: string, more: Partial<SalariedPerson> = {}): SalariedPerson => ({
      employeeId,
      employment: [{ from: day('2020-01-01'), to: null }],
      salaries: [{ effectiveDate: day('2020-01-01'), currency: 'usd' }],
      ...more,
    });
    const people = [
      person('pia'),
      person('max'),
      person('elsewhere', { salaries: [{ effectiveDate: day('2020-01-01'), currency: 'eur' }] }),
      person('later', { employment: [{ from: day('2026-02-01'), to: null }] }),
      person('gone', { employment: [{ from: day('2020-01-01'), to: day('2025-12-31') }] }),
      person('left', { employment: [{ from: day('2020-01-01'), to: day('2026-01-01') }] }),
      person('other'),
    ];
    const missedBy = (input: Parameters<typeof planPayroll>[0]) => {
      const { salaried } = planPayroll(input, { ...existing, payTypes }, { overwrite: false }).notes;
      return salaried.flatMap((period) => missedByPayroll(period, salaried, people, new Set(['other'])));
    };
    expect(missedBy([row(2, 'E1', '10000.00'), row(3, 'E2', '1', { payType: 'BONUS' })])).toEqual(['max', 'left']);
    expect(missedBy([row(2, 'E1', '10000.00', { payType: 'BONUS' })])).toEqual([]);
    // A week of the month that the same file pays him for.
    const week = { periodStart: '2026-01-01', periodEnd: '2026-01-07' };
    expect(missedBy([row(2, 'E1', '1'), row(3, 'E2', '1', week)])).toEqual(['left', 'left']);
  });
});
