import { rowFigures } from '@carrara/domain/carry/run';
import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { explanation } from '../../core/explanation.ts';
import { keyFigure } from '../../core/keyFigure.ts';
import { coverage, requestedYear, date, figure, figureOrNull, id } from '../../core/schema.ts';
import { participantKind } from '../../people/participant.ts';
import { forecastRow } from '../run/carryForecasts.ts';
import { distributionHistoryRow } from '../run/distributionHistory.ts';
import { allocationRow } from '../allocation/allocationRows.ts';
import { participantSummary } from './participantViews.ts';
import { explainedVesting, vestingResult, vestingSource } from '../vesting/vestingAnalysis.ts';
import { currencyCode } from '../view/viewCalls.ts';

const base = '/api/participant-portal';
const permission = 'portal.view';
const tags = ['Distribution', 'AllocationProfile', 'Participant'];

/**
 * Selects the holder of the figures: 0 for the person, then each own trust by name. The database derives the holder from the signed-in person, so no
 * portal call accepts a participant id.
 */
export const portalHolder = z.coerce.number().int().min(0).max(999).default(0);

/** The firm's settings for its portal. */
const visible = z.object({
  forecasts: z.boolean(),
  estimates: z.boolean(),
  carryAtNav: z.boolean(),
  percentages: z.boolean(),
  pay: z.boolean(),
  payReads: z.boolean(),
});
const summary = participantSummary.omit({ id: true, participantId: true }).extend({
  /** Forecasts and accruals are null if the firm doesn't display them. */
  byCurrency: z.array(
    participantSummary.shape.byCurrency.element.extend({
      forecastedCarry: figureOrNull('money'),
      carryBalanceCoverage: participantSummary.shape.carryBalanceCoverage,
    }),
  ),
});
/** The figures with a change and a series: the net amount paid this year, and those of the summary that the firm displays. */
const ownFigures = z.array(
  keyFigure(['netPaid', 'escrow', 'grossDistributed', 'netDistributed', 'accrued', 'forecast']),
);
export type PortalFigures = z.output<typeof ownFigures>;
/** The vested part of the carry paid so far in a currency, and the next date on which more vests. */
const ownVesting = z.object({
  currency: currencyCode,
  vested: figureOrNull('money'),
  unvested: figureOrNull('money'),
  /** The sources of the sums, if the vesting of some isn't determined. */
  coverage: coverage(),
  next: z.object({ on: date(), amount: figure('money') }).nullable(),
});
export type PortalVesting = z.output<typeof ownVesting>;
const paidRow = distributionHistoryRow.pick({
  id: true,
  distributionId: true,
  distributionName: true,
  distributionDate: true,
  type: true,
  sourceId: true,
  sourceName: true,
  sourceHolder: true,
  through: true,
  fund: true,
  coinvestment: true,
  sector: true,
  currency: true,
  grossCarryDistributed: true,
  tax: true,
  escrow: true,
  loanRepayment: true,
  otherAdjustment: true,
  netCarryDistributed: true,
});
const allocationWithVesting = allocationRow
  .pick({
    id: true,
    sourceType: true,
    sourceName: true,
    sourceHolder: true,
    investmentDate: true,
    vestingSchedule: true,
    vestedPercentage: true,
    vestingBasis: true,
  })
  .extend({
    /** Null if the firm displays no percentages. */
    effective: figureOrNull('percent'),
  });
const expectedRow = forecastRow.pick({
  id: true,
  distributionDate: true,
  estimationDate: true,
  status: true,
  sourceName: true,
  sourceHolder: true,
  through: true,
  type: true,
  currency: true,
  forecastedCarry: true,
});
const figures = {
  grossCarryDistributed: figure('money'),
  tax: figure('money'),
  escrow: figure('money'),
  loanRepayment: figure('money'),
  otherAdjustment: figure('money'),
  netCarryDistributed: figure('money'),
};
/** A payment of one source of a distribution, directly or through entities. */
const paidLine = z.object({
  id: id(),
  sourceId: id(),
  sourceName: z.string(),
  /** The code of the fund or coinvestment that has the source; null for one of these. */
  sourceHolder: z.string().nullable(),
  type: z.string(),
  /** Entities on the path, outermost first. */
  via: z.array(id()),
  through: z.array(z.string()),
  effectiveAllocation: figureOrNull('percent'),
  ...figures,
  taxes: z.array(z.object({ name: z.string(), percent: figure('percent'), amount: figure('money') })),
});
const paidDistribution = z.object({
  id: id(),
  name: z.string(),
  distributionDate: date(),
  currency: currencyCode,
  /** True if it is a reversal. */
  isReversal: z.boolean(),
  totals: z.object(figures),
  lines: z.array(paidLine),
});
/** The amounts paid and withheld in a year, by characterization or flat tax. Null in both means not determined. */
const taxRow = z.object({
  id: z.string(),
  year: z.int(),
  currency: currencyCode,
  characterization: z.string().nullable(),
  /** The name of a tax at one rate for all income, which has no characterization. */
  flatTax: z.string().nullable(),
  /** Null for a tax whose gross is in the rows of its characterizations. */
  gross: figureOrNull('money'),
  tax: figure('money'),
  /** True if the year isn't over, so that the amounts may grow. */
  isEstimate: z.boolean(),
});
const taxYear = z.object({
  year: z.int(),
  currency: currencyCode,
  isEstimate: z.boolean(),
  gross: figure('money'),
  tax: figure('money'),
});

