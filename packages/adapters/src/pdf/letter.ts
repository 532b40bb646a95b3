import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import type { ParticipantDetail } from '@carrara/contract/carry/distributionRun';
import type { LetterContent, LetterFigures } from '@carrara/domain/carry/distribution';
import type { PayeeFacts } from '../postgres/carry/distribution/index.ts';
import { finishPages } from './document.ts';
import { type Document, setLine } from './fonts.ts';
import { colourOf, drawFact, drawLetterhead, type Letterhead } from './letterhead.ts';
import { printDate } from './print.ts';
import { printNumber } from '../spreadsheet/printNumber.ts';
import { startTable, type TableColumn, type TableFrame } from './table.ts';
import { linesOf, setLines } from './textBlock.ts';

/** What one letter says: the payee's part of the run, and what is known of the payee beside it. */
export interface Letter {
  readonly content: LetterContent<ParticipantDetail['participant']>;
  readonly payee: PayeeFacts;
}

/** What every letter of a run says of the run itself. */
export type LetterRunHead = Pick<Distribution, 'name' | 'distributionDate' | 'currency' | 'status' | 'reversalOf'>;

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
const UNDETERMINED = 'not determined';
/** A heading breaks over two lines; the figures below it never do. */
const figureTable = (title: string, width: number): TableColumn[] => [
  { title, width: width - AMOUNT * figureColumns.length, align: 'left' },
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

const isPaid = ({ status }: LetterRunHead): boolean => status.code === 'DISB';

function drawAddressee(doc: Document, distribution: LetterRunHead, { content, payee }: Letter, top: number): number {
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const { participant } = content;
  const name = { size: 13, weight: 'bold' } as const;
  const quiet = { size: 9, colour: '#5b6b7c' } as const;
  let y = setLines(doc, linesOf(doc, participant.name, width, name), LETTER_MARGIN, top, width, name);
  const about = [participant.businessTitle, participant.code].filter(Boolean).join(' \u00b7 ');
  for (const line of [about, ...payee.address].filter(Boolean)) {
    y = setLines(doc, linesOf(doc, line, width, quiet), LETTER_MARGIN, y, width, quiet) + 1;
  }
  y += 12;
  const title = distribution.reversalOf ? 'Reversal of a carry distribution' : 'Carry distribution';
  setLine(doc, title, LETTER_MARGIN, y, width, { size: 15, weight: 'bold' });
  y += 25;
  const currency = distribution.currency?.code ?? distribution.currency?.name;
  const date = printDate(distribution.distributionDate);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Distribution', distribution.name],
    isPaid(distribution) ? ['Payment date', date] : ['Planned for', date],
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

const vestedText = (vested: string | null): string =>
  vested === null ? `vested part ${UNDETERMINED}` : `vested part ${money(vested)}`;

/** Where the payee stands on the day of the run: what was paid this year, and what is held in escrow; each currency by itself. */
function drawStanding(
  doc: Document,
  distribution: LetterRunHead,
  { paid, escrow }: PayeeFacts,
  frame: TableFrame,
  top: number,
): void {
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const date = printDate(distribution.distributionDate);
  const extent = isPaid(distribution) ? 'with this distribution' : 'without this distribution';
  let y = heading(doc, `Paid in ${date.slice(6)} to ${date}, ${extent}`, top, frame.nextPage, frame.bottom);
  if (paid.length > 0) {
    const year = startTable(doc, figureTable('Currency', width), frame, y);
    for (const figures of paid) year.add([{ text: figures.currency }, ...figureCells(figures)]);
    y = year.end() + 22;
  } else y = drawFact(doc, 'Nothing', 'no distribution was paid this year', LETTER_MARGIN, y, width) + 12;
  y = heading(doc, `Escrow balance on ${date}, ${extent}`, y, frame.nextPage, frame.bottom);
  const nothing = { currency: distribution.currency?.code ?? 'Balance', amount: '0.00' };
  for (const { currency, amount } of escrow.length > 0 ? escrow : [nothing])
    y = drawFact(doc, currency, money(amount), LETTER_MARGIN, y, width);
}

/**
 * Draws the letter of one participant on pages of its own: who writes, to whom, what each source pays and what is taken from it, the taxes
 * one by one, and the sum that ties them.
 */
export function drawLetter(doc: Document, distribution: LetterRunHead, letter: Letter, head: Letterhead): void {
  const { content, payee } = letter;
  doc.addPage();
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const bottom = doc.page.height - LETTER_MARGIN - 12;
  const nextPage = () => {
    doc.addPage();
    return LETTER_MARGIN;
  };
  const frame: TableFrame = { x: LETTER_MARGIN, size: 8, accent: colourOf(head), bottom, nextPage };
  let y = drawAddressee(doc, distribution, letter, drawLetterhead(doc, head, LETTER_MARGIN));

  const sources = startTable(doc, figureTable('Source', width), frame, y);
  for (const line of content.lines) {
    const note = [through(line.through), vestedText(line.vested)].filter(Boolean).join(' \u00b7 ');
    sources.add([{ text: line.source, note }, ...figureCells(line.figures)]);
  }
  sources.add([{ text: 'Total', note: vestedText(content.vested) }, ...figureCells(content.totals)], 'total');
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
    y = taxes.end() + 22;
  }
  drawStanding(doc, distribution, payee, frame, y);
  finishPages(doc, LETTER_MARGIN, `${head.tenantName} \u00b7 ${distribution.name}`);
}
