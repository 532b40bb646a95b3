import { fundPortfolioSummaries, investmentAnalytics } from '@carrara/adapters/postgres/performance/reports';
import { statedInvestors, statedVehicles, statementDays } from '@carrara/adapters/postgres/performance/statement';
import type { portfolioSummaryEndpoints } from '@carrara/contract/performance/portfolioSummary';
import { err, fail, ok } from '@carrara/domain/kernel';
import { kindsOfFile } from '../../http/exportList.ts';
import type { Operations } from '../../operations.ts';
import { reportOperations } from '../../reportOperations.ts';
import { findStatements, portfolioOf } from './statementAnswers.ts';
import { issuedBy } from './issuedBy.ts';
import { withReportingDate } from './withReportingDate.ts';

type Endpoints = typeof portfolioSummaryEndpoints;

type OfDay = 'reportFundPortfolioSummaries' | 'reportInvestmentAnalyticsOn';
const reports = reportOperations<Pick<Endpoints, OfDay>>({
  reportFundPortfolioSummaries: fundPortfolioSummaries,
  reportInvestmentAnalyticsOn: investmentAnalytics,
});

export const portfolioSummaryOperations: Operations<Endpoints> = {
  listPfsDates: async ({ tx }) => ok(await statementDays(tx)),
  listPfsFunds: async ({ tx }) => ok(await statedVehicles(tx)),
  listPfsInvestors: async ({ tx }) => ok(await statedInvestors(tx)),
  getPortfolioSummaryDetail: async ({ tx }, { params, query }) =>
    (await findStatements(tx, { ...query, ...params })).andThen((found) => portfolioOf(found)),
  reportFundPortfolioSummaries: withReportingDate(reports.reportFundPortfolioSummaries),
  reportInvestmentAnalyticsOn: withReportingDate(reports.reportInvestmentAnalyticsOn),
  async exportPortfolioSummary(context, { params, query }) {
    const { fundId, format } = query;
    if (fundId === undefined) {
      return err([fail('REQUIRED', ['fundId'], 'Please select a fund before exporting to Excel.')]);
    }
    const found = await findStatements(context.tx, { ...query, fundId, endDate: params.endDate });
    const answer = found.andThen((one) => portfolioOf(one));
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
