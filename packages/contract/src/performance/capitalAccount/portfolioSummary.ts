import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { date, figure, figureOrNull, id } from '../../core/schema.ts';
import { investmentAnalytics } from '../reports/investmentAnalytics.ts';
import { fundPortfolioSummaries } from '../reports/fundPortfolioSummaries.ts';
import {
  asKnownOn,
  namedRecord,
  notDeterminedList,
  reportByDate,
  periodEnd,
  statementTags as tags,
} from './statementParts.ts';

const path = '/api/performance/portfoliosummary';
const permission = 'fundLedger.view';

const lineShape = {
  invested: figure('money'),
  proceeds: figure('money'),
  income: figure('money'),
  remainingCost: figure('money'),
  fairValue: figureOrNull('money'),
  total: figureOrNull('money'),
  gain: figureOrNull('money'),
  grossMoic: figureOrNull('multiple'),
  grossIrr: figureOrNull('rate'),
  grossIrrAnnualized: z.boolean().nullable(),
  partOfFund: figureOrNull('percent'),
  notDetermined: notDeterminedList,
};
const line = z.object(lineShape);

/** Debt, equity, or the total of both. */
const entry = z.object({
  humanizedSectionName: z.enum(['Debt', 'Equity', 'Total']),
  investments: z.array(namedRecord.omit({ code: true })),
  portfolioSummaries: z.array(
    line.extend({
      id: id(),
      name: z.string(),
      investment: namedRecord.omit({ code: true }),
      fundInvestmentId: id(),
      /** The kind of debt or equity. */
      debtType: z.string().nullable(),
      equityType: z.string().nullable(),
    }),
  ),
  /** The requested holding. */
  loadedFundInvestment: id().nullable(),
  total: line,
});

export const portfolioSummary = z.object({
  fund: namedRecord,
  /** Null for the portfolio of the whole fund. */
  investor: namedRecord.nullable(),
  currency: z.string(),
  endDate: date(),
  entries: z.array(entry),
});
export type PortfolioSummaryAnswer = z.output<typeof portfolioSummary>;
export type PortfolioSummaryLine = z.output<typeof line>;

const list = (at: string, summary: string) =>
  ({ method: 'GET', path: `${path}/${at}`, summary, permission, result: z.array(namedRecord), tags }) as const;

/** Portfolio summaries of funds, and of an investor's share: by security, debt, equity and in total. */
export const portfolioSummaryEndpoints = defineEndpoints({
  listPfsDates: {
    method: 'GET',
    path: `${path}/pfs-dates`,
    summary: 'Quarter ends with portfolio summaries, latest first',
    permission,
    result: z.array(z.object({ endDate: date(), formattedDate: z.string() })),
    tags,
  },
  listPfsFunds: list('pfs-funds', 'Funds and coinvestments with portfolio summaries'),
  listPfsInvestors: list('pfs-investors', 'Investors with a share of a portfolio'),
  getPortfolioSummaryDetail: {
    method: 'GET',
    path: `${path}/:endDate/pfs-report`,
    summary: 'Portfolio Summary Detail Report for a fund, or for an investor’s share of it',
    permission,
    params: z.strictObject({ endDate: periodEnd() }),
    query: z.strictObject({ fundId: id(), investorId: id().optional(), ...asKnownOn }),
    result: portfolioSummary,
    failures: ['NOT_REPORTED'],
    tags,
  },
  reportFundPortfolioSummaries: {
    ...reportByDate(fundPortfolioSummaries),
    path: `${path}/:endDate/fund-pfs-report`,
    params: z.strictObject({ endDate: periodEnd() }),
  },
  reportInvestmentAnalyticsOn: {
    ...reportByDate(investmentAnalytics),
    path: '/api/performance/investment/:endDate/investment-analytics',
    params: z.strictObject({ endDate: periodEnd() }),
  },
  exportPortfolioSummary: {
    method: 'GET',
    path: `${path}/:endDate/pfs-report/export`,
    summary: 'Portfolio summary of a fund, or of an investor’s share of it (Excel, PDF)',
    permission,
    params: z.strictObject({ endDate: periodEnd() }),
    query: z.strictObject({
      fundId: id().optional(),
      investorId: id().optional(),
      format: z.enum(['excel', 'application/pdf']).default('excel'),
      ...asKnownOn,
    }),
    answers: 'file',
    failures: ['REQUIRED', 'NOT_REPORTED'],
  },
});
