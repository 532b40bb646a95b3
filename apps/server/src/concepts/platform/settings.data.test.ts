import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letterheadOf } from '../../letters/letterhead.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Username: string;
}

describe('settings of a firm', () => {
  let server: TestServer;
  let tenantId: string;
  let administrator: TestPerson;
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = administrator) =>
    server.call(as.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const readUser = async (id: string) => (await call('GET', `/api/user/${id}`)).json<Stored>();
  const role = (name: string) => ({ Application: 'carry', Role: name });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    administrator = await server.person(tenantId, { carry: 'administrator' });
  });
  afterAll(() => server.stop());

  it('keep the last administrator, who can go once there is another', async () => {
    const own = await readUser(administrator.personId);
    const save = {
      Id: own.Id,
      RowVersion: own.RowVersion,
      FirstName: 'Ada',
      LastName: 'Example',
      Username: own.Username,
    };
    for (const change of [{ Roles: [role('viewer')] }, { Roles: [role('administrator')], IsInactive: true }]) {
      const refused = await call('POST', '/api/user', { ...save, ...change });
      expect(refused.statusCode).toBe(422);
      expect(refused.json()).toMatchObject({ Errors: [{ Code: 'LAST_ADMINISTRATOR' }] });
    }
    expect((await call('DELETE', `/api/user/${own.Id}`)).statusCode).toBe(422);
    expect(await readUser(own.Id)).toMatchObject({ RowVersion: own.RowVersion, Roles: [role('administrator')] });
    const second = await server.person(tenantId, { carry: 'administrator' });
    expect((await call('POST', '/api/user', { ...save, Roles: [role('viewer')] })).statusCode).toBe(200);
    administrator = second;
  });

  it('count an administrator by group, and keep the group that makes the last one', async () => {
    const member = await server.person(tenantId, { carry: 'viewer' });
    const group = {
      Name: 'Administrators',
      Roles: [role('administrator')],
      GroupMembers: [{ User: { Id: member.personId } }],
    };
    const created = (await call('POST', '/api/group', group)).json<Stored>();
    expect((await call('DELETE', `/api/user/${administrator.personId}`)).statusCode).toBe(200);
    administrator = member;
    const archived = { ...group, Id: created.Id, RowVersion: created.RowVersion, IsInactive: true };
    expect((await call('POST', '/api/group', archived)).json()).toMatchObject({
      Errors: [{ Code: 'LAST_ADMINISTRATOR' }],
    });
    expect((await call('GET', '/api/user')).statusCode).toBe(200);
  });

  it('tell of their own people who can be added, and of nobody of another firm', async () => {
    const other = await server.tenant();
    await server.person(other, { carry: 'viewer' }, 'grace.hopper@other.test');
    const find = async (search: string) =>
      (await call('GET', `/api/user/GetADUsers?search=${search}`)).json<Stored[]>();
    expect(await find('grace')).toEqual([]);
    expect(await find('Grace.Hopper@other.test')).toEqual([]);
    const created = await call('POST', '/api/user', {
      FirstName: 'Linus',
      LastName: 'Lake',
      Username: 'linus@example.test',
      Roles: [role('editor')],
    });
    expect(await find('linus')).toEqual([]);
    expect((await call('DELETE', `/api/user/${created.json<Stored>().Id}`)).statusCode).toBe(200);
    expect(await find('linus')).toMatchObject([{ Username: 'linus@example.test' }]);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    expect((await call('GET', '/api/user/GetADUsers', undefined, viewer)).statusCode).toBe(403);
  });

  it('hold the legal data of the firm, which its letters begin with', async () => {
    const own = await server.tenant();
    const { token } = await server.person(own, { carry: 'administrator' });
    const settings = (payload?: object) =>
      server.call(token, own, {
        method: payload ? 'POST' : 'GET',
        url: '/api/tenant/settings',
        ...(payload && { payload }),
      });
    const legal = {
      LegalName: 'Alder Ridge Partners LLC',
      LegalAddress: '1 Harbor Way\nBoston',
      RegistrationNumber: '04-1234567',
    };
    const { RowVersion } = (await settings()).json<Stored>();
    const saved = await settings({ RowVersion, ...legal });
    expect([saved.statusCode, saved.json()]).toMatchObject([200, legal]);
    const headWith = (stored: object) =>
      server.withTenant({ tenantId: own, personId: null, now: server.now.toISOString() }, (tx) =>
        letterheadOf(tx, { name: 'Alder', settings: { ...stored } }),
      );
    expect(
      await headWith({
        legalName: legal.LegalName,
        legalAddress: legal.LegalAddress,
        registrationNumber: '04-1234567',
      }),
    ).toMatchObject({
      tenantName: 'Alder Ridge Partners LLC',
      address: ['1 Harbor Way', 'Boston', 'Registration number: 04-1234567'],
    });
    expect(await headWith({})).toMatchObject({ tenantName: 'Alder', address: [] });
  });

  it('of a module are changed by who administers that module', async () => {
    const settings = (await call('GET', '/api/tenant/settings')).json<{
      RowVersion: number;
      AllowSelfApproval: string;
    }>();
    const other = await server.person(tenantId, { comp: 'administrator' });
    const change = { RowVersion: settings.RowVersion, AllowSelfApproval: 'True' };
    const refused = await call('POST', '/api/tenant/settings', change, other);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { Errors: [{ Code: 'SETTING_NOT_YOURS', Path: 'AllowSelfApproval' }] },
    ]);
    expect((await call('GET', '/api/tenant/settings')).json()).toMatchObject({
      AllowSelfApproval: settings.AllowSelfApproval,
    });
    expect((await call('POST', '/api/tenant/settings', change)).statusCode).toBe(200);
  });

  it.each(['comp', 'performance', 'performance-lp', 'reporting'] as const)(
    'that only carry names are changed by no administrator of %s alone',
    async (module) => {
      const other = await server.person(tenantId, { [module]: 'administrator' });
      const Id = await server.referenceEntry(tenantId, 'participant-class', `Class of ${module}`);
      const renamed = { Id, RowVersion: 1, Code: 'OTHER', Description: 'Other', IsInactive: true };
      for (const [url, body] of [
        ['/api/reference/participant-class', renamed],
        ['/api/reference/tax-characterization', { Code: 'NEW', Description: 'New' }],
      ] as const) {
        expect((await call('POST', url, body, other)).statusCode, url).toBe(403);
      }
      const { RowVersion } = (await call('GET', '/api/tenant/settings', undefined, other)).json<Stored>();
      for (const change of [{ TimeZone: 'Pacific/Auckland' }, { BaseCurrency: 'EUR' }]) {
        const refused = await call('POST', '/api/tenant/settings', { RowVersion, ...change }, other);
        expect([refused.statusCode, refused.json()]).toMatchObject([
          422,
          { Errors: [{ Code: 'SETTING_NOT_YOURS', Path: Object.keys(change)[0] }] },
        ]);
      }
      expect((await call('GET', '/api/reference/participant-class', undefined, other)).json()).toContainEqual(
        expect.objectContaining({ Id, RowVersion: 1, IsInactive: false }),
      );
      const response = await call('POST', '/api/tenant/settings', { RowVersion, NavigationBarColor: '#112233' }, other);
      expect(response.statusCode, response.body).toBe(200);
    },
  );

  it('that are performance’s or compensation’s are changed by no administrator of reporting alone, and no pay type is', async () => {
    const other = await server.person(tenantId, { reporting: 'administrator' });
    const { RowVersion } = (await call('GET', '/api/tenant/settings', undefined, other)).json<Stored>();
    for (const [change, owners] of [
      [{ NettedMultiples: 'True' }, 'Performance or LP performance'],
      [{ LetsItselfBeFound: 'True' }, 'Performance or LP performance'],
      [{ BiEmbedUrl: 'https://reports.example.test' }, 'Performance or LP performance'],
      [{ PayrollTolerance: '500.00' }, 'Compensation'],
      [{ PortalPayReads: 'True' }, 'Compensation'],
    ] as const) {
      const refused = await call('POST', '/api/tenant/settings', { RowVersion, ...change }, other);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        422,
        {
          Errors: [
            {
              Code: 'SETTING_NOT_YOURS',
              Path: Object.keys(change)[0],
              Message: expect.stringContaining(`is a setting of ${owners}, which you don’t administer`) as string,
            },
          ],
        },
      ]);
    }
    const type = { Code: 'RETENTION', Description: 'Retention', SubType: 'BONUS' };
    const refused = await call('POST', '/api/reference/pay-type', type, other);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      {
        Errors: [
          { Message: expect.stringContaining('Only administrators of Compensation can change pay types.') as string },
        ],
      },
    ]);
    const ofPay = await server.person(tenantId, { comp: 'administrator' });
    expect((await call('POST', '/api/reference/pay-type', type, ofPay)).statusCode).toBe(200);
  });

  it.each(['comp', 'performance', 'performance-lp', 'reporting'] as const)(
    'and the data of the platform are changed by an administrator of %s, also where nobody has carry [U-T-005]',
    async (module) => {
      const firm = await server.tenant(`Firm of ${module}`);
      const other = await server.person(firm, { [module]: 'administrator' });
      const editor = await server.person(firm, { [module]: 'editor' });
      for (const [url, body] of [
        ['/api/reference/currency', { Code: 'EUR', Description: 'Euro' }],
        ['/api/reference/currency', { Code: 'USD', Description: 'US dollar' }],
        ['/api/reference/currency-pair', { SourceCurrencyCode: 'EUR', DestinationCurrencyCode: 'USD' }],
        [
          '/api/fx',
          {
            Rates: [
              { SourceCurrencyCode: 'EUR', DestinationCurrencyCode: 'USD', EffectiveDate: '2026-06-30', Rate: '1.1' },
            ],
          },
        ],
      ] as const) {
        const send = ({ token }: TestPerson) => server.call(token, firm, { method: 'POST', url, payload: body });
        expect((await send(editor)).statusCode, url).toBe(403);
        const response = await send(other);
        expect(response.statusCode, `${url} ${response.body}`).toBe(200);
      }
    },
  );

  it('archive and restore users, groups and reference data by the call that saves them [U-T-048]', async () => {
    const user = { FirstName: 'Nora', LastName: 'Berg', Username: 'nora@example.test', Roles: [role('viewer')] };
    for (const [url, fields] of [
      ['/api/user', user],
      ['/api/group', { Name: 'Readers', Roles: [role('viewer')], GroupMembers: [] }],
      ['/api/reference/title', { Code: 'VP', Description: 'Vice president' }],
    ] as const) {
      const saved = async (more: object) => {
        const answer = await call('POST', url, { ...fields, ...more });
        expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
        return answer.json<Stored & { IsInactive: boolean }>();
      };
      let { Id, RowVersion } = await saved({});
      for (const IsInactive of [true, false]) {
        const next = await saved({ Id, RowVersion, IsInactive });
        expect([next.Id, next.IsInactive], url).toEqual([Id, IsInactive]);
        ({ Id, RowVersion } = next);
      }
    }
  });

  it('of a module are the views that the server names, as far as one may open them [U-T-017]', async () => {
    const views = async (module: string, as = administrator) =>
      (await call('GET', `/api/settings/load/${module}`, undefined, as))
        .json<{ Views: { Name: string }[] }>()
        .Views.map(({ Name }) => Name);
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
      'letters',
    ]);
  });

  it('export their users', async () => {
    const file = await call('GET', '/api/user?format=excel');
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });

  it('show the parts of each view to those who may open it [A-T-020]', async () => {
    await server.referenceEntry(tenantId, 'office', 'London');
    const parts = (await call('GET', '/api/settings/reference/subViewData')).json<object[]>();
    expect(parts).toContainEqual({ Name: 'office', Title: 'Offices', Count: 1 });
    expect((await call('GET', '/api/settings/fx/subViewData')).json()).toMatchObject([
      { Name: 'rates', Title: 'Rates of a day' },
      { Name: 'history', Title: 'Entered rates' },
    ]);
    expect((await call('GET', '/api/settings/taxes/subViewData')).json()).toMatchObject([
      { Name: 'active' },
      { Name: 'archived' },
    ]);
    const performance = await server.person(tenantId, { performance: 'editor' });
    const links = await call('GET', '/api/settings/tenantlinkrequest/subViewData', undefined, performance);
    expect([links.statusCode, links.json()]).toEqual([
      200,
      [
        { Name: 'pending', Title: 'Pending', Count: 0 },
        { Name: 'resolved', Title: 'Resolved', Count: 0 },
      ],
    ]);
    const comp = await server.person(tenantId, { comp: 'viewer' });
    expect((await call('GET', '/api/settings/tenantlinkrequest/subViewData', undefined, comp)).statusCode).toBe(403);
    expect((await call('GET', '/api/settings/taxes/subViewData', undefined, comp)).statusCode).toBe(403);
    expect((await call('GET', '/api/settings/admin/carry')).json()).toMatchObject({
      shortName: 'carry',
      RoutePrefix: 'carry',
    });
    expect((await call('GET', '/api/settings/admin/carry', undefined, comp)).statusCode).toBe(403);
  });

  it('switch entries of a menu and the activity tab, for the whole firm [U-T-033, U-T-034]', async () => {
    const url = '/api/settings/admin/carry';
    const { RowVersion } = (await call('GET', url)).json<{ RowVersion: number }>();
    const change = { RowVersion, IsActivityTabEnabled: false, MenuEntries: [{ Name: 'vintage', IsEnabled: false }] };
    const comp = await server.person(tenantId, { comp: 'administrator' });
    const foreign = await call('POST', url, change, comp);
    expect([foreign.statusCode, foreign.json()]).toMatchObject([422, { Errors: [{ Code: 'SETTING_NOT_YOURS' }] }]);
    const settings = { ...change, MenuEntries: [{ Name: 'settings', IsEnabled: false }] };
    expect((await call('POST', url, settings)).statusCode).toBe(404);
    expect((await call('POST', url, change)).json()).toMatchObject({ RowVersion: RowVersion + 1 });
    expect((await call('POST', url, change)).statusCode).toBe(409);
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    const firm = (await call('GET', '/api/tenant/settings', undefined, viewer)).json<{
      Applications: { IsActivityTabEnabled: boolean; MenuEntries: { Name: string; IsEnabled: boolean }[] }[];
    }>();
    expect(firm).not.toHaveProperty('ModuleSwitches');
    const [carry] = firm.Applications;
    expect(carry?.IsActivityTabEnabled).toBe(false);
    expect(carry?.MenuEntries.filter(({ IsEnabled }) => !IsEnabled).map(({ Name }) => Name)).toEqual([
      'vintage',
      'clawback',
    ]);
  });
});
