import {
  type Decimal,
  defineFormula,
  err,
  type Failure,
  fail,
  ok,
  type Recorder,
  type Result,
} from '@carrara/domain/kernel';

export interface FundMultiples {
  /** Distributions to paid-in; null, displayed as a dash, if nothing was paid in. */
  readonly dpi: Decimal | null;
  readonly rvpi: Decimal | null;
  readonly tvpi: Decimal | null;
}

export interface FundTotals {
  readonly contributions: Decimal;
  readonly distributions: Decimal;
  readonly nav: Decimal;
}

export const dpiFormula = defineFormula({
  id: 'performance.dpi',
  text: 'DPI = distributions / contributions',
  inputs: { distributions: 'money', contributions: 'money' },
  result: 'multiple',
  source: 'docs/calculations/multiples.md',
});
export const rvpiFormula = defineFormula({
  id: 'performance.rvpi',
  text: 'RVPI = NAV / contributions',
  inputs: { nav: 'money', contributions: 'money' },
  result: 'multiple',
  source: 'docs/calculations/multiples.md',
});
export const tvpiFormula = defineFormula({
  id: 'performance.tvpi',
  text: 'TVPI = DPI + RVPI',
  inputs: { dpi: 'multiple', rvpi: 'multiple' },
  result: 'multiple',
  source: 'docs/calculations/multiples.md',
});
const moicFormula = defineFormula({
  id: 'performance.moic',
  text: 'MOIC = (realized + unrealized) / invested',
  inputs: { realized: 'money', unrealized: 'money', invested: 'money' },
  result: 'multiple',
  source: 'docs/calculations/multiples.md',
});

/**
 * Computes the amounts distributed and remaining for each unit paid in.
 *
 *     DPI = distributions / contributions;  RVPI = NAV / contributions;  TVPI = DPI + RVPI
 *
 * The caller who adds up the flows decides what counts as a contribution (recallable distributions, fees).
 *
 * Units:  one currency in, multiples out, not rounded. Nothing paid in gives null.
 * Source: GIPS 2020 glossary; docs/calculations/multiples.md.
 * Fails:  NEGATIVE_CONTRIBUTIONS.
 */
export function fundMultiples(totals: FundTotals, explain?: Recorder): Result<FundMultiples, Failure> {
  const { contributions, distributions, nav } = totals;
  if (contributions.isNegative() && !contributions.isZero()) {
    return err(fail('NEGATIVE_CONTRIBUTIONS', ['contributions'], 'contributions are given as a positive total'));
  }
  const dpi = ratio(distributions, contributions);
  const rvpi = ratio(nav, contributions);
  const tvpi = dpi === null || rvpi === null ? null : dpi.add(rvpi);
  explain?.record(['dpi'], dpiFormula, { distributions, contributions }, dpi);
  explain?.record(['rvpi'], rvpiFormula, { nav, contributions }, rvpi);
  explain?.record(
    ['tvpi'],
    tvpiFormula,
    { dpi: { figure: ['dpi'], value: dpi }, rvpi: { figure: ['rvpi'], value: rvpi } },
    tvpi,
  );
  return ok({ dpi, rvpi, tvpi });
}

/**
 * Computes the multiple on invested capital: (realized + unrealized) / invested.
 *
 * Units:  one currency in, a multiple out, not rounded. Nothing invested gives null.
 * Source: docs/calculations/multiples.md.
 */
export function multipleOnInvested(
  { realized, unrealized, invested }: { realized: Decimal; unrealized: Decimal; invested: Decimal },
  explain?: Recorder,
): Decimal | null {
  const moic = ratio(realized.add(unrealized), invested);
  explain?.record(['moic'], moicFormula, { realized, unrealized, invested }, moic);
  return moic;
}

function ratio(numerator: Decimal, denominator: Decimal): Decimal | null {
  return denominator.isZero() ? null : numerator.div(denominator);
}
