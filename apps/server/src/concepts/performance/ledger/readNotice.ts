import { loadLedger, loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { readNotices } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { NoticeAnswer } from '@carrara/contract/performance/ledger/notice';
import { calendarDate, err, type Failures, fail, moneyText, noSuch, ok, type Result } from '@carrara/domain/kernel';
import { entryTypeRule, noticeName, noticeShares } from '@carrara/domain/performance/ledger';

interface NoticeParams {
  readonly vehicleId: string;
  readonly noticeId: string;
}

/** Returns a notice with the parts of its investors. Fails: NOT_FOUND. */
export async function readNotice(
  tx: Transaction,
  { vehicleId, noticeId }: NoticeParams,
): Promise<Result<NoticeAnswer, Failures>> {
  const vehicle = await loadVehicle(tx, vehicleId);
  const found = vehicle && (await readNotices(tx, vehicleId)).find(({ id }) => id === noticeId);
  if (!found) return err([noSuch('notice')]);
  const { amount: _amount, entries: _entries, ...notice } = found;
  const { on, shares } = noticeShares(
    { id: noticeId, dueDate: calendarDate(notice.dueDate) },
    await loadLedger(tx, vehicle),
  );
  return ok({
    ...notice,
    fund: { id: vehicle.id, name: vehicle.name },
    currency: vehicle.currency,
    unfundedOn: on,
    investors: shares.map(({ investorId, investorName, amounts, total, commitment, unfunded }) => ({
      investor: { id: investorId, name: investorName },
      amounts: amounts.map(({ type, amount }) => ({
        type,
        title: entryTypeRule(type).title,
        amount: moneyText(amount),
      })),
      total: moneyText(total),
      commitment: moneyText(commitment),
      unfunded: moneyText(unfunded),
    })),
  });
}

/** The refusal of documents for a notice that nobody pays or receives anything by. */
export const noRecipients = (notice: Pick<NoticeAnswer, 'kind' | 'number'>): Failures => [
  fail(
    'NO_RECIPIENTS',
    ['noticeId'],
    `${noticeName(notice)} has no posted entries, so there is nothing to print. Post its entries first.`,
  ),
];
