import { notDetermined } from '@carrara/contract/core/kinds';
import { Value } from '@carrara/ui/value/Value.tsx';
import type { ParticipantRow } from './participantParts.ts';

/** Columns of a participant's figures: gross = tax + escrow + loan repayment + other adjustment + net. */
export const figureColumns = [
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross', nullIs: notDetermined },
  { field: 'tax', kind: 'money', title: 'Tax', nullIs: notDetermined },
  { field: 'escrow', kind: 'money', title: 'Escrow', nullIs: notDetermined },
  { field: 'loanRepayment', kind: 'money', title: 'Loan repayment', nullIs: notDetermined },
  { field: 'otherAdjustment', kind: 'money', title: 'Other adjustment', nullIs: notDetermined },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net', nullIs: notDetermined },
] as const;

type Figures = Pick<ParticipantRow, (typeof figureColumns)[number]['field']>;

export const figureTotals = (figures: Figures) => figureColumns.map(({ field }) => ({ field, total: figures[field] }));

/** Cells of adjustments. Most are empty, and a dash makes the others stand out. */
export const adjustmentCells = Object.fromEntries(
  (['loanRepayment', 'otherAdjustment'] as const).map((field) => [
    field,
    ({ [field]: amount }: Figures) =>
      amount === null ? (
        <Value kind="money" value={null} nullIs={notDetermined} />
      ) : (
        <Value kind="money" value={/[1-9]/.test(amount) ? amount : null} />
      ),
  ]),
);
