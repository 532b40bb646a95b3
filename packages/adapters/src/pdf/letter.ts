import type { Distribution } from '@carrara/contract/distributionRecord';
import { finishPages } from './document.ts';
import { type Document, setLine } from './fonts.ts';
import type { LetterContent, LetterFigures } from './letterContent.ts';
import { colourOf, drawFact, drawLetterhead, type Letterhead } from './letterhead.ts';
import { printDate, printNumber } from './print.ts';
import { startTable, type TableColumn, type TableFrame } from './table.ts';
import { linesOf, setLines } from './textBlock.ts';

export const LETTER_MARGIN = 44;
const AMOUNT = 66;
const money = (text: string): string => printNumber('money', text);

const figureTitles = [
  ['grossCarryDistributed', 'Gross'],
  ['tax', 'Tax'],
  ['escrow', 'Escrow'],
  ['loanRepayment', 'Loan repayment'],
  ['otherAdjustment', 'Other'],
  ['netCarryDistributed', 'Net'],
] as const satisfies readonly (readonly [keyof LetterFigures, string])[];

const figureColumns = figureTitles.map(
  ([, title]): TableColumn => ({ title, width: AMOUNT, align: 'right', figure: true }),
);
const figureCells = (figures: LetterFigures) => figureTitles.map(([field]) => ({ text: money(figures[field]) }));
/** A heading breaks over two lines; the figures below it never do. */
const sourceColumns = (width: number): TableColumn[] => [
  { title: 'Source', width: width - AMOUNT * figureColumns.length, align: 'left' },
  ...figureColumns,
];
const taxColumns = (width: number): TableColumn[] => [
  { title: 'Source', width: width * 0.38, align: 'left' },
  { title: 'Tax', width: width * 0.34, align: 'left' },
  { title: '% of gross', width: width * 0.13, align: 'right', figure: true },
  { title: 'Amount', width: width * 0.15, align: 'right', figure: true },
];

const through = (names: readonly string[]): string | undefined =>
  names.length > 0 ? `through ${names.join(' / ')}` : undefined;

/** What a reader must know of a distribution that is not paid. */
const standings: Readonly<Record<string, string>> = {
  DRAFT: 'Draft. The figures may still change; nothing has been paid.',
  SUB: 'Waiting for approval. The figures may still change; nothing has been paid.',
  REJ: 'Not approved. The figures may still change; nothing has been paid.',
  APP: 'Approved for payment.',
};

function heading(doc: Document, text: string, y: number, nextPage: () => number, bottom: number): number {
  const at = y + 60 > bottom ? nextPage() : y;
  setLine(doc, text, LETTER_MARGIN, at, 400, { size: 10, weight: 'bold' });
  return at + 18;
}

function drawAddressee(doc: Document, distribution: Distribution, content: LetterContent, top: number): number {
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const { participant } = content;
  const name = { size: 13, weight: 'bold' } as const;
  let y = setLines(doc, linesOf(doc, participant.name, width, name), LETTER_MARGIN, top, width, name);
  const about = [participant.businessTitle, participant.code].filter(Boolean).join(' \u00b7 ');
  if (about) {
    setLine(doc, about, LETTER_MARGIN, y, width, { size: 9, colour: '#5b6b7c' });
    y += 14;
  }
  y += 12;
  const title = distribution.reversalOf ? 'Reversal of a carry distribution' : 'Carry distribution';
  setLine(doc, title, LETTER_MARGIN, y, width, { size: 15, weight: 'bold' });
  y += 25;
  const currency = distribution.currency?.code ?? distribution.currency?.name;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Distribution', distribution.name],
    ['Date', printDate(distribution.distributionDate)],
    ['Currency', currency],
    ['Status', standings[distribution.status.code] ?? distribution.status.description],
    ['Reversal of', distribution.reversalOf?.name],
  ];
  for (const [fact, value] of facts) if (value) y = drawFact(doc, fact, value, LETTER_MARGIN, y, width);
  return y + 14;
}

/** Gross less everything taken is net: the same five figures once more, as one line to check. */
function drawReconciliation(doc: Document, totals: LetterFigures, top: number): number {
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const [gross, ...taken] = figureTitles
    .slice(0, -1)
    .map(([field, title]) => `${title.toLowerCase()} ${money(totals[field])}`);
  const look = { size: 8.5, colour: '#5b6b7c' } as const;
  const text = `Net ${money(totals.netCarryDistributed)} = ${gross} \u2212 ${taken.join(' \u2212 ')}`;
  return setLines(doc, linesOf(doc, text, width, look), LETTER_MARGIN, top, width, look);
}

/**
 * Draws the letter of one participant on pages of its own: who writes, to whom, what each source pays and what is taken from it, the taxes
 * one by one, and the sum that ties them.
 */
export function drawLetter(doc: Document, distribution: Distribution, content: LetterContent, head: Letterhead): void {
  doc.addPage();
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const bottom = doc.page.height - LETTER_MARGIN - 12;
  const nextPage = () => {
    doc.addPage();
    return LETTER_MARGIN;
  };
  const frame: TableFrame = { x: LETTER_MARGIN, size: 8, accent: colourOf(head), bottom, nextPage };
  let y = drawAddressee(doc, distribution, content, drawLetterhead(doc, head, LETTER_MARGIN));

  const sources = startTable(doc, sourceColumns(width), frame, y);
  for (const line of content.lines) {
    sources.add([{ text: line.source, note: through(line.through) }, ...figureCells(line.figures)]);
  }
  sources.add([{ text: 'Total' }, ...figureCells(content.totals)], 'total');
  y = sources.end() + 10;
  if (y + 30 > bottom) y = nextPage();
  y = drawReconciliation(doc, content.totals, y) + 22;

  if (content.lines.some(({ taxes }) => taxes.length > 0)) {
    y = heading(doc, 'Taxes', y, nextPage, bottom);
    const taxes = startTable(doc, taxColumns(width), frame, y);
    for (const line of content.lines) {
      for (const [at, tax] of line.taxes.entries()) {
        const source = at === 0 ? { text: line.source, note: through(line.through) } : { text: '' };
        taxes.add([
          source,
          { text: tax.name },
          { text: printNumber('percent', tax.percent) },
          { text: money(tax.amount) },
        ]);
      }
    }
    taxes.add([{ text: 'Total' }, { text: '' }, { text: '' }, { text: money(content.totals.tax) }], 'total');
  }
  finishPages(doc, LETTER_MARGIN, `${head.tenantName} \u00b7 ${distribution.name}`);
}
