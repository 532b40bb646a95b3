import { z } from 'zod';
import { notDetermined } from '../../core/kinds.ts';
import { requestedYear, date, figureOrNull, id } from '../../core/schema.ts';
import { currencyCode } from '../view/viewCalls.ts';

/** Null while the source isn't determined. */
const runFigures = {
  grossCarryDistributed: figureOrNull('money'),
  tax: figureOrNull('money'),
  escrow: figureOrNull('money'),
  loanRepayment: figureOrNull('money'),
  otherAdjustment: figureOrNull('money'),
  netCarryDistributed: figureOrNull('money'),
};
/** A source of a distribution, limited to the amounts of the record. */
export const distributionHistoryRow = z.object({
  id: id(),
  distributionId: id(),
  distributionName: z.string(),
  distributionDate: date(),
  distributionStatus: z.string(),
  type: z.string(),
  sourceId: id(),
  sourceName: z.string(),
  /** The code of the fund or coinvestment that has the source; null for one of these. */
  sourceHolder: z.string().nullable(),
  /** The entities passed through, outermost first; null for a direct payment. */
  through: z.string().nullable(),
  fundId: id().nullable(),
  fund: z.string().nullable(),
  coinvestment: z.string().nullable(),
  investmentId: id().nullable(),
  sectorId: id().nullable(),
  sector: z.string().nullable(),
  currency: currencyCode,
  isDetermined: z.boolean(),
  numberOfParticipants: z.int().nullable(),
  distributionParticipantId: id().nullable(),
  ...runFigures,
});
export const historyColumns = [
  { field: 'distributionDate', kind: 'date', title: 'Date' },
  { field: 'distributionName', kind: 'text', title: 'Distribution' },
  { field: 'distributionStatus', kind: 'text', title: 'Status' },
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'through', kind: 'text', title: 'Through', hidden: true },
  { field: 'type', kind: 'text', title: 'Type', hidden: true },
  { field: 'fund', kind: 'text', title: 'Fund', hidden: true },
  { field: 'coinvestment', kind: 'text', title: 'Coinvestment', hidden: true },
  { field: 'sector', kind: 'text', title: 'Sector', hidden: true },
  { field: 'numberOfParticipants', kind: 'count', title: 'Participants', hidden: true, nullIs: notDetermined },
  { field: 'currency', kind: 'code', title: 'Currency', sortable: false },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross', total: 'disbursed', nullIs: notDetermined },
  { field: 'tax', kind: 'money', title: 'Tax', total: 'disbursed', nullIs: notDetermined },
  { field: 'escrow', kind: 'money', title: 'Escrow', total: 'disbursed', nullIs: notDetermined },
  { field: 'loanRepayment', kind: 'money', title: 'Loan repayment', total: 'disbursed', nullIs: notDetermined },
  { field: 'otherAdjustment', kind: 'money', title: 'Other', total: 'disbursed', nullIs: notDetermined },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net', total: 'disbursed', nullIs: notDetermined },
] as const;

export const historyFilter = { disbursedOnly: z.stringbool().default(false) };
/** Filters that reduce a participant's history to the rows that a report's figure adds up. */
export const participantHistoryFilter = {
  ...historyFilter,
  /** A fund or a coinvestment. */
  holderId: id().optional(),
  year: requestedYear().optional(),
  to: date().optional(),
  /** True to include payments to an employee's trusts. */
  aggregateTrust: z.stringbool().default(false),
};
