import { z } from 'zod';
import { type Endpoint, idParams, listEndpoint } from '../core/endpoint.ts';
import { explanation } from '../core/explanation.ts';
import { notDetermined } from '../core/kinds.ts';
import type { Permission } from '../core/permissions.ts';
import { carryByCurrencyColumn, participantFilters, participantRow } from '../people/participant.ts';
import { date, decimal, figure, figureOrNull, id, reference } from '../core/schema.ts';

/**
 * What the profiles of participants and containers show of the runs: distributions, forecasts, allocations, vesting, ledger. The same
 * calls exist for several records; they are made here once, and `$` in an operation's name stands for the record.
 */
type Named<N extends string, T> = {
  [K in keyof T as K extends `${infer Before}$${infer After}` ? `${Before}${N}${After}` : never]: T[K];
};
const named = <const N extends string, T extends Record<string, Endpoint>>(name: N, calls: T) =>
  Object.fromEntries(Object.entries(calls).map(([key, call]) => [key.replace('$', name), call])) as Named<N, T>;

/** A slice of a chart; the browser cuts it to the most that is shown. */
const currency = z.string().nullable();
export const chartSlice = z.object({ id: id().nullable(), name: z.string(), currency, amount: figure('money') });
/** A point of a chart over time. */
export const chartPoint = z.object({ date: date(), name: z.string(), currency, amount: figure('money') });
const slices = z.array(chartSlice);
const points = z.array(chartPoint);

/** Null while the source is not determined. */
const runFigures = {
  grossCarryDistributed: figureOrNull('money'),
  tax: figureOrNull('money'),
  escrow: figureOrNull('money'),
  loanRepayment: figureOrNull('money'),
  otherAdjustment: figureOrNull('money'),
  netCarryDistributed: figureOrNull('money'),
};
/** One source of one distribution, as far as it concerns the record. */
export const distributionHistoryRow = z.object({
  id: id(),
  distributionId: id(),
  distributionName: z.string(),
  distributionDate: date(),
  distributionStatus: z.string(),
  type: z.string(),
  sourceId: id(),
  sourceName: z.string(),
  fundId: id().nullable(),
  fund: z.string().nullable(),
  coinvestment: z.string().nullable(),
  investmentId: id().nullable(),
  sectorId: id().nullable(),
  sector: z.string().nullable(),
  currency,
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

export const forecastRow = z.object({
  id: id(),
  forecastId: id(),
  forecastName: z.string(),
  distributionDate: date().nullable(),
  sourceId: id(),
  sourceName: z.string(),
  type: z.string(),
  currency,
  forecastedCarry: figure('money'),
});
export const forecastColumns = [
  { field: 'distributionDate', kind: 'date', title: 'Expected' },
  { field: 'forecastName', kind: 'text', title: 'Forecast' },
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'currency', kind: 'code', title: 'Currency', sortable: false },
  { field: 'forecastedCarry', kind: 'money', title: 'Forecast carry', total: 'sum' },
] as const;

/** What a vested percentage rests on: the tranches weighted by what they invested, or one date; null when it is not determined. */
export const vestingBasisTexts = {
  tranches: 'By tranche',
  trancheDate: 'Date of the tranche',
  initialInvestment: 'Initial investment',
  initialClose: 'Initial close',
} as const;
const vestingBasis = z.string().nullable();
/** What a participant holds in one profile, and how much of it is vested today. */
export const allocationRow = z.object({
  id: id(),
  sourceType: z.enum(['fund', 'coinvestment', 'investment', 'tranche', 'vintage']),
  sourceId: id(),
  targetId: id(),
  sourceName: z.string(),
  investmentId: id().nullable(),
  investmentDate: date().nullable(),
  profile: reference(),
  version: z.int(),
  effective: figure('percent'),
  participantClass: reference().nullable(),
  vestingSchedule: z
    .object({
      id: id(),
      name: z.string(),
      details: z.array(
        z.object({ periodStart: z.int(), periodEnd: z.int().nullable(), vestedPercentage: figure('percent') }),
      ),
    })
    .nullable(),
  vestedPercentage: figureOrNull('percent'),
  vestingBasis,
});
const allocationColumns = [
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'sourceType', kind: 'text', title: 'Type' },
  { field: 'profile', kind: 'reference', title: 'Allocation profile' },
  { field: 'investmentDate', kind: 'date', title: 'Initial date' },
  { field: 'participantClass', kind: 'reference', title: 'Class', hidden: true },
  { field: 'effective', kind: 'percent', title: 'Effective %' },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %', sortable: false },
  { field: 'vestingBasis', kind: 'text', title: 'Vesting counts', sortable: false },
] as const;
const sourceFilter = {
  sourceType: z.enum(['all', 'fundOrCoinvest', 'investment', 'tranche', 'vintage']).default('all'),
  asOf: date().optional(),
};

