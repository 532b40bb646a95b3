import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { v7 as newId } from 'uuid';
import { demoDirectory, demoPeople } from './people.ts';
import type { DemoFirm } from './steps.ts';

/** Ids of the demo's firms by name, and of its people by key. */
export interface DemoGround {
  readonly tenants: Readonly<Record<string, string>>;
  readonly persons: Readonly<Record<string, string>>;
}

/** Creates the firms with their reference data, and the people with their roles, in one transaction. */
export async function createTenants(
  database: Database,
  firms: readonly DemoFirm[],
  passwordHash: string,
  since: Date,
): Promise<DemoGround> {
  const client = await database.worker.connect();
  try {
    await client.query('BEGIN');
    const tenants: Record<string, string> = {};
    for (const { name, isInvestor, settings } of firms) {
      const id = newId();
      await client.query(
        'INSERT INTO tenant (id, name, is_demo, is_lp_tenant, settings, created_at, updated_at) VALUES ($1, $2, true, $3, $4, $5, $5)',
        [id, name, isInvestor, settings, since],
      );
      await fillTenant(client, id, since);
      tenants[name] = id;
    }
    const persons: Record<string, string> = {};
    for (const [key, { login, firstName, lastName, grants }] of Object.entries(demoPeople)) {
      const id = newId();
      persons[key] = id;
      await client.query(
        'INSERT INTO person (id, login, first_name, last_name, email, created_at, updated_at) VALUES ($1, $2, $3, $4, $2, $5, $5)',
        [id, login, firstName, lastName, since],
      );
      await client.query('INSERT INTO credential (person_id, password_hash, changed_at) VALUES ($1, $2, $3)', [
        id,
        passwordHash,
        since,
      ]);
      for (const [tenant, roles] of Object.entries(grants)) {
        await client.query(
          'INSERT INTO membership (tenant_id, person_id, created_at, updated_at) VALUES ($1, $2, $3, $3)',
          [tenants[tenant], id, since],
        );
        for (const [application, role] of Object.entries(roles)) {
          await client.query(
            'INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, $3, $4)',
            [tenants[tenant], id, application, role],
          );
        }
      }
    }
    for (const { login, firstName, lastName, home } of demoDirectory) {
      await client.query(
        `INSERT INTO person (id, login, first_name, last_name, email, created_at, updated_at, home_tenant_id)
         VALUES ($1, $2, $3, $4, $2, $5, $5, $6)`,
        [newId(), login, firstName, lastName, since, tenants[home]],
      );
    }
    // Marks the demo as begun. It is complete after its last action.
    await client.query(
      `INSERT INTO installation (name, value) VALUES ('demo', 'begun') ON CONFLICT (name) DO UPDATE SET value = 'begun'`,
    );
    await client.query('COMMIT');
    return { tenants, persons };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
