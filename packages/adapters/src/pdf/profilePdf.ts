import type { Readable } from 'node:stream';
import type { PrintedColumn, PrintedRow } from '../spreadsheet/readable.ts';
import { createCellNotes } from './cellNotes.ts';
import { createDocument, drawInto, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import type { Document } from './fonts.ts';
import { letterheadColor, drawLetterhead, type Letterhead } from './letterhead.ts';
import { drawCharts, type PrintedChart } from './lineChart.ts';
import { type PrintedBy, readerLine } from './listPdf.ts';
import { drawPageHead } from './pageHead.ts';
import { print } from './print.ts';
import { recordCells, drawNotes, drawRows, omittedNote, planColumns, type TableRow } from './recordTable.ts';
import { LEADING, wrapLines, setLines, setText } from './textBlock.ts';

/** A record with its parts, for print. */
export interface PrintedProfile {
  /** The firm that issues it. Defaults to the tenant, by name only. */
  readonly head?: Letterhead;
  /** Title of the document, such as 'Investor profile'. */
  readonly title: string;
  readonly name: string;
  /** Line below the name: date and currency. */
  readonly note: string;
  readonly facts: readonly PrintedFact[];
  readonly charts?: readonly PrintedChart[];
  /** The figures that the charts leave out. */
  readonly chartNotes?: readonly string[];
  readonly tables: readonly {
    readonly title: string;
    readonly columns: readonly PrintedColumn[];
    readonly rows: readonly PrintedRow[];
    /** Totals as computed by the product. */
    readonly totals?: readonly PrintedRow[];
  }[];
}
interface PrintedFact {
  readonly label: string;
  readonly text: string;
}

const MARGIN = 36;
const FACTS_A_LINE = 4;
const quiet = '#5b6b7c';
const heading = { size: 10, weight: 'bold' } as const;
const factLabel = { size: 7.5, color: quiet } as const;
const factText = { size: 10, weight: 'bold' } as const;
/** Facts that are long texts are set in this style. */
const factSentence = { size: 8.5 } as const;
const SENTENCE = 60;

interface Frame {
  readonly bottom: number;
  readonly nextPage: () => number;
}

/** Draws the facts, four per line, each as high as its text. Returns the y below. */
function drawFacts(doc: Document, facts: readonly PrintedFact[], { bottom, nextPage }: Frame, top: number): number {
  const part = (doc.page.width - 2 * MARGIN) / FACTS_A_LINE;
  const width = part - 8;
  let y = top;
  for (let from = 0; from < facts.length; from += FACTS_A_LINE) {
    const laid = facts.slice(from, from + FACTS_A_LINE).map(({ label, text }) => {
      const style = text.length > SENTENCE ? factSentence : factText;
      return { labels: wrapLines(doc, label, width, factLabel), lines: wrapLines(doc, text, width, style), style };
    });
    const height = Math.max(
      ...laid.map(({ labels, lines, style }) => (labels.length * factLabel.size + lines.length * style.size) * LEADING),
    );
    if (y + height > bottom) y = nextPage();
    for (const [at, { labels, lines, style }] of laid.entries()) {
      const below = setLines(doc, labels, MARGIN + at * part, y, width, factLabel);
      setLines(doc, lines, MARGIN + at * part, below, width, style);
    }
    y += height + 7;
  }
  return y + 8;
}

/**
 * Prints a profile in landscape: the record, its figures and charts, and a table for each of its parts. Empty parts say
 * so.
 */
export function profilePdf(
  { head, title, name, note, facts, charts = [], chartNotes = [], tables }: PrintedProfile,
  by: PrintedBy,
): Readable {
  const doc = createDocument({ title: `${title} ${name}`, today: by.today, landscape: true, margin: MARGIN });
  return drawInto(doc, async () => {
    await loadFonts(
      JSON.stringify([title, name, note, facts, charts, chartNotes, tables, by, head?.tenantName, head?.address]),
    );
    const width = () => doc.page.width - 2 * MARGIN;
    const issuer = head?.tenantName ?? by.tenantName;
    const pageHead = { title: name, issuer, lines: [[title, note].filter((text) => text !== '').join(' \u00b7 ')] };
    const startPage = (continued: string) => {
      doc.addPage();
      const y = drawPageHead(doc, MARGIN, pageHead);
      return continued === '' ? y : setText(doc, continued, MARGIN, y, width(), heading) + 4;
    };
    const firstPage = () => {
      if (head === undefined) return startPage('');
      doc.addPage();
      return drawPageHead(doc, MARGIN, { ...pageHead, issuer: '' }, drawLetterhead(doc, head, MARGIN) - 4);
    };
    let y = firstPage();
    const bottom = doc.page.height - MARGIN - 6;
    const accent = letterheadColor(head ?? by);
    y = drawFacts(doc, facts, { bottom, nextPage: () => startPage('') }, y);
    const page = { x: MARGIN, accent, bottom, nextPage: () => startPage('') };
    y = drawCharts(doc, charts, page, y);
    if (chartNotes.length > 0) y = drawNotes(doc, chartNotes, page, y) + 18;
    for (const { title: part, columns, rows, totals = [] } of tables) {
      const notes = createCellNotes();
      const nextPage = () => startPage(part);
      if (y + 60 > bottom) y = nextPage();
      else y = setText(doc, part, MARGIN, y, width(), heading) + 4;
      const all: TableRow[] = [
        ...rows.map((row) => ({ cells: recordCells(columns, row, notes), kind: 'body' as const })),
        ...totals.map((total) => ({ cells: recordCells(columns, total, notes), kind: 'total' as const })),
      ];
      const frame = { x: MARGIN, accent, bottom, nextPage };
      const table = await drawRows(doc, planColumns(columns), all, frame, y);
      y = table.y;
      if (rows.length === 0)
        y = setText(doc, 'There are no records to display', MARGIN + 4, y + 6, width(), { size: 8, color: quiet });
      y = drawNotes(doc, [...notes.lines(), ...omittedNote(table.omitted)], frame, y) + 18;
    }
    const foot = [issuer, title, name, print('date', by.today)].join(' \u00b7 ');
    finishPages(doc, MARGIN, foot, readerLine(by));
  });
}
