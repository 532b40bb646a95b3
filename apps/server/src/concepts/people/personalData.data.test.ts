import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givePayAccess } from '../../testing/givePayAccess.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Employee {
  readonly Id: string;
  readonly RowVersion: number;
}
interface Activity {
  readonly PageData: readonly {
    readonly Operation: string;
    readonly Reason: string | null;
    readonly ChangeText: string;
  }[];
}
const secrets = ['61 Elgin Crescent', 'FR', 'Left for a competitor', 'Good leaver', 'Pay restricted'] as const;

/** Employees' personal data needs a separate permission wherever it is displayed. */
describe('personal data of an employee', () => {
  let server: TestServer;
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
  const done = async <T>(person: TestPerson, url: string, payload?: object): Promise<T> => {
    const answer = await call(person, url, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const carry = (person: TestPerson) => done<Employee & Record<string, unknown>>(person, `/api/carry/employee/${noah}`);
  const activity = async (person: TestPerson) =>
    (await done<Activity>(person, `/api/activity/${noah}?PageSize=100`)).PageData;
  const found = (text: string) => secrets.filter((secret) => text.includes(secret));

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    head = await server.person(tenantId, { comp: 'administrator' });
    manager = await server.person(tenantId, { comp: 'viewer' });
    viewer = await server.person(tenantId, { carry: 'viewer' });
    editor = await server.person(tenantId, { carry: 'editor' });
    administrator = await server.person(tenantId, { carry: 'administrator' });
    await givePayAccess(server, tenantId, head, 'ALL');
    france = await server.referenceEntry(tenantId, 'country', 'FR');
    const address = {
      AddressLine1: '61 Elgin Crescent',
      City: 'London',
      PostalCode: 'W11 2JU',
      Country: { Id: france },
    };
    const names = { FirstName: 'Noah', LastName: 'Okafor', HireDate: '2020-01-01' };
    const hired = await done<Employee>(head, '/api/comp/employee', {
      ...names,
      HomeAddress: address,
      ResidenceCountry: { Id: france },
      CitizenshipCountry: { Id: france },
      IsPayRestricted: true,
    });
    noah = hired.Id;
    await done(head, `/api/comp/employee/${noah}/terminate`, {
      RowVersion: hired.RowVersion,
      TerminationReason: 'Left for a competitor',
      TerminationDate: '2026-06-30',
      LeaverKind: 'GOOD',
    });
  });
  afterAll(() => server.stop());

  it('is read by compensation editors, the address by carry editors too, and by no viewer', async () => {
    expect(await done(head, `/api/comp/employee/${noah}`)).toMatchObject({
      HomeAddress: { AddressLine1: '61 Elgin Crescent' },
      CitizenshipCountry: { Id: france },
      TerminationReason: 'Left for a competitor',
      LeaverKind: expect.any(String),
      IsPayRestricted: true,
    });
    const nothing = { HomeAddress: null, ResidenceCountry: null, CitizenshipCountry: null };
    expect(await done(manager, `/api/comp/employee/${noah}`)).toMatchObject({
      ...nothing,
      LeaverKind: null,
      IsPayRestricted: null,
    });
    const seen = await call(viewer, `/api/carry/employee/${noah}`);
    expect(seen.json()).toMatchObject({ ...nothing, TerminationReason: null, TerminationDate: '2026-06-30' });
    expect(found(seen.body)).toEqual([]);
    expect(await carry(editor)).toMatchObject({
      HomeAddress: { AddressLine1: '61 Elgin Crescent' },
      CitizenshipCountry: null,
      TerminationReason: null,
    });
    expect(await carry(administrator)).toMatchObject({ TerminationReason: 'Left for a competitor' });
  });

  it('stays out of lists, their files and their order', async () => {
    const url = '/api/carry/employee?isCarryEligible=false';
    expect(found((await call(viewer, url)).body)).toEqual([]);
    expect(found((await call(viewer, `${url}&format=csv`)).body)).toEqual([]);
    expect((await call(administrator, `${url}&format=csv`)).body).toContain('Left for a competitor');
    for (const column of ['TerminationReason', 'CitizenshipCountry', 'ResidenceCountry'])
      expect((await call(viewer, `${url}&SortColumn=${column}`)).json()).toMatchObject({
        Errors: [{ Code: 'FORBIDDEN', Path: 'SortColumn' }],
      });
  });

  it('stays out of the history of the record, of people and of a period', async () => {
    const all = await activity(await server.person(tenantId, { carry: 'viewer', comp: 'editor' }));
    expect(all.map(({ Operation }) => Operation)).toEqual(
      expect.arrayContaining(['saveLeaverKind', 'saveReportingLine', 'terminateEmployee']),
    );
    expect(all.find(({ Operation }) => Operation === 'terminateEmployee')?.Reason).toBe('Left for a competitor');
    for (const person of [viewer, editor]) {
      const entries = await activity(person);
      expect(entries.map(({ Operation }) => Operation).toSorted()).toEqual(['saveEmployee', 'terminateEmployee']);
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

  it('is in the history that people of compensation alone read, without the data of carry', async () => {
    const carryData = {
      Id: noah,
      FirstName: 'Noah',
      LastName: 'Okafor',
      HireDate: '2020-01-01',
      DefaultEscrow: '12.5',
    };
    const { RowVersion, HomeAddress } = await carry(editor);
    await done(editor, '/api/carry/employee', { ...carryData, RowVersion, HomeAddress, Reason: 'Agreed with the GP' });
    const hr = await server.person(tenantId, { comp: 'editor' });
    const container = `/api/activity/container/${noah}?PageSize=100`;
    const operations = ['saveEmployee', 'saveLeaverKind', 'saveReportingLine', 'terminateEmployee'];
    for (const entries of [await activity(hr), (await done<Activity>(hr, container)).PageData]) {
      expect(entries.map(({ Operation }) => Operation).toSorted()).toEqual(operations);
      expect(entries.find(({ Operation }) => Operation === 'terminateEmployee')?.Reason).toBe('Left for a competitor');
      expect(/12\.5|Agreed with the GP/.exec(JSON.stringify(entries))).toBeNull();
    }
    expect(JSON.stringify(await activity(editor))).toContain('Agreed with the GP');
    const read = await activity(manager);
    expect(read.map(({ Operation }) => Operation).toSorted()).toEqual([
      'saveEmployee',
      'saveEmployee',
      'terminateEmployee',
    ]);
    expect(found(JSON.stringify(read))).toEqual([]);
  });

  it('leaves no empty entry in the history of those who read nothing of a change', async () => {
    const before = await activity(viewer);
    const { RowVersion, FirstName, LastName, HireDate, HomeAddress, CitizenshipCountry } = await done<
      Record<string, unknown>
    >(head, `/api/comp/employee/${noah}`);
    const ResidenceCountry = { Id: await server.referenceEntry(tenantId, 'country', 'DE') };
    const names = { FirstName, LastName, HireDate };
    const same = { Id: noah, RowVersion, ...names, HomeAddress, CitizenshipCountry, IsPayRestricted: true };
    await done(head, '/api/comp/employee', { ...same, ResidenceCountry });
    const reader = await server.person(tenantId, { carry: 'viewer', comp: 'editor' });
    expect((await activity(reader))[0]).toMatchObject({
      Operation: 'saveEmployee',
      ChangeText: expect.stringMatching(/^Residence country: [^\n]+$/),
    });
    expect(await activity(viewer)).toEqual(before);
  });

  it('stays as it is when somebody who cannot read it saves the rest, and is changed by nobody else', async () => {
    const { RowVersion } = await carry(editor);
    const rest = { Id: noah, FirstName: 'Noah', LastName: 'Okafor-Reed', HireDate: '2020-01-01' };
    const { HomeAddress } = await carry(editor);
    const saved = await done<Employee>(editor, '/api/carry/employee', { ...rest, RowVersion, HomeAddress });
    expect(await carry(administrator)).toMatchObject({
      LastName: 'Okafor-Reed',
      CitizenshipCountry: { Id: france },
      TerminationReason: 'Left for a competitor',
      HomeAddress: { AddressLine1: '61 Elgin Crescent' },
    });
    const change = { ...rest, RowVersion: saved.RowVersion, CitizenshipCountry: { Id: france } };
    expect((await call(editor, '/api/carry/employee', change)).json()).toMatchObject({
      Errors: [{ Code: 'FORBIDDEN', Path: 'CitizenshipCountry' }],
    });
  });

  it('takes with it the reason of a change that holds it', async () => {
    const stored = await done<Record<string, unknown>>(head, `/api/comp/employee/${noah}`);
    const { RowVersion, FirstName, LastName, HireDate } = stored;
    const moved = {
      Id: noah,
      RowVersion,
      FirstName,
      LastName,
      HireDate,
      ResidenceCountry: null,
      Reason: 'Moved to Lyon',
    };
    await done(head, '/api/comp/employee', moved);
    expect(JSON.stringify(await activity(viewer))).not.toContain('Lyon');
    const changed = '/api/carry/reporting/v2/what-changed?PageSize=100&from=2020-01-01';
    expect((await call(viewer, changed)).body).not.toContain('Lyon');
    const all = await activity(await server.person(tenantId, { carry: 'viewer', comp: 'editor' }));
    expect(JSON.stringify(all)).toContain('Moved to Lyon');
  });
});
