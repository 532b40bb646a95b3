import {
  type CalendarDate,
  daysBetween,
  type Decimal,
  figure,
  type FigureReference,
  type Path,
  zero,
  zip,
} from '@carrara/domain/kernel';
import { allocate } from '../../kernel/apportionment/index.ts';
import type { LedgerEntry, PositionStep } from '../ledger/index.ts';
import type { Figures } from '../period/index.ts';
import type { Holding } from './book.ts';
import {
  fairValueFormula,
  gainFormula,
  grossIrrFormula,
  grossMoicFormula,
  remainingCostFormula,
  sumOfLedgerFormula,
  sumOfSecuritiesFormula,
} from './formulas.ts';
import { type CountedFact, type StepNotes, sumAmounts, type StepRecorder } from './performanceStep.ts';

export type FindName = (id: string) => string;

const entryFact = (entry: LedgerEntry, counted: Decimal): CountedFact => ({ kind: 'ENTRY', record: entry, counted });
export const total = (facts: readonly CountedFact[]): Decimal => sumAmounts(facts.map(({ counted }) => counted));

const sums = {
  invested: ['Invested', 'invested = purchases', (type: string) => type === 'BUY'],
  proceeds: ['Proceeds', 'proceeds = sales', (type: string) => type === 'SELL'],
  income: [
    'Income',
    'income = interest, dividends and other income of the holdings',
    (type: string) => type.startsWith('INC-'),
  ],
} as const;

/**
 * Records the steps of the figures of one holding or of all holdings of a vehicle. `figures` are the displayed ones.
 *
 * Paths: `[place, figure]`; `['holding', id, 'gain']` of each.
 */
export function explainHoldings(
  steps: StepRecorder,
  group: string,
  holdings: readonly Holding[],
  {
    end,
    figures,
    notes,
    nameOf,
  }: {
    readonly end: CalendarDate;
    readonly figures: Figures;
    readonly notes: (figure: 'grossIrr' | 'grossMoic') => StepNotes;
    readonly nameOf: FindName;
  },
): void {
  const entries = holdings.flatMap((holding) => holding.entries);
  for (const [name, [title, text, counts]] of Object.entries(sums)) {
    const facts = entries.filter(({ type }) => counts(type)).map((entry) => entryFact(entry, entry.amount));
    steps.step([group, name], sumOfLedgerFormula(name, text), { counted: facts.length }, total(facts), {
      name: title,
      facts,
    });
  }
  const securities = holdings.flatMap((holding) => holding.securities.map((security) => ({ holding, security })));
  for (const { holding, security } of securities)
    explainSecurity(steps, security, `${nameOf(security.id)}, ${nameOf(holding.id)}`);
  for (const name of ['cost', 'fairValue'] as const) {
    const parts = securities.map(({ security }) => positionFigure(security, name));
    steps.step(
      [group, name],
      sumOfSecuritiesFormula,
      { security: parts },
      sumAmounts(parts.map(({ value }) => value as Decimal)),
      {
        name: name === 'cost' ? 'Remaining cost' : 'Fair value',
        names: { security: securities.map(({ holding, security }) => `${nameOf(security.id)}, ${nameOf(holding.id)}`) },
      },
    );
  }
  for (const holding of holdings) explainGain(steps, holding, nameOf);
  const at = (name: 'invested' | 'proceeds' | 'income' | 'cost' | 'fairValue') =>
    figure([group, name], figures[name] ?? zero);
  steps.step([group, 'unrealized'], gainFormula, { fairValue: at('fairValue'), cost: at('cost') }, figures.unrealized, {
    name: 'Unrealized gain',
  });
  const cash = entries.map((entry) => entryFact(entry, entry.type === 'BUY' ? entry.amount.negated() : entry.amount));
  steps.step(
    [group, 'grossIrr'],
    grossIrrFormula,
    { ...cashSpan(cash, end), fairValue: at('fairValue') },
    figures.grossIrr,
    {
      name: 'Gross IRR',
      facts: cash,
      ...notes('grossIrr'),
    },
  );
  const moic = { proceeds: at('proceeds'), income: at('income'), fairValue: at('fairValue'), invested: at('invested') };
  steps.step([group, 'grossMoic'], grossMoicFormula, moic, figures.grossMoic, {
    name: 'Gross MOIC',
    ...notes('grossMoic'),
  });
}