/** Estimates of every source, or of funds or coinvestments only. */
export const forecastFilter = { source: z.enum(['all', 'fund', 'coinvestment']).default('all') };
export const historyFilter = { disbursedOnly: z.stringbool().default(false) };

export const accountEntry = z.object({
  id: id(),
  entryDate: date(),
  kind: z.string(),
  sourceId: id(),
  sourceName: z.string(),
  distributionId: id().nullable(),
  description: z.string().nullable(),
  currency,
  amount: figure('money'),
  /** Of the account in this currency after this entry; an entry that is dated later counts later. Null while it is not determined. */
  balance: figureOrNull('money'),
  tax: figureOrNull('money'),
  loanRepayment: figureOrNull('money'),
  otherAdjustment: figureOrNull('money'),
});

export const read = <const P extends Permission, R extends z.ZodType>(
  path: string,
  summary: string,
  permission: P,
  result: R,
  tags: readonly string[] = ['Distribution'],
) => ({ method: 'GET', path, summary, permission, params: idParams, result, tags }) as const satisfies Endpoint;
export const pages = <
  const P extends Permission,
  R extends z.ZodType,
  const Q extends z.ZodRawShape = Record<never, never>,
>(
  path: string,
  title: string,
  permission: P,
  row: R,
  columns: Parameters<typeof listEndpoint>[0]['columns'],
  sort: string,
  filters?: Q,
) => ({
  ...listEndpoint({
    path,
    title,
    permission,
    row,
    columns,
    defaultSort: { field: sort, ascending: /name$/i.test(sort) },
    pageSize: 20,
    tags: ['Distribution', 'AllocationProfile'],
    ...(filters ? { filters } : {}),
  }),
  permission,
  params: idParams,
});

export const navigation = z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() }));

/** What a participant's profile header and overview show; a clawback that cannot be determined is null, never zero. */
export const participantSummary = z.object({
  id: id(),
  participantId: id(),
  name: z.string(),
  clawback: figureOrNull('money'),
  /** Amounts of unlike currencies are never added up: with several, the figures are null here and told by currency. */
  currency,
  carryBalance: figureOrNull('money'),
  escrowHeld: figureOrNull('money'),
  totalCarryDistributed: figureOrNull('money'),
  totalNetDistributed: figureOrNull('money'),
  forecastedCarry: figureOrNull('money'),
  byCurrency: z.array(
    z.object({
      currency,
      /** Null while it is not determined: nothing has been accrued or opened yet. */
      carryBalance: figureOrNull('money'),
      escrowHeld: figure('money'),
      totalCarryDistributed: figure('money'),
      totalNetDistributed: figure('money'),
      forecastedCarry: figure('money'),
    }),
  ),
});

const indexRow = participantRow.extend({
  jobLevel: z.int().nullable(),
  trustName: z.string().optional(),
  trustType: reference().nullable().optional(),
  /** Whose trust it is. */
  employee: reference().nullable().optional(),
  entityName: z.string().optional(),
  entityType: reference().nullable().optional(),
  numberOfMembers: z.int().optional(),
});
/** A trust as its employee's page shows it. */
const employeeTrust = participantRow
  .pick({
    id: true,
    name: true,
    code: true,
    status: true,
    isCarryEligible: true,
    totalCarryDistributed: true,
    carryByCurrency: true,
  })
  .extend({ type: reference().nullable(), formationDate: date().nullable() });

