import { statementSections, withoutSalary } from '@carrara/contract/compensation/statementSections';
import type { StatementText } from '@carrara/domain/compensation/statement';
import type { Readable } from 'node:stream';
import { safeFileName } from '../files/fileName.ts';
import { createCellNotes } from './cellNotes.ts';
import { createDocument, drawInto, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import type { Document } from './fonts.ts';
import { letterheadColor, drawLetterhead, type Letterhead, prepareLetterhead } from './letterhead.ts';
import { printDate } from './print.ts';
import { printRefusal } from './printable.ts';
import { recordCells, drawNotes, drawRows, planColumns } from './recordTable.ts';
import { setText } from './textBlock.ts';

/** A total compensation statement, for print. */
export interface PrintedStatement {
  readonly head: Letterhead;
  /** Employee's name. */
  readonly name: string;
  readonly message: string | null;
  readonly text: StatementText;
  /** Date of printing. */
  readonly day: string;
  readonly isDraft: boolean;
  /** The firm's currency, which comes first. */
  readonly mainCurrency: string;
  /** False if the firm hides participants' percentages of a source. */
  readonly showsPercentages: boolean;
}
type Drawn =
  | { readonly name: string; readonly content: Readable; readonly refusal?: undefined }
  | { readonly name: string; readonly content?: undefined; readonly refusal: string };

const MARGIN = 48;
const TITLE = 'Total Compensation Statement';
const quiet = '#5b6b7c';
const heading = { size: 10, weight: 'bold' } as const;

/** Prints the statement of one person in portrait, or returns why it can't be printed. */
export async function statementPdf(statement: PrintedStatement): Promise<Drawn> {
  const { head, name, message, text } = statement;
  const file = safeFileName(`${name} - Compensation statement ${text.year}`, 'pdf');
  const sections = statementSections(text, statement.mainCurrency, statement.showsPercentages);
  await loadFonts(JSON.stringify([head.tenantName, head.address, name, message, sections]));
  const refusal = printRefusal(name, [name, message], 'statement');
  if (refusal !== undefined) return { name: file, refusal };
  await prepareLetterhead(head);
  const doc = createDocument({ title: `${TITLE} ${text.year}: ${name}`, today: statement.day, margin: MARGIN });
  return { name: file, content: drawInto(doc, () => draw(doc, statement, sections)) };
}

async function draw(
  doc: Document,
  { head, name, message, text, day, isDraft }: PrintedStatement,
  sections: ReturnType<typeof statementSections>,
): Promise<void> {
  const accent = letterheadColor(head);
  doc.addPage();
  const width = doc.page.width - 2 * MARGIN;
  const bottom = doc.page.height - MARGIN - 6;
  const set = (line: string, y: number, style: Parameters<typeof setText>[5]) =>
    setText(doc, line, MARGIN, y, width, style);
  let y = drawLetterhead(doc, head, MARGIN) - 6;
  const title = isDraft ? `${TITLE} ${text.year}, draft` : `${TITLE} ${text.year}`;
  y = set(title, y, { size: 14, weight: 'bold' }) + 2;
  y = set(name, y, { size: 11, weight: 'bold' }) + 1;
  const when = `January 1 to December 31, ${text.year} \u00b7 prepared on ${printDate(day)}`;
  y = set(when, y, { size: 8.5, color: quiet }) + 8;
  const remarks = [
    ...(message ? [message] : []),
    ...(text.daysWithoutSalary > 0
      ? [`${withoutSalary(text.daysWithoutSalary)} Figures that depend on it are not determined.`]
      : []),
    'Each currency is reported separately. Amounts awarded for the year and amounts paid in it are different measures and aren’t added together. Estimates aren’t promises.',
  ];
  for (const remark of remarks) y = set(remark, y, { size: 8.5 }) + 5;
  y += 6;
  const onNextPage = (section: string) => {
    doc.addPage();
    const below = set(`${name} \u00b7 ${title}`, MARGIN - 14, { size: 8.5, color: quiet });
    return set(section, below + 4, heading) + 3;
  };
  for (const { title: section, columns, rows, notes: below = [] } of sections) {
    const notes = createCellNotes();
    y = y + 70 > bottom ? onNextPage(section) : set(section, y, heading) + 3;
    const frame = { x: MARGIN, accent, bottom, nextPage: () => onNextPage(section) };
    const all = rows.map((row) => ({
      cells: recordCells(columns, row, notes),
      kind: row.isTotal ? ('total' as const) : ('body' as const),
    }));
    const table = await drawRows(doc, planColumns(columns), all, frame, y);
    y = drawNotes(doc, [...notes.lines(), ...below], frame, table.y) + 16;
  }
  finishPages(doc, MARGIN, `${head.tenantName} \u00b7 ${title} \u00b7 ${name}`);
}
