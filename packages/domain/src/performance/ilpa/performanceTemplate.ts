import {
  type CalendarDate,
  type Decimal,
  defineFormula,
  err,
  fail,
  type Failure,
  type Failures,
  ok,
  type Recorder,
  required,
  type Result,
  displayedDate,
  zero,
} from '../../kernel/index.ts';
import { centFlows, type RateOfReturn, rateOfReturn } from '../return/index.ts';
import {
  addBackTypes,
  beginsColumn,
  type PerformanceColumn,
  type PerformanceMethod,
  performanceColumns,
  findTreatment,
} from './performanceTypes.ts';

/** A line of the detailed statement of cash flows: calls and draws negative, distributions, repayments, add-backs and values positive. */
export interface PerformanceFlow {
  readonly date: CalendarDate;
  readonly amount: Decimal;
  readonly type: string;
}

export interface PerformanceFigures {
  readonly rate: Result<RateOfReturn, Failure>;
  readonly received: Decimal;
  readonly paidIn: Decimal;
  /** TVPI or gross MOIC; null if nothing was paid in. */
  readonly multiple: Decimal | null;
}

interface PerformanceLine extends PerformanceFlow {
  /** The date and amount in each column; absent if it isn't in the column. */
  readonly columns: Readonly<
    Partial<Record<PerformanceColumn, { readonly date: CalendarDate; readonly amount: Decimal }>>
  >;
}

export interface PerformanceTemplate {
  readonly lines: readonly PerformanceLine[];
  readonly figures: Readonly<Record<PerformanceColumn, PerformanceFigures>>;
}

const performanceMultipleFormula = defineFormula({
  id: 'performance.templateMultiple',
  text: 'multiple = received / paid in; returned calls reduce the amount paid in',
  inputs: { received: 'money', paidIn: 'money' },
  result: 'multiple',
  source: 'ILPA Performance Template v1.1, 2025',
});

/**
 * Computes the Performance Template of a fund: gross and net, with its subscription line and as if there were none.
 *
 * The type determines the columns of a flow and its side. An add-back before a column's first call or draw moves to that date.
 *
 * Units:  one currency in cents; multiples not rounded; rates as `rateOfReturn`.
 * Source: ILPA Performance Template v1.1, 2025-03-31; docs/calculations/ilpa-performance.md.
 * Fails:  UNKNOWN_ENTRY (a type that the method does not know, with its line), FLOW_AFTER_AS_OF.
 */
export function performanceTemplate(
  method: PerformanceMethod,
  flows: readonly PerformanceFlow[],
  asOf: CalendarDate,
  explain?: Recorder,
): Result<PerformanceTemplate, Failures> {
  const failures: Failure[] = [];
  flows.forEach(({ type, date }, i) => {
    if (findTreatment(method, type) === undefined) {
      failures.push(fail('UNKNOWN_ENTRY', ['flows', i, 'type'], `'${type}' isn’t a transaction type of this method`));
    }
    if (date > asOf)
      failures.push(
        fail('FLOW_AFTER_AS_OF', ['flows', i, 'date'], `${displayedDate(date)} is after ${displayedDate(asOf)}`),
      );
  });
  if (failures.length > 0) return err(failures);

  const firsts = Object.fromEntries(performanceColumns.map((column) => [column, firstDay(method, flows, column)]));
  const lines = flows.map((flow): PerformanceLine => {
    const treatment = required(findTreatment(method, flow.type), 'the treatment of a flow');
    const inColumns = performanceColumns.flatMap((column) => {
      if (treatment[column] === undefined) return [];
      const first = firsts[column];
      const isEarly = first !== undefined && addBackTypes.has(flow.type) && flow.date < first;
      return [[column, { date: isEarly ? first : flow.date, amount: flow.amount }] as const];
    });
    return { ...flow, columns: Object.fromEntries(inColumns) };
  });
  const figures = performanceColumns.map((column) => {
    const within = explain?.within([column]);
    return [column, figuresOf(method, lines, column, within)] as const;
  });
  return ok({ lines, figures: Object.fromEntries(figures) as PerformanceTemplate['figures'] });
}

function firstDay(
  method: PerformanceMethod,
  flows: readonly PerformanceFlow[],
  column: PerformanceColumn,
): CalendarDate | undefined {
  return flows
    .filter(({ type }) => beginsColumn(type) && findTreatment(method, type)?.[column] !== undefined)
    .map(({ date }) => date)
    .sort()[0];
}

function figuresOf(
  method: PerformanceMethod,
  lines: readonly PerformanceLine[],
  column: PerformanceColumn,
  explain?: Recorder,
): PerformanceFigures {
  let [received, paidIn] = [zero, zero];
  for (const { type, columns } of lines) {
    const amount = columns[column]?.amount ?? zero;
    if (findTreatment(method, type)?.[column] === 'received') received = received.plus(amount);
    else paidIn = paidIn.minus(amount);
  }
  const multiple = paidIn.isZero() ? null : received.div(paidIn);
  explain?.record(['multiple'], performanceMultipleFormula, { received, paidIn }, multiple);
  const rate = rateOfReturn(centFlows(lines.flatMap((line) => line.columns[column] ?? [])), explain);
  return { rate, received, paidIn, multiple };
}
