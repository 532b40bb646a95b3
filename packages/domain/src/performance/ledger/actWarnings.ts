import {
  addDays,
  type CalendarDate,
  type Decimal,
  displayedDate,
  fail,
  type Failures,
  roundMoney,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import { commitmentsOn } from './commitment.ts';
import type { InvestorCommitment } from './decideCommitment.ts';
import { distributionsAboveNav, type StoredNav } from './distributionsAboveNav.ts';
import { effectOfShare } from './effect.ts';
import { implausibleChangeText } from './implausibleChange.ts';
import type { LedgerActKind } from './ledgerActs.ts';
import type { Ledger } from './ledgerState.ts';
import { unfundedOn } from './unfundedCommitment.ts';

/** The net asset values of a quarter end. */
export interface StoredNavs extends StoredNav {
  /** By commitment id. */
  readonly commitments: ReadonlyMap<string, Decimal>;
}

interface Posted {
  readonly before: NamedLedger;
  /** The ledger with what the act posts. */
  readonly after: NamedLedger;
  readonly facts: { readonly figures: StoredNavs | null };
}
interface NamedLedger extends Ledger {
  readonly commitments: readonly InvestorCommitment[];
}
interface WarnedAct {
  readonly kind: LedgerActKind;
  readonly date: CalendarDate;
  readonly amounts: Readonly<Record<string, Decimal>>;
  readonly investorId: string | null;
  readonly commitment: Decimal | null;
  readonly value: Decimal | null;
}

/**
 * Returns warnings about an act that is valid but probably wrong. It is a transfer of a negative value, or of one far
 * from that in proportion. Or it is a distribution above the net asset value of the fund, or returned working capital
 * that raises the unfunded commitment above the commitment.
 *
 *     net asset value of a commitment = that of the last quarter end + the effect of the entries since then
 *
 * Source: docs/user/quarter-close.md.
 * Fails:  WARNINGS_NOT_CONFIRMED at the field of the act.
 */
export function actWarnings(act: WarnedAct, posted: Posted): Failures {
  const warn = (path: readonly string[], text: string) => [
    fail('WARNINGS_NOT_CONFIRMED', path, `${text} Confirm it to post the entry.`),
  ];
  if (act.kind === 'PARTNER_TRANSFER') {
    if (act.value?.isNegative() === true && !act.value.isZero())
      return warn(['value'], `The value is negative: ${spokenMoney(act.value)}.`);
    const value = act.value ?? zero;
    const inProportion = proportionalValue(act, posted);
    if (value.isZero())
      return inProportion.isZero()
        ? []
        : warn(['value'], `The value is zero, but ${spokenMoney(inProportion)} is the net asset value in proportion.`);
    const change = implausibleChangeText(value, inProportion);
    return change === undefined
      ? []
      : warn(
          ['value'],
          `The value is ${spokenMoney(value)}, ${change} ${spokenMoney(inProportion)}, the net asset value in proportion.`,
        );
  }
  if (act.kind === 'DISTRIBUTION') {
    const { before, after, facts } = posted;
    const [first = 'capital'] = Object.keys(act.amounts);
    const postings = after.entries.slice(before.entries.length).map((posting) => ({ at: first, posting }));
    const navs = facts.figures === null ? [] : [facts.figures];
    return distributionsAboveNav(postings, { entries: before.entries, navs }).flatMap(({ at, text }) =>
      warn(['amounts', at], text),
    );
  }
  if (act.amounts['workingCapital']?.isNegative() !== true) return [];
  const above = commitmentsOn(posted.after.commitments, posted.after.events, act.date).flatMap(({ id, amount }) => {
    const unfunded = unfundedOn(posted.after, id, act.date);
    const name = posted.after.commitments.find((commitment) => commitment.id === id)?.investorName ?? '';
    return unfunded.gt(amount) ? [`${name} ${spokenMoney(unfunded)} (commitment ${spokenMoney(amount)})`] : [];
  });
  const more = above.length > MOST_NAMED ? ` and ${(above.length - MOST_NAMED).toLocaleString('en')} more` : '';
  return above.length === 0
    ? []
    : warn(
        ['amounts', 'workingCapital'],
        `On ${displayedDate(act.date)}, more is unfunded than was committed: ${above.slice(0, MOST_NAMED).join(', ')}${more}.`,
      );
}

/** The maximum number of partners named in a warning. */
const MOST_NAMED = 3;

/** Returns the seller's net asset value in proportion to the commitment transferred, on the day before. */
function proportionalValue(act: WarnedAct, posted: Posted): Decimal {
  const seller = posted.before.commitments.filter(({ investorId }) => investorId === act.investorId);
  const [state] = commitmentsOn(seller, posted.before.events, addDays(act.date, -1));
  if (state === undefined || !state.amount.gt(0)) return zero;
  const nav = navBefore(act.date, posted, state.id);
  return roundMoney(nav.times(act.commitment ?? zero).div(state.amount));
}

/** Returns the net asset value of a commitment before the act. */
function navBefore(date: CalendarDate, { before, facts }: Posted, commitmentId: string): Decimal {
  const { figures } = facts;
  return before.entries
    .filter(({ effective }) => effective <= date && (figures === null || effective > figures.end))
    .flatMap((entry) =>
      entry.shares
        .filter((share) => commitmentId === share.commitmentId)
        .map((share) => effectOfShare(entry, share).nav),
    )
    .reduce<Decimal>((sum, nav) => sum.plus(nav), figures?.commitments.get(commitmentId) ?? zero);
}
