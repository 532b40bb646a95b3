import { type Decimal, zero } from '../../kernel/index.ts';
import { type CarryRecipient, exposureByRecipient } from '../carryPosition/index.ts';
import type { HypotheticalLiquidation } from './hypotheticalLiquidation.ts';

/** The escrow of a fund's participants, and the part of the clawback that it covers. */
export interface EscrowCover {
  readonly escrowBalance: Decimal;
  readonly coveredByEscrow: Decimal;
}

/**
 * Covers a clawback by the escrow that participants hold at the fund. Each one's escrow covers their own part only.
 *
 *     covered = sum over the participants of min(part of the clawback before tax, escrow held)
 *
 * Units:  money in cents.
 * Source: docs/calculations/carry-position.md.
 * Fails:  never; nothing is covered if nobody received carry.
 */
export function coverByEscrow(
  { clawback }: Pick<HypotheticalLiquidation, 'clawback'>,
  recipients: readonly CarryRecipient[],
): EscrowCover {
  const parts = exposureByRecipient(clawback.gross, recipients).unwrapOr([]);
  return {
    escrowBalance: recipients.reduce<Decimal>((sum, { escrowBalance }) => sum.plus(escrowBalance), zero),
    coveredByEscrow: parts.reduce<Decimal>((sum, part) => sum.plus(part.coveredByEscrow), zero),
  };
}
