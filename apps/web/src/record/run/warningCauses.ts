import type { RunProblem } from '@carrara/contract/carry/run/distributionRun';

/** Titles of warnings that occur for many people or sources at once. */
const titles: Readonly<Record<string, string>> = {
  ESCROW_BELOW_COMPUTED: 'Typed escrow below the computed one',
  NEGATIVE_ADJUSTMENT: 'Adjustments that raise the net',
  NEGATIVE_LOAN_REPAYMENT: 'Loan repayments that raise the net',
  PAID_ABOVE_ACCRUED: 'Payments above the accrued amount',
  PROFILE_NOT_DEFAULT: 'Sources that don’t use their default profile',
  TAX_BELOW_COMPUTED: 'Typed taxes below the computed ones',
  TERMINATED_NOT_FULLY_VESTED: 'Payments to people who left before they were fully vested',
  VESTING_CHANGED: 'Applied vesting that has changed since submission',
  VESTING_UNKNOWN: 'Payments to people who left, with an unknown vested part',
};

/** The number of warnings of one cause that are listed without a title. */
const mostUntitled = 2;

interface Cause<W> {
  /** Undefined if the warnings are listed without a title. */
  readonly title: string | undefined;
  readonly warnings: readonly W[];
}

/** Groups the warnings of a run by cause, in the order of their first occurrence. Within a cause, the warnings about one person are next to each other. */
export function warningCauses<W extends Pick<RunProblem, 'code' | 'message'>>(
  warnings: readonly W[],
): readonly Cause<W>[] {
  return [...new Set(warnings.map(({ code }) => code))].flatMap((code): Cause<W>[] => {
    const found = warnings.filter((warning) => warning.code === code);
    const title = titles[code];
    if (title === undefined || found.length <= mostUntitled) return [{ title: undefined, warnings: found }];
    return [
      {
        title: `${title} (${String(found.length)})`,
        warnings: found.toSorted((warning, other) => warning.message.localeCompare(other.message, 'en')),
      },
    ];
  });
}
