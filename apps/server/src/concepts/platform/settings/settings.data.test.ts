import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireName } from '@carrara/contract/core/wireNames';
import type { Role } from '@carrara/contract/core/permissions';
import { loadLetterhead } from '../../../letters/letterhead.ts';
import { refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('settings of a firm', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let administrator: TestPerson;
  const readUser = (id: string) => as(administrator).getUser({ params: { id } });
  const role = (name: Role) => ({ application: 'carry', role: name }) as const;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    administrator = await server.person(tenantId, { carry: 'administrator' });
  });
  afterAll(() => server.stop());

  it('keep the last administrator, who can go once there is another', async () => {
    const own = await readUser(administrator.personId);
    const save = {
      id: own.id,
      rowVersion: own.rowVersion,
      firstName: 'Ada',
      lastName: 'Example',
      username: own.username,
    } as const;
    for (const change of [{ roles: [role('viewer')] }, { roles: [role('administrator')], isInactive: true }]) {
      const refused = await refusal(as(administrator).saveUser({ body: { ...save, ...change } }));
      expect(refused.status).toBe(422);
      expect(refused).toMatchObject({ errors: [{ code: 'LAST_ADMINISTRATOR' }] });
    }
    expect(await responseStatus(as(administrator).deleteUser({ params: { id: own.id } }))).toBe(422);
    expect(await readUser(own.id)).toMatchObject({ rowVersion: own.rowVersion, roles: [role('administrator')] });
    const second = await server.person(tenantId, { carry: 'administrator' });
    await as(administrator).saveUser({ body: { ...save, roles: [role('viewer')] } });
    administrator = second;
  });

  it('count an administrator by group, and keep the group that makes the last one', async () => {
    const member = await server.person(tenantId, { carry: 'viewer' });
    const group = {
      name: 'Administrators',
      roles: [role('administrator')],
      groupMembers: [{ user: { id: member.personId } }],
    } as const;
    const created = await as(administrator).saveGroup({ body: group });
    expect(created).toMatchObject({ canManage: true, archiveRefusal: null });
    await as(administrator).deleteUser({ params: { id: administrator.personId } });
    administrator = member;
    expect(await as(administrator).getGroup({ params: { id: created.id } })).toMatchObject({
      canManage: true,
      archiveRefusal: 'It has the last administrator of carry. Assign another one first.',
    });
    const archived = { ...group, id: created.id, rowVersion: created.rowVersion, isInactive: true } as const;
    expect(await refusal(as(administrator).saveGroup({ body: archived }))).toMatchObject({
      errors: [{ code: 'LAST_ADMINISTRATOR' }],
    });
    await as(administrator).listUsers();
  });

  it('offer the firm’s own people, and nobody of another firm', async () => {
    const other = await server.tenant();
    await server.person(other, { carry: 'viewer' }, 'grace.hopper@other.test');
    const find = (search: string) => as(administrator).listDirectory({ query: { search } });
    expect(await find('grace')).toEqual([]);
    expect(await find('Grace.Hopper@other.test')).toEqual([]);
    const created = await as(administrator).saveUser({
      body: {
        firstName: 'Linus',
        lastName: 'Lake',
        username: 'linus@example.test',
        roles: [role('editor')],
      },
    });
    expect(await find('linus')).toEqual([]);
    await as(administrator).deleteUser({ params: { id: created.id } });
    expect(await find('linus')).toMatchObject([{ username: 'linus@example.test' }]);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    expect(await responseStatus(as(viewer).listDirectory())).toBe(403);
  });

  it('hold the legal data of the firm, which its letters begin with', async () => {
    const own = await server.tenant();
    const client = as(await server.person(own, { carry: 'administrator' }));
    const legal = {
      legalName: 'Alder Ridge Partners LLC',
      legalAddress: '1 Harbor Way\nBoston',
      registrationNumber: '04-1234567',
    };
    const { rowVersion } = await client.getTenantSettings();
    const saved = await client.saveTenantSettings({ body: { rowVersion, ...legal } });
    expect(saved).toMatchObject(legal);
    const headWith = (stored: object) =>
      server.withTenant({ tenantId: own, personId: null, now: server.now.toISOString() }, (tx) =>
        loadLetterhead(tx, { name: 'Alder', settings: { ...stored } }),
      );
    expect(
      await headWith({
        legalName: legal.legalName,
        legalAddress: legal.legalAddress,
        registrationNumber: '04-1234567',
      }),
    ).toMatchObject({
      tenantName: 'Alder Ridge Partners LLC',
      address: ['1 Harbor Way', 'Boston', 'Registration number: 04-1234567'],
    });
    expect(await headWith({})).toMatchObject({ tenantName: 'Alder', address: [] });
  });

  it('of a module are changed by who administers that module', async () => {
    const settings = await as(administrator).getTenantSettings();
    const other = await server.person(tenantId, { comp: 'administrator' });
    const change = { rowVersion: settings.rowVersion, allowSelfApproval: 'True' } as const;
    const refused = await refusal(as(other).saveTenantSettings({ body: change }));
    expect([refused.status, refused]).toMatchObject([
      422,
      { errors: [{ code: 'SETTING_NOT_YOURS', path: 'AllowSelfApproval' }] },
    ]);
    expect(await as(administrator).getTenantSettings()).toMatchObject({
      allowSelfApproval: settings.allowSelfApproval,
    });
    await as(administrator).saveTenantSettings({ body: change });
  });

  it.each(['comp', 'performance', 'performance-lp', 'reporting'] as const)(
    'that only carry names are changed by no administrator of %s alone',
    async (module) => {
      const other = await server.person(tenantId, { [module]: 'administrator' });
      const id = await server.referenceEntry(tenantId, 'participant-class', `Class of ${module}`);
      const renamed = { id, rowVersion: 1, code: 'OTHER', description: 'Other', isInactive: true };
      for (const [type, body] of [
        ['participant-class', renamed],
        ['tax-characterization', { code: 'NEW', description: 'New' }],
      ] as const)
        expect(await responseStatus(as(other).saveReferenceEntry({ params: { type }, body })), type).toBe(403);
      const { rowVersion } = await as(other).getTenantSettings();
      for (const change of [{ timeZone: 'Pacific/Auckland' }, { baseCurrency: 'EUR' }]) {
        const refused = await refusal(as(other).saveTenantSettings({ body: { rowVersion, ...change } }));
        expect([refused.status, refused]).toMatchObject([
          422,
          { errors: [{ code: 'SETTING_NOT_YOURS', path: wireName(Object.keys(change)[0]!) }] },
        ]);
      }
      expect(await as(other).listReferenceEntries({ params: { type: 'participant-class' } })).toContainEqual(
        expect.objectContaining({ id, rowVersion: 1, isInactive: false }),
      );
      await as(other).saveTenantSettings({ body: { rowVersion, navigationBarColor: '#112233' } });
    },
  );

  it("a reporting-only administrator can't change performance or compensation settings, or add a pay type", async () => {
    const other = await server.person(tenantId, { reporting: 'administrator' });
    const { rowVersion } = await as(other).getTenantSettings();
    for (const [change, owners] of [
      [{ nettedMultiples: 'True' }, 'Performance or LP performance'],
      [{ isListedForOtherTenants: 'True' }, 'Performance or LP performance'],
      [{ biEmbedUrl: 'https://reports.example.test' }, 'Performance or LP performance'],
      [{ payrollTolerance: '500.00' }, 'Compensation'],
      [{ portalPayReads: 'True' }, 'Compensation'],
    ] as const) {
      const refused = await refusal(as(other).saveTenantSettings({ body: { rowVersion, ...change } }));
      expect([refused.status, refused]).toMatchObject([
        422,
        {
          errors: [
            {
              code: 'SETTING_NOT_YOURS',
              path: wireName(Object.keys(change)[0]!),
              message: expect.stringContaining(`is a setting of ${owners}, which you don’t administer`) as string,
            },
          ],
        },
      ]);
    }
    const type = { code: 'RETENTION', description: 'Retention', subType: 'BONUS' };
    const refused = await refusal(as(other).saveReferenceEntry({ params: { type: 'pay-type' }, body: type }));
    expect([refused.status, refused]).toMatchObject([
      403,
      {
        errors: [
          { message: expect.stringContaining('Only administrators of Compensation can change pay types.') as string },
        ],
      },
    ]);
    const ofPay = await server.person(tenantId, { comp: 'administrator' });
    await as(ofPay).saveReferenceEntry({ params: { type: 'pay-type' }, body: type });
  });

  it.each(['comp', 'performance', 'performance-lp', 'reporting'] as const)(
    'and the data of the platform are changed by an administrator of %s, also where nobody has carry [U-T-005]',
    async (module) => {
      const firm = await server.tenant(`Firm of ${module}`);
      const other = await server.person(firm, { [module]: 'administrator' });
      const editor = await server.person(firm, { [module]: 'editor' });
      const pair = { sourceCurrencyCode: 'EUR', destinationCurrencyCode: 'USD' };
      const saves = (by: TestPerson) => {
        const currency = (code: string, description: string) =>
          as(by).saveReferenceEntry({ params: { type: 'currency' }, body: { code, description } });
        return [
          () => currency('EUR', 'Euro'),
          () => currency('USD', 'US dollar'),
          () => as(by).saveCurrencyPair({ body: pair }),
          () => as(by).saveExchangeRates({ body: { rates: [{ ...pair, effectiveDate: '2026-06-30', rate: '1.1' }] } }),
        ];
      };
      for (const [i, save] of saves(other).entries()) {
        expect(await responseStatus(saves(editor)[i]!())).toBe(403);
        await save();
      }
    },
  );

  it('archive and restore users, groups and reference data by the call that saves them [U-T-048]', async () => {
    const user = { firstName: 'Nora', lastName: 'Berg', username: 'nora@example.test', roles: [role('viewer')] };
    const group = { name: 'Readers', roles: [role('viewer')], groupMembers: [] };
    const title = { code: 'VP', description: 'Vice president' };
    const client = as(administrator);
    interface Change {
      readonly id?: string;
      readonly rowVersion?: number;
      readonly isInactive?: boolean;
    }
    for (const save of [
      (change: Change) => client.saveUser({ body: { ...user, ...change } }),
      (change: Change) => client.saveGroup({ body: { ...group, ...change } }),
      (change: Change) => client.saveReferenceEntry({ params: { type: 'title' }, body: { ...title, ...change } }),
    ]) {
      let { id, rowVersion } = await save({});
      for (const isInactive of [true, false]) {
        const next = await save({ id, rowVersion, isInactive });
        expect([next.id, next.isInactive]).toEqual([id, isInactive]);
        ({ id, rowVersion } = next);
      }
    }
  });

  it('of a module are the views that the server names, as far as one may open them [U-T-017]', async () => {
    const views = async (module: 'carry', person = administrator) =>
      (await as(person).getModuleSettings({ params: { module } })).views.map(({ name }) => name);
    expect(await views('carry')).toEqual([
      'user',
      'group',
      'apiToken',
      'reference',
      'fx',
      'activity',
      'menu',
      'mail',
      'vesting',
      'taxes',
      'approvals',
      'letters',
      'portal',
    ]);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    expect(await views('carry', viewer)).toEqual([
      'user',
      'group',
      'apiToken',
      'reference',
      'fx',
      'vesting',
      'taxes',
      'approvals',
      'letters',
    ]);
  });

  it('export their users', async () => {
    const url = '/api/user?format=excel';
    const file = await server.call(administrator.token, tenantId, { method: 'GET', url });
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });

  it('show the parts of each view to those who may open it [A-T-020]', async () => {
    await server.referenceEntry(tenantId, 'office', 'London');
    const parts = await as(administrator).getSubViewData({ params: { view: 'reference' } });
    expect(parts).toContainEqual({ name: 'office', title: 'Offices', count: 1 });
    expect(await as(administrator).getSubViewData({ params: { view: 'fx' } })).toMatchObject([
      { name: 'rates', title: 'Rates of a day' },
      { name: 'history', title: 'Entered rates' },
    ]);
    expect(await as(administrator).getSubViewData({ params: { view: 'taxes' } })).toMatchObject([
      { name: 'active' },
      { name: 'archived' },
    ]);
    const performance = await server.person(tenantId, { performance: 'editor' });
    expect(await as(performance).getSubViewData({ params: { view: 'tenantlinkrequest' } })).toEqual([
      { name: 'pending', title: 'Pending', count: 0 },
      { name: 'resolved', title: 'Resolved', count: 0 },
    ]);
    const comp = await server.person(tenantId, { comp: 'viewer' });
    expect(await responseStatus(as(comp).getSubViewData({ params: { view: 'tenantlinkrequest' } }))).toBe(403);
    expect(await responseStatus(as(comp).getSubViewData({ params: { view: 'taxes' } }))).toBe(403);
    expect(await as(administrator).getModuleAdministration({ params: { module: 'carry' } })).toMatchObject({
      shortName: 'carry',
      routePrefix: 'carry',
    });
    expect(await responseStatus(as(comp).getModuleAdministration({ params: { module: 'carry' } }))).toBe(403);
  });

  it('switch entries of a menu and the activity tab, for the whole firm [U-T-033, U-T-034]', async () => {
    const { rowVersion } = await as(administrator).getModuleAdministration({ params: { module: 'carry' } });
    const change = { rowVersion, isActivityTabEnabled: false, menuEntries: [{ name: 'vintage', isEnabled: false }] };
    const comp = await server.person(tenantId, { comp: 'administrator' });
    const foreign = await refusal(as(comp).saveModuleAdministration({ params: { module: 'carry' }, body: change }));
    expect([foreign.status, foreign]).toMatchObject([422, { errors: [{ code: 'SETTING_NOT_YOURS' }] }]);
    const settings = { ...change, menuEntries: [{ name: 'settings', isEnabled: false }] };
    expect(
      await responseStatus(as(administrator).saveModuleAdministration({ params: { module: 'carry' }, body: settings })),
    ).toBe(404);
    expect(
      await as(administrator).saveModuleAdministration({ params: { module: 'carry' }, body: change }),
    ).toMatchObject({ rowVersion: rowVersion + 1 });
    expect(
      await responseStatus(as(administrator).saveModuleAdministration({ params: { module: 'carry' }, body: change })),
    ).toBe(409);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    const firm = await as(viewer).getTenantSettings();
    expect(firm).not.toHaveProperty('ModuleSwitches');
    const [carry] = firm.applications;
    expect(carry?.isActivityTabEnabled).toBe(false);
    expect(carry?.menuEntries.filter(({ isEnabled }) => !isEnabled).map(({ name }) => name)).toEqual([
      'vintage',
      'clawback',
    ]);
  });
});
