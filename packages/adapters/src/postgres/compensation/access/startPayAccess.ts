import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { WithTenant } from '../../engine/unitOfWork/withTenant.ts';
import { hasModule } from '../../platform/user/hasModule.ts';
import { insertPayAccess } from './payAccess.ts';

/**
 * Grants a person access to everybody's pay, on behalf of the installation's operator. This creates the first holders,
 * who grant and confirm all other access. The audit log records that the command line did it. The result shows if the
 * person has a role in compensation; without one, the access has no effect.
 *
 * Units: `worker` is the worker's pool, and `withTenant` uses it. Fails: NOT_FOUND.
 */
export async function startPayAccess(
  worker: Pool,
  withTenant: WithTenant,
  input: { readonly login: string; readonly tenantName: string; readonly reason: string; readonly now: Date },
): Promise<Result<{ readonly tenantId: string; readonly hasRole: boolean }, Failure>> {
  const { rows } = await worker.query<{ tenantId: string; personId: string; hasRole: boolean }>(
    `SELECT t.id AS "tenantId", p.id AS "personId", ${hasModule('m', 'comp')} AS "hasRole"
     FROM tenant t JOIN membership m ON m.tenant_id = t.id AND NOT m.is_inactive
     JOIN person p ON p.id = m.person_id WHERE lower(t.name) = lower($1) AND lower(p.login) = lower($2)`,
    [input.tenantName.trim(), input.login.trim()],
  );
  const [found] = rows;
  if (!found) return err(fail('NOT_FOUND', ['login'], `there is no user ${input.login} in ${input.tenantName}`));
  const context = { tenantId: found.tenantId, personId: null, now: input.now.toISOString() };
  await withTenant(context, (tx) =>
    insertPayAccess(tx, 'startPayAccess', {
      id: newId(),
      personId: found.personId,
      kind: 'ALL',
      employees: [],
      offices: [],
      titles: [],
      reason: input.reason,
      endsOn: null,
      status: 'ACTIVE',
    }),
  );
  return ok({ tenantId: found.tenantId, hasRole: found.hasRole });
}
