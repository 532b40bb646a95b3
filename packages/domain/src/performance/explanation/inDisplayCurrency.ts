import { type CalendarDate, decimal, figure, required, roundMoney, displayedDate, zero } from '@carrara/domain/kernel';
import { findFxRate, type FxRate } from '@carrara/domain/platform/fx';
import { convertedFormula, convertedGainFormula, gainFormula } from './formulas.ts';
import { undeterminedReason } from './remedies.ts';
import { type PerformanceStep, StepRecorder } from './performanceStep.ts';

export interface DisplayCurrency {
  readonly from: string;
  readonly to: string;
  readonly date: CalendarDate;
  readonly rates: readonly FxRate[];
}

/** Wraps a step whose amount is displayed in another currency, converted as in `convertedFigures`. The original step is its child. */
export function inDisplayCurrency(step: PerformanceStep, { from, to, date, rates }: DisplayCurrency): PerformanceStep {
  const steps = new StepRecorder();
  const below = () => ({
    ...required(steps.tree(['shown']), 'the derivation of a converted amount'),
    children: [{ ...step, name: `${step.name ?? ''} in ${from}` }],
  });
  const amount = decimal(step.result ?? '0');
  const found = findFxRate({ from, to, date, rates });
  const rate = found.isOk() ? found.value.rate : null;
  const displayedPart = (text: string | null) => roundMoney(decimal(text ?? '0').times(rate ?? zero));
  const inputNamed = (name: string) => displayedPart(step.inputs.find((input) => input.name === name)?.value ?? null);
  if (rate !== null && step.formula === gainFormula.id) {
    const [fairValue, cost] = [inputNamed('fairValue'), inputNamed('cost')];
    steps.step(['shown'], convertedGainFormula, { fairValue, cost, rate, date }, fairValue.minus(cost), {
      name: `In ${to}`,
    });
    return below();
  }
  const displayed = rate === null ? null : displayedPart(step.result);
  const message = `There is no exchange rate for ${from}/${to} on or before ${displayedDate(date)}.`;
  steps.step(['shown'], convertedFormula, { amount: figure(step.path, amount), rate, date }, displayed, {
    name: `In ${to}`,
    ...(rate === null ? { whyNot: undeterminedReason({ code: 'NO_FX_RATE', message }) } : {}),
  });
  return below();
}
