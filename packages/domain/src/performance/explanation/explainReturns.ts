import {
  type CalendarDate,
  dayNumber,
  type Decimal,
  displayedDate,
  err,
  fail,
  figure,
  type Path,
  zero,
} from '@carrara/domain/kernel';
import { type DisplayedHorizon, horizonReturns, isBookedAfter, type LedgerFlow } from '../analysis/index.ts';
import { isLate } from '../ledger/index.ts';
import { isAllPartners, requireCapital, measureVehicle, noDatedCash, vehicleReturns } from '../period/index.ts';
import { type Book, bookOn, vehicleFigures } from './book.ts';
import { countedAmount, countedCash, reportedRate } from './countedCash.ts';
import type { CountedPart } from './capitalFacts.ts';
import { type ExplainedCapital, explainCapital } from './explainCapital.ts';
import { type FindName, cashSpan } from './explainHoldings.ts';
import { explainLine } from './explainLine.ts';
import { factsOfReports, reportedFormula } from './explainReported.ts';
import { selectNotes } from './explainSubject.ts';
import { horizonFormula, feePayersSuffix } from './formulas.ts';
import { countedDay, type CountedFact, type PerformanceStep, StepRecorder } from './performanceStep.ts';

export interface ExplainedReturns {
  readonly book: Book;
  readonly nameOf: FindName;
  /** True in an investor's own books, which have no other partners to name. */
  readonly isOwnBooks?: boolean;
}

/**
 * Explains a vehicle's returns over horizons, and its figures with and without the subscription line.
 *
 * Supported paths: `['horizon', '3Y']`, `['line', 'withoutIrr']`. Each figure is recomputed with the rule that displays it,
 * and a step adds up exactly the facts that the rule counts.
 *
 * Units:  as the figures: one currency in whole cents, rates fractions.
 * Source: docs/calculations/period-return.md, subscription-line.md.
 * Fails:  never; undefined for a figure that the vehicle doesn't have.
 */
export function explainReturns({
  book,
  nameOf,
  isOwnBooks = false,
}: ExplainedReturns): (path: Path) => PerformanceStep | undefined {
  const steps = new StepRecorder();
  const figures = vehicleFigures(book);
  const { ids, isFeeFree } = measureVehicle(book.states, book.capital);
  const coversAllPartners = isFeeFree || ids.length === book.states.length;
  const part = { book, ids: new Set(ids) };
  const isWhole = isAllPartners(book.states, book.capital, ids);
  const how: ExplainedCapital = {
    end: book.end,
    policy: book.policy,
    figures,
    notes: selectNotes(figures),
    nameOf,
    isMeasured: true,
    owner: coversAllPartners || isOwnBooks ? '' : feePayersSuffix,
    returns: vehicleReturns(book.reported, ids, isWhole),
  };
  explainCapital(steps, 'measured', [part], how);
  explainHorizons(steps, part, how);
  explainLine(steps, part, how);
  return (path) => steps.tree(path);
}

function explainHorizons(steps: StepRecorder, part: CountedPart, how: ExplainedCapital): void {
  const { book, ids } = part;
  const cash = countedCash(part);
  const nav = countedAmount(part);
  const isReported = [...ids].some((id) => requireCapital(book.capital, id).unreported.has('cash'));
  const opened = new Map<CalendarDate, Decimal>();
  const openingOn = (from: CalendarDate) => {
    const then = bookOn(book.ledger, from);
    if (then === undefined) return;
    const counted = { book: then, ids: new Set([...ids].filter((id) => then.capital.has(id))) };
    const figures = vehicleFigures(then);
    const value = countedAmount(counted);
    explainCapital(steps, `at ${from}`, [counted], {
      ...how,
      end: from,
      figures,
      notes: () => ({}),
      isMeasured: false,
      owner: `${how.owner}, on ${from}`,
    });
    if (value !== null) opened.set(from, value);
  };
  const account = (navs: ReadonlyMap<CalendarDate, Decimal>) => ({
    flows: cash.map(flowOf),
    nav: nav ?? zero,
    navs: [...navs].map(([date, value]) => ({ date, value })),
    hasReportedNav: book.navBasis === 'REPORTED',
  });
  const isLateOn = (fact: CountedFact, from: CalendarDate) =>
    book.navBasis === 'LEDGER' && isBookedAfter(flowOf(fact), from);
  for (const { from } of horizonReturns(account(new Map()), book.end)) if (from !== null) openingOn(from);
  horizonReturns(account(opened), book.end).forEach(({ horizon, from, rate }) => {
    const within = cash.filter((fact) => from === null || countedDay(fact) > from || isLateOn(fact, from));
    const hasLate = from !== null && within.some((fact) => isLateOn(fact, from));
    if (horizon === 'INCEPTION' && isReported && how.figures.irr !== null) {
      const report = how.returns?.reports?.find(({ figure: name }) => name === 'irr');
      steps.step(['horizon', horizon], reportedFormula('irr', 'rate'), {}, how.figures.irr, {
        name: horizonName(horizon),
        ...factsOfReports({ reports: report === undefined ? [] : [report] }),
      });
      return;
    }
    const { paid, received, firstDay, lastDay } = cashSpan(within, book.end);
    const opening = from === null ? undefined : opened.get(from);
    const first = opening === undefined || from === null ? firstDay : from;
    const { value, notes } =
      nav === null && !isReported
        ? { value: null, notes: how.notes('nav') }
        : reportedRate(isReported ? err([fail('NOT_REPORTED', ['date'], noDatedCash)]) : rate);
    steps.step(
      ['horizon', horizon],
      horizonFormula,
      {
        opening: opening === undefined || from === null ? null : figure([`at ${from}`, 'nav'], opening),
        paidIn: paid,
        received,
        closing: figure(['measured', 'nav'], nav),
        firstDay: first,
        lastDay,
        days: dayNumber(lastDay) - dayNumber(first),
      },
      value,
      {
        name: horizonName(horizon),
        facts: within,
        ...(hasLate ? { note: lateNote(from) } : {}),
        ...notes,
      },
    );
  });
}

const lateNote = (from: CalendarDate) =>
  `Cash dated by ${displayedDate(from)} that was posted after that quarter end was locked isn’t in the opening NAV. It counts on ${displayedDate(from)}.`;

/** Returns the cash of a fact as a flow of the ledger. */
function flowOf(fact: CountedFact): LedgerFlow {
  const flow = { date: countedDay(fact), amount: fact.counted };
  if (fact.kind !== 'ENTRY' || !isLate(fact.record.effective, fact.record.booked)) return flow;
  return { ...flow, lateIn: fact.record.booked };
}

const horizonLabels = { '1Y': '1 year', '3Y': '3 years', '5Y': '5 years', '10Y': '10 years' } as const;
const horizonName = (horizon: DisplayedHorizon) =>
  horizon === 'INCEPTION' ? 'Net IRR since inception' : `Net IRR over ${horizonLabels[horizon]}`;
