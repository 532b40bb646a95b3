import type { NoticeAnswer } from '@carrara/contract/performance/ledger/notice';
import type { Readable } from 'node:stream';
import { printNumber } from '../spreadsheet/printNumber.ts';
import type { DocumentIssuer } from './listPdf.ts';
import { pdfOfTexts } from './letters.ts';
import type { LetterSection, LetterText } from './letterText.ts';
import { printLongDate } from './print.ts';

/** A notice to one investor. */
export interface InvestorNotice {
  readonly notice: Omit<NoticeAnswer, 'investors'>;
  readonly share: NoticeAnswer['investors'][number];
  /** Lines of the investor's address. */
  readonly address: readonly string[];
}

const kinds = { CALL: 'Capital call', DISTRIBUTION: 'Distribution' } as const;

/** Returns the title of a notice: 'Capital call notice 3'. */
export const noticeTitle = ({ kind, number }: Pick<NoticeAnswer, 'kind' | 'number'>): string =>
  `${kinds[kind]} notice ${String(number)}`;

type Line = readonly [name: string, text: string];

/** Creates a table of two columns. Its first line is the heading. */
const table = (title: string, [first, second]: Line, rows: readonly Line[], total?: string): LetterSection => ({
  title,
  table: {
    columns: [
      { title: first, part: 0.6, isFigure: false },
      { title: second, part: 0.4, isFigure: true },
    ],
    rows: rows.map(([name, text]) => [{ text: name }, { text }]),
    ...(total === undefined ? {} : { total: [{ text: 'Total' }, { text: total }] }),
  },
});

/** Returns the sentence that says what is paid, by whom and when. A negative amount goes the other way. */
function paymentText({ kind, fund, currency, dueDate }: InvestorNotice['notice'], total: string): string {
  const amount = `${currency} ${printNumber('money', total.replace('-', ''))}`;
  const isPaidByFund = (kind === 'DISTRIBUTION') !== total.startsWith('-');
  return isPaidByFund
    ? `${fund.name} will pay you ${amount} on ${printLongDate(dueDate)}.`
    : `${fund.name} calls ${amount} from you. Please pay this amount by ${printLongDate(dueDate)}.`;
}

function textOf({ notice, share, address }: InvestorNotice, { head }: DocumentIssuer): LetterText {
  const { fund, currency, issueDate, dueDate, description, unfundedOn } = notice;
  const { investor, amounts, total, commitment, unfunded } = share;
  const money = (text: string) => printNumber('money', text);
  const title = noticeTitle(notice);
  return {
    name: investor.name,
    senderAddress: head.address ?? [],
    date: printLongDate(issueDate),
    recipient: [investor.name, ...address],
    subject: `${title}: ${fund.name}`,
    draft: undefined,
    salutation: `Dear ${investor.name},`,
    paragraphs: [paymentText(notice, total), ...(description === null ? [] : [description])],
    sections: [
      table(
        'Notice',
        ['Fund', fund.name],
        [
          ['Number', String(notice.number)],
          ['Issued', printLongDate(issueDate)],
          ['Due', printLongDate(dueDate)],
        ],
      ),
      table(
        `Amount (${currency})`,
        ['Kind', 'Amount'],
        amounts.map(({ title: kind, amount }) => [kind, money(amount)]),
        money(total),
      ),
      table(
        `Commitment on ${printLongDate(unfundedOn)} (${currency})`,
        ['Commitment', money(commitment)],
        [['Unfunded after this notice', money(unfunded)]],
      ),
    ],
    closing: [],
    signature: [head.tenantName],
    foot: `${head.tenantName} \u00b7 ${fund.name} \u00b7 ${title} \u00b7 ${investor.name}`,
  };
}

/** Prints the notice of a capital call or a distribution to an investor, as a letter of the fund's firm. */
export const noticePdf = (own: InvestorNotice, by: DocumentIssuer): Readable =>
  pdfOfTexts({ title: `${noticeTitle(own.notice)}: ${own.share.investor.name}, ${own.notice.fund.name}`, ...by }, [
    textOf(own, by),
  ]);
