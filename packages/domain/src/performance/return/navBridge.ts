import {
  type Decimal,
  defineFormula,
  err,
  type Failure,
  fail,
  ok,
  type Recorder,
  type Result,
  spokenMoney,
} from '../../kernel/index.ts';

/** The steps from one NAV to the next, in order. `currency` and the two ends are derived. */
export const navBridgeSteps = [
  'contributions',
  'distributions',
  'transfers',
  'realized',
  'unrealized',
  'income',
  'expenses',
  'carry',
] as const;
export type NavBridgeStep = (typeof navBridgeSteps)[number];

export interface NavBridgeInput {
  readonly opening: Decimal;
  /** The changes of the NAV: distributions and expenses are negative. */
  readonly steps: Readonly<Record<NavBridgeStep, Decimal>>;
  readonly closing: Decimal;
  /** True if each amount was converted at its own day's rate. The remainder is then the currency effect. */
  readonly isConverted: boolean;
}

export interface NavBridge extends Readonly<Record<NavBridgeStep, Decimal>> {
  readonly opening: Decimal;
  /** Null if nothing was converted. */
  readonly currency: Decimal | null;
  readonly closing: Decimal;
}

const navBridgeFormula = defineFormula({
  id: 'performance.navBridge',
  text: 'closing = opening + contributions - distributions +/- transfers + realized + unrealized + income - expenses - carry (+ currency, the remainder after conversion)',
  inputs: { opening: 'money', step: 'money', currency: 'money' },
  result: 'money',
  source: 'docs/calculations/nav-bridge.md',
});

/**
 * Explains how one NAV became the next.
 *
 *     closing = opening + sum of the steps + currency;  currency = the remainder, only when converted
 *
 * Units:  cents of one currency, each step with the sign with which it changes the NAV.
 * Source: docs/calculations/nav-bridge.md.
 * Fails:  FIGURES_DIFFER (the steps do not lead from opening to closing, and nothing was converted).
 */
export function navBridge(
  { opening, steps, closing, isConverted }: NavBridgeInput,
  explain?: Recorder,
): Result<NavBridge, Failure> {
  const reached = navBridgeSteps.reduce((sum, step) => sum.plus(steps[step]), opening);
  const rest = closing.minus(reached);
  if (!isConverted && !rest.isZero()) {
    return err(
      fail('FIGURES_DIFFER', ['closing'], `the steps lead to ${spokenMoney(reached)}, not to ${spokenMoney(closing)}`),
    );
  }
  const currency = isConverted ? rest : null;
  explain?.record(
    ['closing'],
    navBridgeFormula,
    { opening, step: navBridgeSteps.map((step) => steps[step]), currency },
    closing,
  );
  return ok({ opening, ...steps, currency, closing });
}
