import { calendarDate, compareDates, decimal, moneyText } from '../../kernel/index.ts';
import {
  type Counts,
  currencyLookup,
  lookup,
  type NamedCurrency,
  type NamedRecord,
  type ReadRow,
  type RowRefusal,
  sameText,
  textValue,
} from '../../platform/upload/index.ts';
import { lookupPeople, type NamedPerson } from './namedPeople.ts';
import type { PayrollPeriod, PayrollRow } from './payrollRow.ts';
import { type EnteredPayroll, type ReportedOfPayroll, reportedOfPayroll } from './reportedOfPayroll.ts';

/** The current file of a provider and period. */
export interface PayrollInForce extends PayrollPeriod {
  readonly id: string;
  /** The rows that the user may see. */
  readonly rows: readonly PayrollRow[];
  /** The total number of rows. */
  readonly rowCount: number;
}
export interface ExistingOfPayroll {
  readonly employees: readonly NamedPerson[];
  readonly payTypes: readonly (NamedRecord & { readonly isSalary?: boolean })[];
  readonly currencies: readonly NamedCurrency[];
  readonly inForce: readonly PayrollInForce[];
}
/** The rows to store for a provider and period. They replace its current file. */
export interface PlannedPayroll extends PayrollPeriod {
  readonly supersedes: string | null;
  readonly rows: readonly PayrollRow[];
}
interface PayrollChange {
  readonly row: PayrollRow;
  readonly before: string;
}
/** A row of a current file that isn't in the new file. */
interface EarlierPayroll extends PayrollPeriod {
  readonly row: PayrollRow;
}
export interface PayrollPlan {
  readonly files: readonly PlannedPayroll[];
  readonly changed: readonly PayrollChange[];
  /** The earlier rows of people in the new file that it doesn’t contain. They are removed even if the import doesn’t overwrite. */
  readonly replaced: readonly EarlierPayroll[];
  /** The earlier rows of people who aren't in the new file, which `counts` calls missing. They are removed only if the import overwrites. */
  readonly absent: readonly EarlierPayroll[];
  readonly counts: Counts;
  /** Summarizes the payments of all rows without errors, including rows that already exist. */
  readonly notes: ReportedOfPayroll;
  /** The current files of the providers and periods in the new file. */
  readonly replaces: readonly string[];
  readonly refusals: readonly RowRefusal[];
}

const keyOfPeriod = ({ provider, periodStart, periodEnd }: PayrollPeriod) =>
  `${sameText(provider)} ${periodStart} ${periodEnd}`;

/** Returns how the rows of a pay type count. A type named after a correction may take back pay. */
const usageOf = ({ code, name, isSalary = false }: ExistingOfPayroll['payTypes'][number]) => ({
  isSalary,
  isCorrection: /correction|adjustment|reversal/i.test(`${code ?? ''} ${name}`),
});

/** Returns a row as it was read. With several spreads, V8 would create objects that are slow to read, and every warning reads all rows. */
const enteredPayroll = (
  entered: PayrollRow,
  { provider, periodStart, periodEnd }: PayrollPeriod,
  {
    row,
    periodKey,
    usage: { isSalary, isCorrection },
  }: Pick<EnteredPayroll, 'row' | 'periodKey'> & { readonly usage: ReturnType<typeof usageOf> },
): EnteredPayroll => ({ ...entered, provider, periodStart, periodEnd, row, periodKey, isSalary, isCorrection });

/** Keys rows by content. Identical rows are numbered. */
function byKey(rows: readonly PayrollRow[]): ReadonlyMap<string, PayrollRow> {
  const rowsByKey = new Map<string, PayrollRow>();
  const times = new Map<string, number>();
  for (const row of rows) {
    const key = `${row.employeeId} ${row.payDate} ${row.payTypeId} ${row.currencyId}`;
    const nth = (times.get(key) ?? 0) + 1;
    times.set(key, nth);
    rowsByKey.set(`${key} ${nth}`, row);
  }
  return rowsByKey;
}

/** Returns the earlier rows that a new file doesn't contain: those of its own people, and those of others. */
function droppedRows(
  were: ReadonlyMap<string, PayrollRow>,
  are: ReadonlyMap<string, PayrollRow>,
  { provider, periodStart, periodEnd }: PayrollPeriod,
): Readonly<Record<'own' | 'others', readonly EarlierPayroll[]>> {
  const paid = new Set([...are.values()].map(({ employeeId }) => employeeId));
  const dropped = [...were]
    .filter(([payKey]) => !are.has(payKey))
    .map(([, row]) => ({ provider, periodStart, periodEnd, row }));
  return {
    own: dropped.filter(({ row }) => paid.has(row.employeeId)),
    others: dropped.filter(({ row }) => !paid.has(row.employeeId)),
  };
}

