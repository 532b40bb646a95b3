import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { defaultLimits } from './limits.ts';
import { parseWorkbook } from './parseWorkbook.ts';
import { readWorkbook } from './readWorkbook.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const workbook = (inside = '') =>
  `${head}<workbook xmlns:r="r">${inside}<sheets><sheet name="Funds" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const relations = `${head}<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>
  <Relationship Id="rId2" Type="x/styles" Target="styles.xml"/></Relationships>`;
const styles = `${head}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
const sheet = (rows: string) => `${head}<worksheet><sheetData>${rows}</sheetData></worksheet>`;

async function packed(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}
const withSheet = (rows: string, book = workbook()) =>
  packed({
    'xl/workbook.xml': book,
    'xl/_rels/workbook.xml.rels': relations,
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': sheet(rows),
  });
const codesOf = (result: Awaited<ReturnType<typeof readWorkbook>>) =>
  result.isOk() ? 'read' : result.error.map(({ code }) => code).join();
const codes = async (bytes: Uint8Array) => codesOf(await readWorkbook(bytes));
/** A process starts slowly on a busy machine. */
const patiently = { timeout: 30_000 };

describe('readWorkbook', patiently, () => {
  it('reads the sample: twelve sheets, dates as days, numbers as Excel displays them', async () => {
    const bytes = await readFile(new URL('../../../../../samples/carry-plan.xlsx', import.meta.url));
    const sheets = (await readWorkbook(bytes))._unsafeUnwrap();
    expect(sheets).toHaveLength(12);
    const first = (name: string) => sheets.find((each) => each.name === name)!.rows[1]!.cells;
    expect(first('Funds')[5]).toEqual({ address: 'F2', column: 6, type: 'date', text: '2012-03-31' });
    expect(first('Tranches')[5]).toEqual({ address: 'F2', column: 6, type: 'number', text: '105805780.6' });
  });

  it('reads doubles with the 15 digits that Excel displays, both date systems, and every kind of text', async () => {
    const rows = `<row r="2"><c r="A2"><v>105805780.59999999</v></c><c r="B2" s="1"><v>59</v></c><c r="C2" s="1"><v>61</v></c>
      <c r="D2" s="1"><v>44196.75</v></c><c r="E2" t="inlineStr"><is><r><t>a_x0041_</t></r><r><t>&amp;b</t></r></is></c>
      <c r="F2" t="b"><v>1</v></c><c r="G2" t="str"><f>1+1</f><v>two</v></c><c r="H2" t="e"><v>#REF!</v></c><c r="I2" s="1"/></row>`;
    const texts = async (bytes: Buffer) =>
      (await readWorkbook(bytes))._unsafeUnwrap()[0]!.rows[0]!.cells.map((c) => c.text);
    expect(await texts(await withSheet(rows))).toEqual([
      '105805780.6',
      '1900-02-28',
      '1900-03-01',
      '2020-12-31',
      'aA&b',
      'TRUE',
      'two',
      '#REF!',
    ]);
    expect((await texts(await withSheet(rows, workbook('<workbookPr date1904="1"/>'))))[2]).toBe('1904-03-02');
  });

  it('keeps an escape sequence of a character that no text can contain', async () => {
    const escaped = ['a_x0000_', '_xD800_', '_xD83D__xDE00_'];
    const cells = escaped.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
    const [read] = (await readWorkbook(await withSheet(`<row r="1">${cells}</row>`)))._unsafeUnwrap();
    expect(read!.rows[0]!.cells.map(({ text }) => text)).toEqual(['a_x0000_', '_xD800_', '\u{1F600}']);
  });

  it('recognizes numbers displayed as percentages', async () => {
    const formats = `${head}<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.00%"/><numFmt numFmtId="171" formatCode="0.00&quot; %&quot;"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`;
    const cells = [0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>0.2</v></c>`).join('');
    const bytes = await packed({
      'xl/workbook.xml': workbook(),
      'xl/_rels/workbook.xml.rels': relations,
      'xl/styles.xml': formats,
      'xl/worksheets/sheet1.xml': sheet(`<row r="1">${cells}</row>`),
    });
    const [first] = (await readWorkbook(bytes))._unsafeUnwrap();
    expect(first!.rows[0]!.cells.map(({ isPercent = false }) => isPercent)).toEqual([false, true, true, true, false]);
  });

  it('refuses files that are not workbooks', async () => {
    expect(await codes(Buffer.from('Code,Name\r\n'))).toBe('FILE_NOT_READABLE');
    expect(await codes(Buffer.from('PK\u0003\u0004 and then nothing'))).toBe('FILE_NOT_READABLE');
    expect(await codes(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))).toBe('FILE_NOT_READABLE');
    expect(await codes(await packed({ 'word/document.xml': '<a/>' }))).toBe('FILE_NOT_READABLE');
    expect(await codes(await withSheet('<row><c r="A1"><v>1</c></row>'))).toBe('FILE_NOT_READABLE');
  });

  it.each([
    ['<row><c r="A1"><v>1</c></row>', /^The file is damaged: .*\. Save it again in Excel and upload it\.$/],
    [
      '<row r="999999999"><c r="A999999999"><v>1</v></c></row>',
      /^Sheet 'Funds' has a cell at 'A999999999', but the last cell of a sheet is XFD1048576\. Save/,
    ],
    ['<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>', /^Sheet 'Funds' has a cell at 'ZZZZZZ1', but/],
  ])('says what to do about a damaged sheet: %s', async (rows, message) => {
    const refused = (await readWorkbook(await withSheet(rows)))._unsafeUnwrapErr();
    expect(refused.map(({ detail }) => detail)).toEqual([expect.stringMatching(message)]);
  });
});

/**
 * Maximum processor time for a file: two seconds on a quiet machine. With shared caches the same work can take up to
 * three times as long.
 */
const most = 6_000_000;

describe('U27: a hostile file is refused within two seconds', patiently, () => {
  /** Returns the refusal. Runs in this process, so that its processor time can be measured separately. */
  const cheaply = async (bytes: Uint8Array) => {
    const before = process.cpuUsage();
    const result = await parseWorkbook(bytes, defaultLimits);
    const { user, system } = process.cpuUsage(before);
    return { code: codesOf(result), isCheap: user + system < most };
  };

  it('if it inflates too much', async () => {
    const zeros = Buffer.alloc(150_000_000, 32);
    const bytes = await packed({ 'xl/workbook.xml': workbook(), 'xl/worksheets/sheet1.xml': zeros });
    expect(await cheaply(bytes)).toEqual({ code: 'FILE_TOO_LARGE', isCheap: true });
  });

  it('when it is nothing but blanks, before it is read', async () => {
    const bytes = await withSheet('<row><c s="1"/></row>'.repeat(500_000));
    expect(bytes.byteLength).toBeLessThan(100_000);
    expect(await cheaply(bytes)).toEqual({ code: 'FILE_TOO_LARGE', isCheap: true });
    const fewer = await withSheet('<row><c s="1"/></row>'.repeat(100_000));
    expect(codesOf(await parseWorkbook(fewer, defaultLimits))).toBe('read');
  });

  it('if its directory lies about the inflated size', async () => {
    const bytes = await withSheet('<row/>');
    const bomb = deflateRawSync(Buffer.alloc(100_000_000, 32));
    const mislabeled = Buffer.concat([bytes.subarray(0, 60), bomb, bytes.subarray(60)]);
    expect(await cheaply(mislabeled)).toEqual({ code: 'FILE_NOT_READABLE', isCheap: true });
  });

  it('if it has sixty thousand entries', async () => {
    // The end record of a package states the number of entries in its directory.
    const bytes = await withSheet('<row/>');
    const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
    bytes.writeUInt16LE(60_000, end + 8);
    bytes.writeUInt16LE(60_000, end + 10);
    expect(await cheaply(bytes)).toEqual({ code: 'FILE_TOO_LARGE', isCheap: true });
  });

  it('if it declares entities, external or growing', async () => {
    const external = workbook().replace(head, `${head}<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>`);
    expect(await cheaply(await withSheet('', external))).toEqual({ code: 'FILE_NOT_READABLE', isCheap: true });
  });

  it('if it has sixteen thousand columns', async () => {
    const bytes = await withSheet('<row r="1"><c r="XFD1"><v>1</v></c></row>');
    expect(await cheaply(bytes)).toEqual({ code: 'FILE_TOO_LARGE', isCheap: true });
  });

  it('if a million cells reference one long text', async () => {
    const cells = '<c t="str"><v>'.concat('x'.repeat(30_000), '</v></c>').repeat(600);
    expect(await cheaply(await withSheet(`<row r="1">${cells}</row>`.replaceAll('<row r="1">', '<row>')))).toEqual({
      code: 'FILE_TOO_LARGE',
      isCheap: true,
    });
  });

  it('if sixty sheets are one part', async () => {
    const book = `${head}<workbook xmlns:r="r"><sheets>${'<sheet name="S" sheetId="1" r:id="rId1"/>'.repeat(60)}</sheets></workbook>`;
    const bytes = await withSheet('<row><c><v>1</v></c></row>'.repeat(200_000), book);
    expect(await cheaply(bytes)).toEqual({ code: 'FILE_NOT_READABLE', isCheap: true });
  });

  it.each([
    ['is deeply nested', '<a>'.repeat(2_000_000), 'FILE_NOT_READABLE'],
    ['consists of empty elements', `<b>${'<a/>'.repeat(2_400_000)}</b>`, 'FILE_TOO_LARGE'],
    [
      'consists of attributes',
      `<a ${Array.from({ length: 5_000_000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      'FILE_TOO_LARGE',
    ],
  ])('if a part %s', async (_label, xml, code) => {
    const bytes = await packed({ 'xl/workbook.xml': xml });
    expect(await cheaply(bytes)).toEqual({ code, isCheap: true });
  });

  it('if it does not end in time', async () => {
    const bytes = await readFile(new URL('../../../../../samples/carry-plan.xlsx', import.meta.url));
    const result = await readWorkbook(bytes, { processorMs: 1 });
    expect(result._unsafeUnwrapErr()[0]!.code).toBe('FILE_TOO_LARGE');
  });
});
