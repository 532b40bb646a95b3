import { type AccountGivers, invitedDays } from '@carrara/domain/platform/independence';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/**
 * For each of these people everybody who gave a password of the account or changed its login or the address that a password is reset by, in whichever firm
 * and by way of whatever other accounts. An invitation gives no password, but it may go to an address of the one who invites: it counts for `invitedDays`, in
 * which colleagues see the new user.
 */
export async function accountGivers(tx: Transaction, people: readonly string[]): Promise<AccountGivers> {
  const rows = await tx.query<{ id: string; givers: readonly string[] }>(
    'SELECT id, givers FROM account_givers($1::uuid[], $2::timestamptz - make_interval(days => $3))',
    [people, tx.now, invitedDays],
  );
  return { accountGivers: Object.fromEntries(rows.map(({ id, givers }) => [id, givers])) };
}
