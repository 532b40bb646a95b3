import type { Application } from '@carrara/contract/core/permissions';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Returns the active programs of the firm. */
export const listPrograms = (tx: Transaction): Promise<{ id: string; name: string }[]> =>
  tx.query(
    `SELECT p.id, p.last_name AS name FROM membership m JOIN person p ON p.id = m.person_id AND p.is_program AND NOT p.is_inactive
     WHERE m.tenant_id = $1 AND NOT m.is_inactive ORDER BY lower(p.last_name), p.id`,
    [tx.tenantId],
  );

/** Returns a program with all of its modules, from its own roles and from groups. */
export async function readProgram(
  tx: Transaction,
  id: string,
): Promise<{ readonly name: string; readonly modules: readonly Application[] } | undefined> {
  const [found] = await tx.query<{ name: string; modules: Application[] }>(
    `SELECT p.last_name AS name, ARRAY(SELECT r.application FROM roles_of_person(p.id) r WHERE r.tenant_id = $1 AND r.application IS NOT NULL) AS modules
     FROM membership m JOIN person p ON p.id = m.person_id AND p.is_program AND NOT p.is_inactive
     WHERE m.tenant_id = $1 AND m.person_id = $2 AND NOT m.is_inactive`,
    [tx.tenantId, id],
  );
  return found;
}

export interface NewProgram {
  readonly id: string;
  readonly name: string;
  readonly login: string;
}

/**
 * Inserts a user that can't sign in and is displayed as 'Program' with its name. Returns false if the firm already has
 * a program of that name.
 */
export async function insertProgram(tx: Transaction, { id, name, login }: NewProgram): Promise<boolean> {
  const inserted = await tx.query(
    `INSERT INTO person (id, login, first_name, last_name, is_program, created_at, created_by, updated_at, updated_by, home_tenant_id)
     SELECT $2, $3, 'Program', $4, true, $5, $6, $5, $6, $1
     WHERE NOT EXISTS (SELECT FROM person p JOIN membership m ON m.person_id = p.id AND m.tenant_id = $1
                       WHERE p.is_program AND lower(p.last_name) = lower($4)) RETURNING id`,
    [tx.tenantId, id, login, name, tx.now, tx.personId],
  );
  if (inserted.length === 0) return false;
  await tx.query(
    `INSERT INTO membership (tenant_id, person_id, is_inactive, created_at, created_by, updated_at, updated_by) VALUES ($1, $2, false, $3, $4, $3, $4)`,
    [tx.tenantId, id, tx.now, tx.personId],
  );
  return true;
}
