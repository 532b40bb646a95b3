import { type DecimalRefusal, parseDecimalText } from '../../kernel/typedNumber/index.ts';

/** The cells of a run that people fill in, with their titles. */
export const typedCellTitles = {
  netDistributableAmount: 'Net distributable amount',
  defaultEscrow: 'Escrow %',
  effectiveAllocation: 'Effective %',
  tax: 'Tax',
  escrow: 'Escrow',
  loanRepayment: 'Loan repayment',
  otherAdjustment: 'Other adjustment',
} as const;
export type TypedCell = keyof typeof typedCellTitles;

/**
 * Parses the text of a cell of a run. The editor and the list of items to fix both use it, so that they give the same reason.
 *
 * Units:  percentages with up to 10 decimals, amounts with up to 2. Percentages and the amount of a source can't be negative.
 * Fails:  as `parseDecimalText`.
 */
export const readTypedCell = (cell: TypedCell, text: string): string | null | DecimalRefusal =>
  cell === 'defaultEscrow' || cell === 'effectiveAllocation'
    ? parseDecimalText(text, 10, false, 'percentage')
    : parseDecimalText(text, 2, cell !== 'netDistributableAmount', 'amount');
