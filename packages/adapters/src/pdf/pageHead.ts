import { type Document, textWidth } from './fonts.ts';
import { wrapLines, setLines, setText } from './textBlock.ts';

export interface PageHead {
  readonly title: string;
  /** Issuer, at the right. */
  readonly issuer: string;
  /** Smaller lines below the title. */
  readonly lines: readonly string[];
}

const quiet = '#5b6b7c';
const GAP = 16;

/** Draws the head of a page. Returns the y below it. */
export function drawPageHead(
  doc: Document,
  margin: number,
  { title, issuer, lines }: PageHead,
  top = margin - 8,
): number {
  const width = doc.page.width - 2 * margin;
  const issuerStyle = { size: 9, color: quiet, align: 'right' } as const;
  const issuerWidth = Math.min(width * 0.4, textWidth(doc, issuer, issuerStyle) + 1);
  const issuerLines = wrapLines(doc, issuer, issuerWidth, issuerStyle);
  const issuerEnd = setLines(doc, issuerLines, margin + width - issuerWidth, top + 4, issuerWidth, issuerStyle);
  const titleWidth = width - issuerWidth - GAP;
  const titleEnd = setText(doc, title, margin, top, titleWidth, { size: 14, weight: 'bold' });
  let y = Math.max(titleEnd, issuerEnd);
  for (const line of lines) y = setText(doc, line, margin, y + 1, width, { size: 8.5, color: quiet });
  return y + 8;
}
