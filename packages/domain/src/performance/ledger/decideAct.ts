import {
  type CalendarDate,
  type Decimal,
  displayedDate,
  err,
  fail,
  type Failure,
  type Failures,
  ok,
  type Path,
  required,
  type Result,
  zero,
} from '@carrara/domain/kernel';
import { findUnmovedCarry } from './accruedCarry.ts';
import { type CommitmentEventKind, commitmentsOn, eventAmount } from './commitment.ts';
import {
  type CommitmentFacts,
  decideCommitment,
  type InvestorCommitment,
  type StoredEvent,
} from './decideCommitment.ts';
import { decideEntries, type EntryToPost, type StoredEntry } from './decideEntries.ts';
import { paymentOfShare } from './effect.ts';
import type { EnteredShare, LedgerEntry } from './entry.ts';
import { type EntryType, entryTypeRule } from './entryType.ts';
import { equalizingEntries } from './lateClosing.ts';
import { type ActField, ledgerAct, type LedgerActKind } from './ledgerActs.ts';
import { decideNotice } from './notice.ts';
import type { TransferPolicy } from './partnerTransfers.ts';
import { type EarlierAct, findSameAct, sameActText } from './sameAct.ts';
import { actWarnings } from './actWarnings.ts';
import { calledPart } from './unfundedCommitment.ts';
import type { Ledger } from './ledgerState.ts';
import type { StoredNavs } from './netAssetValues.ts';

/** An act as entered. Fields that it doesn't have are null. */
export interface RequestedAct {
  readonly kind: LedgerActKind;
  readonly date: CalendarDate;
  /** The amounts of its lines. */
  readonly amounts: Readonly<Record<string, Decimal>>;
  /** The investor of a late closing, or the seller of a transfer. */
  readonly investorId: string | null;
  readonly buyerId: string | null;
  readonly securityId: string | null;
  readonly issueDate: CalendarDate | null;
  readonly commitment: Decimal | null;
  /** The NAV that a transfer passes. */
  readonly value: Decimal | null;
  readonly interestRate: Decimal | null;
  readonly costRelieved: Decimal | null;
  readonly isOutside: boolean;
  readonly settledOn: CalendarDate | null;
  readonly description: string | null;
}

/** The ledger that an act is checked against. */
export interface ActLedger extends Ledger {
  readonly commitments: readonly InvestorCommitment[];
  readonly securities: readonly { readonly id: string; readonly holdingId: string }[];
  readonly latest: CalendarDate;
  readonly transfers: TransferPolicy;
}

/** The facts about the records that an act names. */
export interface ActFacts {
  /** By investor id. */
  readonly investors: ReadonlyMap<string, CommitmentFacts>;
  readonly holdings: ReadonlySet<string>;
  /** The number of the vehicle's last notice; 0 if there is none. */
  readonly lastNotice: number;
  /** The last figures before the act, null if there are none. */
  readonly figures: StoredNavs | null;
  /** Ids of the entries of earlier late closings. */
  readonly earlierClosings: ReadonlySet<string>;
  /** The vehicle's acts of the same kind and date. */
  readonly earlierActs: readonly EarlierAct[];
}

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
}

/**
 * Decides on an act of a vehicle: everything that it posts, all or none. A preview shows the same result. The same act again is a warning, because two
 * people may post it at the same time.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/user/quarter-close.md.
 * Fails:  REQUIRED and FIELD_NOT_OF_TYPE (by the table of acts), AMOUNT_MISSING (no amount, or nothing to catch up), INVALID_VALUE (the investor of a late closing has a
 *         commitment already, or an investor sells to itself), COMMITMENT_UNKNOWN (of the seller), WARNINGS_NOT_CONFIRMED (those of `actWarnings`, or the same act is already posted), and those of `decideNotice`, `decideCommitment` and `decideEntries`, at the field of the act.
 */
