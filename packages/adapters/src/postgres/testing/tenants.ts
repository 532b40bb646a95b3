import { randomBytes } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Database } from '../engine/database/openDatabase.ts';
import type { AuditKey } from '../engine/journal/auditKey.ts';
import type { TenantContext } from '../engine/journal/tenantContext.ts';
import { unitOfWork, type WithTenant } from '../engine/unitOfWork/withTenant.ts';

export interface TestTenant {
  readonly tenantId: string;
  readonly personId: string;
  /** Context with the tenant, its person and a fixed time. */
  readonly context: TenantContext;
}

export interface TestStore {
  readonly auditKey: AuditKey;
  readonly withTenant: WithTenant;
  /** Creates a tenant with one member. */
  tenant(name?: string): Promise<TestTenant>;
}

/** A unit of work over a test's database, with a function that creates tenants. */
export function testStore(database: Database, onCommitted?: () => void): TestStore {
  const auditKey = randomBytes(32);
  const withTenant = unitOfWork({ pool: database.app, auditKey, ...(onCommitted ? { onCommitted } : {}) });
  return {
    auditKey,
    withTenant,
    async tenant(name = `Tenant ${newId()}`) {
      const [tenantId, personId] = [newId(), newId()];
      await database.worker.query('INSERT INTO tenant (id, name) VALUES ($1, $2)', [tenantId, name]);
      await database.worker.query('INSERT INTO person (id, login, first_name, last_name) VALUES ($1, $2, $3, $4)', [
        personId,
        `person-${personId}@example.test`,
        'Ada',
        'Example',
      ]);
      await database.worker.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2)', [
        tenantId,
        personId,
      ]);
      return { tenantId, personId, context: { tenantId, personId, now: '2026-09-30T12:00:00.000Z' } };
    },
  };
}
