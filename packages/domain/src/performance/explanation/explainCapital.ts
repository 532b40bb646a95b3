import {
  type CalendarDate,
  type Decimal,
  figure,
  type FigureReference,
  ok,
  type Path,
  required,
  zero,
} from '@carrara/domain/kernel';
import { dpiFormula, rvpiFormula, tvpiFormula } from '../../kernel/measures/index.ts';
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
import {
  explainReportedReturns,
  explainReportedSums,
  type ExplainStep,
  type ReportedSums,
  factsOfReports,
  sentFormula,
} from './explainReported.ts';
import { gainPath, type FindName, cashSpan, total } from './explainHoldings.ts';
import {
  cashSinceFormula,
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
  sumOfKindsFormula,
  unfundedFormula,
  unrealizedFormula,
  unrealizedOfSomeFormula,
  unrealizedShareFormula,
} from './formulas.ts';
import {
  countedDay,
  type CountedFact,
  type StepNotes,
  sumAmounts,
  type StepRecorder,
  withOppositeSign,
} from './performanceStep.ts';
import {
  type CountedPart,
  entrySums,
  type EntrySum,
  type CapitalFacts,
  factsOf,
  isMovedByTransfer,
  removeUndoneCash,
} from './capitalFacts.ts';

/** Returns the combined NAV of commitments in several vehicles, each by its vehicle's basis. Late vehicles have their last one if carried forward. */
export const existingNav = (parts: readonly CountedPart[], end: CalendarDate, carriesForward = false): ExistingNav =>
  sumOfNavs(
    parts.map(({ book, ids }) => {
      const nav = listNavs(ledgerOn(book.ledger, book.end), book.capital, book.end).sumFor([...ids]);
      return navOn(carriesForward ? book.end : end, book.end, nav);
    }),
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
  /** True if late vehicles are included with their last figures. */
  readonly carriesForward?: boolean;
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
  const kindSteps = stepsByKind(steps, group, parts, how);
  const { all, step, capitalOf } = kindSteps;
  const { figures, notes } = how;
  const { sums, ofLedger } = explainCash(kindSteps, notes);
  const { carryOwed, unrealizedOf } = explainGains(kindSteps, how.nameOf, steps);
  const { nav, value } = explainNav(kindSteps, how, unrealizedOf);
  const capital = capitalOf(all.parts);
  const before = value?.minus(capital.carryOwed) ?? null;
  step(
    'navBeforeCarry',
    'NAV before carry',
    navBeforeCarryFormula,
    { nav, carryOwed },
    before,
    notes('navBeforeCarry'),
  );
  if (!how.isMeasured) return;
  if (ofLedger === undefined)
    explainReportedReturns(step, { ...sums, nav }, { figures, notes, returns: how.returns ?? {} });
  else explainReturns(step, { ...ofLedger, nav }, { how, cash: kindSteps.factsIn(parts).cash, capital, value });
}

/** Returns functions that record steps by kind. */
function stepsByKind(steps: StepRecorder, group: string, parts: readonly CountedPart[], how: ExplainedCapital) {
  const capitalOf = (some: readonly CountedPart[]): Capital => how.whole ?? sumOfParts(some);
  const explainedAs =
    ({ suffix, owner }: Kind): Explained =>
    (path, name, more = {}) => [[group, `${path}${suffix}`], { name: `${name}${owner}`, ...more }];
  const stepOf =
    (kind: Kind): ExplainStep<Amount> =>
    (path, name, formula, inputs, result, more) => {
      const [at, stepNotes] = explainedAs(kind)(path, name, more);
      steps.step(at, formula, inputs, result, stepNotes);
      return amountAt(at, result);
    };
  const all: Kind = { parts, isReported: false, suffix: '', owner: how.owner };
  const step = stepOf(all);
  const cachedFacts = new Map<Kind['parts'], CapitalFacts>();
  const factsIn = (some: Kind['parts']): CapitalFacts => {
    const facts = cachedFacts.get(some) ?? factsOf(some);
    cachedFacts.set(some, facts);
    return facts;
  };
  const ledgerOf = (kind: Kind) => ledgerSums(steps, explainedAs(kind), factsIn(kind.parts).sums);
  /** Explains an amount of each kind by `explain`. If there are both kinds, also their sum. */
  const byKind = (kinds: Kinds, path: string, name: string, explain: (kind: Kind) => Amount, more?: StepNotes) => {
    const [own, other] = kinds;
    if (other === undefined) return explain(own);
    const inputs = { ledgers: explain(own), reports: explain(other) };
    return step(path, name, sumOfKindsFormula, inputs, sumOfAmounts(inputs.ledgers, inputs.reports), more);
  };
  return { all, step, stepOf, explainedAs, byKind, ledgerOf, factsIn, capitalOf };
}
type KindSteps = ReturnType<typeof stepsByKind>;

