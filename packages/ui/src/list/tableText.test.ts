import { expect, it } from 'vitest';
import { tableText } from './tableText.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Fund' },
  { field: 'status', kind: 'status', title: 'Status' },
  { field: 'closed', kind: 'date', title: 'Closed' },
  { field: 'nav', kind: 'money', title: 'NAV' },
  { field: 'irr', kind: 'return', title: 'Net IRR' },
] as const;
const lines = (...rows: readonly Record<string, unknown>[]) => tableText(columns, rows).split('\r\n').slice(1);

it('separates cells by tabs, below their titles', () => {
  const row = { name: 'ARP-I', status: { code: 'OPEN', description: 'Open' }, closed: '2026-09-30' };
  expect(tableText(columns, [{ ...row, nav: '1234567.80', irr: '-3.25' }])).toBe(
    'Fund\tStatus\tClosed\tNAV\tNet IRR\r\nARP-I\tOpen\t09/30/2026\t1234567.80\t-3.25',
  );
});

it('leaves missing values blank, and marks undetermined ones', () => {
  const notDetermined = [{ field: 'nav', code: 'NAV_MISSING', message: 'Nothing is booked.' }];
  expect(lines({ name: 'HSP-I', status: null, closed: null, nav: null, irr: null, notDetermined })).toEqual([
    'HSP-I\t\t\tn.d.\t',
  ]);
});

it.each([
  ['=HYPERLINK("http://example.test")', `'=HYPERLINK("http://example.test")`],
  ['+1 212', "'+1 212"],
  ['@sum', "'@sum"],
  ['-2+3', "'-2+3"],
  ['a;=1+1', "a;'=1+1"],
  ['two\tcells\nand lines', 'two cells and lines'],
  ['a\n=1+1', 'a =1+1'],
])('%j is %j, which no spreadsheet runs or splits', (name, text) =>
  expect(lines({ name })[0]?.split('\t')[0]).toBe(text),
);

it('splits amounts of several currencies into a column of numbers for each', () => {
  const [euros, dollars] = [
    { currency: 'EUR', amount: '5.00' },
    { currency: 'USD', amount: '1000.00' },
  ];
  const column = { field: 'carry', kind: 'money', title: 'Carry', amountsIn: 'carryAmounts' } as const;
  const rows = [
    { carry: null, carryAmounts: [euros, dollars] },
    { carry: '1000.00', carryAmounts: [dollars] },
    { carry: '0.00', carryAmounts: [] },
  ];
  expect(tableText([column], rows).split('\r\n')).toEqual(['Carry EUR\tCarry USD', '5.00\t1000.00', '\t1000.00', '\t']);
  expect(tableText([column], rows.slice(2))).toBe('Carry\r\n0.00');
});

it('adds the currency of the rows in front of their amounts, unless it is among the columns', () => {
  const row = { name: 'ARP-I', nav: '7.00', currency: 'USD' };
  const [name, , , nav] = columns;
  const currency = { field: 'currency', kind: 'code', title: 'Currency' } as const;
  expect(tableText([name, nav], [row])).toBe('Fund\tCurrency\tNAV\r\nARP-I\tUSD\t7.00');
  const named = { ...row, currency: { id: 'e', code: 'EUR', description: 'Euro' } };
  expect(tableText([name, nav], [named])).toBe('Fund\tCurrency\tNAV\r\nARP-I\tEUR\t7.00');
  expect(tableText([nav, currency], [row])).toBe('NAV\tCurrency\r\n7.00\tUSD');
  expect(tableText([name], [row])).toBe('Fund\r\nARP-I');
});
