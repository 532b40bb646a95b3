import {
  type CalendarDate,
  type Decimal,
  displayedDate,
  fail,
  type Failures,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import { commitmentsOn } from './commitment.ts';
import type { InvestorCommitment } from './decideCommitment.ts';
import { distributionsAboveNav } from './distributionsAboveNav.ts';
import { isDistributionAct, type LedgerActKind } from './ledgerActs.ts';
import type { Ledger } from './ledgerState.ts';
import { listedPartners } from './namedPartners.ts';
import { partnerNavUntil, type StoredNavs } from './netAssetValues.ts';
import { entriesWithoutLateClosing, splitBeforeText, splitBeforeTransfer } from './splitBefore.ts';
import { passedValueText } from './transferredValues.ts';
import { unfundedOn } from './unfundedCommitment.ts';

interface Posted {
  readonly before: NamedLedger;
  /** The ledger including the postings of the act. */
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
  readonly proceeds: Decimal | null;
}

/**
 * Returns warnings about an act that is valid but probably wrong. It is a transfer of a negative value, of one far
 * from that in proportion. Or it is a transfer or late closing dated before entries that are already divided. Or it is a
 * distribution above the net asset value of the fund, or returned working capital that raises the unfunded commitment
 * above the commitment.
 *
 * Source: docs/user/quarter-close.md.
 * Fails:  WARNINGS_NOT_CONFIRMED at the field of the act.
 */
export function actWarnings(act: WarnedAct, posted: Posted): Failures {
  const warn = (path: readonly string[], text: string) => [
    fail('WARNINGS_NOT_CONFIRMED', path, `${text} Confirm it to post the entry.`),
  ];
  if (act.kind === 'PARTNER_TRANSFER') {
    const text = passedText(act, posted);
    const split = splitByTransfer(act, posted);
    return [
      ...(text === undefined ? [] : warn(['value'], text)),
      ...(split === null ? [] : warn(['date'], splitBeforeText(split, false))),
    ];
  }
  if (act.kind === 'LATE_CLOSING')
    return entriesWithoutLateClosing(act.date, posted.before.entries).flatMap((text) => warn(['date'], text));
  if (isDistributionAct(act.kind)) {
    const { before, after, facts } = posted;
    const [first = 'capital'] = Object.keys(act.amounts).filter((code) => code !== 'price');
    const at = act.proceeds === null ? ['amounts', first] : ['proceeds'];
    const postings = after.entries.slice(before.entries.length).map((posting) => ({ at, posting }));
    return distributionsAboveNav(postings, { ...before, navs: navsOf(facts) }).flatMap(({ text }) => warn(at, text));
  }
  if (act.amounts['workingCapital']?.isNegative() !== true) return [];
  const above = commitmentsOn(posted.after.commitments, posted.after.events, act.date).flatMap(({ id, amount }) => {
    const unfunded = unfundedOn(posted.after, id, act.date);
    const name = posted.after.commitments.find((commitment) => commitment.id === id)?.investorName ?? '';
    return unfunded.gt(amount) ? [`${name} ${spokenMoney(unfunded)} (commitment ${spokenMoney(amount)})`] : [];
  });
  return above.length === 0
    ? []
    : warn(
        ['amounts', 'workingCapital'],
        `On ${displayedDate(act.date)}, more is unfunded than was committed: ${listedPartners(above)}.`,
      );
}

const navsOf = ({ figures }: Posted['facts']): readonly StoredNavs[] => (figures === null ? [] : [figures]);

const sellerOf = ({ investorId }: WarnedAct, { commitments }: NamedLedger): string =>
  commitments.find((candidate) => candidate.investorId === investorId)?.id ?? '';

/** Returns the entries that were divided before the transfer was posted, although they are dated after it. */
const splitByTransfer = (act: WarnedAct, { before }: Posted) =>
  splitBeforeTransfer({ commitmentId: sellerOf(act, before), kind: 'TRANSFER_OUT', date: act.date }, before);

/** Returns the warning about the value that a transfer passes, if it has one. */
function passedText(act: WarnedAct, { before, facts }: Posted): string | undefined {
  const { date, commitment, value } = act;
  const sellerId = sellerOf(act, before);
  const entries = before.entries.filter(({ type, effective }) => !(type === 'TRANSFER' && effective === date));
  const navOn = partnerNavUntil([], { entries, navs: navsOf(facts) }, new Set([sellerId]));
  return passedValueText({ sellerId, date, value: value ?? zero, commitment }, before, navOn(sellerId, date));
}