export function decideAct(
  act: RequestedAct,
  ledger: ActLedger,
  facts: ActFacts,
  options: Options,
): Result<DecidedAct, Failures> {
  const wrong = fieldFailures(act, ledger);
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
  const warnings = [
    ...(sameAct === null
      ? []
      : [fail('WARNINGS_NOT_CONFIRMED', ['kind'], `${sameAct.message} Confirm it to post another one.`)]),
    ...actWarnings(act, { before: ledger, after: now, facts }),
  ];
  return warnings.length > 0 && !options.warningsConfirmed ? err(warnings) : ok({ notice, events, entries, sameAct });
}

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
  const { lines } = ledgerAct(act.kind);
  return [
    {
      entries: () =>
        Object.entries(act.amounts).map(([code, amount]) => {
          const { type, isRecallable = false } = required(lines[code], 'the line of an amount');
          return { type, amount, isRecallable, isOutside: act.isOutside, field: ['amounts', code] };
        }),
    },
  ];
}

const commitmentOf = (ledger: ActLedger, investorId: string | null): string =>
  ledger.commitments.find((commitment) => commitment.investorId === investorId)?.id ?? '';

/**
 * Returns the entries of a transfer between partners: its value with the called part, and the accrued carry that belongs to it. With the policy PRICE,
 * the carry stays, because its entries would count as part of the price.
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
  const toPost = planned.map(({ type, amount, isRecallable = false, isOutside = false, shares = [] }): EntryToPost => {
    const { key, vehicleCash } = entryTypeRule(type);
    return {
      entry: {
        type,
        amount,
        effective: act.date,
        key: shares.length === 0 ? key : shares.length === 1 ? 'ONE' : 'NOTICE',
        holdingId,
        securityId: act.securityId,
        noticeId: notice?.id ?? null,
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
  return decideEntries(toPost, ledger, { holdings: facts.holdings, notices }, options).mapErr((failures) =>
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

const missingTexts: Readonly<Partial<Record<ActField, string>>> = {
  investorId: 'Select the investor.',
  buyerId: 'Select the buyer.',
  securityId: 'Select the security.',
  commitment: 'Enter the commitment.',
  value: 'Enter the net asset value that passes.',
  costRelieved: 'Enter the cost of the part that was sold.',
};

/** Compares the fields of an act with its row in the table of acts. */
function fieldFailures(act: RequestedAct, ledger: ActLedger): Failures {
  const { title, fields, lines } = ledgerAct(act.kind);
  const entered: Readonly<Record<ActField, unknown>> = {
    investorId: act.investorId,
    buyerId: act.buyerId,
    securityId: act.securityId,
    issueDate: act.issueDate,
    commitment: act.commitment,
    value: act.value,
    interestRate: act.interestRate,
    costRelieved: act.costRelieved,
    isOutside: act.isOutside || null,
    settledOn: act.settledOn,
    description: act.description,
  };
  const wrong = (Object.keys(entered) as ActField[]).flatMap((field): Failures => {
    const isEntered = entered[field] !== null;
    if (fields[field] === 'required' && !isEntered)
      return [fail('REQUIRED', [field], missingTexts[field] ?? 'Enter this field.')];
    return isEntered && fields[field] === undefined
      ? [fail('FIELD_NOT_OF_TYPE', [field], `${title} can’t have this field. Leave it empty.`)]
      : [];
  });
  const strange = Object.keys(act.amounts).filter((code) => lines[code] === undefined);
  const [first] = Object.keys(lines);
  return [
    ...wrong,
    ...strange.map((code) => fail('FIELD_NOT_OF_TYPE', ['amounts', code], `${title} can’t have this amount.`)),
    ...(first !== undefined && Object.keys(act.amounts).length === 0
      ? [fail('AMOUNT_MISSING', ['amounts', first], 'Enter at least one amount.')]
      : []),
    ...partnerFailures(act, ledger),
  ];
}

