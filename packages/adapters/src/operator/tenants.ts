import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../postgres/engine/unitOfWork/transaction.ts';
import type { WithTenant } from '../postgres/engine/unitOfWork/withTenant.ts';
import { fillTenant } from '../postgres/platform/referenceData/fillTenant.ts';
import { standardNote } from '../postgres/platform/referenceData/standardNote.ts';

/** The person who operates the installation from the command line of its machine, without signing in. */
export interface Operator {
  /** Pool of the worker, which can access all tenants. */
  readonly worker: Pool;
  /** Uses the worker's pool. */
  readonly withTenant: WithTenant;
  readonly now: Date;
}

/** A tenant as its operator sees it: its name and address, and none of its content. */
export interface OperatedTenant {
  readonly id: string;
  readonly name: string;
  readonly host: string | null;
  readonly isLpTenant: boolean;
  readonly isArchived: boolean;
}

type Changed = Promise<Result<OperatedTenant, Failure>>;

const columns = `id, name, host, is_lp_tenant AS "isLpTenant", is_inactive AS "isArchived"`;
const longestName = 200;
const hostName = /^[a-z0-9.-]{1,253}$/;

export const listTenants = async ({ worker }: Pick<Operator, 'worker'>): Promise<readonly OperatedTenant[]> =>
  (await worker.query<OperatedTenant>(`SELECT ${columns} FROM tenant ORDER BY lower(name)`)).rows;

/** Finds a tenant by its full name, ignoring case, or by its id. Fails: NOT_FOUND. */
export async function tenantNamed({ worker }: Pick<Operator, 'worker'>, name: string): Changed {
  const { rows } = await worker.query<OperatedTenant>(
    `SELECT ${columns} FROM tenant WHERE lower(name) = lower($1) OR id::text = lower($1) ORDER BY id::text = lower($1) LIMIT 1`,
    [name.trim()],
  );
  return rows[0] ? ok(rows[0]) : err(fail('NOT_FOUND', ['tenant'], `there is no tenant ${name.trim()}`));
}

/** Trims and checks a tenant's name. Fails: TENANT_REQUIRED, TOO_LONG_OR_BIG. */
function plainName(text: string): Result<string, Failure> {
  const name = text.trim();
  if (name === '') return err(fail('TENANT_REQUIRED', ['name'], 'the name of the tenant is required'));
  if (name.length > longestName)
    return err(fail('TOO_LONG_OR_BIG', ['name'], `a name can have at most ${longestName} characters`));
  return ok(name);
}

/**
 * Creates a tenant with its standard reference data and no members. Fails: TENANT_REQUIRED, TOO_LONG_OR_BIG, DUPLICATE.
 */
export async function createTenant(
  { withTenant, now }: Operator,
  input: { readonly name: string; readonly isLpTenant: boolean },
): Changed {
  const named = plainName(input.name);
  if (named.isErr()) return err(named.error);
  const tenant = { id: newId(), name: named.value, host: null, isLpTenant: input.isLpTenant, isArchived: false };
  return settled(named.value, () =>
    withTenant({ tenantId: tenant.id, personId: null, now: now.toISOString() }, async (tx) => {
      await tx.query(
        'INSERT INTO tenant (id, name, is_lp_tenant, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)',
        [tenant.id, tenant.name, tenant.isLpTenant, tx.now],
      );
      const query = async (text: string, values: readonly unknown[]) => ({ rows: await tx.query(text, [...values]) });
      await fillTenant({ query }, tenant.id, now);
      const { name, isLpTenant } = tenant;
      recordOf(tx, tenant, 'createTenant', null, { name, isLpTenant });
      const note = await standardNote({ query }, tenant.id);
      if (note) tx.record(note);
      return ok(tenant);
    }),
  );
}

/** Fails: NOT_FOUND, TENANT_REQUIRED, TOO_LONG_OR_BIG, DUPLICATE. */
export async function renameTenant(operator: Operator, tenant: string, name: string): Changed {
  const named = plainName(name);
  if (named.isErr()) return err(named.error);
  return changed(operator, tenant, 'renameTenant', () => ok({ name: named.value }));
}

/**
 * Archives a tenant. From the next request on, no session, token or open page can access it, its background jobs are
 * refused, and search doesn't find it. Its content stays and is still backed up, verified and exported. Fails:
 * NOT_FOUND, WRONG_STATE.
 */
export const archiveTenant = (operator: Operator, tenant: string, reason: string): Changed =>
  changed(
    operator,
    tenant,
    'archiveTenant',
    ({ name, isArchived }) =>
      isArchived ? err(fail('WRONG_STATE', ['tenant'], `${name} is already archived`)) : ok({ isArchived: true }),
    reason,
  );

/** Reopens an archived tenant for its members. Fails: NOT_FOUND, WRONG_STATE. */
export const resumeTenant = (operator: Operator, tenant: string, reason: string): Changed =>
  changed(
    operator,
    tenant,
    'resumeTenant',
    ({ name, isArchived }) =>
      isArchived ? ok({ isArchived: false }) : err(fail('WRONG_STATE', ['tenant'], `${name} is not archived`)),
    reason,
  );

/**
 * Sets the host name on which the sign-in page is the tenant's own, or removes it if null. Fails: NOT_FOUND, MALFORMED,
 * DUPLICATE.
 */
