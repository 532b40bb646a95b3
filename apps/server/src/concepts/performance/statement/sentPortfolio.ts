import {
  type SentStatements,
  sentStatements,
} from '@carrara/adapters/postgres/performance/transfer/transferStatements';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import { readStatement, type TransferredPosition } from '@carrara/domain/performance/period';
import { sumOfSentLines } from '@carrara/domain/performance/statement';
import type { StatementQuery } from './statementAnswers.ts';

/** Returns the portfolio that the manager sent, with this tenant's names. Undefined if none was sent. */
export async function sentPortfolio(
  tx: Transaction,
  query: StatementQuery,
): Promise<PortfolioSummaryAnswer | undefined> {
  const portfolio = portfolioAsSent(await sentStatements(tx, query));
  return portfolio && query.investorId === undefined ? { ...portfolio, investor: null } : portfolio;
}

/** Returns the portfolio of a commitment, with this tenant's names. Undefined if none was sent. */
export function portfolioAsSent(sent: SentStatements | undefined): PortfolioSummaryAnswer | undefined {
  if (!sent?.portfolio) return undefined;
  const { fund, investor, ids, portfolio } = sent;
  const here = (id: string) => ids[id] ?? id;
  const entries = portfolio.entries.map((entry) => ({
    ...entry,
    investments: entry.investments.map((investment) => ({ ...investment, id: here(investment.id) })),
    portfolioSummaries: entry.portfolioSummaries.map((line) => ({
      ...line,
      investment: { ...line.investment, id: here(line.investment.id) },
      fundInvestmentId: here(line.fundInvestmentId),
    })),
  }));
  return { ...portfolio, fund, investor, entries };
}

/** Returns the part of a sent portfolio that one holding is, by its id here: its securities and their sums. */
export function holdingAsSent(portfolio: PortfolioSummaryAnswer, holdingId: string): PortfolioSummaryAnswer {
  const own = (lines: Entry['portfolioSummaries']) =>
    lines.filter(({ fundInvestmentId }) => fundInvestmentId === holdingId);
  const all = own(portfolio.entries.flatMap(({ portfolioSummaries }) => portfolioSummaries));
  return {
    ...portfolio,
    entries: portfolio.entries.map((entry) => {
      const lines = own(entry.portfolioSummaries);
      return {
        ...entry,
        investments: entry.investments.filter(({ id }) => lines.some(({ investment }) => investment.id === id)),
        portfolioSummaries: lines,
        loadedFundInvestment: holdingId,
        total: sumOfSentLines(entry.humanizedSectionName === 'Total' ? all : lines),
      };
    }),
  };
}
type Entry = PortfolioSummaryAnswer['entries'][number];

/** Returns the positions of the sent portfolio of a commitment, by holding of this tenant. Undefined if none was sent. */
export const positionsAsSent = (
  sent: SentStatements | undefined,
): ReadonlyMap<string, TransferredPosition> | undefined =>
  sent?.portfolio
    ? readStatement({ account: null, portfolio: sent.portfolio, holdings: sent.ids }).holdings
    : undefined;
