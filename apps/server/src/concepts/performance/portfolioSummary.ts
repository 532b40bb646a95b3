import { fundPortfolioSummaries, investmentAnalytics } from '@carrara/adapters/postgres/performance/reports';
import { statedInvestors, statedVehicles, statementDays } from '@carrara/adapters/postgres/performance/statement';
import { sentStatements } from '@carrara/adapters/postgres/performance/transfer';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { PortfolioSummaryAnswer, portfolioSummaryEndpoints } from '@carrara/contract/performance/portfolioSummary';
import { err, fail, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { kindsOfFile } from '../../files/exportList.ts';
import type { Operations } from '../../core/operations.ts';
import { reportOperations } from '../../core/reportOperations.ts';
import { findStatements, portfolioOf, type StatementQuery } from './statementAnswers.ts';
import { issuedBy } from './issuedBy.ts';
import { withReportingDate } from './withReportingDate.ts';

type Endpoints = typeof portfolioSummaryEndpoints;

type OfDay = 'reportFundPortfolioSummaries' | 'reportInvestmentAnalyticsOn';
const reports = reportOperations<Pick<Endpoints, OfDay>>({
  reportFundPortfolioSummaries: fundPortfolioSummaries,
  reportInvestmentAnalyticsOn: investmentAnalytics,
});

/** Returns the portfolio that the manager sent, with this tenant's names, otherwise the ledger's. */
async function portfolio(tx: Transaction, asked: StatementQuery): Promise<Result<PortfolioSummaryAnswer, Failures>> {
  const sent = await sentStatements(tx, asked);
  if (sent?.portfolio) {
    const { fund, investor, ids, portfolio: own } = sent;
    const here = (id: string) => ids[id] ?? id;
    const entries = own.entries.map((entry) => ({
      ...entry,
      investments: entry.investments.map((investment) => ({ ...investment, id: here(investment.id) })),
      portfolioSummaries: entry.portfolioSummaries.map((line) => ({
        ...line,
        investment: { ...line.investment, id: here(line.investment.id) },
        fundInvestmentId: here(line.fundInvestmentId),
      })),
    }));
    return ok({ ...own, fund, investor: asked.investorId === undefined ? null : investor, entries });
  }
  return (await findStatements(tx, asked)).andThen((found) => portfolioOf(found));
}

export const portfolioSummaryOperations: Operations<Endpoints> = {
  listPfsDates: async ({ tx }) => ok(await statementDays(tx)),
  listPfsFunds: async ({ tx }) => ok(await statedVehicles(tx)),
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
    const { listWorkbook, printedPortfolio } = await import('@carrara/adapters/spreadsheet');
    const { listPdf } = await import('@carrara/adapters/pdf');
    const printed = printedPortfolio(answer.value);
    const { extension, type } = kindsOfFile[format];
    const name = [fund.name, investor?.name, 'portfolio summary', endDate].filter(Boolean).join(' ');
    const content = format === 'excel' ? listWorkbook(printed) : listPdf(printed, await issuedBy(context, fundId));
    return ok({ name: `${name}.${extension}`, type, content });
  },
};
