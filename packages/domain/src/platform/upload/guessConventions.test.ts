import { expect, it } from 'vitest';
import { guessConventions } from './guessConventions.ts';

const rowsOf = (...rows: readonly (readonly string[])[]) => ({
  rows: rows.map((texts, at) => ({
    row: at + 1,
    cells: texts.map((text, column) => ({ column: column + 1, type: 'text' as const, text })),
  })),
});

it('finds the heading row below titles, the date order and the decimal sign', () => {
  const german = rowsOf(
    ['Lohnjournal 2026'],
    [],
    ['Personal', 'Zahltag', 'Betrag', 'Waehrung'],
    ['LENA', '31.03.2026', '8.000,00', 'USD'],
  );
  expect(guessConventions(german)).toEqual({ firstRow: 3, dateOrder: 'DMY', decimalSign: ',' });
  const american = rowsOf(['Name', 'Paid', 'Amount'], ['Lena', '03/31/2026', '8,000.00']);
  expect(guessConventions(american)).toEqual({ firstRow: 1, dateOrder: 'MDY', decimalSign: '.' });
  const iso = rowsOf(['Name', 'Paid', 'Amount'], ['Lena', '2026-03-31', '8,000']);
  expect(guessConventions(iso)).toEqual({ firstRow: 1, dateOrder: 'YMD' });
});

it('guesses nothing if the file is ambiguous', () => {
  expect(guessConventions(rowsOf(['Name', 'Paid', 'Amount'], ['Lena', '03/04/2026', '8,000']))).toEqual({
    firstRow: 1,
  });
  expect(guessConventions(rowsOf())).toEqual({});
});
