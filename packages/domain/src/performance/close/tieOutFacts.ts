import { type CalendarDate, type Decimal, zero } from '@carrara/domain/kernel';
import {
  type BookedAmount,
  bookedCommitments,
  bookedRows,
  CapitalAccounts,
  statementDates,
  type TiedPair,
  type TieOutFacts,
} from '../capitalAccount/index.ts';
import {
  effectOfEntry,
  type EntryShare,
  type EntryType,
  type LedgerEntry,
  vehicleCash,
  positionOn,
} from '../ledger/index.ts';
import { netAssetValue, type PeriodFigures, type UnrealizedGains, unrealizedGains } from '../period/index.ts';
import { carryToAcknowledge } from './closingCarry.ts';
import {
  type CarryPayment,
  type ClosingLedger,
  isOneSided,
  type VehicleCloseFacts,
  sum,
  unrealizedChanges,
} from './closingLedger.ts';
import { closingColumn, partnerNavPairs, reportedOpenings, reportedPairs, sentPairs } from './reportedTieOuts.ts';
import { sidePairs, transfersIn } from './transferTieOuts.ts';

/**
 * Collects the facts that tie-outs of quarters compare, each computed in two ways. Partners' accounts come from their
 * shares, and the vehicle's from its entries alone. Balances come from the computed figures, and openings from
 * earlier quarters.
 *
 * `periods` includes the figures of these quarters, and may include others.
 *
 * Source: docs/calculations/capital-account.md.
 */
export function tieOutFacts(
  ledger: ClosingLedger,
  ends: readonly CalendarDate[],
  outside: VehicleCloseFacts,
  periods: readonly PeriodFigures[],
): readonly TieOutFacts[] {
  const last = ends.at(-1);
  if (last === undefined) return [];
  const gains = unrealizedGains(ledger, last);
  const { partners, fund } = accountsOf(ledger, gains);
  const accountsById = new Map([
    [ledger.vehicleId, fund],
    ...partners.map(({ id, accounts }) => [id, accounts] as const),
  ]);
  const shared = new Map(
    ledger.entries.map((entry) => [
      entry.id,
      sum(entry.shares.flatMap(({ isMirror, amount }) => (isMirror ? [] : [amount]))),
    ]),
  );
  return ends.map((end) => {
    const dates = statementDates(end, outside.fiscalYearEnd);
    const period = periods.findLast((candidate) => candidate.end <= end);
    const entries = ledger.entries.filter(({ booked }) => booked <= end);
    const transfers = transfersIn(ledger, gains, dates.quarterFrom, end);
    return {
      partners: partners.map(({ id, investorName, isGp, accounts }) => {
        const capital = period?.capital.get(id);
        const closing = (then: CalendarDate) => closingColumn(ledger, accounts, then, outside.closed(then).get(id));
        return {
          id,
          name: investorName,
          isGp,
          account: accounts.at(dates),
          sentAccount: period?.sentAccounts.get(id) ?? null,
          navByBalance: capital === undefined ? zero : netAssetValue(capital),
          unfundedByBalance: capital?.unfunded ?? zero,
          commitment: capital?.commitment ?? zero,
          closedQuarter: closing(dates.quarterFrom),
          closedYear: closing(dates.yearFrom),
        };
      }),
      fund: fund.at(dates),
      balance: isOneSided(ledger) ? null : balanceOf(entries, period, end),
      portfolio: portfolioPairs(ledger, entries, period, end),
      notices: noticePairs(entries, outside.notices, shared),
      carryPaid: carryPairs(ledger.entries, outside.carryPaid, end),
      reported: [
        ...reportedPairs(ledger, period, dates.quarterFrom, end),
        ...partnerNavPairs(ledger, period, end),
        ...reportedOpenings(ledger, period, dates, outside.closed, accountsById),
        ...sentPairs(ledger, period, dates, outside.closed),
      ],
      transfers: transfers.withoutEntry('VALUE'),
      transferredCommitments: [
        ...transfers.withoutEntry('CALLED_PART'),
        ...transfers.withoutCommitment(),
        ...transfers.outOfProportion(),
      ],
      transferSides: sidePairs(ledger, dates.quarterFrom, end),
      proposedCarry: carryToAcknowledge(outside.carry.get(end)),
    };
  });
}

/** Returns the capital accounts of the partners, from their shares, and of the fund, from its entries alone. */
function accountsOf(ledger: ClosingLedger, gains: readonly UnrealizedGains[]) {
  const sharesOf = new Map<string, (EntryShare & { type: EntryType; booked: CalendarDate })[]>(
    ledger.commitments.map(({ id }) => [id, []]),
  );
  for (const { type, booked, shares } of ledger.entries) {
    for (const share of shares) sharesOf.get(share.commitmentId)?.push({ ...share, type, booked });
  }
  const partners = ledger.commitments.map((commitment) => ({
    ...commitment,
    accounts: new CapitalAccounts({
      amounts: [
        ...bookedRows(sharesOf.get(commitment.id) ?? []),
        ...unrealizedChanges(gains, ({ commitments }) => commitments.get(commitment.id) ?? zero),
      ],
      commitments: bookedCommitments(ledger.events.filter(({ commitmentId }) => commitmentId === commitment.id)),
    }),
  }));
  const fund = new CapitalAccounts({
    amounts: [
      ...ledger.entries.flatMap((entry) =>
        effectOfEntry(entry).rows.map(({ row, amount }) => ({ booked: entry.booked, row, amount })),
      ),
      ...unfundedRows(ledger.entries),
      ...unrealizedChanges(gains, ({ vehicle }) => vehicle),
    ],
    commitments: bookedCommitments(ledger.events),
  });
  return { partners, fund };
}

