import { exportFormats } from '@carrara/contract/core/fileTypes';
import { fundPortfolioSummaries } from '@carrara/adapters/postgres/performance/reports/fundPortfolioSummaries';
import { investmentAnalytics } from '@carrara/adapters/postgres/performance/reports/investmentAnalytics';
import {
  statedInvestors,
  vehiclesWithCommitments,
  statementDays,
} from '@carrara/adapters/postgres/performance/statement/statementLists';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { PortfolioSummaryAnswer, portfolioSummaryEndpoints } from '@carrara/contract/performance/portfolioSummary';
import { err, fail, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { reportOperations } from '../../../core/reportOperations.ts';
import { findStatements, toPortfolio, type StatementQuery } from './statementAnswers.ts';
import { issuedBy } from '../vehicle/issuedBy.ts';
import { sentPortfolio } from './sentPortfolio.ts';
import { withReportingDate } from '../vehicle/withReportingDate.ts';

type Endpoints = typeof portfolioSummaryEndpoints;

type OfDay = 'reportFundPortfolioSummaries' | 'reportInvestmentAnalyticsOn';
const reports = reportOperations<Pick<Endpoints, OfDay>>({
  reportFundPortfolioSummaries: fundPortfolioSummaries,
  reportInvestmentAnalyticsOn: investmentAnalytics,
});

/** Returns the portfolio that the manager sent, otherwise the ledger's. */
const portfolio = async (tx: Transaction, query: StatementQuery): Promise<Result<PortfolioSummaryAnswer, Failures>> => {
  const sent = await sentPortfolio(tx, query);
  return sent ? ok(sent) : (await findStatements(tx, query)).andThen((found) => toPortfolio(found));
};

export const portfolioSummaryOperations: Operations<Endpoints> = {
  listPfsDates: async ({ tx }) => ok(await statementDays(tx)),
  listPfsFunds: async ({ tx }) => ok(await vehiclesWithCommitments(tx)),
  listPfsInvestors: async ({ tx }) => ok(await statedInvestors(tx)),
  getPortfolioSummaryDetail: ({ tx }, { params, query }) => portfolio(tx, { ...query, ...params }),
  reportFundPortfolioSummaries: withReportingDate(reports.reportFundPortfolioSummaries),
  reportInvestmentAnalyticsOn: withReportingDate(reports.reportInvestmentAnalyticsOn),
  async exportPortfolioSummary(context, { params, query }) {
    const { fundId, format } = query;
    if (fundId === undefined) {
      return err([fail('REQUIRED', ['fundId'], 'Please select a fund before exporting to Excel.')]);
    }
    const answer = await portfolio(context.tx, { ...query, fundId, endDate: params.endDate });
    if (answer.isErr()) return err(answer.error);
    const { fund, investor, endDate } = answer.value;
    const { listWorkbook } = await import('@carrara/adapters/spreadsheet/listWorkbook');
    const { printedPortfolio } = await import('@carrara/adapters/spreadsheet/printedPortfolio');
    const { listPdf } = await import('@carrara/adapters/pdf/listPdf');
    const printed = printedPortfolio(answer.value);
    const { extension, type } = exportFormats[format];
    const name = [fund.name, investor?.name, 'portfolio summary', endDate].filter(Boolean).join(' ');
    const content = format === 'excel' ? listWorkbook(printed) : listPdf(printed, await issuedBy(context, fundId));
    return ok({ name: `${name}.${extension}`, type, content });
  },
};
