import { describe, expect, it } from 'vitest';
import { fail } from '../../kernel/index.ts';
import { sortByRow, type UploadedSheet } from '../../platform/upload/index.ts';
import { openingErrors, planOpenings, withoutWrongRows } from './openingPlan.ts';
import { openingColumns, readOpeningSheets } from './openingSheet.ts';

type Written = readonly (string | null)[];

/** Creates a sheet with the headings in its first row. */
const sheetOf = (name: string, ...rows: readonly Written[]): UploadedSheet => ({
  name,
  rows: [Object.values(openingColumns), ...rows].map((texts, at) => ({
    row: at + 1,
    cells: texts.flatMap((text, column) =>
      text === null ? [] : [{ column: column + 1, type: 'text' as const, text }],
    ),
  })),
});
const existing = {
  participants: new Map(['e1', 'e2', 'e3'].map((code) => [code, { id: code }])),
  sources: new Map([
    ['f1', { id: 'f1', currencyId: 'usd', currency: 'USD' }],
    ['f2', { id: 'f2', currencyId: 'eur', currency: 'EUR' }],
  ]),
};
const day = '2025-12-31';

function planOf(...sheets: readonly UploadedSheet[]) {
  const read = readOpeningSheets(sheets);
  const planned = planOpenings(read, existing);
  const names = sheets.map(({ name }) => name);
  const errors = sortByRow(planned.errors, names);
  return {
    read,
    runs: planned.runs,
    message: errors.map(({ sheet, row, column, reason }) => `${sheet} ${row} ${column}: ${reason}`),
    rest: withoutWrongRows(planned.runs, errors).map(({ name, lines }) => [name, lines.map(({ row }) => row.row)]),
  };
}

describe('the plan of opening balances', () => {
  it('has a run for each day and currency, in the order of the file', () => {
    const { message: notes, rest } = planOf(
      sheetOf(
        'A',
        [day, 'E1', 'F1', '1'],
        ['2024-12-31', 'E2', 'F1', '1'],
        [day, 'E1', 'F2', '1'],
        [day, 'e3', 'f1', '1'],
      ),
    );
    expect(notes).toEqual([]);
    expect(rest).toEqual([
      ['Opening balances as of 12/31/2025 USD', [2, 5]],
      ['Opening balances as of 12/31/2024 USD', [3]],
      ['Opening balances as of 12/31/2025 EUR', [4]],
    ]);
  });

  it('refuses every row of an account that several rows open, on one day or several, wherever they are', () => {
    const { message: notes, rest } = planOf(
      sheetOf('A', ['2011-06-30', 'E1', 'F1', '1'], [day, 'E2', 'F1', '1'], ['2012-02-29', 'e1', 'f1', '1']),
      sheetOf('B', [day, 'E2', 'F1', '2'], [day, 'E2', 'F1', '3'], [day, 'E3', 'F1', '3']),
    );
    const once = 'also opens this account. An account can be opened only once';
    expect(notes).toEqual([
      `A 2 Participant: row 4 ${once}`,
      `A 3 Participant: row 2 of the sheet 'B' ${once}`,
      `A 4 Participant: row 2 ${once}`,
      `B 2 Participant: row 3 of the sheet 'A' ${once}`,
      `B 3 Participant: row 3 of the sheet 'A' ${once}`,
    ]);
    expect(rest).toEqual([['Opening balances as of 12/31/2025 USD', [4]]]);
  });

  it('reports all errors at once, in row order, including rows with an unreadable cell', () => {
    const { message: notes, rest } = planOf(
      sheetOf(
        'A',
        [day, 'E1', 'F1', '1'],
        [day, 'E9', 'F9', 'much'],
        ['31 December', 'E2', 'F1', `1${'0'.repeat(300)}`],
        [day, 'E1', 'F1', null],
        [day, 'E3', 'F1', '3'],
        [day, 'E2', 'F1', '1', '000.00', '0', '0'],
        ['2200-01-01', 'E4', 'F1', '3'],
      ),
    );
    expect(notes).toEqual([
      'A 2 Participant: row 5 also opens this account. An account can be opened only once',
      "A 3 Accrued: 'much' is not a number",
      'A 3 Participant: there is no participant with the code E9',
      'A 3 Source: there is no source F9',
      "A 4 As of: '31 December' is not a date. The file is read as month/day/year (or YYYY-MM-DD)",
      `A 4 Accrued: '1${'0'.repeat(39)}…' is too large`,
      'A 5 Accrued: is required',
      'A 5 Participant: row 2 also opens this account. An account can be opened only once',
      "A 7 null: '0' has no heading. Add one to its column, or clear the cell.",
      "A 8 As of: '2200-01-01' is after 2199",
      'A 8 Participant: there is no participant with the code E4',
    ]);
    expect(rest).toEqual([['Opening balances as of 12/31/2025 USD', [6]]]);
  });

  it("reports a run's refusals at its rows, but none caused only by an unreadable amount", () => {
    const { read, runs } = planOf(sheetOf('A', [day, 'E1', 'F1', '1', 'x', '2'], [day, 'E2', 'F1', '5', '1', '2']));
    const above = (at: number) => fail('ESCROW_ABOVE_DISTRIBUTED', ['lines', at, 'escrow'], 'above');
    const begun = fail('ALREADY_OPENED', ['lines', 0, 'participant'], 'begun');
    expect(openingErrors(runs[0]!, [above(0), begun, above(1)], read)).toEqual([
      { sheet: 'A', row: 2, column: 'Participant', reason: 'begun' },
      { sheet: 'A', row: 3, column: 'Escrow held', reason: 'above' },
    ]);
  });
});
