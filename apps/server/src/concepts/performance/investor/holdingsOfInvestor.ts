import { loadStatements } from '@carrara/adapters/postgres/performance/statement/loadStatements';
import {
  sentByCommitment,
  type SentStatements,
} from '@carrara/adapters/postgres/performance/transfer/transferStatements';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { calendarDate, type Failures, ok, Result } from '@carrara/domain/kernel';
import { portfolioTexts, transferredTexts, vehiclePortfolio } from '@carrara/domain/performance/statement';
import { positionsAsSent } from '../statement/sentPortfolio.ts';
import { type FoundStatements, missingStatement, vehicleNamed } from '../statement/statementAnswers.ts';

/** The statements of a vehicle, and those that its manager sent, by commitment. */
export interface InvestorStatements extends FoundStatements {
  readonly sent: ReadonlyMap<string, SentStatements>;
}

/** Returns what the manager sent for an investor's commitment. Undefined if nothing was sent. */
export const sentToInvestor = ({ sent, investor }: InvestorStatements) => sent.get(investor?.id ?? '');

/** Returns the statements of all vehicles to which an investor has committed. */
export async function statementsOfInvestor(
  tx: Transaction,
  investorId: string,
  day: string,
  asKnownOn?: number,
): Promise<readonly InvestorStatements[]> {
  const end = calendarDate(day);
  const all = await loadStatements(tx, { investorId, end, asKnownOn });
  const vehicleIds = all.map(({ vehicle }) => vehicle.id);
  const sent = await sentByCommitment(tx, { vehicleIds, endDate: end, asKnownOn });
  return all.map((found) => ({
    found,
    sent,
    end,
    investor: found.commitments.find((commitment) => commitment.investorId === investorId),
  }));
}

/** Returns an investor's share in the current and former holdings of its funds, by holding. */
export async function holdingsOfInvestor(tx: Transaction, investorId: string, day: string, asKnownOn?: number) {
  const all = await statementsOfInvestor(tx, investorId, day, asKnownOn);
  return Result.combine(all.map(holdingsOf)).map((rows) => rows.flat());
}

function holdingsOf(statements: InvestorStatements): Result<readonly InvestorHolding[], Failures> {
  const { found, end, investor } = statements;
  const rows = <T>(linesById: Iterable<readonly [string, T]>, textsOf: (line: T) => Texts) =>
    [...linesById].flatMap(([id, line]) => {
      const holding = found.holdings.find((candidate) => candidate.id === id);
      if (holding === undefined) return [];
      const { investmentId, investmentName } = holding;
      const { total: _ofAll, ...figures } = textsOf(line);
      return [
        {
          id,
          investment: { id: investmentId, name: investmentName },
          fund: vehicleNamed(found),
          currency: found.vehicle.currency,
          ...figures,
        },
      ];
    });
  const positions = positionsAsSent(sentToInvestor(statements));
  if (positions) return ok(rows(positions, transferredTexts));
  const silence = missingStatement({ found, end });
  return vehiclePortfolio(found, end).shares.map((shares) =>
    rows(shares.get(investor?.id ?? '')?.holdings ?? [], (line) => {
      const { partOfFund: _part, ...texts } = portfolioTexts(line, silence);
      return texts;
    }),
  );
}
type Texts = ReturnType<typeof transferredTexts>;
interface InvestorHolding extends Omit<Texts, 'total'> {
  readonly id: string;
  readonly investment: { readonly id: string; readonly name: string };
  readonly fund: ReturnType<typeof vehicleNamed>;
  readonly currency: string;
}