const code = { field: 'code', kind: 'code', title: 'Code', hidden: true } as const;
const participantClass = { field: 'participantClass', kind: 'reference', title: 'Class' } as const;
const formed = { field: 'hireDate', kind: 'date', title: 'Formed' } as const;
const terminated = { field: 'terminationDate', kind: 'date', title: 'Terminated', hidden: true } as const;
const standing = [
  { field: 'status', kind: 'status', title: 'Status' },
  { field: 'totalCarryDistributed', kind: 'money', title: 'Carry distributed', amountsIn: 'carryByCurrency' },
  carryByCurrencyColumn,
] as const;
const indexColumns = {
  jobLevel: [
    { field: 'name', kind: 'text', title: 'Name' },
    code,
    participantClass,
    { field: 'businessTitle', kind: 'text', title: 'Title' },
    { field: 'jobLevel', kind: 'count', title: 'Level' },
    { field: 'office', kind: 'reference', title: 'Office' },
    { field: 'hireDate', kind: 'date', title: 'Hired' },
    terminated,
    ...standing,
  ],
  trustName: [
    { field: 'trustName', kind: 'text', title: 'Trust' },
    code,
    { field: 'employee', kind: 'reference', title: 'Employee' },
    { field: 'trustType', kind: 'reference', title: 'Type' },
    participantClass,
    formed,
    terminated,
    ...standing,
  ],
  entityName: [
    { field: 'entityName', kind: 'text', title: 'Entity' },
    code,
    { field: 'entityType', kind: 'reference', title: 'Type' },
    { field: 'numberOfMembers', kind: 'count', title: 'Members' },
    formed,
    ...standing,
  ],
} as const;
/** The list of a participant page: by default the eligible ones, the last name first. */
const index = <const P extends Permission>(
  path: string,
  title: string,
  permission: P,
  sort: 'jobLevel' | 'trustName' | 'entityName',
) => ({
  ...listEndpoint({
    path,
    title,
    permission,
    row: indexRow,
    columns: indexColumns[sort],
    defaultSort: { field: sort, ascending: false },
    filters: participantFilters,
    tags: ['Participant'],
  }),
  permission,
});

