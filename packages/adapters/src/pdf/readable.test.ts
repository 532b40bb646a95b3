import { evidenceColumns } from '@carrara/contract/platform/delivery/delivery';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { PrintedColumn, PrintedRow } from '../spreadsheet/readable.ts';
import { createDocument } from './document.ts';
import { drawTextLine } from './fonts.ts';
import { listPdf } from './listPdf.ts';
import { profilePdf } from './profilePdf.ts';
import { pdfPages, unreadableIn } from './testing/pdfPages.ts';

const by = { tenantName: 'Alder Ridge Partners', reader: 'Amelia', today: '2026-06-30' };
const reason = (field: string, fund: number) => ({
  field,
  code: 'NO_NAV',
  message: `No net asset value was reported for 06/30/2026 by fund number ${fund % 3}.`,
});
const figures = ['contributions', 'distributions', 'unfunded', 'nav', 'gain', 'carry', 'fees', 'recallable'];
const columns: readonly PrintedColumn[] = [
  { field: 'name', kind: 'text', title: 'Fund' },
  { field: 'code', kind: 'code', title: 'Code' },
  { field: 'type', kind: 'text', title: 'Type of vehicle' },
  { field: 'vintage', kind: 'year', title: 'Vintage year' },
  { field: 'currency', kind: 'text', title: 'Currency' },
  { field: 'firstClose', kind: 'date', title: 'First close' },
  ...figures.map((field): PrintedColumn => ({ field, kind: 'money', title: `Total ${field}`, total: 'sum' })),
  { field: 'irr', kind: 'return', title: 'Net IRR' },
];
const row = (at: number): PrintedRow => ({
  name: `Alder Ridge Partners Fund ${at}, L.P. with a long name`,
  code: `ARP-${at}`,
  type: 'Coinvestment vehicle',
  vintage: '2019',
  currency: 'US Dollar',
  firstClose: '2019-03-31',
  ...Object.fromEntries(figures.map((field) => [field, at % 4 === 0 ? null : '-123456789.01'])),
  irr: '-30.08',
  irrAnnualized: false,
  irrPartial: true,
  notDetermined: at % 4 === 0 ? figures.map((field) => reason(field, at)) : [],
});
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at + 1));
const textsOf = (bytes: Uint8Array) => pdfPages(bytes).flatMap(({ texts }) => texts.map(({ text }) => text));

/** Returns the words as they are printed. The digits of a word are separate pieces of text next to the letters. */
const joinedTexts = (bytes: Uint8Array) =>
  pdfPages(bytes).flatMap(({ texts }) => {
    const joined: { text: string; y: number; end: number }[] = [];
    for (const { text, x, y, width } of texts.toSorted((first, other) => first.y - other.y || first.x - other.x)) {
      const last = joined.at(-1);
      if (last?.y === y && Math.abs(x - last.end) < 0.5) [last.text, last.end] = [last.text + text, x + width];
      else joined.push({ text, y, end: x + width });
    }
    return joined.flatMap(({ text }) => text.split(' '));
  });

