import { expect, it } from 'vitest';
import { createCellNotes } from './cellNotes.ts';
import { recordCells } from './recordTable.ts';

it('shows the words of a unit as a second line, so that the digits of a column align', () => {
  const columns = [
    { field: 'tvpi', kind: 'partialMultiple', title: 'TVPI' },
    { field: 'irr', kind: 'partialReturn', title: 'Net IRR' },
    { field: 'dpi', kind: 'multiple', title: 'DPI' },
    { field: 'nav', kind: 'rolledMoney', title: 'NAV' },
  ] as const;
  const row = { tvpi: '1.849', irr: '-7.105', dpi: '0.5', nav: null };
  expect(recordCells(columns, row, createCellNotes())).toEqual([
    { text: '1.85x', note: 'incl. transfer' },
    { text: '(7.11%)', note: 'incl. transfer' },
    { text: '0.50x' },
    { text: '\u2013' },
  ]);
});

it('shows below a figure how many funds it covers, if the figures of a row differ', () => {
  const excluded = { id: 'a', name: 'A', reason: '', lastDate: null };
  const row = {
    nav: '5.00',
    tvpi: '1.5',
    fundsCovered: [
      { field: 'nav', included: 2, total: 2, excluded: [], carried: [] },
      { field: 'tvpi', included: 1, total: 2, excluded: [excluded], carried: [] },
    ],
  };
  const columns = [
    { field: 'nav', kind: 'money', title: 'NAV' },
    { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
  ] as const;
  expect(recordCells(columns, row, createCellNotes())).toEqual([
    { text: '5.00' },
    { text: '1.50x', note: '1 of 2 funds' },
  ]);
});
