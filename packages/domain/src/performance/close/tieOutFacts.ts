import { type CalendarDate, type Decimal, hundred, zero } from '@carrara/domain/kernel';
import {
  type AccountColumn,
  type BookedAmount,
  bookedCommitments,
  bookedRows,
  type CapitalAccount,
  capitalAccount,
  type StatementDates,
  statementDates,
  type TiedPair,
  type TieOutFacts,
} from '../capitalAccount/index.ts';
import { effectOfEntry, type LedgerEntry, type Source, vehicleCashOf } from '../ledger/index.ts';
import {
  computeVehicle,
  navOf,
  type PeriodFigures,
  positionOn,
  reportedFigures,
  reportedUntil,
  type VehicleLedger,
} from '../period/index.ts';

/** What carry paid of the vehicle by one source of a distribution; below zero where it undoes another. */
export interface CarryPayment {
  readonly distributionId: string;
  readonly name: string;
  readonly row: number;
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** What a closed quarter left to a partner. */
export interface ClosedFigures {
  readonly nav: Decimal | null;
  readonly navBeforeCarry: Decimal | null;
  readonly unfunded: Decimal | null;
}

export interface ClosingLedger extends VehicleLedger {
  readonly entries: readonly (LedgerEntry & { readonly source: Source | null })[];
  readonly commitments: readonly (VehicleLedger['commitments'][number] & { readonly investorName: string })[];
}

export interface BesideTheLedger {
  /** The month and day of the vehicle's fiscal year end, as 12-31. */
  readonly fiscalYearEnd: string;
  readonly carryPaid: readonly CarryPayment[];
  readonly notices: ReadonlyMap<string, string>;
  /** By quarter end and commitment; of those that are kept. */
  readonly closed: (end: CalendarDate) => ReadonlyMap<string, ClosedFigures>;
}

/**
 * What the tie-outs of a quarter compare, each by two ways: the partners' accounts by their shares, the vehicle's by its entries alone, balances by the
 * computed figures, openings by what earlier quarters left.
 *
 * Source: performance section 6; docs/calculations/capital-account.md.
 */
export function tieOutFacts(ledger: ClosingLedger, end: CalendarDate, beside: BesideTheLedger): TieOutFacts {
  const periods = computeVehicle(ledger, null, { through: end }).filter((period) => period.end <= end);
  const last = periods.at(-1);
  const entries = ledger.entries.filter(({ booked }) => booked <= end);
  const dates = statementDates(end, beside.fiscalYearEnd);
  const unrealised = (id: string) => changes(periods, (period) => period.capital.get(id)?.unrealised ?? zero);
  const rowsOf = (id: string): readonly BookedAmount[] => [
    ...bookedRows(
      entries.flatMap(({ type, booked, shares }) =>
        shares.flatMap((share) => (share.commitmentId === id ? [{ ...share, type, booked }] : [])),
      ),
    ),
    ...unrealised(id),
  ];
  const accountOf = (id: string, then: StatementDates) =>
    capitalAccount(
      { amounts: rowsOf(id), commitments: bookedCommitments(ledger.events.filter((one) => one.commitmentId === id)) },
      then,
    );
  const whole = {
    amounts: [
      ...entries.flatMap((entry) =>
        effectOfEntry(entry).rows.map(({ row, amount }) => ({ booked: entry.booked, row, amount })),
      ),
      ...unfundedRows(entries),
      ...changes(periods, ({ subjects: [vehicle] }) => (vehicle?.fairValue ?? zero).minus(vehicle?.cost ?? zero)),
    ],
    commitments: bookedCommitments(ledger.events),
  };
  const closing = (id: string, then: CalendarDate): AccountColumn | null => {
    const kept = beside.closed(then).get(id);
    if (kept === undefined) return null;
    const { nav, navBeforeCarry, unfunded } = kept;
    const column = new Map(accountOf(id, statementDates(then, beside.fiscalYearEnd)).ITD);
    const carryOwed = nav === null || navBeforeCarry === null ? null : nav.minus(navBeforeCarry);
    for (const [row, amount] of [
      [95, nav],
      [103, carryOwed],
      [114, unfunded],
    ] as const) {
      if (amount !== null) column.set(row, amount);
    }
    return column;
  };
  return {
    partners: ledger.commitments.map(({ id, investorName, isGp }) => {
      const capital = last?.capital.get(id);
      return {
        id,
        name: investorName,
        isGp,
        account: accountOf(id, dates),
        navByBalance: capital === undefined ? zero : navOf(capital),
        unfundedByBalance: capital?.unfunded ?? zero,
        closedQuarter: closing(id, dates.quarterFrom),
        closedYear: closing(id, dates.yearFrom),
      };
    }),
    fund: capitalAccount(whole, dates) satisfies CapitalAccount,
    balance: balanceOf(entries, last, end),
    portfolio: portfolioPairs(ledger, last, end),
    notices: noticePairs(entries, beside.notices),
    carryPaid: carryPairs(ledger.entries, beside.carryPaid, end),
    reported: reportedPairs(ledger, last, end),
  };
}

const UNREALISED = 93;

/** The change of the unrealised gain in each quarter. */
function changes(periods: readonly PeriodFigures[], gainOf: (period: PeriodFigures) => Decimal): BookedAmount[] {
  return periods.map((period, i) => {
    const before = periods[i - 1];
    const amount = gainOf(period).minus(before === undefined ? zero : gainOf(before));
    return { booked: period.end, row: UNREALISED, amount };
  });
}

const unfundedRows = (entries: readonly LedgerEntry[]): BookedAmount[] =>
  entries.flatMap(({ type, booked, shares }) =>
    bookedRows(shares.map((share) => ({ ...share, amount: zero, cost: zero, type, booked }))).filter(
      ({ amount }) => !amount.isZero(),
    ),
  );

function balanceOf(entries: readonly LedgerEntry[], last: PeriodFigures | undefined, end: CalendarDate) {
  const cashOf = (some: readonly LedgerEntry[]) => sum(some.map(vehicleCashOf));
  const isSettled = ({ settledOn }: LedgerEntry) => settledOn !== null && settledOn <= end;
  return {
    fairValue: last?.subjects[0]?.fairValue ?? zero,
    cash: cashOf(entries.filter(isSettled)),
    unsettled: cashOf(entries.filter((entry) => !isSettled(entry))).negated(),
    line: cashOf(entries.filter(({ type }) => type.startsWith('LINE-'))),
  };
}

/** The securities, one by one, against the vehicle. */
function portfolioPairs(ledger: ClosingLedger, last: PeriodFigures | undefined, end: CalendarDate): TiedPair[] {
  const vehicle = last?.subjects[0];
  const trades = (id: string) => ledger.entries.filter(({ securityId, booked }) => securityId === id && booked <= end);
  const positions = ledger.securities.map(({ id }) =>
    positionOn(
      trades(id),
      ledger.valuations.filter(({ securityId }) => securityId === id),
      end,
    ),
  );
  const traded = (type: string) =>
    sum(
      ledger.securities.flatMap(({ id }) =>
        trades(id)
          .filter((entry) => entry.type === type)
          .map(({ amount }) => amount),
      ),
    );
  return [
    { name: 'Invested', is: traded('BUY'), hasToBe: vehicle?.invested ?? zero },
    { name: 'Proceeds', is: traded('SELL'), hasToBe: vehicle?.proceeds ?? zero },
    { name: 'Remaining cost', is: sum(positions.map(({ cost }) => cost)), hasToBe: vehicle?.cost ?? zero },
    { name: 'Fair value', is: sum(positions.map(({ fairValue }) => fairValue)), hasToBe: vehicle?.fairValue ?? zero },
  ];
}

/** The shares of each notice, and of each entry without one, against what they are shares of. */
function noticePairs(entries: readonly LedgerEntry[], names: ReadonlyMap<string, string>): TiedPair[] {
  const groups = new Map<string, { name: string; entries: LedgerEntry[] }>();
  for (const entry of entries) {
    const key = entry.noticeId ?? entry.id;
    const name = names.get(key) ?? `${entry.type} ${entry.effective}`;
    const group = groups.get(key) ?? { name, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ name, entries: own }) => ({
    name,
    is: sum(own.flatMap(({ shares }) => shares.filter(({ isMirror }) => !isMirror).map(({ amount }) => amount))),
    hasToBe: sum(own.map(({ amount }) => amount)),
  }));
}

