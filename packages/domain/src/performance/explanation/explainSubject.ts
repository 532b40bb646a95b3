import type { CalendarDate } from '@carrara/domain/kernel';
import {
  CapitalSum,
  capitalFigures,
  type FigureName,
  investorReturns,
  type SaidReturns,
  vehicleReturns,
  type Figures,
  measuredAs,
  measuredOf,
  type Subject,
} from '../period/index.ts';
import { type CountedPart, type ExplainedCapital, explainCapital, worthOf } from './explainCapital.ts';
import { explainHoldings, type NameOf } from './explainHoldings.ts';
import { sentFormula } from './explainSaid.ts';
import { ofFeePayers } from './formulas.ts';
import { whyNot } from './mends.ts';
import { type PerformanceStep, type StepNotes, Trail } from './trail.ts';

export interface ExplainedSubject {
  readonly subject: Subject;
  readonly id: string;
  /** The quarter end that is asked for. */
  readonly end: CalendarDate;
  /** The vehicle with the commitments that are looked at; of an investor every vehicle of the currency, with its own. */
  readonly parts: readonly CountedPart[];
  readonly nameOf: NameOf;
  /** Of a vehicle: the figures of all partners, not those of the fee-paying limited partners. */
  readonly isOfAll?: boolean;
}

export interface ExplainedFigures {
  /** The quarter end that they are of: of a commitment, and of a vehicle that was over, the last until then. */
  readonly end: CalendarDate;
  readonly figures: Figures;
  /** Undefined for a figure that is none of the subject's. */
  readonly tree: (figure: FigureName) => PerformanceStep | undefined;
}

/** A figure is told at one of these, by whose it is. */
type Place = 'measured' | 'holdings';
const capitalMoney = [
  'commitment',
  'contributions',
  'distributions',
  'recallable',
  'unfunded',
  'nav',
  'navBeforeCarry',
  'carryPaid',
  'unrealised',
] as const;
const measuredFigures = ['irr', 'dpi', 'rvpi', 'tvpi', 'pic'] as const;
const holdingFigures = ['invested', 'proceeds', 'income', 'cost', 'fairValue', 'grossIrr', 'grossMoic'] as const;

/**
 * How each figure of a subject at a quarter end came about, down to the entries, values and changes of commitments that it counts.
 *
 * The figures are computed here by the rules that computed the ones that are kept; what a step sums is what these rules counted.
 *
 * Units:  as the figures: one currency in whole cents, rates fractions.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never; undefined where the subject has no figures at that quarter end.
 */
export function explainSubject({
  subject,
  id,
  end: asked,
  parts,
  nameOf,
  isOfAll = false,
}: ExplainedSubject): ExplainedFigures | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  const { book } = first;
  const end = subject === 'COMMITMENT' || (subject !== 'INVESTOR' && book.isOver) ? book.end : asked;
  const stored = subject === 'INVESTOR' ? investorFigures(parts, end) : figuresOn(first, id, end);
  if (stored === undefined) return undefined;
  const basis = subject === 'VEHICLE' ? basisOf(first, end, stored, isOfAll) : undefined;
  const figures = basis?.figures ?? stored;
  const trail = new Trail();
  const notes = notesOf(figures);
  const how: ExplainedCapital = {
    end,
    policy: book.policy,
    figures,
    notes,
    nameOf,
    isMeasured: true,
    whose: '',
  };
  const places = new Map<FigureName, Place>();
  const tellAt = (place: Place, names: readonly FigureName[]) => names.forEach((name) => places.set(name, place));
  if (basis !== undefined) {
    const { ids, whose, whole, returns } = basis;
    explainCapital(trail, 'measured', [{ book, ids: new Set(ids) }], { ...how, whose, whole, returns });
  } else if (subject !== 'HOLDING') {
    explainCapital(trail, 'measured', parts, { ...how, returns: returnsOfParts(parts, end) });
  }
  if (subject !== 'HOLDING') {
    tellAt('measured', capitalMoney);
    tellAt('measured', measuredFigures);
  }
  if (subject === 'VEHICLE' || subject === 'HOLDING') {
    const holdings = book.holdings.filter((holding) => subject === 'VEHICLE' || holding.id === id);
    if (book.statements.length > 0) explainSent(trail, figures, notes);
    else explainHoldings(trail, 'holdings', holdings, { end, figures, notes, nameOf });
    tellAt('holdings', subject === 'HOLDING' ? [...holdingFigures, 'unrealised'] : holdingFigures);
  }
  return {
    end,
    figures,
    tree: (name) => {
      const place = places.get(name);
      const told = place === undefined ? undefined : trail.tree([place, name]);
      // What the ledger sums up to is no figure where it is not all that happened.
      const unknown = notes(name).whyNot;
      return told && unknown ? { ...told, result: null, whyNot: unknown } : told;
    },
  };
}