/** Returns the cash that a rate includes, and its first and last day. */
export function cashSpan(cash: readonly CountedFact[], end: CalendarDate) {
  const days = cash.flatMap((fact) => (fact.kind === 'ENTRY' ? [fact.record.effective] : [])).sort();
  const firstDay = days[0] ?? end;
  const paid = sumAmounts(cash.filter(({ counted }) => counted.lt(0)).map(({ counted }) => counted));
  const received = sumAmounts(cash.filter(({ counted }) => counted.gt(0)).map(({ counted }) => counted));
  return { paid, received, firstDay, lastDay: end, days: daysBetween(firstDay, end) };
}

const positionFigure = (security: Holding['securities'][number], name: 'cost' | 'fairValue'): FigureReference =>
  figure(['security', security.id, name], security.steps.at(-1)?.[name] ?? zero);

function explainSecurity(recorder: StepRecorder, security: Holding['securities'][number], name: string): void {
  const { id, steps } = security;
  const cost = steps.flatMap(({ trades }) =>
    trades.flatMap((trade) => {
      const counted = trade.type === 'BUY' ? trade.amount : (trade.costRelieved?.negated() ?? zero);
      return counted.isZero() ? [] : [entryFact(trade, counted)];
    }),
  );
  const value = fairValueFacts(steps);
  for (const [figureName, formula, facts, title] of [
    ['cost', remainingCostFormula, cost, 'Remaining cost'],
    ['fairValue', fairValueFormula, value, 'Fair value'],
  ] as const) {
    recorder.step(['security', id, figureName], formula, { counted: facts.length }, total(facts), {
      name: `${title} of ${name}`,
      facts,
    });
  }
}

/** Returns the last valuation and the later purchases and sales. */
function fairValueFacts(steps: readonly PositionStep<LedgerEntry>[]): readonly CountedFact[] {
  const last = steps.findLastIndex(({ valuation }) => valuation !== undefined);
  const valuation = steps[last]?.valuation;
  const since = steps.slice(last + 1);
  let before = valuation?.fairValue ?? zero;
  const facts: CountedFact[] =
    valuation === undefined ? [] : [{ kind: 'VALUATION', record: valuation, counted: valuation.fairValue }];
  for (const { trades, fairValue } of since) {
    const bought = trades.filter(({ type }) => type === 'BUY');
    const sold = trades.flatMap((trade) =>
      trade.costRelieved === null || trade.costRelieved.isZero() ? [] : [{ trade, cost: trade.costRelieved }],
    );
    const withdrawn = before.plus(sumAmounts(bought.map(({ amount }) => amount))).minus(fairValue);
    const parts =
      sold.length === 0
        ? []
        : allocate(
            withdrawn,
            sold.map(({ cost }) => cost),
          )._unsafeUnwrap();
    facts.push(
      ...bought.map((trade) => entryFact(trade, trade.amount)),
      ...zip(sold, parts).map(([{ trade }, part]) => entryFact(trade, part.negated())),
    );
    before = fairValue;
  }
  return facts;
}

export const gainPath = (holdingId: string): Path => ['holding', holdingId, 'gain'];

function explainGain(steps: StepRecorder, { id, securities }: Holding, nameOf: FindName): void {
  const reference = (name: 'cost' | 'fairValue') => {
    const parts = securities.map((security) => positionFigure(security, name));
    const value = sumAmounts(parts.map((part) => part.value as Decimal));
    const path = ['holding', id, name];
    steps.step(path, sumOfSecuritiesFormula, { security: parts }, value, {
      name: `${name === 'cost' ? 'Remaining cost' : 'Fair value'} of ${nameOf(id)}`,
      names: { security: securities.map((security) => nameOf(security.id)) },
    });
    return figure(path, value);
  };
  const [fairValue, cost] = [reference('fairValue'), reference('cost')];
  steps.step(
    gainPath(id),
    gainFormula,
    { fairValue, cost },
    (fairValue.value as Decimal).minus(cost.value as Decimal),
    {
      name: `Unrealized gain of ${nameOf(id)}`,
    },
  );
}
