import { calendarDate as day, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { importTypes } from './importTypes.ts';
import { planCommitments } from './planCommitments.ts';
import { planIndexLevels } from './planIndexLevels.ts';
import { type EntryOrigin, planLedger } from './planLedger.ts';
import { planReported } from './planReported.ts';
import { type ExistingValue, planValuations } from './planValuations.ts';

const commitments = [{ id: 'a', investorId: 'x', investorCode: 'LP-A', investorName: 'Acorn', isGp: false }];
const existing = {
  ledger: {
    commitments,
    events: [
      {
        id: 'close',
        commitmentId: 'a',
        kind: 'CLOSE' as const,
        date: day('2024-01-01'),
        booked: day('2024-03-31'),
        amount: decimal('2000.00'),
        paysFee: true,
        paysCarry: true,
        holdingId: null,
        reversalOf: null,
        seq: 1,
      },
    ],
    entries: [],
    securities: [],
    locked: new Set<ReturnType<typeof day>>(),
    latest: day('2028-12-31'),
  },
  holdings: [{ id: 'h', code: 'SAF', name: 'Saffron' }],
  securities: [{ id: 's', holdingId: 'h', name: 'Ordinary shares' }],
  notices: [],
};
const today = day('2026-11-27');
const row = (at: number, values: Readonly<Record<string, string>>) => ({ row: at, values, rounded: 0 });
const how = { sign: 'TYPE' as const, overwrite: false, newId: () => 'new' };
const columnsOf = (fields: object, refusals: readonly { readonly field: string | null }[]) =>
  refusals.map(({ field }) => field !== null && field in fields);

describe('a file of ledger entries with some wrong rows', () => {
  const { counts, entries, refusals } = planLedger(
    [
      row(2, { type: 'CALL-INV', date: '2026-09-15', amount: '100.00' }),
      row(3, { type: 'CALL-INV', date: '2030-07-01', amount: '100.00' }),
      row(4, { type: 'CALL-INV', date: '2026-09-16', amount: '9000.00' }),
    ],
    existing,
    new Map(),
    how,
  );
  it('previews the effect of the valid rows only', () => {
    expect(counts).toEqual({ created: 1, changed: 0, unchanged: 0, missing: 0 });
    expect(entries.map((entry) => entry.row)).toEqual([2]);
  });
  it("reports errors at a column of the file, with dates and thousands in the firm's format", () => {
    expect(refusals).toEqual([
      {
        row: 3,
        field: 'date',
        reason:
          '07/01/2030 is after 12/31/2028, the last quarter end that you can enter data for. Choose an earlier date.',
      },
      {
        row: 4,
        field: 'amount',
        reason:
          'The unfunded commitment of LP-A would be (7,100.00) on 09/16/2026. Lower the amount, enter the missing commitment first, or mark the entry as outside the commitment.',
      },
    ]);
    expect(columnsOf(importTypes.ledger, refusals)).not.toContain(false);
  });
});

it('refuses a row with its column, reason and next step', () => {
  const refusalOf = (values: Readonly<Record<string, string>>) =>
    planLedger([row(2, { date: '2026-09-15', amount: '100.00', ...values })], existing, new Map(), how).refusals.map(
      ({ field, reason }) => [field, reason],
    );
  const security = { investment: 'SAF', security: 'Ordinary shares' };
  expect(refusalOf({ type: 'CALL-INV', ...security })).toEqual([
    [
      'security',
      '‘Capital call: investments’ can’t have a security; only purchases and sales have one. Leave Security empty, or change the type.',
    ],
  ]);
  expect(refusalOf({ type: 'BUY', investment: 'SAF' })).toEqual([
    ['security', '‘Purchase’ needs a security. Enter it, or change the type.'],
  ]);
  expect(refusalOf({ type: 'FEE', isRecallable: 'true' })).toEqual([
    ['isRecallable', '‘Management fees’ can’t be recallable. Leave Recallable empty, or change the type.'],
  ]);
  expect(refusalOf({ type: 'TRANSFER' })).toEqual([
    [
      'investor',
      '‘Transfer between partners’ needs its investors. Enter a row for the seller, with a negative amount, and one for the buyer, both with the same external id.',
    ],
  ]);
  expect(refusalOf({ type: 'CALL-INV', allocationKey: 'ONE' })).toEqual([
    ['investor', 'An entry split by ‘A single commitment’ needs the investor. Enter it, or leave Split by empty.'],
  ]);
  expect(refusalOf({ type: 'CALL-INV', allocationKey: 'NOTICE' })).toEqual([
    [
      'investor',
      'An entry split by ‘As stated in the notice’ needs a row for each investor, with the same external id. Enter the rows, or leave Split by empty.',
    ],
  ]);
  expect(refusalOf({ type: 'CALL-INV', allocationKey: 'COMMITMENT', investor: 'LP-A' })).toEqual([
    [
      'investor',
      'An entry split by ‘All commitments’ computes its shares. Leave the investors empty, or split it ‘As stated in the notice’.',
    ],
  ]);
});

it('warns of late-closing interest that nobody receives, and not once both are entered', () => {
  const paid = row(2, { type: 'LATE-INT-PAID', date: '2026-09-15', amount: '100.00', investor: 'LP-A' });
  const received = row(3, { type: 'LATE-INT-RECEIVED', date: '2026-09-15', amount: '100.00' });
  const warningsOf = (rows: readonly (typeof paid)[]) => planLedger(rows, existing, new Map(), how).warnings;
  expect(warningsOf([paid])).toEqual([
    {
      row: 2,
      text: 'On 09/15/2026, late-closing interest paid is 100.00, but received is 0.00. Enter the difference as ‘Late-closing interest received’, too.',
    },
  ]);
  expect(warningsOf([received]).map(({ row: at }) => at)).toEqual([3]);
  expect(warningsOf([paid, received])).toEqual([]);
});

it('refuses an unfunded amount that contradicts its type at its own column', () => {
  const { refusals } = planLedger(
    [row(2, { type: 'UNFUNDED', date: '2026-09-15', amount: '100.00', investor: 'LP-A', unfunded: '-100.00' })],
    existing,
    new Map(),
    how,
  );
  expect(refusals).toEqual([
    {
      row: 2,
      field: 'unfunded',
      reason:
        'With the type ‘Adjustment of the unfunded commitment’, this share changes the unfunded commitment by 100.00, not by (100.00). Leave the field empty, or correct the amount.',
    },
  ]);
});

it('warns of amounts that are probably wrong, at their rows', () => {
  const traded = { date: '2026-09-15', investment: 'SAF', security: 'Ordinary shares' };
  const { warnings } = planLedger(
    [
      row(2, { ...traded, type: 'BUY', amount: '2000.00' }),
      row(3, { ...traded, type: 'BUY', date: '2026-09-16', amount: '2000.01' }),
      row(4, { ...traded, type: 'SELL', date: '2026-09-17', amount: '1000.01', costRelieved: '100.00' }),
      row(5, { type: 'FEE', date: '2026-03-31', amount: '201.00' }),
    ],
    existing,
    new Map(),
    how,
  );
  expect(warnings).toEqual([
    {
      row: 3,
      text: 'The purchase of 2,000.01 is above the fund’s commitments of 2,000.00, and above its cash and unfunded commitments of (201.00).',
    },
    { row: 4, text: 'The proceeds of 1,000.01 are more than ten times 100.00, the value of the part sold.' },
    {
      row: 5,
      text: 'The cost of 201.00 is above a tenth of the commitments that bear it, 2,000.00. With it, the fund’s net asset value is (201.00).',
    },
  ]);
});

it('lists each changed field of a corrected entry with its old value and row, and omits unchanged entries', () => {
  const entered = planLedger(
    [
      row(2, {
        externalId: '1',
        type: 'BUY',
        date: '2026-09-15',
        amount: '52000.00',
        investment: 'SAF',
        security: 'Ordinary shares',
      }),
      row(3, { externalId: '2', type: 'FEE', date: '2026-09-15', amount: '10.00', investor: 'LP-A' }),
      row(4, { externalId: '3', type: 'FEE', date: '2026-09-15', amount: '10.00' }),
    ],
    existing,
    new Map(),
    how,
  ).entries;
  const entries = entered.map(({ posting, row: at }) => ({ ...posting, id: `entry ${String(at)}` }));
  const origins = new Map<string, EntryOrigin>(
    entered.map(({ row: at, externalId, description }) => [
      `entry ${String(at)}`,
      { externalId, description, uploadId: 'first', uploadName: 'first.csv', isUndone: false },
    ]),
  );
  const { changed, counts } = planLedger(
    [
      row(2, {
        externalId: '1',
        type: 'BUY',
        date: '2026-09-15',
        amount: '62000.00',
        investment: 'SAF',
        security: 'Ordinary shares',
        settledOn: '2026-09-17',
      }),
      row(3, { externalId: '2', type: 'FEE', date: '2026-09-15', amount: '10.00' }),
      row(4, { externalId: '3', type: 'FEE', date: '2026-09-15', amount: '10.00' }),
    ],
    { ...existing, ledger: { ...existing.ledger, entries } },
    origins,
    how,
  );
  expect(counts).toMatchObject({ created: 0, changed: 2, unchanged: 1 });
  expect(changed).toEqual([
    { record: 'Purchase 2026-09-15, row 2', field: 'Amount', before: '52000.00', after: '62000.00', isNumber: true },
    { record: 'Purchase 2026-09-15, row 2', field: 'Settled on', before: null, after: '2026-09-17' },
    {
      record: 'Management fees 2026-09-15, row 3',
      field: 'Amount, LP-A',
      before: '10.00',
      after: null,
      isNumber: true,
    },
    expect.objectContaining({ field: 'Split by', before: 'A single commitment' }),
  ]);
});

it('a file of ledger entries doesn’t undo a later settlement', () => {
  const fees = [
    row(2, { externalId: '1', type: 'FEE', date: '2026-09-15', amount: '10.00' }),
    row(3, { type: 'FEE', date: '2026-09-15', amount: '20.00' }),
    row(4, { type: 'UNFUNDED', date: '2026-09-15', amount: '1.00' }),
  ];
  const first = planLedger(fees, existing, new Map(), how);
  const entries = first.entries.map(({ posting, row: at }) => ({
    ...posting,
    id: `entry ${String(at)}`,
    settledOn: day('2026-09-20'),
  }));
  const origins = new Map<string, EntryOrigin>(
    first.entries.map(({ row: at, externalId, description }) => [
      `entry ${String(at)}`,
      { externalId, description, settledOn: null, uploadId: 'first', uploadName: 'first.csv', isUndone: false },
    ]),
  );
  const again = (rows: typeof fees) =>
    planLedger(rows, { ...existing, ledger: { ...existing.ledger, entries } }, origins, how).counts;
  const unchanged = { created: 0, changed: 0, unchanged: 3, missing: 0 };
  expect(again(fees)).toEqual(unchanged);
  // A file that has the date by now matches too.
  expect(
    again(fees.map(({ values, ...rest }) => ({ ...rest, values: { ...values, settledOn: '2026-09-20' } }))),
  ).toEqual(unchanged);
});

it('a file of ledger entries can’t change a call that a later act was computed from, except for its settlement', () => {
  const call = { externalId: '1', type: 'CALL-INV', date: '2026-09-15', amount: '100.00' };
  const first = planLedger([row(2, call)], existing, new Map(), how).entries;
  const entries = first.map(({ posting }) => ({ ...posting, id: 'call', seq: 5 }));
  const origins = new Map<string, EntryOrigin>([
    ['call', { externalId: '1', description: null, uploadId: 'first', uploadName: 'first.csv', isUndone: false }],
  ]);
  const act = { kind: 'LATE_CLOSING' as const, date: '2026-09-20', entryIds: ['catch-up'], eventIds: [] };
  const refused = (values: Readonly<Record<string, string>>, { seq = 6, overwrite = false } = {}) =>
    planLedger([row(2, { ...call, ...values })], { ...existing, ledger: { ...existing.ledger, entries } }, origins, {
      ...how,
      overwrite,
      acts: [{ ...act, seq }],
    }).refusals;
  const reason = 'Later postings were computed from this one. Reverse the late closing of 09/20/2026 first.';
  expect(refused({ amount: '90.00' })).toEqual([expect.objectContaining({ row: 2, reason })]);
  expect(refused({ date: '2026-09-16' })).toEqual([expect.objectContaining({ row: 2, reason })]);
  expect(refused({ settledOn: '2026-09-17', description: 'Call 1' })).toEqual([]);
  expect(refused({ amount: '90.00' }, { seq: 4 })).toEqual([]);
  // A file that changed only the description entered the call again, after the act.
  const [call5] = entries;
  const enteredAgain = [
    ...entries,
    { ...call5!, id: 'reversal', reversalOf: 'call', seq: 7 },
    { ...call5!, id: 'again', seq: 7 },
  ];
  const origin = {
    externalId: '1',
    description: 'Call 1',
    uploadId: 'second',
    uploadName: 'second.csv',
    isUndone: false,
  };
  const after = planLedger(
    [row(2, { ...call, amount: '90.00' })],
    { ...existing, ledger: { ...existing.ledger, entries: enteredAgain } },
    new Map([...origins, ['again', origin]]),
    { ...how, acts: [{ ...act, seq: 6 }] },
  );
  expect(after.refusals).toEqual([expect.objectContaining({ row: 2, reason })]);
  // Overwriting reverses the call, because the file doesn't have it.
  expect(refused({ externalId: '2', amount: '5.00' })).toEqual([]);
  expect(refused({ externalId: '2', amount: '5.00' }, { overwrite: true })).toEqual([
    expect.objectContaining({ row: 2, reason }),
  ]);
});

it('a file of ledger entries can’t overwrite a purchase whose security was valued later', () => {
  const buy = { type: 'BUY', date: '2026-09-15', amount: '10.00', investment: 'SAF', security: 'Ordinary shares' };
  const entries = planLedger([row(2, { ...buy, externalId: '1' })], existing, new Map(), how).entries.map(
    ({ posting }) => ({ ...posting, id: 'buy' }),
  );
  const origin = { description: null, uploadId: 'first', uploadName: 'first.csv', isUndone: false };
  const value = { securityId: 's', date: day('2026-09-30'), booked: day('2026-09-30'), fairValue: decimal('12.00') };
  const overwritten = (values: Readonly<Record<string, string>>) =>
    planLedger(
      [row(2, { type: 'FEE', date: '2026-09-15', amount: '1.00' }), row(3, { ...buy, ...values })],
      { ...existing, ledger: { ...existing.ledger, entries, valuations: [{ ...value, seq: 6 }] } },
      new Map([['buy', { ...origin, externalId: '1' }]]),
      { ...how, overwrite: true },
    ).refusals;
  expect(overwritten({ externalId: '2', date: '2026-10-01' })).toEqual([
    expect.objectContaining({ row: 2, reason: expect.stringMatching(/^The security was valued after this purchase/) }),
  ]);
  expect(overwritten({ externalId: '1', amount: '11.00' })).toEqual([]);
  expect(overwritten({ externalId: '2' })).toEqual([]);
});

it('a file of commitments needs the amount of a new commitment, which can be 0', () => {
  const investors = [{ id: 'y', code: 'LP-B', name: 'Birch', isGp: false }];
  const refused = (amount: Readonly<Record<string, string>>) =>
    planCommitments(
      [row(2, { investor: 'LP-B', kind: 'CLOSE', date: '2026-01-15', ...amount })],
      existing,
      [],
      investors,
      () => 'new',
    ).refusals;
  expect(refused({})).toEqual([
    { row: 2, field: 'amount', reason: 'Enter the commitment, or 0 if the partner has none.' },
  ]);
  expect(refused({ amount: '0.00' })).toEqual([]);
});

it('a file of ledger entries has a warning about a distribution above the net asset value', () => {
  const navs = [{ end: day('2026-06-30'), vehicle: decimal('500.00'), commitments: new Map() }];
  const rows = [
    row(2, { type: 'CALL-INV', date: '2026-09-15', amount: '100.00' }),
    row(3, { type: 'DIST-GAIN', date: '2026-09-16', amount: '600.00' }),
    row(4, { type: 'DIST-GAIN', date: '2026-09-17', amount: '1.00' }),
  ];
  expect(planLedger(rows, existing, new Map(), { ...how, navs }).warnings).toEqual([
    { row: 4, text: 'The distribution of 1.00 is above the fund’s net asset value of 0.00.' },
  ]);
});

it('a file of ledger entries has warnings about shares and transferred values that are far above what a partner has', () => {
  const partners = ['LP-A', 'LP-B'].map((code) => ({
    id: code,
    investorId: code,
    investorCode: code,
    investorName: `Investor ${code}`,
    isGp: false,
  }));
  const [close] = existing.ledger.events;
  const ledger = {
    ...existing.ledger,
    commitments: partners,
    events: partners.map(({ id }) => ({ ...close!, id: `close ${id}`, commitmentId: id })),
  };
  const own = new Map(partners.map(({ id }) => [id, decimal('250.00')]));
  const navs = [{ end: day('2026-06-30'), vehicle: decimal('500.00'), commitments: own }];
  const shares = (at: number, type: string, date: string, amounts: readonly [string, string]) =>
    partners.map(({ id }, i) =>
      row(at + i, { externalId: `${type} ${date}`, type, date, amount: amounts[i]!, investor: id }),
    );
  const rows = [
    ...shares(2, 'FEE', '2026-09-15', ['1.00', '260.00']),
    ...shares(4, 'DIST-GAIN', '2026-09-16', ['280.00', '0.00']),
    ...shares(6, 'TRANSFER', '2026-09-17', ['-3000.00', '3000.00']),
  ];
  expect(planLedger(rows, { ...existing, ledger }, new Map(), { ...how, navs }).warnings).toEqual([
    {
      row: 2,
      text: 'The cost is above a tenth of a partner’s commitment and leaves its net asset value negative: Investor LP-B 260.00 (commitment 2,000.00, net asset value (10.00)).',
    },
    expect.objectContaining({ row: 4, text: expect.stringContaining('fund’s net asset value of 239.00') }),
    {
      row: 4,
      text: 'The distribution is far above a partner’s net asset value: Investor LP-A 280.00 (net asset value 249.00).',
    },
    { row: 6, text: 'The value is 3,000.00, but (31.00) is the net asset value of Investor LP-A.' },
  ]);
});

it('a file of commitments has a warning about a date before the initial close', () => {
  const ledger = { ...existing.ledger, firstClose: day('2024-01-01') };
  const investors = [{ id: 'y', code: 'LP-B', name: 'Birch', isGp: false }];
  const rows = [row(2, { investor: 'LP-B', kind: 'CLOSE', date: '2023-12-31', amount: '10.00' })];
  expect(planCommitments(rows, { ...existing, ledger }, [], investors, () => 'new').warnings).toEqual([
    { row: 2, text: 'The commitment is dated 12/31/2023, before the initial close on 01/01/2024.' },
  ]);
  expect(planCommitments(rows, existing, [], investors, () => 'new').warnings).toEqual([]);
});

it('a file of commitments has a warning about an increase before calls that are divided without it', () => {
  const called = planLedger(
    [row(2, { type: 'CALL-INV', date: '2026-09-15', amount: '100.00' })],
    existing,
    new Map(),
    how,
  );
  const entries = called.entries.map(({ posting }) => ({ ...posting, id: 'call' }));
  const investors = [{ id: 'x', code: 'LP-A', name: 'Acorn', isGp: false }];
  const warningsOn = (date: string) =>
    planCommitments(
      [row(2, { investor: 'LP-A', kind: 'INCREASE', date, amount: '10.00' })],
      { ...existing, ledger: { ...existing.ledger, entries } },
      [],
      investors,
      () => 'new',
    ).warnings;
  expect(warningsOn('2026-09-15')).toEqual([
    { row: 2, text: expect.stringMatching(/^1 entry dated 09\/15\/2026 is already divided without this increase/) },
  ]);
  expect(warningsOn('2026-09-16')).toEqual([]);
});

describe('a file of valuations', () => {
  const value = (at: number, values: Readonly<Record<string, string>>) =>
    row(at, { investment: 'Saffron', security: 'Ordinary shares', date: '2026-09-30', fairValue: '100.00', ...values });
  const plan = (rows: readonly ReturnType<typeof value>[], values: readonly ExistingValue[] = []) =>
    planValuations(
      rows,
      {
        ...existing,
        ledger: {
          ...existing.ledger,
          valuations: values.map((stored) => ({ ...stored, booked: stored.date, seq: 1 })),
        },
      },
      values,
      [{ id: 'm', code: 'DCF', name: 'Discounted cash flow' }],
      today,
    );
  it('counts the rows without an error, and refuses a value on a future date', () => {
    const { counts, refusals } = plan([
      value(2, {}),
      value(3, { date: '2027-09-30' }),
      value(4, { date: '2026-06-30', fairValue: '-1.00' }),
      value(5, { security: 'Notes' }),
    ]);
    expect(counts).toMatchObject({ created: 1, changed: 0 });
    expect(refusals).toEqual([
      { row: 3, field: 'date', reason: '09/30/2027 is in the future. Choose today or earlier.' },
      { row: 4, field: 'fairValue', reason: 'A fair value can’t be negative.' },
      { row: 5, field: 'security', reason: "The investment has no security 'Notes'." },
    ]);
    expect(plan([value(2, { date: today })]).counts.created).toBe(1);
  });
  it('lists a corrected valuation with its old value, by investment and security, and a warning about its size', () => {
    const before: ExistingValue = {
      securityId: 's',
      date: day('2026-09-30'),
      fairValue: decimal('90.00'),
      methodId: null,
      externalId: null,
      uploadId: 'first',
      isUndone: false,
    };
    const record = 'Saffron, Ordinary shares 2026-09-30, row 2';
    expect(plan([value(2, { method: 'DCF' })], [before]).changed).toEqual([
      { record, field: 'Fair value', before: '90.00', after: '100.00', isNumber: true },
      { record, field: 'Method', before: null, after: 'Discounted cash flow' },
    ]);
    expect(plan([value(2, { fairValue: '90000.00' })], [before]).warnings).toEqual([
      { row: 2, text: 'The fair value is 90,000.00, more than ten times 90.00, which it replaces.' },
    ]);
  });
});

it('enters no figure of a row with a wrong figure, and lists a corrected one with its old value', () => {
  const reported = [
    {
      id: 'r',
      commitmentId: 'a',
      figure: 'nav' as const,
      date: day('2026-06-30'),
      value: decimal('5.00'),
      booked: day('2026-06-30'),
      seq: 1,
      reversalOf: null,
    },
  ];
  const { counts, changed } = planReported(
    [
      row(2, { investor: 'LP-A', date: '2026-06-30', nav: '7.00', tvpi: '1.5' }),
      row(3, { investor: 'LP-A', date: '2026-09-30', nav: '8.00', commitment: '-1.00' }),
    ],
    existing,
    reported,
  );
  expect(counts).toMatchObject({ created: 1, changed: 1 });
  expect(changed).toEqual([
    expect.objectContaining({ record: 'Acorn 2026-06-30, row 2', before: '5.00', after: '7.00' }),
  ]);
});

it('of index levels counts the rows without an error', () => {
  const { counts, newIndices, refusals } = planIndexLevels(
    [
      row(2, { index: 'WORLD', date: '2026-07-06', level: '100' }),
      row(3, { index: 'WORLD', date: '2026-07-07', level: '0' }),
      row(4, { index: 'WORLD', date: '2026-07-06', level: '101' }),
      row(5, { index: 'NEW', name: 'New', date: '2026-07-06', level: '-1' }),
      row(6, { index: 'WORLD', date: '2099-07-06', level: '102' }),
    ],
    { indices: [{ id: 'i', code: 'WORLD', name: 'World' }], currencies: [], levels: new Map() },
    { ...how, today: day('2026-12-31') },
  );
  expect([counts.created, newIndices]).toEqual([1, []]);
  expect(refusals.find((refusal) => refusal.row === 6)?.reason).toBe(
    '07/06/2099 is in the future. Choose today or earlier.',
  );
});
