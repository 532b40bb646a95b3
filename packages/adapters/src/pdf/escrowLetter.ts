import type { LetterTemplate } from '@carrara/domain/carry/letterTemplate';
import { safeFileName } from '../files/fileName.ts';
import { printNumber } from '../spreadsheet/printNumber.ts';
import type { Letterhead } from './letterhead.ts';
import type { LetterFile } from './letterFile.ts';
import {
  escrowSection,
  framedLetter,
  type LetterColumn,
  type LetterRecipient,
  type LetterSection,
  type LetterText,
  moneyOf,
} from './letterText.ts';
import { pdfOfTexts } from './letters.ts';

/** What a letter of a release of escrow says of one payee. */
export interface EscrowLetter extends LetterRecipient {
  readonly lines: readonly {
    readonly source: string;
    readonly through: readonly string[];
    /** Held before, released, and held after it; before and after are null of a reversal. */
    readonly held: string | null;
    readonly released: string;
    readonly left: string | null;
  }[];
  readonly released: string;
  /** Escrow that is held on the day of the run in all, each currency by itself. */
  readonly balances: readonly { readonly currency: string; readonly amount: string }[];
}
export interface EscrowLetterJob {
  readonly head: Letterhead;
  readonly template: LetterTemplate;
  readonly run: {
    readonly name: string;
    readonly date: string;
    readonly currency: string | null;
    readonly isPosted: boolean;
    readonly reversalOf: string | null;
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
      rows: letter.lines.map(({ source, through, held, released, left }) => [
        { text: source, note: through.length > 0 ? `through ${through.join(' / ')}` : undefined },
        { text: money(held) },
        { text: money(released) },
        { text: money(left) },
      ]),
      total: [{ text: 'Total' }, { text: '' }, { text: money(letter.released) }, { text: '' }],
    },
  };
  const amount = moneyOf(run.currency, letter.released);
  return framedLetter({
    template,
    head,
    run: { name: run.name, date: run.date, reversed: run.reversalOf },
    recipient: letter,
    values: { gross: amount, net: amount, unvested: null },
    opening: 'release',
    isFinal: run.isPosted,
    sections: [summary, ...escrowSection(run.date, letter.balances)],
  });
}

/** The letters of a release of escrow in one PDF, each on pages of its own. */
export function escrowLetterPdf(job: EscrowLetterJob, letters: readonly EscrowLetter[]): LetterFile {
  const [only] = letters.length === 1 ? letters : [];
  const title = `${job.run.name} - ${only?.name ?? 'letters'}`;
  const texts = letters.map((letter) => releaseText(job, letter));
  return { name: safeFileName(title, 'pdf'), content: pdfOfTexts(title, texts, job.head) };
}
