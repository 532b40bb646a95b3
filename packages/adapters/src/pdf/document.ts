import PDFDocument from 'pdfkit';
import { type Document, setLine, widthOf } from './fonts.ts';
import { linesOf, setLines } from './textBlock.ts';

export interface PageSetup {
  readonly title: string;
  readonly landscape?: boolean;
  readonly margin: number;
}

/** An empty document in US letter format. Of each font the letters that are used are embedded. */
export function createDocument({ title, landscape, margin }: PageSetup): Document {
  return new PDFDocument({
    size: 'LETTER',
    layout: landscape ? 'landscape' : 'portrait',
    margin,
    autoFirstPage: false,
    bufferPages: true,
    info: { Title: title, Producer: 'Carrara', Creator: 'Carrara' },
  });
}

const GAP = 12;
const MOST_LINES = 2;

/** Writes the foot of the pages that were added since the last time, now that their number is known, and lets them go. */
export function finishPages(doc: Document, margin: number, left: string, before = ''): void {
  const { start, count } = doc.bufferedPageRange();
  const look = { size: 7.5, colour: '#5b6b7c' } as const;
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at);
    const { width: page, height } = doc.page;
    const y = height - margin + 10;
    const width = page - 2 * margin;
    const right = `${before}page ${at + 1} of ${count}`;
    setLine(doc, right, margin, y, width, { ...look, align: 'right' });
    const room = width - widthOf(doc, right, look) - GAP;
    const lines = linesOf(doc, left, room, look);
    const [last = ''] = lines.slice(MOST_LINES - 1);
    const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), `${last.slice(0, -1)}\u2026`] : lines;
    setLines(doc, shown, margin, y, room, look);
  }
  doc.flushPages();
}

/** Lets the requests of the thread go on between two parts of a long document. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Draws after the document was answered, so that it is read while it is drawn; what goes wrong ends the stream. */
export function drawInto(doc: Document, draw: () => Promise<void>): Document {
  draw()
    .then(() => doc.end())
    .catch((reason: unknown) => doc.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return doc;
}
