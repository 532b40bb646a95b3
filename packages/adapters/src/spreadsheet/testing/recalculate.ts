import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';

const run = promisify(execFile);
const programs = ['soffice', 'libreoffice'];

/** Returns the path of this machine's office suite. Undefined if there is none. */
export function findOfficeSuite(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/Applications/LibreOffice.app/Contents/MacOS',
    'C:\\Program Files\\LibreOffice\\program',
  ];
  return folders
    .flatMap((folder) => programs.flatMap((name) => [join(folder, name), join(folder, `${name}.exe`)]))
    .find((file) => existsSync(file));
}

export interface RecalculatedFormula {
  readonly sheet: string;
  readonly address: string;
  readonly formula: string;
  /** Cached value in the workbook. */
  readonly stored: unknown;
  /** Value computed by the office suite. */
  readonly computed: unknown;
}

const load = async (bytes: Uint8Array): Promise<ExcelJS.Workbook> => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(new Uint8Array(bytes).buffer);
  return workbook;
};

/**
 * Returns every formula of a workbook with its cached value and the value that an office suite computes. The suite gets
 * the workbook without the cached values.
 */
export async function recalculate(bytes: Uint8Array, officeSuite: string): Promise<readonly RecalculatedFormula[]> {
  const workbook = await load(bytes);
  const formulas: Omit<RecalculatedFormula, 'computed'>[] = [];
  for (const sheet of workbook.worksheets) {
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        if (cell.type !== ExcelJS.ValueType.Formula) return;
        formulas.push({ sheet: sheet.name, address: cell.address, formula: cell.formula, stored: cell.result });
        cell.value = { formula: cell.formula };
      }),
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'carrara-office-'));
  try {
    const input = join(folder, 'given.xlsx');
    await writeFile(input, new Uint8Array(await workbook.xlsx.writeBuffer()));
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const conversion = ['--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', join(folder, 'out'), input];
    await run(officeSuite, [profile, '--headless', '--norestore', ...conversion], { timeout: 240_000 });
    const answer = await load(await readFile(join(folder, 'out', 'given.xlsx')));
    return formulas.map((each) => ({
      ...each,
      computed: answer.getWorksheet(each.sheet)?.getCell(each.address).result,
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
