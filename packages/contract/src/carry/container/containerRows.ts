import { z } from 'zod';
import { participantKind } from '../../people/participant.ts';
import { coverage, date, figure, figureOrNull, id, reference } from '../../core/schema.ts';

/** A fund or a coinvestment in the list of both. */
export const fundOrCoinvestmentRow = z.object({
  id: id(),
  type: z.enum(['Fund', 'Coinvestment']),
  code: z.string(),
  name: z.string(),
  fund: reference().nullable(),
  currency: reference().nullable(),
  status: reference().nullable(),
  initialCloseDate: date().nullable(),
  numberOfInvestments: z.int(),
  totalCarryDistributed: figure('money'),
});
export const fundOrCoinvestmentColumns = [
  { field: 'code', kind: 'code', title: 'Code' },
  { field: 'name', kind: 'text', title: 'Name' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'fund', kind: 'reference', title: 'Fund', hidden: true },
  { field: 'currency', kind: 'reference', title: 'Currency' },
  { field: 'status', kind: 'reference', title: 'Status' },
  { field: 'initialCloseDate', kind: 'date', title: 'Initial close' },
  { field: 'numberOfInvestments', kind: 'count', title: 'Investments' },
  { field: 'totalCarryDistributed', kind: 'money', title: 'Carry distributed', total: 'sum' },
] as const;

/** A participant's total of a fund over all its sources. Only people and trusts are listed, so the rows add up to the fund's carry. */
export const participantTotals = z.object({
  id: id(),
  participantId: id(),
  name: z.string(),
  type: participantKind,
  grossCarryDistributed: figure('money'),
  tax: figure('money'),
  escrow: figure('money'),
  loanRepayment: figure('money'),
  otherAdjustment: figure('money'),
  netCarryDistributed: figure('money'),
});
export const participantTotalsColumns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross', total: 'sum' },
  { field: 'tax', kind: 'money', title: 'Tax', total: 'sum' },
  { field: 'escrow', kind: 'money', title: 'Escrow', total: 'sum' },
  { field: 'loanRepayment', kind: 'money', title: 'Loan repayment', total: 'sum' },
  { field: 'otherAdjustment', kind: 'money', title: 'Other', total: 'sum' },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net', total: 'sum' },
] as const;

export const participantEstimate = z.object({
  id: id(),
  participantId: id(),
  name: z.string(),
  type: participantKind,
  forecastedCarry: figure('money'),
});
export const participantEstimateColumns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'forecastedCarry', kind: 'money', title: 'Forecast carry', total: 'sum' },
] as const;

/** A participant's allocation in a current profile of a fund or a record below it. */
export const allocationReportRow = z.object({
  id: id(),
  participantId: id(),
  participantName: z.string(),
  participantType: participantKind,
  status: z.string(),
  sourceType: z.string(),
  targetId: id(),
  sourceName: z.string(),
  profile: reference(),
  version: z.int(),
  predilute: figureOrNull('percent'),
  fixed: figureOrNull('percent'),
  discretionary: figureOrNull('percent'),
  shares: figureOrNull('shares'),
  effective: figure('percent'),
  participantClass: reference().nullable(),
});
export const allocationReportColumns = [
  { field: 'participantName', kind: 'text', title: 'Participant' },
  { field: 'participantType', kind: 'text', title: 'Type' },
  { field: 'status', kind: 'text', title: 'Status' },
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'sourceType', kind: 'text', title: 'Source type' },
  { field: 'profile', kind: 'reference', title: 'Allocation profile' },
  { field: 'version', kind: 'count', title: 'Version' },
  { field: 'predilute', kind: 'percent', title: 'Predilute %' },
  { field: 'fixed', kind: 'percent', title: 'Fixed %' },
  { field: 'discretionary', kind: 'percent', title: 'Discretionary %' },
  { field: 'shares', kind: 'shares', title: 'Shares' },
  { field: 'effective', kind: 'percent', title: 'Effective %' },
  { field: 'participantClass', kind: 'reference', title: 'Class' },
] as const;

/** A metric of an investment on a date, for the metrics tables. */
export const metricRow = z.object({
  id: id(),
  containerId: id(),
  name: z.string(),
  date: date(),
  transactionTypeCode: z.string(),
  transactionTypeDescription: z.string(),
  totalAmount: figureOrNull('rate'),
  gpAmount: figureOrNull('rate'),
  jvAmount: figureOrNull('rate'),
  displayOrder: z.int(),
});

/** A participant's balance at a fund, coinvestment, investment or tranche in a currency: carry according to the ledger, and escrow held. */
export const investorBalance = z.object({
  participantId: id(),
  name: z.string(),
  type: participantKind,
  status: z.string(),
  currency: z.string().nullable(),
  /** The total over the sources where something has been accrued or opened by the date; null if there are none. */
  balance: figureOrNull('money'),
  coverage: coverage(),
  escrowBalance: figure('money'),
});

/** The holding that a new tranche would belong to, with the number and name it would get. */
export const partForTranche = z.object({
  id: id(),
  fund: reference().nullable(),
  coinvestment: reference().nullable(),
  investedAmount: figureOrNull('money'),
  nextTrancheNumber: z.int(),
  defaultTrancheName: z.string(),
});
