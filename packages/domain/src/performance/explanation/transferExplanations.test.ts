import { decimal, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import type { BookedEvent, VehicleLedger } from '../period/index.ts';
import { bookOn, explainSubject, type PerformanceStep } from './index.ts';
import { countMatchingSteps, close, day, end, inputOf, ledger, nameOf } from './explanation.fixture.ts';

describe('after a transfer between partners', () => {
  const moved = (kind: BookedEvent['kind'], commitmentId: string, more: Partial<BookedEvent> = {}): BookedEvent => ({
    ...close(commitmentId, '300', true),
    id: `${kind} ${commitmentId}`,
    kind,
    date: day('2022-08-01'),
    booked: day('2022-09-30'),
    paysFee: null,
    paysCarry: null,
    seq: 2,
    ...more,
  });
  const out = moved('TRANSFER_OUT', 'a');
  const into = moved('TRANSFER_IN', 'b');
  const back = [out, into].map((bookedEvent) => ({
    ...bookedEvent,
    id: `${bookedEvent.id} back`,
    amount: bookedEvent.amount.negated(),
    reversalOf: bookedEvent.id,
    booked: end,
    seq: 3,
  }));
  const whyOf = (events: readonly BookedEvent[], id: string) => {
    const part = { book: bookOn({ ...ledger, events: [...ledger.events, ...events] }, end)!, ids: new Set([id]) };
    return explainSubject({ subject: 'COMMITMENT', id, end, parts: [part], nameOf })!.tree;
  };
  const stepsOf = (step: PerformanceStep): readonly PerformanceStep[] => [step, ...step.children.flatMap(stepsOf)];

  it.each(['a', 'b'])('splits payments from transferred amounts, and adds up: %s', (id) => {
    const why = whyOf([out, into], id);
    for (const name of ['contributions', 'distributions', 'irr', 'tvpi'] as const) countMatchingSteps(why(name)!);
    const called = stepsOf(why('contributions')!).find(({ path }) => path.at(-1) === 'called')!;
    const half = '45.60';
    expect(called.note).toMatch(/^Counts the earlier calls and distributions of the part .*, not its price/);
    expect(called.children.map(({ name, result }) => [name, result])).toEqual([
      ['Called: by itself', id === 'a' ? '91.22' : '45.61'],
      ['Called: with transfers between partners', id === 'a' ? `-${half}` : half],
    ]);
  });

  it.each([
    ['one entry', [{ a: '-70', b: '70' }]],
    ['one entry of each partner', [{ a: '-70' }, { b: '70' }]],
  ])('leaves a price out of the figures of the whole fund: %s', (_, values) => {
    const { entries } = ledger;
    const prices = values.map((amounts, i) => ({
      ...entries.find(({ type }) => type === 'CALL-INV')!,
      id: `price ${String(i)}`,
      type: 'TRANSFER' as const,
      effective: day('2022-08-01'),
      booked: day('2022-09-30'),
      shares: Object.entries(amounts).map(([commitmentId, amount]) => ({
        commitmentId,
        amount: decimal(amount),
        cost: zero,
        unfunded: zero,
        isMirror: false,
      })),
    }));
    const priced = { ...ledger, transfers: 'PRICE' as const, entries: [...entries, ...prices] };
    const ids = new Set(ledger.commitments.map(({ id }) => id));
    const whyIn = (book: VehicleLedger) => {
      const why = explainSubject({
        subject: 'VEHICLE',
        id: ledger.vehicleId,
        end,
        parts: [{ book: bookOn(book, end)!, ids }],
        nameOf,
      })!;
      return (['contributions', 'distributions', 'irr', 'tvpi'] as const).map((name) => why.tree(name)!);
    };
    const [whole, plain] = [whyIn(priced), whyIn(ledger)];
    for (const why of whole) countMatchingSteps(why);
    expect(whole.map(({ result }) => result)).toEqual(plain.map(({ result }) => result));
    // The prices are part of the NAV of the entries, where they cancel out.
    const cashIn = (why: PerformanceStep) =>
      stepsOf(why).flatMap(({ path, facts = [] }) => (path.at(-1) === 'navOfEntries' ? [] : facts));
    expect(whole.map((why) => cashIn(why).length)).toEqual(plain.map((why) => cashIn(why).length));
  });

  it('names the price if the firm counts the price', () => {
    const share = (commitmentId: string, amount: string) => ({
      commitmentId,
      amount: decimal(amount),
      cost: zero,
      unfunded: zero,
      isMirror: false,
    });
    const { entries } = ledger;
    const price = {
      ...entries.find(({ type }) => type === 'CALL-INV')!,
      id: 'price',
      type: 'TRANSFER' as const,
      effective: day('2022-08-01'),
      booked: day('2022-09-30'),
      shares: [share('a', '-70'), share('b', '70')],
    };
    const priced = { ...ledger, transfers: 'PRICE' as const, events: [...ledger.events, out, into] };
    const part = { book: bookOn({ ...priced, entries: [...entries, price] }, end)!, ids: new Set(['b']) };
    const why = explainSubject({ subject: 'COMMITMENT', id: 'b', end, parts: [part], nameOf })!.tree('contributions')!;
    countMatchingSteps(why);
    const called = stepsOf(why).find(({ path }) => path.at(-1) === 'called')!;
    expect(called.formula).toBe('performance.ownAndPrice');
    expect(called.note).toMatch(/^Counts the price of the part transferred between partners, not its earlier calls/);
    expect(called.children.map(({ name, result }) => [name, result])).toEqual([
      ['Called: by itself', '45.61'],
      ['Called: prices of transfers between partners', '70.00'],
    ]);
  });

  it('merges the cash of a transfer and its reversal into one line, and the rest still adds up to the rate', () => {
    const plain = whyOf([], 'b')('irr')!;
    const why = whyOf([out, into, ...back], 'b')('irr')!;
    countMatchingSteps(why);
    expect(why.result).toBe(plain.result);
    const folded = why.facts!.filter(({ kind }) => kind === 'REVERSED_TRANSFER');
    expect(folded).toEqual([{ kind: 'REVERSED_TRANSFER', record: out, count: 10, counted: zero }]);
    expect(why.facts).toHaveLength(plain.facts!.length + 1);
    expect(inputOf(why, 'paidIn')).toEqual(inputOf(plain, 'paidIn'));
  });
});
