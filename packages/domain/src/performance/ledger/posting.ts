import {
  addDays,
  type CalendarDate,
  type Decimal,
  err,
  fail,
  type Failure,
  type Failures,
  MONEY_DECIMALS,
  ok,
  type Path,
  type Result,
  roundMoney,
  displayedDate,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import {
  type Commitment,
  type CommitmentEvent,
  type CommitmentState,
  commitmentsOn,
  type DatedAmount,
  eventAmount,
  lowestFrom,
} from './commitment.ts';
import type { RequestedEntry, EntryFacts, EntryShare, LedgerEntry } from './entry.ts';
import { allocationKeyTitles, entryTypeRule, keysOfShares } from './entryType.ts';
import { isQuarterEnd, quarterEnd, quartersLater } from './quarter.ts';
import { shareOut } from './shareOut.ts';

export interface Quarters {
  /** The locked quarter ends. */
  readonly locked: ReadonlySet<CalendarDate>;
  /** The last quarter end that can be booked; any if omitted. */
  readonly latest?: CalendarDate;
  /** The firm's local date, after which nothing can have been reported or settled; any if omitted. */
  readonly today?: CalendarDate;
  /** The quarters that have figures, in order. */
  readonly quarters?: readonly CalendarDate[];
}

/** The parts of a vehicle's ledger that a posting is checked against. */
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

/** Checks that dates aren't after the last quarter end that can be booked. Fails: DATE_TOO_LATE at each. */
export const enteredTooLate = (days: Readonly<Record<string, string | null>>, latest: CalendarDate): Failures =>
  Object.entries(days).flatMap(([field, day]) =>
    day === null || day <= latest
      ? []
      : [
          fail(
            'DATE_TOO_LATE',
            [field],
            `${displayedDate(day)} is after ${displayedDate(latest)}, the last quarter end that you can enter data for. Choose an earlier date.`,
          ),
        ],
  );

/**
 * Returns the quarter that shows an event of a date: its own or, if that is locked, the first open one after it ('late').
 *
 * Fails:  PERIOD_LOCKED (the requested quarter is locked, or ends before the date), DATE_TOO_LATE (every quarter until then would have figures).
 */
export function bookedQuarter(
  day: CalendarDate,
  { locked, latest }: Quarters,
  requestedDate: CalendarDate | null = null,
): Result<CalendarDate, Failures> {
  const late = latest === undefined ? [] : enteredTooLate({ date: day, bookedPeriod: requestedDate }, latest);
  if (late.length > 0) return err(late.slice(0, 1));
  if (requestedDate !== null) {
    const isOpen = requestedDate >= day && isQuarterEnd(requestedDate) && !locked.has(requestedDate);
    if (isOpen) return ok(requestedDate);
    const why = !isQuarterEnd(requestedDate)
      ? `${displayedDate(requestedDate)} is not a quarter end.`
      : locked.has(requestedDate)
        ? `The quarter ending ${displayedDate(requestedDate)} is locked.`
        : `The quarter ending ${displayedDate(requestedDate)} ends before ${displayedDate(day)}.`;
    const text = `${why} Choose ${displayedDate(firstOpen(day, locked))} or later.`;
    return err([fail('PERIOD_LOCKED', ['bookedPeriod'], text)]);
  }
  return ok(firstOpen(day, locked));
}

/**
 * Returns the first open quarter that can show an event of a date. Quarters are locked in order, so all quarters after the last locked one are open.
 */
function firstOpen(day: CalendarDate, locked: Quarters['locked']): CalendarDate {
  const last = [...locked].reduce((latest, end) => (end > latest ? end : latest), '' as CalendarDate);
  const own = quarterEnd(day);
  return own > last ? own : quartersLater(last, 1);
}

/**
 * Returns the quarter that shows a value, by the value's date. A future date is rejected: it is probably a typo in the year, and would open every quarter until
 * then.
 *
 * Fails:  DATE_TOO_LATE, and as `bookedQuarter`.
 */
export const valuedQuarter = (
  day: CalendarDate,
  quarters: Quarters,
  {
    today,
    requestedPeriod: requested = null,
  }: { readonly today: CalendarDate; readonly requestedPeriod?: CalendarDate | null },
): Result<CalendarDate, Failures> => (day > today ? err([inFuture(day)]) : bookedQuarter(day, quarters, requested));

export const inFuture = (day: CalendarDate): Failure =>
  fail('DATE_TOO_LATE', ['date'], `${displayedDate(day)} is in the future. Choose today or earlier.`);

/**
 * Checks an entry against the ledger and splits it over the commitments.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  AMOUNT_MISSING, MONEY_SCALE, NEGATIVE_AMOUNT (the sign rule), REQUIRED and FIELD_NOT_OF_TYPE (fields that a type needs or does not have),
 *         DATE_TOO_LATE, PERIOD_LOCKED, those of `shareOut`, UNFUNDED_BELOW_ZERO (of a commitment, on the entry's date or a later one), COST_ABOVE_REMAINING (of a
 *         security, likewise), NEGATIVE_AMOUNT (of the credit line, likewise).
 */
export function postEntry(
  entry: RequestedEntry,
  ledger: Ledger,
  bookedPeriod: CalendarDate | null = null,
): Result<Posting, Failures> {
  return draftEntry(
    entry,
    ledger,
    () => commitmentsOn(ledger.commitments, ledger.events, entry.effective),
    bookedPeriod,
  ).andThen((posting) => judged(posting, ledger));
}

/**
 * Returns an entry with its shares, without checking it against the rest of the ledger. Fails: as `postEntry`, without UNFUNDED_BELOW_ZERO and
 * COST_ABOVE_REMAINING.
 */
export function draftEntry(
  entry: RequestedEntry,
  quarters: Quarters,
  statesOn: (day: CalendarDate) => readonly CommitmentState[],
  bookedPeriod: CalendarDate | null = null,
): Result<Posting, Failures> {
  const wrong = [...amountFailures(entry), ...fieldFailures(entry), ...settledFailures(entry, quarters)];
  const booked = bookedQuarter(entry.effective, quarters, bookedPeriod).mapErr(ofEntry);
  if (booked.isErr()) return err([...wrong, ...booked.error]);
  if (wrong.length > 0) return err(wrong);
  return shareOut(entry, statesOn(entry.effective)).map((shares) => {
    const { enteredShares: _, ...facts } = entry;
    return { ...facts, booked: booked.value, reversalOf: null, shares };
  });
}

/** Refuses a future settlement date: the cash hasn't moved yet. Fails: DATE_TOO_LATE. */
export const settledFailures = (
  { settledOn }: Pick<EntryFacts, 'settledOn'>,
  { today }: Pick<Quarters, 'today'>,
): Failures =>
  settledOn !== null && today !== undefined && settledOn > today
    ? [
        fail(
          'DATE_TOO_LATE',
          ['settledOn'],
          `${displayedDate(settledOn)} is in the future. Leave it empty until the cash moves, then settle the entry.`,
        ),
      ]
    : [];

/** Maps failures of the date to the entry's field name, which differs. */
const ofEntry = (failures: Failures): Failures =>
  failures.map((failure) => (failure.path[0] === 'date' ? { ...failure, path: ['effectiveDate'] } : failure));

/**
 * Returns the entry that reverses another: all amounts negated on the same date, so that every figure is as if neither existed. It is booked in the
 * first open quarter from there on. If an event of a later date causes the reversal, it has that date.
 *
 * Fails:  ALREADY_REVERSED, REVERSAL_FIXED (a reversal itself), UNFUNDED_BELOW_ZERO, COST_ABOVE_REMAINING and NEGATIVE_AMOUNT (of the credit line) as
 *         `postEntry`.
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
    return err([fail('ALREADY_REVERSED', [], 'This entry has already been reversed.')]);
  }
  return draftReversal(entry, ledger, effective).andThen((posting) => judged(posting, ledger));
}

/** Returns the entry that reverses another, without checking it against the rest of the ledger. */
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
  const failures = [
    ...unfundedFailures(posting, ledger),
    ...costFailures(posting, ledger),
    ...lineFailures(posting, ledger),
  ];
  return failures.length > 0 ? err(failures) : ok(posting);
}

