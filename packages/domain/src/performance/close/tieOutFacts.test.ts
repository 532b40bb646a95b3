import { calendarDate, decimal, zero } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { runTieOuts, differenceText } from '../capitalAccount/index.ts';
import { computeVehicle, type VehicleLedger } from '../period/index.ts';
import { type ClosingLedger, tieOutFacts } from './index.ts';

const [locked, next] = [calendarDate('2020-03-31'), calendarDate('2020-06-30')];
const ledger: ClosingLedger = {
  vehicleId: 'fund',
  commitments: [{ id: 'a', investorCode: 'A', investorName: 'Acme', isGp: false }],
  events: [
    {
      id: 'close',
      commitmentId: 'a',
      kind: 'CLOSE',
      date: calendarDate('2020-01-01'),
      booked: locked,
      amount: decimal('500'),
      paysFee: null,
      paysCarry: null,
      holdingId: null,
      seq: 1,
      reversalOf: null,
    },
  ],
  entries: [
    {
      id: 'call',
      type: 'CALL-INV',
      amount: decimal('100'),
      effective: calendarDate('2020-02-01'),
      booked: locked,
      key: 'COMMITMENT',
      holdingId: null,
      securityId: null,
      noticeId: null,
      costRelieved: null,
      isRecallable: false,
      isOutside: false,
      settledOn: calendarDate('2020-02-01'),
      reversalOf: null,
      source: null,
      shares: [{ commitmentId: 'a', isMirror: false, amount: decimal('100'), cost: zero, unfunded: decimal('-100') }],
    },
  ],
  securities: [],
  valuations: [],
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'LEDGER',
};

/** Returns the differences of the next quarter, if the quarter before was locked with a NAV of 120 on a basis. */
const differences = (navBasis: VehicleLedger['navBasis'], navBasisThen: VehicleLedger['navBasis']) => {
  const lockedBy = new Map([
    [locked, { rules: '1', policy: 'ILPA', transfers: 'HISTORY', navBasis: navBasisThen } as const],
  ]);
  const now = { ...ledger, navBasis, lockedBy };
  const stored = { nav: decimal('120'), navBeforeCarry: decimal('120'), unfunded: decimal('400'), isReported: false };
  const outside = {
    fiscalYearEnd: '12-31',
    carryPaid: [],
    notices: new Map(),
    carry: new Map(),
    closed: (end: string) =>
      new Map(
        end === locked
          ? [
              ['fund', stored],
              ['a', stored],
            ]
          : [],
      ),
  };
  const [facts] = tieOutFacts(now, [next], outside, computeVehicle(now, next, { through: next }));
  return runTieOuts(facts!).flatMap(({ id, differences: found }) => found.map((item) => [id, differenceText(item)]));
};

it('an opening on the ledger that differs from a reported closing can be acknowledged, other differences can’t [T2] [T12]', () => {
  expect(differences('LEDGER', 'LEDGER')).toEqual([['T2', expect.stringContaining('Acme, QTD')]]);
  const reported = 'in the ledger 100.00, reported and locked 120.00, difference (20.00)';
  expect(differences('LEDGER', 'REPORTED')).toEqual([
    ['T12', `Opening NAV of the fund, from 03/31/2020: ${reported}`],
    ['T12', `Opening NAV of Acme, from 03/31/2020: ${reported}`],
  ]);
  // The statement opens with the stored NAV.
  expect(differences('REPORTED', 'REPORTED')).toEqual([]);
});

