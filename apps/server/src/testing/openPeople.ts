import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { openFirm } from './openFirm.ts';
import { type TestPerson, TestServer } from './testServer.ts';

type Roles = Parameters<TestServer['person']>[1];

/**
 * Creates a firm before the tests of a file, with a person for each name and its roles, and stops its server after them.
 * Its functions and people can be destructured. Its values, and the data of people, exist only while tests run.
 */
export function openPeople<N extends string>(rolesByName: Readonly<Record<N, Roles>>) {
  const names = Object.keys(rolesByName) as N[];
  const people = Object.fromEntries(names.map((name) => [name, {}])) as Record<N, TestPerson>;
  const firm = openFirm(async () => {
    const server = await TestServer.start();
    const tenantId = await server.tenant();
    for (const name of names) Object.assign(people[name], await server.person(tenantId, rolesByName[name]));
    return { server, tenantId };
  }, ['tenantId']);
  const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    firm.server.withTenant({ tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() }, work);
  return Object.assign(firm, { people, inTenant });
}
