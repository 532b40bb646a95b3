import { z } from 'zod';
import { notDetermined } from '../../core/kinds.ts';
import { coverage, date, figure, figureOrNull, id } from '../../core/schema.ts';
import { forecastColumns, forecastFilter, forecastRow } from '../run/carryForecasts.ts';
import { distributionHistoryRow, historyColumns, participantHistoryFilter } from '../run/distributionHistory.ts';
import { allocationColumns, allocationRow, sourceFilter } from '../allocation/allocationRows.ts';
import { employeeTrust, index } from './participantIndexes.ts';
import { vestingAnalysisEndpoints } from '../vesting/vestingAnalysis.ts';
import { currencyCode, withName, navigation, pages, chartPoints, viewCall, slices } from '../view/viewCalls.ts';

const accountEntry = z.object({
  id: id(),
  entryDate: date(),
  kind: z.string(),
  sourceId: id(),
  sourceName: z.string(),
  /** The entities passed through, outermost first; null for a direct entry. */
  through: z.string().nullable(),
  distributionId: id().nullable(),
  /** The realization that accrued it. */
  realizationId: id().nullable(),
  /** The ledger run that opened, released or clawed it back. */
  ledgerRunId: id().nullable(),
  description: z.string().nullable(),
  currency: currencyCode,
  amount: figure('money'),
  /**
   * The balance in this currency after this entry, over the sources where something has been accrued or opened by the date. Later-dated entries come
   * later. Null if there are none.
   */
  balance: figureOrNull('money'),
  tax: figureOrNull('money'),
  loanRepayment: figureOrNull('money'),
  otherAdjustment: figureOrNull('money'),
});
/** The data of a participant's profile header and overview. A clawback is null, never zero, until one is posted. */
export const participantSummary = z.object({
  id: id(),
  participantId: id(),
  name: z.string(),
  clawback: figureOrNull('money'),
  /** Null if there are several currencies. They are never added up, so the figures here are null too and are listed by currency. */
  currency: currencyCode,
  /** The total of the determined accounts. `carryBalanceCoverage` names the others. */
  carryBalance: figureOrNull('money'),
  carryBalanceCoverage: coverage().nullable(),
  /** Amounts withheld or opened with, less releases and amounts applied to clawbacks. */
  escrowBalance: figureOrNull('money'),
  escrowWithheld: figureOrNull('money'),
  escrowReleased: figureOrNull('money'),
  escrowApplied: figureOrNull('money'),
  /** Amounts distributed before the opening balances. The totals of distributions exclude them, and the carry balance is less them. */
  openingDistributed: figureOrNull('money'),
  totalCarryDistributed: figureOrNull('money'),
  totalNetDistributed: figureOrNull('money'),
  forecastedCarry: figureOrNull('money'),
  byCurrency: z.array(
    z.object({
      currency: currencyCode,
      clawback: figureOrNull('money'),
      /** Null if nothing has been accrued or opened yet, so that no part is determined. */
      carryBalance: figureOrNull('money'),
      carryBalanceCoverage: coverage(),
      escrowBalance: figure('money'),
      escrowWithheld: figure('money'),
      escrowReleased: figure('money'),
      escrowApplied: figure('money'),
      openingDistributed: figure('money'),
      totalCarryDistributed: figure('money'),
      totalNetDistributed: figure('money'),
      forecastedCarry: figure('money'),
    }),
  ),
});

