import {
  checkMoney,
  createGrossEngine,
  type GrossEngine,
  type GrossTotal,
  type Refuse,
  refuseInto,
  totalGross,
} from '../run/index.ts';
import {
  type Decimal,
  err,
  type Failure,
  type Failures,
  figure,
  hundred,
  ok,
  unit,
  type Path,
  type Recorder,
  type Result,
  roundMoney,
  roundPercent,
  roundTo,
  zero,
} from '../../kernel/index.ts';
import type {
  ForecastInput,
  ForecastParticipant,
  ForecastResult,
  ForecastSourceInput,
  ForecastSourceResult,
} from './forecast.ts';
import {
  carryPercentFormula,
  enteredGrossFormula,
  grossFormula,
  movedGrossFormula,
  movedMultipleFormula,
  multipleFormula,
  netFormula,
  totalFormula,
} from './formulas.ts';

const DISPLAYED_MULTIPLE_DECIMALS = 2;
const TOTALS = ['gross', 'carryAdjustment', 'net', 'distributed', 'unallocated'] as const;

/**
 * Computes a sale's proceeds: each source's carry, allocated as a distribution would allocate it.
 *
 *     gross = invested amount x multiple, or as typed;  net = gross - carry adjustment;  then as in a distribution with N = net
 *     carry percent = participant's gross / sum of the participants' gross x 100
 *
 * If the gross was typed, it stays, and multiple = round2(gross / invested amount) is for display only. The default multiple is 1.
 *
 * Units:  money in major units; multiples as such; percent units.
 * Source: docs/calculations/forecast.md.
 * Fails:  MONEY_SCALE, NEGATIVE_AMOUNT, NET_BELOW_ZERO, and those of allocations and entities.
 */
export function computeForecast(input: ForecastInput, explain?: Recorder): Result<ForecastResult, Failures> {
  const { failures, result } = computeForecastDraft(input, explain);
  return failures.length > 0 ? err(failures) : ok(result);
}

export interface ForecastDraft {
  readonly failures: Failures;
  /** The figures of the sources that can be computed. */
  readonly result: ForecastResult;
}

/** Computes a forecast whose input may still contain errors, as `computeForecast` does. Sources with failures are left out. */
export function computeForecastDraft(input: ForecastInput, explain?: Recorder): ForecastDraft {
  const engine = createGrossEngine(input.participants);
  const failures: Failure[] = [...engine.failures];
  const sources = input.sources.flatMap((source, i) => {
    const recorder = explain?.within(['sources', i]);
    const computed = computeSource(source, input.step, ['sources', i], engine, failures, recorder);
    return computed === undefined ? [] : [computed];
  });
  const totals = totalsOf(sources, explain);
  const { participants, entities } = totalGross(
    sources.map(({ details }, position) => ({ details, position })),
    explain,
  );
  const result = {
    sources,
    participants: withCarryPercent(participants, 'participants', totals.distributed, explain),
    entities: withCarryPercent(entities, 'entities', totals.distributed, explain),
    totals,
  };
  return { failures, result };
}

function computeSource(
  source: ForecastSourceInput,
  step: Decimal | undefined,
  path: Path,
  engine: GrossEngine,
  failures: Failure[],
  explain: Recorder | undefined,
): ForecastSourceResult | undefined {
  const { id, investedAmount, carryAdjustment = zero } = source;
  if (!checkAmounts(source, path, failures)) return undefined;
  const before = failures.length;
  const refuse = refuseInto(failures);
  const { gross, multiple } = grossOf(source, step, explain);
  const net = gross.minus(carryAdjustment);
  explain?.record(['net'], netFormula, { gross: figure(['gross'], gross), carryAdjustment }, net);
  if (multiple?.lt(0) || gross.lt(0)) refuse('NEGATIVE_AMOUNT', [...path, 'multiple'], 'a multiple can’t be negative');
  else if (net.lt(0))
    refuse(
      'NET_BELOW_ZERO',
      [...path, 'net'],
      `the net of source ${id} is negative. Lower its carry adjustment or raise its multiple.`,
    );
  if (failures.length > before) return undefined;
  const shared = engine.share(net, source.allocations, { path, failures, explain });
  if (shared === undefined) return undefined;
  return { id, investedAmount, multiple, gross, carryAdjustment, net, ...shared };
}

