import { fromKeys } from '@carrara/domain/kernel';
import { type ReportedName, reportedFigures, reportedNames } from '@carrara/domain/performance/period';
import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { date, id, buildInputSchema, reference, resultSchema } from '../../core/schema.ts';
import { investorFields } from '../../portfolio/investor.ts';
import { vehicleRecordFields } from '../../portfolio/vehicle.ts';
import { performanceInvestmentFields } from './investment.ts';
import { confirmation } from '../ledger/ledgerFields.ts';
import { reportingDate } from '../period/periodFigures.ts';
import { companyFields, dealFields, positionFields } from './portfolioMetrics.ts';

type ReportedFields = {
  readonly [N in ReportedName]: {
    readonly kind: (typeof reportedFigures)[N]['kind'];
    readonly title: string;
    readonly negative: true;
  };
};
/**
 * The reported figures as cells of a grid.
 * @public
 */
export const bulkReportedFields = fromKeys(reportedNames, (name) => ({
  ...reportedFigures[name],
  negative: true as const,
})) as ReportedFields;

const { code, name, legalName, fundFamily, initialCloseDate, finalCloseDate, liquidationDate, escrowReleaseDate } =
  vehicleRecordFields;
/**
 * The fields of a vehicle that fit in a cell. Only its editor has the others. The same applies to investments and investors.
 * @public
 */
export const bulkVehicleFields = defineFields({
  code,
  name,
  legalName,
  fundFamily,
  initialCloseDate,
  finalCloseDate,
  liquidationDate,
  escrowReleaseDate,
});
const ofInvestment = performanceInvestmentFields;
/** @public */
export const bulkInvestmentFields = defineFields({
  code: ofInvestment.code,
  name: ofInvestment.name,
  legalName: ofInvestment.legalName,
  type: ofInvestment.type,
  status: ofInvestment.status,
  sector: ofInvestment.sector,
  initialInvestmentDate: ofInvestment.initialInvestmentDate,
});
/** @public */
export const bulkInvestorFields = defineFields({
  code: investorFields.code,
  name: investorFields.name,
  type: investorFields.type,
  currency: investorFields.currency,
  initialInvestmentDate: investorFields.initialInvestmentDate,
});
/** The fields of each part in a bulk edit grid. */
export const bulkParts = {
  company: companyFields,
  holding: defineFields({ ...dealFields, ...positionFields }),
  investment: bulkInvestmentFields,
  vehicle: bulkVehicleFields,
  investor: bulkInvestorFields,
  reported: bulkReportedFields,
} as const;

/** The maximum number of records in a save. */
const MOST_BULK_RECORDS = 2000;

const row = {
  fundId: id().nullable(),
  investmentId: id().nullable(),
  /** The investor's id. */
  id: id().nullable(),
  reportingDate: date(),
  name: z.string(),
  /** The vehicle that holds the investment, or that the investor has committed to. */
  holderName: z.string().nullable(),
  currency: z.string().nullable(),
  /** True if the vehicle has locked the quarter, so that its parts can't be changed. */
  isLocked: z.boolean(),
  /** Fields that this row doesn't have. */
  closed: z.array(z.string()),
};
/**
 * The current state of a part. If nothing was saved for the quarter, id and version are null, and the values are those of the last quarter before.
 */
const partOf = <T extends z.ZodType>(values: T) =>
  z.object({ valueId: id().nullable(), rowVersion: z.int().nullable(), updatedBy: z.string().nullable(), values });
const reported = z.object({
  values: resultSchema(bulkReportedFields),
  /** The current value of each figure. */
  valueIds: z.object(
    Object.fromEntries(reportedNames.map((figure) => [figure, id().nullable()])) as Record<
      ReportedName,
      z.ZodNullable<ReturnType<typeof id>>
    >,
  ),
});

/** The options by reference data type. */
const refData = z.array(z.object({ type: z.string(), entries: z.array(reference()) }));

/**
 * A change of one part of a row, or of one of its reported figures. `key` identifies it; `valueId` and `rowVersion` say which version was displayed.
 */
const recordOf = <K extends readonly [string, ...string[]], V extends z.ZodType>(keys: K, values: V) =>
  z.strictObject({
    fundId: id().nullish(),
    investmentId: id().nullish(),
    id: id().nullish(),
    reportingDate: date(),
    key: z.enum(keys),
    valueId: id().nullish(),
    rowVersion: z.int().nullish(),
    values,
  });
const bodyOf = <T extends z.ZodType>(record: T) =>
  z.strictObject({ records: z.array(record).min(1).max(MOST_BULK_RECORDS) });
const bodyWithFigures = <T extends z.ZodType>(record: T) => bodyOf(record).extend(confirmation);
const figures = reportedNames as readonly [ReportedName, ...ReportedName[]];
const saved = z.object({ saved: z.int() });

const base = '/api/bulk-edit';
const asOf = z.strictObject({ endDate: date() });
const ofQuarters = ['Ledger', 'Fund Performance'];
const tags = {
  portfolios: ['Investment', 'Investment Metrics', 'Investment Performance', ...ofQuarters],
  investments: ['Investment', 'Fund', 'Coinvestment'],
  funds: ['Fund', 'Coinvestment', ...ofQuarters],
  investors: ['Investor', 'Fund', 'Coinvestment', 'Investor Performance', ...ofQuarters],
} as const;
const dates = (name: string, owner: string, permission: 'valuation.view' | 'fundLedger.view') =>
  ({
    method: 'GET',
    path: `${base}/${name}`,
    summary: `Quarter ends with ${owner}, latest first`,
    permission,
    result: z.array(reportingDate),
    tags: ['Investment Metrics', ...ofQuarters],
  }) as const;
