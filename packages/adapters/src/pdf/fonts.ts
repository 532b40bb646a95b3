import { documentFont } from './fontFiles.ts';
import type { Weight } from './fontFamilies.ts';
import { printable } from './printable.ts';
import { figureRuns, type Run } from './runs.ts';
export type Document = PDFKit.PDFDocument;

/** Style of a text: weight, size in points and color. */
export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: 'left' | 'right' | 'center';
  /** True if the text is a figure: its signs, too, are set side by side without kerning. */
  readonly figure?: boolean;
}

const runsOfStyle = (text: string, style: TextStyle): readonly Run[] =>
  figureRuns(printable(text), style.weight ?? 'regular', style.figure ?? false);

/** The selected font, in private fields of the PDF library. */
interface FontSelection {
  readonly _font: { layoutCache: Readonly<Record<string, unknown>> };
}

const registered = new WeakMap<Document, Set<string>>();
/** Selects a font for measuring and setting, and registers it at its first use in the document. */
function choose(doc: Document, font: string, size: number): void {
  const registeredNames = registered.get(doc) ?? new Set<string>();
  registered.set(doc, registeredNames);
  if (!registeredNames.has(font)) {
    const opened = documentFont(font);
    // The types allow only paths and bytes, but the library also accepts an open font.
    doc.registerFont(font, opened as never).font(font);
    (doc as Document & FontSelection)._font.layoutCache = opened.layouts;
    registeredNames.add(font);
  }
  doc.font(font).fontSize(size);
}
function runWidth(doc: Document, run: Run, style: TextStyle): number {
  choose(doc, run.font, style.size);
  return doc.widthOfString(run.text);
}

export function textWidth(doc: Document, text: string, style: TextStyle): number {
  return runsOfStyle(text, style).reduce((width, run) => width + runWidth(doc, run, style), 0);
}

/** Sets one line. Text wider than the width is not broken or shrunk; do that first. */
export function drawTextLine(doc: Document, text: string, x: number, y: number, width: number, style: TextStyle): void {
  const runs = runsOfStyle(text, style).map((run) => ({ ...run, width: runWidth(doc, run, style) }));
  const whole = runs.reduce((sum, run) => sum + run.width, 0);
  const slack = style.align === 'right' ? width - whole : style.align === 'center' ? (width - whole) / 2 : 0;
  let at = x + slack;
  doc.fillColor(style.color ?? '#1f2a37');
  for (const run of runs) {
    // All fonts share one baseline, so that a change of font within a name doesn't jump.
    choose(doc, run.font, style.size);
    doc.text(run.text, at, y + style.size * 0.97, { lineBreak: false, baseline: 'alphabetic' });
    at += run.width;
  }
}
