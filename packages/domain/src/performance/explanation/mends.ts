import type { FailureCode } from '@carrara/domain/kernel';
import type { WhyNot } from './trail.ts';

/** Instructions that fix an undetermined figure, by reason. */
const mends: Partial<Readonly<Record<FailureCode, string>>> = {
  NAV_MISSING: 'Enter or import the net asset value that was reported for this quarter end.',
  NOT_REPORTED: 'Enter or import what was reported for this quarter end, or the cash of the ledger.',
  NO_SIGN_CHANGE:
    'A rate needs something paid in and something received or left: look for a call, a distribution or a value that is missing below.',
  NO_ROOT: 'No rate satisfies the equation: look for an amount with a wrong sign or day below.',
  NEGATIVE_CONTRIBUTIONS: 'More was returned than called. Check the returned excess.',
  NO_FX_RATE: 'Enter an exchange rate of this pair for the quarter end or a day before it.',
  NO_COMMITMENT: 'Enter the commitments of the investors.',
  NEGATIVE_AMOUNT: 'More of the credit line is repaid than was drawn: look for the draw that is missing.',
  NOT_DETERMINED: 'Enter the missing terms in the fee template of the fund.',
};

/** Returns why a figure isn't determined, and how to fix that. */
export const whyNot = ({ code, message }: { readonly code: FailureCode; readonly message: string }): WhyNot => ({
  code,
  message,
  mend: mends[code] ?? 'Check the entries below: they lack what the reason names.',
});
