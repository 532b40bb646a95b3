import type { DetailRow, DistributionResult, GrossRow } from '../distribution/index.ts';
import type { CalendarDate, Decimal } from '../../kernel/index.ts';
import type { RealizationResult } from '../realization/index.ts';
import { type AccountEntry, type EscrowEntry, turn } from './accountEntry.ts';

export interface Posting {
  readonly entries: readonly AccountEntry[];
  readonly escrow: readonly EscrowEntry[];
}

interface Occasion {
  readonly originId: string;
  readonly date: CalendarDate;
}

type Row = { readonly participantId: string; readonly gross: Decimal; readonly members?: readonly Row[] };

/**
 * The entries of a disbursed distribution: for each person and trust, on each way, - gross on the account, with what was taken as a
 * memo, and + escrow in the sub-ledger.
 *
 * A reversal, whose figures have their signs turned, undoes them by the same rule. Rows without any figure make no entry.
 *
 * Source: calculations section 6.
 */
export function postDistribution({ sources }: Pick<DistributionResult, 'sources'>, occasion: Occasion): Posting {
  const entries: AccountEntry[] = [];
  const escrowEntries: EscrowEntry[] = [];
  for (const { id, details } of sources) {
    forEachLeaf<DetailRow>(details, [], (row, via) => {
      const { gross, tax, loanRepayment, otherAdjustment, escrow, net } = row;
      const account = { ...occasion, participantId: row.participantId, sourceId: id, via };
      if ([gross, tax, loanRepayment, otherAdjustment, escrow].some((amount) => !amount.isZero())) {
        const memo = { tax, loanRepayment, otherAdjustment, escrow, net };
        entries.push({ ...account, kind: 'distribution', amount: turn(gross), memo });
      }
      if (!escrow.isZero()) escrowEntries.push({ ...account, kind: 'held', amount: escrow });
    });
  }
  return { entries, escrow: escrowEntries };
}

/**
 * The entries of a realization: + the participant's carry.
 *
 * Source: calculations section 6.
 */
export function postRealization({ sources }: Pick<RealizationResult, 'sources'>, occasion: Occasion): Posting {
  const entries: AccountEntry[] = [];
  for (const { id, details } of sources) {
    forEachLeaf<GrossRow>(details, [], ({ participantId, gross }, via) => {
      if (gross.isZero()) return;
      entries.push({ ...occasion, participantId, sourceId: id, via, kind: 'accrual', amount: gross });
    });
  }
  return { entries, escrow: [] };
}

function forEachLeaf<R extends Row & { readonly members?: readonly R[] }>(
  rows: readonly R[],
  via: readonly string[],
  visit: (row: R, via: readonly string[]) => void,
): void {
  for (const row of rows) {
    if (row.members === undefined) visit(row, via);
    else forEachLeaf(row.members, [...via, row.participantId], visit);
  }
}
