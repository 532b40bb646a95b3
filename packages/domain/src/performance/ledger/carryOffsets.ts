import { type CalendarDate, type Decimal, moneyText } from '@carrara/domain/kernel';
import type { EntryShare } from './entry.ts';

interface OffsettingEntry {
  readonly id: string;
  readonly type: string;
  readonly effective: CalendarDate;
  readonly reversalOf: string | null;
  readonly shares: readonly (Pick<EntryShare, 'commitmentId' | 'amount'> & { readonly isMirror?: boolean })[];
}

/**
 * Returns the ids of TRANSFER entries that offset the accrued carry that passes with a transfer, so that no NAV changes.
 * They have the same date, partners and amounts as entries of accrued carry. Nobody paid them, so they are no price.
 *
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function carryOffsets(entries: readonly OffsettingEntry[]): ReadonlySet<string> {
  const keyOf = ({ effective }: OffsettingEntry, commitmentId: string, amount: Decimal) =>
    `${effective} ${commitmentId} ${moneyText(amount)}`;
  const own = ({ shares }: OffsettingEntry) => shares.filter(({ isMirror, amount }) => !isMirror && !amount.isZero());
  const moved = new Set<string>();
  for (const entry of entries) {
    const [share, ...others] = entry.type === 'CARRY-ACCRUED' ? own(entry) : [];
    if (share && others.length === 0) moved.add(keyOf(entry, share.commitmentId, share.amount));
  }
  const offsets = new Set<string>();
  if (moved.size === 0) return offsets;
  for (const entry of entries) {
    const shares = entry.type === 'TRANSFER' && entry.reversalOf === null ? own(entry) : [];
    if (shares.length > 0 && shares.every(({ commitmentId, amount }) => moved.has(keyOf(entry, commitmentId, amount))))
      offsets.add(entry.id);
  }
  for (const { id, reversalOf } of entries) if (reversalOf !== null && offsets.has(reversalOf)) offsets.add(id);
  return offsets;
}