export async function setTenantHost(operator: Operator, tenant: string, host: string | null): Changed {
  const plain = host?.trim().toLowerCase() ?? null;
  if (plain !== null && !hostName.test(plain))
    return err(fail('MALFORMED', ['host'], `${plain} isn’t a host name, such as carry.example.com`));
  return changed(operator, tenant, 'setTenantHost', () => ok({ host: plain }));
}

/**
 * Turns a manager's tenant into an investor's. The tenant must have no records yet, because layouts, links and the
 * basis of values depend on the kind of tenant. Members with the managers' module get the investors' module. Fails:
 * NOT_FOUND; WRONG_STATE if it already is an investor's tenant or has records.
 */
export const markLpTenant = (operator: Operator, tenant: string): Changed =>
  changed(operator, tenant, 'markLpTenant', async ({ name, isLpTenant }, tx) => {
    if (isLpTenant) return err(fail('WRONG_STATE', ['tenant'], `${name} is already an LP tenant`));
    const [found] = await tx.query<{ noun: string }>(
      `SELECT 'funds or investments' AS noun WHERE EXISTS (SELECT FROM container WHERE tenant_id = $1)
       UNION ALL SELECT 'participants' WHERE EXISTS (SELECT FROM participant WHERE tenant_id = $1)
       UNION ALL SELECT 'investors' WHERE EXISTS (SELECT FROM investor WHERE tenant_id = $1)
       UNION ALL SELECT 'groups' WHERE EXISTS (SELECT FROM user_group WHERE tenant_id = $1)
       UNION ALL SELECT 'uploads' WHERE EXISTS (SELECT FROM upload_history WHERE tenant_id = $1)
       UNION ALL SELECT 'links to other tenants' WHERE EXISTS (SELECT FROM tenant_link WHERE tenant_id = $1 OR target_id = $1) LIMIT 1`,
      [tx.tenantId],
    );
    if (found)
      return err(fail('WRONG_STATE', ['tenant'], `${name} can’t be changed because it already has ${found.noun}`));
    await moveRoles(tx);
    return ok({ isLpTenant: true });
  });

async function moveRoles(tx: Transaction): Promise<void> {
  const moved = await tx.query<{ id: string; name: string; role: string }>(
    `UPDATE membership_role r SET application = 'performance-lp' FROM person p
     WHERE r.tenant_id = $1 AND r.application = 'performance' AND p.id = r.person_id
     RETURNING p.id, trim(p.first_name || ' ' || p.last_name) AS name, r.role`,
    [tx.tenantId],
  );
  for (const { id, name, role } of moved)
    tx.record({
      operation: 'markLpTenant',
      objectType: 'user',
      objectId: id,
      objectName: name,
      before: { roles: [{ application: 'performance', role }] },
      after: { roles: [{ application: 'performance-lp', role }] },
    });
}

type Part = Partial<Omit<OperatedTenant, 'id'>>;
type Decide = (tenant: OperatedTenant, tx: Transaction) => Result<Part, Failure> | Promise<Result<Part, Failure>>;

/** Updates a tenant and records in its audit log that the command line did it. */
async function changed(operator: Operator, name: string, operation: string, decide: Decide, reason?: string): Changed {
  const { withTenant, now } = operator;
  const found = await tenantNamed(operator, name);
  if (found.isErr()) return err(found.error);
  const { id } = found.value;
  return settled(name, () =>
    withTenant({ tenantId: id, personId: null, now: now.toISOString() }, async (tx) => {
      const [tenant] = await tx.query<OperatedTenant>(`SELECT ${columns} FROM tenant WHERE id = $1 FOR UPDATE`, [id]);
      if (!tenant) return err(fail('NOT_FOUND', ['tenant'], `there is no tenant ${name}`));
      const decided = await decide(tenant, tx);
      if (decided.isErr()) return err(decided.error);
      const after = { ...tenant, ...decided.value };
      const [saved] = await tx.query<{ version: number }>(
        `UPDATE tenant SET name = $2, host = $3, is_lp_tenant = $4, is_inactive = $5, row_version = row_version + 1, updated_at = $6, updated_by = NULL
         WHERE id = $1 RETURNING row_version AS version`,
        [id, after.name, after.host, after.isLpTenant, after.isArchived, tx.now],
      );
      const before = Object.fromEntries(
        Object.keys(decided.value).map((part) => [part, tenant[part as keyof OperatedTenant]]),
      );
      recordOf(tx, after, operation, before, decided.value, { reason, rowVersion: saved?.version });
      return ok(after);
    }),
  );
}

function recordOf(
  tx: Transaction,
  { id, name }: OperatedTenant,
  operation: string,
  before: object | null,
  after: object,
  { reason, rowVersion = 1 }: { readonly reason?: string | undefined; readonly rowVersion?: number | undefined } = {},
): void {
  tx.record({
    operation,
    objectType: 'tenant',
    objectId: id,
    objectName: name,
    before,
    after,
    rowVersion,
    ...(reason === undefined ? {} : { reason }),
  });
}

/** Runs the work and turns a constraint violation into a failure. */
async function settled(name: string, work: () => Changed): Changed {
  try {
    return await work();
  } catch (error) {
    const constraint = (error as { readonly constraint?: string }).constraint;
    if (constraint === 'tenant_name') return err(fail('DUPLICATE', ['name'], 'a tenant with this name already exists'));
    if (constraint === 'tenant_host_key')
      return err(fail('DUPLICATE', ['host'], `this host already belongs to a tenant other than ${name}`));
    throw error;
  }
}
