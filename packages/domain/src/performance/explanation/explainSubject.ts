import { type CalendarDate, required } from '@carrara/domain/kernel';
import {
  accountAmounts,
  requireCapital,
  countedCommitments,
  capitalFigures,
  resolveCoverage,
  coverageOn,
  figureByFigure,
  type FigureName,
  partsWithFigure,
  investorReturns,
  isAllPartners,
  type ReportedReturns,
  vehicleReturns,
  type Figures,
  measuredAs,
  measureVehicle,
  type InvestorCoverage,
  type Subject,
} from '../period/index.ts';
import type { CountedPart } from './capitalFacts.ts';
import { type ExplainedCapital, explainCapital, existingNav, sumOfParts } from './explainCapital.ts';
import { explainHoldings, type FindName } from './explainHoldings.ts';
import { sentFormula } from './explainReported.ts';
import { feePayersSuffix } from './formulas.ts';
import { undeterminedReason } from './remedies.ts';
import { type PerformanceStep, type StepNotes, StepRecorder } from './performanceStep.ts';

export interface ExplainedSubject {
  readonly subject: Subject;
  readonly id: string;
  /** The requested quarter end. */
  readonly end: CalendarDate;
  /** The vehicle with the included commitments. For an investor, every vehicle of the currency with the investor's commitments. */
  readonly parts: readonly CountedPart[];
  readonly nameOf: FindName;
  /** For a vehicle, true to explain the figures of all partners instead of the fee-paying limited partners. */
  readonly coversAllPartners?: boolean;
  /** True in an investor's own books, which have no other partners to name. */
  readonly isOwnBooks?: boolean;
  /** For an investor, true to include late vehicles with their last figures. */
  readonly carriesForward?: boolean;
}

export interface ExplainedFigures {
  /** The quarter end of the figures. For a commitment, and for a vehicle that had ended, the last one until then. */
  readonly end: CalendarDate;
  readonly figures: Figures;
  /** The vehicles that an investor's figures leave out; null if none. */
  readonly coverage: InvestorCoverage | null;
  /** Returns the derivation of a figure; undefined if the subject doesn't have it. */
  readonly tree: (figure: FigureName) => PerformanceStep | undefined;
}

const ownerOfParts = (parts: readonly CountedPart[], coverage: InvestorCoverage | null): string =>
  coverage === null || parts.length === coverage.total ? '' : `, of ${parts.length} of ${coverage.total} funds`;

/** The part under which a figure is recorded. */
type Group = 'measured' | 'holdings';
const capitalMoney = [
  'commitment',
  'contributions',
  'distributions',
  'recallable',
  'unfunded',
  'nav',
  'navBeforeCarry',
  'carryPaid',
  'unrealized',
] as const;
const measuredFigures = ['irr', 'dpi', 'rvpi', 'tvpi', 'pic'] as const;
const holdingFigures = ['invested', 'proceeds', 'income', 'cost', 'fairValue', 'grossIrr', 'grossMoic'] as const;

/**
 * Explains each figure of a subject at a quarter end, down to the entries, values and commitment changes it includes.
 *
 * The figures are recomputed with the rules that computed the stored ones, and a step adds up exactly the facts that these rules counted.
 *
 * Units:  as the figures: one currency in whole cents, rates fractions.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never; undefined if the subject has no figures at that quarter end.
 */
