import {
  type CalendarDate,
  type Decimal,
  err,
  fail,
  type Failure,
  type Failures,
  ok,
  type Path,
  type Result,
  zero,
} from '@carrara/domain/kernel';
import { findUnmovedCarry } from './accruedCarry.ts';
import type { ActFacts, ActLedger, RequestedAct } from './act.ts';
import { actFailures } from './actFailures.ts';
import type { CommitmentEventKind } from './commitment.ts';
import { decideCommitment, type StoredEvent } from './decideCommitment.ts';
import { decideEntries, type EntryToPost, type StoredEntry } from './decideEntries.ts';
import type { EnteredShare } from './entry.ts';
import { type EntryType, entryTypeRule } from './entryType.ts';
import { equalizingEntries, unequalPartsText } from './lateClosing.ts';
import { type ActField, ledgerAct } from './ledgerActs.ts';
import { decideNotice } from './notice.ts';
import { findSameAct, sameActText } from './sameAct.ts';
import { actWarnings } from './actWarnings.ts';
import { calledPart } from './unfundedCommitment.ts';

interface ActNotice {
  readonly id: string;
  readonly kind: 'CALL' | 'DISTRIBUTION';
  readonly number: number;
  readonly issueDate: CalendarDate;
  readonly dueDate: CalendarDate;
  readonly description: string | null;
}

/** Everything that an act posts. */
export interface DecidedAct {
  readonly notice: ActNotice | null;
  readonly events: readonly StoredEvent[];
  readonly entries: readonly StoredEntry[];
  /** The same act, if it is already posted. */
  readonly sameAct: { readonly id: string; readonly message: string } | null;
  /** The warning of a late closing that the others paid different parts of their commitments; null otherwise. */
  readonly unequalParts: string | null;
}

type Options = { readonly newId: () => string; readonly warningsConfirmed: boolean };

/** A step of an act: a change of a commitment, or entries. Each is checked against the ledger that includes the earlier ones. */
type Step =
  | { readonly kind: CommitmentEventKind; readonly investor: 'investorId' | 'buyerId' }
  | { readonly entries: (ledger: ActLedger) => readonly PlannedEntry[] };

interface PlannedEntry {
  readonly type: EntryType;
  readonly amount: Decimal;
  /** The field of the act that a refusal belongs to. */
  readonly field: Path;
  readonly isRecallable?: boolean;
  readonly isOutside?: boolean;
  readonly shares?: readonly EnteredShare[];
  /** By default, the holding of the act's security. */
  readonly holdingId?: string | null;
}

/**
 * Decides on an act of a vehicle: everything that it posts, all or none. A preview shows the same result. The same act again is a warning, because two
 * people may post it at the same time.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/user/quarter-close.md.
 * Fails:  REQUIRED (by the table of acts, and the reason of typed amounts) and FIELD_NOT_OF_TYPE (by the table of acts), MIXED_CURRENCIES, NEGATIVE_AMOUNT (typed carry), AMOUNT_MISSING (no amount, or nothing to catch up), INVALID_VALUE (the investor of a late closing has a
 *         commitment already, or an investor sells to itself), COMMITMENT_UNKNOWN (of the seller), WARNINGS_NOT_CONFIRMED (those of `actWarnings` and `unequalPartsText`, or the same act is already posted), and those of `decideNotice`, `decideCommitment` and `decideEntries`, at the field of the act.
 */
