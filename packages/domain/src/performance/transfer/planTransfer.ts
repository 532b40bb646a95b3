import {
  calendarDate,
  type CalendarDate,
  decimal,
  type Decimal,
  fail,
  type Failures,
  moneyText,
  numberText,
  roundTo,
  zero,
} from '@carrara/domain/kernel';
import type {
  TransferChoice,
  TransferredEntry,
  TransferredEvent,
  TransferredFund,
} from '@carrara/domain/platform/dataTransfer';
import {
  bookedQuarter,
  carryOffsets,
  type CommitmentEventKind,
  draftReversal,
  type EntryType,
  entryTypeRule,
  type EventPosting,
  type LedgerEntry,
  type Posting,
  endOfTime,
} from '../ledger/index.ts';
import {
  type ReportedFigure,
  type ReportedName,
  reportedFigures,
  reportedNames,
  reportedUntil,
  valueFailures,
} from '../period/index.ts';
import { isOwnRow, ownRows, type TransferLedger } from './transferLedger.ts';

/** A difference between a transfer and the data entered here. */
export interface TransferConflict {
  /** `ledger`: the commitment's entries; otherwise a reported figure. */
  readonly field: 'ledger' | ReportedName;
  readonly title: string;
  readonly mine: string;
  readonly theirs: string;
}

/** A row to enter. */
export interface PlannedRow<T> {
  readonly id: string;
  /** The sender's row that it copies; null if it follows from a choice, or reverses one. */
  readonly originId: string | null;
  /** The row number in the package. */
  readonly row: number | null;
  /** The row here that it restores, including all data other than its facts. */
  readonly restores: string | null;
  readonly posting: T;
}
export type ReportPosting = Omit<ReportedFigure, 'id' | 'seq'>;
export interface TransferPlan {
  readonly events: readonly PlannedRow<EventPosting>[];
  readonly entries: readonly PlannedRow<Posting>[];
  readonly reports: readonly PlannedRow<ReportPosting>[];
}

/** A fund of a package that is being accepted into a vehicle's ledger. */
export interface ReceivedFund {
  readonly fund: Pick<TransferredFund, 'events' | 'entries' | 'figures' | 'earlierNavs'>;
  readonly end: CalendarDate;
  readonly commitmentId: string;
  readonly ledger: TransferLedger;
  /** The rows here that earlier transfers brought, by the sender's ids. */
  readonly existing: { readonly events: ReadonlyMap<string, string>; readonly entries: ReadonlyMap<string, string> };
}

/** Formats an amount in cents, and rates and multiples with all decimals, so that values that differ only in the last digit are distinguishable. */
const units = { return: '%', multiple: 'x' } as const;
const figureText = (field: ReportedName, value: Decimal): string => {
  const { kind } = reportedFigures[field];
  return kind === 'money' ? moneyText(value) : `${numberText(value)}${units[kind]}`;
};

/** Returns the differences between the data entered here for a commitment and the transfer. Somebody has to choose between them. */
export function transferConflicts({
  fund,
  end,
  commitmentId,
  ledger,
}: Omit<ReceivedFund, 'existing'>): readonly TransferConflict[] {
  const own = ownRows(ledger, commitmentId, end);
  const mine = own.events.length + own.entries.length;
  const theirs = fund.events.length + countedEntries(fund).length;
  const rows = (count: number) => `${String(count)} ${count === 1 ? 'row' : 'rows'}`;
  const figures = reportedNames.flatMap((field): TransferConflict[] => {
    const value = theirFigure(fund, field);
    const reported = reportedHere(ledger, commitmentId, end, field);
    if (value === null || reported === undefined || !isOwnRow(reported) || reported.value.eq(value)) return [];
    const { title } = reportedFigures[field];
    return [{ field, title, mine: figureText(field, reported.value), theirs: figureText(field, value) }];
  });
  return mine === 0
    ? figures
    : [{ field: 'ledger', title: 'Entered rows', mine: rows(mine), theirs: rows(theirs) }, ...figures];
}

/**
 * Checks the figures of a fund in a package by the rules of reported figures.
 *
 * Fails:  those of `valueFailures`.
 */
export function transferredFailures({ name, figures }: Pick<TransferredFund, 'name' | 'figures'>): Failures {
  const nav = theirFigure({ figures }, 'nav') ?? undefined;
  return reportedNames.flatMap((figure) => {
    const value = theirFigure({ figures }, figure);
    if (value === null) return [];
    return valueFailures({ figure, value }, nav).map(({ code, detail }) =>
      fail(code, ['funds'], `${name}: ${detail ?? ''} Decline the transfer and ask the sender to correct it.`),
    );
  });
}

