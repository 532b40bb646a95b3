import { calendarDate, decimal, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  type RequestedEntry,
  type CommitmentEvent,
  type CommitmentToSave,
  decideCarryPaid,
  decideChangeReversal,
  decideCommitment,
  decideEntries,
  decideEntryReversal,
  decideSettlement,
  decideEventReversal,
  decideNotice,
  decideNoticeDeletion,
  type EntryType,
  entryTypeRule,
  type LaterAct,
  type LedgerEntry,
  type PaidCarry,
} from './index.ts';

const day = calendarDate;
const newId = () => 'new';
const commitments = [
  { id: 'a', investorId: 'acme', investorCode: 'LP-A', investorName: 'Acme', isGp: false },
  { id: 'gp', investorId: 'partner', investorCode: 'GP', investorName: 'Partner', isGp: true },
];
const close = (commitmentId: string): CommitmentEvent => ({
  id: `close ${commitmentId}`,
  commitmentId,
  kind: 'CLOSE',
  date: day('2020-01-15'),
  amount: decimal('1000'),
  paysFee: null,
  paysCarry: null,
  holdingId: null,
  seq: 1,
  reversalOf: null,
});
const ledger = {
  commitments,
  events: [close('a'), close('gp')],
  entries: [] as LedgerEntry[],
  securities: [{ id: 'shares', holdingId: 'steel' }],
  locked: new Set<never>(),
};
const requested = (type: EntryType, more: Partial<RequestedEntry> = {}): RequestedEntry => ({
  type,
  amount: decimal('100'),
  effective: day('2020-03-10'),
  key: entryTypeRule(type).key,
  holdingId: null,
  securityId: null,
  noticeId: null,
  costRelieved: null,
  isRecallable: false,
  isOutside: false,
  settledOn: null,
  enteredShares: [],
  ...more,
});
const toPost = (entry: RequestedEntry) => ({ entry, bookedPeriod: null, description: 'A call' });
const references = {
  holdings: new Map([['steel', 'North Steel']]),
  notices: [{ id: 'call 1', kind: 'CALL', number: 1, dueDate: '2020-03-10' }],
};
const refused = (failures: readonly { readonly code: string; readonly path: readonly unknown[] }[]) =>
  failures.map(({ code, path }) => `${code} ${path.join('.')}`);

