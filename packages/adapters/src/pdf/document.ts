import PDFDocument from 'pdfkit';
import { type Document, setLine } from './fonts.ts';

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

/** Writes the foot of the pages that were added since the last time, now that their number is known, and lets them go. */
export function finishPages(doc: Document, margin: number, left: string, before = ''): void {
  const { start, count } = doc.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(start + at);
    const { width, height } = doc.page;
    const y = height - margin + 12;
    const look = { size: 7.5, colour: '#5b6b7c' } as const;
    setLine(doc, left, margin, y, width - 2 * margin, look);
    setLine(doc, `${before}page ${at + 1} of ${count}`, margin, y, width - 2 * margin, { ...look, align: 'right' });
  }
  doc.flushPages();
}
