import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

describe('A-T-013, U-T-048: deleting a user archives', () => {
  let server: TestServer;
  let tenantId: string;
  let administrator: TestPerson;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    administrator = await server.person(tenantId, { carry: 'administrator' });
  });
  afterAll(() => server.stop());
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    server.call(administrator.token, tenantId, { method, url, ...(payload ? { payload } : {}) });

  it('keeps the user among the archived, shuts the person out and can be undone by a save', async () => {
    const ben = await server.person(tenantId, { carry: 'viewer' });
    const funds = async () =>
      (await server.call(ben.token, tenantId, { method: 'GET', url: '/api/carry/fund' })).statusCode;
    expect(await funds()).toBe(200);
    const deleted = await call('DELETE', `/api/user/${ben.personId}`);
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { Id: ben.personId }]);
    expect(await funds()).not.toBe(200);
    const { RowVersion, ...archived } = (await call('GET', `/api/user/${ben.personId}`)).json();
    expect(archived).toMatchObject({ IsInactive: true, Status: 'Archived' });
    const listed = async (more = '') =>
      (await call('GET', `/api/user?searchQuery=${ben.login}${more}`)).json().PageData;
    expect([(await listed()).length, (await listed('&includeInactive=true')).length]).toEqual([0, 1]);
    const { Id, FirstName, LastName, Username, Roles } = archived;
    const active = { Id, RowVersion, FirstName, LastName, Username, Roles, IsInactive: false };
    expect((await call('POST', '/api/user', active)).json()).toMatchObject({ IsInactive: false });
    const activity = (await call('GET', `/api/activity/${ben.personId}`)).json().PageData;
    expect(activity.map((entry: { readonly Operation: string }) => entry.Operation)).toEqual([
      'saveUser',
      'archiveUser',
    ]);
  });

  it('A-T-018: a group is saved as it was read', async () => {
    const created = await call('POST', '/api/group', {
      Name: 'Readers',
      Roles: [],
      GroupMembers: [{ User: { Id: administrator.personId } }],
    });
    const read = (await call('GET', `/api/group/${created.json().Id}`)).json();
    expect(read.GroupMembers).toMatchObject([{ CanDelete: expect.any(Boolean) }]);
    expect((await call('POST', '/api/group', read)).json()).toEqual({ ...read, RowVersion: read.RowVersion + 1 });
  });
});
