import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import type { ParticipantDetail } from '@carrara/contract/carry/distributionRun';
import type { LetterContent, LetterFigures } from '@carrara/domain/carry/distribution';
import type { PayeeFacts } from '../postgres/carry/distribution/index.ts';
import { printNumber } from '../spreadsheet/printNumber.ts';
import { printDate } from './print.ts';

/** What one letter says: the payee's part of the run, and what is known of the payee beside it. */
export interface Letter {
  readonly content: LetterContent<ParticipantDetail['participant']>;
  readonly payee: PayeeFacts;
}

/** What every letter of a run says of the run itself. */
export type LetterRunHead = Pick<Distribution, 'name' | 'distributionDate' | 'currency' | 'status' | 'reversalOf'>;

export interface LetterCell {
  readonly text: string;
  /** A second, quieter line. */
  readonly note?: string | undefined;
}
export interface LetterTable {
  readonly columns: readonly LetterColumn[];
  readonly rows: readonly (readonly LetterCell[])[];
  readonly total?: readonly LetterCell[];
}
export interface LetterColumn {
  readonly title: string;
  /** Of the width of the page; the columns come to 1. */
  readonly part: number;
  readonly isFigure: boolean;
}
export type LetterFact = readonly [name: string, value: string];

/** All that a letter says, in words and figures as they are printed, in whatever kind of file. */
export interface LetterText {
  readonly name: string;
  /** What the payee is called and where the letter goes. */
  readonly about: readonly string[];
  readonly title: string;
  readonly facts: readonly LetterFact[];
  readonly sources: LetterTable;
  /** Gross less everything taken is net: the same figures once more, as one line to check. */
  readonly proof: string;
  /** Undefined where no tax takes anything. */
  readonly taxes: LetterTable | undefined;
  readonly paidTitle: string;
  /** Undefined where nothing was paid in the year. */
  readonly paid: LetterTable | undefined;
  readonly nothingPaid: LetterFact;
  readonly escrowTitle: string;
  readonly escrow: readonly LetterFact[];
  readonly foot: string;
}

const money = (text: string): string => printNumber('money', text);

const figureTitles = [
  ['grossCarryDistributed', 'Gross'],
  ['tax', 'Tax'],
  ['escrow', 'Escrow'],
  ['loanRepayment', 'Loan repayment'],
  ['otherAdjustment', 'Other'],
  ['netCarryDistributed', 'Net'],
] as const satisfies readonly (readonly [keyof LetterFigures, string])[];

const figurePart = 0.13;
const figureColumns = figureTitles.map(([, title]): LetterColumn => ({ title, part: figurePart, isFigure: true }));
const figureTable = (title: string): LetterColumn[] => [
  { title, part: 1 - figurePart * figureColumns.length, isFigure: false },
  ...figureColumns,
];
const figureCells = (figures: LetterFigures): LetterCell[] =>
  figureTitles.map(([field]) => ({ text: money(figures[field]) }));
const taxColumns: readonly LetterColumn[] = [
  { title: 'Source', part: 0.38, isFigure: false },
  { title: 'Tax', part: 0.34, isFigure: false },
  { title: '% of gross', part: 0.13, isFigure: true },
  { title: 'Amount', part: 0.15, isFigure: true },
];

const through = (names: readonly string[]): string | undefined =>
  names.length > 0 ? `through ${names.join(' / ')}` : undefined;
const vestedText = (vested: string | null): string =>
  vested === null ? 'vested part not determined' : `vested part ${money(vested)}`;

/** What a reader must know of a distribution that is not paid. */
const standings: Readonly<Record<string, string>> = {
  DRAFT: 'Draft. The figures may still change; nothing has been paid.',
  SUB: 'Waiting for approval. The figures may still change; nothing has been paid.',
  REJ: 'Not approved. The figures may still change; nothing has been paid.',
  APP: 'Approved for payment.',
};

/**
 * What the letter of one participant says: to whom, what each source pays and what is taken from it, the taxes one by one, the line that ties them, and
 * where the payee stands on the day of the run, each currency by itself.
 */
export function letterText(distribution: LetterRunHead, { content, payee }: Letter, tenantName: string): LetterText {
  const { participant, lines, totals } = content;
  const isPaid = distribution.status.code === 'DISB';
  const date = printDate(distribution.distributionDate);
  const extent = isPaid ? 'with this distribution' : 'without this distribution';
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Distribution', distribution.name],
    isPaid ? ['Payment date', date] : ['Planned for', date],
    ['Currency', distribution.currency?.code ?? distribution.currency?.name],
    ['Status', standings[distribution.status.code] ?? distribution.status.description],
    ['Reversal of', distribution.reversalOf?.name],
  ];
  const [gross, ...taken] = figureTitles
    .slice(0, -1)
    .map(([field, title]) => `${title.toLowerCase()} ${money(totals[field])}`);
  const nothingHeld = { currency: distribution.currency?.code ?? 'Balance', amount: '0.00' };
  return {
    name: participant.name,
    about: [[participant.businessTitle, participant.code].filter(Boolean).join(' \u00b7 '), ...payee.address].filter(
      Boolean,
    ),
    title: distribution.reversalOf ? 'Reversal of a carry distribution' : 'Carry distribution',
    facts: facts.flatMap(([name, value]): readonly LetterFact[] => (value ? [[name, value]] : [])),
    sources: {
      columns: figureTable('Source'),
      rows: lines.map((line) => [
        { text: line.source, note: [through(line.through), vestedText(line.vested)].filter(Boolean).join(' \u00b7 ') },
        ...figureCells(line.figures),
      ]),
      total: [{ text: 'Total', note: vestedText(content.vested) }, ...figureCells(totals)],
    },
    proof: `Net ${money(totals.netCarryDistributed)} = ${gross} \u2212 ${taken.join(' \u2212 ')}`,
    taxes: lines.some(({ taxes }) => taxes.length > 0) ? taxTable(content) : undefined,
    paidTitle: `Paid in ${date.slice(6)} to ${date}, ${extent}`,
    paid:
      payee.paid.length > 0
        ? {
            columns: figureTable('Currency'),
            rows: payee.paid.map((figures) => [{ text: figures.currency }, ...figureCells(figures)]),
          }
        : undefined,
    nothingPaid: ['Nothing', 'no distribution was paid this year'],
    escrowTitle: `Escrow balance on ${date}, ${extent}`,
    escrow: (payee.escrow.length > 0 ? payee.escrow : [nothingHeld]).map(({ currency, amount }) => [
      currency,
      money(amount),
    ]),
    foot: `${tenantName} \u00b7 ${distribution.name}`,
  };
}

const taxTable = ({ lines, totals }: Letter['content']): LetterTable => ({
  columns: taxColumns,
  rows: lines.flatMap((line) =>
    line.taxes.map((tax, at) => [
      at === 0 ? { text: line.source, note: through(line.through) } : { text: '' },
      { text: tax.name },
      { text: printNumber('percent', tax.percent) },
      { text: money(tax.amount) },
    ]),
  ),
  total: [{ text: 'Total' }, { text: '' }, { text: '' }, { text: money(totals.tax) }],
});