/** The proceeds of a source before allocation. */
export type ForecastCarry = Pick<ForecastSourceResult, 'gross' | 'multiple' | 'net'>;

/**
 * Returns gross, multiple and net of a source: the values that an editor displays while the user types, and that are stored.
 *
 *     gross = invested amount x multiple;  or, if the gross was typed: multiple = round2(gross / invested amount);  net = gross - carry adjustment
 *
 * Units:  money in major units; the multiple as such, null if nothing is invested and the gross was typed.
 * Source: docs/calculations/forecast.md.
 */
export function carryOfSource(source: Omit<ForecastSourceInput, 'id' | 'allocations'>, step?: Decimal): ForecastCarry {
  const { gross, multiple } = grossOf(source, step, undefined);
  return { gross, multiple, net: gross.minus(source.carryAdjustment ?? zero) };
}

/**
 * Keeps the value that was typed last (gross or multiple) and derives the other. A scenario shifts the gross by its step times the invested amount.
 */
function grossOf(
  { investedAmount, multiple = unit, gross }: Pick<ForecastSourceInput, 'investedAmount' | 'multiple' | 'gross'>,
  step: Decimal | undefined,
  explain: Recorder | undefined,
): { readonly gross: Decimal; readonly multiple: Decimal | null } {
  if (gross === undefined) {
    const moved = step === undefined ? multiple : multiple.plus(step);
    if (step !== undefined) explain?.record(['multiple'], movedMultipleFormula, { multiple, step }, moved);
    const computed = roundMoney(investedAmount.times(moved));
    const by = step === undefined ? moved : figure(['multiple'], moved);
    explain?.record(['gross'], grossFormula, { investedAmount, multiple: by }, computed);
    return { gross: computed, multiple: moved };
  }
  const typed = step === undefined ? gross : roundMoney(gross.plus(investedAmount.times(step)));
  if (step === undefined) explain?.record(['gross'], enteredGrossFormula, { entered: gross }, gross);
  else explain?.record(['gross'], movedGrossFormula, { entered: gross, investedAmount, step }, typed);
  if (investedAmount.isZero()) return { gross: typed, multiple: null };
  const displayed = roundTo(typed.div(investedAmount), DISPLAYED_MULTIPLE_DECIMALS);
  explain?.record(['multiple'], multipleFormula, { gross: figure(['gross'], typed), investedAmount }, displayed);
  return { gross: typed, multiple: displayed };
}

function checkAmounts(source: ForecastSourceInput, path: Path, failures: Failure[]): boolean {
  const before = failures.length;
  const refuse: Refuse = refuseInto(failures);
  for (const name of ['investedAmount', 'gross', 'carryAdjustment'] as const) {
    checkMoney(source[name], [...path, name], refuse);
  }
  for (const name of ['investedAmount', 'gross', 'multiple'] as const) {
    if (source[name]?.lt(0) === true) refuse('NEGATIVE_AMOUNT', [...path, name], `${name} can’t be negative`);
  }
  return failures.length === before;
}

function totalsOf(sources: readonly ForecastSourceResult[], explain?: Recorder): ForecastResult['totals'] {
  const sums = TOTALS.map((name) => {
    const sum = sources.reduce((total: Decimal, source) => total.plus(source[name]), zero);
    const parts = sources.map((source, i) => figure(['sources', i, name], source[name]));
    explain?.record(['totals', name], totalFormula, { source: parts }, sum);
    return [name, sum] as const;
  });
  return Object.fromEntries(sums) as ForecastResult['totals'];
}

function withCarryPercent(
  totals: readonly GrossTotal[],
  list: 'participants' | 'entities',
  sum: Decimal,
  explain?: Recorder,
): readonly ForecastParticipant[] {
  return totals.map(({ id, gross }, i) => {
    if (sum.isZero()) return { id, gross, carryPercent: null };
    const carryPercent = roundPercent(gross.times(hundred).div(sum));
    const inputs = { gross: figure([list, i, 'gross'], gross), total: figure(['totals', 'distributed'], sum) };
    explain?.record([list, i, 'carryPercent'], carryPercentFormula, inputs, carryPercent);
    return { id, gross, carryPercent };
  });
}
