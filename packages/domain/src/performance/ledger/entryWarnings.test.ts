import { calendarDate as day, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  warnOfDistribution,
  warnOfLateClosing,
  decideEntries,
  type EntryType,
  entryTypeRule,
  entryWarnings,
  initialCloseWarnings,
  type LedgerEntry,
  postMany,
  type RequestedEntry,
} from './index.ts';

const partner = (id: string, investorName: string) => ({
  id,
  investorId: id,
  investorCode: id,
  investorName,
  isGp: false,
});
const close = (commitmentId: string) => ({
  id: `close ${commitmentId}`,
  commitmentId,
  kind: 'CLOSE' as const,
  date: day('2020-01-01'),
  booked: day('2020-03-31'),
  amount: decimal('500'),
  paysFee: null,
  paysCarry: null,
  holdingId: null,
  seq: 1,
  reversalOf: null,
});
const ledgerOf = (...partners: readonly ReturnType<typeof partner>[]) => ({
  commitments: partners,
  events: partners.map(({ id }) => close(id)),
  entries: [] as LedgerEntry[],
  securities: [] as { id: string; holdingId: string }[],
  locked: new Set<never>(),
});
const ledger = ledgerOf(partner('a', 'Acme'), partner('b', 'Birch'));
const requested = (type: EntryType, amount: string, date: string, more: Partial<RequestedEntry> = {}) => ({
  type,
  amount: decimal(amount),
  effective: day(date),
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
describe('a call before a late closing', () => {
  const late = { ...close('c'), date: day('2020-06-01'), booked: day('2020-06-30') };
  const before = ledgerOf(partner('a', 'Acme'), partner('b', 'Birch'));
  const after = {
    ...before,
    commitments: [...before.commitments, partner('c', 'Cedar')],
    events: [...before.events, late],
  };
  const posted = (entries: readonly RequestedEntry[], to: typeof ledger) =>
    postMany({ entries: entries.map((entry, at) => ({ at, requested: entry, booked: null })), reversals: [] }, to)
      .postings;
  const single = (type: EntryType, amount: string, date: string, commitmentId: string) =>
    requested(type, amount, date, {
      key: 'ONE',
      enteredShares: [{ commitmentId, amount: decimal(amount), unfunded: null }],
    });
  const [first, catchUp] = posted(
    [requested('CALL-INV', '100', '2020-03-01'), single('CALL-INV', '30', '2020-06-01', 'c')],
    after,
  ).map(({ posting }, i): LedgerEntry => ({ ...posting, id: `e${i}` }));
  const warnedAfter = (entries: readonly LedgerEntry[], request: RequestedEntry, more: Partial<typeof after> = {}) =>
    warnOfLateClosing(posted([request], after), { ...after, entries, ...more }).map(({ text }) => text);
  const earlier = requested('CALL-INV', '50', '2020-05-01');
  it('is warned of, with the partner who takes no part in it', () => {
    expect(warnedAfter([first!, catchUp!], earlier)).toEqual([
      'The entry is dated 05/01/2020, before a late closing of Cedar, so it isn’t divided with them. To include them, reverse the closing, enter this, and enter the closing again.',
    ]);
  });
  it('is warned of if a partner caught up on the calls with an increase', () => {
    const increase = { ...late, kind: 'INCREASE' as const };
    const events = [close('c'), increase].map((event, seq) => ({ ...event, id: `change ${seq}` }));
    expect(warnedAfter([first!, catchUp!], earlier, { events: [...before.events, ...events] as never })).toEqual([
      'The entry is dated 05/01/2020, before an increase of Cedar, so it is divided without it. To include it, reverse the increase, enter this, and enter the increase again.',
    ]);
  });
  it('is normal on and after the day, for other entries, without a catch-up, and once the closing was reversed', () => {
    expect(warnedAfter([first!, catchUp!], requested('CALL-INV', '50', '2020-06-01'))).toEqual([]);
    expect(warnedAfter([first!, catchUp!], requested('FEE', '50', '2020-05-01'))).toEqual([]);
    expect(warnedAfter([first!], earlier)).toEqual([]);
    const reversal = { ...late, id: 'reversal', reversalOf: late.id };
    expect(warnedAfter([first!, catchUp!], earlier, { events: [...after.events, reversal as never] })).toEqual([]);
  });
});

describe('an entry before a distribution that the terms split', () => {
  const warnedOf = (type: EntryType, effective: string, days: readonly string[] = ['2020-06-01']) =>
    warnOfDistribution(
      [{ at: 0, posting: { type, effective: day(effective), reversalOf: null } }],
      days.map((each) => day(each)),
    ).map(({ text }) => text);
  it('is warned of, because the split doesn’t count it', () => {
    expect(warnedOf('CALL-INV', '2020-05-31')).toEqual([
      'The entry is dated 05/31/2020, before the distribution of 06/01/2020, so the split doesn’t count it. To count it, reverse the distribution, enter this, and distribute again.',
    ]);
    expect(warnedOf('SELL', '2020-05-31', ['2020-07-01', '2020-06-01'])[0]).toContain(
      'before the distributions of 06/01/2020, 07/01/2020,',
    );
  });
  it('is normal on the day, without a distribution, and for entries that no split counts', () => {
    expect(warnedOf('CALL-INV', '2020-06-01')).toEqual([]);
    expect(warnedOf('CALL-INV', '2020-05-31', [])).toEqual([]);
    expect(warnedOf('FEE', '2020-05-31')).toEqual([]);
    expect(warnedOf('CARRY-EARNED', '2020-05-31')).toEqual([]);
  });
});

const call = { id: 'n', kind: 'CALL', number: 3, dueDate: '2020-03-10' };
const warned = (entries: readonly RequestedEntry[], to: typeof ledger = ledger) => {
  const { postings, refusals } = postMany(
    { entries: entries.map((entry, at) => ({ at, requested: entry, booked: null })), reversals: [] },
    to,
  );
  expect(refusals).toEqual([]);
  return entryWarnings(postings, to, [call]).map(({ at, field, text }) => [at, field, text]);
};
const recallable = (amount: string, date: string) => requested('DIST-ROC', amount, date, { isRecallable: true });

describe('an entry has a warning', () => {
  it('if more could be called again than was paid in, naming partners, amounts and paid-in capital', () => {
    const paidIn = requested('CALL-INV', '200', '2020-02-01');
    expect(warned([paidIn, recallable('200', '2020-03-01')])).toEqual([]);
    expect(warned([paidIn, recallable('100', '2020-03-01'), recallable('140', '2020-03-02')])).toEqual([
      [
        2,
        'amount',
        'On 03/02/2020, more could be called again than was paid in of the commitment: Acme 120.00 (paid in 100.00), Birch 120.00 (paid in 100.00).',
      ],
    ]);
    expect(warned([paidIn, requested('DIST-ROC', '900', '2020-03-01')])).toEqual([]);
  });

  it('if a later recallable amount then exceeds what was paid in', () => {
    const entries = [
      requested('CALL-INV', '200', '2020-02-01'),
      recallable('200', '2020-04-01'),
      recallable('20', '2020-03-01'),
    ];
    expect(warned(entries).map(([at]) => at)).toEqual([1]);
  });

  it('if a release lowered the unfunded commitment, because nobody paid it in', () => {
    const entries = [
      requested('CALL-INV', '200', '2020-02-01'),
      requested('RELEASE', '100', '2020-02-02'),
      recallable('220', '2020-03-01'),
    ];
    expect(warned(entries)).toEqual([[2, 'amount', expect.stringContaining('Acme 110.00 (paid in 100.00)')]]);
  });

  it('but the called part of a partner transfer counts as paid in by the buyer', () => {
    const transfer = requested('TRANSFER', '0', '2020-02-10', {
      key: 'NOTICE',
      enteredShares: [
        { commitmentId: 'a', amount: decimal('-90'), unfunded: decimal('100') },
        { commitmentId: 'b', amount: decimal('90'), unfunded: decimal('-100') },
      ],
    });
    const toBuyer = requested('DIST-ROC', '180', '2020-03-01', {
      isRecallable: true,
      key: 'ONE',
      enteredShares: [{ commitmentId: 'b', amount: decimal('180'), unfunded: null }],
    });
    expect(warned([requested('CALL-INV', '200', '2020-02-01'), transfer, toBuyer])).toEqual([]);
  });

  it('that names the first partners and counts the others', () => {
    const many = ledgerOf(...['a', 'b', 'c', 'd', 'e'].map((id) => partner(id, id.toUpperCase())));
    const [[, , text] = []] = warned([recallable('50', '2020-03-01')], many);
    expect(text).toContain('A 10.00 (paid in 0.00), B 10.00 (paid in 0.00), C 10.00 (paid in 0.00) and 2 more.');
  });

  it('if its cash moved more than 30 days before or 180 days after its date', () => {
    const fee = (settledOn: string) => requested('FEE', '10', '2020-03-31', { settledOn: day(settledOn) });
    const late = [fee('2020-09-27'), fee('2020-09-28')];
    expect(warned([fee('2020-03-01'), fee('2020-02-29'), fee('2019-03-31'), ...late])).toEqual([
      [1, 'settledOn', 'Settled on 02/29/2020 is 31 days before the date of the entry, 03/31/2020.'],
      [2, 'settledOn', 'Settled on 03/31/2019 is 366 days before the date of the entry, 03/31/2020.'],
      [4, 'settledOn', 'Settled on 09/28/2020 is 181 days after the date of the entry, 03/31/2020.'],
    ]);
  });

  it('if it is dated after its notice is due', () => {
    const called = (date: string) => requested('CALL-INV', '10', date, { noticeId: 'n' });
    expect(warned([called('2020-03-10'), called('2020-03-11')])).toEqual([
      [1, 'effectiveDate', 'The entry is dated 03/11/2020, but Call 3 is due on 03/10/2020.'],
    ]);
  });
});

describe('entries that are posted one by one have a warning', () => {
  const navs = [
    {
      end: day('2020-03-31'),
      vehicle: decimal('150'),
      commitments: new Map([
        ['a', decimal('100')],
        ['b', decimal('50')],
      ]),
    },
    { end: day('2020-06-30'), vehicle: null, commitments: new Map([['a', null]]) },
  ];
  const decide = (to: Parameters<typeof decideEntries>[1], ...entries: readonly RequestedEntry[]) =>
    decideEntries(
      entries.map((entry) => ({ entry, bookedPeriod: null, description: null })),
      to,
      { holdings: new Map([['h', 'North Steel']]), notices: [], navs },
      { newId: () => 'new', warningsConfirmed: false },
    ).match(
      () => [],
      (failures) => failures.map(({ path, detail }) => [path.join('.'), detail]),
    );
  const after = (...entries: readonly RequestedEntry[]) => {
    const toPost = entries.map((entry, at) => ({ at, requested: entry, booked: null }));
    const { postings } = postMany({ entries: toPost, reversals: [] }, ledger);
    return { ...ledger, entries: postings.map(({ at, posting }) => ({ ...posting, id: `e${at}` })) };
  };

  it('if the distributions of a day are above the net asset value of the fund', () => {
    const called = after(requested('CALL-INV', '50', '2020-04-10'));
    const paid = (amount: string, date = '2020-05-01') => requested('DIST-GAIN', amount, date);
    expect(decide(called, paid('120'), paid('80'))).toEqual([]);
    expect(decide(called, paid('120'), paid('81'))).toEqual([
      [
        'entries.0.amount',
        'The distribution of 201.00 is above the fund’s net asset value of 200.00. Confirm it to post the entry.',
      ],
    ]);
    // The distribution of the day before lowers it, and a call posted with it raises it.
    expect(decide(called, paid('150'), paid('51', '2020-05-02'))).toMatchObject([
      ['entries.1.amount', expect.anything()],
    ]);
    expect(decide(called, requested('CALL-INV', '1', '2020-05-01'), paid('201'))).toEqual([]);
    // The net asset value of June isn't complete.
    expect(decide(called, paid('900', '2020-07-01'))).toEqual([]);
  });

  const texts = (to: Parameters<typeof decide>[0], ...entries: readonly RequestedEntry[]) =>
    decide(to, ...entries).map(([, detail]) => detail?.replace(' Confirm it to post the entry.', ''));
  const security = { holdingId: 'h', securityId: 's' };
  const traded = {
    ...ledger,
    securities: [{ id: 's', holdingId: 'h' }],
    valuations: [
      { securityId: 's', date: day('2020-03-31'), fairValue: decimal('500'), booked: day('2020-03-31'), seq: 1 },
      { securityId: 's', date: day('2020-05-01'), fairValue: decimal('9000'), booked: day('2020-06-30'), seq: 2 },
    ],
  };
  const bought = requested('BUY', '400', '2020-02-01', security);

  it('if a sale is for more than ten times the value of the part sold', () => {
    const invested = { ...traded, entries: after(requested('CALL-INV', '450', '2020-02-01'), bought).entries };
    const sold = (amount: string) =>
      requested('SELL', amount, '2020-05-01', { ...security, costRelieved: decimal('200') });
    expect(texts(invested, sold('2500'))).toEqual([]);
    expect(texts(invested, sold('2501'))).toEqual([
      'The proceeds of 2,501.00 are more than ten times 250.00, the value of the part sold.',
    ]);
    // A purchase posted with it counts, and so does a purchase of the same day.
    const more = requested('BUY', '400', '2020-05-01', security);
    expect(texts(invested, more, sold('2250'))).toEqual([]);
    expect(texts(invested, more, sold('2251'))).toEqual([
      'The proceeds of 2,251.00 are more than ten times 225.00, the value of the part sold.',
    ]);
  });

  it('if a purchase is above the commitments, and above the cash and unfunded commitments', () => {
    const buy = (amount: string) => requested('BUY', amount, '2020-05-01', security);
    const called = { ...traded, entries: after(requested('CALL-INV', '450', '2020-02-01'), bought).entries };
    expect(texts(called, buy('1000'))).toEqual([]);
    expect(texts(called, buy('1001'))).toEqual([
      'The purchase of 1,001.00 is above the fund’s commitments of 1,000.00, and above its cash and unfunded commitments of 600.00.',
    ]);
    const income = requested('INC-DIV', '401', '2020-05-01');
    expect(texts(called, income, buy('1001'))).toEqual([]);
  });

  it('if a purchase or a sale is dated before a value of its security', () => {
    const invested = { ...traded, entries: after(requested('CALL-INV', '450', '2020-01-15'), bought).entries };
    const sold = (date: string) => requested('SELL', '100', date, { ...security, costRelieved: decimal('100') });
    const both =
      'The entry is dated 03/30/2020, before 2 values of North Steel, which stay, the first on 03/31/2020. If they don’t count the entry, enter them again under Securities and values.';
    const last =
      'The entry is dated 04/30/2020, before the value of North Steel on 05/01/2020, which stays. If it doesn’t count the entry, enter it again under Securities and values.';
    expect(texts(invested, sold('2020-03-30'))).toEqual([both]);
    expect(texts(invested, sold('2020-04-30'))).toEqual([last]);
    expect(texts(invested, requested('BUY', '10', '2020-04-30', security))).toEqual([last]);
    // The value of the same day is after its sales. Withdrawn values and values of other securities don't count.
    expect(texts(invested, sold('2020-05-01'))).toEqual([]);
    const [march, may] = traded.valuations;
    const withdrawn = { ...may!, fairValue: null, seq: 3 };
    const other = { ...may!, securityId: 'other' };
    expect(texts({ ...invested, valuations: [march!, may!, withdrawn, other] }, sold('2020-04-30'))).toEqual([]);
    expect(texts(invested, requested('INC-DIV', '10', '2020-04-30', { holdingId: 'h' }))).toEqual([]);
  });

  it('if income is above the commitments and the net asset value', () => {
    const income = (amount: string) => requested('INC-INT', amount, '2020-05-01');
    expect(texts(ledger, income('1000'))).toEqual([]);
    expect(texts(ledger, income('1001'))).toEqual([
      'The amount of 1,001.00 is above the fund’s commitments of 1,000.00, and above its net asset value of 150.00.',
    ]);
  });

  it('if a cost is above a tenth of the commitments that bear it and turns the net asset value negative, or is above them', () => {
    const fee = (amount: string, more: Partial<RequestedEntry> = {}) => requested('FEE', amount, '2020-05-01', more);
    expect(texts(ledger, fee('150'))).toEqual([]);
    expect(texts(ledger, fee('151'))).toEqual([
      'The cost of 151.00 is above a tenth of the commitments that bear it, 1,000.00. With it, the fund’s net asset value is (1.00).',
    ]);
    expect(texts(after(fee('100')), fee('99'))).toEqual([]);
    const single = (amount: string) =>
      fee(amount, { key: 'ONE', enteredShares: [{ commitmentId: 'a', amount: decimal(amount), unfunded: null }] });
    const called = after(requested('CALL-INV', '900', '2020-04-10'));
    expect(texts(called, single('500'))).toEqual([]);
    expect(texts(called, single('501'))).toEqual([
      'The cost is above a partner’s commitment: Acme 501.00 (commitment 500.00).',
    ]);
    // The net asset value of June isn't complete.
    expect(texts(ledger, requested('FEE', '900', '2020-07-01'))).toEqual([]);
  });

  const shared = (type: EntryType, date: string, shares: Readonly<Record<string, string>>) => {
    const enteredShares = Object.entries(shares).map(([commitmentId, amount]) => ({
      commitmentId,
      amount: decimal(amount),
      unfunded: null,
    }));
    const total = enteredShares.reduce((sum, { amount }) => sum.plus(amount), decimal('0'));
    return requested(type, total.toString(), date, { key: 'NOTICE', enteredShares });
  };

  it('if a cost is above the commitment of a partner that it names, or turns the partner’s net asset value negative', () => {
    const fee = (shares: Readonly<Record<string, string>>, date = '2020-05-01') => shared('FEE', date, shares);
    const called = after(requested('CALL-INV', '900', '2020-04-10'));
    // Together they are below the commitments and the net asset value of the fund.
    expect(texts(called, fee({ a: '490', b: '500' }))).toEqual([]);
    expect(texts(called, fee({ a: '10', b: '501' }))).toEqual([
      'The cost is above a partner’s commitment: Birch 501.00 (commitment 500.00).',
    ]);
    expect(texts(ledger, fee({ a: '100', b: '50' }))).toEqual([]);
    expect(texts(ledger, fee({ a: '10', b: '51' }))).toEqual([
      'The cost is above a tenth of a partner’s commitment and leaves its net asset value negative: Birch 51.00 (commitment 500.00, net asset value (1.00)).',
    ]);
    // A small cost can wait for the next call. The net asset value of June isn't complete.
    expect(texts(after(fee({ b: '50' })), fee({ b: '49' }))).toEqual([]);
    expect(texts(ledger, fee({ a: '400' }, '2020-07-01'))).toEqual([]);
  });

  it('if another amount is above the commitment and the net asset value of a partner that it names', () => {
    const income = (shares: Readonly<Record<string, string>>) => shared('INC-INT', '2020-05-01', shares);
    expect(texts(ledger, income({ a: '500', b: '500' }))).toEqual([]);
    expect(texts(ledger, income({ a: '99', b: '501' }))).toEqual([
      'The amount is above a partner’s commitment and net asset value: Birch 501.00 (commitment 500.00, net asset value 50.00).',
    ]);
    const outside = { ...shared('CALL-FEE', '2020-05-01', { b: '501' }), isOutside: true };
    expect(texts(ledger, outside)).toHaveLength(1);
    // The income that was posted before is in the net asset value.
    expect(texts(after(income({ b: '460' })), income({ b: '501' }))).toEqual([]);
  });

  it('if the distributions of a day to a partner that they name are more than a tenth above its net asset value', () => {
    const paid = (shares: Readonly<Record<string, string>>) => shared('DIST-GAIN', '2020-05-01', shares);
    expect(texts(ledger, paid({ a: '40', b: '55' }))).toEqual([]);
    expect(texts(ledger, paid({ a: '40', b: '40' }), paid({ b: '15.01' }))).toEqual([
      'The distribution is far above a partner’s net asset value: Birch 55.01 (net asset value 50.00).',
    ]);
    // Distributions that are split by the commitments are compared with the fund alone.
    expect(texts(ledger, requested('DIST-GAIN', '150', '2020-05-01'))).toEqual([]);
  });

  const moved = (id: string, kind: 'TRANSFER_IN' | 'TRANSFER_OUT', amount: string) => ({
    ...close(id),
    id: `${kind} ${id}`,
    kind: kind as never,
    date: day('2020-05-01'),
    amount: decimal(amount),
    seq: 2,
  });
  const to = (...events: readonly ReturnType<typeof moved>[]) => ({
    ...ledger,
    events: [...ledger.events, ...events],
  });
  const pass = (shares: Readonly<Record<string, string>>) => shared('TRANSFER', '2020-05-01', shares);

  const unbalanced = (amount: string) =>
    `The transfers between partners of 05/01/2020 add up to ${amount}, not 0.00. Enter the other partner’s side with the same date, too.`;

  it('if the transfers of a date don’t add up to zero, with those that are posted', () => {
    expect(texts(ledger, pass({ a: '-1', b: '0.99' }))).toEqual([unbalanced('(0.01)')]);
    expect(texts(ledger, pass({ a: '-1' }), pass({ b: '1' }))).toEqual([]);
    const begun = after(pass({ b: '1' }));
    expect(texts(begun, pass({ a: '-1' }))).toEqual([]);
    expect(texts(begun, pass({ a: '-2' }))).toEqual([unbalanced('(1.00)')]);
    // The books of a single investor don't have the other partners.
    const own = ledgerOf(partner('a', 'Acme'));
    const alone = { ...requested('TRANSFER', '-1', '2020-05-01'), key: 'ONE' as const };
    const share = [{ commitmentId: 'a', amount: decimal('-1'), unfunded: null }];
    expect(decide(own, { ...alone, enteredShares: share })).toEqual([]);
  });

  it('if a transferred value is far from the seller’s net asset value in proportion, as the act has', () => {
    const sold = to(moved('a', 'TRANSFER_OUT', '250'), moved('b', 'TRANSFER_IN', '250'));
    // Half of 100.00 belongs to the commitment transferred.
    expect(texts(sold, pass({ a: '-500', b: '500' }))).toEqual([]);
    const high = 'The value is 500.01, more than ten times 50.00, the net asset value of Acme in proportion.';
    expect(texts(sold, pass({ a: '-500.01', b: '500.01' }))).toEqual([high]);
    // In the order of the guide, the seller's change comes last. The entries of a date are added up.
    const bought = to(moved('b', 'TRANSFER_IN', '250'));
    expect(texts(bought, pass({ a: '-300', b: '300' }), pass({ a: '-200.01', b: '200.01' }))).toEqual([high]);
    expect(texts(bought, pass({ a: '-500.01' }), pass({ b: '500.01' }))).toEqual([high]);
    expect(texts(bought, pass({ a: '-4.99', b: '4.99' }))).toEqual([
      'The value is 4.99, less than a tenth of 50.00, the net asset value of Acme in proportion.',
    ]);
    expect(texts(sold, pass({ a: '0', b: '0' }))).toEqual([
      'The value is zero, but 50.00 is the net asset value of Acme in proportion.',
    ]);
    expect(texts(sold, pass({ a: '50', b: '-50' }))).toEqual(['The value is negative: (50.00).']);
    expect(texts(bought, pass({ b: '-50' }))).toEqual([unbalanced('(50.00)'), 'The value is negative: (50.00).']);
  });

  it('if a value that passes without a commitment is far above the seller’s whole net asset value', () => {
    expect(texts(ledger, pass({ a: '-1', b: '1' }))).toEqual([]);
    expect(texts(ledger, pass({ a: '-1000.01', b: '1000.01' }))).toEqual([
      'The value is 1,000.01, more than ten times 100.00, the net asset value of Acme.',
    ]);
    const spent = after(shared('FEE', '2020-04-10', { a: '100' }));
    expect(texts(spent, pass({ a: '-1', b: '1' }))).toEqual([
      'The value is 1.00, but 0.00 is the net asset value of Acme.',
    ]);
    // The net asset value of June isn't complete.
    const later = { ...pass({ a: '-9000', b: '9000' }), effective: day('2020-07-01') };
    expect(texts(ledger, later)).toEqual([]);
  });

  it('if the same entry is posted already, and isn’t reversed', () => {
    const call = requested('CALL-INV', '50', '2020-04-10');
    const called = after(call);
    expect(decide(called, call)).toEqual([
      [
        'entries.0.amount',
        `The same entry is already posted: ${entryTypeRule('CALL-INV').title} of 50.00 on 04/10/2020. Confirm it to post the entry.`,
      ],
    ]);
    const single = {
      key: 'ONE' as const,
      enteredShares: [{ commitmentId: 'a', amount: decimal('50'), unfunded: null }],
    };
    expect(decide(called, { ...call, ...single })).toEqual([]);
    expect(decide(called, requested('CALL-INV', '50', '2020-04-11'))).toEqual([]);
    expect(decide(called, requested('CALL-INV', '51', '2020-04-10'))).toEqual([]);
    const [entry] = called.entries;
    const { postings } = postMany({ entries: [], reversals: [{ at: 0, entry: entry! }] }, called);
    const reversed = { ...called, entries: [...called.entries, { ...postings[0]!.posting, id: 'r' }] };
    expect(decide(reversed, call)).toEqual([]);
  });
});

it('an initial close that moves past commitments, entries or locked quarters has a warning that names them', () => {
  const toPost = [
    { at: 0, requested: requested('CALL-INV', '50', '2020-02-01'), booked: null },
    { at: 1, requested: requested('FEE', '5', '2020-02-02'), booked: null },
  ];
  const { postings } = postMany({ entries: toPost, reversals: [] }, ledger);
  const entries = postings.map(({ at, posting }) => ({ ...posting, id: `e${at}` }));
  const [fee] = entries.slice(1);
  const moved = (from: string | null, to: string | null, more = {}) =>
    initialCloseWarnings(
      { from: from === null ? null : day(from), to: to === null ? null : day(to) },
      { ...ledger, entries, ...more },
    ).map(({ path, detail }) => [path.join('.'), detail]);
  expect(moved('2020-01-01', '2020-04-01', { locked: new Set([day('2020-03-31')]) })).toEqual([
    [
      'initialCloseDate',
      'The initial close on 04/01/2020 is after ‘Close’ of 01/01/2020, ‘Close’ of 01/01/2020, ‘Capital call: investments’ of 02/01/2020, 1 more record, the quarters locked through 03/31/2020. Confirm it to save the fund.',
    ],
  ]);
  // Records that were before it already, and reversed ones, don't count.
  const reversal = { ...fee!, id: 'r', reversalOf: fee!.id };
  expect(moved('2020-02-02', '2020-04-01', { entries: [...entries, reversal] })).toEqual([]);
  expect(moved('2020-02-02', '2020-04-01')).toHaveLength(1);
  expect(moved(null, '2020-01-01')).toEqual([]);
  expect(moved('2020-04-01', '2020-01-15')).toEqual([]);
  expect(moved('2020-01-01', null)).toEqual([]);
});

it('an entry with a warning is posted once somebody confirms it', () => {
  const entry = { entry: recallable('50', '2020-03-01'), bookedPeriod: null, description: null };
  const decide = (warningsConfirmed: boolean) =>
    decideEntries([entry], ledger, { holdings: new Map(), notices: [] }, { newId: () => 'new', warningsConfirmed });
  const [failure] = decide(false)._unsafeUnwrapErr();
  expect([failure?.code, failure?.path]).toEqual(['WARNINGS_NOT_CONFIRMED', ['entries', 0, 'amount']]);
  expect(failure?.detail).toContain('Confirm it to post the entry.');
  expect(decide(true)._unsafeUnwrap()).toHaveLength(1);
});