/**
 * Plans the rows to enter when a fund of a transfer is accepted. These are the commitment's changes, the investor's
 * share of all entries that affect its cash or unfunded commitment, and the quarter's figures as reported. Enters the
 * NAVs of earlier quarters too, except where the quarter is locked or has a NAV entered here. Each row is booked in the
 * sender's quarter, or in the first open one here if that is locked. Rows from an earlier transfer aren't entered
 * again. They are reversed if the sender reversed them, and withdrawn if the sender no longer has the figure. Rows
 * entered here stay, or are reversed if the sender's were chosen.
 *
 * Source: docs/user/links-and-transfers.md.
 * Fails:  never: the sender's books were judged when they were entered, and the figures by `transferredFailures`.
 */
export function planTransfer(
  transferred: ReceivedFund,
  chosen: (field: TransferConflict['field']) => TransferChoice | undefined,
  newId: () => string,
): TransferPlan {
  const { fund, ledger, commitmentId, end } = transferred;
  const own = ownRows(ledger, commitmentId, end);
  const bookedAs = (day: CalendarDate, requested: string) => booked(day, calendarDate(requested), ledger.locked);
  const follows = <T>(posting: T): PlannedRow<T> => ({
    id: newId(),
    originId: null,
    row: null,
    restores: null,
    posting,
  });
  const usesOwn = own.events.length + own.entries.length > 0 && chosen('ledger') === 'MINE';
  return {
    events: usesOwn
      ? []
      : [
          ...own.events.map(({ id, seq: _seq, source: _source, ...facts }) =>
            follows({
              ...facts,
              amount: facts.amount.negated(),
              reversalOf: id,
              booked: booked(facts.date, facts.booked, ledger.locked),
            }),
          ),
          ...newEvents(transferred, bookedAs, newId),
        ],
    entries: usesOwn
      ? []
      : [
          ...own.entries.map((entry) =>
            follows(reverseEntry(entry, entry.effective, booked(entry.effective, entry.booked, ledger.locked))),
          ),
          ...newEntries(transferred, bookedAs, newId),
        ],
    reports: [
      ...earlierNavs(transferred).map(follows),
      ...reportedNames.flatMap((field): PlannedRow<ReportPosting>[] => {
        const value = theirFigure(fund, field);
        const reported = reportedHere(ledger, commitmentId, end, field);
        const isMine = reported !== undefined && isOwnRow(reported);
        if (isMine && (value === null || chosen(field) === 'MINE')) return [];
        if (reported !== undefined && value !== null && reported.value.eq(value)) return [];
        const bookedDate = booked(end, end, ledger.locked);
        const back =
          reported === undefined || (value !== null && reported.commitmentId !== null)
            ? []
            : [reverseReported(reported, bookedDate)];
        const fresh = { commitmentId, figure: field, date: end, booked: bookedDate, reversalOf: null };
        return [...back, ...(value === null ? [] : [{ ...fresh, value }])].map(follows);
      }),
    ],
  };
}

function earlierNavs({ fund, ledger, commitmentId }: ReceivedFund): readonly ReportPosting[] {
  return fund.earlierNavs.flatMap(({ date: day, value: text }): ReportPosting[] => {
    const [date, value] = [calendarDate(day), decimal(text)];
    const reported = reportedHere(ledger, commitmentId, date, 'nav');
    const isSettled = reported !== undefined && (isOwnRow(reported) || reported.value.eq(value));
    if (ledger.locked.has(date) || isSettled) return [];
    const back = reported === undefined ? [] : [reverseReported(reported, date)];
    return [...back, { commitmentId, figure: 'nav', date, value, booked: date, reversalOf: null }];
  });
}

type Booked = (day: CalendarDate, requested: string) => CalendarDate;

function newEvents({ fund, existing, commitmentId }: ReceivedFund, bookedAs: Booked, newId: () => string) {
  const ids = new Map(existing.events);
  return fund.events.flatMap((event: TransferredEvent, row): PlannedRow<EventPosting>[] => {
    const turned = event.reversesId === null ? null : ids.get(event.reversesId);
    if (ids.has(event.id) || turned === undefined) return [];
    const id = newId();
    ids.set(event.id, id);
    const date = calendarDate(event.date);
    const posting = {
      commitmentId,
      kind: event.kind as CommitmentEventKind,
      date,
      amount: decimal(event.amount),
      paysFee: event.paysFee,
      paysCarry: event.paysCarry,
      holdingId: null,
      reversalOf: turned,
      booked: bookedAs(date, event.bookedPeriod),
    };
    return [{ id, originId: event.id, row, restores: null, posting }];
  });
}

