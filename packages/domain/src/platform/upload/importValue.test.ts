import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../kernel/index.ts';
import { decideRecovery } from './decideRecovery.ts';
import { decideTemplate } from './decideTemplate.ts';
import type { ImportField } from './importField.ts';
import { readImportValue } from './importValue.ts';
import { type Mapping, mappingFailures, standardMapping } from './mapping.ts';
import { tableReader } from './tableReader.ts';

const fields = {
  day: { title: 'Day', kind: 'date', hint: '', required: true },
  amount: { title: 'Amount', kind: 'money', hint: '', required: true },
  kind: { title: 'Kind', kind: 'choice', hint: '', choices: { CALL: 'Capital call', DIST: 'Distribution' } },
  late: { title: 'Late', kind: 'flag', hint: '' },
  note: { title: 'Note', kind: 'text', max: 5, hint: '' },
  rate: { title: 'Rate', kind: 'number', unit: 'percentage', hint: '' },
} as const satisfies Readonly<Record<string, ImportField>>;
const standard = standardMapping(fields);
const read = (
  text: string,
  field: ImportField,
  more: Partial<Mapping> = {},
  type: 'text' | 'number' | 'date' = 'text',
) =>
  readImportValue({ column: 1, type, text }, field, { ...standard, ...more }).match(
    ({ text: value, isRounded }) => (isRounded ? `${value} rounded` : value),
    (reason) => `refused: ${reason}`,
  );

describe('an amount in a file', () => {
  it.each<[string, Partial<Mapping>, string]>([
    ['1,234.56', {}, '1234.56'],
    ['(1,234.56)', {}, '-1234.56'],
    ['1.234,56', { decimalSign: ',' }, '1234.56'],
    ['-0,1', { decimalSign: ',', unit: '1000' }, '-100.00'],
    ['133.56023069000001', { unit: '1000000' }, '133560230.69 rounded'],
    ['9999999999999.99', {}, '9999999999999.99'],
    [
      '10000000000000',
      {},
      "refused: '10000000000000' is too large. An amount can have at most 13 digits before the decimal point",
    ],
    [
      '10000000',
      { unit: '1000000' },
      "refused: '10000000' is too large. An amount can have at most 13 digits before the decimal point",
    ],
    ['10.00000101', {}, "refused: '10.00000101' has more than 2 decimals"],
    ['10.005', {}, "refused: '10.005' has more than 2 decimals"],
    ['1E5', {}, "refused: '1E5' is not a number"],
    ['NaN', {}, "refused: 'NaN' is not a number"],
    [
      '1.234,56',
      {},
      "refused: '1.234,56' is written with a decimal comma (1.234,56), but the file is read with a decimal point (1,234.56)",
    ],
    [
      '1,234.56',
      { decimalSign: ',' },
      "refused: '1,234.56' is written with a decimal point (1,234.56), but the file is read with a decimal comma (1.234,56)",
    ],
  ])('%s with %o is %s', (text, more, value) => expect(read(text, fields.amount, more)).toBe(value));
});

describe('a date in a file', () => {
  it.each<[string, Partial<Mapping>, string]>([
    ['03/04/2024', {}, '2024-03-04'],
    ['03/04/2024', { dateOrder: 'DMY' }, '2024-04-03'],
    ['3.4.2024', { dateOrder: 'DMY' }, '2024-04-03'],
    ['2024-04-03', {}, '2024-04-03'],
    ['20240403', {}, '2024-04-03'],
    ['45385', { dateOrder: 'SERIAL' }, '2024-04-03'],
    ['45385', {}, "refused: '45385' may be an Excel serial number, but the file is read as month/day/year"],
    ['31/12/2024', {}, "refused: '31/12/2024' is a date as day/month/year, but the file is read as month/day/year"],
    [
      '12/31/2024',
      { dateOrder: 'DMY' },
      "refused: '12/31/2024' is a date as month/day/year, but the file is read as day/month/year",
    ],
    ['02/30/2024', {}, "refused: '02/30/2024' isn’t a calendar date"],
    ['01/01/1850', {}, "refused: '01/01/1850' is before 1900"],
    ['12/31/2199', {}, '2199-12-31'],
    ['01/01/2200', {}, "refused: '01/01/2200' is after 2199"],
    ['9999-12-31', {}, "refused: '9999-12-31' is after 2199"],
    ['1/2/24', {}, "refused: '1/2/24' has no four-digit year"],
    ['soon', {}, "refused: 'soon' is not a date. The file is read as month/day/year (or YYYY-MM-DD)"],
  ])('%s with %o is %s', (text, more, value) => expect(read(text, fields.day, more)).toBe(value));
});

describe('a rate in a file', () => {
  it.each<[string, Partial<Mapping>, string, 'text' | 'number']>([
    ['13.4', {}, '13.4', 'text'],
    ['0.134', {}, '0.134', 'text'],
    ['0.134', { rate: 'FRACTION' }, '13.4', 'text'],
    ['-0.0225780277', { rate: 'FRACTION' }, '-2.25780277', 'number'],
    ['0,059', { rate: 'FRACTION', decimalSign: ',' }, '5.9', 'text'],
    ['13.4%', {}, '13.4', 'text'],
    [
      '13.4%',
      { rate: 'FRACTION' },
      "refused: '13.4%' is in percent, but the file is read with fractions (0.134 is 13.4%)",
      'text',
    ],
  ])('%s with %o is %s', (text, more, value, type) => expect(read(text, fields.rate, more, type)).toBe(value));
  it('does not apply to amounts and plain numbers, which stay unchanged', () => {
    expect(read('0.50', fields.amount, { rate: 'FRACTION' })).toBe('0.50');
    expect(read('1.34', { title: 'TVPI', kind: 'number', unit: 'multiple', hint: '' }, { rate: 'FRACTION' })).toBe(
      '1.34',
    );
  });
});