/** Explains the sums of cash. `ofLedger` are those of the ledger, if all are. */
function explainCash(
  { all, stepOf, byKind, ledgerOf, factsIn, capitalOf }: KindSteps,
  notes: ExplainedCapital['notes'],
) {
  const cashKinds = kindsOf(all, (part) => capitalOf([part]).unreported.has('cash'));
  const sumsOf = new Map(
    cashKinds.map((kind) => {
      const own = capitalOf(kind.parts);
      const { commitments } = factsIn(kind.parts);
      return [
        kind,
        kind.isReported
          ? { reported: explainReportedSums(stepOf(kind), own, commitments, notes) }
          : { ofLedger: explainLedgerSums(stepOf(kind), ledgerOf(kind), own, commitments) },
      ] as const;
    }),
  );
  const sumAt = (path: keyof ReportedSums<Amount>, name: string) =>
    byKind(cashKinds, path, name, (kind) => {
      const { reported, ofLedger } = required(sumsOf.get(kind), 'the sums of each kind');
      return (reported ?? ofLedger)[path];
    });
  const sums: ReportedSums<Amount> = {
    commitment: sumAt('commitment', 'Commitment'),
    contributions: sumAt('contributions', 'Contributions'),
    distributions: sumAt('distributions', 'Distributions'),
    unfunded: sumAt('unfunded', 'Unfunded'),
  };
  const [only] = cashKinds.length === 1 ? cashKinds : [];
  return { sums, ofLedger: only && sumsOf.get(only)?.ofLedger };
}

/** Explains carry and the unrealized gain. */
function explainGains(
  { all, stepOf, explainedAs, byKind, ledgerOf, capitalOf }: KindSteps,
  nameOf: FindName,
  steps: StepRecorder,
) {
  const sentKinds = kindsOf(all, ({ book }) => book.statements.length > 0);
  const carrySum = (name: 'carryPaid' | 'carryOwed', title: string) =>
    byKind(sentKinds, name, title, (kind) =>
      kind.isReported
        ? stepOf(kind)(name, title, sentFormula('carryPaid', 'money'), {}, capitalOf(kind.parts)[name])
        : ledgerOf(kind)(name),
    );
  const unrealizedOf = (kind: Kind, isSent: boolean, path = 'unrealized') => {
    const value = capitalOf(kind.parts).unrealized;
    const title = 'Unrealized gain';
    if (isSent) return stepOf(kind)(path, title, sentFormula('unrealized', 'money'), {}, value);
    const [at, stepNotes] = explainedAs(kind)(path, title);
    explainUnrealized(steps, at, kind.parts, nameOf, stepNotes);
    return amountAt(at, value);
  };
  carrySum('carryPaid', 'Carry paid');
  byKind(sentKinds, 'unrealized', 'Unrealized gain', (kind) => unrealizedOf(kind, kind.isReported));
  return { carryOwed: carrySum('carryOwed', 'Carry owed'), unrealizedOf };
}

/** Explains the NAV, by entries and gains or by reports. */
function explainNav(
  { all, stepOf, byKind, ledgerOf }: KindSteps,
  how: ExplainedCapital,
  unrealizedOf: ReturnType<typeof explainGains>['unrealizedOf'],
) {
  const { figures, notes } = how;
  const navKinds = kindsOf(all, ({ book }) => book.navBasis === 'REPORTED');
  const worthOf = (kind: Kind) => existingNav(kind.parts, how.end, how.carriesForward).unwrapOr(null);
  const worth = worthOf(all);
  const value = figures.nav === null ? null : (worth?.amount ?? null);
  const cashSinceOf = (kind: Kind) => {
    const facts = removeUndoneCash(cashSinceReports(kind.parts, how));
    const counted = { counted: facts.length };
    return stepOf(kind)('cashSince', 'Cash since the report', cashSinceFormula, counted, total(facts), { facts });
  };
  const nav = byKind(
    navKinds,
    'nav',
    'NAV',
    (kind) => {
      const own = worthOf(kind);
      const amount = value && (own?.amount ?? null);
      if (kind.isReported) {
        const reported = {
          reported: own && own.amount.minus(own.cashSince),
          cashSince: own && (own.rolledForwardFrom === null ? own.cashSince : cashSinceOf(kind)),
        };
        const navNotes = { ...notes('nav'), ...factsOfReports(own ?? {}) };
        return stepOf(kind)('nav', 'NAV', reportedNavFormula, reported, amount, navNotes);
      }
      const isSent = kind.parts.some(({ book }) => book.statements.length > 0);
      const unrealized = unrealizedOf(kind, isSent, navKinds.length > 1 ? 'unrealizedInNav' : undefined);
      return stepOf(kind)(
        'nav',
        'NAV',
        navFormula,
        { entries: ledgerOf(kind)('navOfEntries'), unrealized },
        amount,
        notes('nav'),
      );
    },
    notes('nav'),
  );
  return { nav, value };
}

