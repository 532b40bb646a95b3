import type { CapitalAccountAnswer } from '@carrara/contract/performance/capitalAccount';
import { shownAccountRows } from '@carrara/contract/performance/shownAccountRows';
import { undetermined } from '@carrara/contract/core/shownFigure';
import type { Readable } from 'node:stream';
import { createDocument, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { setLine } from './fonts.ts';
import type { PrintedBy } from './listPdf.ts';
import { print, printDate } from './print.ts';
import { startTable, type TableCell } from './table.ts';
import { fitted } from './textBlock.ts';

const MARGIN = 48;
const FIGURE_WIDTH = 92;
const SIZE = 8.5;
const TITLE = 'Capital Account Statement';
const quiet = '#5b6b7c';

/** The statement of a capital account, as an investor gets it: whose it is, of when, the rows that say something, in the three spans. */
export function capitalAccountPdf(account: CapitalAccountAnswer, by: PrintedBy): Readable {
  const { fund, investor, currency, endDate, known, periods, notDetermined } = account;
  const doc = createDocument({ title: TITLE, margin: MARGIN });
  const whose = investor === null ? 'All partners' : investor.name;
  const rows = shownAccountRows(account.rows);
  const draw = async () => {
    await loadFonts(
      JSON.stringify([TITLE, by, fund.name, whose, currency, known, notDetermined, rows.map(({ label }) => label)]),
    );
    const nextPage = () => {
      doc.addPage();
      const width = doc.page.width - 2 * MARGIN;
      setLine(doc, TITLE, MARGIN, MARGIN - 8, width, { size: 15, weight: 'bold' });
      setLine(doc, by.tenantName, MARGIN, MARGIN - 4, width, { size: 9, colour: quiet, align: 'right' });
      const name = { size: 11, weight: 'bold' } as const;
      setLine(doc, whose, MARGIN, MARGIN + 16, width, fitted(doc, whose, width, name));
      const of = `${fund.name} \u00b7 ${printDate(endDate)} \u00b7 in ${currency} \u00b7 ${known}`;
      setLine(doc, of, MARGIN, MARGIN + 32, width, fitted(doc, of, width, { size: 9, colour: quiet }));
      return MARGIN + 52;
    };
    const top = nextPage();
    const frame = {
      x: MARGIN,
      size: SIZE,
      accent: by.colour ?? '#2f5d8a',
      bottom: doc.page.height - MARGIN - 6,
      nextPage,
    };
    const label = { title: '', width: doc.page.width - 2 * MARGIN - 3 * FIGURE_WIDTH, align: 'left' } as const;
    const figures = periods.map(({ description }) => ({
      title: description,
      width: FIGURE_WIDTH,
      align: 'right' as const,
      figure: true,
    }));
    const table = startTable(doc, [label, ...figures], frame, top);
    const figure = (text: string | null): TableCell => ({ text: text === null ? undetermined : print('money', text) });
    const none: TableCell = { text: '' };
    for (const { label: text, isHeading, isTotal, qtd, ytd, itd } of rows) {
      if (isHeading) table.add([{ text, bold: true }, none, none, none]);
      else table.add([{ text }, figure(qtd), figure(ytd), figure(itd)], isTotal ? 'total' : 'body');
    }
    const [why] = notDetermined;
    if (why) {
      const width = doc.page.width - 2 * MARGIN;
      const text = `${undetermined}: ${why.message}`;
      setLine(doc, text, MARGIN, table.end() + 8, width, fitted(doc, text, width, { size: 8, colour: quiet }));
    }
    finishPages(doc, MARGIN, `${by.tenantName} \u00b7 ${TITLE} \u00b7 ${printDate(by.today)}`, `${by.reader} \u00b7 `);
    doc.end();
  };
  draw().catch((reason: unknown) => doc.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return doc;
}
