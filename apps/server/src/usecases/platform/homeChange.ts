import { type Attempt, countAttempt, forgiveAttempt } from '@carrara/adapters/identity/throttle';
import { readHome } from '@carrara/adapters/identity/persons';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, type Path } from '@carrara/domain/kernel';
import { refuseAttempts } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import type { Outcome } from '../outcome.ts';

export interface HomePorts {
  readonly pool: Pool;
  readonly withTenant: WithTenant;
}

/** A person who changes something of their own. */
export interface ActingPerson {
  readonly person: { readonly id: string; readonly name: string };
  readonly now: Date;
}

/** Counts an attempt at a secret before it is checked. A correct one clears the count. Fails: TOO_MANY_ATTEMPTS, and those of `check`. */
export async function limitAttempts<T>(
  pool: Pool,
  attempts: readonly Attempt[],
  { now }: Pick<ActingPerson, 'now'>,
  path: Path,
  check: () => Outcome<T>,
): Outcome<T> {
  const waitSeconds = await countAttempt(pool, attempts, now);
  if (waitSeconds > 0) return err(refuseAttempts(waitSeconds, path));
  const checked = await check();
  if (checked.isOk()) await forgiveAttempt(pool, attempts);
  return checked;
}

/** Stores a change of a person's own, and records it in the audit log of their home firm. Fails: as `write`. */
export async function inHomeTenant<T>(
  { pool, withTenant }: HomePorts,
  { person: { id, name }, now }: ActingPerson,
  operation: string,
  write: (tx: Transaction) => Outcome<T>,
): Outcome<T> {
  const { tenantId } = await readHome(pool, id);
  return withTenant({ tenantId, personId: id, now: now.toISOString() }, async (tx) => {
    const written = await write(tx);
    if (written.isOk())
      tx.record({ operation, objectType: 'user', objectId: id, objectName: name, before: null, after: null });
    return written;
  });
}
