import { awardStore, type StoredAward } from '@carrara/adapters/postgres/compensation/award';
import { type AwardStatus, decideAwardReversal } from '@carrara/domain/compensation/award';
import { decimal, err, noSuch, moneyText } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, staleVersion } from '../outcome.ts';

interface AwardReversal {
  readonly id: string;
  readonly rowVersion: number | null | undefined;
  readonly comment?: string | null | undefined;
}

/**
 * Reverses a paid award with another one of the negative amount. The original stays as it is.
 *
 * Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE, DUPLICATE.
 */
export async function reverseAward(
  { tx, today }: RequestContext,
  { id, rowVersion, comment }: AwardReversal,
): Outcome<StoredAward> {
  const award = await awardStore.load(tx, id);
  if (!award) return err([noSuch('award')]);
  const { employee, performanceYear, payType, currency, reversesId } = award;

  const decision = decideAwardReversal({
    status: award.status?.code as AwardStatus,
    amount: decimal(award.amount),
    reversesId,
  });
  if (decision.isErr()) return err(decision.error);
  if (rowVersion !== award.rowVersion) return staleVersion();

  const { amount, status } = decision.value;
  const reversal = await awardStore.insert(
    tx,
    { operation: 'reverseAward', reason: comment },
    {
      employee,
      performanceYear,
      payType,
      currency,
      amount: moneyText(amount),
      awardDate: today,
      payDate: today,
      status,
      reversesId: id,
      comments: comment ?? null,
    },
  );
  return reversal.mapErr((failure) => [failure]);
}