/** A payment that its entry shows later (its quarter was locked) counts from there on; one without an entry counts from its day on. */
function carryPairs(
  entries: ClosingLedger['entries'],
  payments: readonly CarryPayment[],
  end: CalendarDate,
): TiedPair[] {
  const shown = entries.filter(({ type }) => type === 'CARRY-PAID');
  const entryOf = ({ distributionId, row }: CarryPayment) =>
    shown.find(({ source }) => source?.kind === 'DISTRIBUTION' && source.id === distributionId && source.row === row);
  const due = payments.filter((payment) => (entryOf(payment)?.booked ?? payment.date) <= end);
  const is = sum(shown.filter(({ booked }) => booked <= end).map(({ amount }) => amount));
  const hasToBe = sum(due.map(({ amount }) => amount));
  const lacking = due.filter((payment) => entryOf(payment) === undefined).map(({ name, date }) => `${name} of ${date}`);
  const named = !is.eq(hasToBe) && lacking.length > 0 ? ` (not in the ledger: ${lacking.slice(0, 5).join(', ')})` : '';
  return [{ name: `Carry paid${named}`, is, hasToBe }];
}

/** What was reported for the day itself, against the figures of the quarter; what these do not determine is not compared. */
function reportedPairs(ledger: ClosingLedger, last: PeriodFigures | undefined, end: CalendarDate): TiedPair[] {
  const investors = new Map(ledger.commitments.map(({ id, investorName }) => [id, investorName]));
  return reportedUntil(ledger.reported ?? [], end).flatMap(({ commitmentId, figure, date, value }): TiedPair[] => {
    const of = last?.subjects.find(({ subject, id }) =>
      commitmentId === null ? subject === 'VEHICLE' : subject === 'COMMITMENT' && id === commitmentId,
    );
    const computed = of?.[figure] ?? null;
    if (date !== end || computed === null) return [];
    const { kind, title } = reportedFigures[figure];
    const name = `${title} of ${commitmentId === null ? 'the fund' : (investors.get(commitmentId) ?? commitmentId)}`;
    const hasToBe = kind === 'return' ? computed.times(hundred) : computed;
    return [{ name, is: value, hasToBe, isRatio: kind !== 'money' }];
  });
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);