export function explainSubject({
  subject,
  id,
  end: requestedEnd,
  parts: existing,
  nameOf,
  coversAllPartners = false,
  isOwnBooks = false,
  carriesForward = false,
}: ExplainedSubject): ExplainedFigures | undefined {
  const all = subject === 'INVESTOR' ? countedParts(existing) : existing;
  const coverage = subject === 'INVESTOR' ? coverageOfParts(all, requestedEnd, carriesForward) : null;
  const { isCovered, isMissing } = resolveCoverage(coverage);
  const isMissingFrom = (part: CountedPart, name: FigureName) => isMissing(vehicleOf(part), name);
  const covered = all.filter((part) => isCovered(vehicleOf(part)));
  // If no fund is left, the steps of all of them say why.
  const parts = covered.length > 0 ? covered : all;
  const [first] = parts;
  if (first === undefined) return undefined;
  const { book } = first;
  const end = subject === 'COMMITMENT' || (subject !== 'INVESTOR' && book.isOver) ? book.end : requestedEnd;
  const combined = (some: readonly CountedPart[]) => investorFigures(some, end, carriesForward);
  const stored =
    subject === 'INVESTOR' ? figureByFigure(all, vehicleOf, { coverage, end, combined }) : figuresOn(first, id, end);
  if (stored === undefined) return undefined;
  const basis = subject === 'VEHICLE' ? basisOf(first, end, stored, { coversAllPartners, isOwnBooks }) : undefined;
  const figures = basis?.figures ?? stored;
  const steps = new StepRecorder();
  const notes = selectNotes(figures);
  const how: ExplainedCapital = {
    end,
    policy: book.policy,
    figures,
    notes,
    nameOf,
    isMeasured: true,
    owner: ownerOfParts(parts, coverage),
    carriesForward,
  };
  const groupByFigure = new Map<FigureName, Group>();
  const printAt = (group: Group, names: readonly FigureName[]) =>
    names.forEach((name) => groupByFigure.set(name, group));
  if (basis !== undefined) {
    const { ids, owner, whole, returns } = basis;
    explainCapital(steps, 'measured', [{ book, ids: new Set(ids) }], { ...how, owner, whole, returns });
  } else if (subject !== 'HOLDING') {
    explainCapital(steps, 'measured', parts, { ...how, returns: returnsOfParts(parts, end) });
  }
  /** Figures that leave out further vehicles have steps of their own. */
  const stepsOfFigure = (name: FigureName): StepRecorder => {
    const determined = partsWithFigure(parts, isMissingFrom, name);
    if (subject !== 'INVESTOR' || determined.length === parts.length) return steps;
    const own = new StepRecorder();
    const owner = ownerOfParts(determined, coverage);
    explainCapital(own, 'measured', determined, { ...how, owner, returns: returnsOfParts(determined, end) });
    return own;
  };
  if (subject !== 'HOLDING') printAt('measured', [...capitalMoney, ...measuredFigures]);
  if (subject === 'VEHICLE' || subject === 'HOLDING') {
    const holdings = book.holdings.filter((holding) => subject === 'VEHICLE' || holding.id === id);
    if (book.statements.length > 0) explainSent(steps, figures, notes);
    else explainHoldings(steps, 'holdings', holdings, { end, figures, notes, nameOf });
    printAt('holdings', subject === 'HOLDING' ? [...holdingFigures, 'unrealized'] : holdingFigures);
  }
  return {
    end,
    figures,
    coverage,
    tree: (name) => {
      const group = groupByFigure.get(name);
      const step = group === undefined ? undefined : stepsOfFigure(name).tree([group, name]);
      // A sum of the ledger isn't a valid figure if the ledger is incomplete.
      const unknown = notes(name).whyNot;
      return step && unknown ? { ...step, result: null, whyNot: unknown } : step;
    },
  };
}

const sentTitles = {
  invested: 'Invested',
  proceeds: 'Proceeds',
  income: 'Income',
  cost: 'Remaining cost',
  fairValue: 'Fair value',
  unrealized: 'Unrealized gain',
} as const;

/** Records the vehicle's holdings according to data transfer statements, unchanged. */
function explainSent(steps: StepRecorder, figures: Figures, notes: (name: FigureName) => StepNotes): void {
  for (const [name, title] of Object.entries(sentTitles) as [keyof typeof sentTitles, string][])
    steps.step(['holdings', name], sentFormula(name, 'money'), {}, figures[name], { name: title, ...notes(name) });
  steps.step(['holdings', 'grossIrr'], sentFormula('grossIrr', 'rate'), {}, figures.grossIrr, {
    name: 'Gross IRR',
    ...notes('grossIrr'),
  });
  steps.step(['holdings', 'grossMoic'], sentFormula('grossMoic', 'multiple'), {}, figures.grossMoic, {
    name: 'Gross MOIC',
    ...notes('grossMoic'),
  });
}

