import { finishPages } from './document.ts';
import type { Document } from './fonts.ts';
import { letterheadColor, drawLetterhead, type Letterhead } from './letterhead.ts';
import type { LetterSection, LetterText } from './letterText.ts';
import { startTable, tableHeight, type TableFrame } from './table.ts';
import { measureColumns } from './tableColumns.ts';
import { LEADING, wrapLines, setLines } from './textBlock.ts';

export const LETTER_MARGIN = 50;
/** Longest table that isn't divided between pages. */
const SHORT = 25;
/** Space that a longer table needs: its heading and a few rows. */
const BEGINNING = 75;
/** Smallest part of the usual spacing that a letter may have, to fit on one page. */
const TIGHTEST = 0.4;
const body = { size: 10 } as const;
const bold = { size: 10, weight: 'bold' } as const;
const TABLE_AFTER = 10;

interface Block {
  readonly line: string;
  readonly style: Parameters<typeof setLines>[5];
  /** Space below it. */
  readonly after: number;
}
const heading = ({ title }: LetterSection): Block => ({ line: title, style: bold, after: 3 });

/** Returns the blocks of a letter before its tables. */
const beginningOf = ({ date, recipient, subject, draft, salutation, paragraphs }: LetterText): readonly Block[] => [
  { line: date, style: body, after: 12 },
  ...recipient.map((line, at) => ({ line, style: body, after: at === recipient.length - 1 ? 14 : 0 })),
  { line: subject, style: { size: 11, weight: 'bold' }, after: 8 },
  ...(draft === undefined ? [] : [{ line: draft, style: { ...bold, color: '#a33a2c' }, after: 8 }]),
  { line: salutation, style: body, after: 8 },
  ...paragraphs.map((line, at) => ({ line, style: body, after: at === paragraphs.length - 1 ? 10 : 8 })),
];
const endingOf = ({ closing, signature }: LetterText): readonly Block[] => [
  ...closing.map((line) => ({ line, style: body, after: 10 })),
  ...signature.map((line) => ({ line, style: body, after: 0 })),
];

/**
 * Draws a letter, starting on a new page. A letter that is slightly longer than a page gets less space between its
 * paragraphs. On several pages, the ending stays with the last table, so that no signature is alone.
 */
export function drawLetter(doc: Document, text: LetterText, head: Letterhead): void {
  doc.addPage();
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const bottom = doc.page.height - LETTER_MARGIN - 6;
  const nextPage = () => {
    doc.addPage();
    return LETTER_MARGIN;
  };
  let y = drawLetterhead(doc, { ...head, address: text.senderAddress }, LETTER_MARGIN);
  const [beginning, ending] = [beginningOf(text), endingOf(text)];
  const sections = text.sections.map((section) => ({ section, ...layOut(doc, section, width) }));

  const linesOf = (blocks: readonly Block[]) =>
    blocks.reduce((sum, { line, style }) => sum + wrapLines(doc, line, width, style).length * style.size * LEADING, 0);
  const spaceOf = (blocks: readonly Block[]) => blocks.reduce((sum, { after }) => sum + after, 0);
  const blocks = [...beginning, ...text.sections.map(heading), ...ending];
  const filled = linesOf(blocks) + sections.reduce((sum, { height }) => sum + height, 0);
  const part = (bottom - y - filled) / (spaceOf(blocks) + sections.length * TABLE_AFTER);
  const spacing = part >= TIGHTEST ? Math.min(1, part) : 1;

  /** Writes lines with space below. Lines that don't fit continue on the next page. */
  const write = ({ line, style, after }: Block) => {
    for (const each of wrapLines(doc, line, width, style)) {
      if (y + style.size * LEADING > bottom + ROUNDING) y = nextPage();
      y = setLines(doc, [each], LETTER_MARGIN, y, width, style);
    }
    y += after * spacing;
  };
  const heightOfEnding = linesOf(ending) + spacing * spaceOf(ending);
  for (const block of beginning) write(block);
  const frame = { x: LETTER_MARGIN, accent: letterheadColor(head), bottom: bottom + ROUNDING, nextPage };
  for (const [at, { section, height, ...laid }] of sections.entries()) {
    const title = heading(section);
    const whole = linesOf([title]) + spacing * title.after + height;
    const isLast = at === sections.length - 1;
    const needed = whole + (isLast ? spacing * TABLE_AFTER + heightOfEnding : 0);
    const isShort = section.table.rows.length < SHORT && (at > 0 || isLast) && needed < bottom - LETTER_MARGIN;
    if (y + (isShort ? needed : BEGINNING) > bottom + ROUNDING) y = nextPage();
    write(title);
    y = drawTable(doc, section, { ...frame, ...laid }, y) + spacing * TABLE_AFTER;
  }
  if (y + heightOfEnding > bottom + ROUNDING) y = nextPage();
  for (const block of ending) write(block);
  finishPages(doc, LETTER_MARGIN, text.foot);
}

/** Allows for rounding where a letter fills a page exactly, in points. */
const ROUNDING = 0.01;

/** Returns the font size, the columns and the height of a table. */
function layOut(doc: Document, { table: { columns, rows, total } }: LetterSection, width: number) {
  const needs = measureColumns(
    doc,
    columns.map(({ title, isFigure }) => ({ title, align: isFigure ? 'right' : 'left', figure: isFigure })),
  );
  for (const cells of rows) needs.include(cells, 'body');
  if (total) needs.include(total, 'total');
  const laid = needs.layout(width);
  return { ...laid, height: tableHeight(doc, laid.columns, laid.size, { rows, total }) };
}

function drawTable(
  doc: Document,
  { table: { rows, total } }: LetterSection,
  { columns, ...frame }: TableFrame & { readonly columns: Parameters<typeof startTable>[1] },
  y: number,
): number {
  const drawn = startTable(doc, columns, frame, y);
  for (const cells of rows) drawn.add(cells);
  if (total) drawn.add(total, 'total');
  return drawn.end();
}
