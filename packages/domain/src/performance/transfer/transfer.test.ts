import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarDate, calendarDate as day, decimal, moneyText } from '@carrara/domain/kernel';
import type { TransferChoice, TransferredEntry, TransferredEvent } from '@carrara/domain/platform/dataTransfer';
import { entryTypeRule, type EntryType, quarterEnd } from '../ledger/index.ts';
import { computeVehicle, figureTexts, listQuarters, type VehicleLedger } from '../period/index.ts';
import {
  enteredRows,
  type ReceivedFund,
  planTransfer,
  planUndoneTransfer,
  settleConflicts,
  transferConflicts,
  transferredFailures,
  type TransferLedger,
  type TransferPlan,
} from './index.ts';

type Books = Omit<TransferLedger, 'commitments' | 'statements'> &
  Omit<VehicleLedger, Exclude<keyof TransferLedger, 'commitments' | 'statements'>>;
type Fund = ReceivedFund['fund'];

const empty: Books = {
  vehicleId: 'fund',
  commitments: [{ id: 'c', investorCode: 'LAKE', isGp: false }],
  events: [],
  entries: [],
  reported: [],
  securities: [],
  valuations: [],
  locked: new Set(),
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'REPORTED',
};
const ends = ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31'].map((end) => day(end));
const counter = () => {
  let last = 0;
  return () => `r${String((last += 1))}`;
};

/** Adds planned rows to the books, as storing them would. */
function entered(books: Books, plan: TransferPlan, transferId: string, seq: number): Books {
  const rows = enteredRows(books, plan, transferId);
  const stored = <T>(all: readonly { readonly row: T }[]) => all.map(({ row }) => ({ ...row, seq }));
  return {
    ...books,
    events: [...books.events, ...stored(rows.events)],
    entries: [...books.entries, ...stored(rows.entries)],
    reported: [...books.reported, ...stored(rows.reported)],
  };
}
const figuresOf = (books: Books) =>
  computeVehicle(books, null, { through: ends.at(-1)! }).map(({ end, subjects }) => ({
    end,
    subjects: subjects.map((subject) => ({ ...figureTexts(subject), why: subject.notDetermined })),
  }));
const count = ({ events, entries, reports }: TransferPlan) => events.length + entries.length + reports.length;

const event = (more: Partial<TransferredEvent> = {}): TransferredEvent => ({
  id: 'close',
  kind: 'CLOSE',
  date: '2024-01-15',
  bookedPeriod: '2024-03-31',
  amount: '100000.00',
  paysFee: null,
  paysCarry: null,
  reversesId: null,
  ...more,
});
const share = (type: EntryType, amount: string, date: CalendarDate, more: Partial<TransferredEntry> = {}) => {
  const inside = entryTypeRule(type).unfunded?.when === 'inside';
  return {
    id: `${type} ${date}`,
    type,
    amount,
    unfunded: inside ? moneyText(decimal(amount).negated()) : '0.00',
    effectiveDate: date,
    bookedPeriod: quarterEnd(date),
    isRecallable: false,
    isOutside: false,
    settledOn: null,
    reversesId: null,
    ...more,
  };
};

/** Generates a sender's final entries: cash in cents on days of the year, each possibly reversed in a later quarter, as after a lock. */
const sender = fc
  .array(
    fc.record({
      type: fc.constantFrom<EntryType>('CALL-INV', 'CALL-FEE', 'DIST-INC', 'DIST-ROC', 'FEE'),
      cents: fc.integer({ min: 1, max: 100_000 }),
      quarter: fc.integer({ min: 0, max: 3 }),
      turned: fc.option(fc.integer({ min: 0, max: 3 })),
    }),
    { maxLength: 12 },
  )
  .map((rows) =>
    rows.flatMap(({ type, cents, quarter, turned }, i): TransferredEntry[] => {
      const date = day(ends[quarter]!.replace(/..$/, '10'));
      const entry = share(type, moneyText(decimal(cents).div(100)), date, { id: `e${String(i)}` });
      if (turned === null) return [entry];
      const bookedPeriod = ends[Math.max(turned, quarter)]!;
      const back = (text: string) => moneyText(decimal(text).negated());
      const reversal = { amount: back(entry.amount), unfunded: back(entry.unfunded), reversesId: entry.id };
      return [entry, { ...entry, ...reversal, id: `x${String(i)}`, bookedPeriod }];
    }),
  );
const navs = fc.array(fc.option(fc.integer({ min: 0, max: 9_999_999 })), { minLength: 4, maxLength: 4 });

const fundAt = (entries: readonly TransferredEntry[], end: CalendarDate, nav: number | null | undefined): Fund => ({
  events: [event()],
  entries: entries.filter(({ bookedPeriod }) => bookedPeriod <= end),
  figures: { nav: nav == null ? null : moneyText(decimal(nav).div(100)), irr: null },
  earlierNavs: [],
});