const hiddenPay =
  'The existing file for this provider and period contains pay that you can’t see. Ask somebody else to replace it.';

/**
 * Plans the payments in a payroll file. Rows are stored unchanged, period by period. If the provider and period already have a file, the new one
 * replaces it. A person whose own pay is in the old file can't replace it. Unless the import overwrites, people missing from the new file keep their
 * earlier rows. An identical file changes nothing.
 *
 * Fails: in `refusals`, every row with each of its reasons.
 */
export function planPayroll(
  rows: readonly ReadRow[],
  existing: ExistingOfPayroll,
  { overwrite }: { readonly overwrite: boolean },
): PayrollPlan {
  const [employeeNamed, typeNamed, currencyNamed] = [
    lookupPeople(existing.employees),
    lookup(existing.payTypes),
    currencyLookup(existing.currencies),
  ];
  const refusals: RowRefusal[] = [];
  const read: EnteredPayroll[] = [];
  const periods = new Map<string, PayrollPeriod & { readonly firstRow: number; readonly rows: PayrollRow[] }>();
  for (const row of rows) {
    const before = refusals.length;
    const cellText = (field: string) => textValue(row, field) ?? '';
    const refuse = (field: string, reason: string): undefined => {
      if (!row.unread?.includes(field)) refusals.push({ row: row.row, field, reason });
    };
    const found = <T>(field: string, noun: string, match: T | undefined): T | undefined =>
      match ?? refuse(field, `There is no ${noun} '${cellText(field)}'.`);
    const employee = found('employee', 'employee', employeeNamed(cellText('employee')));
    if (employee?.isOwn === true)
      refusals.push({ row: row.row, field: 'employee', reason: 'You can’t edit your own pay.' });
    const payType = found('payType', 'pay type', typeNamed(cellText('payType')));
    const named = currencyNamed(cellText('currency'));
    const currency = named.isOk() ? named.value : refuse('currency', named.error);
    const [starts, ends] = [textValue(row, 'periodStart'), textValue(row, 'periodEnd')];
    if (starts !== null && ends !== null && compareDates(calendarDate(ends), calendarDate(starts)) < 0)
      refusals.push({ row: row.row, field: 'periodEnd', reason: 'The period can’t end before it starts.' });
    if (refusals.length > before || row.unread || !employee || !payType || !currency) continue;
    const [periodStart, periodEnd] = [calendarDate(cellText('periodStart')), calendarDate(cellText('periodEnd'))];
    const period = { provider: cellText('provider'), periodStart, periodEnd };
    const key = keyOfPeriod(period);
    const group = periods.get(key) ?? { ...period, firstRow: row.row, rows: [] };
    periods.set(key, group);
    const entered = {
      employeeId: employee.id,
      payDate: calendarDate(cellText('payDate')),
      payTypeId: payType.id,
      currencyId: currency.id,
      amount: moneyText(decimal(cellText('amount'))),
    };
    group.rows.push(entered);
    read.push(enteredPayroll(entered, period, { row: row.row, periodKey: key, usage: usageOf(payType) }));
  }
  const inForce = new Map(existing.inForce.map((file) => [keyOfPeriod(file), file]));
  const files: PlannedPayroll[] = [];
  const changed: PayrollChange[] = [];
  const replaced: EarlierPayroll[] = [];
  const absent: EarlierPayroll[] = [];
  let [created, unchanged] = [0, 0];
  for (const [key, { rows: enteredRows, firstRow, ...period }] of periods) {
    const before = inForce.get(key);
    if (before && before.rows.length < before.rowCount) {
      refusals.push({ row: firstRow, field: 'employee', reason: hiddenPay });
      continue;
    }
    const were = byKey(before?.rows ?? []);
    const are = byKey(enteredRows);
    let differs = before === undefined;
    for (const [payKey, row] of are) {
      const was = were.get(payKey);
      if (was === undefined) created += 1;
      else if (was.amount === row.amount) unchanged += 1;
      else changed.push({ row, before: was.amount });
      differs ||= was?.amount !== row.amount;
    }
    const { own, others } = droppedRows(were, are, period);
    replaced.push(...own);
    absent.push(...others);
    const stays = overwrite ? [] : others.map(({ row }) => row);
    if (differs || own.length > 0 || others.length > stays.length)
      files.push({ ...period, supersedes: before?.id ?? null, rows: [...enteredRows, ...stays] });
  }
  const counts = { created, changed: changed.length, unchanged, missing: absent.length };
  const replaces = [...periods.keys()].flatMap((key) => inForce.get(key)?.id ?? []);
  return { files, changed, replaced, absent, counts, notes: reportedOfPayroll(read), replaces, refusals };
}
