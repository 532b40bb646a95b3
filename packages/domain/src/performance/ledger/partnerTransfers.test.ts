import { calendarDate, decimal, type Decimal, moneyText, significantText } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import {
  type BookedEvent,
  computeInvestors,
  computeVehicle,
  investorPositions,
  type VehicleLedger,
} from '../period/index.ts';
import { commitmentsOn } from './commitment.ts';
import type { LedgerEntry } from './entry.ts';
import type { EntryType } from './entryType.ts';
import { quarterEnd } from './quarter.ts';

const day = calendarDate;
let count = 0;
const event = (
  commitmentId: string,
  kind: BookedEvent['kind'],
  date: string,
  amount: string,
  more: Partial<BookedEvent> = {},
): BookedEvent => {
  count += 1;
  return {
    id: `event ${count}`,
    commitmentId,
    kind,
    date: day(date),
    amount: decimal(amount),
    paysFee: null,
    paysCarry: null,
    holdingId: null,
    seq: count,
    reversalOf: null,
    booked: quarterEnd(day(date)),
    ...more,
  };
};
const entry = (
  type: EntryType,
  date: string,
  shares: Readonly<Record<string, string>>,
  more: Partial<LedgerEntry> = {},
): LedgerEntry => {
  count += 1;
  return {
    id: `entry ${count}`,
    type,
    amount: decimal(0),
    effective: day(date),
    key: 'NOTICE',
    holdingId: null,
    securityId: null,
    noticeId: null,
    costRelieved: null,
    isRecallable: false,
    isOutside: false,
    settledOn: null,
    booked: quarterEnd(day(date)),
    reversalOf: null,
    shares: Object.entries(shares).map(([commitmentId, amount]) => ({
      commitmentId,
      amount: decimal(amount),
      cost: decimal(0),
      unfunded: decimal(0),
      isMirror: false,
    })),
    ...more,
  };
};
/** Acme has 300.01 called, receives 60, then sells half of its commitment to Dune for 130. Birch, also in the fund, does nothing. */
const sold: VehicleLedger = {
  vehicleId: 'fund',
  commitments: ['acme', 'birch', 'dune'].map((id) => ({ id, investorCode: id, isGp: false })),
  events: [
    event('acme', 'CLOSE', '2020-01-01', '600'),
    event('birch', 'CLOSE', '2020-01-01', '400'),
    event('acme', 'TRANSFER_OUT', '2025-08-01', '300'),
    event('dune', 'TRANSFER_IN', '2025-08-01', '300'),
  ],
  entries: [
    entry('CALL-INV', '2020-02-01', { acme: '300.01', birch: '200' }),
    entry('DIST-INC', '2024-02-01', { acme: '60', birch: '40' }),
    entry('TRANSFER', '2025-08-01', { acme: '-120', dune: '120' }),
  ],
  securities: [],
  valuations: [],
  policy: 'ILPA',
  transfers: 'HISTORY',
  navBasis: 'LEDGER',
};
const at = (ledger: VehicleLedger, end: string) => {
  const period = computeVehicle(ledger).find((periodFigures) => periodFigures.end === end)!;
  return (id: string) => period.subjects.find((subject) => subject.id === id)!;
};
const text = (value: Decimal | null) => value && significantText(value);
const money = (value: Decimal | null) => value && moneyText(value);
const amounts = (ledger: VehicleLedger, end: string, ...ids: readonly string[]) =>
  ids.map((id) => {
    const { contributions, distributions, nav } = at(ledger, end)(id);
    return [contributions, distributions, nav].map(money);
  });
const [before, after] = ['2025-06-30', '2025-09-30'] as const;