const sentTitles = {
  invested: 'Invested',
  proceeds: 'Proceeds',
  income: 'Income',
  cost: 'Remaining cost',
  fairValue: 'Fair value',
  unrealised: 'Unrealized gain',
} as const;

/** What the vehicle holds by the statements of data transfers: as it was sent. */
function explainSent(trail: Trail, figures: Figures, notes: (name: FigureName) => StepNotes): void {
  for (const [name, title] of Object.entries(sentTitles) as [keyof typeof sentTitles, string][])
    trail.step(['holdings', name], sentFormula(name, 'money'), {}, figures[name], { name: title, ...notes(name) });
  trail.step(['holdings', 'grossIrr'], sentFormula('grossIrr', 'rate'), {}, figures.grossIrr, {
    name: 'Gross IRR',
    ...notes('grossIrr'),
  });
  trail.step(['holdings', 'grossMoic'], sentFormula('grossMoic', 'multiple'), {}, figures.grossMoic, {
    name: 'Gross MOIC',
    ...notes('grossMoic'),
  });
}

/** The figures of a vehicle on a basis, and whose they are. */
function basisOf({ book }: CountedPart, end: CalendarDate, stored: Figures, isOfAll: boolean) {
  const { states, capital, reported, policy } = book;
  const { ids: paying, noneDoes } = measuredOf(states, capital);
  const isPart = paying.length < states.length;
  const ids = isOfAll ? states.map(({ id }) => id) : paying;
  const whole = ids.length === states.length ? reported?.vehicle : undefined;
  const returns = vehicleReturns(reported, ids);
  const whose = isOfAll ? ', of all partners' : noneDoes ? ', of all partners: none pays fees' : ofFeePayers;
  if (!isPart) return { ids, whole, returns, whose: noneDoes ? whose : '', figures: stored };
  const sum = whole ?? ids.reduce((all, one) => all.add(capital.get(one)!), new CapitalSum());
  const worth = measuredAs(worthOf([{ book, ids: new Set(ids) }], end));
  const own = capitalFigures(sum, { end, policy, ...worth, measuredNav: worth.nav, returns });
  // Amounts are stored of all partners, rates and multiples of the fee-paying limited partners.
  const others: readonly FigureName[] = isOfAll ? measuredFigures : capitalMoney;
  const isOther = ({ field }: { readonly field: FigureName }) => others.includes(field);
  const figures: Figures = {
    ...stored,
    ...(Object.fromEntries(others.map((name) => [name, own[name]])) as Partial<Figures>),
    irrAnnualised: isOfAll ? own.irrAnnualised : stored.irrAnnualised,
    notDetermined: [...stored.notDetermined.filter((one) => !isOther(one)), ...own.notDetermined.filter(isOther)],
  };
  return { ids, whole, returns, whose, figures };
}

const figuresOn = ({ book }: CountedPart, id: string, end: CalendarDate): Figures | undefined =>
  book.end === end ? book.subjects.find((one) => one.id === id) : undefined;

/** As `computeInvestors` pools them. */
function investorFigures(parts: readonly CountedPart[], end: CalendarDate): Figures {
  const all = new CapitalSum();
  for (const { book, ids } of parts) for (const id of ids) all.add(book.capital.get(id)!);
  const worth = measuredAs(worthOf(parts, end));
  const { policy } = parts[0]!.book;
  const returns = returnsOfParts(parts, end);
  return capitalFigures(all, { end, policy, ...worth, measuredNav: worth.nav, returns });
}

const returnsOfParts = (parts: readonly CountedPart[], end: CalendarDate): SaidReturns =>
  investorReturns(
    parts.flatMap(({ book, ids }) =>
      [...ids].map((id) => ({
        capital: book.capital.get(id)!,
        returns: book.end === end ? book.reported?.returns.get(id) : undefined,
      })),
    ),
  );

/** What is said of a figure: why it has no value, that it does not apply, that its rate is not a year's. */
export const notesOf =
  (figures: Figures) =>
  (name: FigureName): StepNotes => {
    if (figures[name] === null) {
      const reason = figures.notDetermined.find(({ field }) => field === name);
      return reason === undefined
        ? { note: 'It does not apply: nothing was paid in yet, or nothing is there to be measured.' }
        : { whyNot: whyNot(reason) };
    }
    const isOfSpan =
      (name === 'irr' && figures.irrAnnualised === false) ||
      (name === 'grossIrr' && figures.grossIrrAnnualised === false);
    return isOfSpan
      ? { note: 'The span is shorter than a year, so the rate is that of the whole span, not a year’s.' }
      : {};
  };
