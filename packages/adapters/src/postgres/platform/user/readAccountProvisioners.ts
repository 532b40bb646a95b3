import { type AccountProvisioners, invitationWaitDays } from '@carrara/domain/platform/independence';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/**
 * Returns, for each of these people, everybody who set a password of the account, or changed its login or its address
 * for password resets. This counts in any firm and through any chain of other accounts. An invitation doesn't set a
 * password, but it may go to an address of the inviter. So it counts for `invitationWaitDays`, in which colleagues
 * can notice the new user.
 */
export async function readAccountProvisioners(
  tx: Transaction,
  people: readonly string[],
): Promise<AccountProvisioners> {
  const rows = await tx.query<{ id: string; givers: readonly string[] }>(
    'SELECT id, givers FROM account_givers($1::uuid[], $2::timestamptz - make_interval(days => $3))',
    [people, tx.now, invitationWaitDays],
  );
  return { accountProvisioners: Object.fromEntries(rows.map(({ id, givers }) => [id, givers])) };
}