const ofParticipant = <const P extends 'employee.view' | 'trust.view' | 'entity.view'>(
  base: string,
  summaryPath: string,
  permission: P,
  estimates: 'forecasts' | 'estimates',
  [indexTitle, indexSort]: readonly [string, 'jobLevel' | 'trustName' | 'entityName'],
) => ({
  list$Index: index(`${base}/participantIndex`, indexTitle, permission, indexSort),
  get$Summary: {
    ...viewCall(summaryPath, 'Summary with clawback and balances', permission, participantSummary),
    /** The date of all figures. Defaults to today. */
    query: z.strictObject({ asOf: date().optional() }),
  },
  list$Choices: {
    method: 'GET',
    path: `${base}/navigation-list`,
    summary: 'Short list, for navigation',
    permission,
    result: navigation,
    tags: ['Participant'],
  } as const,
  chart$DistributionsBySector: viewCall(`${base}/:id/distributions/sector`, 'Carry by sector', permission, slices),
  chart$DistributionsByFund: viewCall(`${base}/:id/distributions/fund`, 'Carry by fund', permission, slices),
  chart$DistributionsByYear: viewCall(`${base}/:id/distributions/year`, 'Carry by year', permission, slices),
  chart$DistributionHistory: viewCall(
    `${base}/:id/distributions/history`,
    'Carry over time, by source',
    permission,
    chartPoints,
  ),
  chart$ForecastsBySource: viewCall(`${base}/:id/${estimates}/source`, 'Forecast carry by source', permission, slices),
  chart$ForecastHistory: viewCall(
    `${base}/:id/${estimates}/history`,
    'Forecast carry over time',
    permission,
    chartPoints,
  ),
  list$Forecasts: pages(
    `${base}/:id/forecast-history`,
    'Carry Forecasts',
    permission,
    forecastRow,
    forecastColumns,
    'distributionDate',
    forecastFilter,
  ),
  list$Distributions: pages(
    `${base}/:id/distribution-history`,
    'Distribution History',
    permission,
    distributionHistoryRow,
    historyColumns,
    'distributionDate',
    participantHistoryFilter,
  ),
  list$Allocations: pages(
    `${base}/:id/allocations`,
    'Allocations',
    permission,
    allocationRow,
    allocationColumns,
    'sourceName',
    sourceFilter,
  ),
});

export const participantViewEndpoints = {
  ...withName(
    'Employee',
    ofParticipant('/api/carry/employee', '/api/carry/empv2/:id', 'employee.view', 'forecasts', [
      'Employees',
      'jobLevel',
    ]),
  ),
  ...withName(
    'Trust',
    ofParticipant('/api/carry/trust', '/api/carry/trust/v2/:id', 'trust.view', 'estimates', ['Trusts', 'trustName']),
  ),
  ...withName(
    'Entity',
    ofParticipant('/api/carry/participantEntity', '/api/carry/participantEntity/v2/:id', 'entity.view', 'forecasts', [
      'Entities',
      'entityName',
    ]),
  ),
  listEmployeeTrusts: viewCall(
    '/api/carry/employee/:id/trust',
    'Trusts of an employee',
    'trust.view',
    z.array(employeeTrust),
    ['Participant'],
  ),
  listEmployeeVesting: pages(
    '/api/carry/employee/:id/vesting',
    'Vesting',
    'employee.view',
    allocationRow,
    allocationColumns,
    'sourceName',
    sourceFilter,
  ),
  listParticipantFundsAndCoinvestments: viewCall(
    '/api/carry/participant/:id/fund-and-coinvestment',
    'Funds and coinvestments in which the participant has an allocation',
    'participant.view',
    z.array(
      z.object({ id: id(), name: z.string(), code: z.string().nullable(), type: z.enum(['fund', 'coinvestment']) }),
    ),
    ['AllocationProfile'],
  ),
  listParticipantInvestments: viewCall(
    '/api/carry/participant/:id/investment',
    'Investments in which the participant has an allocation',
    'participant.view',
    z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable(), fundId: id().nullable() })),
    ['AllocationProfile'],
  ),
  listParticipantEstimates: viewCall(
    '/api/carry/participant/:id/estimate',
    'Forecast carry',
    'participant.view',
    z.array(forecastRow),
  ),
  ...vestingAnalysisEndpoints,
  listParticipantAccountEntries: pages(
    '/api/carry/participant/:id/accountEntries',
    'Account entries',
    'participant.view',
    accountEntry,
    [
      { field: 'entryDate', kind: 'date', title: 'Date' },
      { field: 'kind', kind: 'text', title: 'Kind' },
      { field: 'sourceName', kind: 'text', title: 'Source' },
      { field: 'through', kind: 'text', title: 'Through', hidden: true },
      { field: 'description', kind: 'longText', title: 'Description' },
      { field: 'currency', kind: 'code', title: 'Currency' },
      { field: 'amount', kind: 'money', title: 'Amount', total: 'entries' },
      { field: 'balance', kind: 'money', title: 'Balance', total: 'entries', nullIs: notDetermined },
      { field: 'tax', kind: 'money', title: 'Tax', hidden: true },
      { field: 'loanRepayment', kind: 'money', title: 'Loan repayment', hidden: true },
      { field: 'otherAdjustment', kind: 'money', title: 'Other', hidden: true },
    ],
    'entryDate',
    { ledger: z.enum(['carry', 'escrow']).default('carry'), asOf: date().optional() },
    'sources',
  ),
} as const;
