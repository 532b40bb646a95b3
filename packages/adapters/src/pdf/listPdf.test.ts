import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { listPdf } from './listPdf.ts';
import { profilePdf } from './profilePdf.ts';
import { unreadableIn } from './testing/pdfPages.ts';
import { pdfTexts } from './testing/pdfTexts.ts';

const by = { tenantName: 'Alder Ridge Partners', reader: 'Amelia', today: '2026-06-30' };
const columns = [
  { field: 'name', kind: 'text', title: 'Fund' },
  { field: 'nav', kind: 'money', title: 'NAV' },
  { field: 'irr', kind: 'return', title: 'Net IRR' },
  { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
] as const;
const rows = [{ name: 'Fund I', nav: '1250000.50', irr: '12.345', tvpi: '1.849' }];
async function* each() {
  yield* rows;
}
const textOf = (bytes: Uint8Array) => pdfTexts(bytes).flat().join('').replaceAll(' ', '');
const files: Readonly<Record<string, () => Readable>> = {
  'an overview': () => listPdf({ title: 'Fund overview', columns, rows: each() }, by),
  'a profile': () =>
    profilePdf({ title: 'Fund', name: 'Fund I', note: '', facts: [], tables: [{ title: 'All', columns, rows }] }, by),
};

it('names everything its totals leave out below them, since a page cannot link to the list', async () => {
  const names = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm'].map((name) => `${name} Fund`);
  const excluded = names.map((name) => ({
    id: name,
    name,
    reason: 'No net asset value was reported.',
    lastDate: null,
  }));
  const totals = [{ field: 'nav', total: '1250000.50', coverage: { included: 1, total: 6, excluded, carried: [] } }];
  const summed = columns.map((column) => (column.field === 'nav' ? ({ ...column, total: 'sum' } as const) : column));
  const list = { title: 'Funds', columns: summed, rows: each(), totals };
  const text = pdfTexts(await buffer(listPdf(list, by)))
    .flat()
    .join('')
    .replaceAll(' ', '');
  expect(text).toContain('1of6funds;excludesAshFund');
  for (const name of names) expect(text).toContain(name.replaceAll(' ', ''));
  expect(text).not.toContain('more');
});

it('marks a row carried forward below its name', async () => {
  const carried = [{ name: 'Harbor Street I', nav: '9.00', irr: '4.1', tvpi: '1.1', carriedFrom: '2025-09-30' }];
  const text = textOf(await buffer(listPdf({ title: 'Funds', columns, rows: carried }, by)));
  expect(text).toContain('HarborStreetI');
  expect(text).toContain('Valuesof09/30/2025,carriedforward');
});

it('leaves a total blank that applies to no row, as its rows', async () => {
  const summed = columns.map((column) => (column.field === 'nav' ? ({ ...column, total: 'sum' } as const) : column));
  const list = { title: 'Funds', columns: summed, rows: [{ name: 'Fund I' }], totals: [{ field: 'nav', total: null }] };
  expect(textOf(await buffer(listPdf(list, by)))).not.toContain('n.d.');
});

describe('a profile with an issuer', () => {
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const chart = {
    title: 'J-curve, percent of commitment',
    unit: '%',
    categories: ['Q1', 'Q2', 'Q3'],
    series: [
      { name: 'Cash', values: ['-10', '-62.5', '-48'] },
      { name: 'Cash and NAV', values: ['-2', null, '12.5'] },
    ],
  };
  const quarters = Array.from({ length: 46 }, (_, at) => `03/31/${String(2000 + at)}`);
  const byQuarter = {
    title: 'Fair value by quarter, USD',
    categories: quarters,
    series: [{ name: 'Fair value', values: quarters.map((_, at) => String(at * 12_345_678)) }],
  };
  const profile = {
    head: { tenantName: 'Harbor Street Capital', address: ['1 Harbor Street'], logo: pixel },
    title: 'Fund profile',
    name: 'Fund I',
    note: 'Currency: USD',
    facts: [],
    charts: [chart, byQuarter, { ...chart, title: 'Without values', series: [{ name: 'NAV', values: [null] }] }],
    tables: [{ title: 'All', columns, rows: Array.from({ length: 60 }, () => rows[0] ?? {}) }],
  };

  it('has its name, logo and address, the title of the document, and document and date in the footer', async () => {
    const bytes = await buffer(profilePdf(profile, by));
    expect(bytes.toString('latin1')).toContain('/Subtype /Image');
    const text = textOf(bytes);
    expect(text).toContain('HarborStreetCapital1HarborStreetFundIFundprofile\u00b7Currency:USD');
    expect(text).toContain('HarborStreetCapital\u00b7Fundprofile\u00b7FundI\u00b706/30/2026');
    expect(text).not.toContain('AlderRidgePartners');
    // Later pages name the issuer, too.
    expect(text.split('HarborStreetCapital').length - 1).toBeGreaterThan(4);
  });

  it('draws its charts with axis and legend, readably, and leaves out a chart without values', async () => {
    const bytes = await buffer(profilePdf(profile, by));
    expect(unreadableIn(bytes)).toEqual([]);
    const text = textOf(bytes);
    for (const part of ['J-curve,percentofcommitment', 'CashandNAV', '-80%', '0%', '20%', 'Q1', 'Q3'])
      expect(text).toContain(part);
    expect(text).not.toContain('Withoutvalues');
  });
});

it('repeats no sums below columns that didn’t fit and have none', async () => {
  const amounts = Array.from({ length: 9 }, (_, at) => `m${String(at)}`);
  const money = amounts.map((field) => ({ field, kind: 'money', title: field }) as const);
  const list = {
    title: 'Accounts',
    columns: [
      { field: 'code', kind: 'code', title: 'Code' },
      { field: 'fund', kind: 'text', title: 'Fund' },
      ...money,
    ] as const,
    rows: [{ code: 'OAK', fund: 'Oakenshaw', ...Object.fromEntries(amounts.map((name) => [name, '12345678901.50'])) }],
    report: {
      groupBy: [],
      splitBy: ['currency'],
      parameters: [],
      subtotals: [
        { keys: [], splitKeys: ['USD'], totals: amounts.map((field) => ({ field, total: '12345678901.50' })) },
      ],
    },
  };
  const texts = pdfTexts(await buffer(listPdf(list, by))).flat();
  const found = (word: string) => texts.filter((text) => text.includes(word)).length;
  expect([found('Oakenshaw'), found('OAK'), found('Total')]).toEqual([1, 2, 1]);
});

describe.each(Object.entries(files))('the file of %s', (_, file) => {
  it("is in landscape, with the requester's first name in the footer [U-T-108 U-T-110]", async () => {
    const bytes = await buffer(file());
    const [, width, height] = /MediaBox \[0 0 (\d+) (\d+)\]/.exec(bytes.toString('latin1')) ?? [];
    expect(Number(width)).toBeGreaterThan(Number(height));
    expect(pdfTexts(bytes).flat().join('').replaceAll(' ', '')).toContain('Amelia·page1of1');
  });

  it('has the same figures as the screens [U-T-011 U-T-111]', async () => {
    const text = pdfTexts(await buffer(file()))
      .flat()
      .join('')
      .replaceAll(' ', '');
    for (const displayed of ['1,250,000.50', '12.35%', '1.85x']) expect(text).toContain(displayed);
  });
});
