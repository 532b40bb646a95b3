import {
  type CalendarDate,
  dayNumber,
  type Decimal,
  err,
  type Failure,
  fail,
  fromKeys,
  firstFailure,
  ok,
  required,
  type Result,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import {
  type AccountPeriod,
  accountPeriods,
  bookedRows,
  reportedBridge,
  type ReportedBridge,
  capitalAccount,
  statementDates,
} from '../capitalAccount/index.ts';
import {
  isBelowZero,
  commitmentsOn,
  type CommitmentState,
  effectOfShare,
  type EntryShare,
  type LedgerEntry,
  lineParts,
} from '../ledger/index.ts';
import {
  requireCapital,
  CapitalSum,
  measureVehicle,
  measuredOn,
  noNavOn,
  type VehicleLedger,
} from '../period/index.ts';
import {
  centFlows,
  investorMultiples,
  type LineEffect,
  moneyToCents,
  type MultiplePolicy,
  subscriptionLine,
} from '../return/index.ts';

/** A vehicle's stored figures at a quarter end. */
export interface StoredPeriod {
  readonly end: CalendarDate;
  /** The policy of its stored multiples. */
  readonly policy: MultiplePolicy;
  /** Null if not determined. */
  readonly nav: Decimal | null;
  readonly unrealized: Decimal;
}

export interface FundProfileInput {
  readonly ledger: Pick<VehicleLedger, 'commitments' | 'events' | 'entries' | 'transfers' | 'lockedBy'>;
  /** The quarters with figures, in order, ending with the requested one. */
  readonly periods: readonly StoredPeriod[];
  /** The NAV of each commitment at the last quarter. */
  readonly navs: ReadonlyMap<string, Decimal | null>;
  /** Month and day: `12-31`. */
  readonly fiscalYearEnd: string;
}

export interface FundProfile {
  readonly bridges: Readonly<Record<AccountPeriod, Result<ReportedBridge, Failure>>>;
  /** For the fee-paying commitments, except that the balance is the vehicle's; null if no line was drawn. */
  readonly line: Result<LineEffect, Failure> | null;
}

const UNREALIZED = 93;
const CLOSING = 95;

/**
 * Computes a vehicle's profile at a quarter end from its ledger. It has the NAV bridge of the quarter, the fiscal
 * year and since inception, and the return with and without the subscription line.
 *
 * Units:  the vehicle's currency.
 * Source: docs/calculations/nav-bridge.md, subscription-line.md.
 * Fails:  never; the results themselves fail for a bridge that does not lead to the NAV (FIGURES_DIFFER), a bridge without NAV (NAV_MISSING) and a
 *         line repaid beyond its draws (NEGATIVE_AMOUNT).
 */
export function fundProfile({ ledger, periods, navs, fiscalYearEnd }: FundProfileInput): FundProfile {
  const last = periods.at(-1);
  if (last === undefined) throw new Error('a profile needs a quarter end with figures');
  const { end } = last;
  const entries = ledger.entries.filter(({ booked }) => booked <= end);
  return {
    bridges: bridgesOf(entries, periods, last, fiscalYearEnd),
    line: drawLine(ledger, entries, navs, last),
  };
}

function bridgesOf(
  entries: readonly LedgerEntry[],
  periods: readonly StoredPeriod[],
  { end, nav }: StoredPeriod,
  fiscalYearEnd: string,
): FundProfile['bridges'] {
  const booked = bookedRows(
    entries.flatMap(({ type, booked: bookedDate, shares }) =>
      shares.map((share) => ({ ...share, type, booked: bookedDate })),
    ),
  );
  const gains = periods.map(({ end: bookedDate, unrealized }, i) => ({
    booked: bookedDate,
    row: UNREALIZED,
    amount: unrealized.minus(periods[i - 1]?.unrealized ?? zero),
  }));
  const account = capitalAccount(
    { amounts: [...booked, ...gains], commitments: [] },
    statementDates(end, fiscalYearEnd),
  );
  const noNav = fail('NAV_MISSING', ['nav'], noNavOn(displayedDate(end)));
  const bridgeOf = (period: AccountPeriod): Result<ReportedBridge, Failure> =>
    nav === null ? err(noNav) : reportedBridge(new Map([...account[period], [CLOSING, nav]]), () => noNav);
  return fromKeys(accountPeriods, bridgeOf);
}

const cashOf = ({ type, effective }: LedgerEntry, shares: readonly EntryShare[]) =>
  shares.flatMap((share) => {
    const { cash } = effectOfShare({ type }, share);
    return cash.isZero() ? [] : [{ date: effective, amount: cash }];
  });

/**
 * Computes the effect of the subscription line; null if none was drawn. Uses the commitments of the vehicle's net return and multiples, but the
 * vehicle's balance.
 */
export function drawLine(
  ledger: FundProfileInput['ledger'],
  entries: readonly LedgerEntry[],
  navs: FundProfileInput['navs'],
  { end, policy }: Pick<StoredPeriod, 'end' | 'policy'>,
): FundProfile['line'] {
  const line = entries.filter(({ type }) => type.startsWith('LINE-'));
  if (line.length === 0) return null;
  const balance = line.reduce((sum, entry) => (isDraw(entry) ? sum.plus(entry.amount) : sum.minus(entry.amount)), zero);
  if (isBelowZero(balance)) return err(fail('NEGATIVE_AMOUNT', ['repayments'], 'more was repaid than drawn'));
  const { commitments, events } = ledger;
  const counted = events.filter(({ booked }) => booked <= end);
  const measured = measuredOn(ledger, end).filter(({ booked }) => booked <= end);
  const { capital, ids } = measuredCapital(commitmentsOn(commitments, counted, end), measured);
  const nav = [...ids].reduce<Decimal | null>((sum, id) => sum && (navs.get(id)?.plus(sum) ?? null), zero);
  const { called, excess, recallable, permanent, commitment } = capital;
  const totals = { called, excess, recallable, permanent, commitment, policy };
  const { paidIn, distributed } = investorMultiples({ ...totals, nav: ok(nav ?? zero) });
  const own = ({ shares }: LedgerEntry) => shares.filter(({ commitmentId }) => ids.has(commitmentId));
  const cash = (isSo: (entry: LedgerEntry) => boolean) =>
    centFlows(measured.filter(isSo).flatMap((entry) => cashOf(entry, own(entry))));
  const parts = lineParts(line, ids);
  const partsOf = (isSo: (entry: LedgerEntry) => boolean) =>
    centFlows(
      line.filter(isSo).map(({ id, effective }) => {
        const amount = required(parts.get(id), 'the part of an entry of the line');
        return { date: effective, amount };
      }),
    );
  const isAccrued = ({ type, settledOn }: LedgerEntry) =>
    type.startsWith('EXP-LINE-') && (settledOn === null || settledOn > end);
  const accrued = entries
    .filter(isAccrued)
    .flatMap(own)
    .reduce((sum, { amount }) => sum.plus(amount), zero);
  return subscriptionLine({
    cash: cash(({ type }) => type !== 'CALL-LINE'),
    lineCosts: cash(({ type }) => type === 'CALL-LINE'),
    paidIn: moneyToCents(paidIn),
    distributed: moneyToCents(distributed),
    draws: partsOf(isDraw),
    repayments: partsOf((entry) => !isDraw(entry)),
    nav: nav === null ? null : moneyToCents(nav),
    accruedInterest: moneyToCents(accrued),
    to: dayNumber(end),
  })
    .map((effect) => ({ ...effect, balance: moneyToCents(balance) }))
    .mapErr(firstFailure);
}

const isDraw = ({ type }: LedgerEntry) => type.startsWith('LINE-DRAW-');

/** Returns the contributions and distributions of the commitments that a vehicle's own multiples include. */
function measuredCapital(states: readonly CommitmentState[], entries: readonly LedgerEntry[]) {
  const accounts = new Map(states.map(({ id }) => [id, new CapitalSum()]));
  for (const { id, amount } of states) requireCapital(accounts, id).commitment = amount;
  for (const entry of entries) {
    for (const share of entry.shares) requireCapital(accounts, share.commitmentId).share(entry, share);
  }
  const { ids } = measureVehicle(states, accounts);
  return {
    ids: new Set(ids),
    capital: ids.reduce((sum, id) => sum.add(requireCapital(accounts, id)), new CapitalSum()),
  };
}
