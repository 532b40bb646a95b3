import { sentStatements } from '@carrara/adapters/postgres/performance/transfer/transferStatements';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/portfolioSummary';
import type { StatementQuery } from './statementAnswers.ts';

/** Returns the portfolio that the manager sent, with this tenant's names. Undefined if none was sent. */
export async function sentPortfolio(
  tx: Transaction,
  asked: StatementQuery,
): Promise<PortfolioSummaryAnswer | undefined> {
  const sent = await sentStatements(tx, asked);
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
  return { ...portfolio, fund, investor: asked.investorId === undefined ? null : investor, entries };
}
