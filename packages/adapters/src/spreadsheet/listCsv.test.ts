import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { listCsv } from './listCsv.ts';

it('has no sentences in columns of figures, and gives each reason once', async () => {
  const columns = [
    { field: 'name', kind: 'text', title: 'Fund' },
    { field: 'nav', kind: 'money', title: 'NAV' },
    { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
  ] as const;
  const message = 'Nothing is booked, so far.';
  const late = ['nav', 'tvpi'].map((field) => ({ field, code: 'NAV_MISSING', message }));
  const rows = [
    { name: 'ARP-I', nav: '12.50', tvpi: '1.5', notDetermined: [] },
    { name: 'HSP-I', nav: null, tvpi: null, notDetermined: late },
  ];
  expect(await text(listCsv({ title: 'Funds', columns, rows }))).toBe(
    `Fund,NAV,TVPI,Notes\r\nARP-I,12.50,1.5,\r\nHSP-I,n.d.,n.d.,"NAV, TVPI: ${message}"\r\n`,
  );
  const carried = [{ name: 'HSP-I', nav: '9.00', tvpi: '1.5', notDetermined: [], carriedFrom: '2025-09-30' }];
  const parameters = [{ name: 'basis', title: 'Basis', kind: 'text', text: 'All partners' }] as const;
  const report = { groupBy: [], splitBy: [], subtotals: [], parameters };
  expect(await text(listCsv({ title: 'Funds', columns, rows: carried, report }))).toBe(
    'Fund,NAV,TVPI,Basis,Notes\r\nHSP-I,9.00,1.5,All partners,"Values of 09/30/2025, carried forward."\r\n',
  );
  const rates = [{ field: 'irr', kind: 'return', title: 'Net IRR' }, ...columns.slice(2)] as const;
  const marked = [
    { irr: '18.57', tvpi: '1.18', irrAnnualized: false, irrPartial: true, notDetermined: [] },
    { irr: '16.71', tvpi: '1.2', irrAnnualized: false, notDetermined: [] },
  ];
  expect(await text(listCsv({ title: 'Investors', columns: rates, rows: marked }))).toBe(
    'Net IRR,TVPI,Notes\r\n18.57,1.18,"Net IRR: not p.a., incl. transfer. TVPI: incl. transfer."\r\n16.71,1.2,Net IRR: not p.a.\r\n',
  );
  const plain = [{ name: 'ARP-I', nav: '12.50', tvpi: '1.5' }];
  expect(await text(listCsv({ title: 'Funds', columns, rows: plain }))).toBe('Fund,NAV,TVPI\r\nARP-I,12.50,1.5\r\n');
});
