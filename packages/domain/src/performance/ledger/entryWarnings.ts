import {
  type CalendarDate,
  type Decimal,
  daysBetween,
  displayedDate,
  moneyText,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import { type EntryType, entryTypeRule } from './entryType.ts';
import { noticeName } from './notice.ts';
import type { Ledger, Posting, Quarters } from './ledgerState.ts';
import { listedPartners } from './namedPartners.ts';
import { quartersLater } from './quarter.ts';
import { unbalancedTransfers } from './unbalancedTransfers.ts';
import { withoutReversed } from './withoutReversed.ts';

/** The notice of an entry, as far as warnings depend on it. */
export interface DueNotice {
  readonly id: string;
  readonly kind: string;
  readonly number: number;
  readonly dueDate: string;
}

/** A warning about an entry, with the field that it is about. */
export interface EntryWarning<At> {
  readonly at: At;
  readonly field: 'settledOn' | 'effectiveDate' | 'amount';
  readonly text: string;
}

interface NamedLedger extends Ledger {
  readonly commitments: readonly (Ledger['commitments'][number] & { readonly investorName: string })[];
}
type Posted<At> = { readonly at: At; readonly posting: Posting };

/** An investor may pay a call before its due date. Cash that moved earlier than this probably has a wrong date. */
const MOST_DAYS_EARLY = 30;
/** Accrued fees and expenses are often paid months later. Cash that moved later than this probably has a wrong year. */
const MOST_DAYS_LATE = 180;

/**
 * Returns warnings about entries that are valid but probably wrong. The cash moved long before or after the entry. Or
 * the entry is dated after its notice is due, more is recallable than a partner paid in, or transfers don't balance.
 * Some funds may recycle more than was paid in, so nothing is refused.
 *
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function entryWarnings<At>(
  postings: readonly Posted<At>[],
  ledger: NamedLedger,
  notices: readonly DueNotice[],
): readonly EntryWarning<At>[] {
  const noticesById = new Map(notices.map((notice) => [notice.id, notice]));
  const dates = postings.flatMap(({ at, posting }): EntryWarning<At>[] => {
    const { effective, settledOn, noticeId, reversalOf } = posting;
    if (reversalOf !== null) return [];
    const notice = noticeId === null ? undefined : noticesById.get(noticeId);
    return [
      ...settledFar(effective, settledOn).map((text) => ({ at, field: 'settledOn' as const, text })),
      ...(notice !== undefined && notice.dueDate < effective
        ? [{ at, field: 'effectiveDate' as const, text: afterDueText(notice, effective) }]
        : []),
    ];
  });
  return [...dates, ...aboveCalled(postings, ledger), ...unbalancedTransfers(postings, ledger)];
}

/**
 * Returns warnings about entries and commitment changes of a future date, with the quarters that open because of them: their date is probably a typo.
 * Imports have their own warning, which lists all rows at once.
 */
export const futureWarnings = <At>(
  postings: readonly { readonly at: At; readonly posting: Pick<Posting, 'effective' | 'booked'> }[],
  { today, quarters = [] }: Pick<Quarters, 'today' | 'quarters'>,
): readonly EntryWarning<At>[] =>
  postings.flatMap(({ at, posting: { effective, booked } }) => {
    if (today === undefined || effective <= today) return [];
    const last = quarters.at(-1);
    const first = last === undefined ? booked : quartersLater(last, 1);
    const opened = booked < first ? [] : first === booked ? [booked] : [first, booked];
    const opens =
      opened.length === 0
        ? ''
        : ` This opens the ${opened.length === 1 ? 'quarter' : 'quarters'} ending ${opened.map(displayedDate).join(' to ')}.`;
    return [
      {
        at,
        field: 'effectiveDate' as const,
        text: `This is dated ${displayedDate(effective)}, after today.${opens}`,
      },
    ];
  });

/** Returns warnings about entries that are already posted: of the same type, date, amount, investment and shares. */
export function repeatedEntries<At>(
  postings: readonly Posted<At>[],
  { entries }: Pick<Ledger, 'entries'>,
): readonly EntryWarning<At>[] {
  const signatureOf = ({ type, effective, amount, holdingId, securityId, shares }: Posting) =>
    [
      [type, effective, moneyText(amount), holdingId, securityId].join(' '),
      ...shares.map((share) => `${share.commitmentId} ${moneyText(share.amount)}`).sort(),
    ].join('\n');
  const days = new Set(postings.map(({ posting }) => posting.effective));
  const posted = new Set(withoutReversed(entries.filter(({ effective }) => days.has(effective))).map(signatureOf));
  return postings.flatMap(({ at, posting }): readonly EntryWarning<At>[] => {
    const text = `The same entry is already posted: ${entryTypeRule(posting.type).title} of ${spokenMoney(posting.amount)} on ${displayedDate(posting.effective)}.`;
    return posted.has(signatureOf(posting)) ? [{ at, field: 'amount', text }] : [];
  });
}

/** Returns a warning if something is dated before the vehicle's initial close. `subject` begins the sentence, with its verb. */
export const initialCloseWarning = (
  subject: string,
  date: CalendarDate,
  firstClose: CalendarDate | null,
): readonly string[] =>
  firstClose !== null && date < firstClose
    ? [`${subject} dated ${displayedDate(date)}, before the initial close on ${displayedDate(firstClose)}.`]
    : [];

/** Returns a warning if the cash moved long before or after the date of its entry. */
export function settledFar(effective: CalendarDate, settledOn: CalendarDate | null): readonly string[] {
  const daysLate = settledOn === null ? 0 : daysBetween(effective, settledOn);
  if (settledOn === null || (daysLate >= -MOST_DAYS_EARLY && daysLate <= MOST_DAYS_LATE)) return [];
  const days = `${Math.abs(daysLate).toLocaleString('en')} days ${daysLate < 0 ? 'before' : 'after'}`;
  return [`Settled on ${displayedDate(settledOn)} is ${days} the date of the entry, ${displayedDate(effective)}.`];
}

const afterDueText = (notice: DueNotice, effective: CalendarDate) =>
  `The entry is dated ${displayedDate(effective)}, but ${noticeName(notice)} is due on ${displayedDate(notice.dueDate)}.`;

/** The amounts of a commitment that were paid in, and those that were paid back and can be called again. */
interface Called {
  readonly calledAmount: Decimal;
  readonly recallable: Decimal;
}
interface Movement<At> extends Called {
  readonly date: CalendarDate;
  /** Present for new entries that make an amount recallable. */
  readonly raisedBy?: Posted<At>;
}

const raisesUnfunded = (type: EntryType): boolean => {
  const rule = entryTypeRule(type).unfunded;
  return rule?.row === RECALLABLE_ROW;
};
const RECALLABLE_ROW = 111;
/** A release lowers the unfunded commitment without being paid in. */
const RELEASED_ROW = 112;

/** Returns a warning for each entry after which more can be called again than was paid in of a commitment. */
function aboveCalled<At>(postings: readonly Posted<At>[], ledger: NamedLedger): readonly EntryWarning<At>[] {
  const raised = new Map<string, Movement<At>[]>();
  const isRaising = ({ type, reversalOf }: Posting) => reversalOf === null && raisesUnfunded(type);
  for (const { posting } of postings.filter((posted) => isRaising(posted.posting)))
    for (const { commitmentId, unfunded } of posting.shares) if (unfunded.gt(0)) raised.set(commitmentId, []);
  if (raised.size === 0) return [];
  const addMovements = (posting: Pick<Posting, 'type' | 'effective' | 'shares'>, raisedBy?: Posted<At>) => {
    const row = entryTypeRule(posting.type).unfunded?.row;
    if (row === undefined || row === RELEASED_ROW) return;
    for (const { commitmentId, unfunded } of posting.shares)
      raised.get(commitmentId)?.push({
        date: posting.effective,
        calledAmount: row === RECALLABLE_ROW ? zero : unfunded.negated(),
        recallable: row === RECALLABLE_ROW ? unfunded : zero,
        ...(raisedBy === undefined ? {} : { raisedBy }),
      });
  };
  for (const entry of ledger.entries) addMovements(entry);
  for (const posted of postings) addMovements(posted.posting, isRaising(posted.posting) ? posted : undefined);
  const partnersOf = new Map<Posted<At>, string[]>();
  for (const { id, investorName } of ledger.commitments) {
    const excess = firstExcess(raised.get(id) ?? []);
    if (excess === undefined) continue;
    const { raisedBy, calledAmount, recallable } = excess;
    const text = `${investorName} ${spokenMoney(recallable)} (paid in ${spokenMoney(calledAmount)})`;
    partnersOf.set(raisedBy, [...(partnersOf.get(raisedBy) ?? []), text]);
  }
  return [...partnersOf].map(([{ at, posting }, partners]) => ({
    at,
    field: 'amount' as const,
    text: `On ${displayedDate(posting.effective)}, more could be called again than was paid in of the commitment: ${listedPartners(partners)}.`,
  }));
}

/** Returns the first new entry at whose date, or later, more is recallable than was paid in, with both balances. */
function firstExcess<At>(movements: readonly Movement<At>[]): (Called & { readonly raisedBy: Posted<At> }) | undefined {
  const inOrder = [...movements].sort((first, other) =>
    first.date < other.date ? -1 : first.date > other.date ? 1 : 0,
  );
  let balance: Called = { calledAmount: zero, recallable: zero };
  let raisedBy: Posted<At> | undefined;
  for (const [i, movement] of inOrder.entries()) {
    balance = {
      calledAmount: balance.calledAmount.plus(movement.calledAmount),
      recallable: balance.recallable.plus(movement.recallable),
    };
    raisedBy = movement.raisedBy ?? raisedBy;
    const isEndOfDay = inOrder[i + 1]?.date !== movement.date;
    if (isEndOfDay && raisedBy !== undefined && balance.recallable.gt(balance.calledAmount))
      return { ...balance, raisedBy };
  }
  return undefined;
}
