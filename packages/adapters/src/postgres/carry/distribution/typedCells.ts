import type { DistributionSource } from '@carrara/contract/carry/run/distributionRun';
import type { SourceRequest } from '@carrara/domain/carry/run';

type TypedCell = DistributionSource['typed'][number];
const names = ['effectiveAllocation', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment'] as const;

/** Returns the values typed for a source, cell by cell: figures, and texts that couldn't be read as figures. */
export function typedCells(request: SourceRequest | undefined): TypedCell[] {
  if (!request) return [];
  const figures = request.details.flatMap(({ participantId, via, ...values }): TypedCell[] =>
    names.flatMap((field) => {
      const text = values[field];
      return text === null || text === undefined || text === '' ? [] : [{ participantId, via: [...via], field, text }];
    }),
  );
  return [...figures, ...(request.unread ?? []).map((cell) => ({ ...cell, via: [...cell.via] }))];
}