describe('entries', () => {
  const decide = (...entries: RequestedEntry[]) =>
    decideEntries(entries.map(toPost), ledger, references, { newId, warningsConfirmed: false });

  it('are posted with their references', () => {
    const [stored] = decide(requested('CALL-INV', { noticeId: 'call 1' }))._unsafeUnwrap();
    expect(stored).toMatchObject({ description: 'A call', entry: { id: 'new', booked: '2020-03-31', source: null } });
  });

  it('refer only to records of the vehicle, and to a notice of their type', () => {
    const call = requested('CALL-INV');
    const buy = requested('BUY', { holdingId: 'steel', securityId: 'shares' });
    expect(refused(decide(call, { ...buy, holdingId: 'other' })._unsafeUnwrapErr())).toEqual([
      'NOT_FOUND entries.1.holdingId',
      'NOT_FOUND entries.1.securityId',
    ]);
    expect(refused(decide({ ...buy, securityId: 'other' })._unsafeUnwrapErr())).toEqual([
      'NOT_FOUND entries.0.securityId',
    ]);
    expect(refused(decide({ ...call, noticeId: 'other' })._unsafeUnwrapErr())).toEqual([
      'NOT_FOUND entries.0.noticeId',
    ]);
    expect(refused(decide({ ...buy, noticeId: 'call 1' })._unsafeUnwrapErr())).toEqual([
      'INVALID_VALUE entries.0.noticeId',
    ]);
    expect(refused(decide(requested('DIST-ROC', { noticeId: 'call 1' }))._unsafeUnwrapErr())).toEqual([
      'INVALID_VALUE entries.0.noticeId',
    ]);
  });

  it('are settled later, once the cash of an entry without a date moved', () => {
    const [stored] = decide(requested('FEE'))._unsafeUnwrap();
    const { entry } = stored!;
    const settle = (ledgerEntry: LedgerEntry, settledOn: string, entries = [ledgerEntry], warningsConfirmed = false) =>
      decideSettlement(ledgerEntry, entries, {
        settledOn: day(settledOn),
        today: day('2021-01-31'),
        warningsConfirmed,
        newId,
      });
    // Also in a locked quarter: nothing of the lock is read.
    expect(settle(entry, '2020-04-02')._unsafeUnwrap()).toEqual({
      id: 'new',
      entryId: entry.id,
      settledOn: '2020-04-02',
    });
    const codes = (result: ReturnType<typeof settle>) => refused(result._unsafeUnwrapErr());
    expect(codes(settle(entry, '2021-02-01'))).toEqual(['DATE_TOO_LATE settledOn']);
    expect(codes(settle(entry, '2021-01-31'))).toEqual(['WARNINGS_NOT_CONFIRMED settledOn']);
    expect(settle(entry, '2021-01-31', [entry], true).isOk()).toBe(true);
    expect(codes(settle({ ...entry, settledOn: day('2020-03-10') }, '2020-03-11'))).toEqual(['ALREADY_SETTLED ']);
    const reversal = { ...entry, id: 'reversal', reversalOf: entry.id };
    expect(codes(settle(entry, '2020-03-11', [entry, reversal]))).toEqual(['ALREADY_REVERSED ']);
    expect(codes(settle(reversal, '2020-03-11', [entry, reversal]))).toEqual(['REVERSAL_FIXED ']);
    expect(codes(settle({ ...entry, source: { kind: 'TRANSFER', id: 't', row: 1 } }, '2020-03-11'))).toEqual([
      'TRANSFERRED ',
    ]);
    expect(codes(settle({ ...entry, type: 'UNFUNDED' }, '2020-03-11'))).toEqual(['FIELD_NOT_OF_TYPE settledOn']);
  });

  it('can’t be settled in the future, and need a confirmation if they are dated after today', () => {
    const quarters = { today: day('2020-05-20'), quarters: [day('2020-03-31')] };
    const reasons = (more: Partial<RequestedEntry>, warningsConfirmed = false, dates = quarters) =>
      decideEntries([toPost({ ...requested('FEE'), ...more })], { ...ledger, ...dates }, references, {
        newId,
        warningsConfirmed,
      }).match(
        () => [],
        (failures) => failures.map(({ code, path, detail }) => [code, path.join('.'), detail]),
      );
    const [today, tomorrow, later] = [day('2020-05-20'), day('2020-05-21'), day('2020-12-31')];
    expect(reasons({ effective: today, settledOn: today })).toEqual([]);
    const early = ['DATE_TOO_LATE', 'entries.0.settledOn'];
    const empty = 'Leave it empty until the cash moves, then settle the entry.';
    // A confirmation doesn't help: the cash can't have moved.
    expect(reasons({ effective: later, settledOn: later }, true)).toEqual([
      [...early, `12/31/2020 is in the future. ${empty}`],
    ]);
    expect(reasons({ settledOn: tomorrow })).toEqual([[...early, `05/21/2020 is in the future. ${empty}`]]);
    const ahead = (text: string) => [['WARNINGS_NOT_CONFIRMED', 'entries.0.effectiveDate', text]];
    expect(reasons({ effective: later })).toEqual(
      ahead(
        'This is dated 12/31/2020, after today. This opens the quarters ending 06/30/2020 to 12/31/2020. Confirm it to post the entry.',
      ),
    );
    expect(reasons({ effective: tomorrow })).toEqual(
      ahead(
        'This is dated 05/21/2020, after today. This opens the quarter ending 06/30/2020. Confirm it to post the entry.',
      ),
    );
    expect(reasons({ effective: tomorrow }, false, { ...quarters, quarters: [day('2020-06-30')] })).toEqual(
      ahead('This is dated 05/21/2020, after today. Confirm it to post the entry.'),
    );
    expect(reasons({ effective: later }, true)).toEqual([]);
  });

  it('are reversed on their own date, unless they came with a data transfer', () => {
    const [stored] = decide(requested('CALL-INV'))._unsafeUnwrap();
    const { entry } = stored!;
    const now = { ...ledger, entries: [entry], valuations: [] };
    const [reversal] = decideEntryReversal(entry, now, { laterActs: [], reason: 'A mistake' }, newId)._unsafeUnwrap();
    expect(reversal).toMatchObject({
      description: 'A mistake',
      entry: { reversalOf: entry.id, effective: '2020-03-10' },
    });
    const theirs = { ...entry, source: { kind: 'TRANSFER', id: 't', row: 1 } as const };
    expect(
      refused(decideEntryReversal(theirs, now, { laterActs: [], reason: 'A mistake' }, newId)._unsafeUnwrapErr()),
    ).toEqual(['TRANSFERRED ']);
  });
});

