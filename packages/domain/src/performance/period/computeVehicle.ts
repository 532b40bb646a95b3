import { type CalendarDate, groupBy, type Recorder, type Decimal, required, zero } from '@carrara/domain/kernel';
import {
  type Commitment,
  type CommitmentEvent,
  type CommitmentState,
  effectOfShare,
  eventAmount,
  type LedgerEntry,
  measuredEntries,
  type PassableEntry,
  type Position,
  quarterEnds,
  type Security,
  type Source,
  type TransferLedger,
  type TransferPolicy,
  type Valuation,
} from '../ledger/index.ts';
import { feePaying, type MultiplePolicy } from '../return/index.ts';
import { type Capital, requireCapital, CapitalSum, capitalFigures, type Flow, hasCapital } from './capital.ts';
import type { Figures, SubjectFigures } from './figures.ts';
import { type ReportedAccounts, reportedAccounts, vehicleReturns, notingVehicleReturns } from './reportedCapital.ts';
import { type ExistingNav, ledgerNavs, measuredAs, reportedNavs } from './reportedNav.ts';
import type { ReportedFigure } from './reportedFigure.ts';
import { grossAmount, tradedFigures, unknownTraded } from './tradedFigures.ts';
import {
  coversAllCapital,
  statementsOn,
  transferredFigures,
  type TransferredStatement,
  withStatement,
} from './transferredStatement.ts';
import { positionAt, type SharingDay, sharingDays, type SecurityHistory, UnrealizedGain } from './unrealizedGain.ts';

/** A change of a commitment with the quarter that shows it. */
export interface BookedEvent extends CommitmentEvent {
  readonly booked: CalendarDate;
  readonly source?: Source | null;
}

/**
 * The settings with which a quarter was locked: the version of the rules, and the treatment of recallable
 * distributions in multiples. The others are the cash that counts in transfers between partners, and the source of
 * NAV.
 */
export interface LockedAs {
  readonly rules: string;
  readonly policy: MultiplePolicy;
  readonly transfers: TransferPolicy;
  readonly navBasis: VehicleLedger['navBasis'];
}
/** The settings of the locked quarters, by quarter end. */
type LockedBy<Setting extends keyof LockedAs = keyof LockedAs> = ReadonlyMap<CalendarDate, Pick<LockedAs, Setting>>;
/** The cash that counts in transfers between partners in locked quarters. */
export interface LockedTransfers {
  readonly lockedBy?: LockedBy<'transfers'>;
}

/** All data of a vehicle, in any order. */
export interface VehicleLedger {
  readonly vehicleId: string;
  readonly commitments: readonly Commitment[];
  readonly events: readonly BookedEvent[];
  readonly entries: readonly LedgerEntry[];
  readonly securities: readonly Security[];
  readonly valuations: readonly Valuation[];
  readonly policy: MultiplePolicy;
  readonly transfers: TransferPolicy;
  readonly navBasis: 'LEDGER' | 'REPORTED';
  /** Figures that others reported, if any. */
  readonly reported?: readonly ReportedFigure[];
  /** Statements from data transfers. A vehicle with its own ledger has none. */
  readonly statements?: readonly TransferredStatement[];
  /** Quarters that were locked at some time, so that they have figures even if nothing is left in them. */
  readonly everLocked?: readonly CalendarDate[];
  readonly lockedBy?: LockedBy;
}

export interface PeriodFigures {
  readonly end: CalendarDate;
  /** The vehicle, its holdings and its commitments. */
  readonly subjects: readonly SubjectFigures[];
  /** The basis of the commitments' figures, used to pool their investors over several vehicles. */
  readonly capital: ReadonlyMap<string, Capital>;
  /** The cash of each commitment that transfers between partners passed. */
  readonly passed: ReadonlyMap<string, readonly Flow[]>;
  /** The NAV of each commitment, by the basis of the vehicle. */
  readonly navs: ReadonlyMap<string, ExistingNav>;
  /** The basis of the commitments' figures if the ledger has no cash and others reported the amounts. */
  readonly reported: ReportedAccounts | undefined;
  /** The data transfer statements that figures come from. */
  readonly statements: readonly TransferredStatement[];
  /** The accounts from data transfers that complete commitments for which the ledger has only cash. */
  readonly sentAccounts: ReadonlyMap<string, TransferredStatement['account']>;
}

export interface ComputeOptions {
  /** A quarter end later than the last one with entries. */
  readonly through?: CalendarDate | undefined;
  /** The quarter ends to compute; all if omitted. */
  readonly only?: ReadonlySet<CalendarDate> | undefined;
  readonly explain?: Recorder | undefined;
}

