import { compareDates, parseDate } from '../../kernel/index.ts';
import { type ImportFields, type ReadRow, type RowRefusal, textValue } from '../../platform/upload/index.ts';
import { type PayClass, payClasses } from '../award/index.ts';
import { type CompensationKind, payImportTypes } from './importTypes.ts';
import { lookupPeople } from './namedPeople.ts';
import type { ExistingOfPay } from './planCompensation.ts';

const { kind: _kind, employee, currency, ...columns } = payImportTypes.compensation;
const { date, amount, payDate } = columns;
const money = (title: string, hint: string) => ({ title, kind: 'money', hint }) as const;

/** The sheets of a compensation workbook that each create one kind of record. */
export const kindSheets = {
  Salaries: {
    kind: 'SALARY',
    fields: {
      employee,
      date,
      amount,
      currency,
      frequency: columns.frequency,
      hoursAWeek: columns.hoursAWeek,
      ftePercent: columns.ftePercent,
      reason: columns.reason,
    },
  },
  Awards: {
    kind: 'AWARD',
    fields: {
      employee,
      date,
      amount,
      currency,
      payType: columns.payType,
      performanceYear: columns.performanceYear,
      payDate,
    },
  },
  Deferred: {
    kind: 'DEFERRED',
    fields: { employee, date, amount, currency, vestDate: columns.vestDate, percent: columns.percent, payDate },
  },
} as const satisfies Readonly<Record<string, { readonly kind: CompensationKind; readonly fields: ImportFields }>>;

/** The sheet of earlier years, with the pay of each person and year. */
export const historySheet = 'History by year';
export const historyFields = {
  employee,
  year: { title: 'Year', kind: 'number', required: true, hint: 'calendar year; required' },
  currency,
  baseSalary: money('Base salary', 'annual rate; creates a salary from the first day of the year or the hire'),
  bonus: money('Bonus', 'creates an award on the last day of the year, with a pay type of this class'),
  supplementalBonus: money('Supplemental bonus', 'also creates an award'),
  other: money('Other', 'also creates an award'),
} as const satisfies ImportFields;

const classOf = { bonus: 'BONUS', supplementalBonus: 'SUPPLEMENTAL', other: 'OTHER' } as const satisfies Readonly<
  Record<string, PayClass>
>;
type AmountField = 'baseSalary' | keyof typeof classOf;

/** An amount column of the history, converted to rows of a compensation file. */
export interface HistoryColumn {
  readonly field: AmountField;
  readonly rows: readonly ReadRow[];
}

/**
 * Converts a pay history to rows of salaries and awards, column by column. A base salary takes effect on the first day of its year or, in the year of
 * hire, on the hire date. An award is dated the last day of its year.
 *
 * Fails: in `refusals`: invalid years, and a class of awards without a pay type.
 */
export function historyColumns(
  rows: readonly ReadRow[],
  { employees, payTypes }: Pick<ExistingOfPay, 'employees' | 'payTypes'>,
): { readonly columns: readonly HistoryColumn[]; readonly refusals: readonly RowRefusal[] } {
  const personNamed = lookupPeople(employees);
  const refusals: RowRefusal[] = [];
  const begins = (row: ReadRow, first: string) => {
    const hired = personNamed(textValue(row, 'employee') ?? '')?.hireDate;
    const from = parseDate(first, []).unwrapOr(undefined);
    return hired && from && hired.slice(0, 4) === first.slice(0, 4) && compareDates(hired, from) > 0 ? hired : first;
  };
  const years = new Map<ReadRow, string>();
  for (const row of rows) {
    const year = textValue(row, 'year');
    if (year === null) continue;
    if (/^(19|20|21)\d\d$/.test(year)) years.set(row, year);
    else refusals.push({ row: row.row, field: 'year', reason: `'${year}' isn’t a year.` });
  }
  const rowsWith = (field: AmountField) => rows.filter((row) => textValue(row, field) !== null && years.has(row));
  const shared = ({ row, rounded, unread, values }: ReadRow, more: ReadRow['values']): ReadRow => ({
    row,
    rounded,
    ...(unread ? { unread } : {}),
    values: { employee: values['employee'], currency: values['currency'], ...more },
  });
  const columns: HistoryColumn[] = [
    {
      field: 'baseSalary',
      rows: rowsWith('baseSalary').map((row) =>
        shared(row, {
          kind: 'SALARY',
          amount: row.values['baseSalary'],
          date: begins(row, `${years.get(row) ?? ''}-01-01`),
        }),
      ),
    },
  ];
  for (const [field, payClass] of Object.entries(classOf) as ['bonus' | 'supplementalBonus' | 'other', PayClass][]) {
    const ofClass = rowsWith(field);
    const payType = payTypes.find((candidate) => candidate.payTypeClass === payClass);
    if (!payType)
      for (const { row } of ofClass)
        refusals.push({ row, field, reason: `There is no pay type of the class ${payClasses[payClass]}.` });
    else
      columns.push({
        field,
        rows: ofClass.map((row) => {
          const year = years.get(row) ?? '';
          const award = { kind: 'AWARD', amount: row.values[field], date: `${year}-12-31`, performanceYear: year };
          return shared(row, { ...award, payType: payType.code ?? payType.name });
        }),
      });
  }
  return { columns, refusals };
}
