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
  one,
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
import { carryPercentFormula, grossFormula, multipleFormula, netFormula, totalFormula } from './formulas.ts';

const SHOWN_MULTIPLE_PLACES = 2;
const TOTALS = ['gross', 'carryAdjustment', 'net', 'distributed', 'unallocated'] as const;

/**
 * What a sale would give: each source's carry, shared out as a distribution would.
 *
 *     gross = invested amount x multiple, or as typed;  net = gross - carry adjustment;  then as calculations 5.1 with N = net
 *     carry percent = participant's gross / sum of the participants' gross x 100
 *
 * A source with a gross keeps it, and its multiple = round2(gross / invested amount) is for show. The default multiple is 1.
 *
 * Units:  money in major units; multiples as such; percent units.
 * Source: calculations section 6; carry specification section 5, 'Forecast save'.
 * Fails:  MONEY_SCALE, NEGATIVE_AMOUNT, NET_BELOW_ZERO, and those of allocations and entities.
 */
export function computeForecast(input: ForecastInput, explain?: Recorder): Result<ForecastResult, Failures> {
  const engine = createGrossEngine(input.participants);
  const failures: Failure[] = [...engine.failures];
  const sources = input.sources.flatMap((source, i) => {
    const recorder = explain?.within(['sources', i]);
    const computed = computeSource(source, ['sources', i], engine, failures, recorder);
    return computed === undefined ? [] : [computed];
  });
  if (failures.length > 0) return err(failures);
  const totals = totalsOf(sources, explain);
  const { participants, entities } = totalGross(sources, explain);
  return ok({
    sources,
    participants: withCarryPercent(participants, 'participants', totals.distributed, explain),
    entities: withCarryPercent(entities, 'entities', totals.distributed, explain),
    totals,
  });
}

function computeSource(
  source: ForecastSourceInput,
  path: Path,
  engine: GrossEngine,
  failures: Failure[],
  explain: Recorder | undefined,
): ForecastSourceResult | undefined {
  const { id, investedAmount, carryAdjustment = zero } = source;
  if (!checkAmounts(source, path, failures)) return undefined;
  const { gross, multiple } = grossOf(source, explain);
  const net = gross.minus(carryAdjustment);
  explain?.record(['net'], netFormula, { gross: figure(['gross'], gross), carryAdjustment }, net);
  if (net.lt(0)) refuseInto(failures)('NET_BELOW_ZERO', [...path, 'net'], `the net of source ${id} is below zero`);
  const shared = engine.share(net, source.allocations, { path, failures, explain });
  if (shared === undefined) return undefined;
  return { id, investedAmount, multiple, gross, carryAdjustment, net, ...shared };
}

/** Gross and multiple of a source: what a person typed last is kept, the other follows. */
function grossOf(
  { investedAmount, multiple = one, gross }: ForecastSourceInput,
  explain: Recorder | undefined,
): { readonly gross: Decimal; readonly multiple: Decimal | null } {
  if (gross === undefined) {
    const computed = roundMoney(investedAmount.times(multiple));
    explain?.record(['gross'], grossFormula, { investedAmount, multiple }, computed);
    return { gross: computed, multiple };
  }
  if (investedAmount.isZero()) return { gross, multiple: null };
  const shown = roundTo(gross.div(investedAmount), SHOWN_MULTIPLE_PLACES);
  explain?.record(['multiple'], multipleFormula, { gross, investedAmount }, shown);
  return { gross, multiple: shown };
}

function checkAmounts(source: ForecastSourceInput, path: Path, failures: Failure[]): boolean {
  const before = failures.length;
  const refuse: Refuse = refuseInto(failures);
  for (const name of ['investedAmount', 'gross', 'carryAdjustment'] as const) {
    checkMoney(source[name], [...path, name], refuse);
  }
  for (const name of ['investedAmount', 'gross', 'multiple'] as const) {
    if (source[name]?.lt(0) === true) refuse('NEGATIVE_AMOUNT', [...path, name], `${name} is never negative`);
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
