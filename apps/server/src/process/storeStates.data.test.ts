import { createTenant } from '@carrara/adapters/operator/tenants';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../testing/testServer.ts';
import { storeStates } from './storeStates.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server?.stop());

it('a start records the states of a firm that the product created, not of one that somebody inserted', async () => {
  const { worker } = server.database;
  const operator = { worker, withTenant: unitOfWork({ pool: worker, auditKey: server.auditKey }), now: server.now };
  const created = (await createTenant(operator, { name: 'Created Firm', isLpTenant: false }))._unsafeUnwrap();
  const inserted = await server.tenant('Inserted Firm');
  const [member, other] = await Promise.all([created.id, inserted].map((id) => server.person(id, { carry: 'editor' })));
  await server.as(other!).saveFirm({ body: { code: 'MADE', name: 'By a member' } });
  await storeStates(server.database, server.withTenant, () => server.now);
  const { rows } = await worker.query(
    `SELECT tenant_id AS "tenantId", object_id AS "objectId" FROM activity WHERE operation = 'recordState'`,
  );
  expect(rows).toEqual([{ tenantId: created.id, objectId: member!.personId }]);
});