it('the opening of a reported unfunded commitment is the reported one, and its difference from the ledger’s can be acknowledged [T2] [T12]', () => {
  const sums = { nav: decimal('240'), navBeforeCarry: null, unfunded: decimal('400'), isReported: true };
  const reported = [locked, next].map((date) => ({
    id: date,
    commitmentId: 'a',
    figure: 'unfunded' as const,
    date,
    value: decimal('400'),
    booked: date,
    seq: 1,
    reversalOf: null,
  }));
  const foundWith = (entries: ClosingLedger['entries']) => {
    const now: ClosingLedger = { ...ledger, navBasis: 'REPORTED', entries, reported };
    const closed = (end: string) => new Map(end === locked ? [['fund', sums] as const, ['a', sums] as const] : []);
    const outside = { fiscalYearEnd: '12-31', carryPaid: [], notices: new Map(), carry: new Map(), closed };
    const [facts] = tieOutFacts(now, [next], outside, computeVehicle(now, next, { through: next }));
    return runTieOuts(facts!).flatMap(({ id, differences: found }) => found.map((item) => [id, differenceText(item)]));
  };
  expect(foundWith([])).toEqual([]);
  // With the first cash, the ledger is the source of the unfunded commitment.
  const opening = (name: string) => [
    'T12',
    `Opening unfunded commitment of ${name}, from 03/31/2020: in the ledger 500.00, reported and locked 400.00, difference 100.00`,
  ];
  expect(foundWith(ledger.entries.map((entry) => ({ ...entry, booked: next })))).toEqual(
    expect.arrayContaining([opening('the fund'), opening('Acme')]),
  );
});

it('the NAV of a ledger from a data transfer isn’t compared with the fund’s balance, of which it has only the investor’s cash [T5]', () => {
  const source = { kind: 'TRANSFER', id: 't', row: 0 } as const;
  const bought = { ...ledger.entries[0]!, id: 'bought', type: 'TRANSFER' as const };
  const foundWith = (brought: typeof source | null) => {
    const entries = [...ledger.entries, bought].map((entry) => ({ ...entry, source: brought }));
    const now: ClosingLedger = { ...ledger, navBasis: 'REPORTED', entries };
    const outside = {
      fiscalYearEnd: '12-31',
      carryPaid: [],
      notices: new Map(),
      carry: new Map(),
      closed: () => new Map(),
    };
    const [facts] = tieOutFacts(now, [next], outside, computeVehicle(now, next, { through: next }));
    return runTieOuts(facts!).flatMap(({ id, differences: found }) => (id === 'T5' && found.length > 0 ? [id] : []));
  };
  expect(foundWith(source)).toEqual([]);
  expect(foundWith(null)).toEqual(['T5']);
});

it('a partner without a reported NAV is named if the fund has one, and the difference can be acknowledged [T12]', () => {
  const entry = ledger.entries[0]!;
  const share = (commitmentId: string) => ({ ...entry.shares[0]!, commitmentId, amount: decimal('50') });
  const reported = (commitmentId: string | null, value: string) => ({
    id: `${commitmentId ?? 'fund'} ${value}`,
    commitmentId,
    figure: 'nav' as const,
    date: next,
    value: decimal(value),
    booked: next,
    seq: 1,
    reversalOf: null,
  });
  const foundWith = (...navs: readonly ReturnType<typeof reported>[]) => {
    const two: ClosingLedger = {
      ...ledger,
      navBasis: 'REPORTED',
      commitments: [...ledger.commitments, { id: 'b', investorCode: 'B', investorName: 'Birch', isGp: false }],
      events: ['a', 'b'].map((id) => ({ ...ledger.events[0]!, id: `close ${id}`, commitmentId: id })),
      entries: [{ ...entry, shares: [share('a'), share('b')] }],
      reported: [reported(null, '120'), ...navs],
    };
    const outside = {
      fiscalYearEnd: '12-31',
      carryPaid: [],
      notices: new Map(),
      carry: new Map(),
      closed: () => new Map(),
    };
    const [facts] = tieOutFacts(two, [next], outside, computeVehicle(two, next, { through: next }));
    return runTieOuts(facts!)
      .filter(({ id }) => id === 'T12')
      .flatMap(({ blocksLock, differences: found }) => found.map((pair) => [blocksLock, differenceText(pair)]));
  };
  expect(foundWith()).toEqual([
    [false, 'NAV of the partners (no NAV is reported for Acme, Birch): 0.00, should be 120.00, difference (120.00)'],
  ]);
  expect(foundWith(reported('a', '60'))).toEqual([
    [false, 'NAV of the partners (no NAV is reported for Birch): 60.00, should be 120.00, difference (60.00)'],
  ]);
  expect(foundWith(reported('a', '60'), reported('b', '61'))).toEqual([
    [false, 'NAV of the partners: 121.00, should be 120.00, difference 1.00'],
  ]);
  expect(foundWith(reported('a', '60'), reported('b', '60'))).toEqual([]);
});

