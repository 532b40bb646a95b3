import {
  type CalendarDate,
  calendarDate,
  err,
  type Failure,
  fail,
  type Failures,
  groupBy,
  ok,
  type Result,
  displayedDate,
} from '@carrara/domain/kernel';
import { differenceText, type TieOutResult } from '../capitalAccount/index.ts';
import { quarterNotEnded } from '../ledger/index.ts';
import type { VehicleLedger } from './computeVehicle.ts';
import { PERIOD_ENGINE_VERSION } from './engineVersion.ts';

/** The facts about a quarter that decide whether it can be locked or reopened. */
export interface QuarterState {
  readonly periodEnd: string;
  readonly status: 'OPEN' | 'LOCKED';
}

/** Returns the open quarters before a day, earliest first. `quarters` begins with the latest. */
export const openBefore = <Q extends QuarterState>(quarters: readonly Q[], end: string): readonly Q[] =>
  quarters.filter(({ periodEnd, status }) => periodEnd < end && status === 'OPEN').toReversed();

/**
 * Decides which quarters a lock includes: the quarter and, on request, the open ones before it. Returns them in order.
 *
 * Fails: WRONG_STATE (already locked, or an earlier quarter is open), QUARTER_NOT_ENDED.
 */
export function decideQuartersToLock<Q extends QuarterState>(
  quarter: Q,
  quarters: readonly Q[],
  { today, withEarlier }: { readonly today: CalendarDate; readonly withEarlier?: boolean | undefined },
): Result<readonly Q[], Failures> {
  if (quarter.status === 'LOCKED') return err([fail('WRONG_STATE', ['status'], 'This quarter is already locked.')]);
  const early = quarterNotEnded(calendarDate(quarter.periodEnd), today, 'locked');
  if (early.length > 0) return err(early);
  const earlier = openBefore(quarters, quarter.periodEnd);
  if (earlier[0] !== undefined && !withEarlier) {
    const text = `Quarters are locked in order. Lock the quarter ending ${displayedDate(earlier[0].periodEnd)} first.`;
    return err([fail('WRONG_STATE', ['endDate'], text)]);
  }
  return ok([...earlier, quarter]);
}

/** The facts that a lock depends on. */
export interface LockFacts {
  /** The digest of the quarter's figures, and its NAV as displayed; null if it isn't determined. */
  readonly figures: { readonly digest: string; readonly nav: string | null };
  /** The tie-outs of each quarter to lock. */
  readonly tieOuts: readonly (readonly TieOutResult[])[];
}

/** Limits on the differences in a failure, per tie-out and in total. */
const MOST_PER_TIE_OUT = 10;
const MOST_FAILURES = 100;

/**
 * Decides whether quarters can be locked. The figures of the last one must be those that somebody confirmed, and no
 * tie-out that blocks a lock may have a difference. The differences of the others must be acknowledged.
 *
 * Fails: CONFLICT, NOT_RECONCILED, NOT_ACKNOWLEDGED.
 */
export function decideLock(
  quarters: readonly QuarterState[],
  { figures, tieOuts }: LockFacts,
  {
    figuresDigest,
    acknowledged,
  }: { readonly figuresDigest?: string | undefined; readonly acknowledged: readonly string[] },
): Result<void, Failures> {
  const end = quarters.at(-1)?.periodEnd ?? '';
  if (figuresDigest !== undefined && figuresDigest !== figures.digest) {
    const nav = figures.nav === null ? 'is now not determined' : `is now ${figures.nav}`;
    const text = `The figures of the quarter ending ${displayedDate(end)} have changed since you opened them. The NAV ${nav}. Review them again.`;
    return err([fail('CONFLICT', ['figuresDigest'], text)]);
  }
  const found = quarters.flatMap(({ periodEnd }, i) =>
    (tieOuts[i] ?? []).flatMap((tieOut) => (tieOut.differences.length === 0 ? [] : [{ ...tieOut, periodEnd }])),
  );
  const isSeveral = quarters.length > 1;
  const open = groupBy(
    found.filter(({ id, blocksLock }) => !blocksLock && !acknowledged.includes(id)),
    ({ id }) => id,
  );
  const refused = [
    ...found.filter(({ blocksLock }) => blocksLock).flatMap((tieOut) => unreconciled(tieOut, isSeveral)),
    ...[...open.values()].map((ofCheck) => unacknowledged(ofCheck, isSeveral)),
  ];
  return refused.length > 0 ? err(refused.slice(0, MOST_FAILURES)) : ok();
}

interface FailedCheck extends TieOutResult {
  readonly periodEnd: string;
}

const textsOf = ({ differences }: TieOutResult) => differences.slice(0, MOST_PER_TIE_OUT).map(differenceText);
const quarterPrefix = ({ periodEnd }: FailedCheck, isSeveral: boolean) =>
  isSeveral ? `${displayedDate(periodEnd)}: ` : '';

/** Returns the differences of a check that block the lock of a quarter. */
const unreconciled = (check: FailedCheck, isSeveral: boolean): Failures =>
  textsOf(check).map((text) =>
    fail('NOT_RECONCILED', [check.id], `${quarterPrefix(check, isSeveral)}${check.title}: ${text}.`),
  );

/** Returns one failure for a check that nobody has acknowledged, with the differences of each quarter. */
function unacknowledged(quarters: readonly [FailedCheck, ...FailedCheck[]], isSeveral: boolean): Failure {
  const [{ id, title }] = quarters;
  const texts = quarters.map((check) => `${quarterPrefix(check, isSeveral)}${textsOf(check).join('; ')}.`);
  const remedy = `Acknowledge it to lock the ${quarters.length > 1 ? 'quarters' : 'quarter'}.`;
  return fail('NOT_ACKNOWLEDGED', [id], `This check fails: ${title}. ${texts.join(' ')} ${remedy}`);
}

type Settings = Pick<VehicleLedger, 'policy' | 'transfers' | 'navBasis' | 'lockedBy'>;

/**
 * Decides which quarters reopening includes: the quarter and the locked ones after it. Their figures are recomputed if one of them was locked with
 * other rules or settings than today's.
 *
 * Fails: WRONG_STATE (already open).
 */
export function decideReopen<Q extends QuarterState>(
  quarter: Q,
  quarters: readonly Q[],
  ledger: Settings,
): Result<{ readonly opened: readonly Q[]; readonly isRecomputed: boolean }, Failures> {
  if (quarter.status === 'OPEN') return err([fail('WRONG_STATE', ['status'], 'This quarter is already open.')]);
  const opened = quarters.filter(({ periodEnd, status }) => periodEnd >= quarter.periodEnd && status === 'LOCKED');
  return ok({ opened, isRecomputed: opened.some(({ periodEnd }) => isOfOtherRules(ledger, calendarDate(periodEnd))) });
}

/** True if a quarter was locked with other rules or settings than today's, so that reopening it recomputes its figures. */
function isOfOtherRules({ policy, transfers, navBasis, lockedBy }: Settings, end: CalendarDate): boolean {
  const locked = lockedBy?.get(end);
  return (
    locked !== undefined &&
    (locked.rules !== PERIOD_ENGINE_VERSION ||
      locked.policy !== policy ||
      locked.transfers !== transfers ||
      locked.navBasis !== navBasis)
  );
}
