import { calendarDate, type CalendarDate, type Decimal, decimal, numberText, required } from '@carrara/domain/kernel';
import type { ReadRow } from '@carrara/domain/platform/upload';
import { isInOrder } from '../market/index.ts';
import { benchmarkFigures } from './importTypes.ts';
import { type Counts, lookup, type NamedRecord, requiredText, type RowRefusal, textValue } from './planParts.ts';

type BenchmarkFigure = keyof typeof benchmarkFigures;
/** The figures of a benchmark on a date, by column; null if unknown. */
type BenchmarkFigures = Readonly<Record<string, string | null>>;

export interface ExistingBenchmark {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly vintageYear: number | null;
  readonly strategyId: string | null;
  readonly figures: ReadonlyMap<CalendarDate, BenchmarkFigures>;
}
export interface PlannedBenchmark extends ExistingBenchmark {
  readonly isNew: boolean;
}
interface ChangedFigure {
  readonly name: string;
  readonly date: CalendarDate;
  readonly figure: string;
  readonly before: string | null;
  readonly after: string;
}
export interface BenchmarkPlan {
  /** The changed benchmarks, each with all of its figures. */
  readonly benchmarks: readonly PlannedBenchmark[];
  readonly changed: readonly ChangedFigure[];
  readonly counts: Counts;
  readonly refusals: readonly RowRefusal[];
}

const figureNames = Object.keys(benchmarkFigures);
const LARGEST = 1_000_000;

/**
 * Plans the benchmark figures in the rows of a file. A row is identified by benchmark and date: identical figures change nothing, different ones
 * replace the existing figure, and empty ones keep it. An unknown benchmark is created if the file names its provider.
 *
 * Units:  rates in percent, multiples as they are.
 * Fails:  in `refusals`, every row with each of its reasons.
 */
export function planBenchmarks(
  rows: readonly ReadRow[],
  existing: readonly ExistingBenchmark[],
  strategies: readonly NamedRecord[],
  newId: () => string,
): BenchmarkPlan {
  const strategyNamed = lookup(strategies);
  const benchmarks = new Map<string, PlannedBenchmark>(
    existing.map((benchmark) => [benchmark.name.toLowerCase(), { ...benchmark, isNew: false }]),
  );
  const firstRows = new Map<string, number>();
  const touched = new Set<string>();
  const changed: ChangedFigure[] = [];
  const refusals: RowRefusal[] = [];
  let [created, rewritten, unchanged] = [0, 0, 0];
  for (const row of rows) {
    const before = refusals.length;
    const refuse = (field: string, reason: string) => void refusals.push({ row: row.row, field, reason });
    const name = textValue(row, 'benchmark') ?? '';
    const date = calendarDate(requiredText(row, 'date'));
    const key = name.toLowerCase();
    const head = headOf(row, strategyNamed, refuse);
    const there = benchmarks.get(key);
    if (there === undefined && head.provider === null)
      refuse('benchmark', `There is no benchmark '${name}'. Enter its provider to create it.`);
    if (there !== undefined) differences(there, head, strategies, refuse);
    const twin = firstRows.get(`${key} ${date}`);
    if (twin !== undefined) refuse('date', `Row ${String(twin)} already has figures for this date.`);
    firstRows.set(`${key} ${date}`, row.row);
    const figures = figuresOf(row, refuse);
    const [was, is] = [there?.figures.get(date), { ...there?.figures.get(date), ...figures }];
    orderOf(is, refuse);
    if (refusals.length > before) continue;
    const benchmark: PlannedBenchmark = there ?? {
      id: newId(),
      isNew: true,
      name,
      provider: required(head.provider, 'the provider of a new benchmark'),
      vintageYear: head.vintageYear,
      strategyId: head.strategyId ?? null,
      figures: new Map(),
    };
    const differing = Object.entries(figures).filter(([figure, text]) => !isSame(was?.[figure] ?? null, text));
    if (differing.length === 0) {
      unchanged += 1;
      continue;
    }
    if (was === undefined) created += 1;
    else {
      rewritten += 1;
      for (const [figure, after] of differing)
        changed.push({
          name: benchmark.name,
          date,
          figure: benchmarkFigures[figure as BenchmarkFigure].title,
          before: was[figure] ?? null,
          after,
        });
    }
    touched.add(key);
    benchmarks.set(key, { ...benchmark, figures: new Map(benchmark.figures).set(date, is) });
  }
  return {
    benchmarks: [...touched].map((key) => required(benchmarks.get(key), 'a planned benchmark')),
    changed,
    counts: { created, changed: rewritten, unchanged, missing: 0 },
    refusals,
  };
}

