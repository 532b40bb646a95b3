import { type CalendarDate, displayedDate, spokenMoney } from '@carrara/domain/kernel';
import { quarterEnd, quartersLater } from '../ledger/index.ts';
import type { ClosingCarry } from './closingCarry.ts';
import type { LastAct } from './lastAct.ts';

/** The steps that close a quarter, in order, with their titles. */
export const closingStepTitles = {
  ENTRIES: 'Entries posted',
  VALUES: 'Holdings valued',
  REPORTED: 'Reported figures entered',
  TIE_OUTS: 'Tie-outs agree',
  PROPOSALS: 'Proposed entries decided',
  CARRY: 'Carry booked',
  LOCK: 'Quarter locked',
} as const;
type ClosingStepCode = keyof typeof closingStepTitles;

/** DONE, OPEN (can be done now), BLOCKED (something has to be corrected), WAITING (for another step or a date), or OPTIONAL. */
export const closingStates = ['DONE', 'OPEN', 'BLOCKED', 'WAITING', 'OPTIONAL'] as const;
type ClosingState = (typeof closingStates)[number];

/** The facts of a quarter that the states of its steps follow from. */
export interface ClosingFacts {
  readonly periodEnd: CalendarDate;
  readonly today: CalendarDate;
  readonly isLocked: boolean;
  /** False for the next quarter, which the first entry or value opens. */
  readonly isOpened: boolean;
  /** True if the fund's NAV is the reported one, which the quarter then needs. */
  readonly isReportedBasis: boolean;
  /** Entries in effect that the quarter shows. */
  readonly entries: LastAct & { readonly count: number };
  /** Holdings with a value at the quarter end, and those of them that were valued on that day. */
  readonly values: LastAct & { readonly holdings: number; readonly valued: number };
  /** Reported figures in effect for the quarter end. */
  readonly reported: LastAct & { readonly count: number };
  /** Codes of tie-outs with differences: those that block the lock, and the others. Null if they weren't compared. */
  readonly tieOuts: { readonly blocking: readonly string[]; readonly others: readonly string[] } | null;
  /** Carry payments until the quarter end that the ledger doesn't have but could. */
  readonly pendingPayments: number;
  /** The carry proposed from the terms, compared with the books: now, or at the lock. Null if it wasn't compared. */
  readonly carry: ClosingCarry | null;
  /** Open quarters before this one. */
  readonly earlierOpen: number;
  readonly lock: LastAct;
}

interface ClosingStep extends LastAct {
  readonly code: ClosingStepCode;
  readonly title: string;
  readonly state: ClosingState;
  /** The finding, in words. */
  readonly detail: string;
}

export interface ClosingChecklist {
  readonly steps: readonly ClosingStep[];
  /** The number of completed steps, without optional ones. */
  readonly done: number;
  readonly required: number;
  /** The first step that somebody can do or has to correct; null if there is none. */
  readonly next: ClosingStepCode | null;
}

const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;

const noAct: LastAct = { by: null, on: null };
type Found = Pick<ClosingStep, 'state' | 'detail'> & Partial<LastAct>;

