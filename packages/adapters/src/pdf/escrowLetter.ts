import { safeFileName } from '../files/fileName.ts';
import { printNumber } from '../spreadsheet/printNumber.ts';
import { createDocument, finishPages } from './document.ts';
import { loadFonts } from './fontFiles.ts';
import { type Document, forgetLayouts, setLine } from './fonts.ts';
import { LETTER_MARGIN } from './letter.ts';
import { colourOf, drawFact, drawLetterhead, type Letterhead } from './letterhead.ts';
import type { LetterFile } from './letterFile.ts';
import { printDate } from './print.ts';
import { startTable, type TableColumn } from './table.ts';
import { linesOf, setLines } from './textBlock.ts';

/** What a letter of a release of escrow says of one payee. */
export interface EscrowLetter {
  readonly name: string;
  readonly code: string | null;
  /** In lines; empty when none is kept. */
  readonly address: readonly string[];
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
  readonly run: {
    readonly name: string;
    readonly date: string;
    readonly currency: string | null;
    /** As people read its state. */
    readonly status: string;
    readonly isPosted: boolean;
    readonly reversalOf: string | null;
  };
}

const money = (text: string | null): string => (text === null ? '\u2013' : printNumber('money', text));
const AMOUNT = 90;

function drawEscrowLetter(doc: Document, { head, run }: EscrowLetterJob, letter: EscrowLetter): void {
  doc.addPage();
  const width = doc.page.width - 2 * LETTER_MARGIN;
  const bottom = doc.page.height - LETTER_MARGIN - 12;
  const nextPage = () => {
    doc.addPage();
    return LETTER_MARGIN;
  };
  const name = { size: 13, weight: 'bold' } as const;
  const quiet = { size: 9, colour: '#5b6b7c' } as const;
  let y = drawLetterhead(doc, head, LETTER_MARGIN);
  y = setLines(doc, linesOf(doc, letter.name, width, name), LETTER_MARGIN, y, width, name);
  for (const line of [letter.code, ...letter.address].filter((text) => text !== null && text !== ''))
    y = setLines(doc, linesOf(doc, line!, width, quiet), LETTER_MARGIN, y, width, quiet) + 1;
  y += 12;
  const title = run.reversalOf ? 'Reversal of a release of escrow' : 'Release of escrow';
  setLine(doc, title, LETTER_MARGIN, y, width, { size: 15, weight: 'bold' });
  y += 25;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Run', run.name],
    [run.isPosted ? 'Payment date' : 'Planned for', printDate(run.date)],
    ['Currency', run.currency],
    ['Status', run.isPosted ? null : `${run.status}. Nothing has been paid.`],
    ['Reversal of', run.reversalOf],
  ];
  for (const [fact, value] of facts) if (value) y = drawFact(doc, fact, value, LETTER_MARGIN, y, width);
  y += 14;
  const columns: readonly TableColumn[] = [
    { title: 'Source', width: width - 3 * AMOUNT, align: 'left' },
    ...['Held before', 'Released', 'Still held'].map(
      (heading): TableColumn => ({ title: heading, width: AMOUNT, align: 'right', figure: true }),
    ),
  ];
  const frame = { x: LETTER_MARGIN, size: 8, accent: colourOf(head), bottom, nextPage };
  const table = startTable(doc, columns, frame, y);
  for (const { source, through, held, released, left } of letter.lines)
    table.add([
      { text: source, ...(through.length > 0 ? { note: `through ${through.join(' / ')}` } : {}) },
      { text: money(held) },
      { text: money(released) },
      { text: money(left) },
    ]);
  table.add([{ text: 'Total' }, { text: '' }, { text: money(letter.released) }, { text: '' }], 'total');
  y = table.end() + 16;
  const note = 'Tax was taken when the carry was distributed; none is taken again.';
  y = setLines(doc, linesOf(doc, note, width, quiet), LETTER_MARGIN, y, width, quiet) + 12;
  if (y + 60 > bottom) y = nextPage();
  const extent = run.isPosted ? 'with this release' : 'without this release';
  setLine(doc, `Escrow held on ${printDate(run.date)}, ${extent}`, LETTER_MARGIN, y, width, {
    size: 10,
    weight: 'bold',
  });
  y += 18;
  for (const { currency, amount } of letter.balances)
    y = drawFact(doc, currency, money(amount), LETTER_MARGIN, y, width);
  finishPages(doc, LETTER_MARGIN, `${head.tenantName} \u00b7 ${run.name}`);
}

const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The letters of a release of escrow in one PDF, each on pages of its own. */
export function escrowLetterPdf(job: EscrowLetterJob, letters: readonly EscrowLetter[]): LetterFile {
  const [only] = letters.length === 1 ? letters : [];
  const title = `${job.run.name} - ${only?.name ?? 'letters'}`;
  const doc = createDocument({ title, margin: LETTER_MARGIN });
  const draw = async () => {
    for (const letter of letters) {
      await loadFonts(JSON.stringify([job.run, job.head.tenantName, letter]));
      drawEscrowLetter(doc, job, letter);
      forgetLayouts(doc);
      // What is drawn is written before the next one.
      await breathe();
    }
    doc.end();
  };
  draw().catch((reason: unknown) => doc.destroy(reason instanceof Error ? reason : new Error(String(reason))));
  return { name: safeFileName(title, 'pdf'), content: doc };
}
