import { Value } from '@carrara/ui/value';
import type { ParticipantRow } from './participantParts.ts';

/** The figures of a participant: gross = tax + escrow + loan repayment + other adjustment + net. */
export const figureColumns = [
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross' },
  { field: 'tax', kind: 'money', title: 'Tax' },
  { field: 'escrow', kind: 'money', title: 'Escrow' },
  { field: 'loanRepayment', kind: 'money', title: 'Loan repayment' },
  { field: 'otherAdjustment', kind: 'money', title: 'Other adjustment' },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net' },
] as const;

type Figures = Pick<ParticipantRow, (typeof figureColumns)[number]['field']>;

export const figureTotals = (figures: Figures) => figureColumns.map(({ field }) => ({ field, total: figures[field] }));

/** Most have none: a dash lets those who have one stand out. */
export const adjustmentCells = Object.fromEntries(
  (['loanRepayment', 'otherAdjustment'] as const).map((field) => [
    field,
    (row: Figures) => <Value kind="money" value={/[1-9]/.test(row[field]) ? row[field] : null} />,
  ]),
);
