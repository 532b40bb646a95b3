import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../../testing/grantPayAccess.ts';
import { refusal } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

const secrets = ['61 Elgin Crescent', 'FR', 'Left for a competitor', 'Good leaver', 'Pay restricted'] as const;

/** Employees' personal data needs a separate permission wherever it is displayed. */
describe('personal data of an employee', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let head: TestPerson;
  let manager: TestPerson;
  let viewer: TestPerson;
  let editor: TestPerson;
  let administrator: TestPerson;
  let france: string;
  let noah: string;

  const call = (person: TestPerson, url: string, payload?: object) =>
    server.call(person.token, tenantId, { method: payload ? 'POST' : 'GET', url, ...(payload ? { payload } : {}) });

  const carry = (person: TestPerson) => as(person).getEmployee({ params: { id: noah } });
  const activity = async (person: TestPerson) =>
    (await as(person).listActivity({ params: { id: noah }, query: { pageSize: 100 } })).pageData;
  const found = (text: string) => secrets.filter((secret) => text.includes(secret));

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    head = await server.person(tenantId, { comp: 'administrator' });
    manager = await server.person(tenantId, { comp: 'viewer' });
    viewer = await server.person(tenantId, { carry: 'viewer' });
    editor = await server.person(tenantId, { carry: 'editor' });
    administrator = await server.person(tenantId, { carry: 'administrator' });
    await grantPayAccess(server, tenantId, head, 'ALL');
    france = await server.referenceEntry(tenantId, 'country', 'FR');
    const address = {
      addressLine1: '61 Elgin Crescent',
      city: 'London',
      postalCode: 'W11 2JU',
      country: { id: france },
    };
    const names = { firstName: 'Noah', lastName: 'Okafor', hireDate: '2020-01-01' };
    const hired = await as(head).saveCompEmployee({
      body: {
        ...names,
        homeAddress: address,
        residenceCountry: { id: france },
        citizenshipCountry: { id: france },
        isPayRestricted: true,
      },
    });
    noah = hired.id;
    await as(head).terminateCompEmployee({
      params: { id: noah },
      body: {
        rowVersion: hired.rowVersion,
        terminationReason: 'Left for a competitor',
        terminationDate: '2026-06-30',
        leaverKind: 'GOOD',
      },
    });
  });
  afterAll(() => server.stop());

  it('can be read by compensation editors, the address also by carry editors, and not by viewers', async () => {
    expect(await as(head).getCompEmployee({ params: { id: noah } })).toMatchObject({
      homeAddress: { addressLine1: '61 Elgin Crescent' },
      citizenshipCountry: { id: france },
      terminationReason: 'Left for a competitor',
      leaverKind: expect.any(String),
      isPayRestricted: true,
    });
    const nothing = { homeAddress: null, residenceCountry: null, citizenshipCountry: null };
    expect(await as(manager).getCompEmployee({ params: { id: noah } })).toMatchObject({
      ...nothing,
      leaverKind: null,
      isPayRestricted: null,
    });
    const visible = await as(viewer).getEmployee({ params: { id: noah } });
    expect(visible).toMatchObject({ ...nothing, terminationReason: null, terminationDate: '2026-06-30' });
    expect(found(JSON.stringify(visible))).toEqual([]);
    expect(await carry(editor)).toMatchObject({
      homeAddress: { addressLine1: '61 Elgin Crescent' },
      citizenshipCountry: null,
      terminationReason: null,
    });
    expect(await carry(administrator)).toMatchObject({ terminationReason: 'Left for a competitor' });
  });

  it('isn’t in lists, their files or their sort order', async () => {
    const url = '/api/carry/employee?isCarryEligible=false';
    expect(found(JSON.stringify(await as(viewer).listEmployees({ query: { isCarryEligible: 'false' } })))).toEqual([]);
    expect(found((await call(viewer, `${url}&format=csv`)).body)).toEqual([]);
    expect((await call(administrator, `${url}&format=csv`)).body).toContain('Left for a competitor');
    for (const column of ['TerminationReason', 'CitizenshipCountry', 'ResidenceCountry'])
      expect(
        await refusal(as(viewer).listEmployees({ query: { isCarryEligible: 'false', sortColumn: column } })),
      ).toMatchObject({
        errors: [{ code: 'FORBIDDEN', path: 'SortColumn' }],
      });
  });

  it('isn’t in the history of the record, of people or of a period', async () => {
    const all = await activity(await server.person(tenantId, { carry: 'viewer', comp: 'editor' }));
    expect(all.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['saveLeaverKind', 'saveReportingLine', 'terminateEmployee']),
    );
    expect(all.find(({ operation }) => operation === 'terminateEmployee')?.reason).toBe('Left for a competitor');
    for (const person of [viewer, editor]) {
      const entries = await activity(person);
      expect(entries.map(({ operation }) => operation).toSorted()).toEqual(['saveEmployee', 'terminateEmployee']);
      const allowed = person === editor ? ['61 Elgin Crescent', 'FR'] : [];
      expect(found(JSON.stringify(entries))).toEqual(allowed);
    }
    const actions = '/api/performance/reporting/user?PageSize=100';
    const changed = '/api/carry/reporting/v2/what-changed?PageSize=100&from=2020-01-01';
    for (const url of [actions, changed]) {
      const { body, statusCode } = await call(administrator, url);
      expect([statusCode, found(body), /Reporting line|Leaver type/.exec(body)], body).toEqual([200, [], null]);
    }
  });

  it('is in the history for people with compensation only, without the data of carry', async () => {
    const carryData = {
      id: noah,
      firstName: 'Noah',
      lastName: 'Okafor',
      hireDate: '2020-01-01',
      defaultEscrow: '12.5',
    };
    const { rowVersion, homeAddress } = await carry(editor);
    await as(editor).saveEmployee({ body: { ...carryData, rowVersion, homeAddress, reason: 'Agreed with the GP' } });
    const hr = await server.person(tenantId, { comp: 'editor' });
    const container = await as(hr).listContainerActivity({ params: { id: noah }, query: { pageSize: 100 } });
    const operations = ['saveEmployee', 'saveLeaverKind', 'saveReportingLine', 'terminateEmployee'];
    for (const entries of [await activity(hr), container.pageData]) {
      expect(entries.map(({ operation }) => operation).toSorted()).toEqual(operations);
      expect(entries.find(({ operation }) => operation === 'terminateEmployee')?.reason).toBe('Left for a competitor');
      expect(/12\.5|Agreed with the GP/.exec(JSON.stringify(entries))).toBeNull();
    }
    expect(JSON.stringify(await activity(editor))).toContain('Agreed with the GP');
    // The manager can read nothing of the change of carry, so it is left out.
    const read = await activity(manager);
    expect(read.map(({ operation }) => operation).toSorted()).toEqual(['saveEmployee', 'terminateEmployee']);
    expect(found(JSON.stringify(read))).toEqual([]);
  });

  it('adds no empty entry to the history for people who can’t read any of its changes', async () => {
    const before = await activity(viewer);
    const { rowVersion, firstName, lastName, hireDate, homeAddress, citizenshipCountry } = await as(
      head,
    ).getCompEmployee({ params: { id: noah } });
    const residenceCountry = { id: await server.referenceEntry(tenantId, 'country', 'DE') };
    const names = { firstName, lastName, hireDate };
    const same = { id: noah, rowVersion, ...names, homeAddress, citizenshipCountry, isPayRestricted: true };
    await as(head).saveCompEmployee({ body: { ...same, residenceCountry } });
    const reader = await server.person(tenantId, { carry: 'viewer', comp: 'editor' });
    expect((await activity(reader))[0]).toMatchObject({
      operation: 'saveEmployee',
      changeText: expect.stringMatching(/^Residence: [^\n]+$/),
    });
    expect(await activity(viewer)).toEqual(before);
  });

  it('is unchanged when somebody without access saves the record, and can’t be changed by others', async () => {
    const { rowVersion } = await carry(editor);
    const rest = { id: noah, firstName: 'Noah', lastName: 'Okafor-Reed', hireDate: '2020-01-01' };
    const { homeAddress } = await carry(editor);
    const saved = await as(editor).saveEmployee({ body: { ...rest, rowVersion, homeAddress } });
    expect(await carry(administrator)).toMatchObject({
      lastName: 'Okafor-Reed',
      citizenshipCountry: { id: france },
      terminationReason: 'Left for a competitor',
      homeAddress: { addressLine1: '61 Elgin Crescent' },
    });
    const change = { ...rest, rowVersion: saved.rowVersion, citizenshipCountry: { id: france } };
    expect(await refusal(as(editor).saveEmployee({ body: change }))).toMatchObject({
      errors: [{ code: 'FORBIDDEN', path: 'CitizenshipCountry' }],
    });
  });

  it('hides the reason of a change that contains it', async () => {
    const stored = await as(head).getCompEmployee({ params: { id: noah } });
    const { rowVersion, firstName, lastName, hireDate } = stored;
    const moved = {
      id: noah,
      rowVersion,
      firstName,
      lastName,
      hireDate,
      residenceCountry: null,
      reason: 'Moved to Lyon',
    };
    await as(head).saveCompEmployee({ body: moved });
    expect(JSON.stringify(await activity(viewer))).not.toContain('Lyon');
    expect(
      JSON.stringify(await as(viewer).reportWhatChanged({ query: { pageSize: 100, from: '2020-01-01' } })),
    ).not.toContain('Lyon');
    const all = await activity(await server.person(tenantId, { carry: 'viewer', comp: 'editor' }));
    expect(JSON.stringify(all)).toContain('Moved to Lyon');
  });
});
