import { finishPages } from './document.ts';
import { type Document, setLine } from './fonts.ts';
import { colourOf, drawFact, drawLetterhead, type Letterhead } from './letterhead.ts';
import { type Letter, type LetterRunHead, type LetterTable, type LetterText, letterText } from './letterText.ts';
import { startTable, type TableColumn, type TableFrame } from './table.ts';
import { linesOf, setLines } from './textBlock.ts';

export const LETTER_MARGIN = 44;

function heading(doc: Document, text: string, y: number, { nextPage, bottom }: TableFrame): number {
  const at = y + 60 > bottom ? nextPage() : y;
  setLine(doc, text, LETTER_MARGIN, at, 400, { size: 10, weight: 'bold' });
  return at + 18;
}

function drawAddressee(doc: Document, { name, about, title, facts }: LetterText, top: number, width: number): number {
  const bold = { size: 13, weight: 'bold' } as const;
  const quiet = { size: 9, colour: '#5b6b7c' } as const;
  let y = setLines(doc, linesOf(doc, name, width, bold), LETTER_MARGIN, top, width, bold);
  for (const line of about) {
    y = setLines(doc, linesOf(doc, line, width, quiet), LETTER_MARGIN, y, width, quiet) + 1;
  }
  y += 12;
  setLine(doc, title, LETTER_MARGIN, y, width, { size: 15, weight: 'bold' });
  y += 25;
  for (const [fact, value] of facts) y = drawFact(doc, fact, value, LETTER_MARGIN, y, width);
  return y + 14;
}

function drawTable(doc: Document, { columns, rows, total }: LetterTable, frame: TableFrame, y: number, width: number) {
  const laid = columns.map(
    ({ title, part, isFigure }): TableColumn => ({
      title,
      width: width * part,
      align: isFigure ? 'right' : 'left',
      figure: isFigure,
    }),
  );
  const table = startTable(doc, laid, frame, y);
  for (const cells of rows) table.add(cells);
  if (total) table.add(total, 'total');
  return table.end();
}

/** Draws the letter of one participant on pages of its own. */
export function drawLetter(doc: Document, distribution: LetterRunHead, letter: Letter, head: Letterhead): void {
  const text = letterText(distribution, letter, head.tenantName);
  doc.addPage();
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const bottom = doc.page.height - LETTER_MARGIN - 12;
  const nextPage = () => {
    doc.addPage();
    return LETTER_MARGIN;
  };
  const frame: TableFrame = { x: LETTER_MARGIN, size: 8, accent: colourOf(head), bottom, nextPage };
  let y = drawAddressee(doc, text, drawLetterhead(doc, head, LETTER_MARGIN), width);
  y = drawTable(doc, text.sources, frame, y, width) + 10;
  if (y + 30 > bottom) y = nextPage();
  const look = { size: 8.5, colour: '#5b6b7c' } as const;
  y = setLines(doc, linesOf(doc, text.proof, width, look), LETTER_MARGIN, y, width, look) + 22;
  if (text.taxes) {
    y = heading(doc, 'Taxes', y, frame);
    y = drawTable(doc, text.taxes, frame, y, width) + 22;
  }
  y = heading(doc, text.paidTitle, y, frame);
  y = text.paid
    ? drawTable(doc, text.paid, frame, y, width) + 22
    : drawFact(doc, ...text.nothingPaid, LETTER_MARGIN, y, width) + 12;
  y = heading(doc, text.escrowTitle, y, frame);
  for (const [currency, amount] of text.escrow) y = drawFact(doc, currency, amount, LETTER_MARGIN, y, width);
  finishPages(doc, LETTER_MARGIN, text.foot);
}