function amountFailures({ type, amount, key }: RequestedEntry): Failures {
  const path: Path = ['amount'];
  if (amount.decimalPlaces() > MONEY_DECIMALS)
    return [fail('MONEY_SCALE', path, 'An amount can have at most 2 decimals.')];
  if (amount.isZero() && !(type === 'TRANSFER' && key === 'NOTICE')) {
    return [fail('AMOUNT_MISSING', path, 'Enter a value other than zero.')];
  }
  return signFailures({ type, amount });
}

/** Checks an amount against the sign rule. Fails: NEGATIVE_AMOUNT. */
export function signFailures({ type, amount }: Pick<EntryFacts, 'type' | 'amount'>): Failures {
  const rule = entryTypeRule(type);
  if (amount.gte(0) || rule.eitherSign === true) return [];
  const text = `Enter a value above zero for ‘${rule.title}’. To correct an earlier entry, reverse it.`;
  return [fail('NEGATIVE_AMOUNT', ['amount'], text)];
}

function fieldFailures(entry: RequestedEntry): Failures {
  const rule = entryTypeRule(entry.type);
  const usesUnfundedOutside = rule.unfunded?.when === 'inside';
  return [
    ...fieldFailure('holdingId', entry.holdingId !== null, rule.holding, rule.title),
    ...fieldFailure('securityId', entry.securityId !== null, rule.security, rule.title),
    ...fieldFailure('noticeId', entry.noticeId !== null, rule.notice && 'allowed', rule.title),
    ...fieldFailure(
      'costRelieved',
      entry.costRelieved !== null,
      entry.type === 'SELL' ? 'required' : undefined,
      rule.title,
    ),
    ...fieldFailure(
      'isRecallable',
      entry.isRecallable,
      rule.unfunded?.when === 'recallable' ? 'allowed' : undefined,
      rule.title,
    ),
    ...fieldFailure('isOutside', entry.isOutside, usesUnfundedOutside ? 'allowed' : undefined, rule.title),
    ...costRelievedFailures(entry.costRelieved),
    ...keyFailures(entry),
  ];
}

