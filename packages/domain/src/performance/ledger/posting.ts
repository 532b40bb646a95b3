import {
  type CalendarDate,
  type Decimal,
  err,
  fail,
  type Failure,
  type Failures,
  MONEY_PLACES,
  ok,
  type Path,
  type Result,
  shownDate,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import {
  type Commitment,
  type CommitmentEvent,
  type CommitmentState,
  commitmentsOn,
  type Dated,
  eventAmount,
  lowestFrom,
} from './commitment.ts';
import type { AskedEntry, EntryFacts, EntryShare, LedgerEntry } from './entry.ts';
import { entryTypeRule } from './entryType.ts';
import { isQuarterEnd, quarterEnd, quartersLater } from './quarter.ts';
import { shareOut } from './shareOut.ts';

export interface Quarters {
  /** The quarter ends that are locked. */
  readonly locked: ReadonlySet<CalendarDate>;
  /** The last quarter end in which anything may be booked; any where it is not told. */
  readonly latest?: CalendarDate;
}

/** What of a vehicle a posting is judged by. */
export interface Ledger extends Quarters {
  readonly commitments: readonly Commitment[];
  readonly events: readonly CommitmentEvent[];
  readonly entries: readonly LedgerEntry[];
}

export interface Posting extends EntryFacts {
  readonly booked: CalendarDate;
  readonly reversalOf: string | null;
  readonly shares: readonly EntryShare[];
}

/** Why days may not be entered for: they are after the last quarter end that anything is entered for. Fails: DATE_TOO_LATE at each. */
export const enteredTooLate = (days: Readonly<Record<string, string | null>>, latest: CalendarDate): Failures =>
  Object.entries(days).flatMap(([field, day]) =>
    day === null || day <= latest
      ? []
      : [
          fail(
            'DATE_TOO_LATE',
            [field],
            `${shownDate(day)} is after ${shownDate(latest)}, the last quarter end that is entered for yet.`,
          ),
        ],
  );

/**
 * The quarter that shows what happened on a day: its own, else the first open one after it (what is 'late').
 *
 * Fails:  PERIOD_LOCKED (the quarter that is asked for is locked, or ends before the day), DATE_TOO_LATE (each quarter until then would have figures).
 */
export function bookedQuarter(
  day: CalendarDate,
  { locked, latest }: Quarters,
  asked: CalendarDate | null = null,
): Result<CalendarDate, Failures> {
  const late = latest === undefined ? [] : enteredTooLate({ date: day, bookedPeriod: asked }, latest);
  if (late.length > 0) return err(late.slice(0, 1));
  if (asked !== null) {
    const isOpen = asked >= day && isQuarterEnd(asked) && !locked.has(asked);
    if (isOpen) return ok(asked);
    const why = !isQuarterEnd(asked)
      ? `${shownDate(asked)} is not a quarter end.`
      : locked.has(asked)
        ? `The quarter ending ${shownDate(asked)} is locked.`
        : `The quarter ending ${shownDate(asked)} ends before ${shownDate(day)}.`;
    const text = `${why} Choose ${shownDate(firstOpen(day, locked))} or later.`;
    return err([fail('PERIOD_LOCKED', ['bookedPeriod'], text)]);
  }
  return ok(firstOpen(day, locked));
}

/** The first open quarter that can show what happened on a day. Quarters are locked in order, so all after the last locked one are open. */
function firstOpen(day: CalendarDate, locked: Quarters['locked']): CalendarDate {
  const last = [...locked].reduce((latest, end) => (end > latest ? end : latest), '' as CalendarDate);
  const own = quarterEnd(day);
  return own > last ? own : quartersLater(last, 1);
}

/**
 * The quarter that shows what something was worth on a day. Of a day that has not come nothing is worth anything yet: it is a slip of the year, and
 * would open each quarter until then.
 *
 * Fails:  DATE_TOO_LATE, and as `bookedQuarter`.
 */
export const valuedQuarter = (
  day: CalendarDate,
  quarters: Quarters,
  { today, asked = null }: { readonly today: CalendarDate; readonly asked?: CalendarDate | null },
): Result<CalendarDate, Failures> =>
  day > today
    ? err([fail('DATE_TOO_LATE', ['date'], `${shownDate(day)} has not come: a value is of a day until today.`)])
    : bookedQuarter(day, quarters, asked);

/**
 * Judges an entry by the ledger and splits it over the commitments.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  AMOUNT_MISSING, MONEY_SCALE, NEGATIVE_AMOUNT (the sign rule), REQUIRED and FIELD_NOT_OF_TYPE (what a type needs and does not know),
 *         PERIOD_LOCKED, those of `shareOut`, UNFUNDED_BELOW_ZERO (of a commitment, on the entry's day or a later one), COST_ABOVE_REMAINING (of a
 *         security, likewise).
 */
export function postEntry(
  asked: AskedEntry,
  ledger: Ledger,
  bookedPeriod: CalendarDate | null = null,
): Result<Posting, Failures> {
  return draftEntry(
    asked,
    ledger,
    () => commitmentsOn(ledger.commitments, ledger.events, asked.effective),
    bookedPeriod,
  ).andThen((posting) => judged(posting, ledger));
}

/** An entry with its shares, before it is judged by what else is in the ledger. Fails: as `postEntry`, without UNFUNDED_BELOW_ZERO and COST_ABOVE_REMAINING. */
export function draftEntry(
  asked: AskedEntry,
  quarters: Quarters,
  statesOn: (day: CalendarDate) => readonly CommitmentState[],
  bookedPeriod: CalendarDate | null = null,
): Result<Posting, Failures> {
  const wrong = [...amountFailures(asked), ...fieldFailures(asked)];
  const booked = bookedQuarter(asked.effective, quarters, bookedPeriod).mapErr(ofEntry);
  if (booked.isErr()) return err([...wrong, ...booked.error]);
  if (wrong.length > 0) return err(wrong);
  return shareOut(asked, statesOn(asked.effective)).map((shares) => {
    const { given: _, ...facts } = asked;
    return { ...facts, booked: booked.value, reversalOf: null, shares };
  });
}

/** The day of an entry has a name of its own. */
const ofEntry = (failures: Failures): Failures =>
  failures.map((one) => (one.path[0] === 'date' ? { ...one, path: ['effectiveDate'] } : one));

/**
 * The entry that undoes another: every amount turned, on the same day, so that each figure is what it was without both; booked in the first open
 * quarter from there on. Where something of a later day undoes it, it stands on that day.
 *
 * Fails:  ALREADY_REVERSED, REVERSAL_FIXED (a reversal itself), UNFUNDED_BELOW_ZERO and COST_ABOVE_REMAINING as `postEntry`.
 */
export function reverseEntry(
  entry: LedgerEntry,
  ledger: Ledger,
  effective: CalendarDate = entry.effective,
): Result<Posting, Failures> {
  if (entry.reversalOf !== null) {
    return err([fail('REVERSAL_FIXED', [], 'Reversals can’t be reversed. Enter the correct values as a new entry.')]);
  }
  if (ledger.entries.some(({ reversalOf }) => reversalOf === entry.id)) {
    return err([fail('ALREADY_REVERSED', [], 'This entry is reversed already.')]);
  }
  return draftReversal(entry, ledger, effective).andThen((posting) => judged(posting, ledger));
}

/** The entry that turns another, before it is judged by what else is in the ledger. */
export function draftReversal(
  entry: LedgerEntry,
  quarters: Quarters,
  effective: CalendarDate = entry.effective,
): Result<Posting, Failures> {
  const { id, shares, amount, costRelieved, booked: _, ...facts } = entry;
  return bookedQuarter(effective, quarters).map((booked) => ({
    ...facts,
    effective,
    amount: amount.negated(),
    costRelieved: costRelieved === null ? null : costRelieved.negated(),
    booked,
    reversalOf: id,
    shares: shares.map(turned),
  }));
}

const turned = (share: EntryShare): EntryShare => ({
  ...share,
  amount: share.amount.negated(),
  cost: share.cost.negated(),
  unfunded: share.unfunded.negated(),
});

function judged(posting: Posting, ledger: Ledger): Result<Posting, Failures> {
  const failures = [...unfundedFailures(posting, ledger), ...costFailures(posting, ledger)];
  return failures.length > 0 ? err(failures) : ok(posting);
}

function amountFailures({ type, amount, key }: AskedEntry): Failures {
  const path: Path = ['amount'];
  if (amount.decimalPlaces() > MONEY_PLACES) return [fail('MONEY_SCALE', path, 'An amount has at most 2 decimals.')];
  const rule = entryTypeRule(type);
  if (amount.isZero() && !(type === 'TRANSFER' && key === 'NOTICE')) {
    return [fail('AMOUNT_MISSING', path, 'An entry has an amount other than zero.')];
  }
  if (amount.gte(0) || rule.eitherSign === true) return [];
  const text = `${rule.title}: the amount must be positive. To correct an earlier entry, reverse it.`;
  return [fail('NEGATIVE_AMOUNT', path, text)];
}

function fieldFailures(asked: AskedEntry): Failures {
  const rule = entryTypeRule(asked.type);
  const takesOutside = rule.unfunded?.when === 'inside';
  return [
    ...fieldFailure('holdingId', asked.holdingId !== null, rule.holding, rule.title),
    ...fieldFailure('securityId', asked.securityId !== null, rule.security, rule.title),
    ...fieldFailure('noticeId', asked.noticeId !== null, rule.notice && 'allowed', rule.title),
    ...fieldFailure(
      'costRelieved',
      asked.costRelieved !== null,
      asked.type === 'SELL' ? 'required' : undefined,
      rule.title,
    ),
    ...fieldFailure(
      'isRecallable',
      asked.isRecallable,
      rule.unfunded?.when === 'recallable' ? 'allowed' : undefined,
      rule.title,
    ),
    ...fieldFailure('isOutside', asked.isOutside, takesOutside ? 'allowed' : undefined, rule.title),
    ...costRelievedFailures(asked.costRelieved),
  ];
}

const missingFields: Readonly<Record<string, string>> = {
  holdingId: 'select the investment.',
  securityId: 'select the security.',
  noticeId: 'select the notice.',
  costRelieved: 'enter the cost of the part that was sold.',
};

function fieldFailure(
  field: string,
  isGiven: boolean,
  rule: 'required' | 'allowed' | undefined,
  title: string,
): Failures {
  if (rule === 'required' && !isGiven)
    return [fail('REQUIRED', [field], `${title}: ${missingFields[field] ?? 'enter this field.'}`)];
  return rule === undefined && isGiven ? [fail('FIELD_NOT_OF_TYPE', [field], `${title} does not have this.`)] : [];
}

function costRelievedFailures(cost: Decimal | null): Failures {
  if (cost === null) return [];
  if (cost.decimalPlaces() > MONEY_PLACES)
    return [fail('MONEY_SCALE', ['costRelieved'], 'An amount has at most 2 decimals.')];
  return cost.isNegative() && !cost.isZero()
    ? [fail('NEGATIVE_AMOUNT', ['costRelieved'], 'The cost relieved is not below zero.')]
    : [];
}

/** What is unfunded of a commitment, change by change, by day. */
export function unfundedChanges(ledger: Pick<Ledger, 'events' | 'entries'>, commitmentId: string): readonly Dated[] {
  const events = ledger.events.filter((event) => event.commitmentId === commitmentId);
  return [
    ...events.map((event) => ({ date: event.date, amount: eventAmount(event) })),
    ...ledger.entries.flatMap(({ effective, shares }) =>
      shares.flatMap((share) =>
        share.commitmentId === commitmentId ? [{ date: effective, amount: share.unfunded }] : [],
      ),
    ),
  ];
}

/** What of a commitment can still be called at the end of a day. */
export const unfundedOn = (
  ledger: Pick<Ledger, 'events' | 'entries'>,
  commitmentId: string,
  day: CalendarDate,
): Decimal =>
  unfundedChanges(ledger, commitmentId).reduce<Decimal>(
    (sum, { date, amount }) => (date <= day ? sum.plus(amount) : sum),
    zero,
  );

/** Only what lowers the unfunded commitment is refused: what was below zero before may always be mended, step by step. */
function unfundedFailures({ shares, effective }: Posting, ledger: Ledger): Failures {
  return shares.flatMap(({ commitmentId, unfunded }, i): Failures => {
    if (!unfunded.isNegative() || unfunded.isZero()) return [];
    const lowest = lowestFrom(
      [...unfundedChanges(ledger, commitmentId), { date: effective, amount: unfunded }],
      effective,
    );
    return belowZero(lowest.balance)
      ? [fail('UNFUNDED_BELOW_ZERO', ['shares', i], unfundedText(ledger, commitmentId, lowest))]
      : [];
  });
}

export const belowZero = (amount: Decimal) => amount.isNegative() && !amount.isZero();

export function unfundedText(
  ledger: Ledger,
  commitmentId: string,
  { day, balance }: { day: CalendarDate; balance: Decimal },
): string {
  const code = ledger.commitments.find(({ id }) => id === commitmentId)?.investorCode ?? commitmentId;
  return `The unfunded commitment of ${code} would be ${spokenMoney(balance)} on ${shownDate(day)}.`;
}

/** The whole commitment passes, of which the called part is not unfunded. */
const calledFirst = (balance: Decimal): string =>
  ` First enter an UNFUNDED adjustment for the called part of what passes, of at least ${spokenMoney(balance.negated())}.`;

/**
 * Whether a change of a commitment leaves every unfunded commitment at zero or above.
 *
 * Fails:  UNFUNDED_BELOW_ZERO (it promises less than was called).
 */
export function eventFailures(event: Omit<CommitmentEvent, 'id' | 'seq' | 'reversalOf'>, ledger: Ledger): Failures {
  const amount = eventAmount(event);
  if (!belowZero(amount)) return [];
  const changes = [...unfundedChanges(ledger, event.commitmentId), { date: event.date, amount }];
  const lowest = lowestFrom(changes, event.date);
  return belowZero(lowest.balance)
    ? [
        fail(
          'UNFUNDED_BELOW_ZERO',
          ['amount'],
          `${unfundedText(ledger, event.commitmentId, lowest)}${event.kind === 'TRANSFER_OUT' ? calledFirst(lowest.balance) : ''}`,
        ),
      ]
    : [];
}

/** What was paid for a security and is not yet relieved, change by change, by day. */
export function costChanges(entries: readonly (LedgerEntry | Posting)[], securityId: string): readonly Dated[] {
  return entries.flatMap((entry) => {
    if (entry.securityId !== securityId) return [];
    return [{ date: entry.effective, amount: costChange(entry) }];
  });
}

export const costChange = ({ type, amount, costRelieved }: EntryFacts): Decimal =>
  type === 'BUY' ? amount : type === 'SELL' ? (costRelieved ?? zero).negated() : zero;

function costFailures(posting: Posting, ledger: Ledger): Failures {
  const { securityId, effective } = posting;
  if (securityId === null || !belowZero(costChange(posting))) return [];
  const lowest = lowestFrom(costChanges([...ledger.entries, posting], securityId), effective);
  if (!belowZero(lowest.balance)) return [];
  return [costAboveRemaining(posting.type, lowest)];
}

export function costAboveRemaining(
  type: EntryFacts['type'],
  { day, balance }: { readonly day: CalendarDate; readonly balance: Decimal },
): Failure {
  const text = `The remaining cost of the security would be ${spokenMoney(balance)} on ${shownDate(day)}.`;
  return fail('COST_ABOVE_REMAINING', type === 'SELL' ? ['costRelieved'] : ['amount'], text);
}