it('a manager’s contributions, distributions and returns aren’t compared after a transfer between partners, whose price counts here [T12]', () => {
  const source = { kind: 'TRANSFER', id: 't', row: 0 } as const;
  const entry = ledger.entries[0]!;
  const sold = {
    ...ledger.events[0]!,
    id: 'out',
    kind: 'TRANSFER_OUT' as const,
    date: calendarDate('2020-05-15'),
    booked: next,
    amount: decimal('250'),
    source,
  };
  const price = {
    ...entry,
    id: 'price',
    type: 'TRANSFER' as const,
    amount: decimal('-60'),
    effective: sold.date,
    booked: next,
    source,
    shares: [{ ...entry.shares[0]!, amount: decimal('-60'), unfunded: decimal('50') }],
  };
  const report = (figure: 'nav' | 'commitment' | 'contributions' | 'distributions', value: string) => ({
    id: figure,
    commitmentId: 'a',
    figure,
    date: next,
    value: decimal(value),
    booked: next,
    seq: 1,
    reversalOf: null,
    source,
  });
  // By its history, half of the call of 100 passed. Here the price of 60 was received.
  const sent = [report('nav', '60'), report('contributions', '50'), report('distributions', '0')];
  const foundWith = (more: Partial<ClosingLedger>) => {
    const now: ClosingLedger = {
      ...ledger,
      navBasis: 'REPORTED',
      events: [...ledger.events, sold],
      entries: [entry, price],
      reported: sent,
      ...more,
    };
    const outside = {
      fiscalYearEnd: '12-31',
      carryPaid: [],
      notices: new Map(),
      carry: new Map(),
      closed: () => new Map(),
    };
    const [facts] = tieOutFacts(now, [next], outside, computeVehicle(now, next, { through: next }));
    return runTieOuts(facts!).flatMap(({ id, differences: found }) =>
      id === 'T12' ? found.map((pair) => differenceText(pair)) : [],
    );
  };
  expect(foundWith({})).toEqual([]);
  // Amounts without a basis are, and so are figures that somebody entered here.
  expect(foundWith({ reported: [...sent, report('commitment', '500')] })).toEqual([
    'Commitment of Acme: 500.00, should be 250.00, difference 250.00',
  ]);
  const contributions = 'Contributions of Acme: 50.00, should be 100.00, difference (50.00)';
  expect(foundWith({ reported: sent.map((item) => ({ ...item, source: null })) })).toContain(contributions);
  // Without a transfer, or once it is reversed, they count the same cash.
  expect(foundWith({ events: ledger.events, entries: [entry] })).toContain(contributions);
  const reversal = { ...sold, id: 'back', reversalOf: 'out', amount: decimal('-250') };
  expect(foundWith({ events: [...ledger.events, sold, reversal], entries: [entry] })).toContain(contributions);
});