describe('a commitment', () => {
  const commitment: CommitmentToSave = {
    investorId: 'birch',
    kind: 'CLOSE',
    date: day('2020-02-01'),
    amount: decimal('500'),
    paysFee: null,
    paysCarry: null,
    holdingId: null,
    bookedPeriod: null,
    description: null,
  };
  const investor = { investorCode: 'LP-B', investorName: 'Birch', isGp: false };
  const facts = { investor, wouldOwnItself: false, isHolding: true };
  const how = { newId, warningsConfirmed: false };

  it('starts with the first change of an investor', () => {
    const first = decideCommitment(commitment, ledger, facts, how)._unsafeUnwrap();
    expect(first.newCommitment).toEqual({ id: 'new', investorId: 'birch', ...investor });
    const later = decideCommitment({ ...commitment, investorId: 'acme', kind: 'INCREASE' }, ledger, facts, how);
    expect(later._unsafeUnwrap()).toMatchObject({
      newCommitment: undefined,
      event: { commitmentId: 'a', reversalOf: null },
    });
  });

  it('needs a confirmation if it is dated before the initial close', () => {
    const late = { ...ledger, firstClose: day('2020-02-02') };
    const decide = (warningsConfirmed: boolean) =>
      decideCommitment(commitment, late, facts, { newId, warningsConfirmed });
    const [failure] = decide(false)._unsafeUnwrapErr();
    expect(refused([failure!])).toEqual(['WARNINGS_NOT_CONFIRMED date']);
    expect(failure?.detail).toContain('before the initial close on');
    expect(decide(true).isOk()).toBe(true);
  });

  it('needs a confirmation if it is an increase before calls that are divided without it', () => {
    const increase = { ...commitment, investorId: 'acme', kind: 'INCREASE' as const };
    const entry = toPost(requested('CALL-INV', { effective: day('2020-03-01') }));
    const call = decideEntries([entry], ledger, references, how)._unsafeUnwrap();
    const called = { ...ledger, entries: call.map((stored) => stored.entry) };
    const decided = (change: Partial<typeof increase>, warningsConfirmed = false) =>
      decideCommitment({ ...increase, ...change }, called, facts, { newId, warningsConfirmed });
    expect(decided({ date: day('2020-03-01') })._unsafeUnwrapErr()).toEqual([
      {
        code: 'WARNINGS_NOT_CONFIRMED',
        path: ['date'],
        detail:
          '1 entry dated 03/01/2020 is already divided without this increase: 1 × Capital call: investments, 100.00. It stays as entered. To divide it by the new commitments, reverse it and enter it again after the increase. Confirm it to save the change.',
      },
    ]);
    expect(decided({ date: day('2020-03-01') }, true).isOk()).toBe(true);
    expect(decided({ date: day('2020-03-02') }).isOk()).toBe(true);
  });

  it('needs a confirmation if it is dated after today', () => {
    const books = { ...ledger, today: day('2020-01-31'), quarters: [day('2020-03-31')] };
    const decided = (warningsConfirmed: boolean) =>
      decideCommitment({ ...commitment, date: day('2020-04-01') }, books, facts, { newId, warningsConfirmed });
    expect(decided(false)._unsafeUnwrapErr()).toMatchObject([
      {
        code: 'WARNINGS_NOT_CONFIRMED',
        path: ['date'],
        detail:
          'This is dated 04/01/2020, after today. This opens the quarter ending 06/30/2020. Confirm it to save the change.',
      },
    ]);
    expect(decided(true).isOk()).toBe(true);
    expect(decideCommitment({ ...commitment, date: books.today }, books, facts, how).isOk()).toBe(true);
  });

  it('belongs to an investor that is not the vehicle, and is excused from its own holdings only', () => {
    const codes = (change: Partial<CommitmentToSave>, more: Partial<typeof facts> | { readonly investor: undefined }) =>
      refused(decideCommitment({ ...commitment, ...change }, ledger, { ...facts, ...more }, how)._unsafeUnwrapErr());
    expect(codes({}, { investor: undefined })).toEqual(['NOT_FOUND investorId']);
    expect(codes({}, { wouldOwnItself: true })).toEqual(['FEEDER_CYCLE investorId']);
    const excuse = { investorId: 'acme', kind: 'EXCUSE', amount: zero, holdingId: 'steel' } as const;
    expect(codes(excuse, { isHolding: false })).toEqual(['NOT_FOUND holdingId']);
    expect(decideCommitment({ ...commitment, ...excuse }, ledger, facts, how).isOk()).toBe(true);
  });

  it('reverses a change, unless it came with a data transfer', () => {
    const event = { ...close('a'), source: null };
    const { event: reversal } = decideEventReversal(event, ledger, 'A mistake', newId)._unsafeUnwrap();
    expect(reversal).toMatchObject({ reversalOf: 'close a', description: 'A mistake', source: null });
    const theirs = { ...event, source: { kind: 'TRANSFER', id: 't', row: 1 } as const };
    expect(refused(decideEventReversal(theirs, ledger, 'A mistake', newId)._unsafeUnwrapErr())).toEqual([
      'TRANSFERRED ',
    ]);
  });

  it('reverses a single change before what was posted with it only if that is confirmed, and never before later acts', () => {
    const event = { ...close('a'), source: null };
    const reverse = (laterActs: readonly LaterAct[], warningsConfirmed: boolean) =>
      decideChangeReversal(event, ledger, { laterActs, reason: 'A mistake', warningsConfirmed }, newId);
    expect(reverse([], false).isOk()).toBe(true);
    const call: LaterAct = { seq: event.seq + 1, kind: 'CALL', date: event.date, entryIds: ['call'], eventIds: [] };
    expect(refused(reverse([call], true)._unsafeUnwrapErr())).toEqual(['USED_LATER ']);
  });
});