/**
 * Computes the figures of a vehicle, its holdings and its commitments at each quarter end from a given one to the last with entries.
 *
 *     NAV = entries by the sign rule + unrealized gain of the holdings (fair value - remaining cost); on the basis REPORTED the reported value,
 *           and, if the ledger has no cash, the reported contributions, distributions and returns too
 *     net: the commitments that pay fees (if none does: all);  gross: purchases, sales, income and fair value of the holdings
 *
 * Amounts include everything booked by the quarter end. Rates use each cash flow on the date when it moved.
 *
 * Units:  the vehicle's currency, whole cents; rates fractions.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never; a figure that cannot be computed is null, with its reason (NAV_MISSING, NO_SIGN_CHANGE, NO_ROOT, NEGATIVE_CONTRIBUTIONS).
 */
export const computeVehicle = (
  ledger: VehicleLedger,
  from: CalendarDate | null = null,
  how: ComputeOptions = {},
): readonly PeriodFigures[] => [...computeQuarters(ledger, from, how)];

/** Computes the same, one quarter end at a time, so that a caller with other work can pause in between. */
export function* computeQuarters(
  ledger: VehicleLedger,
  from: CalendarDate | null = null,
  { through, only, explain }: ComputeOptions = {},
): Generator<PeriodFigures> {
  for (const { end, states, accounts, holdings, passed } of closings(ledger, through))
    if ((from === null || end >= from) && only?.has(end) !== false)
      yield { ...figuresOf(ledger, end, states, accounts, holdings, explain), passed: flowsOf(passed) };
}

/** A vehicle's unrealized gain on a date on which it is allocated, with each commitment's share. */
export interface UnrealizedGains {
  readonly end: CalendarDate;
  readonly vehicle: Decimal;
  readonly commitments: ReadonlyMap<string, Decimal>;
}

/**
 * Returns the unrealized gains at each quarter end through the given one, and on the day before each change of the
 * commitments. Later quarters need only these, so rates aren't computed.
 */
export const unrealizedGains = (ledger: VehicleLedger, through: CalendarDate): readonly UnrealizedGains[] =>
  Array.from(closings(ledger, through), ({ gains }) => gains).flat();

/** Rolls a vehicle forward quarter by quarter. The yielded accounts and holdings are updated in place by the next step. */
function* closings(ledger: VehicleLedger, through: CalendarDate | undefined) {
  const ends = listQuarters(ledger, through);
  const accounts = new Map(ledger.commitments.map(({ id }) => [id, new CapitalSum()]));
  const byQuarter = groupBy(measuredEntries(ledger), ({ booked }) => booked);
  const passed = new Map<string, Flow[]>();
  const events = groupBy(ledger.events, ({ booked }) => booked);
  const holdings = holdingsOf(ledger);
  const transferred = new Set(
    ledger.entries.flatMap(({ id, source, reversalOf }) =>
      source?.kind === 'TRANSFER' && reversalOf === null ? [id] : [],
    ),
  );
  for (const [at, end] of ends.entries()) {
    for (const entry of byQuarter.get(end) ?? []) {
      const change = transferred.has(entry.id) ? 1 : transferred.has(entry.reversalOf ?? '') ? -1 : undefined;
      for (const share of entry.shares) {
        const account = requireCapital(accounts, share.commitmentId);
        account.share(entry, share);
        if (share.isPassed) {
          const amount = effectOfShare(entry, share).cash;
          passed.set(share.commitmentId, [
            ...(passed.get(share.commitmentId) ?? []),
            { date: entry.effective, amount },
          ]);
        } else if (change !== undefined) account.transferred(change);
      }
    }
    for (const event of events.get(end) ?? []) {
      const account = requireCapital(accounts, event.commitmentId);
      account.commitment = account.commitment.plus(eventAmount(event));
      account.unfunded = account.unfunded.plus(eventAmount(event));
    }
    const days = sharingDays(ledger, { after: ends[at - 1], end });
    const gains = days.map((sharing) => gainsOn(holdings, sharing, end));
    const shares = gains.at(-1)?.commitments;
    for (const [id, account] of accounts) account.unrealized = shares?.get(id) ?? zero;
    yield { end, states: lastOf(days).states, accounts, holdings, passed, gains };
  }
}

/** Allocates the gains of all holdings on a date of a quarter. */
function gainsOn(holdings: readonly HoldingAccount[], sharing: SharingDay, end: CalendarDate): UnrealizedGains {
  const commitments = new Map<string, Decimal>();
  for (const holding of holdings)
    for (const [id, share] of holding.close(sharing, end))
      commitments.set(id, (commitments.get(id) ?? zero).plus(share));
  const vehicle = sum(holdings.map(({ position: { fairValue, cost } }) => fairValue.minus(cost)));
  return { end: sharing.day, vehicle, commitments };
}