/** Returns a vehicle's figures on a basis, with the commitments they include. */
function basisOf(
  { book }: CountedPart,
  end: CalendarDate,
  stored: Figures,
  { coversAllPartners, isOwnBooks }: { readonly coversAllPartners: boolean; readonly isOwnBooks: boolean },
) {
  const { states, capital, reported, policy } = book;
  const { ids: paying, isFeeFree } = measureVehicle(states, capital);
  const isPart = !isAllPartners(states, capital, paying);
  const ids = coversAllPartners ? states.map(({ id }) => id) : paying;
  const isWhole = isAllPartners(states, capital, ids);
  const whole = isWhole ? reported?.vehicle : undefined;
  const returns = vehicleReturns(reported, ids, isWhole);
  const owner = isOwnBooks ? '' : ownerOf(coversAllPartners, isFeeFree);
  if (!isPart) return { ids, whole, returns, owner: isFeeFree ? owner : '', figures: stored };
  const sum = whole ?? sumOfParts([{ book, ids: new Set(ids) }]);
  const worth = measuredAs(existingNav([{ book, ids: new Set(ids) }], end));
  const own = capitalFigures(sum, { end, policy, ...worth, measuredNav: worth.nav, returns });
  // Stored amounts are of all partners; stored rates and multiples are of the fee-paying limited partners.
  const others: readonly FigureName[] = coversAllPartners ? measuredFigures : capitalMoney;
  const isOther = ({ field }: { readonly field: FigureName }) => others.includes(field);
  const figures: Figures = {
    ...stored,
    ...(Object.fromEntries(others.map((name) => [name, own[name]])) as Partial<Figures>),
    irrAnnualized: coversAllPartners ? own.irrAnnualized : stored.irrAnnualized,
    notDetermined: [
      ...stored.notDetermined.filter((notDetermined) => !isOther(notDetermined)),
      ...own.notDetermined.filter(isOther),
    ],
  };
  return { ids, whole, returns, owner, figures };
}

const ownerOf = (coversAllPartners: boolean, isFeeFree: boolean): string =>
  coversAllPartners ? ', of all partners' : isFeeFree ? ', of all partners: none pays fees' : feePayersSuffix;

const figuresOn = ({ book }: CountedPart, id: string, end: CalendarDate): Figures | undefined =>
  book.end === end ? book.subjects.find((subject) => subject.id === id) : undefined;

/** Pools an investor's figures in the same way as `computeInvestors`. */
function investorFigures(parts: readonly CountedPart[], end: CalendarDate, carriesForward: boolean): Figures {
  const worth = measuredAs(existingNav(parts, end, carriesForward));
  const { policy } = required(parts[0], 'the commitments of an investor').book;
  const returns = returnsOfParts(parts, end);
  return capitalFigures(sumOfParts(parts), { end, policy, ...worth, measuredNav: worth.nav, returns });
}

const vehicleOf = ({ book }: CountedPart): string => book.ledger.vehicleId;

/** Returns the last account of a vehicle's included commitments. */
const accountOf = (part: CountedPart) => ({
  vehicleId: vehicleOf(part),
  end: part.book.end,
  nav: existingNav([part], part.book.end),
  capital: sumOfParts([part]),
});

/** Returns the vehicles that count in an investor's figures, as `computeInvestors` does. */
const countedParts = (parts: readonly CountedPart[]) =>
  countedCommitments(parts, (part) => {
    const { capital, nav } = accountOf(part);
    return accountAmounts(capital, nav);
  });

/** Returns which vehicles an investor's figures leave out, as `computeInvestors` does. */
const coverageOfParts = (parts: readonly CountedPart[], end: CalendarDate, carriesForward: boolean) =>
  coverageOn(parts.map(accountOf), {
    end,
    policy: required(parts[0], 'the commitments of an investor').book.policy,
    carriesForward,
  });

const returnsOfParts = (parts: readonly CountedPart[], end: CalendarDate): ReportedReturns =>
  investorReturns(
    parts.flatMap(({ book, ids }) =>
      [...ids].map((id) => ({
        capital: requireCapital(book.capital, id),
        returns: book.end === end ? book.reported?.returns.get(id) : undefined,
      })),
    ),
  );

/** Returns the notes of a figure: why it has no value, that it doesn't apply, or that its rate isn't annualized. */
export const selectNotes =
  (figures: Figures) =>
  (name: FigureName): StepNotes => {
    if (figures[name] === null) {
      const reason = figures.notDetermined.find(({ field }) => field === name);
      return reason === undefined
        ? { note: 'Not applicable: nothing has been paid in yet, or there is nothing to measure.' }
        : { whyNot: undeterminedReason(reason) };
    }
    const isOfSpan =
      (name === 'irr' && figures.irrAnnualized === false) ||
      (name === 'grossIrr' && figures.grossIrrAnnualized === false);
    return isOfSpan
      ? { note: 'The period is shorter than a year, so this is the rate for the whole period, not an annual rate.' }
      : {};
  };
