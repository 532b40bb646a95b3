import { decimal, moneyText, spokenMoney, sumOfMoney } from '../../kernel/index.ts';
import { createWarning, type Warning } from '../run/index.ts';
import type { LedgerLine, LedgerRunRequest } from './ledgerLine.ts';

/**
 * Returns a warning for each release row that requests more than is held, with the excess as its amount. `nameOf` names a requested row.
 *
 *     released = min(asked, held)
 *
 * Source: docs/calculations/escrow.md.
 * Fails:  as warnings RELEASE_ABOVE_ESCROW.
 */
export function releaseWarnings(
  { type, lines }: LedgerRunRequest,
  rows: readonly Pick<LedgerLine, 'participantId' | 'sourceId' | 'escrow'>[],
  nameOf: (at: number) => string,
): readonly Warning[] {
  if (type !== 'RELEASE') return [];
  return lines.flatMap(({ participantId, sourceId, requestedAmount }, at) => {
    if (!requestedAmount) return [];
    const own = rows.filter(
      (row) => row.sourceId === sourceId && (participantId === null || row.participantId === participantId),
    );
    const released = decimal(sumOfMoney(own.map(({ escrow }) => escrow)));
    const requested = decimal(requestedAmount);
    if (requested.lte(released)) return [];
    const text = `${nameOf(at)}: ${spokenMoney(requested)} exceeds the escrow held from this date on. The whole balance, ${spokenMoney(released)}, is released.`;
    return [
      createWarning(
        'RELEASE_ABOVE_ESCROW',
        ['lines', at, 'requestedAmount'],
        text,
        moneyText(requested.minus(released)),
      ),
    ];
  });
}
