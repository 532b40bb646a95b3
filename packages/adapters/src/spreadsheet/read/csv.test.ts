import { describe, expect, it } from 'vitest';
import { csvRows, readCsv } from './csv.ts';

async function* pieces(bytes: Uint8Array, size = 1): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
const utf8 = (text: string) => new TextEncoder().encode(text);
/** Returns the rows as texts by column. Reads byte by byte, so that every boundary between chunks is tested. */
async function rowsOf(text: string | Uint8Array, size = 1): Promise<readonly (readonly [number, ...string[]])[]> {
  const rows: (readonly [number, ...string[]])[] = [];
  for await (const { row, cells } of csvRows(pieces(typeof text === 'string' ? utf8(text) : text, size)))
    rows.push([row, ...cells.map((cell) => `${String(cell.column)}=${cell.text}`)]);
  return rows;
}
async function refused(text: string | Uint8Array): Promise<string> {
  const read = await readCsv(pieces(typeof text === 'string' ? utf8(text) : text, 7), { maxRows: 3, maxColumns: 4 });
  return read._unsafeUnwrapErr()[0]!.detail;
}

describe('a csv file', () => {
  it.each([1, 3, 1000])('is read unchanged in pieces of %i bytes', async (size) => {
    const text = '\ufeffName,Amount,Note\r\n"Steel, ""North""",1.5,"two\nlines"\r\n\r\n  ,,\nLast,,é漢\n';
    expect(await rowsOf(text, size)).toEqual([
      [1, '1=Name', '2=Amount', '3=Note'],
      [2, '1=Steel, "North"', '2=1.5', '3=two\nlines'],
      [6, '1=Last', '3=é漢'],
    ]);
  });

  it.each([
    ['semicolon', 'a;b\n1,5;2', ['1=1,5', '2=2']],
    ['tab', 'a\tb\n1,5\t2', ['1=1,5', '2=2']],
    ['bar', 'a|b\n1|2', ['1=1', '2=2']],
    ['comma', 'a,"b;c;d"\n1,2', ['1=1', '2=2']],
  ])('may be separated by a %s', async (_label, text, cells) => {
    expect((await rowsOf(text))[1]).toEqual([2, ...cells]);
  });

  it('may have old Macintosh line ends, and none after the last row', async () => {
    expect(await rowsOf('a,b\r1,2\r3,"4"')).toEqual([
      [1, '1=a', '2=b'],
      [2, '1=1', '2=2'],
      [3, '1=3', '2=4'],
    ]);
  });

  it('may be UTF-16 with a byte order mark, as Excel writes Unicode text', async () => {
    const text = Buffer.from('\ufeffa\tb\né\t2\n', 'utf16le');
    expect(await rowsOf(text)).toEqual([
      [1, '1=a', '2=b'],
      [2, '1=é', '2=2'],
    ]);
  });

  it.each([
    ['another encoding', Buffer.from('Name\nCafé\n', 'latin1'), /Line 2 of the file isn’t UTF-8 text\./],
    ['NUL', 'a,b\n1,\u00002\n', /a NUL character/],
    [
      'an open quotation mark',
      'a,b\n1,"2\n3,4\n',
      'A quotation mark in row 2 isn’t closed. Add the closing quotation mark.',
    ],
    ['a workbook', 'PK\u0003\u0004', /is a workbook/],
    ['too many rows', 'a\n1\n2\n3\n4\n', /^The file has more than 3 rows\. Split it/],
    ['too many columns', 'a,b\n1,2,3,4,5\n', 'Row 2 has more than 4 columns.'],
    ['an endless cell', `a\n${'x'.repeat(40_000)}\n`, 'A cell in row 2 has more than 32,767 characters.'],
  ])('is refused with %s', async (_label, text, why) => {
    expect(await refused(text)).toMatch(why);
  });

  it('that is empty has no rows', async () => {
    expect(await rowsOf('')).toEqual([]);
  });
});