const ofParticipant = <const P extends 'employee.view' | 'trust.view' | 'entity.view'>(
  base: string,
  summaryPath: string,
  permission: P,
  estimates: 'forecasts' | 'estimates',
  [indexTitle, indexSort]: readonly [string, 'jobLevel' | 'trustName' | 'entityName'],
) => ({
  list$Index: index(`${base}/participantIndex`, indexTitle, permission, indexSort),
  get$Summary: read(summaryPath, 'Summary with clawback and balances', permission, participantSummary),
  list$Choices: {
    method: 'GET',
    path: `${base}/navigation-list`,
    summary: 'All, short, for jumping between them',
    permission,
    result: navigation,
    tags: ['Participant'],
  } as const,
  chart$DistributionsBySector: read(`${base}/:id/distributions/sector`, 'Carry by sector', permission, slices),
  chart$DistributionsByFund: read(`${base}/:id/distributions/fund`, 'Carry by fund', permission, slices),
  chart$DistributionsByYear: read(`${base}/:id/distributions/year`, 'Carry by year', permission, slices),
  chart$DistributionHistory: read(
    `${base}/:id/distributions/history`,
    'Carry over time, by source',
    permission,
    points,
  ),
  chart$ForecastsBySource: read(`${base}/:id/${estimates}/source`, 'Forecast carry by source', permission, slices),
  chart$ForecastHistory: read(`${base}/:id/${estimates}/history`, 'Forecast carry over time', permission, points),
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
    historyFilter,
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

const vestingMoney = {
  trancheInvestmentAmount: figureOrNull('money'),
  calculatedTrancheCarryAmount: figureOrNull('money'),
  originalCarryAmount: figureOrNull('money'),
  vestedCarryAmount: figureOrNull('money'),
  forfeitedCarryAmount: figureOrNull('money'),
};
const vestingFigures = {
  ...vestingMoney,
  trancheWeightingPercentage: figureOrNull('percent'),
  weightedVestedEffectiveAllocationPercentage: figureOrNull('percent'),
  weightedForfeitedEffectiveAllocationPercentage: figureOrNull('percent'),
};
/** Why nothing can be said about a source, in words; its figures are null then, and count in no sum. */
const reason = z.string().nullable();
export const vestingRow = z.object({
  trancheNumber: z.int().nullable(),
  trancheName: z.string(),
  sourceId: id(),
  sourceName: z.string(),
  currency,
  vestingFrom: date().nullable(),
  vestedPercentage: figureOrNull('percent'),
  reason,
  ...vestingFigures,
});
/** One source with the sums of its tranches, and by which schedule its carry vests. */
const vestingSource = z.object({
  sourceId: id(),
  sourceName: z.string(),
  currency,
  effective: figure('percent'),
  vestingSchedule: z.string(),
  vestedPercentage: figureOrNull('percent'),
  vestingBasis,
  reason,
  ...vestingFigures,
});
/** The kinds of sources that a vesting analysis is asked of; an investment is its parts with every fund and coinvestment. */
export const vestingTypes = {
  fund: ['fund'],
  coinvestment: ['coinvestment'],
  investment: ['fundInvestment', 'coinvestmentInvestment'],
  fundinvestment: ['fundInvestment'],
  coinvestmentinvestment: ['coinvestmentInvestment'],
  tranche: ['tranche'],
  vintage: ['vintage'],
} as const;
/** Read as the sources are called elsewhere too: 'Fund Investment', 'fund-investment'. */
export const vestingTypeOf = (text: string): string => text.replaceAll(/[\s_-]/g, '').toLowerCase();
const vestingType = z
  .string()
  .max(50)
  .refine(
    (text) => Object.hasOwn(vestingTypes, vestingTypeOf(text)),
    `is none of ${Object.keys(vestingTypes).join(', ')}`,
  );
const vestingQuery = z.strictObject({
  carryAmount: decimal('money').optional(),
  fundId: id().optional(),
  investmentId: id().optional(),
  type: vestingType.optional(),
  vestingDate: date().optional(),
});
/** The figures of a vesting analysis that tell how they came about. */
export const explainedVesting = [
  'trancheWeightingPercentage',
  'calculatedTrancheCarryAmount',
  'originalCarryAmount',
  'vestedPercentage',
  'vestedCarryAmount',
  'forfeitedCarryAmount',
  'weightedVestedEffectiveAllocationPercentage',
  'weightedForfeitedEffectiveAllocationPercentage',
] as const;
const vestingResult = z.object({
  vestingDate: date(),
  /** Why this day: it was chosen, the participant's termination, or today. */
  vestingDateIs: z.enum(['chosen', 'termination', 'today']),
  sources: z.array(vestingSource),
  rows: z.array(vestingRow),
  /** Percentages are those of one source, of several there is none; amounts of several currencies have no sum. */
  totals: z.object(vestingFigures),
  byCurrency: z.array(z.object({ currency, ...vestingMoney })),
});
export const vestingColumns = [
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'trancheNumber', kind: 'count', title: 'Tranche #' },
  { field: 'trancheName', kind: 'text', title: 'Tranche' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'vestingFrom', kind: 'date', title: 'Vesting from' },
  { field: 'trancheInvestmentAmount', kind: 'money', title: 'Invested', total: 'sum' },
  { field: 'trancheWeightingPercentage', kind: 'percent', title: 'Weight %' },
  { field: 'calculatedTrancheCarryAmount', kind: 'money', title: 'Carry', total: 'sum' },
  { field: 'originalCarryAmount', kind: 'money', title: 'Original', total: 'sum' },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %' },
  { field: 'vestedCarryAmount', kind: 'money', title: 'Vested', total: 'sum' },
  { field: 'forfeitedCarryAmount', kind: 'money', title: 'Forfeited', total: 'sum' },
  { field: 'weightedVestedEffectiveAllocationPercentage', kind: 'percent', title: 'Weighted vested %' },
  { field: 'weightedForfeitedEffectiveAllocationPercentage', kind: 'percent', title: 'Weighted forfeited %' },
  { field: 'reason', kind: 'text', title: 'Not determined because', width: 60 },
] as const;
export type VestingAnalysisResult = z.output<typeof vestingResult>;

export const participantViewEndpoints = {
  ...named(
    'Employee',
    ofParticipant('/api/carry/employee', '/api/carry/empv2/:id', 'employee.view', 'forecasts', [
      'Employees',
      'jobLevel',
    ]),
  ),
  ...named(
    'Trust',
    ofParticipant('/api/carry/trust', '/api/carry/trust/v2/:id', 'trust.view', 'estimates', ['Trusts', 'trustName']),
  ),
  ...named(
    'Entity',
    ofParticipant('/api/carry/participantEntity', '/api/carry/participantEntity/v2/:id', 'entity.view', 'forecasts', [
      'Entities',
      'entityName',
    ]),
  ),
  listEmployeeTrusts: read(
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
  listParticipantFundsAndCoinvestments: read(
    '/api/carry/participant/:id/fund-and-coinvestment',
    'Funds and coinvestments that the participant has an allocation in',
    'participant.view',
    z.array(
      z.object({ id: id(), name: z.string(), code: z.string().nullable(), type: z.enum(['fund', 'coinvestment']) }),
    ),
    ['AllocationProfile'],
  ),
  listParticipantInvestments: read(
    '/api/carry/participant/:id/investment',
    'Investments that the participant has an allocation in',
    'participant.view',
    z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable(), fundId: id().nullable() })),
    ['AllocationProfile'],
  ),
  listParticipantEstimates: read(
    '/api/carry/participant/:id/estimate',
    'Forecast carry',
    'participant.view',
    z.array(forecastRow),
  ),
  /** Vesting analysis of a participant: original, vested and forfeited carry per tranche, as of a date. */
  getParticipantVesting: {
    method: 'GET',
    path: '/api/carry/participant/:id/vesting',
    summary: 'Vesting analysis',
    permission: 'participant.view',
    params: idParams,
    query: vestingQuery,
    result: vestingResult,
    failures: ['NOT_FOUND', 'MIXED_CURRENCIES'],
    tags: ['AllocationProfile'],
  } as const,
  explainParticipantVesting: {
    method: 'GET',
    path: '/api/carry/participant/:id/vesting/explanation',
    summary: 'Why this vesting figure?',
    permission: 'participant.view',
    params: idParams,
    query: vestingQuery.extend({
      figure: z.enum(explainedVesting),
      /** Left out: the sum over all sources. */
      sourceId: id().optional(),
      /** Which sum, where the sources are in several currencies; blank for those without one. */
      currency: z.string().max(50).optional(),
      /** The place of a tranche below its source, from 0; left out: the sum of the source. */
      tranche: z.coerce.number().int().min(0).max(9_999).optional(),
    }),
    result: explanation,
    failures: ['NOT_FOUND', 'MIXED_CURRENCIES', 'NO_VESTING_START', 'NO_VESTING_SCHEDULE'],
  } as const,
  exportParticipantVesting: {
    method: 'GET',
    path: '/api/carry/participant/:id/vesting/export',
    summary: 'Vesting analysis (Excel)',
    permission: 'participant.view',
    params: idParams,
    query: vestingQuery,
    answers: 'file',
  } as const,
  listParticipantAccountEntries: pages(
    '/api/carry/participant/:id/accountEntries',
    'Account entries',
    'participant.view',
    accountEntry,
    [
      { field: 'entryDate', kind: 'date', title: 'Date' },
      { field: 'kind', kind: 'text', title: 'Kind' },
      { field: 'sourceName', kind: 'text', title: 'Source' },
      { field: 'description', kind: 'longText', title: 'Description' },
      { field: 'currency', kind: 'code', title: 'Currency' },
      { field: 'amount', kind: 'money', title: 'Amount', total: 'entries' },
      { field: 'balance', kind: 'money', title: 'Balance' },
      { field: 'tax', kind: 'money', title: 'Tax', hidden: true },
      { field: 'loanRepayment', kind: 'money', title: 'Loan repayment', hidden: true },
      { field: 'otherAdjustment', kind: 'money', title: 'Other', hidden: true },
    ],
    'entryDate',
    { ledger: z.enum(['carry', 'escrow']).default('carry'), asOf: date().optional() },
  ),
} as const;