type Refuse = (field: string, reason: string) => void;
interface Head {
  readonly provider: string | null;
  readonly vintageYear: number | null;
  /** Undefined if no strategy has that name. */
  readonly strategyId: string | null | undefined;
}

function headOf(row: ReadRow, strategyNamed: (text: string) => NamedRecord | undefined, refuse: Refuse): Head {
  const strategy = textValue(row, 'strategy');
  const strategyId = strategy === null ? null : strategyNamed(strategy)?.id;
  if (strategyId === undefined) refuse('strategy', `There is no fund family '${strategy ?? ''}'.`);
  const year = textValue(row, 'vintageYear');
  const isYear = year === null || (/^\d{4}$/.test(year) && year >= '1900' && year <= '2200');
  if (!isYear) refuse('vintageYear', `'${year}' isn’t a year.`);
  return {
    provider: textValue(row, 'provider'),
    vintageYear: year === null || !isYear ? null : Number(year),
    strategyId,
  };
}

/** Rejects differences in the description of an existing benchmark, which a file of figures can't change. */
function differences(there: ExistingBenchmark, head: Head, strategies: readonly NamedRecord[], refuse: Refuse): void {
  const refuseField = (field: string, label: string) =>
    refuse(field, `In Carrara, the benchmark has ${label}. Change it there, or leave this cell empty.`);
  if (head.provider !== null && head.provider.toLowerCase() !== there.provider.toLowerCase())
    refuseField('provider', `the provider '${there.provider}'`);
  if (head.vintageYear !== null && head.vintageYear !== there.vintageYear)
    refuseField(
      'vintageYear',
      there.vintageYear === null ? 'no vintage year' : `the vintage year ${there.vintageYear}`,
    );
  if (head.strategyId != null && head.strategyId !== there.strategyId) {
    const name = strategies.find(({ id }) => id === there.strategyId)?.name;
    refuseField('strategy', name === undefined ? 'no strategy' : `the strategy '${name}'`);
  }
}

function figuresOf(row: ReadRow, refuse: Refuse): Readonly<Record<string, string>> {
  const figures: Record<string, string> = {};
  for (const figure of figureNames) {
    const text = textValue(row, figure);
    if (text === null) continue;
    figures[figure] = text;
    const value = decimal(text);
    if (value.abs().gt(LARGEST)) refuse(figure, `${text} is too large.`);
    else if (figure === 'funds' && !(value.isInteger() && value.gt(0)))
      refuse(figure, 'Enter a whole number above zero.');
    else if (figure.startsWith('multiple') && value.lt(0)) refuse(figure, 'A multiple can’t be negative.');
  }
  if (Object.keys(figures).length === 0) refuse('date', 'Enter at least one figure.');
  return figures;
}

const decimalOrNull = (text: string | null | undefined): Decimal | null => (text == null ? null : decimal(text));
const isSame = (before: string | null, after: string) => before !== null && numberText(decimal(before)) === after;

function orderOf(figures: BenchmarkFigures, refuse: Refuse): void {
  for (const measure of ['irr', 'multiple']) {
    const bound = (name: string) => decimalOrNull(figures[`${measure}${name}`]);
    if (!isInOrder({ upper: bound('Upper'), median: bound('Median'), lower: bound('Lower') }))
      refuse(
        `${measure}Upper`,
        'The upper quartile must be at least the median, and the median at least the lower quartile.',
      );
  }
}
