import { type Decimal, groupBy, zero } from '@carrara/domain/kernel';
import { effectOfShare, eventAmount, type LedgerEntry } from '../ledger/index.ts';
import { CapitalSum } from '../period/index.ts';
import type { Book } from './book.ts';
import { total } from './explainHoldings.ts';
import { type CountedFact, sumAmounts } from './performanceStep.ts';

/** The commitments of a vehicle that a figure includes. */
export interface CountedPart {
  readonly book: Book;
  readonly ids: ReadonlySet<string>;
}

export const entrySums = {
  called: [
    'Called',
    'called = all booked capital calls, including those outside the commitment, and carry that the general partner returned',
  ],
  excess: ['Returned excess', 'excess returned from calls'],
  permanent: [
    'Permanent distributions',
    'distributions that can’t be called again, and carry paid to the general partner',
  ],
  recallable: ['Recallable distributions', 'distributions that may be called again'],
  unfunded: ['Change in the unfunded commitment', 'the change that the entries make to the unfunded commitment'],
  navOfEntries: [
    'NAV of the entries',
    'the sum of the entries by the sign rule: the amount that each adds to the net asset value',
  ],
  carryOwed: ['Carry owed', 'carry earned and accrued but not paid yet: rows 97, 98, 101 and 102'],
  carryPaid: ['Carry paid', 'carry paid less clawback returned: rows 101 and 102; negative for the recipient'],
} as const;
export type EntrySum = keyof typeof entrySums;

export interface CapitalFacts {
  readonly sums: Readonly<Record<EntrySum, readonly CountedFact[]>>;
  readonly cash: readonly CountedFact[];
  readonly commitments: readonly CountedFact[];
}

/** Returns the ledger facts in each sum. */
export function factsOf(parts: readonly CountedPart[]): CapitalFacts {
  const sums = Object.fromEntries(Object.keys(entrySums).map((name) => [name, [] as CountedFact[]])) as Record<
    EntrySum,
    CountedFact[]
  >;
  const cash: CountedFact[] = [];
  const commitments: CountedFact[] = [];
  for (const { book, ids } of parts) {
    const events = new Map(book.ledger.events.map((event) => [event.id, event]));
    const factOf = (entry: LedgerEntry, counted: Decimal): CountedFact => {
      const passed = entry.shares.find(({ isPassed }) => isPassed);
      return {
        kind: 'ENTRY',
        record: entry,
        counted,
        ...(passed && { passedBy: events.get(passed.passedBy ?? '') ?? null }),
      };
    };
    const isPrice = ({ type, shares }: LedgerEntry) => type === 'TRANSFER' && shares.some((share) => share.isPassed);
    for (const { entry, price, sum } of countedPrices(book.measured.filter(isPrice), ids)) {
      sums[sum].push(factOf(entry, sum === 'called' ? price.negated() : price));
      cash.push(factOf(entry, price));
    }
    for (const entry of book.measured.filter((measured) => !isPrice(measured))) {
      const effect = new CapitalSum();
      for (const share of entry.shares) if (ids.has(share.commitmentId)) effect.share(entry, share);
      for (const name of Object.keys(entrySums) as EntrySum[]) {
        if (!effect[name].isZero()) sums[name].push(factOf(entry, effect[name]));
      }
      const flow = factOf(entry, sumAmounts(effect.flows.map(({ amount }) => amount)));
      // Cash that passes between two counted partners cancels out in their sum.
      if (effect.flows.length > 0 && !(isMovedByTransfer(flow) && flow.counted.isZero())) cash.push(flow);
    }
    for (const event of book.ledger.events) {
      const counted = eventAmount(event);
      if (event.booked <= book.end && ids.has(event.commitmentId) && !counted.isZero())
        commitments.push({ kind: 'COMMITMENT', record: event, counted });
    }
  }
  return { sums, cash, commitments };
}

/** Returns the prices of transfers that don't cancel out among the counted partners, and the sum that each is part of. */
function countedPrices(entries: readonly LedgerEntry[], ids: CountedPart['ids']) {
  const prices = entries.map((entry) => {
    const counted = entry.shares.filter(({ commitmentId }) => ids.has(commitmentId));
    return { entry, price: sumAmounts(counted.map((share) => effectOfShare(entry, share).cash)) };
  });
  return [...groupBy(prices, ({ entry }) => entry.effective).values()].flatMap((ofDay) => {
    const net = sumAmounts(ofDay.map(({ price }) => price));
    const sum = net.gt(0) ? ('permanent' as const) : ('called' as const);
    return net.isZero() ? [] : ofDay.filter(({ price }) => !price.isZero()).map((priced) => ({ ...priced, sum }));
  });
}

export const isMovedByTransfer = (fact: CountedFact): boolean =>
  fact.kind === 'REVERSED_TRANSFER' || (fact.kind === 'ENTRY' && fact.passedBy !== undefined);

/** Removes cash that a transfer passed and its reversal returned on the same date, to the cent. Returns one line per transfer instead. */
export function removeUndoneCash(facts: readonly CountedFact[]): readonly CountedFact[] {
  const groups = new Map<string, CountedFact[]>();
  for (const fact of facts) {
    if (fact.kind !== 'ENTRY' || !fact.passedBy) continue;
    const key = `${fact.passedBy.id} ${fact.record.id}`;
    groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  const undone = [...groups.values()].filter((all) => all.length > 1 && total(all).isZero()).flat();
  if (undone.length === 0) return facts;
  const remaining = new Set(undone);
  const transfers = new Map<string, Extract<CountedFact, { kind: 'REVERSED_TRANSFER' }>>();
  for (const fact of undone) {
    if (fact.kind !== 'ENTRY' || !fact.passedBy) continue;
    const passedBy = fact.passedBy;
    const count = (transfers.get(passedBy.id)?.count ?? 0) + 1;
    transfers.set(passedBy.id, { kind: 'REVERSED_TRANSFER', record: passedBy, count, counted: zero });
  }
  return [...facts.filter((fact) => !remaining.has(fact)), ...transfers.values()];
}
