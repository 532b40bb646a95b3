import { calendarDate, decimal } from '../../kernel/index.ts';
import { type AccountEntry, type EscrowEntry, negateAmount } from '../ledger/index.ts';
import type { LedgerLine, LedgerRunType } from './ledgerLine.ts';
import type { LedgerPosting } from './ledgerRunDraft.ts';

/** The kind of escrow entry that each type of run posts. */
const escrowKind = { OPENING: 'opening', RELEASE: 'released', CLAWBACK: 'appliedToClawback' } as const;

/**
 * Returns the entries of a ledger run, each with its row. A reversal has figures with opposite signs, so the same rule undoes them.
 *
 *     opening:  + accrued, - distributed on the account; + escrow
 *     release:  - escrow
 *     clawback: - escrow applied; - clawback on the account
 *
 * An opening posts the accrued amount even if it is zero, because the balance is determined from then on.
 *
 * Source: docs/calculations/account-entries.md.
 */
export function ledgerEntries(
  { id: originId, type, runDate }: { readonly id: string; readonly type: LedgerRunType; readonly runDate: string },
  lines: readonly LedgerLine[],
): LedgerPosting {
  const date = calendarDate(runDate);
  type OfLine<E> = E & { readonly lineId: string };
  const entries: OfLine<AccountEntry>[] = [];
  const escrow: OfLine<EscrowEntry>[] = [];
  for (const { id: lineId, participantId, sourceId, via, ...figures } of lines) {
    const account = { originId, date, participantId, sourceId, via, lineId };
    const amountOf = (name: 'accrued' | 'distributed' | 'escrow' | 'clawback') => decimal(figures[name]);
    if (type === 'OPENING') entries.push({ ...account, kind: 'opening', amount: amountOf('accrued') });
    const distributed = amountOf('distributed');
    if (!distributed.isZero())
      entries.push({ ...account, kind: 'openingDistributed', amount: negateAmount(distributed) });
    const clawback = amountOf('clawback');
    if (!clawback.isZero()) entries.push({ ...account, kind: 'clawback', amount: negateAmount(clawback) });
    const withheld = amountOf('escrow');
    if (!withheld.isZero())
      escrow.push({
        ...account,
        kind: escrowKind[type],
        amount: type === 'OPENING' ? withheld : negateAmount(withheld),
      });
  }
  return { entries, escrow };
}
