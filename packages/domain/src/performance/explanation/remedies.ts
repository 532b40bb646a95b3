import { type CalendarDate, defineFormula, displayedDate, type FailureCode, required } from '@carrara/domain/kernel';
import { type FigureName, moneyFigures, nothingBooked, rateFigures } from '../period/index.ts';
import { type PerformanceStep, StepRecorder, type UndeterminedReason } from './performanceStep.ts';

/** Instructions that fix an undetermined figure, by reason. */
const remedies: Partial<Readonly<Record<FailureCode, string>>> = {
  NAV_MISSING: 'Enter or import the net asset value reported for this quarter end.',
  NOT_REPORTED: 'Enter or import the figures reported for this quarter end, or the ledger’s cash.',
  NO_SIGN_CHANGE:
    'A return needs a contribution, and a distribution or a remaining value. Check below for a missing call, distribution or value.',
  NO_ROOT: 'These cash flows have no IRR. Check below for an amount with the wrong sign or date.',
  NEGATIVE_CONTRIBUTIONS: 'More was returned than called. Check the returned excess.',
  NO_FX_RATE: 'Enter an exchange rate for this pair on the quarter end or an earlier day.',
  NO_COMMITMENT: 'Enter the investors’ commitments.',
  NEGATIVE_AMOUNT: 'More of the credit line was repaid than drawn. Look for the missing draw.',
};

/** Returns why a figure isn't determined, and how to fix that. */
export const undeterminedReason = ({
  code,
  message,
}: {
  readonly code: FailureCode;
  readonly message: string;
}): UndeterminedReason => ({
  code,
  message,
  mend: remedies[code] ?? 'Check the entries below for the missing information.',
});

const unitOf = (name: FigureName) =>
  (moneyFigures as readonly FigureName[]).includes(name)
    ? 'money'
    : (rateFigures as readonly FigureName[]).includes(name)
      ? 'rate'
      : 'multiple';

/** Returns why a late vehicle has no figure at a quarter end: nothing is booked since `last`. */
export function explainLate(name: FigureName, title: string, end: CalendarDate, last: CalendarDate): PerformanceStep {
  const formula = defineFormula({
    id: `performance.late.${name}`,
    text: 'the figures of a quarter end with entries or reported figures',
    inputs: {},
    result: unitOf(name),
    source: 'docs/calculations/coverage.md',
  });
  const steps = new StepRecorder();
  steps.step([name], formula, {}, null, {
    name: title,
    whyNot: {
      code: 'NAV_MISSING',
      message: `This fund is late. ${nothingBooked(displayedDate(end), displayedDate(last))}`,
      mend: `Choose ${displayedDate(last)} as the reporting date, carry forward the last value of late funds, or enter this quarter’s figures.`,
    },
  });
  return required(steps.tree([name]), 'the step of a late figure');
}
