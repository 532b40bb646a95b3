import { type CalendarDate, comparableParts, type Decimal, defineFormula, figure, zero } from '@carrara/domain/kernel';
import { type Figures, tradedFigures } from '../period/index.ts';
import type { Book, Holding } from './book.ts';
import { explainHoldings, type FindName } from './explainHoldings.ts';
import { selectNotes } from './explainSubject.ts';
import { type PerformanceStep, sumAmounts, StepRecorder } from './performanceStep.ts';

const realizedFormula = defineFormula({
  id: 'performance.realized',
  text: 'realized = proceeds + income',
  inputs: { proceeds: 'money', income: 'money' },
  result: 'money',
  source: 'docs/calculations/vehicle-ledger.md',
});

export interface ExplainedInvestment {
  /** The ledgers of its holders, in one currency. */
  readonly books: readonly Book[];
  readonly holdingIds: ReadonlySet<string>;
  readonly end: CalendarDate;
  readonly nameOf: FindName;
  /** True to include late vehicles with their last figures. */
  readonly carriesForward?: boolean;
}

/**
 * Returns the books of an investment's holders at a quarter end, in four groups: included in its figures, late but
 * carried forward, without an amount, and late and excluded. `until` is the quarter end of the figures: an earlier one
 * if all are carried forward.
 */
export function holdersOn({ books, holdingIds, end, carriesForward = false }: Omit<ExplainedInvestment, 'nameOf'>) {
  const holders = books.filter(({ holdings }) => holdings.some(({ id }) => holdingIds.has(id)));
  const isLate = (book: Book) => book.end !== end && !book.isOver;
  const current = carriesForward ? holders : holders.filter((book) => !isLate(book));
  const included = comparableParts(current, ({ subjects }) => {
    const own = subjects.filter(({ id }) => holdingIds.has(id));
    return own.length > 0 && own.every((figures) => amounts.every((name) => figures[name] !== null));
  });
  const carried = included.filter(isLate);
  const lastEnd = carried.reduce((last, book) => (book.end > last ? book.end : last), carried[0]?.end ?? end);
  return {
    included,
    carried,
    incomplete: current.filter((book) => !included.includes(book)),
    late: carriesForward ? [] : holders.filter(isLate),
    until: carried.length === included.length ? lastEnd : end,
  };
}
const amounts = ['invested', 'proceeds', 'income', 'fairValue'] as const;

/**
 * Explains the figures of an investment held by one or several vehicles, down to their entries and values: `invested`, `realized`, `fairValue`,
 * `grossIrr` and their parts.
 *
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never; undefined if no holder has figures at that quarter end. Some are left out (`holdersOn`).
 */
export function explainInvestment(
  investment: ExplainedInvestment,
): ((name: string) => PerformanceStep | undefined) | undefined {
  const { holdingIds, nameOf } = investment;
  const { included, until: end } = holdersOn(investment);
  if (included.length === 0) return undefined;
  const holdings = included.flatMap((book) => book.holdings.filter(({ id }) => holdingIds.has(id)));
  const entries = holdings.flatMap((holding) => holding.entries);
  const position = { cost: positionOf(holdings, 'cost'), fairValue: positionOf(holdings, 'fairValue') };
  const figures: Figures = tradedFigures(entries, position, end);
  const steps = new StepRecorder();
  explainHoldings(steps, 'holdings', holdings, { end, figures, notes: selectNotes(figures), nameOf });
  const at = (name: 'proceeds' | 'income') => figure(['holdings', name], figures[name] ?? zero);
  const realized = (figures.proceeds ?? zero).plus(figures.income ?? zero);
  steps.step(['holdings', 'realized'], realizedFormula, { proceeds: at('proceeds'), income: at('income') }, realized, {
    name: 'Realized',
  });
  return (name) => steps.tree(['holdings', name]);
}

const positionOf = (holdings: readonly Holding[], name: 'cost' | 'fairValue'): Decimal =>
  sumAmounts(holdings.flatMap(({ securities }) => securities.map(({ steps }) => steps.at(-1)?.[name] ?? zero)));