describe('a PDF of a wide list', () => {
  const list = (count: number, all: Iterable<PrintedRow> = rows(count)) =>
    buffer(listPdf({ title: 'Funds', columns, rows: all, totals: [] }, by));

  it('has no text under 7 points, no overlaps, and no text outside the page', async () => {
    expect(unreadableIn(await list(60))).toEqual([]);
  });

  it('never breaks a header inside a word', async () => {
    const [first] = pdfPages(await list(3));
    const titleTexts = new Set(columns.flatMap(({ title }) => title.split(' ')));
    const top = Math.min(...first!.texts.filter(({ text }) => text === 'Fund').map(({ y }) => y));
    const header = first!.texts.filter(({ y }) => Math.abs(y - top) < 20 && y <= top + 1 && y > 50);
    expect(
      header.flatMap(({ text }) => text.split(' ')).filter((word) => word !== '' && !titleTexts.has(word)),
    ).toEqual([]);
  });

  it('breaks neither headers nor times in a certificate of delivery', async () => {
    const event = {
      createdDate: '2026-09-30 14:05:09',
      participant: 'Zanele Mokoena',
      kind: 'Acknowledged',
      by: 'Zanele Mokoena',
      version: 1,
      typedName: 'Zanele Mokoena',
      detail: 'I have received this document and agree with the amounts in it.',
      isSteppedUp: true,
      address: '192.168.100.100',
      sha256: 'a'.repeat(64),
    };
    const bytes = await buffer(
      listPdf({ title: 'Certificate of delivery', columns: evidenceColumns, rows: [event], totals: [] }, by),
    );
    expect(unreadableIn(bytes)).toEqual([]);
    const printed = new Set(joinedTexts(bytes));
    const titleParts = evidenceColumns.flatMap(({ title }) => title.split(' '));
    expect([...titleParts, '09/30/2026', '14:05', event.address].filter((word) => !printed.has(word))).toEqual([]);
  });

  it('marks undetermined values, and explains them once below the table', async () => {
    const texts = textsOf(await list(8));
    const why = 'No net asset value was reported for 06/30/2026 by fund number 1.';
    expect(texts.filter((text) => text.startsWith('n.d.')).length).toBeGreaterThan(2);
    // Figures are separate pieces of text, so the pieces are joined first.
    expect(texts.join('').replaceAll(' ', '').split(why.replaceAll(' ', ''))).toHaveLength(2);
  });

  it("has every column: those that don't fit follow below", async () => {
    const text = textsOf(await list(3)).join(' ');
    expect(columns.filter(({ title }) => !title.split(' ').every((word) => text.includes(word)))).toEqual([]);
    expect(text).not.toContain('The Excel file has all columns.');
  });

  it('names the columns omitted from very long lists', async () => {
    expect(textsOf(await list(420)).join(' ')).toMatch(/n’t fit on the page: .*The Excel file has all columns\./);
  });

  it('continues in wider columns if a later row needs them', async () => {
    const late = { ...row(1), contributions: '-9123456789123.45' };
    const bytes = await list(0, [...rows(450), late]);
    expect(unreadableIn(bytes)).toEqual([]);
    expect(textsOf(bytes).join(' ')).toContain('9,123,456,789,123.45');
  });
});

describe('unreadable text', () => {
  it('is detected: small text, and overlapping text', async () => {
    const doc = createDocument({ title: 'test', today: '2026-10-01', margin: 40 });
    doc.addPage();
    drawTextLine(doc, 'Small', 40, 40, 200, { size: 6 });
    drawTextLine(doc, 'Below', 40, 100, 200, { size: 10 });
    drawTextLine(doc, 'Above', 44, 103, 200, { size: 10 });
    doc.end();
    expect(unreadableIn(await buffer(doc))).toEqual([
      "page 1: 'Small' has 6 pt",
      "page 1: 'Below' and 'Above' overlap",
    ]);
  });
});

describe('a PDF of a profile', () => {
  it('wraps a long formula and a long cell, over pages if needed', async () => {
    const long = 'The annual rate at which the dated cash flows discount to zero. '.repeat(90);
    const bytes = await buffer(
      profilePdf(
        {
          title: 'Explanation',
          name: 'Net IRR of a fund with a name that is longer than a line of this page has room for, and then some more',
          note: long.slice(0, 600),
          facts: [
            { label: 'Result', text: '12.35%' },
            { label: 'What it is', text: long.slice(0, 300) },
          ],
          tables: [
            {
              title: 'Steps',
              columns: [
                { field: 'name', kind: 'text', title: 'Step' },
                { field: 'text', kind: 'longText', title: 'How' },
              ],
              rows: [{ name: 'IRR', text: long }],
            },
          ],
        },
        by,
      ),
    );
    expect(unreadableIn(bytes)).toEqual([]);
  });
});
