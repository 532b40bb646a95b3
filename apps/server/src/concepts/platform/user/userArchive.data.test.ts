import { describe, expect, it } from 'vitest';
import { type QueryOf, responseStatus } from '../../../testing/testClient.ts';
import { openPeople } from '../../../testing/openPeople.ts';

describe('A-T-013, U-T-048: deleting a user archives', () => {
  const firm = openPeople({ administrator: { carry: 'administrator' } });
  const { as } = firm;
  const { administrator } = firm.people;

  it('archives the user, ends their access and can be undone by a save', async () => {
    const ben = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    const funds = async () => await responseStatus(as(ben).listFunds());
    expect(await funds()).toBe(200);
    const deleted = await as(administrator).deleteUser({ params: { id: ben.personId } });
    expect(deleted).toEqual({ id: ben.personId });
    expect(await funds()).not.toBe(200);
    const { rowVersion, ...archived } = await as(administrator).getUser({ params: { id: ben.personId } });
    expect(archived).toMatchObject({ isInactive: true, status: 'Archived' });
    const listed = async (more: QueryOf<'listUsers'> = {}) =>
      (await as(administrator).listUsers({ query: { searchQuery: ben.login, ...more } })).pageData;
    expect([(await listed()).length, (await listed({ includeInactive: 'true' })).length]).toEqual([0, 1]);
    const { id, firstName, lastName, username, roles } = archived;
    const active = { id, rowVersion, firstName, lastName, username, roles, isInactive: false };
    expect(await as(administrator).saveUser({ body: active })).toMatchObject({ isInactive: false });
    const activity = (await as(administrator).listActivity({ params: { id: ben.personId } })).pageData;
    expect(activity.map((entry: { readonly operation: string }) => entry.operation)).toEqual([
      'saveUser',
      'archiveUser',
    ]);
  });

  it('A-T-018: a group is saved as it was read', async () => {
    const created = await as(administrator).saveGroup({
      body: {
        name: 'Readers',
        roles: [],
        groupMembers: [{ user: { id: administrator.personId } }],
      },
    });
    const read = await as(administrator).getGroup({ params: { id: created.id } });
    expect(read.groupMembers).toMatchObject([{ canDelete: expect.any(Boolean) }]);
    expect(await as(administrator).saveGroup({ body: read })).toEqual({ ...read, rowVersion: read.rowVersion + 1 });
  });
});
