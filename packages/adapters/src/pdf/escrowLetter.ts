import type { LetterTemplate } from '@carrara/domain/carry/letterTemplate';
import { safeFileName } from '../files/fileName.ts';
import { printNumber } from '../spreadsheet/printNumber.ts';
import type { Letterhead } from './letterhead.ts';
import type { LetterFile } from './letterFile.ts';
import {
  escrowSection,
  composeLetter,
  type LetterColumn,
  type LetterRecipient,
  type LetterSection,
  type LetterText,
  formatMoney,
} from './letterText.ts';
import { pdfOfTexts } from './letters.ts';

/** Facts about one payee in a letter about an escrow release. */
export interface EscrowLetter extends LetterRecipient {
  readonly lines: readonly {
    readonly source: string;
    readonly through: readonly string[];
    /**
     * Escrow before the release, the amount released, and the escrow after it. The first and last are null for a
     * reversal.
     */
    readonly escrowBefore: string | null;
    readonly released: string;
    readonly remaining: string | null;
  }[];
  readonly released: string;
  /** Total escrow on the date of the run, per currency. */
  readonly balances: readonly { readonly currency: string; readonly amount: string }[];
}
export interface EscrowLetterJob {
  readonly head: Letterhead;
  readonly template: LetterTemplate;
  readonly today: string;
  readonly run: {
    readonly name: string;
    readonly date: string;
    readonly currency: string | null;
    readonly isPosted: boolean;
    readonly reversalOf: string | null;
    /** Date on which the release was reversed, if it was. */
    readonly reversedOn: string | undefined;
  };
}

const money = (text: string | null): string => (text === null ? '\u2013' : printNumber('money', text));
const columns: readonly LetterColumn[] = [
  { title: 'Source', part: 0.46, isFigure: false },
  ...['Held before', 'Released', 'Still held'].map((title): LetterColumn => ({ title, part: 0.18, isFigure: true })),
];

function releaseText({ head, template, run }: EscrowLetterJob, letter: EscrowLetter): LetterText {
  const summary: LetterSection = {
    title: `Summary${run.currency === null ? '' : ` (${run.currency})`}`,
    table: {
      columns,
      rows: letter.lines.map(({ source, through, escrowBefore, released, remaining }) => [
        { text: source, note: through.length > 0 ? `through ${through.join(' / ')}` : undefined },
        { text: money(escrowBefore) },
        { text: money(released) },
        { text: money(remaining) },
      ]),
      total: [{ text: 'Total' }, { text: '' }, { text: money(letter.released) }, { text: '' }],
    },
  };
  const amount = formatMoney(run.currency, letter.released);
  return composeLetter({
    template,
    head,
    run: { name: run.name, date: run.date, reversed: run.reversalOf },
    recipient: letter,
    values: { gross: amount, net: amount, unvested: null },
    opening: 'release',
    isFinal: run.isPosted,
    reversedOn: run.reversedOn,
    sections: [summary, ...escrowSection(run.date, letter.balances)],
  });
}

/** Prints the letters of an escrow release in one PDF, each starting on a new page. */
export function escrowLetterPdf(job: EscrowLetterJob, letters: readonly EscrowLetter[]): LetterFile {
  const { head, today } = job;
  const [only] = letters.length === 1 ? letters : [];
  const title = `${job.run.name} - ${only?.name ?? 'letters'}`;
  const texts = letters.map((letter) => releaseText(job, letter));
  return { name: safeFileName(title, 'pdf'), content: pdfOfTexts({ title, head, today }, texts) };
}
