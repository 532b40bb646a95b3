import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type { ParticipantDetail } from '@carrara/contract/carry/run/distributionRun';
import {
  type LetterContent,
  type LetterFigures,
  unvestedAmount,
  unvestedLines,
} from '@carrara/domain/carry/distribution';
import { type LetterTemplate, mergedText, type MergeValues } from '@carrara/domain/carry/letterTemplate';
import { decimal } from '@carrara/domain/kernel';
import type { PayeeFacts } from '../postgres/carry/distribution/payeeFacts.ts';
import { printNumber } from '../spreadsheet/printNumber.ts';
import type { Letterhead } from './letterhead.ts';
import { printLongDate } from './print.ts';

/** Content of one payee's letter, and the stored facts about the payee. */
export interface Letter {
  readonly content: LetterContent<ParticipantDetail['participant']>;
  readonly payee: PayeeFacts;
}

/** Facts about the run that every letter contains. */
export type LetterRunHead = Pick<
  Distribution,
  'name' | 'distributionDate' | 'currency' | 'status' | 'reversalOf' | 'reversedBy'
>;

export interface LetterCell {
  readonly text: string;
  /** A second, lighter line. */
  readonly note?: string | undefined;
}
export interface LetterTable {
  readonly columns: readonly LetterColumn[];
  readonly rows: readonly (readonly LetterCell[])[];
  readonly total?: readonly LetterCell[];
}
export interface LetterColumn {
  readonly title: string;
  /** Share of the page width. The columns add up to 1. */
  readonly part: number;
  readonly isFigure: boolean;
}
export interface LetterSection {
  readonly title: string;
  readonly table: LetterTable;
}

/** All texts and figures of a letter as printed, independent of the file format. */
export interface LetterText {
  readonly name: string;
  readonly senderAddress: readonly string[];
  readonly date: string;
  /** Lines of name and address. */
  readonly recipient: readonly string[];
  readonly subject: string;
  /** Notice that the letter is a draft. */
  readonly draft: string | undefined;
  readonly salutation: string;
  readonly paragraphs: readonly string[];
  readonly sections: readonly LetterSection[];
  readonly closing: readonly string[];
  readonly signature: readonly string[];
  readonly foot: string;
}

/** Recipient of any kind of letter. */
export interface LetterRecipient {
  readonly name: string;
  /** Null for a trust or entity. */
  readonly firstName: string | null;
  readonly address: readonly string[];
  /** Last four digits of the bank account. Null if none is stored. */
  readonly account: string | null;
}

/** Texts of the firm, and the individual content of a letter. */
interface Framed {
  readonly template: LetterTemplate;
  readonly head: Letterhead;
  readonly run: { readonly name: string; readonly date: string; readonly reversed: string | null };
  readonly recipient: LetterRecipient;
  readonly values: Pick<MergeValues, 'gross' | 'net' | 'deductions' | 'unvested'>;
  /** Template text that announces the payment, unless the run is a reversal. */
  readonly opening: 'distribution' | 'release';
  readonly isFinal: boolean;
  /** Date on which the run was reversed, if it was. */
  readonly reversedOn?: string | undefined;
  readonly sections: readonly LetterSection[];
}

const DRAFT = 'Draft. Nothing has been paid, and the amounts can still change.';
const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
const linesOf = (text: string): string[] => (text.trim() === '' ? [] : text.trim().split(/\r?\n/));

/** Composes a letter around its tables from the texts of the firm's template and the recipient's values. */
export function composeLetter(framed: Framed): LetterText {
  const { template, head, run, recipient, opening, isFinal, sections } = framed;
  const values: MergeValues = {
    ...framed.values,
    name: recipient.name,
    firstName: recipient.firstName ?? recipient.name,
    firm: head.tenantName,
    distribution: run.name,
    reversed: run.reversed,
    paymentDate: printLongDate(run.date),
    account: recipient.account,
    contact: template.contact,
  };
  const merged = (text: string) => mergedText(text, values);
  return {
    name: recipient.name,
    senderAddress: template.senderAddress.trim() === '' ? (head.address ?? []) : linesOf(template.senderAddress),
    date: printLongDate(run.date),
    recipient: [recipient.name, ...recipient.address],
    subject: run.name,
    draft: isFinal ? undefined : DRAFT,
    salutation: merged(template.salutation),
    paragraphs: [
      ...(framed.reversedOn === undefined
        ? []
        : [
            `This ${opening} was reversed on ${printLongDate(framed.reversedOn)}. The amounts in this letter no longer apply.`,
          ]),
      ...paragraphsOf(merged(run.reversed === null ? template[opening] : template.reversal)),
      ...(framed.values.unvested ? paragraphsOf(merged(template.unvested)) : []),
    ],
    sections,
    closing: paragraphsOf(merged(template.closing)),
    signature: linesOf(merged(template.signature)),
    foot: `${head.tenantName} \u00b7 ${run.name} \u00b7 ${recipient.name}`,
  };
}

