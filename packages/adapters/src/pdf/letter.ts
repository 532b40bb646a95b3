import { finishPages } from './document.ts';
import type { Document } from './fonts.ts';
import { letterheadColor, drawLetterhead, type Letterhead } from './letterhead.ts';
import type { LetterSection, LetterText } from './letterText.ts';
import { startTable, type TableFrame } from './table.ts';
import { measureColumns } from './tableColumns.ts';
import { LEADING, wrapLines, setLines } from './textBlock.ts';

export const LETTER_MARGIN = 50;
/** Size of table text, used to estimate the space that a table needs. */
const TABLE_SIZE = 8;
const ROW_HEIGHT = TABLE_SIZE * LEADING + 6;
const body = { size: 10 } as const;
const bold = { size: 10, weight: 'bold' } as const;

/** Draws a letter, starting on a new page. */
export function drawLetter(doc: Document, text: LetterText, head: Letterhead): void {
  doc.addPage();
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const bottom = doc.page.height - LETTER_MARGIN - 6;
  const nextPage = () => {
    doc.addPage();
    return LETTER_MARGIN;
  };
  let y = drawLetterhead(doc, { ...head, address: text.senderAddress }, LETTER_MARGIN);
  /** Writes lines with space below. Lines that don't fit continue on the next page. */
  const write = (line: string, style: Parameters<typeof setLines>[5], after: number) => {
    for (const part of wrapLines(doc, line, width, style)) {
      if (y + style.size * LEADING > bottom) y = nextPage();
      y = setLines(doc, [part], LETTER_MARGIN, y, width, style);
    }
    y += after;
  };
  write(text.date, body, 12);
  for (const line of text.recipient) write(line, body, 0);
  y += 14;
  write(text.subject, { size: 11, weight: 'bold' }, 8);
  if (text.draft !== undefined) write(text.draft, { ...bold, color: '#a33a2c' }, 8);
  write(text.salutation, body, 8);
  for (const paragraph of text.paragraphs) write(paragraph, body, 8);
  y += 2;
  const frame = { x: LETTER_MARGIN, accent: letterheadColor(head), bottom, nextPage };
  for (const [at, section] of text.sections.entries()) {
    const isShort = section.table.rows.length < 25;
    // Keeps a short table on one page, and never leaves a heading alone at the bottom.
    const needed = 24 + ROW_HEIGHT * (isShort && at > 0 ? section.table.rows.length + 2 : 3);
    if (y + needed > bottom) y = nextPage();
    write(section.title, bold, 3);
    y = drawTable(doc, section, frame, y, width) + 10;
  }
  const ending = text.closing.length * 24 + (text.signature.length + 1) * body.size * LEADING;
  if (y + ending > bottom) y = nextPage();
  for (const paragraph of text.closing) write(paragraph, body, 10);
  for (const line of text.signature) write(line, body, 0);
  finishPages(doc, LETTER_MARGIN, text.foot);
}

function drawTable(
  doc: Document,
  { table: { columns, rows, total } }: LetterSection,
  frame: Omit<TableFrame, 'size'>,
  y: number,
  width: number,
): number {
  const needs = measureColumns(
    doc,
    columns.map(({ title, isFigure }) => ({ title, align: isFigure ? 'right' : 'left', figure: isFigure })),
  );
  for (const cells of rows) needs.include(cells, 'body');
  if (total) needs.include(total, 'total');
  const { size, columns: laid } = needs.layout(width);
  const drawn = startTable(doc, laid, { ...frame, size }, y);
  for (const cells of rows) drawn.add(cells);
  if (total) drawn.add(total, 'total');
  return drawn.end();
}
