import type { Writable } from 'node:stream';
import type { Kind } from '@carrara/contract/core/kinds';
import { bodyStyles, headerStyles, noteStyle, putCell, titleStyle } from './cells.ts';
import { commitRow, type Sheet, type Writer } from './workbookStream.ts';

export interface Summary {
  readonly title: string;
  /** Facts with their values. Those without a value are left out. */
  readonly facts: readonly (readonly [title: string, kind: Kind, value: unknown])[];
  readonly columns: readonly (readonly [title: string, kind: Kind, width: number])[];
}

type FillRow = (row: ReturnType<Sheet['getRow']>) => void;

/** Starts the first sheet of a workbook: title, facts and the headings of a table. The caller adds the rows. */
export async function startSummary(writer: Writer, out: Writable, { title, facts, columns }: Summary) {
  const sheet = writer.addWorksheet('Summary', {
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  });
  sheet.columns = columns.map(([, , width]) => ({ width }));
  let at = 1;
  const put = async (fill: FillRow): Promise<number> => {
    const row = sheet.getRow(at);
    fill(row);
    at += 1;
    await commitRow(sheet, row, out);
    return row.number;
  };
  await put((row) => putCell(row.getCell(1), 'text', title, titleStyle));
  for (const [name, kind, value] of facts) {
    if (value === null || value === undefined || value === '') continue;
    await put((row) => {
      putCell(row.getCell(1), 'text', name, noteStyle);
      putCell(row.getCell(2), kind, value, { ...bodyStyles[kind], alignment: { horizontal: 'left' } });
    });
  }
  at += 1;
  const head = await put((row) => {
    for (const [index, [name, kind]] of columns.entries())
      putCell(row.getCell(index + 1), 'text', name, headerStyles[kind]);
  });
  return { put, firstRow: head + 1, end: () => sheet.commit() };
}
