import { calendarDate, type CalendarDate, type Decimal, decimal, moneyText, zero } from '@carrara/domain/kernel';
import { runTieOuts, differenceText } from '../capitalAccount/index.ts';
import { type CarryPayment, tieOutFacts } from '../close/index.ts';
import {
  type RequestedEntry,
  type EntryType,
  entryTypeRule,
  postEntry,
  quarterEnd,
  type Valuation,
} from '../ledger/index.ts';
import { type BookedEvent, computeVehicle, moneyFigures, type SubjectFigures, type VehicleLedger } from './index.ts';

export const day = calendarDate;
export const close = (commitmentId: string, amount: string, more: Partial<BookedEvent> = {}): BookedEvent => {
  const date = more.date ?? day('2020-01-01');
  return {
    id: `${commitmentId} ${date} ${amount}`,
    commitmentId,
    kind: 'CLOSE',
    amount: decimal(amount),
    paysFee: null,
    paysCarry: null,
    holdingId: null,
    seq: 1,
    reversalOf: null,
    booked: quarterEnd(date),
    ...more,
    date,
  };
};
export const emptyLedger: VehicleLedger = {
  vehicleId: 'fund',
  commitments: [
    { id: 'a', investorCode: 'LP-A', isGp: false },
    { id: 'b', investorCode: 'LP-B', isGp: false },
    { id: 'gp', investorCode: 'GP', isGp: true },
  ],
  events: [close('a', '600'), close('b', '300'), close('gp', '100', { paysFee: false })],
  entries: [],
  securities: [
    { id: 'shares', holdingId: 'steel' },
    { id: 'loan', holdingId: 'steel' },
    { id: 'stake', holdingId: 'glass' },
  ],
  valuations: [],
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'LEDGER',
};
export const requestEntry = (
  type: EntryType,
  amount: string | Decimal,
  effective: string,
  more: Partial<RequestedEntry> = {},
): RequestedEntry => {
  const rule = entryTypeRule(type);
  const isTraded = rule.security === 'required';
  return {
    type,
    amount: decimal(amount),
    effective: day(effective),
    key: rule.key,
    holdingId: isTraded ? 'steel' : null,
    securityId: isTraded ? 'shares' : null,
    noticeId: null,
    costRelieved: type === 'SELL' ? zero : null,
    isRecallable: false,
    isOutside: false,
    settledOn: day(effective),
    enteredShares: [],
    ...more,
  };
};
export const ledgerAfter = (ledger: VehicleLedger, ...all: readonly RequestedEntry[]): VehicleLedger =>
  all.reduce((now, entry) => {
    const posting = postEntry(entry, { ...now, locked: new Set() })._unsafeUnwrap();
    return { ...now, entries: [...now.entries, { ...posting, id: String(now.entries.length) }] };
  }, ledger);
export const createValuation = (securityId: string, date: string, fairValue: string, seq = 1): Valuation => ({
  securityId,
  date: day(date),
  fairValue: decimal(fairValue),
  booked: quarterEnd(day(date)),
  seq,
});
export const figuresAt = (ledger: VehicleLedger, end: string) => {
  const period = computeVehicle(ledger).find((periodFigures) => periodFigures.end === end)!;
  return (id: string) => period.subjects.find((subject) => subject.id === id)!;
};
export const money = (figures: SubjectFigures, ...names: readonly (typeof moneyFigures)[number][]) =>
  names.map((name) => (figures[name] === null ? null : moneyText(figures[name])));

export const fund = {
  ...ledgerAfter(
    emptyLedger,
    requestEntry('CALL-INV', '400', '2020-01-10'),
    requestEntry('CALL-FEE', '9', '2020-01-10'),
    requestEntry('FEE', '9', '2020-01-10'),
    requestEntry('BUY', '400', '2020-01-15'),
    requestEntry('INC-DIV', '20', '2020-11-01', { holdingId: 'steel' }),
    requestEntry('DIST-INC', '20', '2020-12-31'),
    requestEntry('SELL', '150', '2021-05-01', { costRelieved: decimal('100') }),
    requestEntry('DIST-ROC', '100', '2021-05-03', { isRecallable: true }),
    requestEntry('DIST-GAIN', '40', '2021-05-03'),
    requestEntry('CARRY-EARNED', '10', '2021-05-03'),
    requestEntry('CARRY-PAID', '6', '2021-05-03'),
    requestEntry('CARRY-ACCRUED', '5', '2021-06-30'),
  ),
  valuations: [createValuation('shares', '2020-12-31', '480'), createValuation('shares', '2021-06-30', '390')],
};

export const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), zero);

/** Returns the differences at a quarter end. The carry that the ledger paid counts as disbursed; `more` adds other payments. */
export const findDifferences = (ledger: VehicleLedger, end: CalendarDate, more: readonly CarryPayment[] = []) => {
  const entries = ledger.entries.map((entry) => ({
    ...entry,
    source: entry.type === 'CARRY-PAID' ? { kind: 'DISTRIBUTION' as const, id: entry.id, row: 0 } : null,
  }));
  const paid = entries
    .filter(({ type }) => type === 'CARRY-PAID')
    .map(({ id, booked, amount }) => ({
      kind: 'DISTRIBUTION' as const,
      runId: id,
      name: id,
      row: 0,
      date: booked,
      amount,
    }));
  const [facts] = tieOutFacts(
    {
      ...ledger,
      entries,
      commitments: ledger.commitments.map((commitment) => ({ ...commitment, investorName: commitment.investorCode })),
    },
    [end],
    {
      fiscalYearEnd: '06-30',
      carryPaid: [...paid, ...more],
      notices: new Map(),
      carry: new Map(),
      closed: () => new Map(),
    },
    computeVehicle(ledger, end, { through: end }),
  );
  return runTieOuts(facts!).flatMap(({ id, blocksLock, differences }) =>
    blocksLock || id === 'T16' || id === 'T17' ? differences.map((difference) => [id, differenceText(difference)]) : [],
  );
};

/** A history has a dozen quarters with six rates each, so run fewer cases. */