export function decideAct(
  act: RequestedAct,
  ledger: ActLedger,
  facts: ActFacts,
  options: Options,
): Result<DecidedAct, Failures> {
  const wrong = actFailures(act, ledger, facts);
  if (wrong.length > 0) return err(wrong);
  const notice = noticeOf(act, facts, options);
  const dates = notice === null ? [] : decideNotice(notice, ledger.latest);
  if (dates.length > 0)
    return err(dates.map((failure) => (failure.path[0] === 'dueDate' ? { ...failure, path: ['date'] } : failure)));
  let now = ledger;
  const events: StoredEvent[] = [];
  const entries: StoredEntry[] = [];
  for (const step of stepsOf(act, facts)) {
    if ('entries' in step) {
      const decided = postEntries(act, step.entries(now), now, { notice, facts, options });
      if (decided.isErr()) return err(decided.error);
      entries.push(...decided.value);
      now = { ...now, entries: [...now.entries, ...decided.value.map(({ entry }) => entry)] };
    } else {
      const decided = postChange(act, step, now, { facts, options });
      if (decided.isErr()) return err(decided.error);
      const { event, newCommitment } = decided.value;
      events.push(decided.value);
      now = {
        ...now,
        events: [...now.events, event],
        commitments: newCommitment === undefined ? now.commitments : [...now.commitments, newCommitment],
      };
    }
  }
  const posted = { entries: entries.map(({ entry }) => entry), events: events.map(({ event }) => event) };
  const same = findSameAct(posted, facts.earlierActs, ledger);
  const sameAct = same === undefined ? null : { id: same.id, message: sameActText(act, same, posted) };
  const unequalParts = unequalPartsOf(act, { ...now, entries: ledger.entries }, facts);
  const warnings = [
    ...(sameAct === null
      ? []
      : [fail('WARNINGS_NOT_CONFIRMED', ['kind'], `${sameAct.message} Confirm it to post another one.`)]),
    ...(unequalParts === null
      ? []
      : [fail('WARNINGS_NOT_CONFIRMED', ['commitment'], `${unequalParts} Confirm it to post the closing.`)]),
    ...actWarnings(act, { before: ledger, after: now, facts }),
  ];
  return warnings.length > 0 && !options.warningsConfirmed
    ? err(warnings)
    : ok({ notice, events, entries, sameAct, unequalParts });
}

const unequalPartsOf = ({ kind, date, investorId }: RequestedAct, ledger: ActLedger, facts: ActFacts): string | null =>
  kind === 'LATE_CLOSING'
    ? unequalPartsText(ledger, {
        commitmentId: commitmentOf(ledger, investorId),
        date,
        earlierClosings: facts.earlierClosings,
      })
    : null;

/** Returns the steps of an act, in the order in which they are valid. */
function stepsOf(act: RequestedAct, facts: ActFacts): readonly Step[] {
  if (act.kind === 'LATE_CLOSING')
    return [
      { kind: 'CLOSE', investor: 'investorId' },
      {
        entries: (ledger) =>
          equalizingEntries(ledger, {
            commitmentId: commitmentOf(ledger, act.investorId),
            date: act.date,
            interestRate: act.interestRate,
            earlierClosings: facts.earlierClosings,
          }).map((entry) => ({ ...entry, field: ['commitment'] })),
      },
    ];
  if (act.kind === 'PARTNER_TRANSFER')
    return [
      { kind: 'TRANSFER_IN', investor: 'buyerId' },
      { entries: (ledger) => transferEntries(act, ledger) },
      { kind: 'TRANSFER_OUT', investor: 'investorId' },
    ];
  const typed = typedEntries(act);
  return [
    ...(typed.length === 0 ? [] : [{ entries: () => typed }]),
    ...(act.proceeds === null
      ? []
      : [{ entries: () => facts.proposed.map((entry) => ({ ...entry, field: ['proceeds'] })) }]),
  ];
}

/** Returns the entries of the typed amounts, a sale before what it distributes. */
function typedEntries(act: RequestedAct): readonly PlannedEntry[] {
  const holdingId = act.holdingIds.length === 1 ? (act.holdingIds[0] ?? null) : null;
  return Object.entries(ledgerAct(act.kind).lines).flatMap(([code, { type, isRecallable = false }]) => {
    const amount = act.amounts[code];
    return amount === undefined
      ? []
      : [{ type, amount, isRecallable, isOutside: act.isOutside, holdingId, field: ['amounts', code] }];
  });
}

const commitmentOf = (ledger: ActLedger, investorId: string | null): string =>
  ledger.commitments.find((commitment) => commitment.investorId === investorId)?.id ?? '';

/**
 * Returns the entries of a transfer between partners: its value with the called part, and the accrued carry that belongs to it. With the policy PRICE,
 * the carry stays, because the partners agreed on the price with it.
 */
function transferEntries(act: RequestedAct, ledger: ActLedger): readonly PlannedEntry[] {
  const [seller, buyer] = [commitmentOf(ledger, act.investorId), commitmentOf(ledger, act.buyerId)];
  const [value, amount] = [act.value ?? zero, act.commitment ?? zero];
  const part = calledPart(ledger, { commitmentId: seller, date: act.date, amount });
  const between = (type: EntryType, passed: Decimal, unfunded: Decimal | null): PlannedEntry => ({
    type,
    amount: zero,
    field: ['value'],
    shares: [
      { commitmentId: seller, amount: passed.negated(), unfunded },
      { commitmentId: buyer, amount: passed, unfunded: unfunded && unfunded.negated() },
    ],
  });
  const toCommitment = (type: EntryType, commitmentId: string, own: Decimal): PlannedEntry => ({
    type,
    amount: own,
    field: ['value'],
    shares: [{ commitmentId, amount: own, unfunded: null }],
  });
  const event = { kind: 'TRANSFER_OUT', commitmentId: seller, date: act.date, amount } as const;
  const carry = ledger.transfers === 'PRICE' ? null : findUnmovedCarry(event, ledger);
  return [
    between('TRANSFER', value, part),
    ...(carry === null
      ? []
      : [
          toCommitment('CARRY-ACCRUED', seller, carry.passing.negated()),
          toCommitment('CARRY-ACCRUED', buyer, carry.passing),
          between('TRANSFER', carry.passing, null),
        ]),
  ];
}