/** Returns the cash since the reports that net asset values are rolled forward from: positive paid in, negative received. */
const cashSinceReports = (
  parts: readonly CountedPart[],
  { end, carriesForward }: Pick<ExplainedCapital, 'end' | 'carriesForward'>,
): readonly CountedFact[] =>
  parts.flatMap((part) => {
    const { book, ids } = part;
    const reports = existingNav([part], end, carriesForward).unwrapOr(null)?.reports ?? [];
    return reports.flatMap(({ commitmentId, date }) => {
      const isOfSome = commitmentId !== null && ids.has(commitmentId);
      const { cash } = factsOf([isOfSome ? { book, ids: new Set([commitmentId]) } : part]);
      const isSince = (fact: CountedFact) => countedDay(fact) > date && countedDay(fact) <= book.end;
      return cash.filter(isSince).map(withOppositeSign);
    });
  });

/** Parts whose amounts are explained in the same way. With parts of both kinds, each has a suffix for its paths and names its owner. */
interface Kind {
  readonly parts: readonly CountedPart[];
  readonly isReported: boolean;
  readonly suffix: string;
  readonly owner: string;
}
type Kinds = readonly [Kind, ...Kind[]];

/** Divides parts by whether others reported an amount. There is a single kind if all parts are of it. */
function kindsOf(all: Kind, isReported: (part: CountedPart) => boolean): Kinds {
  const reported = all.parts.filter(isReported);
  if (reported.length === 0) return [all];
  if (reported.length === all.parts.length) return [{ ...all, isReported: true }];
  const own = all.parts.filter((part) => !reported.includes(part));
  return [
    { ...all, parts: own, suffix: 'OfLedgers', owner: ', of funds with a ledger' },
    { parts: reported, isReported: true, suffix: 'OfReports', owner: ', of reported funds' },
  ];
}

/** Returns the combined capital of commitments in several vehicles. */
export const sumOfParts = (parts: readonly CountedPart[]): Capital =>
  parts.reduce<CapitalSum>(
    (all, { book, ids }) => [...ids].reduce((sum, id) => sum.add(requireCapital(book.capital, id)), all),
    new CapitalSum(),
  );

const sumOfAmounts = (first: Amount, second: Amount): Decimal | null =>
  first.value === null || second.value === null ? null : first.value.plus(second.value);

type Explained = (path: string, name: string, more?: StepNotes) => [Path, StepNotes];

/** Returns a function that explains a sum of the ledger, separately for what transfers between partners moved. */
function ledgerSums(steps: StepRecorder, explained: Explained, facts: CapitalFacts['sums']) {
  return (name: EntrySum) => {
    const [title, text] = entrySums[name];
    const path = name === 'unfunded' ? 'byEntries' : name;
    const sumAt = (at: string, named: string, all: readonly CountedFact[]) => {
      const [figurePath, stepNotes] = explained(at, named, { facts: all });
      steps.step(figurePath, sumOfLedgerFormula(path, text), { counted: all.length }, total(all), stepNotes);
      return amountAt(figurePath, total(all));
    };
    const all = removeUndoneCash(facts[name]);
    const passed = all.filter(isMovedByTransfer);
    if (passed.length === 0) return sumAt(path, title, all);
    const own = all.filter((fact) => !isMovedByTransfer(fact));
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
    return amountAt(at, total(all));
  };
}

/** A reference to the step of an amount. */
interface Amount extends FigureReference {
  readonly value: Decimal | null;
}
const amountAt = (at: Path, value: Decimal | null): Amount => ({ ...figure(at, value), value });

/** Explains the commitment, contributions, distributions and unfunded commitment of cash from the ledger. */
function explainLedgerSums(
  step: ExplainStep<Amount>,
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
  const contributions = step(
    'contributions',
    'Contributions',
    contributionsFormula,
    { called, excess },
    capital.called.minus(capital.excess),
  );
  const distributions = step(
    'distributions',
    'Distributions',
    distributionsFormula,
    { permanent, recallable },
    capital.permanent.plus(capital.recallable),
  );
  const byEntries = ledger('unfunded');
  const unfunded = step('unfunded', 'Unfunded', unfundedFormula, { commitment, byEntries }, capital.unfunded);
  return { commitment, contributions, distributions, unfunded, called, excess, permanent, recallable };
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
  const counted = removeUndoneCash(cash);
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
