import { z } from 'zod';
import { idParams } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { date, decimal, figure, figureOrNull, id } from '../../core/schema.ts';
import { vestingBasis } from '../allocation/allocationRows.ts';
import { currencyCode } from '../view/viewCalls.ts';

const vestingMoney = {
  calculatedTrancheCarryAmount: figureOrNull('money'),
  originalCarryAmount: figureOrNull('money'),
  vestedCarryAmount: figureOrNull('money'),
  forfeitedCarryAmount: figureOrNull('money'),
};
const vestingFigures = {
  ...vestingMoney,
  trancheInvestmentAmount: figureOrNull('money'),
  trancheWeightingPercentage: figureOrNull('percent'),
  weightedVestedEffectiveAllocationPercentage: figureOrNull('percent'),
  weightedForfeitedEffectiveAllocationPercentage: figureOrNull('percent'),
};
/** The reason why a source isn't determined. Its figures are then null and don't count in sums. */
const reason = z.string().nullable();
const vestingRow = z.object({
  trancheNumber: z.int().nullable(),
  trancheName: z.string(),
  sourceId: id(),
  /** Identifies the share: the source and, for a share through entities, the path. Used to request explanations of its figures. */
  shareId: z.string(),
  sourceName: z.string(),
  currency: currencyCode,
  vestingFrom: date().nullable(),
  vestedPercentage: figureOrNull('percent'),
  reason,
  ...vestingFigures,
});
/** A source with the sums of its tranches and the vesting schedule of its carry. */
export const vestingSource = z.object({
  sourceId: id(),
  /** Identifies the share: the source and, for a share through entities, the path. Used to request explanations of its figures. */
  shareId: z.string(),
  sourceName: z.string(),
  /** The code of the fund or coinvestment that has the source; null for one of these. */
  sourceHolder: z.string().nullable(),
  currency: currencyCode,
  effective: figure('percent'),
  vestingSchedule: z.string(),
  vestedPercentage: figureOrNull('percent'),
  vestingBasis,
  /** The date until which it vested: the requested date, or an earlier termination of its holder or of an entity on the path. */
  vestingDate: date(),
  /** The date of the profile with the percentage. A share through entities is that of the requested date. */
  shareDate: date(),
  /** True if the share on the requested date differs from that of the leaving date, which the figures use. */
  hasChanged: z.boolean(),
  reason,
  ...vestingFigures,
});
/** The kinds of sources in a vesting analysis. An investment includes its holdings of every fund and coinvestment. */
export const vestingTypes = {
  fund: ['fund'],
  coinvestment: ['coinvestment'],
  investment: ['fundInvestment', 'coinvestmentInvestment'],
  fundinvestment: ['fundInvestment'],
  coinvestmentinvestment: ['coinvestmentInvestment'],
  tranche: ['tranche'],
  vintage: ['vintage'],
} as const;
/** Normalizes names of sources as used elsewhere: 'Fund Investment', 'fund-investment'. */
export const toVestingType = (text: string): string => text.replaceAll(/[\s_-]/g, '').toLowerCase();
const vestingType = z
  .string()
  .max(50)
  .refine(
    (text) => Object.hasOwn(vestingTypes, toVestingType(text)),
    `isn’t one of ${Object.keys(vestingTypes).join(', ')}`,
  );
const vestingQuery = z.strictObject({
  carryAmount: decimal('money').optional(),
  fundId: id().optional(),
  investmentId: id().optional(),
  /** Limits the analysis to one source. */
  sourceId: id().optional(),
  type: vestingType.optional(),
  vestingDate: date().optional(),
});
/** The figures of a vesting analysis that have an explanation. */
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
export const vestingResult = z.object({
  /** The requested date, or the participant's termination if it is on or before it. */
  vestingDate: date(),
  /** The origin of the date: chosen, the participant's termination, or today. */
  vestingDateIs: z.enum(['chosen', 'termination', 'today']),
  sources: z.array(vestingSource),
  rows: z.array(vestingRow),
  /** Percentages and the invested amount exist only for a single source. Amounts of several currencies have no sum. */
  totals: z.object(vestingFigures),
  byCurrency: z.array(z.object({ currency: currencyCode, ...vestingMoney })),
});
const vestingColumns = [
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'trancheNumber', kind: 'count', title: 'Tranche #' },
  { field: 'trancheName', kind: 'text', title: 'Tranche' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'vestingFrom', kind: 'date', title: 'Vesting from' },
  { field: 'trancheInvestmentAmount', kind: 'money', title: 'Invested' },
  { field: 'trancheWeightingPercentage', kind: 'percent', title: 'Weight %' },
  { field: 'calculatedTrancheCarryAmount', kind: 'money', title: 'Carry' },
  { field: 'originalCarryAmount', kind: 'money', title: 'Original', total: 'sum' },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %' },
  { field: 'vestedCarryAmount', kind: 'money', title: 'Vested', total: 'sum' },
  { field: 'forfeitedCarryAmount', kind: 'money', title: 'Forfeited', total: 'sum' },
  { field: 'weightedVestedEffectiveAllocationPercentage', kind: 'percent', title: 'Weighted vested %' },
  { field: 'weightedForfeitedEffectiveAllocationPercentage', kind: 'percent', title: 'Weighted forfeited %' },
  { field: 'reason', kind: 'text', title: 'Not determined because', width: 60 },
] as const;
const untilLeaving: Readonly<Record<string, string>> = {
  forfeitedCarryAmount: 'Not vested',
  weightedForfeitedEffectiveAllocationPercentage: 'Weighted not vested %',
};
/** Returns the columns of the workbook. Unvested carry is forfeited only when the participant leaves. */
export const vestingColumnsFor = (vestingDateIs: VestingAnalysisResult['vestingDateIs']) =>
  vestingColumns.map((column) => ({
    ...column,
    title: (vestingDateIs === 'termination' ? undefined : untilLeaving[column.field]) ?? column.title,
  }));
export type VestingAnalysisResult = z.output<typeof vestingResult>;

export const vestingAnalysisEndpoints = {
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
    summary: 'Explanation of a vesting figure',
    permission: 'participant.view',
    params: idParams,
    query: vestingQuery.extend({
      figure: z.enum(explainedVesting),
      /** If omitted, the sum over all sources. */
      sourceId: id().optional(),
      /** Selects a share if the source has several. */
      shareId: z.string().max(2000).optional(),
      /** Selects a sum if the sources have several currencies. Blank for sources without one. */
      currency: z.string().max(50).optional(),
      /** The position of a tranche in its source, starting at 0. If omitted, the sum of the source. */
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
} as const;
