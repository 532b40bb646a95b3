import {
  storePayroll,
  payrollInForce,
  payrollOfUpload,
  type PayrollToUndo,
  undoPayroll,
} from '@carrara/adapters/postgres/compensation/payroll/payrollFiles';
import {
  paidPeriods,
  paidSalaryInPeriod,
  salariedPeople,
} from '@carrara/adapters/postgres/compensation/payroll/salariedPeople';
import { namedPeople } from '@carrara/adapters/postgres/compensation/imports';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { referenceEntries } from '@carrara/adapters/postgres/platform/reference';
import {
  type EnteredPayroll,
  farPayDates,
  missedByPayroll,
  negativeRows,
  type OverlappingPeriods,
  overlappingPeriods,
  differentSalaries,
  paidAfterLeaving,
  paidBeforeHire,
  rowsPaidEarly,
  paidInOtherCurrency,
  type PaidPeriod,
  payImportTypes,
  planPayroll,
  type PayrollPlan,
  type PayrollRow,
  type ReportedOfPayroll,
  type SalariedPerson,
} from '@carrara/domain/compensation/imports';
import { type CalendarDate, decimal, displayedDate, err, fail, groupBy, ok, spokenMoney } from '@carrara/domain/kernel';
import { tableImporter } from './importer.ts';
import { namedCurrencies } from './namedEntries.ts';
import { listNames, payFileFailures } from './payFiles.ts';
import { plannedTable } from './plannedTable.ts';

const fields = payImportTypes['payroll-actuals'];

const payTypes = async (tx: Transaction) =>
  (await referenceEntries(tx, 'pay-type', { includeInactive: false })).map(({ id, code, description, subType }) => ({
    id,
    code,
    name: description,
    isSalary: subType === 'SALARY',
  }));

const peopleText = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;

/** Returns notes on the people that the file pays, and on its duplicate rows. */
function notesOf({ people, repeated }: ReportedOfPayroll): readonly string[] {
  const rows = listNames(repeated.map(({ row, as }) => `${row} (same as row ${as})`));
  return [
    ...(people > 0 ? [`The file pays ${peopleText(people)}.`] : []),
    ...(repeated.length > 0
      ? [`Identical rows: ${rows}. Each one is paid. If that isn’t right, remove the duplicates from the file.`]
      : []),
  ];
}

/** Returns a note on the earlier payments of people who aren't in a file, which only Overwrite removes. */
const absentNotes = (payments: readonly string[]): readonly string[] =>
  payments.length > 0 ? [`Earlier payments that only Overwrite removes: ${listNames(payments)}.`] : [];

/** Returns a warning about the earlier payments that a file removes even without Overwrite. */
const removedWarnings = (payments: readonly string[]): readonly string[] =>
  payments.length > 0
    ? [`Earlier payments that this file removes: ${listNames(payments)}. To keep one, add its row to the file.`]
    : [];

/** Returns warnings about people with a salary in a period of the file that the file doesn't pay. */
async function missedWarnings(
  tx: Transaction,
  { notes: { salaried }, replaces }: PayrollPlan,
  people: readonly SalariedPerson[],
  nameOf: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const period of salaried) {
    const others = await paidSalaryInPeriod(tx, period, replaces);
    const missed = missedByPayroll(period, salaried, people, others);
    const names = listNames(missed.map((id) => nameOf.get(id) ?? ''));
    const days = daysText(period);
    if (missed.length > 0)
      warnings.push(
        `${peopleText(missed.length)} with a salary in ${days} ${missed.length === 1 ? 'isn’t' : 'aren’t'} paid by this file: ${names}.`,
      );
  }
  return warnings;
}

const daysText = ({ periodStart, periodEnd }: { readonly periodStart: string; readonly periodEnd: string }) =>
  `${displayedDate(periodStart)} to ${displayedDate(periodEnd)}`;

