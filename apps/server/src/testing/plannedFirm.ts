import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Role } from '@carrara/contract/core/permissions';
import { afterAll, beforeAll } from 'vitest';
import { type PlantedPlan, plantCarryPlan } from './plantCarryPlan.ts';
import { recordAllStates } from './recordAllStates.ts';
import { type TestPerson, TestServer } from './testServer.ts';

/**
 * Creates a firm with the sample plan before the tests of a file, with people who have these roles in carry, and stops
 * its server after them. Its functions can be destructured. Its values exist only while tests run.
 */
export function openPlannedFirm<N extends string>(roles: Readonly<Record<N, Role>>) {
  let server: TestServer;
  let tenantId: string;
  let plan: PlantedPlan;
  const people = {} as Record<N, TestPerson>;
  const as: TestServer['as'] = (...session) => server.as(...session);
  const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    for (const name of Object.keys(roles) as N[]) people[name] = await server.person(tenantId, { carry: roles[name] });
    plan = await inTenant(plantCarryPlan);
    await inTenant(recordAllStates);
  });
  afterAll(() => server.stop());

  return {
    get server() {
      return server;
    },
    get tenantId() {
      return tenantId;
    },
    get plan() {
      return plan;
    },
    people,
    as,
    inTenant,
  };
}