/** Refuses shares that a split would ignore. */
const keyFailures = ({ key, enteredShares }: RequestedEntry): Failures =>
  enteredShares.length === 0 || keysOfShares.has(key)
    ? []
    : [
        fail(
          'SHARES_OFF',
          ['shares'],
          `An entry split by '${allocationKeyTitles[key]}' computes its shares. Remove them, or split it '${allocationKeyTitles.NOTICE}'.`,
        ),
      ];

const missingFields: Readonly<Record<string, string>> = {
  holdingId: 'select the investment.',
  securityId: 'select the security.',
  noticeId: 'select the notice.',
  costRelieved: 'enter the cost of the part that was sold.',
};

function fieldFailure(
  field: string,
  isEntered: boolean,
  rule: 'required' | 'allowed' | undefined,
  title: string,
): Failures {
  if (rule === 'required' && !isEntered)
    return [fail('REQUIRED', [field], `${title}: ${missingFields[field] ?? 'enter this field.'}`)];
  return rule === undefined && isEntered
    ? [fail('FIELD_NOT_OF_TYPE', [field], `${title} can’t have this field. Leave it empty.`)]
    : [];
}

function costRelievedFailures(cost: Decimal | null): Failures {
  if (cost === null) return [];
  if (cost.decimalPlaces() > MONEY_DECIMALS)
    return [fail('MONEY_SCALE', ['costRelieved'], 'An amount can have at most 2 decimals.')];
  return cost.isNegative() && !cost.isZero()
    ? [fail('NEGATIVE_AMOUNT', ['costRelieved'], 'The cost relieved can’t be negative.')]
    : [];
}