function noticeOf(act: RequestedAct, { lastNotice }: ActFacts, { newId }: Options): ActNotice | null {
  const { notice: kind } = ledgerAct(act.kind);
  if (kind === undefined) return null;
  const { date: dueDate, issueDate, description } = act;
  return { id: newId(), kind, number: lastNotice + 1, issueDate: issueDate ?? dueDate, dueDate, description };
}

interface Context {
  readonly notice?: ActNotice | null;
  readonly facts: ActFacts;
  readonly options: Options;
}

function postEntries(
  act: RequestedAct,
  planned: readonly PlannedEntry[],
  ledger: ActLedger,
  { notice = null, facts, options }: Context,
): Result<readonly StoredEntry[], Failures> {
  const holdingId = ledger.securities.find(({ id }) => id === act.securityId)?.holdingId ?? null;
  const toPost = planned.map((plan): EntryToPost => {
    const { type, amount, isRecallable = false, isOutside = false, shares = [] } = plan;
    const { key, vehicleCash, security, notice: announcedBy } = entryTypeRule(type);
    return {
      entry: {
        type,
        amount,
        effective: act.date,
        key: shares.length === 0 ? key : shares.length === 1 ? 'ONE' : 'NOTICE',
        holdingId: plan.holdingId ?? holdingId,
        securityId: security === undefined ? null : act.securityId,
        noticeId: announcedBy === undefined ? null : (notice?.id ?? null),
        costRelieved: type === 'SELL' ? act.costRelieved : null,
        isRecallable,
        isOutside,
        settledOn: vehicleCash === 0 ? null : act.settledOn,
        enteredShares: shares,
      },
      bookedPeriod: null,
      description: act.description,
    };
  });
  const notices = notice === null ? [] : [notice];
  const { holdings, distributions = [] } = facts;
  return decideEntries(toPost, ledger, { holdings, notices, distributions }, options).mapErr((failures) =>
    distinctFailures(failures.map((failure) => atField(failure, planned))),
  );
}

/** Fields of an entry that an act has under another name, or the same. */
const entryFields: Readonly<Record<string, ActField | 'date'>> = {
  effectiveDate: 'date',
  noticeId: 'date',
  securityId: 'securityId',
  costRelieved: 'costRelieved',
  settledOn: 'settledOn',
};

/** Moves a failure of an entry to the field of the act. */
function atField(failure: Failure, planned: readonly PlannedEntry[]): Failure {
  const [, at, field] = failure.path;
  const own = entryFields[String(field)];
  return { ...failure, path: own === undefined ? (planned[Number(at)]?.field ?? []) : [own] };
}

/** A question about the date concerns every entry of the act, but is asked once. */
const distinctFailures = (failures: Failures): Failures => [
  ...new Map(failures.map((failure) => [`${failure.path.join('.')} ${failure.detail}`, failure])).values(),
];

function postChange(
  act: RequestedAct,
  { kind, investor }: Extract<Step, { kind: CommitmentEventKind }>,
  ledger: ActLedger,
  { facts, options }: Context,
): Result<StoredEvent, Failures> {
  const investorId = act[investor] ?? '';
  const found = facts.investors.get(investorId) ?? { investor: undefined, wouldOwnItself: false, isHolding: true };
  const change = {
    investorId,
    kind,
    date: act.date,
    amount: act.commitment ?? zero,
    paysFee: null,
    paysCarry: null,
    holdingId: null,
    bookedPeriod: null,
    description: act.description,
  };
  return decideCommitment(change, ledger, found, options).mapErr((failures) =>
    failures.map((failure) => ({ ...failure, path: [changeFields(investor)[String(failure.path[0])] ?? 'date'] })),
  );
}

const changeFields = (investor: 'investorId' | 'buyerId'): Readonly<Record<string, string>> => ({
  investorId: investor,
  amount: 'commitment',
  commitmentId: investor,
});