const unfundedRows = (entries: readonly LedgerEntry[]): BookedAmount[] =>
  entries.flatMap(({ type, booked, shares }) =>
    bookedRows(shares.map((share) => ({ ...share, amount: zero, cost: zero, type, booked }))).filter(
      ({ amount }) => !amount.isZero(),
    ),
  );

const hasSent = (period: PeriodFigures | undefined): boolean => (period?.statements.length ?? 0) > 0;

function balanceOf(entries: readonly LedgerEntry[], last: PeriodFigures | undefined, end: CalendarDate) {
  const cashOf = (some: readonly LedgerEntry[]) => sum(some.map(vehicleCash));
  const isSettled = ({ settledOn }: LedgerEntry) => settledOn !== null && settledOn <= end;
  return {
    fairValue: last?.subjects[0]?.fairValue ?? zero,
    cash: cashOf(entries.filter(isSettled)),
    unsettled: cashOf(entries.filter((entry) => !isSettled(entry))).negated(),
    line: cashOf(entries.filter(({ type }) => type.startsWith('LINE-'))),
  };
}

/** Compares the total of the securities with the vehicle. */
function portfolioPairs(
  { securities, valuations }: ClosingLedger,
  entries: readonly LedgerEntry[],
  last: PeriodFigures | undefined,
  end: CalendarDate,
): TiedPair[] {
  // Figures from data transfers have no entries to compare with.
  if (hasSent(last)) return [];
  const vehicle = last?.subjects[0];
  const trades = new Map<string, LedgerEntry[]>(securities.map(({ id }) => [id, []]));
  for (const entry of entries) if (entry.securityId !== null) trades.get(entry.securityId)?.push(entry);
  const positions = securities.map(({ id }) =>
    positionOn(
      trades.get(id) ?? [],
      valuations.filter(({ securityId }) => securityId === id),
      end,
    ),
  );
  const traded = (type: string) =>
    sum([...trades.values()].flat().flatMap((entry) => (entry.type === type ? [entry.amount] : [])));
  return [
    { name: 'Invested', is: traded('BUY'), hasToBe: vehicle?.invested ?? zero },
    { name: 'Proceeds', is: traded('SELL'), hasToBe: vehicle?.proceeds ?? zero },
    { name: 'Remaining cost', is: sum(positions.map(({ cost }) => cost)), hasToBe: vehicle?.cost ?? zero },
    { name: 'Fair value', is: sum(positions.map(({ fairValue }) => fairValue)), hasToBe: vehicle?.fairValue ?? zero },
  ];
}

/** Compares each notice, and each entry without one, with the sum of its shares. */
function noticePairs(
  entries: readonly LedgerEntry[],
  names: ReadonlyMap<string, string>,
  shared: ReadonlyMap<string, Decimal>,
): TiedPair[] {
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
    is: sum(own.map(({ id }) => shared.get(id) ?? zero)),
    hasToBe: sum(own.map(({ amount }) => amount)),
  }));
}

const movedByCarry = [
  { kind: 'DISTRIBUTION', type: 'CARRY-PAID', title: 'Carry paid' },
  { kind: 'LEDGER_RUN', type: 'CLAWBACK', title: 'Clawback returned' },
] as const;

/**
 * Compares carry payments with their entries. A payment whose entry appears later because its quarter was locked counts from the entry's quarter.
 * Without an entry, it counts from its own date.
 */
const carryPairs = (
  entries: ClosingLedger['entries'],
  payments: readonly CarryPayment[],
  end: CalendarDate,
): TiedPair[] =>
  movedByCarry.map(({ kind, type, title }) => {
    const selected = entries.filter((entry) => entry.type === type);
    const entryOf = ({ runId, row }: CarryPayment) =>
      selected.find(({ source }) => source?.kind === kind && source.id === runId && source.row === row);
    const due = payments.filter(
      (payment) => payment.kind === kind && (entryOf(payment)?.booked ?? payment.date) <= end,
    );
    const is = sum(selected.filter(({ booked }) => booked <= end).map(({ amount }) => amount));
    const hasToBe = sum(due.map(({ amount }) => amount));
    const missing = due
      .filter((carryPayment) => entryOf(carryPayment) === undefined)
      .map(({ name, date }) => `${name} of ${date}`);
    const named =
      !is.eq(hasToBe) && missing.length > 0 ? ` (not in the ledger: ${missing.slice(0, 5).join(', ')})` : '';
    return { name: `${title}${named}`, is, hasToBe };
  });
