import {
  type CalendarDate,
  type Decimal,
  figure,
  type Formula,
  groupBy,
  type InputValues,
  ok,
  type Path,
  zero,
} from '@carrara/domain/kernel';
import { dpiFormula, rvpiFormula, tvpiFormula } from '../../kernel/measures/index.ts';
import { effectOfShare, eventAmount, type LedgerEntry } from '../ledger/index.ts';
import {
  type Capital,
  requireCapital,
  CapitalSum,
  type FigureName,
  type Figures,
  type ExistingNav,
  navFormula,
  navOn,
  ledgerOn,
  listNavs,
  reportedNavFormula,
  type ReportedReturns,
  sumOfNavs,
} from '../period/index.ts';
import {
  distributedFormula,
  investorMultiples,
  type MultiplePolicy,
  paidInFormula,
  picFormula,
} from '../return/index.ts';
import type { Book } from './book.ts';
import {
  explainReportedReturns,
  explainReportedSums,
  type ExplainStep,
  reportsOfNav,
  sentFormula,
} from './explainReported.ts';
import { gainPath, type FindName, cashSpan, total } from './explainHoldings.ts';
import {
  historyNote,
  priceNote,
  commitmentFormula,
  contributionsFormula,
  distributionsFormula,
  navBeforeCarryFormula,
  netIrrFormula,
  ownAndPassedFormula,
  ownAndPriceFormula,
  sumOfLedgerFormula,
  unfundedFormula,
  unrealizedFormula,
  unrealizedOfSomeFormula,
  unrealizedShareFormula,
} from './formulas.ts';
import { type CountedFact, type StepNotes, sumAmounts, type StepRecorder } from './performanceStep.ts';

/** The commitments of a vehicle that a figure includes. */
export interface CountedPart {
  readonly book: Book;
  readonly ids: ReadonlySet<string>;
}

