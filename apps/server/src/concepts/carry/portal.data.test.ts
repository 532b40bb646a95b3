import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Node {
  readonly Formula: string;
  readonly Children: readonly Node[];
  readonly Inputs: readonly { readonly Name: string }[];
}
const everyNode = (node: Node): readonly Node[] => [node, ...node.Children.flatMap(everyNode)];

describe('the participant portal', () => {
  let server: TestServer;
  let tenantId: string;
  let administrator: TestPerson;
  let planted: PlantedCarry;
  /** Linked to the employee who has all of the carry; to one who has none; to nobody. */
  let holder: TestPerson;
  let other: TestPerson;
  let stranger: TestPerson;

  const ask = (person: TestPerson, url: string) => server.call(person.token, tenantId, { method: 'GET', url });
  const post = (person: TestPerson, url: string, payload: object = {}) =>
    server.call(person.token, tenantId, { method: 'POST', url, payload });
  const get = async (person: TestPerson, url: string) => {
    const answer = await ask(person, url);
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return answer.json();
  };
  const portal = (path: string, person = holder) => get(person, `/api/participant-portal/${path}`);
  const show = async (settings: object) => {
    const { RowVersion } = await get(administrator, '/api/tenant/settings');
    const saved = await post(administrator, '/api/tenant/settings', { RowVersion, ...settings });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  const link = (employee: string, body: object, by = administrator) =>
    post(by, `/api/carry/portal-user/${employee}`, body);
  let colleague: string;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    administrator = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, administrator);
    const viewer = { 'participant-portal': 'viewer' } as const;
    [holder, other, stranger] = [
      await server.person(tenantId, viewer),
      await server.person(tenantId, viewer),
      await server.person(tenantId, viewer),
    ];
    const made = await post(administrator, '/api/carry/employee', { FirstName: 'Ola', LastName: 'Berg' });
    colleague = made.json<{ Id: string }>().Id;
    const trust = {
      LegalName: 'Mokoena Family Trust',
      Employee: { Id: planted.employee },
      CarryEligibleDate: '2020-01-01',
    };
    expect((await post(administrator, '/api/carry/trust', trust)).statusCode).toBe(200);
    for (const [employee, person] of [
      [planted.employee, holder],
      [colleague, other],
    ] as const) {
      const linked = await link(employee, { User: { Id: person.personId } });
      expect(linked.statusCode, linked.body).toBe(200);
      expect(linked.json()).toMatchObject({ Status: 'Active', Login: person.login, FirstPassword: null });
    }
  });
  afterAll(() => server.stop());

  it('links one user to an employee, who is invited by it, and says so in the trail', async () => {
    const again = await link(colleague, { User: { Id: stranger.personId } });
    expect(again.json()).toMatchObject({ Errors: [{ Code: 'ALREADY_LINKED' }] });
    const third = (await post(administrator, '/api/carry/employee', { FirstName: 'Ida', LastName: 'Lund' })).json<{
      Id: string;
    }>().Id;
    const twice = await link(third, { User: { Id: holder.personId } });
    expect(twice.json()).toMatchObject({ Errors: [{ Code: 'ALREADY_LINKED' }] });
    const oneself = await link(third, { User: { Id: administrator.personId } });
    expect(oneself.json()).toMatchObject({ Errors: [{ Code: 'LINK_TO_ONESELF' }] });
    const invited = (await link(third, { Username: 'ida.lund@example.test', Email: 'ida.lund@example.test' })).json();
    expect(invited).toMatchObject({ Status: 'Invited', Login: 'ida.lund@example.test' });
    const token = await server.firstSignIn('ida.lund@example.test', invited.FirstPassword);
    expect(await get({ ...holder, token }, '/api/participant-portal/home')).toMatchObject({
      Holders: [{ Holder: 0, Name: 'Ida Lund' }],
    });
    const gone = await post(administrator, `/api/carry/portal-user/${third}/unlink`);
    expect(gone.json()).toMatchObject({ Status: 'Not linked', User: null });
    expect((await ask({ ...holder, token }, '/api/participant-portal/home')).statusCode).toBe(404);
    const list = await get(administrator, '/api/carry/portal-user?Linked=yes');
    expect(list.PageData.map(({ Name }: { Name: string }) => Name)).toEqual(['Ola Berg', 'Zanele Mokoena']);
    const { rows } = await server.database.worker.query(
      `SELECT operation FROM activity WHERE tenant_id = $1 AND object_id = $2 AND operation ~ 'PortalUser' ORDER BY seq`,
      [tenantId, third],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['linkPortalUser', 'unlinkPortalUser']);
  });

  it('tells the figures of the profile to the cent, each', async () => {
    await show({ PortalForecasts: 'True', PortalEstimates: 'True' });
    const carry = (path: string) => get(administrator, `/api/carry/${path}`);
    const { Id: _1, ParticipantId: _2, ...summary } = await carry(`empv2/${planted.employee}`);
    expect(summary).toMatchObject({
      TotalCarryDistributed: '150.00',
      TotalNetDistributed: '135.00',
      EscrowHeld: '15.00',
    });
    expect(await portal('summary')).toEqual(summary);
    const home = await portal('home');
    expect(home).toMatchObject({
      Holders: [
        { Holder: 0, Name: 'Zanele Mokoena', Kind: 'Employee', Summary: summary },
        { Holder: 1, Name: 'Mokoena Family Trust', Kind: 'Trust', Summary: { TotalCarryDistributed: '0.00' } },
      ],
    });
    const pairs = [
      ['distribution', `employee/${planted.employee}/distribution-history`],
      ['allocation', `employee/${planted.employee}/allocations`],
      ['forecast', `employee/${planted.employee}/forecast-history`],
    ] as const;
    for (const [own, profile] of pairs) {
      const [mine, theirs] = [await portal(own), await carry(profile)];
      expect(mine.TotalItemCount, own).toBe(theirs.TotalItemCount);
      expect(mine.Totals, own).toEqual(theirs.Totals);
      // Whatever the portal tells of a row is what the profile tells of it.
      expect(theirs.PageData, own).toMatchObject(mine.PageData);
    }
    const vested = await carry(`participant/${planted.employee}/vesting?vestingDate=2025-10-01`);
    expect(await portal('vesting?VestingDate=2025-10-01')).toEqual(vested);
    const run = await portal(`distribution/${planted.distribution}`);
    expect(run).toMatchObject({
      Currency: 'USD',
      Totals: { GrossCarryDistributed: '150.00', NetCarryDistributed: '135.00' },
    });
    expect(run.Lines).toMatchObject([
      { GrossCarryDistributed: '100.00', Escrow: '10.00', Via: [], Through: [] },
      { GrossCarryDistributed: '50.00', Escrow: '5.00', Via: [planted.entity], Through: ['Holding'] },
    ]);
    const { Years, Rows } = await portal('tax');
    expect(Years).toEqual([{ Year: 2025, Currency: 'USD', Gross: '150.00', Tax: '0.00', IsEstimate: false }]);
    expect(Rows).toMatchObject([{ Year: 2025, Characterization: null, Gross: '150.00' }]);
  });

  it('tells nobody of another: neither by place, nor by distribution, nor by a parameter that names one', async () => {
    expect((await portal('home', other)).Holders).toMatchObject([
      { Name: 'Ola Berg', Summary: { TotalCarryDistributed: '0.00' } },
    ]);
    expect(await portal('distribution', other)).toMatchObject({ TotalItemCount: 0 });
    expect(await portal('tax', other)).toEqual({ Years: [], Rows: [] });
    const refused = [
      `distribution/${planted.distribution}`,
      `distribution/${planted.distribution}/explanation?Figure=gross`,
      'summary?Holder=1',
      'allocation?Holder=1',
      'vesting?Holder=7',
    ];
    for (const path of refused)
      expect((await ask(other, `/api/participant-portal/${path}`)).statusCode, path).toBe(404);
    for (const path of ['home', 'summary', 'distribution', 'tax'])
      expect((await ask(stranger, `/api/participant-portal/${path}`)).statusCode, path).toBe(404);
    for (const name of ['ParticipantId', 'EmployeeId', 'Id'])
      expect((await ask(other, `/api/participant-portal/summary?${name}=${planted.employee}`)).statusCode, name).toBe(
        400,
      );
    for (const path of [`empv2/${planted.employee}`, 'portal-user'])
      expect((await ask(holder, `/api/carry/${path}`)).statusCode, path).toBe(403);
  });

  it('tells nothing that the firm has switched off', async () => {
    await show({ PortalForecasts: 'False', PortalEstimates: 'False', PortalPercentages: 'False' });
    const home = await portal('home');
    expect(home.Shown).toEqual({ Forecasts: false, Estimates: false, Percentages: false, Pay: true });
    expect(home.Holders[0].Summary).toMatchObject({
      CarryBalance: null,
      ForecastdCarry: null,
      TotalCarryDistributed: '150.00',
    });
    expect(await portal('forecast')).toMatchObject({ TotalItemCount: 0, PageData: [] });
    expect((await portal('allocation')).PageData).toMatchObject([{ Effective: null, VestedPercentage: '85' }]);
    expect((await portal(`distribution/${planted.distribution}`)).Lines[0].EffectiveAllocation).toBeNull();
    expect((await portal('vesting')).Sources).toMatchObject([{ Effective: null, VestedPercentage: '85' }]);
    const why: Node = await portal('vesting/explanation?Figure=vestedCarryAmount');
    const told = everyNode(why).flatMap(({ Inputs }) => Inputs.map(({ Name }) => Name));
    expect(told).toContain('vested percentage');
    expect(told.filter((name) => /effective|carry amount/i.test(name))).toEqual([]);
    const file = await ask(holder, '/api/participant-portal/forecast?format=csv');
    expect(file.statusCode).toBe(200);
    await show({ PortalPercentages: 'True' });
  });
});
