import { expect } from 'vitest';
import { fromWire } from '@carrara/contract/core/wireNames';
import { openFirm } from './openFirm.ts';
import { type PlantedCarry, plantCarry } from './plantedCarry.ts';
import type { AnswerOf } from './testClient.ts';
import { type TestPerson, TestServer } from './testServer.ts';

/** A firm with carry, one employee with all of it, and portal users. */
interface PortalFirm {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly administrator: TestPerson;
  readonly planted: PlantedCarry;
  /** Portal users linked to the employee with all of the carry, to an employee without any, and to nobody. */
  readonly holder: TestPerson;
  readonly other: TestPerson;
  readonly stranger: TestPerson;
  /** The employee without carry. */
  readonly colleague: string;
}

const linkUser = (
  { server, administrator }: Pick<PortalFirm, 'server' | 'administrator'>,
  employee: string,
  body: object,
) => server.as(administrator).linkPortalUser({ params: { id: employee }, body });

async function startPortalFirm(): Promise<PortalFirm> {
  const server = await TestServer.start();
  const tenantId = await server.tenant();
  const administrator = await server.person(tenantId, { carry: 'administrator' });
  const planted = await plantCarry(server, tenantId, administrator);
  const viewer = { 'participant-portal': 'viewer' } as const;
  const holder = await server.person(tenantId, viewer);
  const other = await server.person(tenantId, viewer);
  const stranger = await server.person(tenantId, viewer);
  const client = server.as(administrator);
  const { id: colleague } = await client.saveEmployee({ body: { firstName: 'Ola', lastName: 'Berg' } });
  const trust = {
    legalName: 'Mokoena Family Trust',
    employee: { id: planted.employee },
    carryEligibleDate: '2020-01-01',
  };
  await client.saveTrust({ body: trust });
  const firm = { server, tenantId, administrator, planted, holder, other, stranger, colleague };
  for (const [employee, person] of [
    [planted.employee, holder],
    [colleague, other],
  ] as const) {
    const linked = await linkUser(firm, employee, { user: { id: person.personId } });
    expect(linked).toMatchObject({ status: 'Active', login: person.login, firstPassword: null });
  }
  return firm;
}

/**
 * Opens a firm before the tests of a file and stops its server after them. Its functions can be destructured. Its values
 * exist only while tests run.
 */
export function openPortalFirm() {
  const firm = openFirm(startPortalFirm, [
    'tenantId',
    'administrator',
    'planted',
    'holder',
    'other',
    'stranger',
    'colleague',
  ]);
  const { as } = firm;
  const call = (person: TestPerson, request: Parameters<TestServer['call']>[2]) =>
    firm.server.call(person.token, firm.tenantId, request);
  const send = (person: TestPerson, url: string) => call(person, { method: 'GET', url });
  const post = (person: TestPerson, url: string, payload: object = {}) =>
    call(person, { method: 'POST', url, payload });
  const get = async (person: TestPerson, url: string) => {
    const answer = await send(person, url);
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return fromWire(answer.json()) as AnswerOf<'listEmployeeDistributions'>;
  };
  const setSettings = async (settings: object) => {
    const { rowVersion } = await as(firm.administrator).getTenantSettings();
    await as(firm.administrator).saveTenantSettings({ body: { rowVersion, ...settings } });
  };
  const link = (employee: string, body: object) => linkUser(firm, employee, body);
  return Object.assign(firm, { send, post, get, setSettings, link });
}
