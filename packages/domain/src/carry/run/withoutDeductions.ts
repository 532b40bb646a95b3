import { type Decimal, zero } from '../../kernel/index.ts';
import type { CarryFigures, DetailRow, DistributionResult, GrossRow } from './distribution.ts';

const untouched = (gross: Decimal): CarryFigures => ({
  gross,
  tax: zero,
  escrow: zero,
  loanRepayment: zero,
  otherAdjustment: zero,
  net: gross,
});

/** Presents allocated amounts without deductions as the result of a run: net equals gross. */
export function withoutDeductions(
  sources: readonly {
    readonly id: string;
    readonly distributed: Decimal;
    readonly unallocated: Decimal;
    readonly details: readonly GrossRow[];
  }[],
): DistributionResult {
  const everybody = new Set<string>();
  const displayed = sources.map(({ id, distributed, unallocated, details }) => {
    const paid = new Set<string>();
    const visit = (row: GrossRow): DetailRow => {
      const { participantId, effective, gross, members } = row;
      if (members === undefined && gross.gt(0)) paid.add(participantId);
      const own = { participantId, effective, taxAllocations: [], ...untouched(gross) };
      return members === undefined ? own : { ...own, members: members.map(visit) };
    };
    const rows = details.map(visit);
    for (const participantId of paid) everybody.add(participantId);
    return {
      id,
      ...untouched(distributed),
      adjustments: zero,
      unallocated,
      numberOfParticipants: paid.size,
      details: rows,
    };
  });
  const sum = (amountOf: (source: (typeof displayed)[number]) => Decimal) =>
    displayed.reduce((total: Decimal, source) => total.plus(amountOf(source)), zero);
  return {
    sources: displayed,
    participants: [],
    entities: [],
    totals: {
      ...untouched(sum(({ gross }) => gross)),
      adjustments: zero,
      unallocated: sum(({ unallocated }) => unallocated),
      numberOfParticipants: everybody.size,
    },
    warnings: [],
  };
}