describe('a transfer between partners', () => {
  it("transfers the part's calls and distributions to the cent, and leaves NAV and the fund unchanged", () => {
    const ledger = { ...sold, entries: [...sold.entries] };
    expect(
      amounts({ ...ledger, events: sold.events.slice(0, 2), entries: sold.entries.slice(0, 2) }, '2024-03-31', 'acme'),
    ).toEqual([['300.01', '60.00', '240.01']]);
    expect(amounts(ledger, after, 'acme', 'dune', 'birch', 'fund')).toEqual([
      ['150.01', '30.00', '120.01'],
      ['150.00', '30.00', '120.00'],
      ['200.00', '40.00', '160.00'],
      ['500.01', '100.00', '400.01'],
    ]);
    const subject = at(ledger, after);
    expect([subject('acme'), subject('dune')].map(({ tvpi }) => text(tvpi))).toEqual([
      text(decimal('150.01').div('150.01')),
      '1',
    ]);
    expect(text(subject('dune').irr)).toBe('0');
    // Until then, everything belongs to the seller.
    expect(amounts(ledger, before, 'acme', 'dune')).toEqual([
      ['300.01', '60.00', '240.01'],
      ['0.00', '0.00', '0.00'],
    ]);
  });

  it('counts the price as cash if the firm chooses so, which nets to zero for the fund', () => {
    const priced: VehicleLedger = { ...sold, transfers: 'PRICE' };
    expect(amounts(priced, after, 'acme', 'dune', 'fund')).toEqual([
      ['300.01', '180.00', '120.01'],
      ['120.00', '0.00', '120.00'],
      ['500.01', '100.00', '400.01'],
    ]);
    expect(text(at(priced, after)('fund').tvpi)).toBe(text(at(sold, after)('fund').tvpi));
  });

  it('nets the price for the fund if seller and buyer have entries of their own', () => {
    const [call, distribution] = sold.entries;
    const value = (shares: Readonly<Record<string, string>>) => entry('TRANSFER', '2025-08-01', shares);
    const priced: VehicleLedger = {
      ...sold,
      transfers: 'PRICE',
      entries: [call!, distribution!, value({ acme: '-120' }), value({ dune: '120' })],
    };
    expect(amounts(priced, after, 'acme', 'dune', 'fund')).toEqual([
      ['300.01', '180.00', '120.01'],
      ['120.00', '0.00', '120.00'],
      ['500.01', '100.00', '400.01'],
    ]);
    const [fund, unsold] = [at(priced, after)('fund'), at(sold, after)('fund')];
    expect([fund.tvpi, fund.dpi, fund.irr].map(text)).toEqual([unsold.tvpi, unsold.dpi, unsold.irr].map(text));
    // Half of the price is still missing, so it counts.
    const half = { ...priced, entries: [...priced.entries.slice(0, 3), value({ dune: '60' })] };
    expect(amounts(half, after, 'fund')).toEqual([['500.01', '160.00', '340.01']]);
  });

  it('counts no price for accrued carry that passes with the value, nor for its reversal', () => {
    const value = (shares: Readonly<Record<string, string>>) => entry('TRANSFER', '2025-08-01', shares);
    const offset = value({ acme: '-15', dune: '15' });
    const moved = [
      entry('CARRY-ACCRUED', '2025-08-01', { acme: '-15' }),
      entry('CARRY-ACCRUED', '2025-08-01', { dune: '15' }),
      offset,
    ];
    const priced: VehicleLedger = { ...sold, transfers: 'PRICE', entries: [...sold.entries, ...moved] };
    const contributions = (ledger: VehicleLedger) => money(at(ledger, after)('dune').contributions);
    expect(contributions(priced)).toBe('120.00');
    expect(money(at(priced, after)('acme').distributions)).toBe('180.00');
    const reversal = { ...value({ acme: '15', dune: '-15' }), reversalOf: offset.id };
    expect(contributions({ ...priced, entries: [...priced.entries, reversal] })).toBe('120.00');
    // Without the carry, it is a price.
    expect(contributions({ ...priced, entries: [...sold.entries, offset] })).toBe('135.00');
  });

  it("counts the price if the seller is not in the ledger, as in an investor's books", () => {
    const own: VehicleLedger = {
      ...sold,
      commitments: sold.commitments.filter(({ id }) => id === 'dune'),
      events: sold.events.filter(({ commitmentId }) => commitmentId === 'dune'),
      entries: [entry('TRANSFER', '2025-08-01', { dune: '120' })],
    };
    expect(amounts(own, after, 'dune')).toEqual([['120.00', '0.00', '120.00']]);
  });

  it("removes history from the fund's net return together with the NAV that passes to a partner without fees", () => {
    const events = sold.events.map((item) => (item.kind === 'TRANSFER_IN' ? { ...item, paysFee: false } : item));
    const subject = at({ ...sold, events }, after)('fund');
    const whole = at(sold, after)('fund');
    expect([money(subject.contributions), text(subject.tvpi)]).toEqual([money(whole.contributions), text(whole.tvpi)]);
    expect(text(subject.irr)).toBe(text(whole.irr));
  });

  it('transfers nothing from the quarter of its reversal on', () => {
    const [out, into] = sold.events.slice(2);
    const back = [out!, into!].map((bookedEvent) =>
      event(bookedEvent.commitmentId, bookedEvent.kind, bookedEvent.date, moneyText(bookedEvent.amount.negated()), {
        reversalOf: bookedEvent.id,
        booked: day('2025-12-31'),
      }),
    );
    const turned = { ...sold, events: [...sold.events, ...back] };
    expect(amounts(turned, after, 'acme')[0]?.[0]).toBe('150.01');
    expect(amounts(turned, '2025-12-31', 'acme', 'dune').map(([paid]) => paid)).toEqual(['300.01', '0.00']);
  });

  const toTwo = (...outs: readonly string[]): VehicleLedger => ({
    ...sold,
    commitments: ['acme', 'birch', 'dune', 'elm'].map((id) => ({ id, investorCode: id, isGp: false })),
    events: [
      ...sold.events.slice(0, 2),
      ...outs.map((amount) => event('acme', 'TRANSFER_OUT', '2025-08-01', amount)),
      event('dune', 'TRANSFER_IN', '2025-08-01', '100'),
      event('elm', 'TRANSFER_IN', '2025-08-01', '200'),
    ],
    entries: [
      ...sold.entries.slice(0, 2),
      entry('TRANSFER', '2025-08-01', { acme: '-40', dune: '40' }),
      entry('TRANSFER', '2025-08-01', { acme: '-80', elm: '80' }),
    ],
  });
  it.each([[['100', '200']], [['300']]])(
    'transfers to each of two buyers on a day what it bought, sold as %j',
    (outs) => {
      const ledger = toTwo(...outs);
      expect(amounts(ledger, after, 'acme', 'dune', 'elm', 'fund')).toEqual([
        ['150.01', '30.00', '120.01'],
        ['50.00', '10.00', '40.00'],
        ['100.00', '20.00', '80.00'],
        ['500.01', '100.00', '400.01'],
      ]);
    },
  );

  it('keeps the other transfers of the day if one of two is reversed', () => {
    const ledger = toTwo('100', '200');
    const back = ledger.events
      .filter(({ kind, amount }) => kind.startsWith('TRANSFER') && amount.eq(200))
      .map((bookedEvent) =>
        event(bookedEvent.commitmentId, bookedEvent.kind, bookedEvent.date, '-200', {
          reversalOf: bookedEvent.id,
          booked: day('2025-12-31'),
        }),
      );
    const turned = { ...ledger, events: [...ledger.events, ...back] };
    const paid = (end: string) => amounts(turned, end, 'acme', 'dune', 'elm').map(([first]) => first);
    expect(paid(after)).toEqual(['150.01', '50.00', '100.00']);
    expect(paid('2025-12-31')).toEqual(['250.01', '50.00', '0.00']);
  });

  it('matches two sellers with three buyers', () => {
    const on = '2025-08-01';
    const ledger: VehicleLedger = {
      ...toTwo(),
      events: [
        ...sold.events.slice(0, 2),
        event('acme', 'TRANSFER_OUT', on, '200'),
        event('acme', 'TRANSFER_OUT', on, '100'),
        event('birch', 'TRANSFER_OUT', on, '400'),
        event('dune', 'TRANSFER_IN', on, '100'),
        event('elm', 'TRANSFER_IN', on, '200'),
        event('elm', 'TRANSFER_IN', on, '400'),
      ],
      entries: [...toTwo().entries, entry('TRANSFER', on, { birch: '-160', elm: '160' })],
    };
    expect(amounts(ledger, after, 'acme', 'birch', 'dune', 'elm').map(([paid]) => paid)).toEqual([
      '150.01',
      '0.00',
      '50.00',
      '300.00',
    ]);
  });

  it.each(['2025-09-30', '2025-12-31'])(
    'counts again if it is reversed by %s and entered again on its date',
    (booked) => {
      const quarter = { booked: day(booked) };
      const whole = ['acme', 'dune'].map((id, at) =>
        event(id, at === 0 ? 'TRANSFER_OUT' : 'TRANSFER_IN', '2025-08-01', '600'),
      );
      const again = whole.flatMap((bookedEvent) => [
        event(bookedEvent.commitmentId, bookedEvent.kind, bookedEvent.date, '-600', {
          reversalOf: bookedEvent.id,
          ...quarter,
        }),
        event(bookedEvent.commitmentId, bookedEvent.kind, bookedEvent.date, '600', quarter),
      ]);
      const first = entry('TRANSFER', '2025-08-01', { acme: '-240.01', dune: '240.01' });
      const values = [
        first,
        entry('TRANSFER', '2025-08-01', { acme: '240.01', dune: '-240.01' }, { reversalOf: first.id, ...quarter }),
        entry('TRANSFER', '2025-08-01', { acme: '-240.01', dune: '240.01' }, quarter),
      ];
      const ledger: VehicleLedger = {
        ...sold,
        events: [...sold.events.slice(0, 2), ...whole, ...again],
        entries: [...sold.entries.slice(0, 2), ...values],
      };
      for (const end of new Set([after, booked]))
        expect(amounts(ledger, end, 'acme', 'dune'), end).toEqual([
          ['0.00', '0.00', '0.00'],
          ['300.01', '60.00', '240.01'],
        ]);
    },
  );

  it('transfers a bought part again, and counts with the other commitments of an investor', () => {
    const events = [
      ...sold.events,
      event('dune', 'TRANSFER_OUT', '2026-02-01', '300'),
      event('birch', 'TRANSFER_IN', '2026-02-01', '300'),
    ];
    const again: VehicleLedger = {
      ...sold,
      events,
      entries: [...sold.entries, entry('TRANSFER', '2026-02-01', { dune: '-120', birch: '120' })],
    };
    expect(amounts(again, '2026-03-31', 'acme', 'birch', 'dune')).toEqual([
      ['150.01', '30.00', '120.01'],
      ['350.00', '70.00', '280.00'],
      ['0.00', '0.00', '0.00'],
    ]);
    const commitments = again.commitments.map((commitment) => ({ ...commitment, investorId: commitment.id }));
    const positions = investorPositions({ ...again, commitments }, computeVehicle(again));
    const investors = computeInvestors({ commitments: positions, from: day('2026-03-31'), policy: 'ILPA' });
    const own = at(again, '2026-03-31');
    for (const { id, irr, tvpi } of investors)
      expect([irr, tvpi].map(text)).toEqual([own(id).irr, own(id).tvpi].map(text));
    expect(commitmentsOn(again.commitments, events, day('2026-03-31')).map(({ amount }) => moneyText(amount))).toEqual([
      '300.00',
      '700.00',
      '0.00',
    ]);
  });
});
