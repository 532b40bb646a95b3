import type { HoldingFigures } from '@carrara/adapters/postgres/performance/investment/readInvestment';
import type { StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { InvestmentSource } from '@carrara/contract/performance/investment';
import { type CalendarDate, decimal } from '@carrara/domain/kernel';
import { holdingShares } from '@carrara/domain/performance/investment';

/** Returns each investor's part of a holding at a quarter end. */
export function holdingInvestors(
  ledger: StoredLedger,
  source: InvestmentSource,
  figures: HoldingFigures | undefined,
  end: CalendarDate,
) {
  const amount = (text: string | null | undefined) => decimal(text ?? 0);
  const amounts = {
    invested: amount(figures?.invested),
    proceeds: amount(figures?.proceeds),
    income: amount(figures?.income),
    remainingCost: amount(figures?.cost),
    fairValue: amount(figures?.fairValue),
  };
  const events = ledger.events.filter(({ booked }) => booked <= end);
  const commitmentsById = new Map(ledger.commitments.map((commitment) => [commitment.id, commitment]));
  return holdingShares({ commitments: ledger.commitments, events }, source.id, amounts, end).map((shares) =>
    shares.map(({ commitmentId, ...share }) => ({
      ...share,
      id: commitmentId,
      investorId: commitmentsById.get(commitmentId)?.investorId ?? commitmentId,
      investorName: commitmentsById.get(commitmentId)?.investorName ?? '',
      currency: source.currency,
    })),
  );
}
