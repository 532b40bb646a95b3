import {
  type MetricPair,
  metricPairs,
  type OwnershipPair,
  ownershipPairs,
} from '@carrara/domain/performance/investment';
import { z } from 'zod';
import { defineFields, type Field } from '../../core/fields.ts';
import { date, figure, figureOrNull, id, buildInputSchema, reference, resultSchema } from '../../core/schema.ts';
import { metricViews } from './portfolioViews.ts';

const company = metricViews.companyGeneral;
const slots = [1, 2, 3, 4, 5] as const;
type Slot = (typeof slots)[number];
const geography = Object.fromEntries(
  slots.flatMap((slot): [string, Field][] => [
    [
      `geoRegion${slot}`,
      { kind: 'reference', target: 'reference:geo-region', title: `Region ${slot}`, group: metricViews.geographic },
    ],
    [`geoPercentage${slot}`, { kind: 'percent', title: `Percent of region ${slot}`, group: metricViews.geographic }],
  ]),
) as {
  readonly [K in `geoRegion${Slot}`]: { readonly kind: 'reference'; readonly target: string; readonly title: string };
} & {
  readonly [K in `geoPercentage${Slot}`]: { readonly kind: 'percent'; readonly title: string };
};

/** The data of a company at a quarter end, independent of its holders. */
export const companyFields = defineFields({
  altXSector: { kind: 'reference', target: 'reference:sector', title: 'Sector', group: company },
  altXSubSector: { kind: 'reference', target: 'reference:sub-sector', title: 'Sub-sector', group: company },
  altXIndustry: { kind: 'reference', target: 'reference:industry', title: 'Industry', group: company },
  financialYearEnd: { kind: 'text', title: 'Financial year end', max: 5, help: 'In the format MM-dd.', group: company },
  dateOfIpo: { kind: 'date', title: 'Date of IPO', group: company },
  isPublic: { kind: 'boolean', title: 'Publicly Held', group: company },
  numberOfEmployees: { kind: 'count', title: 'Employees', group: company },
  ...geography,
});

const deal = metricViews.deal;
/** The data of a holding's acquisition and exit. */
export const dealFields = defineFields({
  initialInvestmentDate: { kind: 'date', title: 'Initial investment', group: deal },
  dealType: { kind: 'reference', target: 'reference:deal-type', title: 'Deal type', group: deal },
  dealSubType: { kind: 'reference', target: 'reference:deal-sub-type', title: 'Deal sub-type', group: deal },
  dealSource: { kind: 'reference', target: 'reference:deal-source', title: 'Deal source', group: deal },
  methodOfExit: { kind: 'reference', target: 'reference:exit-method', title: 'Method of exit', group: deal },
  exitBuyerType: { kind: 'reference', target: 'reference:exit-buyer-type', title: 'Exit buyer type', group: deal },
});

type Both<N extends string> = `${N}Entry` | `${N}Current`;
const both = <N extends string, F extends Field>(name: N, title: string, field: Omit<F, 'title'>) =>
  [
    [`${name}Entry`, { ...field, title: `${title}, at entry` }],
    [`${name}Current`, { ...field, title: `${title}, now` }],
  ] as const;
const moneyPairs = Object.fromEntries(
  (Object.entries(metricPairs) as [MetricPair, { title: string; negative?: true }][]).flatMap(
    ([name, { title, negative }]) =>
      both(name, title, { kind: 'money', group: metricViews.investmentMetrics, ...(negative ? { negative } : {}) }),
  ),
) as { readonly [K in Both<MetricPair>]: { readonly kind: 'money'; readonly title: string } };
const percentPairs = Object.fromEntries(
  Object.entries(ownershipPairs).flatMap(([name, title]) =>
    both(name, title, { kind: 'percent', group: metricViews.currentInvestment }),
  ),
) as { readonly [K in Both<OwnershipPair>]: { readonly kind: 'percent'; readonly title: string } };

const valuation = metricViews.currentValuation;
/** The metrics of a holding at a quarter end. */
export const positionFields = defineFields({
  ltmDate: { kind: 'date', title: 'LTM date', group: metricViews.investmentMetrics },
  ...moneyPairs,
  ...percentPairs,
  endValue: {
    kind: 'money',
    title: 'End value',
    help: 'Leave blank to use the ledger’s fair value.',
    group: valuation,
  },
  endProceeds: {
    kind: 'money',
    title: 'End proceeds',
    help: 'Leave blank to use the ledger’s proceeds and income.',
    group: valuation,
  },
});

const head = {
  /** Null if nothing was saved for the quarter. The values then come from the last quarter before it. */
  id: id().nullable(),
  rowVersion: z.int().nullable(),
  /** The quarter end for which it was saved. */
  periodEnd: date().nullable(),
};
const version = { rowVersion: z.int().nullish() };

/** The data of a company and of a holding at a quarter end. */
const investmentPeriod = z.object({ ...head, investment: resultSchema(companyFields) });
const fundInvestmentPeriod = resultSchema(positionFields).extend({
  ...head,
  fundInvestment: resultSchema(dealFields),
  totalValueOfInvestment: figureOrNull('money'),
  notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
});
const ofHolding = { investmentId: id(), fundInvestmentId: id(), endDate: date() };
export const savePortfolioBody = z.strictObject({
  ...ofHolding,
  investmentPeriod: z.strictObject({ ...version, investment: buildInputSchema(companyFields) }),
  fundInvestmentPeriod: buildInputSchema(positionFields).extend({
    ...version,
    fundInvestment: buildInputSchema(dealFields),
  }),
});
/** Only the entry and current metrics, as edited in the profile's tables. */
export const saveMetricsBody = z.strictObject({
  ...ofHolding,
  fundInvestmentPeriod: buildInputSchema(positionFields).partial().extend(version),
});

/** A row of the tables: a metric at entry and current, and its change, with the direction as the sign. */
export const metricRow = z.object({
  field: z.string(),
  title: z.string(),
  entry: figureOrNull('money'),
  current: figureOrNull('money'),
  change: figure('percent').nullable(),
});

const choices = z.array(reference());
export const portfolioReferenceData = z.object({
  sectors: choices,
  subSectors: choices,
  industries: choices,
  geoRegions: choices,
  dealTypes: choices,
  dealSubTypes: choices,
  dealSources: choices,
  exitMethods: choices,
  exitBuyerTypes: choices,
});
/** The reference data type of each option list. */
export const portfolioReferenceTypes = {
  sectors: 'sector',
  subSectors: 'sub-sector',
  industries: 'industry',
  geoRegions: 'geo-region',
  dealTypes: 'deal-type',
  dealSubTypes: 'deal-sub-type',
  dealSources: 'deal-source',
  exitMethods: 'exit-method',
  exitBuyerTypes: 'exit-buyer-type',
} as const satisfies Record<keyof z.output<typeof portfolioReferenceData>, string>;

export const portfolioMetrics = z.object({
  investmentPeriod,
  fundInvestmentPeriod,
  /** The ledger's value, used if nothing is entered. */
  ledgerValue: figureOrNull('money'),
  ledgerProceeds: figureOrNull('money'),
  referenceData: portfolioReferenceData,
  /** Present if the vehicle has locked the quarter, so that nothing can be saved: since when, and by whom. */
  locked: z
    .object({ vehicle: z.string(), lockedDate: z.iso.datetime().nullable(), lockedBy: z.string().nullable() })
    .nullable(),
});
export type PortfolioMetrics = z.output<typeof portfolioMetrics>;
export type SavePortfolioBody = z.output<typeof savePortfolioBody>;