const entrySums = {
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
type EntrySum = keyof typeof entrySums;

interface CapitalFacts {
  readonly sums: Readonly<Record<EntrySum, readonly CountedFact[]>>;
  readonly cash: readonly CountedFact[];
  readonly commitments: readonly CountedFact[];
}

/** Returns the ledger facts in each sum. */
function factsOf(parts: readonly CountedPart[]): CapitalFacts {
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
      if (effect.flows.length > 0 && !(isPassed(flow) && flow.counted.isZero())) cash.push(flow);
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

const isPassed = (fact: CountedFact): boolean =>
  fact.kind === 'REVERSED_TRANSFER' || (fact.kind === 'ENTRY' && fact.passedBy !== undefined);

/** Removes cash that a transfer passed and its reversal returned on the same date, to the cent. Returns one line per transfer instead. */
function withoutUndone(facts: readonly CountedFact[]): readonly CountedFact[] {
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

/** Returns the combined NAV of commitments in several vehicles, each by its vehicle's basis. */
export const existingNav = (parts: readonly CountedPart[], end: CalendarDate): ExistingNav =>
  sumOfNavs(
    parts.map(({ book, ids }) =>
      navOn(end, book.end, listNavs(ledgerOn(book.ledger, book.end), book.capital, book.end).sumFor([...ids])),
    ),
  );

export interface ExplainedCapital {
  readonly end: CalendarDate;
  readonly policy: MultiplePolicy;
  /** The figures as displayed. */
  readonly figures: Figures;
  readonly notes: (figure: FigureName) => StepNotes;
  readonly nameOf: FindName;
  /** True if the rate and the multiples are explained here. A vehicle's are those of the fee-paying commitments. */
  readonly isMeasured: boolean;
  /** A suffix for the names of the steps that says which commitments they include. */
  readonly owner: string;
  /** Amounts reported for the whole, used instead of the sum of its commitments. */
  readonly whole?: Capital | undefined;
  /** The reported returns. */
  readonly returns?: ReportedReturns | undefined;
}

/**
 * Records the steps of capital accounts at `[place, figure]`: commitment, contributions, distributions, unfunded, NAV and their parts. If measured,
 * also the rate and the multiples as displayed.
 */
export function explainCapital(
  steps: StepRecorder,
  group: string,
  parts: readonly CountedPart[],
  how: ExplainedCapital,
): void {
  const { figures, notes, owner } = how;
  const { sums: facts, cash, commitments } = factsOf(parts);
  const sum = new CapitalSum();
  for (const { book, ids } of parts) for (const id of ids) sum.add(requireCapital(book.capital, id));
  const capital = how.whole ?? sum;
  const explained: Explained = (path, name, more = {}) => [[group, path], { name: `${name}${owner}`, ...more }];
  const ledger = ledgerSums(steps, explained, facts);
  const step = <F extends Formula>(
    path: string,
    name: string,
    formula: F,
    inputs: InputValues<F>,
    result: Decimal | null,
    more?: StepNotes,
  ) => {
    const [at, stepNotes] = explained(path, name, more);
    steps.step(at, formula, inputs, result, stepNotes);
    return figure(at, result);
  };
  const asReported = capital.unreported.has('cash')
    ? explainReportedSums(step, capital, commitments, notes)
    : undefined;
  const sums = asReported ? undefined : explainLedgerSums(step, ledger, capital, commitments);
  const [unrealizedAt, unrealizedNotes] = explained('unrealized', 'Unrealized gain');
  const isSent = parts.some(({ book }) => book.statements.length > 0);
  if (isSent) {
    step('carryPaid', 'Carry paid', sentFormula('carryPaid', 'money'), {}, capital.carryPaid);
    step('unrealized', 'Unrealized gain', sentFormula('unrealized', 'money'), {}, capital.unrealized);
  } else {
    ledger('carryPaid');
    explainUnrealized(steps, unrealizedAt, parts, how.nameOf, unrealizedNotes);
  }
  const unrealized = figure(unrealizedAt, capital.unrealized);
  const worth = existingNav(parts, how.end).unwrapOr(null);
  const value = figures.nav === null ? null : (worth?.amount ?? null);
  const isReported = parts.some(({ book }) => book.navBasis === 'REPORTED');
  const reportedNav = { reported: worth && worth.amount.minus(worth.cashSince), cashSince: worth && worth.cashSince };
  const nav = isReported
    ? step('nav', 'NAV', reportedNavFormula, reportedNav, value, { ...notes('nav'), ...reportsOfNav(worth ?? {}) })
    : step('nav', 'NAV', navFormula, { entries: ledger('navOfEntries'), unrealized }, value, notes('nav'));
  const before = value?.minus(capital.carryOwed) ?? null;
  step(
    'navBeforeCarry',
    'NAV before carry',
    navBeforeCarryFormula,
    {
      nav,
      carryOwed: isSent
        ? step('carryOwed', 'Carry owed', sentFormula('carryPaid', 'money'), {}, capital.carryOwed)
        : ledger('carryOwed'),
    },
    before,
    notes('navBeforeCarry'),
  );
  if (!how.isMeasured) return;
  if (asReported) explainReportedReturns(step, { ...asReported, nav }, { figures, notes, returns: how.returns ?? {} });
  if (sums !== undefined) explainReturns(step, { ...sums, nav }, { how, cash, capital, value });
}

type Explained = (path: string, name: string, more?: StepNotes) => [Path, StepNotes];

/** Returns a function that explains a sum of the ledger, separately for what transfers between partners moved. */
function ledgerSums(steps: StepRecorder, explained: Explained, facts: CapitalFacts['sums']) {
  return (name: EntrySum) => {
    const [title, text] = entrySums[name];
    const path = name === 'unfunded' ? 'byEntries' : name;
    const sumAt = (at: string, named: string, all: readonly CountedFact[]) => {
      const [figurePath, stepNotes] = explained(at, named, { facts: all });
      steps.step(figurePath, sumOfLedgerFormula(path, text), { counted: all.length }, total(all), stepNotes);
      return figure(figurePath, total(all));
    };
    const all = withoutUndone(facts[name]);
    const passed = all.filter(isPassed);
    if (passed.length === 0) return sumAt(path, title, all);
    const own = all.filter((fact) => !isPassed(fact));
    const isPrice = passed.every((fact) => fact.kind === 'ENTRY' && fact.passedBy === null);
    const [at, rowNotes] = explained(path, title, { note: isPrice ? priceNote : historyNote });
    const ownSum = sumAt(`${path}Own`, `${title}: by itself`, own);
    if (isPrice) {
      const price = sumAt(`${path}Passed`, `${title}: prices of transfers between partners`, passed);
      steps.step(at, ownAndPriceFormula, { own: ownSum, price }, total(all), rowNotes);
    } else {
      const sum = sumAt(`${path}Passed`, `${title}: with transfers between partners`, passed);
      steps.step(at, ownAndPassedFormula, { own: ownSum, passed: sum }, total(all), rowNotes);
    }
    return figure(at, total(all));
  };
}

/** A reference to the step of an amount. */
type Amount = InputValues<typeof netIrrFormula>['nav'];

/** Explains the commitment, contributions, distributions and unfunded commitment of cash from the ledger. */
function explainLedgerSums(
  step: ExplainStep<ReturnType<typeof figure>>,
  ledger: ReturnType<typeof ledgerSums>,
  capital: Capital,
  commitments: readonly CountedFact[],
) {
  const commitment = step(
    'commitment',
    'Commitment',
    commitmentFormula,
    { counted: commitments.length },
    capital.commitment,
    { facts: commitments },
  );
  const [called, excess, permanent, recallable] = [
    ledger('called'),
    ledger('excess'),
    ledger('permanent'),
    ledger('recallable'),
  ];
  step(
    'contributions',
    'Contributions',
    contributionsFormula,
    { called, excess },
    capital.called.minus(capital.excess),
  );
  step(
    'distributions',
    'Distributions',
    distributionsFormula,
    { permanent, recallable },
    capital.permanent.plus(capital.recallable),
  );
  step('unfunded', 'Unfunded', unfundedFormula, { commitment, byEntries: ledger('unfunded') }, capital.unfunded);
  return { commitment, called, excess, permanent, recallable };
}

/** Explains the rate and the multiples of cash from the ledger. `value` is the NAV. */
function explainReturns(
  step: ExplainStep<Amount>,
  {
    nav,
    commitment,
    called,
    excess,
    permanent,
    recallable,
  }: Readonly<Record<'nav' | 'commitment' | 'called' | 'excess' | 'permanent' | 'recallable', Amount>>,
  {
    how,
    cash,
    capital,
    value,
  }: {
    readonly how: ExplainedCapital;
    readonly cash: readonly CountedFact[];
    readonly capital: Capital;
    readonly value: Decimal | null;
  },
): void {
  const { figures, notes, policy } = how;
  const counted = withoutUndone(cash);
  const { firstDay, lastDay, days } = cashSpan(cash, how.end);
  const { paid, received } = cashSpan(counted, how.end);
  step('irr', 'Net IRR', netIrrFormula, { paidIn: paid, received, nav, firstDay, lastDay, days }, figures.irr, {
    facts: counted,
    ...notes('irr'),
  });
  const multiples = investorMultiples({
    called: capital.called,
    excess: capital.excess,
    recallable: capital.recallable,
    permanent: capital.permanent,
    commitment: capital.commitment,
    policy,
    nav: ok(value ?? zero),
  });
  const paidIn = step('paidIn', 'Paid in', paidInFormula, { called, excess, recallable, policy }, multiples.paidIn);
  const distributed = step(
    'distributed',
    'Distributed',
    distributedFormula,
    { permanent, recallable, policy },
    multiples.distributed,
  );
  const dpi = step(
    'dpi',
    'DPI',
    dpiFormula,
    { distributions: distributed, contributions: paidIn },
    figures.dpi,
    notes('dpi'),
  );
  const rvpi = step('rvpi', 'RVPI', rvpiFormula, { nav, contributions: paidIn }, figures.rvpi, notes('rvpi'));
  step('tvpi', 'TVPI', tvpiFormula, { dpi, rvpi }, figures.tvpi, notes('tvpi'));
  step('pic', 'PIC', picFormula, { paidIn, commitment }, figures.pic, notes('pic'));
}

/** Explains the counted commitments' part of each holding's gain. */
function explainUnrealized(
  steps: StepRecorder,
  path: Path,
  parts: readonly CountedPart[],
  nameOf: FindName,
  stepNotes: StepNotes,
): void {
  const shares = parts.flatMap(({ book, ids }) =>
    book.holdings.flatMap((holding) => {
      const own = [...ids].flatMap((id) => {
        const share = holding.gain.shareOf(id);
        return share === undefined ? [] : [{ id, share }];
      });
      const [only] = own;
      if (only === undefined) return [];
      const at: Path = [...path, holding.id];
      const value = sumAmounts(own.map(({ share }) => share.share));
      const gain = figure(gainPath(holding.id), only.share.gain);
      const name = `Share of the unrealized gain of ${nameOf(holding.id)}`;
      if (own.length === 1) {
        const { shareThen, gainThen, commitment, allCommitments } = only.share;
        steps.step(at, unrealizedShareFormula, { shareThen, gain, gainThen, commitment, allCommitments }, value, {
          name,
        });
      } else {
        const names = { share: own.map(({ id }) => nameOf(id)) };
        steps.step(at, unrealizedOfSomeFormula, { gain, share: own.map(({ share }) => share.share) }, value, {
          name,
          names,
        });
      }
      return [{ holding, part: figure(at, value) }];
    }),
  );
  const value = sumAmounts(shares.map(({ part }) => part.value as Decimal));
  steps.step(path, unrealizedFormula, { holding: shares.map(({ part }) => part) }, value, {
    ...stepNotes,
    names: { holding: shares.map(({ holding }) => nameOf(holding.id)) },
  });
}
