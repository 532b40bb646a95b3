import { type Decimal, figure, type InputValues, ok, type Path, required, zero } from '@carrara/domain/kernel';
import { drawLine } from '../fundProfile/index.ts';
import { type LedgerEntry, lineParts } from '../ledger/index.ts';
import { requireCapital, CapitalSum } from '../period/index.ts';
import { investorMultiples, lineMultipleFormula, type SubscriptionLineReturn } from '../return/index.ts';
import { countedAmount, countedCash, reportedRate } from './countedCash.ts';
import type { CountedPart } from './capitalFacts.ts';
import type { ExplainedCapital } from './explainCapital.ts';
import { cashSpan, total } from './explainHoldings.ts';
import { lineIrrFormula, linePaidInFormula, lineValueFormula, netIrrFormula, sumOfLedgerFormula } from './formulas.ts';
import { undeterminedReason } from './remedies.ts';
import {
  type CountedFact,
  type StepNotes,
  sumAmounts,
  type StepRecorder,
  withOppositeSign,
} from './performanceStep.ts';

const isDraw = ({ type }: LedgerEntry) => type.startsWith('LINE-DRAW-');

/**
 * Records the steps of a vehicle's figures with and without its subscription line, at `['line', ...]`: `balance`, `withIrr`, `withTvpi`,
 * `withoutIrr`, `withoutTvpi`. Records nothing if no line was drawn. `part` holds the commitments that the rates are based on, explained at
 * `['measured', ...]`.
 */
export function explainLine(steps: StepRecorder, part: CountedPart, { policy }: ExplainedCapital): void {
  const { book, ids } = part;
  const entries = book.ledger.entries.filter(({ booked }) => booked <= book.end);
  const navs = new Map(book.states.map(({ id }) => [id, countedAmount({ book, ids: new Set([id]) })]));
  const found = drawLine(book.ledger, entries, navs, { end: book.end, policy });
  if (found === null) return;
  const line = entries.filter(({ type }) => type.startsWith('LINE-'));
  const owedBy = (amount: (entry: LedgerEntry) => Decimal) =>
    line.flatMap((entry): CountedFact[] => {
      const counted = isDraw(entry) ? amount(entry) : amount(entry).negated();
      return counted.isZero() ? [] : [{ kind: 'ENTRY', record: entry, counted }];
    });
  const sum = (name: string, title: string, text: string, facts: readonly CountedFact[], notes: StepNotes = {}) => {
    const path: Path = ['line', name];
    const value = total(facts);
    steps.step(path, sumOfLedgerFormula(`line.${name}`, text), { counted: facts.length }, value, {
      name: title,
      facts,
      ...notes,
    });
    return { ref: figure(path, value), value };
  };
  const drawn = 'amounts drawn on the line less amounts repaid';
  const failed = found.isErr()
    ? undeterminedReason({ code: found.error.code, message: found.error.detail })
    : undefined;
  sum(
    'balance',
    'Drawn',
    drawn,
    owedBy(({ amount }) => amount),
    failed ? { whyNot: failed } : {},
  );
  if (found.isErr()) return;
  const parts = lineParts(line, ids);
  const owedFacts = owedBy(({ id }) => required(parts.get(id), 'the part of an entry of the line'));
  const owed = sum('owed', 'Owed on the line', `${drawn}, for the commitments included`, owedFacts);
  const interest = entries.filter(
    ({ type, settledOn }) => type.startsWith('EXP-LINE-') && (settledOn === null || settledOn > book.end),
  );
  const accruedFacts = interest.flatMap((entry): CountedFact[] => {
    const counted = sumAmounts(entry.shares.filter((share) => ids.has(share.commitmentId)).map(({ amount }) => amount));
    return counted.isZero() ? [] : [{ kind: 'ENTRY', record: entry, counted }];
  });
  const accrued = sum('accrued', 'Accrued interest', 'interest on the line that is not paid yet', accruedFacts);
  const costFacts = countedCash(part, ({ type }) => type === 'CALL-LINE').map(withOppositeSign);
  const costs = sum('costs', 'Costs of the line', 'amounts called for its fees and interest', costFacts);

  const capital = new CapitalSum();
  for (const id of ids) capital.add(requireCapital(book.capital, id));
  const { called, excess, recallable, permanent, commitment } = capital;
  const nav = countedAmount(part);
  const totals = { called, excess, recallable, permanent, commitment, policy };
  const { paidIn, distributed } = investorMultiples({ ...totals, nav: ok(nav ?? zero) });
  const own = {
    nav: figure(['measured', 'nav'], nav),
    paidIn: figure(['measured', 'paidIn'], paidIn),
    distributed: figure(['measured', 'distributed'], distributed),
  };
  const value = nav && nav.plus(owed.value).plus(accrued.value);
  const paidWithout = paidIn.minus(costs.value).plus(owed.value);
  steps.step(['line', 'value'], lineValueFormula, { nav: own.nav, owed: owed.ref, accrued: accrued.ref }, value, {
    name: 'Value without the line',
  });
  steps.step(
    ['line', 'paidIn'],
    linePaidInFormula,
    { paidIn: own.paidIn, costs: costs.ref, owed: owed.ref },
    paidWithout,
    { name: 'Paid in without the line' },
  );
  const without = {
    nav: figure(['line', 'value'], value),
    paidIn: figure(['line', 'paidIn'], paidWithout),
    distributed: own.distributed,
  };
  explainLineReturns(steps, part, found.value, { own, without, owed: owedFacts });
}

/** The inputs of the multiples, each a reference to its step. */
type LineSide = InputValues<typeof lineMultipleFormula>;

/** Explains the multiples and rates with and without the line. `owed` are the facts of the amount owed on it. */
function explainLineReturns(
  steps: StepRecorder,
  part: CountedPart,
  { withLine, withoutLine }: Readonly<Record<'withLine' | 'withoutLine', SubscriptionLineReturn>>,
  { own, without, owed }: { readonly own: LineSide; readonly without: LineSide; readonly owed: readonly CountedFact[] },
): void {
  const multipleOf = (name: string, title: string, { multiple }: SubscriptionLineReturn, source: LineSide) => {
    const [failure] = multiple.isErr() ? multiple.error : [];
    steps.step(['line', name], lineMultipleFormula, source, multiple.unwrapOr(null), {
      name: title,
      ...(failure ? { whyNot: undeterminedReason({ code: failure.code, message: failure.detail }) } : {}),
    });
  };
  multipleOf('withTvpi', 'TVPI with the line', withLine, own);
  multipleOf('withoutTvpi', 'TVPI without the line', withoutLine, without);
  const all = countedCash(part);
  const withRate = reportedRate(withLine.rate);
  const { paid, ...span } = cashSpan(all, part.book.end);
  steps.step(['line', 'withIrr'], netIrrFormula, { paidIn: paid, ...span, nav: own.nav }, withRate.value, {
    name: 'Net IRR with the line',
    facts: all,
    ...withRate.notes,
  });
  const withoutLineFacts = [...countedCash(part, ({ type }) => type !== 'CALL-LINE'), ...owed.map(withOppositeSign)];
  const rateWithout = reportedRate(withoutLine.rate);
  const { paid: paidWithoutLine, ...spanWithoutLine } = cashSpan(withoutLineFacts, part.book.end);
  steps.step(
    ['line', 'withoutIrr'],
    lineIrrFormula,
    { paidIn: paidWithoutLine, ...spanWithoutLine, value: without.nav },
    rateWithout.value,
    { name: 'Net IRR without the line', facts: withoutLineFacts, ...rateWithout.notes },
  );
}