it.each([
  ['capital  CALL', fields.kind, 'CALL'],
  ['fee', fields.kind, "refused: 'fee' isn’t a valid kind"],
  ['Yes', fields.late, 'true'],
  ['maybe', fields.late, "refused: 'maybe' is neither yes nor no"],
  ['-4.10%', fields.rate, '-4.1'],
  ['$4.10', fields.rate, "refused: '$4.10' can’t have a currency sign"],
  ['123456', fields.note, 'refused: is longer than 5 characters'],
])('%s is read as %s', (text, field, value) => expect(read(text, field)).toBe(value));

it('a name in a file has plain spaces, and a text of several lines keeps its own', () => {
  const name = { title: 'Name', kind: 'text', hint: '' } as const;
  expect(read('Advisor,\u00a0immediate', name)).toBe('Advisor, immediate');
  expect(read('10\u00a0%', { ...name, max: 4000 })).toBe('10\u00a0%');
});

describe('a mapping', () => {
  const mapped = (more: Partial<Mapping>) => ({ ...standard, ...more });
  const reasons = (mapping: Mapping) => mappingFailures(mapping, fields).map(({ detail }) => detail);
  it('reports two headings for a column, two columns for a heading, a fixed value with a heading, a duplicate word and missing columns', () => {
    expect(reasons(standard)).toEqual([]);
    expect(
      reasons(
        mapped({
          columns: [
            { heading: 'Betrag', field: 'amount' },
            { heading: 'Summe', field: 'amount' },
            { heading: ' betrag', field: 'note' },
          ],
          fixed: [{ field: 'note', value: 'x' }],
          codes: [
            { field: 'kind', own: 'Abruf', code: 'CALL' },
            { field: 'kind', own: 'abruf', code: 'DIST' },
          ],
        }),
      ),
    ).toEqual([
      "'Betrag' and 'Summe' are both read as Amount. Keep only one of them.",
      "' betrag' is already read as Amount.",
      "Note has a fixed value and is also read under ' betrag'. Keep only one of them.",
      "'abruf' is named twice for Kind.",
      'Every row needs a value for Day. Choose its heading or enter a fixed value.',
    ]);
  });

  it('reports missing and duplicate headings, and reads the others', () => {
    const cells = (...texts: readonly string[]) =>
      texts.map((text, i) => ({ column: i + 1, type: 'text' as const, text }));
    const reader = tableReader(fields, standard, 'Sheet', { row: 1, cells: cells('Day', 'Kind', 'kind', 'Else') });
    expect(reader.headingErrors.map(({ reason }) => reason)).toEqual([
      "The file has two columns 'kind'.",
      "The file has no column 'Amount'. Add it, or use a mapping template.",
    ]);
    expect(reader.unread).toEqual(['Else']);
    const optional = { note: fields.note };
    const unmapped = { ...standard, columns: [] };
    const head = { row: 1, cells: cells('Anything') };
    expect(tableReader(optional, unmapped, 'Sheet', head).headingErrors.map(({ reason }) => reason)).toEqual([
      'The mapping assigns no column of the file to a field. Assign at least one.',
    ]);
    const mended = tableReader(fields, standard, 'Sheet', { row: 1, cells: cells('day', 'AMOUNT') });
    expect(mended.read({ row: 2, cells: cells('2024-01-31', '7') })?.row).toEqual({
      row: 2,
      values: { day: '2024-01-31', amount: '7.00' },
      rounded: 0,
    });
    expect(mended.read({ row: 3, cells: cells('', ' ') })).toBeUndefined();
    expect(mended.read({ row: 4, cells: cells('', '7') })?.errors).toEqual([
      { sheet: 'Sheet', row: 4, column: 'day', reason: 'Day is required.' },
    ]);
  });

  it('refuses a row with a cell under no heading, such as the part after the comma in 10,000.00, and skips it', () => {
    const cells = (...texts: readonly string[]) =>
      texts.map((text, i) => ({ column: i + 1, type: 'text' as const, text }));
    const reader = tableReader(fields, standard, 'csv', { row: 1, cells: cells('Day', 'Amount', '') });
    expect(reader.read({ row: 2, cells: cells('2024-01-31', '10', '000.00') })).toEqual({
      row: { row: 2, values: {}, rounded: 0, unread: ['day', 'amount'] },
      errors: [
        {
          sheet: 'csv',
          row: 2,
          column: null,
          reason:
            "'000.00' has no heading. Add one to its column, or put quotes around the text that contains the comma.",
        },
      ],
    });
    expect(reader.read({ row: 3, cells: cells('2024-01-31', '10', ' ', '') })?.errors).toEqual([]);
  });
});

it('a mapping template has a valid mapping and a unique name', () => {
  const mapping = standardMapping(fields);
  const twin = { id: 'twin', name: 'Standard' };
  expect(decideTemplate(twin, mapping, fields, twin)._unsafeUnwrap()).toBe(mapping);
  const wrong = { ...mapping, columns: [...mapping.columns, { heading: 'x', field: 'none' }] };
  const refused = decideTemplate(undefined, wrong, fields, twin)._unsafeUnwrapErr();
  expect(refused.map(({ code }) => code)).toEqual(['FIELD_NOT_OF_TYPE', 'DUPLICATE']);
});

it('a deleted upload can be recovered until the last day', () => {
  const decide = (today: string) => decideRecovery(calendarDate('2026-03-01'), 30, calendarDate(today));
  expect(decide('2026-03-31').isOk()).toBe(true);
  expect(decide('2026-04-01')._unsafeUnwrapErr()).toMatchObject([{ code: 'WRONG_STATE', path: ['id'] }]);
});