const accruedSource = {
  sourceName: z.string(),
  /** The code of the fund or coinvestment that has the source; null for one of these. */
  sourceHolder: z.string().nullable(),
};
const vesting = vestingResult.extend({
  /** The own share is null if the firm displays no percentages. */
  sources: z.array(vestingSource.extend({ effective: figureOrNull('percent') })),
  /** The accrued carry that isn't paid yet, split by vesting. Null if the firm displays no estimates. */
  accrued: z
    .array(
      z.object({
        currency: currencyCode,
        vestedBalance: figureOrNull('money'),
        unvestedBalance: figureOrNull('money'),
        /** The accrued carry: the sum of the other three amounts. Null if nothing was accrued. */
        accruedBalance: figureOrNull('money'),
        /** The balance of the sources below. */
        undeterminedBalance: figure('money'),
        /** The sources whose balance can't be split, or which have none because nothing was accrued, with reasons. */
        undetermined: z.array(z.object({ ...accruedSource, reason: z.string() })),
        /** The sources that were paid more than accrued, with the difference. It reduces the vested balance. */
        paidAbove: z.array(z.object({ ...accruedSource, amount: figure('money') })),
      }),
    )
    .nullable(),
});
/** The accrued carry that isn't paid yet, and its parts. */
const accruedParts = ['vestedBalance', 'unvestedBalance', 'undeterminedBalance', 'accruedBalance'] as const;
const vestingQuery = z.strictObject({ holder: portalHolder, vestingDate: date().optional() });