/** Returns the entries that returns and multiples are based on, as of a quarter end. If it is locked, uses the settings of its lock. */
export const measuredOn = <E extends PassableEntry>(
  ledger: TransferLedger<E> & LockedTransfers,
  end: CalendarDate,
): readonly E[] => measuredEntries({ ...ledger, transfers: (ledger.lockedBy?.get(end) ?? ledger).transfers });

/** Takes a snapshot, because the map keeps changing. */
const flowsOf = (passed: ReadonlyMap<string, readonly Flow[]>): PeriodFigures['passed'] => new Map(passed);

/**
 * Returns the quarters of a vehicle that have figures: from the first to the last with entries or a lock, and further if requested. An entry that was
 * entered by mistake and reversed in its own quarter doesn't count, so that a quarter opened by mistake disappears again.
 */
export function listQuarters(
  { events, entries, valuations, reported = [], everLocked = [] }: VehicleLedger,
  through?: CalendarDate,
): readonly CalendarDate[] {
  const booked = [
    ...displayingQuarters(
      events,
      ({ commitmentId, kind, date, amount }) => `${commitmentId} ${kind} ${date} ${amount.toString()}`,
    ),
    ...displayingQuarters(entries, ({ type, effective, amount }) => `${type} ${effective} ${amount.toString()}`),
    ...valuations.map((valuation) => valuation.booked),
    ...displayingQuarters(
      reported,
      ({ commitmentId, figure, date, value }) => `${commitmentId ?? ''} ${figure} ${date} ${value.toString()}`,
      ({ commitmentId, figure, date }) => `${commitmentId ?? ''} ${figure} ${date}`,
    ),
    ...everLocked,
  ].sort();
  const [first, last] = [booked[0], booked.at(-1)];
  if (first === undefined || last === undefined) return [];
  return quarterEnds(first, through !== undefined && through > last ? through : last);
}

interface BookedRow {
  readonly id: string;
  readonly booked: CalendarDate;
  readonly reversalOf: string | null;
  readonly source?: Source | null;
}

/**
 * Returns the quarters that show rows. A row from a data transfer that was undone or reversed has none. A row that
 * the undo of a later transfer restored has its original's. Neither starts or extends the quarters. The firm's own
 * rows that a transfer replaced are recognized by their facts when they are restored.
 */
function displayingQuarters<T extends BookedRow>(
  allRows: readonly T[],
  factsOf: (row: T) => string,
  nameOf: (row: T) => string = () => '',
): readonly CalendarDate[] {
  const rows = withoutOwnPairs(allRows);
  const brought = new Map(rows.flatMap((row) => (row.source?.kind === 'TRANSFER' ? [[row.id, row]] : [])));
  if (brought.size === 0) return rows.map(({ booked }) => booked);
  const pairs = [...brought.values()].flatMap(({ id, reversalOf: reversedId }) =>
    reversedId !== null && brought.has(reversedId) ? [id, reversedId] : [],
  );
  const returned = new Set(pairs);
  // A restored row has the transfer and the row number of its original. Reported figures have no number.
  const originOf = (row: T) => `${row.source?.id ?? ''} ${String(row.source?.row)} ${nameOf(row)}`;
  const first = new Map<string, CalendarDate>();
  for (const row of brought.values()) {
    const before = first.get(originOf(row));
    if (row.reversalOf === null && (before === undefined || row.booked < before)) first.set(originOf(row), row.booked);
  }
  for (const id of restoredOwn(rows, factsOf)) returned.add(id);
  return rows.flatMap((row) => {
    if (returned.has(row.id)) return [];
    const isBrought = brought.has(row.id) && row.reversalOf === null;
    return [(isBrought ? first.get(originOf(row)) : undefined) ?? row.booked];
  });
}

/**
 * Returns the rows without those that the firm typed or imported and reversed in the same quarter, and without these reversals. Carry that was paid and
 * reversed did happen.
 */
function withoutOwnPairs<T extends BookedRow>(rows: readonly T[]): readonly T[] {
  if (rows.every(({ reversalOf }) => reversalOf === null)) return rows;
  const own = new Map(
    rows.flatMap((row) => ((row.source ?? null) === null || row.source?.kind === 'UPLOAD' ? [[row.id, row]] : [])),
  );
  const paired = new Set(
    [...own.values()].flatMap(({ id, reversalOf: reversedId, booked }) =>
      reversedId !== null && own.get(reversedId)?.booked === booked ? [id, reversedId] : [],
    ),
  );
  return rows.filter(({ id }) => !paired.has(id));
}