/** Returns warnings about periods that overlap others, and about pay dates in the far future. */
async function periodWarnings(
  tx: Transaction,
  { files }: PayrollPlan,
  {
    nameOf,
    typeOf,
    today,
  }: {
    readonly nameOf: ReadonlyMap<string, string>;
    readonly typeOf: ReadonlyMap<string, string>;
    readonly today: CalendarDate;
  },
): Promise<readonly string[]> {
  const superseded = files.flatMap(({ supersedes }) => supersedes ?? []);
  const inForce: PaidPeriod[] = [];
  for (const file of files) inForce.push(...(await paidPeriods(tx, file, superseded)));
  const isSamePeriod = ({ period, other }: OverlappingPeriods) => daysText(period) === daysText(other);
  const keyOf = (overlap: OverlappingPeriods) => `${daysText(overlap.period)} ${isSamePeriod(overlap)}`;
  const overlaps = [...groupBy(overlappingPeriods(files, inForce), keyOf).values()].map((found) => {
    const people = [...new Set(found.flatMap((overlap) => overlap.people))];
    const types = [...new Set(found.map(({ other }) => typeOf.get(other.payTypeId) ?? ''))];
    const [example] = found;
    const paid = `${peopleText(people.length)} ${people.length === 1 ? 'is' : 'are'} also paid ${types.join(', ')}`;
    const names = listNames(people.map((id) => nameOf.get(id) ?? ''));
    const days = example ? daysText(example.period) : '';
    if (example && isSamePeriod(example)) {
      const providers = listNames([...new Set(found.map(({ other }) => other.provider))]);
      return `For ${days}, ${paid} by ${providers}: ${names}. Check that nobody is paid twice.`;
    }
    const [first = '', ...others] = new Set(found.map(({ other }) => `${daysText(other)} (${other.provider})`));
    const overlapped =
      others.length === 0 ? first : `${(others.length + 1).toLocaleString('en')} periods, the first ${first}`;
    return `${days} overlaps ${overlapped}, for which ${paid}: ${names}. Check the days of the period.`;
  });
  const far = farPayDates(files, today);
  return [
    ...overlaps,
    ...(far.length > 0
      ? [`Pay dates more than a year ahead: ${listNames(far.map(displayedDate))}. Check the year.`]
      : []),
  ];
}

/** Returns warnings about rows that are probably mistakes. */
function rowWarnings(
  { notes: { entered } }: PayrollPlan,
  people: readonly SalariedPerson[],
  nameOf: ReadonlyMap<string, string>,
): readonly string[] {
  const named = (rows: readonly EnteredPayroll[]) =>
    listNames(rows.map(({ employeeId, row }) => `${nameOf.get(employeeId) ?? ''} (row ${row})`));
  const warning = (rows: readonly EnteredPayroll[], text: (rows: string) => string) =>
    rows.length > 0 ? [text(named(rows))] : [];
  const twice = differentSalaries(entered).map(
    (rows) => `${nameOf.get(rows[0]?.employeeId ?? '') ?? ''} (rows ${rows.map(({ row }) => row).join(', ')})`,
  );
  return [
    ...warning(
      paidAfterLeaving(entered, people),
      (rows) => `Salary for a period after the last day of employment: ${rows}. Check the period.`,
    ),
    ...warning(
      paidBeforeHire(entered, people),
      (rows) => `Salary for a period before the hire date: ${rows}. Check the period.`,
    ),
    ...warning(
      paidInOtherCurrency(entered, people),
      (rows) => `Salary in a currency other than the one on record: ${rows}. Check the currency.`,
    ),
    ...warning(
      rowsPaidEarly(entered),
      (rows) => `Paid more than a month before the period starts: ${rows}. Check the pay date.`,
    ),
    ...warning(
      negativeRows(entered),
      (rows) => `Negative amounts: ${rows}. Check the sign, or use a pay type for corrections.`,
    ),
    ...(twice.length > 0
      ? [`Different salaries for one period: ${listNames(twice)}. Each one is paid. Check the amounts.`]
      : []),
  ];
}

/** Returns notes on the payments of a period that undoing a file removes, and on the earlier file that is in force again. */
function undoNotes({ provider, rowCount, restoredFile, ...period }: PayrollToUndo): readonly string[] {
  const subject = `${provider}, ${daysText(period)}`;
  return [
    `${subject}: ${rowCount.toLocaleString('en')} ${rowCount === 1 ? 'payment' : 'payments'} of this file: removed.`,
    ...(restoredFile === null ? [] : [`${subject}: the payments of ${restoredFile} are in force again.`]),
  ];
}

