import {
  type SentStatements,
  sentStatements,
} from '@carrara/adapters/postgres/performance/transfer/transferStatements';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/portfolioSummary';
import { readStatement, type TransferredPosition } from '@carrara/domain/performance/period';
import { sentLinesTexts } from '@carrara/domain/performance/statement';
import type { StatementQuery } from './statementAnswers.ts';

/** Returns the portfolio that the manager sent, with this tenant's names. Undefined if none was sent. */
export async function sentPortfolio(
  tx: Transaction,
  asked: StatementQuery,
): Promise<PortfolioSummaryAnswer | undefined> {
  const portfolio = portfolioAsSent(await sentStatements(tx, asked));
  return portfolio && asked.investorId === undefined ? { ...portfolio, investor: null } : portfolio;
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

/** Returns one holding of a sent portfolio, with its sums. */
export function holdingAsSent(portfolio: PortfolioSummaryAnswer, holdingId: string): PortfolioSummaryAnswer {
  const all = portfolio.entries.find(({ humanizedSectionName }) => humanizedSectionName === 'Total')?.total.fairValue;
  const isOwn = (line: { readonly fundInvestmentId: string }) => line.fundInvestmentId === holdingId;
  const lines = portfolio.entries.flatMap(({ portfolioSummaries }) => portfolioSummaries.filter(isOwn));
  const entries = portfolio.entries.map((entry) => {
    const own = entry.portfolioSummaries.filter(isOwn);
    const isTotal = entry.humanizedSectionName === 'Total';
    return {
      ...entry,
      investments: entry.investments.filter(({ id }) => own.some(({ investment }) => investment.id === id)),
      portfolioSummaries: own,
      loadedFundInvestment: holdingId,
      total: sentLinesTexts(isTotal ? lines : own, all ?? null),
    };
  });
  return { ...portfolio, entries: entries as PortfolioSummaryAnswer['entries'] };
}

/** Returns the positions of the sent portfolio of a commitment, by holding of this tenant. Undefined if none was sent. */
export const positionsAsSent = (
  sent: SentStatements | undefined,
): ReadonlyMap<string, TransferredPosition> | undefined =>
  sent?.portfolio
    ? readStatement({ account: null, portfolio: sent.portfolio, holdings: sent.ids }).holdings
    : undefined;
