import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAcknowledgments } from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

const eligible = { carryEligibleDate: '2020-01-01' };

/**
 * Outer Holding: 60% Ada, 40% Inner Scheme. Inner Scheme: 25% Ben, 75% Cleo Trust. The fund gives 50% to Outer and 50%
 * to Ada.
 */
describe('entities and their members', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let maker: TestPerson;
  let approver: TestPerson;
  const records = new Map<string, string>();
  const idOf = (name: string) => records.get(name)!;

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = maker, tenant = tenantId) =>
    server.call(as.token, tenant, { method, url, ...(payload ? { payload } : {}) });

  const entityUrl = (name: string) => `/api/carry/participantEntity/${idOf(name)}`;
  const saveMembers = async (name: string, members: readonly string[]) => {
    const { rowVersion, name: rowName } = await as(maker).getEntity({ params: { id: idOf(name) } });
    const rowMembers = members.map((member) => ({ participantId: idOf(member) }));
    await as(maker).saveEntity({
      body: { id: idOf(name), rowVersion, name: rowName, ...eligible, members: rowMembers },
    });
  };
  const allocate = async (container: string, parts: Readonly<Record<string, string>>, change: object = {}) =>
    as(maker).saveAllocationProfile({
      params: { containerId: idOf(container) },
      body: {
        name: `${container} Allocation Profile`,
        effectiveDate: '2020-01-01',
        isCurrent: true,
        isShareBased: false,
        entries: Object.entries(parts).map(([name, fixed]) => ({
          participantId: idOf(name),
          fixed,
          participantClass: { id: idOf('class') },
          vestingSchedule: { id: idOf('schedule') },
        })),
        ...change,
      },
    });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    approver = await server.person(tenantId, { carry: 'viewer' });
    records.set('class', await server.referenceEntry(tenantId, 'participant-class', 'Partner'));
    records.set(
      'schedule',
      (
        await as(maker).saveVestingSchedule({
          body: {
            name: 'At once',
            details: [{ periodStart: 0, vestedPercentage: '100' }],
          },
        })
      ).id,
    );
    for (const [firstName, lastName] of [
      ['Ada', 'Moss'],
      ['Ben', 'Okoro'],
      ['Dan', 'Late'],
    ] as const)
      records.set(firstName, (await as(maker).saveEmployee({ body: { firstName, lastName, ...eligible } })).id);
    records.set('Eve', (await as(maker).saveEmployee({ body: { firstName: 'Eve', lastName: 'Outside' } })).id);
    records.set('Cleo', (await as(maker).saveTrust({ body: { legalName: 'Cleo Trust', ...eligible } })).id);
    records.set('Inner', (await as(maker).saveEntity({ body: { name: 'Inner Scheme', ...eligible } })).id);
    records.set('Outer', (await as(maker).saveEntity({ body: { name: 'Outer Holding', ...eligible } })).id);
    await saveMembers('Inner', ['Ben', 'Cleo']);
    await saveMembers('Outer', ['Ada', 'Inner']);
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    records.set(
      'Fund',
      (
        await as(maker).saveFund({
          body: {
            code: 'F1',
            legalName: 'Fund I',
            currency: { id: usd },
            initialCloseDate: '2020-01-01',
          },
        })
      ).id,
    );
    const tax = await as(maker).saveTaxProfile({
      body: {
        name: 'State tax',
        subjectToCharacterization: false,
        isInactive: false,
        taxRate: '7.5',
      },
    });
    await as(maker).assignParticipantTaxProfiles({ params: { id: idOf('Ada') }, body: [{ taxProfileId: tax.id }] });
    await allocate('Inner', { Ben: '25', Cleo: '75' });
    await allocate('Outer', { Ada: '60', Inner: '40' });
    await allocate('Fund', { Outer: '50', Ada: '50' });
  });
  afterAll(() => server.stop());

  it('offers only eligible participants as new members, without current members and parent entities [U-C-118]', async () => {
    const names = async (call: Promise<AnswerOf<'listEligibleMembers'>>) => {
      const page = await call;
      return page.pageData.map(({ name }) => name);
    };
    expect(await names(as(maker).listEligibleMembers({ params: { id: idOf('Inner') } }))).toEqual([
      'Ada Moss',
      'Dan Late',
    ]);
    expect(await names(as(maker).listEligibleMembers({ params: { id: idOf('Outer') } }))).toEqual([
      'Ben Okoro',
      'Cleo Trust',
      'Dan Late',
    ]);
    expect(
      await names(as(maker).listEligibleMembers({ params: { id: idOf('Outer') }, query: { searchQuery: 'cleo' } })),
    ).toEqual(['Cleo Trust']);
    const viewing = await refusal(as(approver).listEligibleMembers({ params: { id: idOf('Outer') } }));
    expect(viewing.status).toBe(403);
  });

  it('accepts a member as an employee, trust or entity, and refuses one that names two or none [U-C-046]', async () => {
    const entity = await as(maker).saveEntity({
      body: {
        name: 'By kind',
        ...eligible,
        members: [
          { employee: { id: idOf('Ada') } },
          { trust: { id: idOf('Cleo') } },
          { memberEntity: { id: idOf('Inner') } },
        ],
      },
    });
    expect(await as(maker).getEntity({ params: { id: entity.id } })).toMatchObject({
      members: expect.arrayContaining(
        ['Ada Moss', 'Cleo Trust', 'Inner Scheme'].map((name) => expect.objectContaining({ name })),
      ),
    });
    for (const member of [{}, { employee: { id: idOf('Ada') }, trust: { id: idOf('Cleo') } }] as const) {
      const answer = await refusal(as(maker).saveEntity({ body: { name: 'None', members: [member] } }));
      expect([answer.status, JSON.stringify(answer)]).toEqual([
        400,
        expect.stringContaining('must name exactly one employee, trust or entity'),
      ]);
    }
  });

  it('shows the share of each member of a distribution with its tax [U-C-044]', async () => {
    const draft = await as(maker).saveDistribution({
      body: {
        name: 'Spring exit',
        distributionDate: '2026-06-30',
        defaultEscrow: '10',
        defaultTerminatedEscrow: '20',
        approvers: [{ id: approver.personId }],
        distributionSources: [
          { source: { id: idOf('Fund') }, type: 'Fund', netDistributableAmount: '1000.01', details: [] },
        ],
      },
    });
    const sent = await as(maker).submitDistribution({
      params: { id: draft.id },
      body: {
        rowVersion: draft.rowVersion,
        acknowledged: listAcknowledgments(draft),
      },
    });
    const approved = await as(approver).saveApproval({
      body: {
        distributionId: draft.id,
        rowVersion: sent.rowVersion,
        approvalDecision: 'APP',
        acknowledged: listAcknowledgments(sent),
      },
    });
    await as(maker).disburseDistribution({ params: { id: draft.id }, body: { rowVersion: approved.rowVersion } });
    const taxed = { name: 'State tax', taxAllocationPercent: '7.5', taxAllocationAmount: '22.50' };
    const outer = await as(maker).getEntityDistribution({ params: { id: idOf('Outer'), distributionId: draft.id } });
    expect(outer).toMatchObject({
      distribution: { name: 'Spring exit', status: { code: 'DISB' } },
      distributionParticipants: [
        {
          participant: { name: 'Outer Holding', type: 'Entity' },
          grossCarryDistributed: '500.01',
          escrow: '50.00',
          memberParticipants: [
            { participant: { name: 'Ada Moss', type: 'Employee' }, grossCarryDistributed: '300.01' },
            {
              participant: { name: 'Inner Scheme' },
              grossCarryDistributed: '200.00',
              memberParticipants: [
                { participant: { name: 'Ben Okoro' }, grossCarryDistributed: '50.00' },
                { participant: { name: 'Cleo Trust', type: 'Trust' }, grossCarryDistributed: '150.00' },
              ],
            },
          ],
        },
      ],
      distributionSources: [
        { source: { name: 'Fund I' }, details: [{ memberDetails: [{ taxAllocations: [taxed] }, {}] }] },
      ],
    });
    expect(
      await as(maker).getEntityDistribution({ params: { id: idOf('Inner'), distributionId: draft.id } }),
    ).toMatchObject({
      distributionParticipants: [{ participant: { name: 'Inner Scheme' }, grossCarryDistributed: '200.00' }],
      distributionSources: [{ details: [{ via: [], memberDetails: [{ via: [idOf('Inner')] }, {}] }] }],
    });
    expect(await as(maker).listEntityMembers({ params: { id: idOf('Outer') } })).toMatchObject([
      { name: 'Ada Moss', effective: '60', grossCarryDistributed: '300.01', members: [] },
      {
        name: 'Inner Scheme',
        effective: '40',
        grossCarryDistributed: '200.00',
        netCarryDistributed: '180.00',
        members: [
          { name: 'Ben Okoro', effective: '25', grossCarryDistributed: '50.00' },
          { name: 'Cleo Trust', effective: '75', netCarryDistributed: '135.00' },
        ],
      },
    ]);
    // Ada's direct share isn't part of what came through the entity.
    const history = `${entityUrl('Outer')}/member/${idOf('Ada')}/distribution-history`;
    expect(
      await as(maker).listMemberDistributions({ params: { id: idOf('Outer'), participantId: idOf('Ada') } }),
    ).toMatchObject({
      totalItemCount: 1,
      pageData: [{ distributionName: 'Spring exit', sourceName: 'Fund I', grossCarryDistributed: '300.01' }],
      totals: expect.arrayContaining([{ field: 'grossCarryDistributed', total: '300.01', currency: 'USD' }]),
    });
    expect((await call('GET', `${history}?format=excel`)).statusCode).toBe(200);
    records.set('distribution', draft.id);
  });

  it('reports differences between members and profiles until they match again', async () => {
    const mismatchOf = (name: string) => as(maker).getEntityMismatch({ params: { id: idOf(name) } });
    expect(await mismatchOf('Inner')).toMatchObject({ added: [], removed: [], profiles: [] });
    await saveMembers('Inner', ['Ben', 'Dan']);
    expect(await mismatchOf('Inner')).toMatchObject({
      profile: { name: 'Inner Allocation Profile' },
      added: [{ name: 'Dan Late', type: 'Employee' }],
      removed: [{ name: 'Cleo Trust', type: 'Trust' }],
      profiles: [{ containerName: 'Outer Holding' }],
    });
    expect(await as(maker).getEntity({ params: { id: idOf('Inner') } })).toMatchObject({ memberMismatch: true });
    const waitingNames = async () =>
      (await as(maker).getHome()).waiting.filter(({ type }) => type === 'allocationProfile').map(({ name }) => name);
    expect(await waitingNames()).toEqual(['Outer Holding, Outer Allocation Profile']);
    const rename = (name: string) =>
      server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query(
          `UPDATE allocation_profile SET name = $2 WHERE tenant_id = $1 AND name LIKE 'Outer%Allocation Profile'`,
          [tenantId, name],
        ),
      );
    await rename('Outer Holding Allocation Profile');
    expect(await waitingNames(), 'the name of the container isn’t repeated').toEqual([
      'Outer Holding Allocation Profile',
    ]);
    await rename('Outer Allocation Profile');
    expect(await as(maker).listEntityMembers({ params: { id: idOf('Outer') } })).toMatchObject([
      { memberMismatch: false },
      { name: 'Inner Scheme', memberMismatch: true, members: [{ name: 'Ben Okoro' }, { name: 'Dan Late' }] },
    ]);
    // A run that reaches the entity can't be submitted meanwhile.
    const draft = await as(maker).saveDistribution({
      body: {
        name: 'Autumn exit',
        distributionDate: '2026-09-30',
        defaultEscrow: '0',
        defaultTerminatedEscrow: '0',
        approvers: [{ id: approver.personId }],
        distributionSources: [
          { source: { id: idOf('Fund') }, type: 'Fund', netDistributableAmount: '10.00', details: [] },
        ],
      },
    });
    const body = { rowVersion: draft.rowVersion, acknowledged: listAcknowledgments(draft) };
    const refused = await refusal(as(maker).submitDistribution({ params: { id: draft.id }, body }));
    expect(refused.status).toBe(422);
    expect(refused).toMatchObject({ errors: [{ code: 'MEMBER_MISMATCH' }] });
    await saveMembers('Inner', ['Ben', 'Cleo']);
    expect(await mismatchOf('Inner')).toMatchObject({ added: [], removed: [], profiles: [] });
    await as(maker).submitDistribution({ params: { id: draft.id }, body });
  });

  it("returns 404 for another firm's entity, member and distribution", async () => {
    const elsewhere = await server.tenant();
    const stranger = await server.person(elsewhere, { carry: 'administrator' });
    for (const path of ['/members', '/mismatch', `/distribution/${idOf('distribution')}`]) {
      const answer = await call('GET', `${entityUrl('Outer')}${path}`, undefined, stranger, elsewhere);
      expect(answer.statusCode, path).toBe(404);
    }
    const unknown = await refusal(
      as(maker).getEntityDistribution({ params: { id: idOf('Outer'), distributionId: idOf('Fund') } }),
    );
    expect(unknown.status).toBe(404);
  });
});
