import type { Readable } from 'node:stream';
import { type Kind, kinds, notDetermined } from '@carrara/contract/core/kinds';
import type { PrintedList } from '../spreadsheet/listWorkbook.ts';
import { cellIn } from '../spreadsheet/readable.ts';
import { reportLines } from '../spreadsheet/reportLines.ts';
import { runningTotals, totalLabel, totalRows } from '../spreadsheet/runningTotals.ts';
import { createDocument, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { forgetLayouts, setLine, widthOf } from './fonts.ts';
import { print } from './print.ts';
import { startTable, type TableColumn } from './table.ts';
import { fitted } from './textBlock.ts';

export interface PrintedBy {
  readonly tenantName: string;
  /** The first name of the person who asked for it; of pay the whole. */
  readonly reader: string;
  readonly today: string;
  readonly colour?: string | undefined;
}

const MARGIN = 36;
const ROWS_BETWEEN_PAUSES = 100;
const shares: Record<Kind, number> = {
  id: 3,
  text: 3,
  longText: 5,
  email: 3.4,
  code: 1.6,
  boolean: 1,
  count: 1.2,
  money: 2.2,
  amounts: 2.6,
  percent: 1.6,
  shares: 1.8,
  multiple: 1.2,
  rate: 1.3,
  return: 1.2,
  spanReturn: 1.6,
  partialReturn: 1.6,
  partialSpanReturn: 2.3,
  rolledMoney: 3.2,
  years: 1.3,
  year: 1,
  date: 1.9,
  instant: 2,
  status: 1.6,
  reference: 2.4,
  referenceList: 3,
  address: 4,
  picture: 1,
};
/** A figure, a date or a code that is broken in two is read as two. */
const isWhole = (kind: Kind): boolean =>
  kinds[kind].align === 'right' || kind === 'date' || kind === 'code' || kind === 'year';

export function columnsFor(printed: PrintedList['columns'], width: number): TableColumn[] {
  const whole = printed.reduce((sum, { kind }) => sum + shares[kind], 0) || 1;
  return printed.map(({ kind, title }) => ({
    title,
    align: kinds[kind].align,
    width: (width * shares[kind]) / whole,
    figure: isWhole(kind),
  }));
}

/**
 * Any list as a PDF in landscape: title and firm on each page, header repeated, totals last, 'page x of y' and the first name of the
 * person who asked for it at the foot.
 */
export function listPdf(list: PrintedList, by: PrintedBy): Readable {
  const doc = createDocument({ title: list.title, landscape: true, margin: MARGIN });
  const accent = by.colour ?? '#2f5d8a';
  // A page cannot be scrolled: the columns that the screen shows at first.
  const printed = list.columns.filter(({ hidden }) => !hidden);
  const asked = (list.report?.asked ?? [])
    .map(({ title, kind, text }) => `${title}: ${print(kind, text)}`)
    .join(' \u00b7 ');
  const draw = async () => {
    await loadFonts(JSON.stringify([list.title, by, asked, printed.map(({ title }) => title)]));
    const nextPage = () => {
      doc.addPage();
      const width = doc.page.width - 2 * MARGIN;
      const heading = { size: 14, weight: 'bold' } as const;
      setLine(doc, list.title, MARGIN, MARGIN - 8, width, fitted(doc, list.title, width * 0.7, heading));
      setLine(doc, by.tenantName, MARGIN, MARGIN - 4, width, { size: 9, colour: '#5b6b7c', align: 'right' });
      if (asked === '') return MARGIN + 18;
      const quiet = { size: 8, colour: '#5b6b7c' };
      setLine(doc, asked, MARGIN, MARGIN + 12, width, fitted(doc, asked, width, quiet));
      return MARGIN + 28;
    };
    const top = nextPage();
    const frame = {
      x: MARGIN,
      size: printed.length > 10 ? 7 : 8,
      accent,
      bottom: doc.page.height - MARGIN - 6,
      nextPage,
    };
    const columns = columnsFor(printed, doc.page.width - 2 * MARGIN);
    const table = startTable(doc, columns, frame, top);
    const sums = runningTotals(printed);
    let count = 0;
    for await (const line of reportLines(list.rows, list.columns, list.report)) {
      if ('sum' in line) {
        const { label, values } = line.sum;
        const cells = printed.map(({ field, kind }, at) => {
          const value = values.get(field);
          return {
            text: at === 0 ? label : value === undefined ? '' : value === null ? notDetermined : print(kind, value),
          };
        });
        await loadFonts(JSON.stringify(cells));
        table.add(cells, 'total');
        continue;
      }
      const { row } = line;
      const cells = printed.map((column) => {
        const { kind, value } = cellIn(column, row);
        return { text: print(kind, value) };
      });
      await loadFonts(JSON.stringify(cells));
      table.add(cells);
      sums.add(row);
      count += 1;
      if (count % ROWS_BETWEEN_PAUSES === 0) {
        forgetLayouts(doc);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    }
    if (count === 0) {
      const empty = 'There are no records to display';
      setLine(doc, empty, MARGIN + 4, table.end() + 8, widthOf(doc, empty, { size: 9 }), {
        size: 9,
        colour: '#5b6b7c',
      });
    } else if (!list.report && printed.some(({ total }) => total)) {
      for (const { label, values } of totalRows(sums.totals(), list.totals, totalLabel(printed))) {
        const cells = printed.map(({ field, kind, total }, at) => ({
          text: !total
            ? at === 0
              ? label
              : ''
            : values.get(field) === null
              ? notDetermined
              : print(total === 'count' ? 'count' : kind, values.get(field)),
        }));
        table.add(cells, 'total');
      }
    }
    finishPages(
      doc,
      MARGIN,
      `${by.tenantName} \u00b7 ${list.title} \u00b7 ${print('date', by.today)}`,
      `${by.reader} \u00b7 `,
    );
    doc.end();
  };
  draw().catch((reason: unknown) => doc.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return doc;
}