/** Imports a file of a payroll provider's payments. */
export const payrollImporter = tableImporter('payroll-actuals', {
  sample: `Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency
E-101,Payday,2026-01-01,2026-01-31,2026-01-30,Salary,10000.00,USD
E-101,Payday,2026-01-01,2026-01-31,2026-01-30,Annual bonus,50000.00,USD
pia.pay@firm.example,Payday,2026-01-01,2026-01-31,2026-01-30,Salary,8000.00,GBP
`,
  refuses: payFileFailures,
  async plan({ tx, today }, table, { uploadId, overwrite, isWritten }) {
    const ends = [...new Set(table.rows.flatMap(({ values }) => values['periodEnd'] ?? []))];
    const people = await namedPeople(tx);
    const existing = {
      employees: people,
      payTypes: await payTypes(tx),
      currencies: await namedCurrencies(tx),
      inForce: await payrollInForce(tx, ends, isWritten),
    };
    const plan = planPayroll(table.every, existing, { overwrite });
    const nameOf = new Map(people.map(({ id, name }) => [id, name]));
    const textOfValue = new Map([
      ...existing.payTypes.map(({ id, name }) => [id, name] as const),
      ...existing.currencies.map(({ id, code, name }) => [id, code ?? name] as const),
    ]);
    // A file with errors isn't imported, and its people aren't known yet.
    const isWhole = plan.refusals.length === 0 && table.errors.length === 0;
    const salaried = isWhole && plan.notes.salaried.length > 0 ? await salariedPeople(tx) : [];
    const textOf = ({ employeeId, payTypeId, currencyId }: PayrollRow) => ({
      name: nameOf.get(employeeId) ?? '',
      type: textOfValue.get(payTypeId) ?? '',
      currency: textOfValue.get(currencyId) ?? '',
    });
    const paymentText = (earlier: PayrollPlan['replaced'][number]) => {
      const { name, type, currency } = textOf(earlier.row);
      return `${name} (${type}, ${daysText(earlier)}, ${currency} ${spokenMoney(decimal(earlier.row.amount))})`;
    };
    const warnings = isWhole
      ? [
          ...removedWarnings(plan.replaced.map(paymentText)),
          ...(await missedWarnings(tx, plan, salaried, nameOf)),
          ...rowWarnings(plan, salaried, nameOf),
          ...(await periodWarnings(tx, plan, { nameOf, typeOf: textOfValue, today })),
        ]
      : [];
    return {
      sums: plan.notes.sums.map(({ payTypeId, currencyId, ...sum }) => ({
        kind: textOfValue.get(payTypeId) ?? '',
        currency: textOfValue.get(currencyId) ?? '',
        ...sum,
      })),
      ...plannedTable(table, {
        kind: 'Payroll rows',
        ...plan,
        notes: isWhole ? [...notesOf(plan.notes), ...absentNotes(plan.absent.map(paymentText))] : [],
        warnings,
        replacedCount: plan.replaced.length,
        changes: [
          ...plan.changed.map(({ row, before }) => ({
            kind: 'Payroll rows',
            record: `${nameOf.get(row.employeeId) ?? ''} ${row.payDate}`,
            field: fields.amount.title,
            isNumber: true as const,
            before,
            after: row.amount,
          })),
          ...plan.replaced.map((removed) => {
            const { name, type, currency } = textOf(removed.row);
            return {
              kind: 'Removed payroll rows',
              record: `${name}, ${type}, ${daysText(removed)}, paid ${displayedDate(removed.row.payDate)}`,
              field: `${fields.amount.title} (${currency})`,
              isNumber: true as const,
              before: removed.row.amount,
              after: null,
            };
          }),
        ],
      }),
      versions: plan.replaces,
      carryOut: async (context, onProgress) => {
        for (const file of plan.files) await storePayroll(context.tx, 'importPayroll', file, uploadId);
        onProgress(100);
        return ok(undefined);
      },
    };
  },
  /** Plans undoing a payroll file. Fails: BUILT_UPON (a later file of the period is in force), OWN_PAY. */
  async undo({ tx }, uploadId, { isWritten }) {
    const files = await payrollOfUpload(tx, uploadId, isWritten);
    const failures = files.flatMap(({ provider, periodEnd, isSuperseded, laterFile, isOwn }) => {
      const period = `${provider}, period ending ${displayedDate(periodEnd)}`;
      if (isSuperseded)
        return [
          fail(
            'BUILT_UPON',
            [],
            `${period}: a later file${laterFile ? `, ${laterFile},` : ''} has replaced it. Undo that one first.`,
          ),
        ];
      return isOwn ? [fail('OWN_PAY', [], `${period}: you can’t reverse your own pay.`)] : [];
    });
    if (failures.length > 0) return err(failures);
    return ok({
      notes: files.flatMap(undoNotes),
      figures: [],
      async carryOut() {
        for (const file of files) await undoPayroll(tx, 'undoPayroll', file);
        return ok({ alsoNotifies: [], following: [] });
      },
    });
  },
});