/** Returns the active rows here by the sender's ids. */
function existingIn(books: Books, numbers: ReadonlyMap<string, string>) {
  const idsByOrigin = (rows: readonly { readonly id: string }[]) =>
    new Map(rows.flatMap(({ id }) => (numbers.has(id) ? [[numbers.get(id)!, id] as const] : [])));
  return { entries: idsByOrigin(books.entries), events: idsByOrigin(books.events) };
}

describe("a data transfer in the recipient's books", () => {
  it('is booked once however often it arrives, and leaves no trace once reversed', () => {
    fc.assert(
      fc.property(sender, navs, (entries, values) => {
        const newId = counter();
        const numbers = new Map<string, string>();
        const before: Books[] = [];
        let books = empty;
        for (const [i, end] of ends.entries()) {
          const sum = (prefix: string) =>
            moneyText(
              entries
                .filter(({ type, bookedPeriod }) => type.startsWith(prefix) && bookedPeriod <= end)
                .reduce((total, { amount }) => total.plus(amount), decimal(0)),
            );
          const sums = { contributions: sum('CALL-'), distributions: sum('DIST-') };
          const { figures, ...rows } = fundAt(entries, end, values[i]);
          const fund = { ...rows, figures: { ...figures, ...sums } };
          const transferred = () => ({
            fund,
            end,
            commitmentId: 'c',
            ledger: books,
            existing: existingIn(books, numbers),
          });
          const plan = planTransfer(transferred(), () => undefined, newId);
          for (const { id, originId } of [...plan.events, ...plan.entries]) if (originId) numbers.set(id, originId);
          before.push(books);
          books = entered(books, plan, `t${String(i)}`, i);
          expect(transferConflicts(transferred())).toEqual([]);
          expect(count(planTransfer(transferred(), () => undefined, newId))).toBe(0);
          const [vehicle] = computeVehicle(books, end, { through: end }).at(-1)!.subjects;
          expect(moneyText(vehicle!.contributions!)).toBe(sums.contributions);
          expect(moneyText(vehicle!.distributions!)).toBe(sums.distributions);
        }
        for (const i of [3, 2, 1, 0]) {
          const undone = planUndoneTransfer(books, `t${String(i)}`, newId)._unsafeUnwrap();
          books = entered(books, undone, `t${String(i)}`, 10 - i);
          if (i > 0) expect(figuresOf(books)).toEqual(figuresOf(before[i]!));
        }
        const remaining = figuresOf(books).flatMap(({ subjects: location }) => location);
        expect(
          remaining.every(({ contributions, commitment }) => contributions === '0.00' && commitment === '0.00'),
        ).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('has the price of a transfer between partners without the accrued carry that passed', () => {
    const date = day('2024-05-15');
    const entries = [
      share('TRANSFER', '-600.00', date, { id: 'value', unfunded: '0.00' }),
      share('CARRY-ACCRUED', '-15.00', date, { id: 'carry', unfunded: '0.00' }),
      share('TRANSFER', '-15.00', date, { id: 'offset', unfunded: '0.00' }),
    ];
    const fund = fundAt(entries, ends[1]!, null);
    const received = { fund, end: ends[1]!, commitmentId: 'c', ledger: empty, existing: existingIn(empty, new Map()) };
    const plan = planTransfer(received, () => undefined, counter());
    expect(plan.entries.map(({ originId }) => originId)).toEqual(['value']);
  });

  const newId = counter();
  const own: Books = {
    ...empty,
    events: [
      {
        id: 'mine',
        commitmentId: 'c',
        kind: 'CLOSE',
        date: day('2024-01-15'),
        booked: day('2024-03-31'),
        amount: decimal('90.00'),
        paysFee: null,
        paysCarry: null,
        holdingId: null,
        seq: 1,
        reversalOf: null,
        source: null,
      },
    ],
    reported: [
      {
        id: 'said',
        commitmentId: null,
        figure: 'nav',
        date: day('2024-03-31'),
        value: decimal('50.00'),
        booked: day('2024-03-31'),
        seq: 1,
        reversalOf: null,
        source: null,
      },
    ],
  };
  const fund = fundAt([share('CALL-INV', '40.00', day('2024-02-10'))], ends[0]!, 4500);
  const received = {
    fund,
    end: ends[0]!,
    commitmentId: 'c',
    ledger: own,
    existing: { entries: new Map(), events: new Map() },
  };

  it('asks which values count if something was entered here, and applies the choice', () => {
    expect(transferConflicts(received)).toEqual([
      { field: 'ledger', title: 'Entered rows', mine: '1 row', theirs: '2 rows' },
      { field: 'nav', title: 'NAV', mine: '50.00', theirs: '45.00' },
    ]);
    const as = (choice: TransferChoice) => planTransfer(received, () => choice, newId);
    expect(count(as('MINE'))).toBe(0);
    const theirs = entered(own, as('THEIRS'), 't', 2);
    const [vehicle] = computeVehicle(theirs).at(-1)!.subjects;
    expect(figureTexts(vehicle!)).toMatchObject({ commitment: '100000.00', contributions: '40.00', nav: '45.00' });
    const undone = planUndoneTransfer(theirs, 't', newId)._unsafeUnwrap();
    expect(figuresOf(entered(theirs, undone, 't', 3))).toEqual(figuresOf(own));
  });

  it('needs a choice for each conflict, and names the funds without one', () => {
    const funds = [
      { fund: { id: 'a', name: 'Fund A' }, conflicts: [{ field: 'name', title: 'The name', earlierChoice: null }] },
      { fund: { id: 'b', name: 'Fund B' }, conflicts: [{ field: 'nav', title: 'NAV', earlierChoice: null }] },
    ];
    const first = { fundId: 'a', field: 'name', choice: 'MINE' as const };
    expect(settleConflicts(funds, [first])._unsafeUnwrapErr()).toEqual([
      expect.objectContaining({
        code: 'CHANGED_HERE',
        path: ['resolutions', 'b', 'nav'],
        detail: "Fund B: NAV was entered or changed here and differs from the transfer. Choose 'Theirs' or 'Ours'.",
      }),
    ]);
    const all = settleConflicts(funds, [first, { fundId: 'b', field: 'nav', choice: 'THEIRS' }]);
    expect(all._unsafeUnwrap().map(({ title, choice }) => [title, choice])).toEqual([
      ['The name', 'MINE'],
      ['NAV', 'THEIRS'],
    ]);
    const strange = { fundId: 'c', field: 'nav', choice: 'MINE' as const };
    expect(settleConflicts([], [strange])._unsafeUnwrapErr()).toEqual([
      expect.objectContaining({
        code: 'NOT_FOUND',
        path: ['resolutions', 0, 'fundId'],
        detail: 'This fund isn’t in the transfer. Remove its choice, or open the transfer again to see its funds.',
      }),
    ]);
  });

  it('is refused with figures that can’t be reported', () => {
    const details = (figures: Readonly<Record<string, string | null>>) =>
      transferredFailures({ name: 'Fund A', figures } as Parameters<typeof transferredFailures>[0]).map(
        ({ path, detail }) => [path.join('.'), detail],
      );
    const next = 'Decline the transfer and ask the sender to correct it.';
    expect(
      details({ nav: '5.00', contributions: '1.00', dpi: '0.5', tvpi: '5.5', irr: '-3', distributions: null }),
    ).toEqual([]);
    expect(details({ nav: '5.00', tvpi: '-1', distributions: '-0.01' })).toEqual([
      [
        'funds',
        `Fund A: Distributions are the total since inception and can’t be negative. Check the value and its sign. ${next}`,
      ],
      ['funds', `Fund A: TVPI can’t be negative if NAV is 5.00. Check both values and their signs. ${next}`],
    ]);
  });

  it('applies the choice of an earlier transfer until another one is made', () => {
    const conflict = { field: 'nav', title: 'NAV', earlierChoice: { choice: 'MINE' as const } };
    const funds = [{ fund: { id: 'a', name: 'Fund A' }, conflicts: [conflict] }];
    const choices = (...resolutions: Parameters<typeof settleConflicts>[1]) =>
      settleConflicts(funds, resolutions)
        ._unsafeUnwrap()
        .map(({ choice }) => choice);
    expect(choices()).toEqual(['MINE']);
    expect(choices({ fundId: 'a', field: 'nav', choice: 'THEIRS' })).toEqual(['THEIRS']);
  });

  it('enters the NAVs of earlier quarters, except where one was entered here or the quarter is locked', () => {
    const navs = ends.slice(0, 3).map((date, i) => ({ date, value: `${String(40 + i)}.00` }));
    const later = { ...received, end: ends[3]!, fund: { ...fundAt([], ends[3]!, 4500), earlierNavs: navs } };
    const sent = { ...later, ledger: { ...own, events: [], locked: new Set([ends[1]!]) } };
    const enteredNavs = (books: Books) =>
      planTransfer({ ...sent, ledger: books }, () => undefined, newId).reports.map(({ posting }) => [
        posting.date,
        posting.booked,
        moneyText(posting.value),
        posting.reversalOf === null,
      ]);
    const closing = [ends[3]!, ends[3]!, '45.00', true];
    expect(enteredNavs(sent.ledger)).toEqual([[ends[2]!, ends[2]!, '42.00', true], closing]);
    const plan = planTransfer(sent, () => undefined, newId);
    const books = entered(sent.ledger, plan, 't', 2);
    expect(enteredNavs(books)).toEqual([]);
    // The sender restated the quarter.
    const restated = {
      ...sent,
      ledger: books,
      fund: { ...sent.fund, earlierNavs: [{ date: ends[2]!, value: '43.00' }] },
    };
    const { reports } = planTransfer(restated, () => undefined, newId);
    expect(reports.map(({ posting }) => [moneyText(posting.value), posting.reversalOf === null])).toEqual([
      ['42.00', false],
      ['43.00', true],
    ]);
    const undone = planUndoneTransfer(books, 't', newId)._unsafeUnwrap();
    expect(figuresOf(entered(books, undone, 't', 3)).at(-1)).toEqual(figuresOf(sent.ledger).at(-1));
  });

  it('enters a multiple with the stored decimals, and not again if it is unchanged', () => {
    const sent = { ...received, ledger: empty, fund: { ...fund, figures: { tvpi: '0.166666666667' } } };
    const first = planTransfer(sent, () => undefined, newId);
    expect(first.reports.map(({ posting }) => posting.value.toFixed())).toEqual(['0.1666666667']);
    const again = { ...sent, ledger: entered(empty, first, 't', 2) };
    expect(planTransfer(again, () => undefined, newId).reports).toEqual([]);
  });

  it('opens no quarter once it is undone, if it restated one that was locked', () => {
    const sent = { ...received, ledger: empty };
    const first = planTransfer(sent, () => undefined, newId);
    const origins = new Map(first.entries.map(({ id, originId }) => [originId!, id]));
    const locked = { ...entered(empty, first, 't1', 2), locked: new Set([ends[0]!]) };
    const [call] = fund.entries;
    const back = { ...call!, id: 'back', amount: '-40.00', unfunded: '40.00', reversesId: call!.id };
    const restated = { ...fundAt([call!, back], ends[0]!, 500), events: [] };
    const existing = { entries: origins, events: new Map<string, string>() };
    const plan = planTransfer({ ...sent, fund: restated, ledger: locked, existing }, () => undefined, newId);
    const books = entered(locked, plan, 't2', 3);
    expect(listQuarters(books)).toEqual(ends.slice(0, 2));
    const undone = planUndoneTransfer(books, 't2', newId)._unsafeUnwrap();
    expect(listQuarters(entered(books, undone, 't2', 4))).toEqual(ends.slice(0, 1));
  });

  it('opens no quarter once it is undone, if it replaced rows that the investor entered in a locked quarter', () => {
    const first = planTransfer({ ...received, ledger: empty }, () => undefined, newId);
    const brought = entered(empty, first, 't', 2);
    const own = <T extends { readonly source: unknown }>(rows: readonly T[]) =>
      rows.map((row) => ({ ...row, source: null }));
    const typed: Books = {
      ...brought,
      events: own(brought.events),
      entries: own(brought.entries),
      reported: own(brought.reported).map((report) => ({ ...report, commitmentId: null })),
      locked: new Set([ends[0]!]),
    };
    expect(listQuarters(typed)).toEqual(ends.slice(0, 1));
    const plan = planTransfer({ ...received, ledger: typed }, () => 'THEIRS', newId);
    const books = entered(typed, plan, 't2', 3);
    expect(listQuarters(books)).toEqual(ends.slice(0, 2));
    const undone = planUndoneTransfer(books, 't2', newId)._unsafeUnwrap();
    expect(listQuarters(entered(books, undone, 't2', 4))).toEqual(ends.slice(0, 1));
  });

  it('is not reversed once a quarter that includes it was locked, or more was called than would remain', () => {
    const books = entered(
      empty,
      planTransfer({ ...received, ledger: empty }, () => undefined, newId),
      't',
      2,
    );
    const why = (ledger: Books) => planUndoneTransfer(ledger, 't', newId)._unsafeUnwrapErr()[0];
    expect(why({ ...books, locked: new Set([ends[0]!]) })).toMatchObject({
      code: 'BUILT_UPON',
      detail: 'The quarter ending 03/31/2024 has been locked since. Reopen it first.',
    });
    // A restated transfer can bring nothing but another statement.
    const account = { QTD: new Map(), YTD: new Map(), ITD: new Map() };
    const statement = { transferId: 't', commitmentId: 'c', end: ends[0]!, seq: 1, account, holdings: new Map() };
    const stated = { ...empty, statements: [{ ...statement, total: null }] };
    expect(why({ ...stated, locked: new Set([ends[0]!]) })).toMatchObject({ code: 'BUILT_UPON' });
    const call = books.entries[0]!;
    const mine = { ...call, id: 'mine', source: null, effective: day('2024-05-01'), booked: ends[1]! };
    expect(why({ ...books, entries: [...books.entries, mine] })).toMatchObject({ code: 'BUILT_UPON' });
  });
});