/** Returns the reversals of a firm's own rows by a transfer whose undo restored them in the same quarter, and the restored rows. */
function restoredOwn<T extends BookedRow>(rows: readonly T[], factsOf: (row: T) => string): readonly string[] {
  const own = new Map(rows.flatMap((row) => (row.source?.kind === 'TRANSFER' ? [] : [[row.id, row]])));
  const restorable = groupBy(
    [...own.values()].filter(({ reversalOf }) => reversalOf === null),
    (row) => `${row.booked} ${factsOf(row)}`,
  );
  const restored = new Set<string>();
  return rows.flatMap((row) => {
    const replaced = own.has(row.id) || row.reversalOf === null ? undefined : own.get(row.reversalOf);
    if (replaced === undefined || replaced.booked >= row.booked) return [];
    const again = restorable.get(`${row.booked} ${factsOf(replaced)}`)?.find(({ id }) => !restored.has(id));
    if (again === undefined) return [];
    restored.add(again.id);
    return [row.id, again.id];
  });
}

function figuresOf(
  ledger: VehicleLedger,
  end: CalendarDate,
  states: readonly CommitmentState[],
  bookedAccounts: ReadonlyMap<string, CapitalSum>,
  holdings: readonly HoldingAccount[],
  explain: Recorder | undefined,
): Omit<PeriodFigures, 'passed'> {
  const { policy } = ledger;
  const sent = statementsOn(ledger.statements ?? [], end);
  const ledgerAccounts = new Map(
    [...bookedAccounts].map(([id, account]) => [id, withStatement(account, sent.get(id))] as const),
  );
  const statements = holdings.length === 0 && coversAllCapital(ledgerAccounts) ? [...sent.values()] : [];
  const completed = [...sent].filter(([id]) => ledgerAccounts.get(id) !== bookedAccounts.get(id));
  const reported = reportedAccounts(ledger, ledgerAccounts, end);
  const accounts = reported?.accounts ?? ledgerAccounts;
  const navs = listNavs(ledger, accounts, end);
  const measured = measureVehicle(states, accounts).ids;
  const coversAllPartners = isAllPartners(states, accounts, measured);
  const all = reported?.vehicle ?? sumOfCapital(states.map(({ id }) => requireCapital(accounts, id)));
  const net =
    coversAllPartners && reported ? reported.vehicle : sumOfCapital(measured.map((id) => requireCapital(accounts, id)));
  // The ledger of a vehicle with reported values can have its cash without its holdings.
  const isReported = ledger.navBasis === 'REPORTED' && statements.length === 0 && hasCapital(all);
  const isHoldingUnknown = holdings.length === 0 && (isReported || all.unreported.has('operations'));
  const gross = isHoldingUnknown
    ? unknownTraded()
    : statements.length > 0
      ? transferredFigures(statements.flatMap(({ total }) => total ?? []))
      : grossFigures(holdings, end);
  const how = {
    end,
    policy,
    ...measuredAs(navs.vehicle),
    measuredNav: measuredAs(navs.sumFor(measured)).nav,
    returns: vehicleReturns(reported, measured, coversAllPartners),
  };
  const vehicle = notingVehicleReturns(
    capitalFigures(all, how, net, explain?.within([0])),
    coversAllPartners ? undefined : reported?.returns.get(null),
  );
  return {
    end,
    capital: new Map([...ledgerAccounts].map(([id, account]) => [id, frozen(account)])),
    navs: navs.commitments,
    reported,
    statements,
    sentAccounts: new Map(completed.map(([id, { account }]) => [id, account])),
    subjects: [
      {
        ...vehicle,
        ...grossAmount(gross),
        notDetermined: [...vehicle.notDetermined, ...gross.notDetermined],
        subject: 'VEHICLE',
        id: ledger.vehicleId,
      },
      ...holdings.map((holding) => ({
        ...grossFigures([holding], end),
        subject: 'HOLDING' as const,
        id: holding.id,
      })),
      ...sentHoldings(statements),
      ...states.map(({ id }, i) => {
        const account = requireCapital(accounts, id);
        const path = explain?.within([1 + holdings.length + i]);
        const worth = measuredAs(required(navs.commitments.get(id), 'the NAV of a commitment'));
        const inputs = { end, policy, ...worth, measuredNav: worth.nav, returns: reported?.returns.get(id) ?? {} };
        return { ...capitalFigures(account, inputs, account, path), subject: 'COMMITMENT' as const, id };
      }),
    ],
  };
}