it('carry paid is posted once, and reversed on the date of its reversal', () => {
  const paid: PaidCarry = {
    kind: 'DISTRIBUTION',
    runId: 'run',
    name: 'Distribution 1',
    row: 1,
    date: '2020-06-30',
    amount: '10',
    reversesId: null,
    vehicleId: 'fund',
    holdingId: null,
  };
  const reversal = { ...paid, runId: 'reversal', date: '2020-09-30', amount: '-10', reversesId: 'run' };
  const stored = decideCarryPaid([paid, paid, reversal], ledger, newId);
  expect(stored.map(({ entry }) => `${entry.type} ${entry.effective} ${entry.amount.toFixed()}`)).toEqual([
    'CARRY-PAID 2020-06-30 10',
    'CARRY-PAID 2020-09-30 -10',
  ]);
  expect(decideCarryPaid([paid], { ...ledger, commitments: [], events: [] }, newId)).toEqual([]);
});

it('notices are issued before they are due, and deleted only without entries', () => {
  const latest = day('2022-12-31');
  const dates = { issueDate: '2020-01-01', dueDate: '2020-01-11' };
  expect(decideNotice(dates, latest)).toEqual([]);
  expect(refused(decideNotice({ ...dates, dueDate: '2019-12-31' }, latest))).toEqual(['DATES_REVERSED dueDate']);
  expect(refused(decideNotice({ ...dates, dueDate: '2202-01-11' }, latest))).toEqual(['DATE_TOO_LATE dueDate']);
  expect(decideNoticeDeletion({ kind: 'CALL', number: 3, entries: 0 })).toEqual([]);
  expect(decideNoticeDeletion({ kind: 'CALL', number: 3, entries: 1 })[0]?.detail).toMatch(/^Call 3 has entries/);
});