/** A participant's own carry, that of their trusts, and carry received through entities. */
export const portalEndpoints = defineEndpoints({
  getPortalHome: {
    method: 'GET',
    path: `${base}/home`,
    summary: 'Your key figures, and what’s new',
    permission,
    result: z.object({
      name: z.string(),
      today: date(),
      displayed: visible,
      holders: z.array(
        z.object({
          holder: z.int(),
          name: z.string(),
          kind: participantKind,
          /** The termination date if the person has left. Nothing vests after it. */
          leavingDate: date().nullable(),
          /** The day on which a person who has left returns; null if none is planned. */
          rehireDate: date().nullable(),
          summary,
          figures: ownFigures,
          /** Empty if nothing has been paid that could vest. */
          vesting: z.array(ownVesting),
        }),
      ),
      /** The latest of all own distributions. */
      distributions: z.array(paidRow.extend({ holder: z.int() })),
    }),
    tags,
  },
  getPortalSummary: {
    method: 'GET',
    path: `${base}/summary`,
    summary: 'Your figures as of a date',
    permission,
    query: z.strictObject({ holder: portalHolder, asOf: date().optional() }),
    result: summary,
    tags,
  },
  listPortalAllocations: listEndpoint({
    path: `${base}/allocation`,
    title: 'Your allocations',
    permission,
    row: allocationWithVesting,
    columns: [
      { field: 'sourceName', kind: 'text', title: 'Source' },
      { field: 'sourceType', kind: 'text', title: 'Type' },
      { field: 'investmentDate', kind: 'date', title: 'Initial date' },
      { field: 'effective', kind: 'percent', title: 'Your share %', isKey: true },
      { field: 'vestedPercentage', kind: 'percent', title: 'Vested %', sortable: false, isKey: true },
      { field: 'vestingBasis', kind: 'text', title: 'Vesting counts', sortable: false },
    ],
    defaultSort: { field: 'sourceName', ascending: true },
    filters: { holder: portalHolder, asOf: date().optional() },
    tags,
  }),
  getPortalVesting: {
    method: 'GET',
    path: `${base}/vesting`,
    /** After the termination, nothing vests: a later date returns the figures of the termination date. */
    summary: 'Your vested carry as of a date',
    permission,
    query: vestingQuery,
    result: vesting,
    failures: ['MIXED_CURRENCIES'],
    tags,
  },
  explainPortalVesting: {
    method: 'GET',
    path: `${base}/vesting/explanation`,
    summary: 'Explanation of a vesting figure',
    permission,
    query: vestingQuery.extend({
      figure: z.enum([...explainedVesting, ...accruedParts]),
      sourceId: id().optional(),
      shareId: z.string().max(2000).optional(),
      currency: z.string().max(50).optional(),
      tranche: z.coerce.number().int().min(0).max(9_999).optional(),
    }),
    result: explanation,
    failures: ['MIXED_CURRENCIES', 'NO_VESTING_START', 'NO_VESTING_SCHEDULE'],
  },
  listPortalDistributions: listEndpoint({
    path: `${base}/distribution`,
    title: 'Your distributions',
    permission,
    row: paidRow,
    columns: [
      { field: 'distributionDate', kind: 'date', title: 'Date' },
      { field: 'distributionName', kind: 'text', title: 'Distribution' },
      { field: 'sourceName', kind: 'text', title: 'Source' },
      { field: 'through', kind: 'text', title: 'Through', hidden: true },
      { field: 'type', kind: 'text', title: 'Type', hidden: true },
      { field: 'fund', kind: 'text', title: 'Fund', hidden: true },
      { field: 'sector', kind: 'text', title: 'Sector', hidden: true },
      { field: 'currency', kind: 'code', title: 'Currency', sortable: false },
      { field: 'grossCarryDistributed', kind: 'money', title: 'Gross', total: 'disbursed' },
      { field: 'tax', kind: 'money', title: 'Tax', total: 'disbursed' },
      { field: 'escrow', kind: 'money', title: 'Escrow', total: 'disbursed' },
      { field: 'loanRepayment', kind: 'money', title: 'Loan repayment', total: 'disbursed' },
      { field: 'otherAdjustment', kind: 'money', title: 'Other', total: 'disbursed' },
      { field: 'netCarryDistributed', kind: 'money', title: 'Net', total: 'disbursed' },
    ],
    defaultSort: { field: 'distributionDate', ascending: false },
    filters: { holder: portalHolder, year: requestedYear().optional() },
    tags,
  }),
  getPortalDistribution: {
    method: 'GET',
    path: `${base}/distribution/:id`,
    summary: 'Your payments of a distribution, by source',
    permission,
    params: idParams,
    query: z.strictObject({ holder: portalHolder }),
    result: paidDistribution,
    tags,
  },
  explainPortalDistribution: {
    method: 'GET',
    path: `${base}/distribution/:id/explanation`,
    summary: 'Explanation of one of your figures',
    permission,
    params: idParams,
    query: z.strictObject({
      holder: portalHolder,
      figure: z.enum(rowFigures),
      sourceId: id().optional(),
      /** `direct`, or the entities on the path, outermost first, separated by commas. If omitted, all paths. */
      via: z.string().max(1000).optional(),
    }),
    result: explanation,
    failures: ['NOT_DETERMINED'],
  },
  listPortalForecasts: listEndpoint({
    path: `${base}/forecast`,
    title: 'Your forecasts',
    permission,
    row: expectedRow,
    columns: [
      { field: 'distributionDate', kind: 'date', title: 'Expected' },
      { field: 'estimationDate', kind: 'date', title: 'Estimated' },
      { field: 'sourceName', kind: 'text', title: 'Source' },
      { field: 'through', kind: 'text', title: 'Through', hidden: true },
      { field: 'type', kind: 'text', title: 'Type' },
      { field: 'currency', kind: 'code', title: 'Currency', sortable: false },
      { field: 'status', kind: 'status', title: 'Estimate' },
      { field: 'forecastedCarry', kind: 'money', title: 'Forecast carry', total: 'latest' },
    ],
    defaultSort: { field: 'distributionDate', ascending: false },
    filters: { holder: portalHolder },
    tags,
  }),
  getPortalTax: {
    method: 'GET',
    path: `${base}/tax`,
    summary: 'Payments and taxes withheld, by year and characterization',
    permission,
    query: z.strictObject({ holder: portalHolder }),
    result: z.object({ years: z.array(taxYear), rows: z.array(taxRow) }),
    tags,
  },
});