/** Returns the vehicle's holdings according to data transfer statements. */
function sentHoldings(statements: readonly TransferredStatement[]): readonly SubjectFigures[] {
  const ids = [...new Set(statements.flatMap(({ holdings }) => [...holdings.keys()]))].sort();
  return ids.map((id) => ({
    ...transferredFigures(statements.flatMap(({ holdings }) => holdings.get(id) ?? [])),
    subject: 'HOLDING',
    id,
  }));
}

/**
 * Returns the commitments whose cash and value the vehicle's net figures include. `isFeeFree` is true if no commitment pays fees, so that all are
 * included.
 */
export function measureVehicle(
  states: readonly CommitmentState[],
  accounts: ReadonlyMap<string, Capital>,
): { readonly ids: readonly string[]; readonly isFeeFree: boolean } {
  const { commitments, isFeeFree } = feePaying(states.filter(({ id }) => hasCapital(requireCapital(accounts, id))));
  return { ids: (isFeeFree ? states : commitments).map(({ id }) => id), isFeeFree };
}

/** True if commitments are those of all partners that ever committed or paid anything. */
export const isAllPartners = (
  states: readonly CommitmentState[],
  accounts: ReadonlyMap<string, Capital>,
  ids: readonly string[],
): boolean => states.every(({ id }) => ids.includes(id) || !hasCapital(requireCapital(accounts, id)));

const frozen = (account: CapitalSum): Capital => new CapitalSum().add(account);
const sumOfCapital = (all: readonly Capital[]): Capital =>
  all.reduce<CapitalSum>((sum, capital) => sum.add(capital), new CapitalSum());

/** Returns the NAV of a vehicle and of its commitments, by its basis. */
export const listNavs = (
  { navBasis, reported = [] }: Pick<VehicleLedger, 'navBasis' | 'reported'>,
  accounts: ReadonlyMap<string, Capital>,
  end: CalendarDate,
) => (navBasis === 'REPORTED' ? reportedNavs(reported, accounts, end) : ledgerNavs(accounts));

/** A holding, rolled forward quarter by quarter. */
class HoldingAccount {
  readonly id: string;
  readonly #entries: readonly LedgerEntry[];
  readonly #traded: readonly SecurityHistory[];
  readonly #unrealized: UnrealizedGain;
  position: Position = { cost: zero, fairValue: zero };

  constructor(id: string, ledger: VehicleLedger) {
    this.id = id;
    this.#entries = ledger.entries.filter(({ holdingId, type }) => holdingId === id && isGross(type));
    const trades = groupBy(this.#entries, ({ securityId }) => securityId ?? '');
    const valuations = groupBy(ledger.valuations, ({ securityId }) => securityId);
    this.#traded = ledger.securities
      .filter(({ holdingId }) => holdingId === id)
      .map((security) => ({ trades: trades.get(security.id) ?? [], valuations: valuations.get(security.id) ?? [] }));
    this.#unrealized = new UnrealizedGain(id);
  }

  close({ day, states }: SharingDay, end: CalendarDate): ReadonlyMap<string, Decimal> {
    this.position = positionAt(this.#traded, day, end);
    return this.#unrealized.next(this.position.fairValue.minus(this.position.cost), states);
  }

  booked(end: CalendarDate): readonly LedgerEntry[] {
    return this.#entries.filter(({ booked }) => booked <= end);
  }
}

/** Returns true for entry types that a holding's figures include. */
export const isGross = (type: LedgerEntry['type']) => type === 'BUY' || type === 'SELL' || type.startsWith('INC-');

const holdingsOf = (ledger: VehicleLedger): readonly HoldingAccount[] => {
  const holdingIds = [...ledger.securities, ...ledger.entries].flatMap(({ holdingId }) =>
    holdingId === null ? [] : [holdingId],
  );
  return [...new Set(holdingIds)].sort().map((id) => new HoldingAccount(id, ledger));
};

const grossFigures = (holdings: readonly HoldingAccount[], end: CalendarDate): Figures =>
  tradedFigures(
    holdings.flatMap((holding) => holding.booked(end)),
    {
      cost: sum(holdings.map(({ position }) => position.cost)),
      fairValue: sum(holdings.map(({ position }) => position.fairValue)),
    },
    end,
  );

const sum = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);

/** Returns the last sharing day of a quarter, which is its end. */
const lastOf = (days: readonly SharingDay[]): SharingDay => required(days.at(-1), 'the last sharing day of a quarter');