/** Each step's state and what it was derived from. */
const rules: Readonly<Record<ClosingStepCode, (facts: ClosingFacts, earlier: readonly ClosingStep[]) => Found>> = {
  ENTRIES: ({ entries: { count, by, on } }) =>
    count > 0
      ? { state: 'DONE', detail: counted(count, 'entry', 'entries'), by, on }
      : { state: 'OPEN', detail: 'No entries in this quarter yet' },

  VALUES: ({ periodEnd, values: { holdings, valued, by, on } }) =>
    holdings === 0
      ? { state: 'OPTIONAL', detail: 'No holdings to value' }
      : {
          state: valued === holdings ? 'DONE' : 'OPEN',
          detail: `${valued.toLocaleString('en')} of ${counted(holdings, 'holding')} valued on ${displayedDate(periodEnd)}`,
          ...(valued > 0 ? { by, on } : {}),
        },

  REPORTED: ({ isReportedBasis, reported: { count, by, on } }) =>
    count > 0
      ? { state: 'DONE', detail: counted(count, 'figure'), by, on }
      : isReportedBasis
        ? { state: 'OPEN', detail: 'The fund’s NAV basis is Reported, so this quarter needs a reported NAV' }
        : { state: 'OPTIONAL', detail: 'None entered. If entered, a tie-out compares them with the ledger' },

  TIE_OUTS: ({ tieOuts, isLocked, isOpened, periodEnd, today, lock }) => {
    if (tieOuts === null)
      return {
        state: 'WAITING',
        detail:
          periodEnd > today ? notEndedText(periodEnd) : isOpened ? 'Lock the earlier quarters first' : notOpenedText,
      };
    const { blocking, others } = tieOuts;
    if (blocking.length > 0) return { state: 'BLOCKED', detail: `Don’t agree: ${blocking.join(', ')}` };
    if (others.length === 0) return { state: 'DONE', detail: 'All agree' };
    return isLocked
      ? { state: 'DONE', detail: `Acknowledged: ${others.join(', ')}`, ...lock }
      : { state: 'OPEN', detail: `To acknowledge when you lock: ${others.join(', ')}` };
  },

  PROPOSALS: ({ pendingPayments }) =>
    pendingPayments > 0
      ? { state: 'OPEN', detail: `${counted(pendingPayments, 'carry payment')} to post` }
      : { state: 'DONE', detail: 'Nothing to decide' },

  CARRY: ({ carry, isLocked, lock, tieOuts }) => {
    if (tieOuts?.blocking.includes('T13'))
      return { state: 'BLOCKED', detail: 'Reversed carry exceeds accrued and earned carry (T13). Correct the booking' };
    if (carry === null) return { state: 'OPTIONAL', detail: 'Not compared with the carry terms' };
    if ('reason' in carry) return { state: 'OPTIONAL', detail: carry.reason };
    const { proposed, booked, isBooked, causes, accepted } = carry;
    if (isBooked)
      return {
        state: 'DONE',
        detail: causes.length === 0 ? 'Booked as proposed' : 'Booked as proposed, but for rounding',
      };
    const [earned, accrued] = (['earned', 'accrued'] as const).map((name) =>
      spokenMoney(proposed[name].minus(booked[name])),
    );
    const difference = `Proposed less booked: ${earned} earned, ${accrued} accrued`;
    if (accepted !== null)
      return { state: 'DONE', detail: `${difference}: ${accepted.reason}`, by: accepted.by, on: accepted.on };
    return isLocked
      ? { state: 'DONE', detail: `Acknowledged. ${difference}`, ...lock }
      : { state: 'OPEN', detail: `${difference}. ${causes.join(' ')}` };
  },

  LOCK: ({ isLocked, isOpened, lock, periodEnd, today, earlierOpen, tieOuts }, earlier) => {
    if (isLocked) return { state: 'DONE', detail: 'Locked', ...lock };
    if (periodEnd > today) return { state: 'WAITING', detail: notEndedText(periodEnd) };
    if (!isOpened) return { state: 'WAITING', detail: notOpenedText };
    if (earlierOpen > 0)
      return { state: 'WAITING', detail: `${counted(earlierOpen, 'earlier quarter is', 'earlier quarters are')} open` };
    if (tieOuts !== null && tieOuts.blocking.length > 0)
      return { state: 'BLOCKED', detail: 'Correct the tie-outs first' };
    const openSteps = earlier.flatMap(({ state, title }) => (state === 'OPEN' ? [title] : []));
    return {
      state: 'OPEN',
      detail:
        openSteps.length === 0 ? 'Ready to lock' : `Can be locked, but these steps are open: ${openSteps.join(', ')}`,
    };
  },
};

const notOpenedText = 'Post an entry or enter a value first';
const notEndedText = (periodEnd: CalendarDate) => `The quarter ends on ${displayedDate(periodEnd)}`;

/**
 * Returns the quarter after the last one of a vehicle, so that its checklist is offered before anybody opens it. Null if the vehicle has no quarter
 * yet, or its last one hasn't ended.
 */
export function nextQuarter(last: CalendarDate | undefined, today: CalendarDate): CalendarDate | null {
  if (last === undefined) return null;
  const next = quartersLater(last, 1);
  return next <= quarterEnd(today) ? next : null;
}

/**
 * Computes the closing checklist of a quarter. A locked quarter has no open steps: those that weren't done were left out, so they are optional.
 *
 * Source: docs/user/quarter-close.md.
 * Fails:  never.
 */
export function closingChecklist(facts: ClosingFacts): ClosingChecklist {
  const steps: ClosingStep[] = [];
  for (const code of Object.keys(rules) as ClosingStepCode[]) {
    const found = rules[code](facts, steps);
    const state = facts.isLocked && found.state !== 'DONE' ? 'OPTIONAL' : found.state;
    steps.push({ ...noAct, ...found, state, code, title: closingStepTitles[code] });
  }
  const required = steps.filter(({ state }) => state !== 'OPTIONAL');
  return {
    steps,
    done: required.filter(({ state }) => state === 'DONE').length,
    required: required.length,
    next: steps.find(({ state }) => state === 'BLOCKED' || state === 'OPEN')?.code ?? null,
  };
}