/** Returns the changes of a commitment's unfunded part, by date. */
export function unfundedChanges(
  ledger: Pick<Ledger, 'events' | 'entries'>,
  commitmentId: string,
): readonly DatedAmount[] {
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

/** Returns the unfunded part of a commitment at the end of a day. */
export const unfundedOn = (
  ledger: Pick<Ledger, 'events' | 'entries'>,
  commitmentId: string,
  day: CalendarDate,
): Decimal =>
  unfundedChanges(ledger, commitmentId).reduce<Decimal>(
    (sum, { date, amount }) => (date <= day ? sum.plus(amount) : sum),
    zero,
  );

/** Checks only entries that lower the unfunded commitment, so that an already negative one can be fixed step by step. */
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

const investorCodeOf = ({ commitments }: Ledger, commitmentId: string): string =>
  commitments.find(({ id }) => id === commitmentId)?.investorCode ?? commitmentId;

function unfundedText(
  ledger: Ledger,
  commitmentId: string,
  { day, balance }: { day: CalendarDate; balance: Decimal },
): string {
  return `The unfunded commitment of ${investorCodeOf(ledger, commitmentId)} would be ${spokenMoney(balance)} on ${displayedDate(day)}.`;
}

/** The maximum number of investors named in a refusal. */
const MOST_NAMED = 3;

/** Returns the text for an entry that leaves one or more unfunded commitments negative. */
export function unfundedTexts(
  ledger: Ledger,
  lowest: readonly { readonly commitmentId: string; readonly day: CalendarDate; readonly balance: Decimal }[],
): string {
  const [first] = lowest;
  if (first !== undefined && lowest.length === 1) return unfundedText(ledger, first.commitmentId, first);
  const named = lowest
    .slice(0, MOST_NAMED)
    .map(
      ({ commitmentId, day, balance }) =>
        `${investorCodeOf(ledger, commitmentId)} ${spokenMoney(balance)} on ${displayedDate(day)}`,
    );
  const more = lowest.length - named.length;
  const others = more > 0 ? ` and ${more.toLocaleString('en')} more` : '';
  return `The unfunded commitments of ${lowest.length.toLocaleString('en')} investors would be negative: ${named.join(', ')}${others}.`;
}

/**
 * Returns the part of a commitment that was called and belongs to what is transferred. The unfunded commitments of seller and buyer are adjusted by it.
 *
 *     called part = (commitment - unfunded) on the day before x transferred / commitment
 *
 * Units:  the vehicle's currency, whole cents.
 */
export function calledPart(
  ledger: Pick<Ledger, 'commitments' | 'events' | 'entries'>,
  { commitmentId, date, amount }: DatedAmount & { readonly commitmentId: string },
): Decimal {
  const eve = addDays(date, -1);
  const own = ledger.commitments.filter(({ id }) => id === commitmentId);
  const commitment = commitmentsOn(own, ledger.events, eve)[0]?.amount ?? zero;
  const called = commitment.minus(unfundedOn(ledger, commitmentId, eve));
  return commitment.gt(0) ? roundMoney(called.times(amount).div(commitment)) : zero;
}

/** Returns a hint for a transfer out whose called part is still missing. */
function calledFirst(
  event: Omit<CommitmentEvent, 'id' | 'seq' | 'reversalOf'>,
  ledger: Ledger,
  least: Decimal,
): string {
  const part = calledPart(ledger, event);
  const posted = ledger.entries
    .filter(({ type, effective }) => (type === 'TRANSFER' || type === 'UNFUNDED') && effective === event.date)
    .flatMap(({ shares }) => shares.filter(({ commitmentId }) => commitmentId === event.commitmentId))
    .reduce<Decimal>((sum, share) => sum.plus(share.unfunded), zero);
  const missing = part.minus(posted);
  const amount = missing.gte(least)
    ? `${spokenMoney(missing)} in proportion to the commitment`
    : `at least ${spokenMoney(least)}`;
  return ` First post an ‘${entryTypeRule('UNFUNDED').title}’ entry for the called part of the transfer: ${amount}.`;
}

/**
 * Checks that a change leaves neither a commitment nor its unfunded part negative. A recallable distribution can raise the unfunded part above the
 * commitment, so each is checked.
 *
 * Fails:  UNFUNDED_BELOW_ZERO (the commitment would be less than was called), NEGATIVE_AMOUNT (the commitment would be negative; for a transfer,
 *         checked first).
 */
export function eventFailures(event: Omit<CommitmentEvent, 'id' | 'seq' | 'reversalOf'>, ledger: Ledger): Failures {
  const amount = eventAmount(event);
  if (!belowZero(amount)) return [];
  // A transfer of more than the commitment can't be helped by posting its called part.
  const above = event.kind === 'TRANSFER_OUT' ? commitmentFailures({ ...event, amount }, ledger) : [];
  if (above.length > 0) return above;
  const changes = [...unfundedChanges(ledger, event.commitmentId), { date: event.date, amount }];
  const lowest = lowestFrom(changes, event.date);
  if (belowZero(lowest.balance)) {
    const hint = event.kind === 'TRANSFER_OUT' ? calledFirst(event, ledger, lowest.balance.negated()) : '';
    return [fail('UNFUNDED_BELOW_ZERO', ['amount'], `${unfundedText(ledger, event.commitmentId, lowest)}${hint}`)];
  }
  return commitmentFailures({ ...event, amount }, ledger);
}

/** Checks that a commitment isn't negative after a change by `amount`. Fails: NEGATIVE_AMOUNT. */
function commitmentFailures(
  { commitmentId, date, amount }: DatedAmount & { readonly commitmentId: string },
  ledger: Ledger,
): Failures {
  const own = ledger.events.filter((event) => event.commitmentId === commitmentId);
  const changes = own.map((event) => ({ date: event.date, amount: eventAmount(event) }));
  const { day, balance } = lowestFrom([...changes, { date, amount }], date);
  if (!belowZero(balance)) return [];
  const most = amount.negated().plus(balance);
  const next = most.gt(0) ? `Enter at most ${spokenMoney(most)}.` : 'Reverse the later decreases first.';
  const text = `The commitment of ${investorCodeOf(ledger, commitmentId)} would be ${spokenMoney(balance)} on ${displayedDate(day)}. ${next}`;
  return [fail('NEGATIVE_AMOUNT', ['amount'], text)];
}

/** Returns the changes of a security's remaining cost, by date. */
export function costChanges(entries: readonly (LedgerEntry | Posting)[], securityId: string): readonly DatedAmount[] {
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
  const text = `The remaining cost of the security would be ${spokenMoney(balance)} on ${displayedDate(day)}.`;
  return fail('COST_ABOVE_REMAINING', type === 'SELL' ? ['costRelieved'] : ['amount'], text);
}

/** Returns the change of the amount drawn on the credit line. */
export const lineChange = ({ type, amount }: Pick<EntryFacts, 'type' | 'amount'>): Decimal =>
  type.startsWith('LINE-') ? amount.times(entryTypeRule(type).vehicleCash) : zero;

function lineFailures(posting: Posting, ledger: Ledger): Failures {
  if (!belowZero(lineChange(posting))) return [];
  const changes = [...ledger.entries, posting].map((entry) => ({ date: entry.effective, amount: lineChange(entry) }));
  const lowest = lowestFrom(changes, posting.effective);
  return belowZero(lowest.balance) ? [repaidAboveDrawn(lowest)] : [];
}

export const repaidAboveDrawn = ({
  day,
  balance,
}: {
  readonly day: CalendarDate;
  readonly balance: Decimal;
}): Failure =>
  fail(
    'NEGATIVE_AMOUNT',
    ['amount'],
    `The amount drawn on the credit line would be ${spokenMoney(balance)} on ${displayedDate(day)}. Enter the missing drawdown first, or repay at most the amount drawn.`,
  );
