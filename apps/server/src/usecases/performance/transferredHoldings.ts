import type { BulkPortfolioRow } from '@carrara/adapters/postgres/performance/bulkEdit/bulkReads';
import { companyFields, dealFields, positionFields } from '@carrara/contract/performance/investment/portfolioMetrics';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import { holdingSummary, isHolding } from '@carrara/domain/performance/transfer';
import type { TransferredFacts, TransferredHolding } from '@carrara/domain/platform/dataTransfer';
import { enteredValues, type Values } from './portfolioMetrics.ts';
import { factsOfFields } from './transferredFields.ts';

/** Fields that a transfer contains for each at a quarter end. */
export const reportedFields = { company: companyFields, holding: { ...dealFields, ...positionFields } } as const;
export type ReportedSubject = keyof typeof reportedFields;

/**
 * Returns the stored fields of a company or a holding in the form for another firm: reference entries by code,
 * ownership in percent.
 */
export const transferredFacts = (kind: ReportedSubject, stored: Values): TransferredFacts =>
  factsOfFields(reportedFields[kind], kind === 'company' ? stored : enteredValues(stored));

/**
 * Returns a vehicle's holdings with the investor's share. Holdings that were never bought are left out, because planned
 * deals are confidential.
 */
export function transferredHoldings(
  rows: readonly BulkPortfolioRow[],
  vehicleId: string,
  portfolio: PortfolioSummaryAnswer | null,
): readonly TransferredHolding[] {
  const lines = (portfolio?.entries ?? []).flatMap(({ portfolioSummaries }) => portfolioSummaries);
  return rows
    .filter(({ fundId }) => fundId === vehicleId)
    .flatMap(
      ({ holdingId: id, investmentId, investmentCode, name, sector, company, holding }): TransferredHolding[] => {
        const own = lines.filter(({ fundInvestmentId }) => fundInvestmentId === id);
        const summary = own.length === 0 ? null : holdingSummary(own);
        if (summary === null ? holding === null : !isHolding(summary)) return [];
        return [
          {
            id,
            investment: { id: investmentId, code: investmentCode, name, sector },
            summary: summary && { ...summary },
            company: company && transferredFacts('company', company),
            metrics: holding && transferredFacts('holding', holding),
          },
        ];
      },
    );
}