export const formatMoney = (currency: string | null, amount: string): string =>
  [currency, printNumber('money', amount)].filter(Boolean).join(' ');

const figureTitles = [
  ['grossCarryDistributed', 'Gross'],
  ['tax', 'Taxes'],
  ['escrow', 'Escrow'],
  ['loanRepayment', 'Loan repayment'],
  ['otherAdjustment', 'Other deduction'],
  ['netCarryDistributed', 'Net'],
] as const satisfies readonly (readonly [keyof LetterFigures, string])[];
const always: ReadonlySet<string> = new Set(['grossCarryDistributed', 'netCarryDistributed']);

/** Shares of the page width: for all figures together, and the maximum for one. */
const FIGURES = 0.8;
const FIGURE = 0.16;

/** Creates a table of figures. Columns that are zero in every row are left out, except gross and net. */
function figureTable(
  title: string,
  rows: readonly { readonly cell: LetterCell; readonly figures: LetterFigures }[],
  total?: LetterFigures,
): LetterTable {
  const all = [...rows.map(({ figures }) => figures), ...(total ? [total] : [])];
  const visible = figureTitles.filter(
    ([field]) => always.has(field) || all.some((figures) => !decimal(figures[field]).isZero()),
  );
  const part = Math.min(FIGURE, FIGURES / visible.length);
  const others = all.map(({ otherAdjustment }) => decimal(otherAdjustment));
  const [isAdded, isDeducted] = [others.some((other) => other.lt(0)), others.some((other) => other.gt(0))];
  // Parentheses under a deduction title would read as a further deduction, so an added amount gets its own title.
  const titleOf = (field: keyof LetterFigures, name: string) =>
    field !== 'otherAdjustment' || !isAdded
      ? name
      : isDeducted
        ? 'Other deduction (additions in parentheses)'
        : 'Other adjustment (added)';
  const cells = (figures: LetterFigures): LetterCell[] =>
    visible.map(([field]) => {
      const isPlain = field === 'otherAdjustment' && !isDeducted;
      return { text: printNumber('money', isPlain ? figures[field].replace('-', '') : figures[field]) };
    });
  return {
    columns: [
      { title, part: 1 - part * visible.length, isFigure: false },
      ...visible.map(([field, name]): LetterColumn => ({ title: titleOf(field, name), part, isFigure: true })),
    ],
    rows: rows.map(({ cell, figures }) => [cell, ...cells(figures)]),
    ...(total ? { total: [{ text: 'Total' }, ...cells(total)] } : {}),
  };
}

/** Creates a table of names with one amount each. */
function amountTable(
  title: string,
  amount: string,
  rows: readonly (readonly [name: string, amount: string])[],
  total?: string,
): LetterTable {
  return {
    columns: [
      { title, part: 0.7, isFigure: false },
      { title: amount, part: 0.3, isFigure: true },
    ],
    rows: rows.map(([name, value]) => [{ text: name }, { text: printNumber('money', value) }]),
    ...(total === undefined ? {} : { total: [{ text: 'Total' }, { text: printNumber('money', total) }] }),
  };
}

/** Creates the section on the payments that aren't fully vested on the day of the distribution. A leaver's vesting ended on the last day of employment. */
function unvestedSection(content: Letter['content'], date: string, inCurrency: string): LetterSection[] {
  const lines = unvestedLines(content);
  const total = unvestedAmount(content);
  if (total === null) return [];
  const table: LetterTable = {
    columns: [
      { title: 'Source', part: 0.6, isFigure: false },
      { title: 'Vested %', part: 0.2, isFigure: true },
      { title: 'Not vested', part: 0.2, isFigure: true },
    ],
    rows: lines.map(({ source, through: names, vestedPercentage, unvested }) => [
      { text: source, note: through(names) },
      { text: printNumber('percent', vestedPercentage) },
      { text: printNumber('money', unvested) },
    ]),
    total: [{ text: 'Total' }, { text: '' }, { text: printNumber('money', total) }],
  };
  return [{ title: `Not vested on ${printLongDate(date)}${inCurrency}`, table }];
}

