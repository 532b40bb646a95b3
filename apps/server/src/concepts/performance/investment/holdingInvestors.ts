import type { HoldingFigures } from '@carrara/adapters/postgres/performance/investment/readInvestment';
import type { StoredLedger } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { InvestmentSource } from '@carrara/contract/performance/investment/investment';
import { type CalendarDate, decimal, displayedDate } from '@carrara/domain/kernel';
import { holdingShares } from '@carrara/domain/performance/investment';
import { nothingBookedFor } from '@carrara/domain/performance/period';

const shareFigures = ['invested', 'realized', 'fairValue', 'totalValue', 'grossMoic'] as const;

/** Returns each investor's part of a holding at a quarter end. */
export function holdingInvestors(
  ledger: StoredLedger,
  source: InvestmentSource,
  figures: HoldingFigures | undefined,
  end: CalendarDate,
) {
  const amount = (text: string | null | undefined) => (text == null ? null : decimal(text));
  const amounts = {
    invested: amount(figures?.invested),
    proceeds: amount(figures?.proceeds),
    income: amount(figures?.income),
    remainingCost: amount(figures?.cost),
    fairValue: amount(figures?.fairValue),
  };
  const events = ledger.events.filter(({ booked }) => booked <= end);
  const commitmentsById = new Map(ledger.commitments.map((commitment) => [commitment.id, commitment]));
  const reason = figures?.notDetermined.find(({ field }) => field === 'fairValue') ?? {
    code: 'NAV_MISSING',
    message: nothingBookedFor(displayedDate(end)),
  };
  return holdingShares({ commitments: ledger.commitments, events }, source.id, amounts, end).map((shares) =>
    shares.map(({ commitmentId, ...share }) => ({
      ...share,
      notDetermined: shareFigures
        .filter((field) => share[field] === null && (field !== 'grossMoic' || share.totalValue === null))
        .map((field) => ({ field, code: reason.code, message: reason.message })),
      id: commitmentId,
      investorId: commitmentsById.get(commitmentId)?.investorId ?? commitmentId,
      investorName: commitmentsById.get(commitmentId)?.investorName ?? '',
      currency: source.currency,
    })),
  );
}
