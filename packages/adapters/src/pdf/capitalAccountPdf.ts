import type { CapitalAccountAnswer } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import { required } from '@carrara/domain/kernel';
import { type Party, partyTitles } from '@carrara/domain/performance/ilpa';
import { displayedAccountRows } from '@carrara/contract/performance/capitalAccount/displayedAccountRows';
import type { Readable } from 'node:stream';
import { createCellNotes } from './cellNotes.ts';
import { createDocument, drawInto, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { letterheadColor, drawLetterhead } from './letterhead.ts';
import type { DocumentIssuer } from './listPdf.ts';
import { drawPageHead } from './pageHead.ts';
import { print, printDate } from './print.ts';
import { drawNotes, drawRows, type TableRow } from './recordTable.ts';
import type { TableCell } from './table.ts';
import type { PlannedColumn } from './tableColumns.ts';

const TITLE = 'Capital Account Statement';

/** Capital account of the fund or its general partner, printed next to the investor's as in ILPA's template. */
export interface AccountOfAnotherPeriod extends Pick<CapitalAccountAnswer, 'rows' | 'notDetermined'> {
  readonly party: Exclude<Party, 'LP'>;
}

const spans = ['qtd', 'ytd', 'itd'] as const;

/**
 * Prints the statement of a capital account for an investor: issuer, owner, date, and the rows with a figure in any of
 * the three spans. With accounts next to it, each has the three spans, and the page is in landscape.
 */
export function capitalAccountPdf(
  account: CapitalAccountAnswer,
  { head, today }: DocumentIssuer,
  otherPeriods: readonly AccountOfAnotherPeriod[] = [],
): Readable {
  const { fund, investor, currency, endDate, basedOn, periods, notDetermined } = account;
  const owner = investor === null ? 'All partners' : investor.name;
  const isWide = otherPeriods.length > 0;
  const margin = isWide ? 36 : 48;
  const doc = createDocument({ title: `${TITLE}: ${owner}, ${fund.name}`, today, landscape: isWide, margin });
  const rows = displayedAccountRows(
    account.rows.map((row, at) => ({
      ...row,
      otherPeriods: otherPeriods.flatMap(({ rows: other }) => {
        const same = required(other[at], `row ${String(row.row)} of the account beside`);
        return spans.map((span) => same[span]);
      }),
    })),
  );
  return drawInto(doc, async () => {
    await loadFonts(
      JSON.stringify([
        TITLE,
        head.tenantName,
        head.address,
        fund.name,
        owner,
        currency,
        basedOn,
        notDetermined,
        otherPeriods,
        rows.map(({ label }) => label),
      ]),
    );
    const heading = `${fund.name} \u00b7 ${printDate(endDate)} \u00b7 in ${currency} \u00b7 ${basedOn}`;
    const pageHead = { title: TITLE, issuer: '', lines: [owner, heading] };
    const nextPage = () => {
      doc.addPage();
      return drawPageHead(doc, margin, pageHead);
    };
    doc.addPage();
    const top = drawPageHead(doc, margin, pageHead, drawLetterhead(doc, head, margin) - 4);
    const frame = { x: margin, accent: letterheadColor(head), bottom: doc.page.height - margin - 6, nextPage };
    const columns: readonly PlannedColumn[] = [
      { title: '', align: 'left' },
      ...(isWide ? (['LP', ...otherPeriods.map(({ party }) => party)] as const) : [undefined]).flatMap((party) =>
        periods.map(
          ({ description }): PlannedColumn => ({
            title: description,
            align: 'right',
            figure: true,
            group: party && partyTitles[party](owner),
          }),
        ),
      ),
    ];
    const notes = createCellNotes();
    const reasons = [{ notDetermined }, ...otherPeriods].map(({ notDetermined: [why] }) => why?.message);
    const figure = (text: string | null, at: number): TableCell => ({
      text: text === null ? notes.mark(reasons[Math.floor(at / spans.length)]) : print('money', text),
    });
    const lines = rows.map(({ label: text, isHeading, isTotal, qtd, ytd, itd, otherPeriods: others }): TableRow => {
      const figures = [qtd, ytd, itd, ...others];
      return isHeading
        ? { cells: [{ text, bold: true }, ...figures.map((): TableCell => ({ text: '' }))], kind: 'body' }
        : { cells: [{ text }, ...figures.map(figure)], kind: isTotal ? 'total' : 'body' };
    });
    const { y } = await drawRows(doc, columns, lines, frame, top);
    drawNotes(doc, notes.lines(), frame, y);
    finishPages(doc, margin, `${head.tenantName} \u00b7 ${TITLE} \u00b7 ${owner} \u00b7 ${printDate(today)}`);
  });
}
