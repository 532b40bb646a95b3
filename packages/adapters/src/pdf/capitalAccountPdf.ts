import type { CapitalAccountAnswer } from '@carrara/contract/performance/capitalAccount';
import { shownAccountRows } from '@carrara/contract/performance/shownAccountRows';
import type { Readable } from 'node:stream';
import { createCellNotes } from './cellNotes.ts';
import { createDocument, drawInto, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { colourOf, drawLetterhead } from './letterhead.ts';
import type { IssuedBy } from './listPdf.ts';
import { drawPageHead } from './pageHead.ts';
import { print, printDate } from './print.ts';
import { drawNotes, drawRows, type TableRow } from './recordTable.ts';
import type { TableCell } from './table.ts';
import type { PlannedColumn } from './tableColumns.ts';

const MARGIN = 48;
const TITLE = 'Capital Account Statement';

/** The statement of a capital account, as an investor gets it: who issues it, whose it is, of when, and the rows that have a figure, in the three spans. */
export function capitalAccountPdf(account: CapitalAccountAnswer, { head, today }: IssuedBy): Readable {
  const { fund, investor, currency, endDate, known, periods, notDetermined } = account;
  const whose = investor === null ? 'All partners' : investor.name;
  const doc = createDocument({ title: `${TITLE}: ${whose}, ${fund.name}`, margin: MARGIN });
  const rows = shownAccountRows(account.rows);
  return drawInto(doc, async () => {
    await loadFonts(
      JSON.stringify([TITLE, head, fund.name, whose, currency, known, notDetermined, rows.map(({ label }) => label)]),
    );
    const of = `${fund.name} \u00b7 ${printDate(endDate)} \u00b7 in ${currency} \u00b7 ${known}`;
    const pageHead = { title: TITLE, issuer: '', lines: [whose, of] };
    const nextPage = () => {
      doc.addPage();
      return drawPageHead(doc, MARGIN, pageHead);
    };
    doc.addPage();
    const top = drawPageHead(doc, MARGIN, pageHead, drawLetterhead(doc, head, MARGIN) - 4);
    const frame = { x: MARGIN, accent: colourOf(head), bottom: doc.page.height - MARGIN - 6, nextPage };
    const columns: readonly PlannedColumn[] = [
      { title: '', align: 'left' },
      ...periods.map(({ description }): PlannedColumn => ({ title: description, align: 'right', figure: true })),
    ];
    const notes = createCellNotes();
    const [why] = notDetermined;
    const figure = (text: string | null): TableCell => ({
      text: text === null ? notes.mark(why?.message) : print('money', text),
    });
    const none: TableCell = { text: '' };
    const lines = rows.map(
      ({ label: text, isHeading, isTotal, qtd, ytd, itd }): TableRow =>
        isHeading
          ? { cells: [{ text, bold: true }, none, none, none], kind: 'body' }
          : { cells: [{ text }, figure(qtd), figure(ytd), figure(itd)], kind: isTotal ? 'total' : 'body' },
    );
    const { y } = await drawRows(doc, columns, lines, frame, top);
    drawNotes(doc, notes.lines(), frame, y);
    finishPages(doc, MARGIN, `${head.tenantName} \u00b7 ${TITLE} \u00b7 ${whose} \u00b7 ${printDate(today)}`);
  });
}
