import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPlannedFirm } from '../testing/plannedFirm.ts';
import { responseStatus } from '../testing/testClient.ts';
import { mappingOf, uploadClient } from '../testing/uploads.ts';

const heading = ['As of', 'Participant', 'Source', 'Accrued', 'Distributed', 'Escrow held'];
const TYPE = 'opening-balances';

async function workbook(rows: readonly (readonly (string | number | null)[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Opening balances');
  for (const row of [heading, ...rows]) sheet.addRow(row);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

describe('opening balances from a workbook', () => {
  const firm = openPlannedFirm({ maker: 'editor' });
  const { as, people } = firm;
  let files: ReturnType<typeof uploadClient>;
  beforeAll(() => {
    files = uploadClient(firm.server, firm.tenantId, people.maker);
  });

  const check = async (rows: Parameters<typeof workbook>[0]) =>
    files.checked(TYPE, await workbook(rows), { name: 'opening.xlsx' });
  const runs = async () => (await as(people.maker).listLedgerRuns()).pageData;

  it('are checked first: every error has row, column and reason, and nothing is stored', async () => {
    const { status, errors, effects } = await check([
      ['2025-12-31', 'E001', 'CO-HEL', '1000.00', '400.00', '40.00'],
      ['2025-12-31', 'E999', 'CO-HEL', '1', null, null],
      ['2025-12-31', 'E002', 'NOWHERE', '1', null, null],
      ['31 December', 'E002', 'CO-HEL', '1.005', null, null],
      ['2025-12-31', 'E003', 'CO-HEL', '5', '1', '2'],
      [null, null, null, null, null, null],
      ['2025-12-31', 'E001', 'CO-HEL', '7', null, null],
      ['2025-12-31', 'N001', 'CO-HEL', '-7', null, null],
      ['2025-12-31', 'E004', 'CO-HEL', '7', null, null],
    ]);
    expect(status).toBe('FAILED');
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [2, 'Participant'],
      [3, 'Participant'],
      [4, 'Source'],
      [5, 'As of'],
      [5, 'Accrued'],
      [6, 'Escrow held'],
      [8, 'Participant'],
      [9, 'Participant'],
      [9, 'Accrued'],
    ]);
    // Effects of the rows without errors: only the last one.
    expect(effects.map(({ created }) => created)).toEqual([1, 1]);
    expect(await runs()).toEqual([]);
  });

  it('open an account once in a file: on two days it is refused at both rows, each naming the other', async () => {
    const { status, errors, effects } = await check([
      ['2011-06-30', 'E001', 'CO-HEL', '5000', '1234.56', '400.01'],
      ['2012-02-29', 'e001', 'co-hel', '6000', null, null],
      ['2012-02-29', 'E002', 'CO-HEL', '10', null, null],
    ]);
    expect([status, effects.map(({ created }) => created)]).toEqual(['FAILED', [1, 1]]);
    expect(errors.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [2, 'Participant', 'Row 3 also opens this account. An account can be opened only once.'],
      [3, 'Participant', 'Row 2 also opens this account. An account can be opened only once.'],
    ]);
    expect(await runs()).toEqual([]);
  });

  it('become a draft for each day, once confirmed; accounts with an open draft need a confirmation', async () => {
    const rows = [
      ['2025-12-31', 'E001', 'co-hel', '1000.00', '400.00', '40.00'],
      ['2025-12-31', 'e002', 'CO-HEL', 500, null, null],
      ['2024-12-31', 'E003', 'CO-HEL', '1.10', '1.10', null],
    ];
    const report = await check(rows);
    expect([report.errors, report.effects.map(({ created }) => created)]).toEqual([[], [3, 2]]);
    expect(await files.confirm(TYPE, report.id)).toMatchObject({ status: 'DONE' });
    const created = await runs();
    expect(created.map(({ runDate, accrued, status }) => `${runDate} ${accrued} ${status.code}`).sort()).toEqual([
      '2024-12-31 1.10 DRAFT',
      '2025-12-31 1500.00 DRAFT',
    ]);
    expect((await check(rows)).warnings).toHaveLength(2);
  });

  it('can have other headings through a mapping template, which the errors name [R-T-080]', async () => {
    const columns = { asOf: 'Stichtag', participant: 'Person', source: 'Fonds', accrued: 'Anspruch' };
    await as(people.maker).saveMappingTemplate({
      params: { fileType: TYPE },
      body: {
        applicationId: 'carry',
        name: 'Altsystem',
        mapping: mappingOf(columns),
      },
    });
    const csv = (rows: string) =>
      files.checked(TYPE, `${Object.values(columns).join(';')}\n${rows}`, { mapping: 'Altsystem' });
    const good = await csv('31.12.2023;E001;CO-HEL;1.234,56\n');
    expect([good.errors, good.effects[0]]).toMatchObject([[], { kind: 'Opening balances', created: 1 }]);
    const wrong = await csv('31.12.2023;E001;NOWHERE;1,00\n31.12.2023;E002;CO-HEL;x\n');
    expect(wrong.errors.map(({ row, column }) => [row, column])).toEqual([
      [2, 'Fonds'],
      [3, 'Anspruch'],
    ]);
  });

  it('have a template, and need the right to edit the ledger', async () => {
    const template = await as(people.maker).downloadTemplate({ params: { fileType: TYPE, applicationId: 'carry' } });
    expect(template.bytes.length).toBeGreaterThan(0);
    const stranger = await firm.server.person(firm.tenantId, { performance: 'editor' });
    expect(await responseStatus(files.checked(TYPE, await workbook([]), { as: stranger, name: 'opening.xlsx' }))).toBe(
      403,
    );
  });
});
