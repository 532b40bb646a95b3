import PDFDocument from 'pdfkit';
import { type Document, drawTextLine, textWidth } from './fonts.ts';
import { wrapLines, setLines } from './textBlock.ts';

export interface PageSetup {
  readonly title: string;
  /** Date on which the document is created. */
  readonly today: string;
  readonly landscape?: boolean;
  readonly margin: number;
}

/** Creates an empty document in US letter format. Only the used glyphs of each font are embedded. */
export function createDocument({ title, today, landscape, margin }: PageSetup): Document {
  return new PDFDocument({
    size: 'LETTER',
    layout: landscape ? 'landscape' : 'portrait',
    margin,
    autoFirstPage: false,
    bufferPages: true,
    // Without a name, the library parses its own Helvetica for every document.
    font: '',
    info: {
      Title: title,
      Producer: 'Carrara',
      Creator: 'Carrara',
      // Noon is on this date in nearly every time zone. With a time, the same figures would give another file each time.
      CreationDate: new Date(`${today}T12:00:00Z`),
    },
  });
}

const GAP = 12;
const MOST_LINES = 2;

/** Draws the footers of the pages added since the last call, now that their number is final, and flushes the pages. */
export function finishPages(doc: Document, margin: number, footer: string, before = ''): void {
  const { start, count } = doc.bufferedPageRange();
  const style = { size: 7.5, color: '#5b6b7c' } as const;
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at);
    const { width: page, height } = doc.page;
    const y = height - margin + 10;
    const width = page - 2 * margin;
    const right = `${before}page ${at + 1} of ${count}`;
    drawTextLine(doc, right, margin, y, width, { ...style, align: 'right' });
    const room = width - textWidth(doc, right, style) - GAP;
    const lines = wrapLines(doc, footer, room, style);
    const [last = ''] = lines.slice(MOST_LINES - 1);
    const visible =
      lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), `${last.slice(0, -1)}\u2026`] : lines;
    setLines(doc, visible, margin, y, room, style);
  }
  doc.flushPages();
}

/** Yields to other requests of the thread between two parts of a long document. */
export const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Draws after the document has been returned, so that it can be read meanwhile. An error ends the stream. */
export function drawInto(doc: Document, draw: () => Promise<void>): Document {
  draw()
    .then(() => doc.end())
    .catch((reason: unknown) => doc.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return doc;
}
