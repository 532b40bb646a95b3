import type { Column } from '@carrara/contract/core/fields';
import { expect, it } from 'vitest';
import { buildTable, textWidth } from './table.ts';

const columns: readonly Column[] = [
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'gross', kind: 'money', title: 'Gross', total: 'disbursed', nullIs: 'not determined' },
  { field: 'date', kind: 'date', title: 'Date' },
];
const rows = [
  { name: 'Alder Growth Fund III', gross: '49590981.21', date: '2026-09-30' },
  { name: '日本 Fund', gross: '-5.00', date: null },
  { name: 'Draft', gross: null, date: '2026-03-31' },
];
const totals = [{ field: 'gross', total: '49590976.21', currency: 'USD' }];
const bold = (text: string) => text;

it('prints figures as the screens do, right-aligned, with a total for each currency', () => {
  expect(buildTable(columns, rows, totals, { width: undefined, bold, counted: 'rows' }).lines).toEqual([
    'Name                            Gross  Date',
    'Alder Growth Fund III   49,590,981.21  09/30/2026',
    '日本 Fund                      (5.00)  –',
    'Draft                  not determined  03/31/2026',
    'Total disbursed USD     49,590,976.21',
  ]);
});

it('names the runs in a total', () => {
  const posted = [columns[0]!, { field: 'gross', kind: 'money', title: 'Gross', total: 'posted' }] as const;
  const { lines } = buildTable(posted, rows, totals, { width: undefined, bold, counted: 'rows' });
  expect(lines.at(-1)).toMatch(/^Total posted USD /);
});

it('marks a return over less than a year, and says why one is not determined', () => {
  const message = 'There is no NAV.';
  const returns = [
    { irr: '13.5417', irrAnnualized: true },
    { irr: '-4.218', irrAnnualized: false },
    { irr: null, notDetermined: [{ field: 'irr', code: 'NAV_MISSING', message }] },
  ];
  const { lines } = buildTable([{ field: 'irr', kind: 'return', title: 'IRR' }], returns, [], {
    width: undefined,
    bold,
    counted: 'rows',
  });
  expect(lines.map((line) => line.trim())).toEqual(['IRR', '13.54%', '(4.22% not p.a.)', 'n.d.: There is no NAV.']);
});

it('truncates text on a narrow terminal, never a figure, and names the omitted columns', () => {
  const narrow = buildTable(columns, rows, totals, { width: 40, bold, counted: 'rows' });
  expect(narrow.lines[1]).toBe('Alder Growt…   49,590,981.21  09/30/2026');
  expect(Math.max(...narrow.lines.map(textWidth))).toBeLessThanOrEqual(40);
  const narrower = buildTable(columns, rows, totals, { width: 30, bold, counted: 'rows' });
  expect([narrower.omitted, narrower.lines[1]]).toEqual([['date'], 'Alder Growt…   49,590,981.21']);
});

it('prints no control sequence', () => {
  const { lines } = buildTable(
    columns,
    [{ name: '\u001b[2J\u001b]0;owned\u0007Evil\u202e\nFund', gross: '1', date: null }],
    [],
    {
      width: undefined,
      bold,
      counted: 'rows',
    },
  );
  expect(lines.join('')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  expect(lines[1]).toContain('Evil');
  expect(lines).toHaveLength(2);
});