it('a multiple of the fund as a whole is compared with that of all partners, and its name says so [T12]', () => {
  const entry = ledger.entries[0]!;
  const share = (commitmentId: string, amount: string) => ({
    ...entry.shares[0]!,
    commitmentId,
    amount: decimal(amount),
  });
  const closes = (isFree: boolean) =>
    ['a', 'b'].map((id) => ({
      ...ledger.events[0]!,
      id: `close ${id}`,
      commitmentId: id,
      paysFee: id === 'b' && isFree ? false : null,
    }));
  const report = (figure: 'nav' | 'tvpi', commitmentId: string | null, value: string) => ({
    id: `${figure} ${commitmentId ?? 'fund'}`,
    commitmentId,
    figure,
    date: next,
    value: decimal(value),
    booked: next,
    seq: 1,
    reversalOf: null,
  });
  // Acme has 1.2x, Birch, which pays no fees, has 2x, and both have 1.6x.
  const foundWith = (tvpi: string, isFree = true) => {
    const two: ClosingLedger = {
      ...ledger,
      navBasis: 'REPORTED',
      commitments: [...ledger.commitments, { id: 'b', investorCode: 'B', investorName: 'Birch', isGp: false }],
      events: closes(isFree),
      entries: [{ ...entry, shares: [share('a', '50'), share('b', '50')] }],
      reported: [report('nav', 'a', '60'), report('nav', 'b', '100'), report('tvpi', null, tvpi)],
    };
    const outside = {
      fiscalYearEnd: '12-31',
      carryPaid: [],
      notices: new Map(),
      carry: new Map(),
      closed: () => new Map(),
    };
    const [facts] = tieOutFacts(two, [next], outside, computeVehicle(two, next, { through: next }));
    return runTieOuts(facts!).flatMap(({ id, differences: found }) =>
      id === 'T12' ? found.map((pair) => differenceText(pair)) : [],
    );
  };
  expect(foundWith('1.6')).toEqual([]);
  expect(foundWith('1.2')).toEqual(['TVPI of the fund, all partners: 1.2, should be 1.6, difference -0.4']);
  expect(foundWith('1.2', false)).toEqual(['TVPI of the fund: 1.2, should be 1.6, difference -0.4']);
});

it('calls in full and returned excess as distributed, as in a capital account, match the ledger [T12]', () => {
  const share = (amount: string) => ({ ...ledger.entries[0]!.shares[0]!, amount: decimal(amount) });
  const excess = { ...ledger.entries[0]!, id: 'excess', type: 'EXCESS-INV' as const, amount: decimal('30') };
  const t12 = (...values: readonly (readonly [string | null, string, string])[]) => {
    const reported = values.flatMap(([commitmentId, contributions, distributions]) =>
      Object.entries({ contributions, distributions }).map(([figure, value]) => ({
        id: `${commitmentId ?? 'fund'} ${figure}`,
        commitmentId,
        figure: figure as 'contributions' | 'distributions',
        date: next,
        value: decimal(value),
        booked: next,
        seq: 1,
        reversalOf: null,
      })),
    );
    const entries = [...ledger.entries, { ...excess, shares: [share('30')] }];
    const now: ClosingLedger = { ...ledger, entries, reported };
    const outside = {
      fiscalYearEnd: '12-31',
      carryPaid: [],
      notices: new Map(),
      carry: new Map(),
      closed: () => new Map(),
    };
    const [facts] = tieOutFacts(now, [next], outside, computeVehicle(now, next, { through: next }));
    return runTieOuts(facts!).flatMap(({ id, differences: found }) => (id === 'T12' ? found.map(differenceText) : []));
  };
  // 100 was called, and 30 of it returned.
  expect(t12([null, '70', '0'], ['a', '70', '0'])).toEqual([]);
  expect(t12([null, '100', '30'], ['a', '100', '30'])).toEqual([]);
  expect(t12(['a', '100', '33'])).toEqual(['Distributions of Acme: 33.00, should be 30.00, difference 3.00']);
  expect(t12(['a', '100', '0'])).toEqual(['Contributions of Acme: 100.00, should be 70.00, difference 30.00']);
});

it('a figure reported late for an earlier quarter is compared with that quarter where it is displayed [T12]', () => {
  const report = { id: 'late', commitmentId: null, figure: 'nav' as const, date: locked, seq: 1, reversalOf: null };
  const t12 = (value: string, end = next) => {
    const now: ClosingLedger = { ...ledger, reported: [{ ...report, value: decimal(value), booked: next }] };
    const outside = {
      fiscalYearEnd: '12-31',
      carryPaid: [],
      notices: new Map(),
      carry: new Map(),
      closed: () => new Map(),
    };
    const [facts] = tieOutFacts(now, [end], outside, computeVehicle(now, end, { through: end }));
    return runTieOuts(facts!).flatMap(({ id, differences: found }) => (id === 'T12' ? found.map(differenceText) : []));
  };
  expect(t12('900')).toEqual([
    'NAV of the fund on 03/31/2020: reported late 900.00, in that quarter 100.00, difference 800.00',
  ]);
  expect(t12('100')).toEqual([]);
  expect(t12('900', calendarDate('2020-09-30'))).toEqual([]);
});