function newEntries({ fund, ledger, existing, commitmentId }: ReceivedFund, bookedAs: Booked, newId: () => string) {
  const stored = new Map(ledger.entries.map((entry) => [entry.id, entry]));
  const there = new Map<string, LedgerEntry | undefined>(
    [...existing.entries].map(([originId, id]) => [originId, stored.get(id)]),
  );
  const counted = new Set(countedEntries(fund));
  return fund.entries.flatMap((entry: TransferredEntry, row): PlannedRow<Posting>[] => {
    if (there.has(entry.id) || !counted.has(entry)) return [];
    const effective = calendarDate(entry.effectiveDate);
    const bookedDate = bookedAs(effective, entry.bookedPeriod);
    const turned = entry.reversesId === null ? undefined : there.get(entry.reversesId);
    if (entry.reversesId !== null && turned === undefined) return [];
    const posting =
      turned === undefined ? postingOf(entry, commitmentId, bookedDate) : reverseEntry(turned, effective, bookedDate);
    const id = newId();
    there.set(entry.id, { ...posting, id });
    return [{ id, originId: entry.id, row, restores: null, posting }];
  });
}

const postingOf = (entry: TransferredEntry, commitmentId: string, bookedDate: CalendarDate): Posting => {
  const amount = decimal(entry.amount);
  return {
    type: entry.type as EntryType,
    amount,
    effective: calendarDate(entry.effectiveDate),
    booked: bookedDate,
    key: 'ONE',
    holdingId: null,
    securityId: null,
    noticeId: null,
    costRelieved: null,
    isRecallable: entry.isRecallable,
    isOutside: entry.isOutside,
    settledOn: entry.settledOn === null ? null : calendarDate(entry.settledOn),
    reversalOf: null,
    shares: [{ commitmentId, amount, cost: zero, unfunded: decimal(entry.unfunded), isMirror: false }],
  };
};

/** Returns the reversal of an entry, shown in a given quarter. */
export function reverseEntry(entry: LedgerEntry, effective: CalendarDate, bookedDate: CalendarDate): Posting {
  const { source: _, ...facts } = draftReversal(entry, { locked: new Set() }, effective)._unsafeUnwrap() as Posting & {
    source?: unknown;
  };
  return { ...facts, booked: bookedDate };
}
/** Returns the withdrawal of a reported figure, shown in a given quarter. */
export const reverseReported = (
  { commitmentId, figure, date, value, id }: ReportedFigure,
  bookedDate: CalendarDate,
): ReportPosting => ({ commitmentId, figure, date, value, booked: bookedDate, reversalOf: id });

/**
 * Returns the entries that affect the investor's cash or unfunded commitment. The reported value includes all other
 * activity of the fund, and so the accrued carry that passes with a transfer.
 */
function countedEntries({ entries }: Pick<TransferredFund, 'entries'>): readonly TransferredEntry[] {
  const offsets = carryOffsets(
    entries.map(({ id, type, amount, effectiveDate, reversesId }) => ({
      id,
      type,
      effective: calendarDate(effectiveDate),
      reversalOf: reversesId,
      shares: [{ commitmentId: '', amount: decimal(amount) }],
    })),
  );
  return entries.filter((entry) => movesCapital(entry) && !offsets.has(entry.id));
}

const movesCapital = ({ type, unfunded }: TransferredEntry) =>
  type === 'TRANSFER' || entryTypeRule(type as EntryType).cash !== 0 || !decimal(unfunded).isZero();

/** Returns the sender's quarter, or the first one that is open here. */
function booked(day: CalendarDate, requested: CalendarDate, locked: ReadonlySet<CalendarDate>): CalendarDate {
  return bookedQuarter(day, { locked }, requested)
    .orElse(() => bookedQuarter(day, { locked }))
    ._unsafeUnwrap();
}

/** The decimals of a stored figure. A multiple in a package can have more. */
const REPORTED_DECIMALS = 10;

/** Returns a figure of the package as it is stored here, so that it equals the same figure of an earlier transfer. */
function theirFigure({ figures }: Pick<TransferredFund, 'figures'>, name: ReportedName): Decimal | null {
  const text = figures[name];
  return typeof text === 'string' ? roundTo(decimal(text), REPORTED_DECIMALS) : null;
}

/** Returns the figure of the commitment that counts on a date. A report for the vehicle also counts for its only commitment. */
function reportedHere(ledger: TransferLedger, commitmentId: string, day: CalendarDate, name: ReportedName) {
  const isOnly = ledger.commitments.every(({ id }) => id === commitmentId);
  const counting = reportedUntil(ledger.reported, endOfTime).filter(
    ({ figure, date }) => figure === name && date === day,
  );
  const report =
    counting.find((candidate) => candidate.commitmentId === commitmentId) ??
    (isOnly ? counting.find((candidate) => candidate.commitmentId === null) : undefined);
  return report as TransferLedger['reported'][number] | undefined;
}
