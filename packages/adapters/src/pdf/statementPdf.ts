import { shownFigure } from '@carrara/contract/core/shownFigure';
import { statementSections, withoutSalary } from '@carrara/contract/compensation/statementSections';
import type { StatementText } from '@carrara/domain/compensation/statement';
import type { Readable } from 'node:stream';
import { safeFileName } from '../files/fileName.ts';
import { createDocument, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { type Document, setLine } from './fonts.ts';
import { colourOf, drawLetterhead, type Letterhead } from './letterhead.ts';
import { columnsFor } from './listPdf.ts';
import { print, printDate } from './print.ts';
import { refusalOf } from './printable.ts';
import { startTable } from './table.ts';
import { fitted, linesOf, setLines } from './textBlock.ts';

/** A total compensation statement, for print. */
export interface PrintedStatement {
  readonly head: Letterhead;
  /** Whose it is. */
  readonly name: string;
  readonly message: string | null;
  readonly text: StatementText;
  /** When it was drawn. */
  readonly day: string;
  readonly isDraft: boolean;
}
type Drawn =
  | { readonly name: string; readonly content: Readable; readonly refusal?: undefined }
  | { readonly name: string; readonly content?: undefined; readonly refusal: string };

const MARGIN = 48;
const SIZE = 8;
const TITLE = 'Total Compensation Statement';
const quiet = '#5b6b7c';

/** The statement of one person, in portrait; or why it cannot be printed. */
export async function statementPdf(statement: PrintedStatement): Promise<Drawn> {
  const { name, message, text } = statement;
  const file = safeFileName(`${name} - Compensation statement ${text.year}`, 'pdf');
  const sections = statementSections(text);
  await loadFonts(JSON.stringify([TITLE, statement, sections]));
  const refusal = refusalOf(name, [name, message], 'statement');
  if (refusal !== undefined) return { name: file, refusal };
  const doc = createDocument({ title: `${TITLE} ${text.year}: ${name}`, margin: MARGIN });
  draw(doc, statement, sections);
  doc.end();
  return { name: file, content: doc };
}

function draw(
  doc: Document,
  { head, name, message, text, day, isDraft }: PrintedStatement,
  sections: ReturnType<typeof statementSections>,
): void {
  const accent = colourOf(head);
  doc.addPage();
  const width = doc.page.width - 2 * MARGIN;
  const bottom = doc.page.height - MARGIN - 6;
  let y = drawLetterhead(doc, head, MARGIN) - 6;
  const title = isDraft ? `${TITLE} ${text.year}, draft` : `${TITLE} ${text.year}`;
  setLine(doc, title, MARGIN, y, width, { size: 14, weight: 'bold' });
  const whose = { size: 11, weight: 'bold' } as const;
  setLine(doc, name, MARGIN, y + 22, width, fitted(doc, name, width, whose));
  const when = `January 1 to December 31, ${text.year} \u00b7 made on ${printDate(day)}`;
  setLine(doc, when, MARGIN, y + 38, width, { size: 8.5, colour: quiet });
  y += 58;
  const notes = [
    ...(message ? [message] : []),
    ...(text.daysWithoutSalary > 0
      ? [`${withoutSalary(text.daysWithoutSalary)} What depends on it is not determined.`]
      : []),
    'Each currency is stated by itself. What was awarded for the year and what was paid in it answer two questions, and are not added up. Estimates are no promise.',
  ];
  for (const note of notes) {
    const look = { size: 8.5 } as const;
    y = setLines(doc, linesOf(doc, note, width, look), MARGIN, y, width, look) + 5;
  }
  y += 6;
  const onNextPage = (heading: string) => {
    doc.addPage();
    const line = `${name} \u00b7 ${title}`;
    setLine(doc, line, MARGIN, MARGIN - 12, width, fitted(doc, line, width, { size: 8.5, colour: quiet }));
    setLine(doc, heading, MARGIN, MARGIN + 4, width, fitted(doc, heading, width, { size: 10, weight: 'bold' }));
    return MARGIN + 20;
  };
  for (const { title: heading, columns, rows } of sections) {
    if (y + 70 > bottom) y = onNextPage(heading);
    else {
      setLine(doc, heading, MARGIN, y, width, fitted(doc, heading, width, { size: 10, weight: 'bold' }));
      y += 16;
    }
    const frame = { x: MARGIN, size: SIZE, accent, bottom, nextPage: () => onNextPage(heading) };
    const table = startTable(doc, columnsFor(columns, width), frame, y);
    for (const row of rows) {
      const cells = columns.map((column) => {
        const { kind, value } = shownFigure(column, row);
        return { text: value === undefined ? '' : print(kind, value) };
      });
      table.add(cells, row.isTotal ? 'total' : 'body');
    }
    y = table.end() + 16;
  }
  finishPages(doc, MARGIN, `${head.tenantName} \u00b7 ${title}`, `${name} \u00b7 `);
}
