import {
  type Decimal,
  defineFormula,
  err,
  type Failure,
  type Failures,
  fail,
  figure,
  ok,
  type Recorder,
  type Result,
  zero,
} from '../../kernel/index.ts';
import { type Term, templateRow, templateRowNumbers, formulaTerms, unfundedPartRows } from './templateRows.ts';

/** The figures of one column: every row that isn't a heading. */
export type AccountColumn = ReadonlyMap<number, Decimal>;

export const accountRowFormula = defineFormula({
  id: 'performance.accountRow',
  text: 'a Reporting Template row is the sum of the rows in its formula, some of them subtracted',
  inputs: { formula: 'text', row: 'money' },
  result: 'money',
  source: 'ILPA Reporting Template v2.0, 2025',
});

interface ComputedRow {
  readonly row: number;
  readonly formula: string;
  readonly terms: readonly Term[];
}

/** Rows with a formula, each after the rows it depends on (row 34 uses 33, row 77 uses 60). */
const computed: readonly ComputedRow[] = inOrder(
  templateRowNumbers.flatMap((row) => {
    const formula = templateRow(row)?.formula;
    return formula === undefined ? [] : [{ row, formula, terms: formulaTerms(formula) }];
  }),
);

function inOrder(rows: readonly ComputedRow[]): readonly ComputedRow[] {
  const remaining = new Map(rows.map((row) => [row.row, row]));
  const done: ComputedRow[] = [];
  const visit = (row: number): void => {
    const existing = remaining.get(row);
    if (existing === undefined) return;
    remaining.delete(row);
    for (const term of existing.terms) visit(term.row);
    done.push(existing);
  };
  for (const { row } of rows) visit(row);
  return done;
}

/**
 * Computes a column of a capital account from the given rows and the template's formulas.
 *
 * Units:  money of one currency in cents, with the sheet's signs; a missing row is zero.
 * Source: ILPA Reporting Template v2.0, 2025; docs/calculations/capital-account.md.
 */
export function accountColumn(entered: ReadonlyMap<number, Decimal>, explain?: Recorder): AccountColumn {
  const column = new Map<number, Decimal>();
  for (const row of templateRowNumbers) {
    const rule = templateRow(row);
    if (rule?.heading === undefined) column.set(row, entered.get(row) ?? zero);
  }
  for (const row of unfundedPartRows) column.set(row, entered.get(row) ?? zero);
  for (const { row, formula, terms } of computed) {
    const value = terms.reduce((sum, term) => {
      const amount = column.get(term.row);
      // Most rows of a column are empty.
      if (amount === undefined || amount.isZero()) return sum;
      return term.sign > 0 ? sum.plus(amount) : sum.minus(amount);
    }, zero);
    column.set(row, value);
    explain?.record(
      ['rows', row],
      accountRowFormula,
      { formula, row: terms.map((term) => figure(['rows', term.row], column.get(term.row) ?? zero)) },
      value,
    );
  }
  return column;
}

/**
 * Reads entered rows. Each may appear once, and computed rows are not allowed.
 *
 * Fails:  UNKNOWN_ENTRY (no row of the template, or one that it computes), REPEATED.
 */
export function enteredRows(
  rows: readonly { readonly row: number; readonly amount: Decimal }[],
): Result<ReadonlyMap<number, Decimal>, Failures> {
  const failures: Failure[] = [];
  const entered = new Map<number, Decimal>();
  rows.forEach(({ row, amount }, i) => {
    const rule = templateRow(row);
    const path = ['rows', i, 'row'];
    if (rule === undefined || rule.heading)
      failures.push(fail('UNKNOWN_ENTRY', path, `the template has no figure in row ${row}`));
    else if (rule.formula !== undefined) {
      failures.push(fail('UNKNOWN_ENTRY', path, `row ${row} is computed: ${rule.formula}`));
    } else if (entered.has(row)) failures.push(fail('REPEATED', path, `row ${row} appears twice`));
    else entered.set(row, amount);
  });
  return failures.length > 0 ? err(failures) : ok(entered);
}

/** Adds up columns, row by row. */
export function sumOfColumns(columns: readonly AccountColumn[]): AccountColumn {
  const sum = new Map<number, Decimal>();
  for (const column of columns) {
    for (const [row, amount] of column) {
      const before = sum.get(row);
      sum.set(row, before === undefined ? amount : before.plus(amount));
    }
  }
  return sum;
}
