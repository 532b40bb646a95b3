import { shownFigure } from '@carrara/contract/core/shownFigure';
import type { Readable } from 'node:stream';
import type { PrintedColumn, PrintedRow } from '../spreadsheet/readable.ts';
import { createDocument, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { setLine, widthOf } from './fonts.ts';
import { columnsFor, type PrintedBy } from './listPdf.ts';
import { print } from './print.ts';
import { startTable } from './table.ts';
import { fitted } from './textBlock.ts';

/** A record and what stands below it, for print. */
export interface PrintedProfile {
  /** Of what kind it is: 'Investor'. */
  readonly title: string;
  readonly name: string;
  /** Below the name: of when, in which currency. */
  readonly note: string;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  readonly tables: readonly {
    readonly title: string;
    readonly columns: readonly PrintedColumn[];
    readonly rows: readonly PrintedRow[];
    /** Sums, as they were computed. */
    readonly total?: PrintedRow;
  }[];
}

const MARGIN = 36;
const FACTS_A_LINE = 4;
const FACT_HEIGHT = 30;
const quiet = '#5b6b7c';

/** A profile in landscape: what it is, its figures, a table for each of its parts; empty parts say so. */
export function profilePdf({ title, name, note, facts, tables }: PrintedProfile, by: PrintedBy): Readable {
  const doc = createDocument({ title: `${title} ${name}`, landscape: true, margin: MARGIN });
  const accent = by.colour ?? '#2f5d8a';
  const draw = async () => {
    await loadFonts(JSON.stringify([title, name, note, facts, tables, by]));
    let heading = '';
    const nextPage = () => {
      doc.addPage();
      const width = doc.page.width - 2 * MARGIN;
      setLine(doc, name, MARGIN, MARGIN - 8, width, fitted(doc, name, width * 0.7, { size: 14, weight: 'bold' }));
      setLine(doc, by.tenantName, MARGIN, MARGIN - 4, width, { size: 9, colour: quiet, align: 'right' });
      setLine(doc, note, MARGIN, MARGIN + 12, width, fitted(doc, note, width, { size: 8.5, colour: quiet }));
      if (heading === '') return MARGIN + 30;
      setLine(doc, heading, MARGIN, MARGIN + 30, width, { size: 10, weight: 'bold' });
      return MARGIN + 46;
    };
    let y = nextPage();
    const width = doc.page.width - 2 * MARGIN;
    const bottom = doc.page.height - MARGIN - 6;
    facts.forEach(({ label, text }, at) => {
      const part = width / FACTS_A_LINE;
      const x = MARGIN + (at % FACTS_A_LINE) * part;
      const top = y + Math.floor(at / FACTS_A_LINE) * FACT_HEIGHT;
      setLine(doc, label, x, top, part - 8, { size: 7.5, colour: quiet });
      setLine(doc, text, x, top + 10, part - 8, fitted(doc, text, part - 8, { size: 10, weight: 'bold' }));
    });
    y += Math.ceil(facts.length / FACTS_A_LINE) * FACT_HEIGHT + 8;
    for (const { title: of, columns, rows, total } of tables) {
      heading = of;
      if (y + 60 > bottom) y = nextPage();
      else {
        setLine(doc, of, MARGIN, y, width, { size: 10, weight: 'bold' });
        y += 16;
      }
      const frame = { x: MARGIN, size: columns.length > 10 ? 7 : 8, accent, bottom, nextPage };
      const table = startTable(doc, columnsFor(columns, width), frame, y);
      const cellsOf = (row: PrintedRow) =>
        columns.map((column) => {
          const { kind, value } = shownFigure(column, row);
          return { text: value === undefined ? '' : print(kind, value) };
        });
      for (const row of rows) table.add(cellsOf(row));
      if (total) table.add(cellsOf(total), 'total');
      if (rows.length === 0) {
        const empty = 'There are no records to display';
        setLine(doc, empty, MARGIN + 4, table.end() + 6, widthOf(doc, empty, { size: 8 }), { size: 8, colour: quiet });
      }
      y = table.end() + (rows.length === 0 ? 30 : 18);
    }
    finishPages(
      doc,
      MARGIN,
      `${by.tenantName} \u00b7 ${title} \u00b7 ${print('date', by.today)}`,
      `${by.reader} \u00b7 `,
    );
    doc.end();
  };
  draw().catch((reason: unknown) => doc.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return doc;
}