const save = { method: 'POST', bodySize: 'long', idempotent: true, result: saved } as const;
const ofMetrics = ['OUT_OF_SECTOR', 'OVER_EXPOSED', 'REGION_TWICE', 'DATE_FORMAT'] as const;
const ofReported = [
  'TRANSFERRED',
  'DATE_TOO_LATE',
  'MONEY_SCALE',
  'NEGATIVE_AMOUNT',
  'WARNINGS_NOT_CONFIRMED',
] as const;

/** Edits many cells of many records at once. Either all are saved or none. */
export const bulkEditEndpoints = defineEndpoints({
  listPmReportingDates: dates('pm-reporting-dates', 'figures or metrics of investments', 'valuation.view'),
  listPsReportingDates: dates('ps-reporting-dates', 'portfolio summaries', 'valuation.view'),
  listCasReportingDates: dates('cas-reporting-dates', 'capital accounts', 'fundLedger.view'),
  getFullPortfolioMetrics: {
    method: 'GET',
    path: `${base}/FullPortfolioMetrics`,
    summary: 'Entered values of every company and holding at a quarter end, with the available choices',
    permission: 'valuation.view',
    query: asOf,
    result: z.object({
      portfolios: z.array(
        z.object({
          ...row,
          /** True if every vehicle that holds the company has locked the quarter. */
          isCompanyLocked: z.boolean(),
          company: partOf(resultSchema(bulkParts.company)),
          holding: partOf(resultSchema(bulkParts.holding)),
        }),
      ),
      refData,
    }),
    tags: tags.portfolios,
  },
  listBulkInvestments: {
    method: 'GET',
    path: `${base}/investments`,
    summary: 'Investments held at a quarter end, for bulk editing',
    permission: 'valuation.view',
    query: asOf,
    result: z.object({
      rows: z.array(z.object({ ...row, investment: partOf(resultSchema(bulkParts.investment)) })),
      refData,
    }),
    tags: tags.investments,
  },
  listBulkFunds: {
    method: 'GET',
    path: `${base}/funds`,
    summary: 'Funds and coinvestments with their reported figures at a quarter end, for bulk editing',
    permission: 'fundLedger.view',
    query: asOf,
    result: z.object({
      rows: z.array(z.object({ ...row, vehicle: partOf(resultSchema(bulkParts.vehicle)), reported })),
      refData,
    }),
    tags: tags.funds,
  },
  listBulkInvestors: {
    method: 'GET',
    path: `${base}/investors`,
    summary: 'Investors by vehicle, with the reported figures of their commitments at a quarter end, for bulk editing',
    permission: 'fundLedger.view',
    query: asOf,
    result: z.object({
      rows: z.array(z.object({ ...row, investor: partOf(resultSchema(bulkParts.investor)), reported })),
      refData,
    }),
    tags: tags.investors,
  },
  saveBulkPortfolios: {
    ...save,
    path: `${base}/portfolios/save`,
    summary: 'Enter metrics of several companies and holdings at a quarter end, all or none',
    permission: 'valuation.edit',
    body: bodyOf(
      recordOf(['company', 'holding'], buildInputSchema({ ...bulkParts.company, ...bulkParts.holding }).partial()),
    ),
    failures: ['STALE_VERSION', 'PERIOD_LOCKED', ...ofMetrics],
    tags: tags.portfolios,
  },
  saveBulkInvestments: {
    ...save,
    path: `${base}/investments/save`,
    summary: 'Change several investments, all or none',
    permission: 'valuation.edit',
    body: bodyOf(recordOf(['investment'], buildInputSchema(bulkParts.investment).partial())),
    failures: ['STALE_VERSION', 'DUPLICATE', 'ASSOCIATION_REQUIRED', 'IN_USE'],
    tags: tags.investments,
  },
  saveBulkFunds: {
    ...save,
    path: `${base}/funds/save`,
    summary: 'Change several funds and enter their reported figures at a quarter end, all or none',
    permission: 'fundLedger.edit',
    body: bodyWithFigures(
      recordOf(['vehicle', ...figures], buildInputSchema({ ...bulkParts.vehicle, ...bulkParts.reported }).partial()),
    ),
    failures: ['STALE_VERSION', 'PERIOD_LOCKED', 'DUPLICATE', 'DATES_REVERSED', 'CURRENCY_IN_USE', ...ofReported],
    tags: tags.funds,
  },
  saveBulkInvestors: {
    ...save,
    path: `${base}/investors/save`,
    summary:
      'Change several investors and enter the reported figures of their commitments at a quarter end, all or none',
    permission: 'fundLedger.edit',
    body: bodyWithFigures(
      recordOf(['investor', ...figures], buildInputSchema({ ...bulkParts.investor, ...bulkParts.reported }).partial()),
    ),
    failures: ['STALE_VERSION', 'PERIOD_LOCKED', 'DUPLICATE', 'FEEDER_CYCLE', ...ofReported],
    tags: tags.investors,
  },
});

/** A record of a save in any domain. */
export interface BulkRecord {
  readonly fundId?: string | null | undefined;
  readonly investmentId?: string | null | undefined;
  readonly id?: string | null | undefined;
  readonly reportingDate: string;
  readonly key: string;
  readonly valueId?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}
