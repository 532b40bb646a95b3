import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysIn } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Saved {
  readonly Id: string;
  readonly RowVersion: number;
  readonly [field: string]: unknown;
}
const eligible = { CarryEligibleDate: '2020-01-01' };

/**
 * Outer Holding: 60% Ada, 40% Inner Scheme. Inner Scheme: 25% Ben, 75% Cleo Trust. The fund gives 50% to Outer and 50%
 * to Ada.
 */
describe('entities and their members', () => {
  let server: TestServer;
  let tenantId: string;
  let maker: TestPerson;
  let approver: TestPerson;
  const ids: Record<string, string> = {};

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = maker, tenant = tenantId) =>
    server.call(as.token, tenant, { method, url, ...(payload ? { payload } : {}) });
  const post = async (url: string, payload: object, as = maker) => {
    const answer = await call('POST', url, payload, as);
    expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
    return answer.json<Saved>();
  };
  const get = async <T>(url: string) => {
    const answer = await call('GET', url);
    expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
    return answer.json<T>();
  };
  const entityUrl = (name: string) => `/api/carry/participantEntity/${ids[name]}`;
  const saveMembers = async (name: string, members: readonly string[]) => {
    const { RowVersion, Name } = await get<Saved>(entityUrl(name));
    const Members = members.map((member) => ({ ParticipantId: ids[member] }));
    await post('/api/carry/participantEntity', { Id: ids[name], RowVersion, Name, ...eligible, Members });
  };
  const allocate = async (container: string, parts: Readonly<Record<string, string>>, change: object = {}) =>
    post(`/api/carry/allocationprofile/${ids[container]}/allocation`, {
      Name: `${container} Allocation Profile`,
      EffectiveDate: '2020-01-01',
      IsCurrent: true,
      IsShareBased: false,
      Entries: Object.entries(parts).map(([name, Fixed]) => ({
        ParticipantId: ids[name],
        Fixed,
        ParticipantClass: { Id: ids['class'] },
        VestingSchedule: { Id: ids['schedule'] },
      })),
      ...change,
    });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    approver = await server.person(tenantId, { carry: 'viewer' });
    ids['class'] = await server.referenceEntry(tenantId, 'participant-class', 'Partner');
    ids['schedule'] = (
      await post('/api/carry/vestingschedule', {
        Name: 'At once',
        Details: [{ PeriodStart: 0, VestedPercentage: '100' }],
      })
    ).Id;
    for (const [FirstName, LastName] of [
      ['Ada', 'Moss'],
      ['Ben', 'Okoro'],
      ['Dan', 'Late'],
    ])
      ids[FirstName ?? ''] = (await post('/api/carry/employee', { FirstName, LastName, ...eligible })).Id;
    ids['Eve'] = (await post('/api/carry/employee', { FirstName: 'Eve', LastName: 'Outside' })).Id;
    ids['Cleo'] = (await post('/api/carry/trust', { LegalName: 'Cleo Trust', ...eligible })).Id;
    ids['Inner'] = (await post('/api/carry/participantEntity', { Name: 'Inner Scheme', ...eligible })).Id;
    ids['Outer'] = (await post('/api/carry/participantEntity', { Name: 'Outer Holding', ...eligible })).Id;
    await saveMembers('Inner', ['Ben', 'Cleo']);
    await saveMembers('Outer', ['Ada', 'Inner']);
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    ids['Fund'] = (
      await post('/api/carry/fund', {
        Code: 'F1',
        LegalName: 'Fund I',
        Currency: { Id: usd },
        InitialCloseDate: '2020-01-01',
      })
    ).Id;
    const tax = await post('/api/carry/taxprofile', {
      Name: 'State tax',
      SubjectToCharacterization: false,
      IsInactive: false,
      TaxRate: '7.5',
    });
    await post(`/api/carry/participant/${ids['Ada']}/tax-profiles`, [{ TaxProfileId: tax.Id }]);
    await allocate('Inner', { Ben: '25', Cleo: '75' });
    await allocate('Outer', { Ada: '60', Inner: '40' });
    await allocate('Fund', { Outer: '50', Ada: '50' });
  });
  afterAll(() => server.stop());

  it('offers as new members only eligible ones who are none yet, and no entity that stands above [U-C-118]', async () => {
    const names = async (entity: string, more = '') => {
      const page = await get<{ PageData: { Name: string }[] }>(`${entityUrl(entity)}/eligible-members${more}`);
      return page.PageData.map(({ Name }) => Name);
    };
    expect(await names('Inner')).toEqual(['Ada Moss', 'Dan Late']);
    expect(await names('Outer')).toEqual(['Ben Okoro', 'Cleo Trust', 'Dan Late']);
    expect(await names('Outer', '?SearchQuery=cleo')).toEqual(['Cleo Trust']);
    const viewing = await call('GET', `${entityUrl('Outer')}/eligible-members`, undefined, approver);
    expect(viewing.statusCode).toBe(403);
  });

  it('takes a member as the employee, trust or entity that it is, and none that names two or nobody [U-C-046]', async () => {
    const entity = await post('/api/carry/participantEntity', {
      Name: 'By kind',
      ...eligible,
      Members: [
        { Employee: { Id: ids['Ada'] } },
        { Trust: { Id: ids['Cleo'] } },
        { MemberEntity: { Id: ids['Inner'] } },
      ],
    });
    expect(await get<{ Members: { Name: string }[] }>(`/api/carry/participantEntity/${entity.Id}`)).toMatchObject({
      Members: expect.arrayContaining(
        ['Ada Moss', 'Cleo Trust', 'Inner Scheme'].map((Name) => expect.objectContaining({ Name })),
      ),
    });
    for (const member of [{}, { Employee: { Id: ids['Ada'] }, Trust: { Id: ids['Cleo'] } }]) {
      const answer = await call('POST', '/api/carry/participantEntity', { Name: 'None', Members: [member] });
      expect([answer.statusCode, answer.body]).toEqual([
        400,
        expect.stringContaining('must name exactly one employee, trust or entity'),
      ]);
    }
  });

  it('says who gets what of a distribution, member by member, with the tax of each [U-C-044]', async () => {
    const draft = await post('/api/carry/distribution/save-distribution', {
      Name: 'Spring exit',
      DistributionDate: '2026-06-30',
      DefaultEscrow: '10',
      DefaultTerminatedEscrow: '20',
      Approvers: [{ Id: approver.personId }],
      DistributionSources: [
        { Source: { Id: ids['Fund'] }, Type: 'Fund', NetDistrbutableAmount: '1000.01', Details: [] },
      ],
    });
    const ofDistribution = `/api/carry/distribution/${draft.Id}`;
    const sent = await post(`${ofDistribution}/submit-for-approval`, {
      RowVersion: draft.RowVersion,
      Acknowledged: keysIn(draft),
    });
    const approved = await post(
      '/api/carry/distribution/save-approval',
      {
        DistributionId: draft.Id,
        RowVersion: sent.RowVersion,
        ApprovalDecision: 'APP',
        Acknowledged: keysIn(sent),
      },
      approver,
    );
    await post(`${ofDistribution}/disburse`, { RowVersion: approved.RowVersion });
    const taxed = { Name: 'State tax', TaxAllocationPercent: '7.5', TaxAllocationAmount: '22.50' };
    const outer = await get(`${entityUrl('Outer')}/distribution/${draft.Id}`);
    expect(outer).toMatchObject({
      Distribution: { Name: 'Spring exit', Status: { Code: 'DISB' } },
      DistributionParticipants: [
        {
          Participant: { Name: 'Outer Holding', Type: 'Entity' },
          GrossCarryDistributed: '500.01',
          Escrow: '50.00',
          MemberParticipants: [
            { Participant: { Name: 'Ada Moss', Type: 'Employee' }, GrossCarryDistributed: '300.01' },
            {
              Participant: { Name: 'Inner Scheme' },
              GrossCarryDistributed: '200.00',
              MemberParticipants: [
                { Participant: { Name: 'Ben Okoro' }, GrossCarryDistributed: '50.00' },
                { Participant: { Name: 'Cleo Trust', Type: 'Trust' }, GrossCarryDistributed: '150.00' },
              ],
            },
          ],
        },
      ],
      DistributionSources: [
        { Source: { Name: 'Fund I' }, Details: [{ MemberDetails: [{ TaxAllocations: [taxed] }, {}] }] },
      ],
    });
    expect(await get(`${entityUrl('Inner')}/distribution/${draft.Id}`)).toMatchObject({
      DistributionParticipants: [{ Participant: { Name: 'Inner Scheme' }, GrossCarryDistributed: '200.00' }],
      DistributionSources: [{ Details: [{ Via: [], MemberDetails: [{ Via: [ids['Inner']] }, {}] }] }],
    });
    expect(await get(`${entityUrl('Outer')}/members`)).toMatchObject([
      { Name: 'Ada Moss', Effective: '60', GrossCarryDistributed: '300.01', Members: [] },
      {
        Name: 'Inner Scheme',
        Effective: '40',
        GrossCarryDistributed: '200.00',
        NetCarryDistributed: '180.00',
        Members: [
          { Name: 'Ben Okoro', Effective: '25', GrossCarryDistributed: '50.00' },
          { Name: 'Cleo Trust', Effective: '75', NetCarryDistributed: '135.00' },
        ],
      },
    ]);
    // Ada's direct share isn't part of what came through the entity.
    const history = `${entityUrl('Outer')}/member/${ids['Ada']}/distribution-history`;
    expect(await get(history)).toMatchObject({
      TotalItemCount: 1,
      PageData: [{ DistributionName: 'Spring exit', SourceName: 'Fund I', GrossCarryDistributed: '300.01' }],
      Totals: expect.arrayContaining([{ Field: 'grossCarryDistributed', Total: '300.01', Currency: 'USD' }]),
    });
    expect((await call('GET', `${history}?format=excel`)).statusCode).toBe(200);
    ids['distribution'] = draft.Id;
  });

  it('tells where members and profiles differ, until both say the same again', async () => {
    const mismatchOf = (name: string) => get(`${entityUrl(name)}/mismatch`);
    expect(await mismatchOf('Inner')).toMatchObject({ Added: [], Removed: [], Profiles: [] });
    await saveMembers('Inner', ['Ben', 'Dan']);
    expect(await mismatchOf('Inner')).toMatchObject({
      Profile: { Name: 'Inner Allocation Profile' },
      Added: [{ Name: 'Dan Late', Type: 'Employee' }],
      Removed: [{ Name: 'Cleo Trust', Type: 'Trust' }],
      Profiles: [{ ContainerName: 'Outer Holding' }],
    });
    expect(await get(entityUrl('Inner'))).toMatchObject({ MemberMismatch: true });
    expect(await get(`${entityUrl('Outer')}/members`)).toMatchObject([
      { MemberMismatch: false },
      { Name: 'Inner Scheme', MemberMismatch: true, Members: [{ Name: 'Ben Okoro' }, { Name: 'Dan Late' }] },
    ]);
    // A run that reaches the entity can't be submitted meanwhile.
    const draft = await post('/api/carry/distribution/save-distribution', {
      Name: 'Autumn exit',
      DistributionDate: '2026-09-30',
      DefaultEscrow: '0',
      DefaultTerminatedEscrow: '0',
      Approvers: [{ Id: approver.personId }],
      DistributionSources: [{ Source: { Id: ids['Fund'] }, Type: 'Fund', NetDistrbutableAmount: '10.00', Details: [] }],
    });
    const submit = `/api/carry/distribution/${draft.Id}/submit-for-approval`;
    const body = { RowVersion: draft.RowVersion, Acknowledged: keysIn(draft) };
    const refused = await call('POST', submit, body);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ Errors: [{ Code: 'MEMBER_MISMATCH' }] });
    await saveMembers('Inner', ['Ben', 'Cleo']);
    expect(await mismatchOf('Inner')).toMatchObject({ Added: [], Removed: [], Profiles: [] });
    expect((await call('POST', submit, body)).statusCode).toBe(200);
  });

  it("answers 404 for another firm's entity, member and distribution", async () => {
    const elsewhere = await server.tenant();
    const stranger = await server.person(elsewhere, { carry: 'administrator' });
    for (const path of ['/members', '/mismatch', `/distribution/${ids['distribution']}`]) {
      const answer = await call('GET', `${entityUrl('Outer')}${path}`, undefined, stranger, elsewhere);
      expect(answer.statusCode, path).toBe(404);
    }
    const unknown = await call('GET', `${entityUrl('Outer')}/distribution/${ids['Fund']}`);
    expect(unknown.statusCode).toBe(404);
  });
});