function partnerFailures(act: RequestedAct, ledger: ActLedger): Failures {
  if (act.kind === 'PARTNER_TRANSFER' && act.investorId !== null && act.investorId === act.buyerId)
    return [fail('INVALID_VALUE', ['buyerId'], 'The buyer is the seller. Choose another investor.')];
  if (act.kind === 'PARTNER_TRANSFER') return sellerFailures(act, ledger);
  if (act.kind !== 'LATE_CLOSING') return [];
  if (act.commitment?.isZero() === true)
    return [
      fail(
        'AMOUNT_MISSING',
        ['commitment'],
        'A late closing needs a commitment above zero to catch up. Enter its amount.',
      ),
    ];
  return hasCommitment(ledger, act.investorId, act.date) || hasCommitment(ledger, act.investorId, ledger.latest)
    ? [
        fail(
          'INVALID_VALUE',
          ['investorId'],
          'This investor already has a commitment. Enter an increase under Commitments, and what it catches up as other entries.',
        ),
      ]
    : [];
}

function sellerFailures({ investorId, date }: RequestedAct, ledger: ActLedger): Failures {
  if (investorId === null || hasCommitment(ledger, investorId, date)) return [];
  const day = displayedDate(date);
  return hasCommitment(ledger, investorId, ledger.latest)
    ? [fail('COMMITMENT_UNKNOWN', ['date'], `The seller’s commitment begins after ${day}. Choose a later date.`)]
    : [
        fail(
          'COMMITMENT_UNKNOWN',
          ['investorId'],
          `The seller has no commitment to the vehicle on ${day}. Choose another investor.`,
        ),
      ];
}

/** Returns true if an investor's commitment is above zero on a date. */
const hasCommitment = (ledger: ActLedger, investorId: string | null, date: CalendarDate): boolean =>
  commitmentsOn(
    ledger.commitments.filter((commitment) => commitment.investorId === investorId),
    ledger.events,
    date,
  ).some(({ amount }) => amount.gt(0));

/** The changes that an act makes for an investor. */
export interface ActShare {
  readonly commitmentId: string;
  readonly investorName: string;
  /** The share in each entry, in their order; null if it has none. */
  readonly amounts: readonly (Decimal | null)[];
  readonly commitment: Decimal;
  readonly unfunded: Decimal;
  /** Positive if received. */
  readonly cash: Decimal;
}

/** Adds up what an act changes for its investors. */
export function totalOfShares(
  shares: readonly ActShare[],
): Pick<ActShare, 'commitment' | 'unfunded' | 'cash'> & { readonly amounts: readonly Decimal[] } {
  const total = (field: 'commitment' | 'unfunded' | 'cash') =>
    shares.reduce<Decimal>((sum, share) => sum.plus(share[field]), zero);
  const amounts = (shares[0]?.amounts ?? []).map((_, at) =>
    shares.reduce<Decimal>((sum, share) => sum.plus(share.amounts[at] ?? zero), zero),
  );
  return { amounts, commitment: total('commitment'), unfunded: total('unfunded'), cash: total('cash') };
}

/** Returns what an act posts for each investor. */
export function sharesOfAct(
  { events, entries }: DecidedAct,
  commitments: readonly InvestorCommitment[],
): readonly ActShare[] {
  const all = [...commitments, ...events.flatMap(({ newCommitment }) => newCommitment ?? [])];
  return all.flatMap(({ id, investorName }): ActShare[] => {
    const own = entries.map(({ entry }) => ({
      entry,
      shares: entry.shares.filter(({ commitmentId }) => commitmentId === id),
    }));
    const sum = (pick: (entry: LedgerEntry, share: LedgerEntry['shares'][number]) => Decimal) =>
      own.reduce<Decimal>(
        (total, { entry, shares }) => shares.reduce<Decimal>((part, share) => part.plus(pick(entry, share)), total),
        zero,
      );
    const changes = events.filter(({ event }) => event.commitmentId === id);
    const commitment = changes.reduce<Decimal>((total, { event }) => total.plus(eventAmount(event)), zero);
    if (changes.length === 0 && own.every(({ shares }) => shares.length === 0)) return [];
    return [
      {
        commitmentId: id,
        investorName,
        amounts: own.map(({ shares }) =>
          shares.length === 0 ? null : shares.reduce<Decimal>((total, { amount }) => total.plus(amount), zero),
        ),
        commitment,
        unfunded: commitment.plus(sum((_entry, share) => share.unfunded)),
        cash: sum(paymentOfShare),
      },
    ];
  });
}
