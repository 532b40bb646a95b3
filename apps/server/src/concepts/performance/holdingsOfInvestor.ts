import { loadStatements } from '@carrara/adapters/postgres/performance/statement/loadStatements';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { calendarDate, type Failures, Result } from '@carrara/domain/kernel';
import { portfolioTexts, vehiclePortfolio } from '@carrara/domain/performance/statement';
import { type FoundStatements, silenceOf, vehicleNamed } from './statementAnswers.ts';

/** Returns the statements of all vehicles to which an investor has committed. */
export async function statementsOfInvestor(
  tx: Transaction,
  investorId: string,
  day: string,
  asKnownOn?: number,
): Promise<readonly FoundStatements[]> {
  const end = calendarDate(day);
  const all = await loadStatements(tx, { investorId, end, asKnownOn });
  return all.map((found) => ({
    found,
    end,
    investor: found.commitments.find((commitment) => commitment.investorId === investorId),
  }));
}

/** Returns an investor's share in the current and former holdings of its funds, by holding. */
export async function holdingsOfInvestor(tx: Transaction, investorId: string, day: string, asKnownOn?: number) {
  const all = await statementsOfInvestor(tx, investorId, day, asKnownOn);
  return Result.combine(all.map(holdingsOf)).map((rows) => rows.flat());
}

function holdingsOf({ found, end, investor }: FoundStatements): Result<readonly InvestorHolding[], Failures> {
  const silence = silenceOf({ found, end });
  return vehiclePortfolio(found, end).shares.map((shares) =>
    [...(shares.get(investor?.id ?? '')?.holdings ?? [])].flatMap(([id, line]) => {
      const holding = found.holdings.find((candidate) => candidate.id === id);
      if (holding === undefined) return [];
      const { total: _ofAll, partOfFund: _part, ...figures } = portfolioTexts(line, silence);
      return [
        {
          id,
          investment: { id: holding.investmentId, name: holding.investmentName },
          fund: vehicleNamed(found),
          currency: found.vehicle.currency,
          ...figures,
        },
      ];
    }),
  );
}
type Texts = Omit<ReturnType<typeof portfolioTexts>, 'total' | 'partOfFund'>;
interface InvestorHolding extends Texts {
  readonly id: string;
  readonly investment: { readonly id: string; readonly name: string };
  readonly fund: ReturnType<typeof vehicleNamed>;
  readonly currency: string;
}