/** Creates the section on the recipient's escrow, per currency. */
export const escrowSection = (
  date: string,
  escrow: readonly { readonly currency: string; readonly amount: string }[],
): LetterSection[] =>
  escrow.length === 0
    ? []
    : [
        {
          title: `Held in escrow for you on ${printLongDate(date)}`,
          table: amountTable(
            'Currency',
            'Balance',
            escrow.map(({ currency, amount }) => [currency, amount]),
          ),
        },
      ];

const through = (names: readonly string[]): string | undefined =>
  names.length > 0 ? `through ${names.join(' / ')}` : undefined;

/** Lists the differences between gross and net by kind as text. Null if there are none. */
function deductionsText({ tax, escrow, loanRepayment, otherAdjustment }: LetterFigures): string | null {
  const names = [
    decimal(tax).isZero() ? [] : 'taxes',
    decimal(escrow).isZero() ? [] : 'escrow',
    decimal(loanRepayment).gt(0) ? 'loan repayment' : [],
    decimal(otherAdjustment).isZero() ? [] : decimal(otherAdjustment).gt(0) ? 'other deductions' : 'other adjustments',
  ].flat();
  return names.length === 0 ? null : new Intl.ListFormat('en-US').format(names);
}

/** Statuses in which the amounts of a letter are final. */
const final: ReadonlySet<string> = new Set(['APP', 'DISB']);

/**
 * Composes the letter of one participant of a distribution. It has amount, date and account, payments and deductions
 * by source, taxes by kind, the year to date, and escrow.
 */
export function letterText(
  distribution: LetterRunHead,
  { content, payee }: Letter,
  { head, template }: { readonly head: Letterhead; readonly template: LetterTemplate },
): LetterText {
  const { participant, lines, totals, taxes } = content;
  const { name, distributionDate: date, currency: reference, status, reversalOf, reversedBy } = distribution;
  const currency = reference?.code ?? reference?.name ?? null;
  const inCurrency = currency === null ? '' : ` (${currency})`;
  const unvested = unvestedAmount(content);
  const main = (figures: { readonly currency: string }) => (figures.currency === currency ? 0 : 1);
  const paid = [...payee.paid].sort((a, b) => main(a) - main(b));
  const reversedOn = reversedBy?.isDisbursed ? reversedBy.distributionDate : undefined;
  // The amounts paid through the date already exclude a payment that was reversed by then.
  const subject = reversalOf ? 'reversal' : 'payment';
  const extent =
    status.code !== 'DISB'
      ? `before this ${subject}`
      : reversedOn !== undefined && reversedOn <= date
        ? 'without this payment'
        : `including this ${subject}`;
  const sections: readonly LetterSection[] = [
    {
      title: `Summary${inCurrency}`,
      table: figureTable(
        'Source',
        lines.map((line) => ({ cell: { text: line.source, note: through(line.through) }, figures: line.figures })),
        totals,
      ),
    },
    ...unvestedSection(content, date, inCurrency),
    ...(taxes.length > 0
      ? [
          {
            title: `Taxes withheld${inCurrency}`,
            table: amountTable(
              'Tax',
              'Amount',
              taxes.map((tax) => [tax.name, tax.amount]),
              totals.tax,
            ),
          },
        ]
      : []),
    ...(paid.length > 0
      ? [
          {
            title: `Paid to you in ${date.slice(0, 4)} through ${printLongDate(date)}, ${extent}`,
            table: figureTable(
              'Currency',
              paid.map((figures) => ({ cell: { text: figures.currency }, figures })),
            ),
          },
        ]
      : []),
    ...escrowSection(date, payee.escrow),
  ];
  return composeLetter({
    template,
    head,
    run: { name, date, reversed: reversalOf?.name ?? null },
    recipient: { ...payee, name: participant.name },
    values: {
      gross: formatMoney(currency, totals.grossCarryDistributed),
      net: formatMoney(currency, totals.netCarryDistributed),
      deductions: deductionsText(totals),
      unvested: unvested === null ? null : formatMoney(currency, unvested),
    },
    opening: 'distribution',
    isFinal: final.has(status.code),
    reversedOn,
    sections,
  });
}
