import { exportFormats } from '@carrara/contract/core/fileTypes';
import { fundPortfolioSummaries } from '@carrara/adapters/postgres/performance/reports/fundPortfolioSummaries';
import { investmentAnalytics } from '@carrara/adapters/postgres/performance/reports/investmentAnalytics';
import {
  statedInvestors,
  vehiclesWithCommitments,
  statementDays,
} from '@carrara/adapters/postgres/performance/statement/statementLists';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type {
  PortfolioSummaryAnswer,
  portfolioSummaryEndpoints,
} from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import { err, fail, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { reportOperations } from '../../../core/reportOperations.ts';
import { findStatements, toPortfolio, type StatementQuery } from './statementAnswers.ts';
import { existingText } from '../vehicle/existingText.ts';
import { loadIssuer } from '../vehicle/loadIssuer.ts';
import { sentPortfolio } from './sentPortfolio.ts';
import { withReportingDate } from '../vehicle/withReportingDate.ts';

type Endpoints = typeof portfolioSummaryEndpoints;

type OfDay = 'reportFundPortfolioSummaries' | 'reportInvestmentAnalyticsOn';
const reports = reportOperations<Pick<Endpoints, OfDay>>({
  reportFundPortfolioSummaries: fundPortfolioSummaries,
  reportInvestmentAnalyticsOn: investmentAnalytics,
});

/** Returns the portfolio that the manager sent, otherwise the ledger's. */
async function portfolio(
  tx: Transaction,
  query: StatementQuery,
): Promise<Result<{ readonly summary: PortfolioSummaryAnswer; readonly isSent: boolean }, Failures>> {
  const sent = await sentPortfolio(tx, query);
  if (sent) return ok({ summary: sent, isSent: true });
  const found = (await findStatements(tx, query)).andThen((statements) => toPortfolio(statements));
  return found.map((summary) => ({ summary, isSent: false }));
}

export const portfolioSummaryOperations: Operations<Endpoints> = {
  listPfsDates: async ({ tx }) => ok(await statementDays(tx)),
  listPfsFunds: async ({ tx }) => ok(await vehiclesWithCommitments(tx)),
  listPfsInvestors: async ({ tx }) => ok(await statedInvestors(tx)),
  getPortfolioSummaryDetail: async ({ tx }, { params, query }) =>
    (await portfolio(tx, { ...query, ...params })).map(({ summary }) => summary),
  reportFundPortfolioSummaries: withReportingDate(reports.reportFundPortfolioSummaries),
  reportInvestmentAnalyticsOn: withReportingDate(reports.reportInvestmentAnalyticsOn),
  async exportPortfolioSummary(context, { params, query }) {
    const { fundId, format } = query;
    if (fundId === undefined) {
      return err([fail('REQUIRED', ['fundId'], 'Please select a fund before exporting to Excel.')]);
    }
    const found = await portfolio(context.tx, { ...query, fundId, endDate: params.endDate });
    if (found.isErr()) return err(found.error);
    const { summary, isSent } = found.value;
    const { fund, investor, endDate } = summary;
    const { listWorkbook } = await import('@carrara/adapters/spreadsheet/listWorkbook');
    const { printedPortfolio } = await import('@carrara/adapters/spreadsheet/printedPortfolio');
    const { listPdf } = await import('@carrara/adapters/pdf/listPdf');
    const state = isSent
      ? 'as sent by the manager'
      : await existingText(context.tx, { vehicleId: fundId, endDate, asKnownOn: query.asKnownOn });
    const printed = printedPortfolio(summary, state);
    const { extension, type } = exportFormats[format];
    const name = [fund.name, investor?.name, 'portfolio summary', endDate].filter(Boolean).join(' ');
    const content = format === 'excel' ? listWorkbook(printed) : listPdf(printed, await loadIssuer(context, fundId));
    return ok({ name: `${name}.${extension}`, type, content });
  },
};
