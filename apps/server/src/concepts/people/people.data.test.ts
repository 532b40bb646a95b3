import { fromWire } from '@carrara/contract/core/wireNames';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type AnswerOf, refusal } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly id: string;
  readonly rowVersion: number;
}

describe('participants', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  let partner: string;
  let schedule: string;

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const get = async (url: string) => {
    const answer = await call('GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    return fromWire(answer.json()) as { readonly pageData: readonly object[] };
  };
  const post = async <T = Stored>(url: string, payload: object): Promise<T> => {
    const answer = await call('POST', url, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return fromWire(answer.json()) as T;
  };
  const hire = (firstName: string, lastName: string, more: object = {}) =>
    as(person).saveEmployee({ body: { firstName, lastName, carryEligibleDate: '2020-01-01', ...more } });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    partner = await server.referenceEntry(tenantId, 'participant-class', 'PARTNER');
    schedule = (
      await as(person).saveVestingSchedule({
        body: {
          name: 'Partner, four years',
          participantClass: { id: partner },
          details: [
            { periodStart: 0, periodEnd: 12, vestedPercentage: '0' },
            { periodStart: 12, periodEnd: 48, vestedPercentage: '50' },
            { periodStart: 48, vestedPercentage: '100' },
          ],
        },
      })
    ).id;
  });
  afterAll(() => server.stop());

  it('stores the full history of an employment: change, day, reason, editor and time [U-C-065]', async () => {
    const tooEarly = { firstName: 'Ann', lastName: 'Early', hireDate: '2019-03-01', carryEligibleDate: '2019-02-28' };
    expect(await refusal(as(person).saveEmployee({ body: tooEarly }))).toMatchObject({
      errors: [{ path: 'CarryEligibleDate', code: 'ELIGIBLE_BEFORE_HIRE' }],
    });
    const { id, rowVersion } = await hire('Ann', 'Moss', { hireDate: '2019-03-01', jobLevel: 7 });
    const moved = await as(person).saveEmployee({
      body: {
        id,
        rowVersion,
        firstName: 'Ann',
        lastName: 'Moss',
        hireDate: '2019-02-01',
        carryEligibleDate: '2020-01-01',
        jobLevel: 7,
      },
    });
    expect(moved.employment, 'a corrected hire is one hire').toMatchObject([
      { kind: 'HIRED', eventDate: '2019-02-01' },
    ]);
    server.passMinutes(60);
    const leave = { terminationReason: 'Left for a rival', terminationDate: '2024-06-30' };
    const other = { id: newId(), rowVersion: moved.rowVersion, ...leave };
    const mixed = await refusal(as(person).terminateEmployee({ params: { id }, body: other }));
    expect([mixed.status, mixed.errors]).toMatchObject([400, [{ code: 'MALFORMED', path: 'Id' }]]);
    await as(person).terminateEmployee({ params: { id }, body: { id, rowVersion: moved.rowVersion, ...leave } });
    const leavingTime = server.now.toISOString();
    server.passMinutes(60);
    await as(person).rehireEmployee({ params: { id }, body: { rehireReason: 'Came back', rehireDate: '2025-01-02' } });
    const displayed = await as(person).getEmployee({ params: { id } });
    expect(displayed).toMatchObject({ jobLevel: 7, terminationDate: null, terminationReason: null });
    expect(displayed.employment).toEqual([
      {
        kind: 'HIRED',
        eventDate: '2019-02-01',
        reason: null,
        isCorrected: false,
        recordedBy: expect.any(String),
        recordedDate: expect.any(String),
      },
      {
        kind: 'TERMINATED',
        eventDate: '2024-06-30',
        reason: 'Left for a rival',
        isCorrected: false,
        recordedBy: expect.stringMatching(/./),
        recordedDate: leavingTime,
      },
      {
        kind: 'REHIRED',
        eventDate: '2025-01-02',
        reason: 'Came back',
        isCorrected: false,
        recordedBy: expect.stringMatching(/./),
        recordedDate: server.now.toISOString(),
      },
    ]);
    const stale = await refusal(
      as(person).terminateEmployee({
        params: { id },
        body: {
          ...leave,
          rowVersion,
          terminationDate: '2025-06-30',
        },
      }),
    );
    expect(stale.status).toBe(409);
    const early = await refusal(
      as(person).terminateEmployee({
        params: { id },
        body: {
          ...leave,
          terminationDate: '2018-01-01',
        },
      }),
    );
    expect(early).toMatchObject({ errors: [{ code: 'TERMINATED_BEFORE_HIRE' }] });
    const here = await refusal(
      as(person).rehireEmployee({
        params: { id },
        body: {
          rehireReason: 'x',
          rehireDate: '2025-02-01',
        },
      }),
    );
    expect(here.status).toBe(409);
    expect(here).toMatchObject({ errors: [{ code: 'WRONG_STATE', path: 'Status' }] });
    expect(here).toMatchObject({ message: 'This isn’t possible while the status is Active.' });
  });

  it('lists a leaving on the day of a rehire after it', async () => {
    const { id } = await hire('Sam', 'Day', { hireDate: '2020-01-01' });
    const params = { id };
    const terminate = (terminationDate: string) =>
      as(person).terminateEmployee({ params, body: { terminationReason: 'Left', terminationDate } });
    await terminate('2021-01-31');
    await as(person).rehireEmployee({ params, body: { rehireReason: 'Back', rehireDate: '2022-02-01' } });
    const { employment } = await terminate('2022-02-01');
    expect(employment.map(({ kind }) => kind)).toEqual(['HIRED', 'TERMINATED', 'REHIRED', 'TERMINATED']);
  });

  it('lists each kind by its own name, by default only eligible ones, and matches quoted text exactly [U-C-016 U-C-137 U-C-143 U-C-149]', async () => {
    await hire('Bea', 'Moss', { jobLevel: 9 });
    await hire('Bea', 'Mossman', { carryEligibleDate: null });
    await as(person).saveTrust({ body: { legalName: 'Alpha Trust', carryEligibleDate: '2020-01-01' } });
    await as(person).saveTrust({ body: { legalName: 'Omega Trust', carryEligibleDate: '2020-01-01' } });
    const employees = await as(person).listEmployeeIndex({
      query: { startPage: 1, pageSize: 20, sortColumn: 'JobLevel', sortAsc: 'false', searchQuery: 'moss' },
    });
    expect(employees).toMatchObject({ totalItemCount: 2, pageSize: 20, sort: 'JobLevel', sortAsc: false });
    expect(employees.pageData.map(({ jobLevel }) => jobLevel)).toEqual([9, 7]);
    const everyone = await as(person).listEmployeeIndex({ query: { isCarryEligible: 'false', searchQuery: 'moss' } });
    expect(everyone).toMatchObject({ totalItemCount: 3, pageSize: 20, sort: 'JobLevel', sortAsc: false });
    const exactly = await as(person).listEmployees({ query: { isCarryEligible: 'false', searchQuery: '"bea moss"' } });
    expect(exactly).toMatchObject({ totalItemCount: 1, pageData: [{ name: 'Bea Moss' }] });
    const trusts = await as(person).listTrustIndex({ query: { sortColumn: 'TrustName', sortAsc: 'false' } });
    expect(trusts.pageData.map(({ trustName }) => trustName)).toEqual(['Omega Trust', 'Alpha Trust']);
    expect(await as(person).listEntityIndex()).toMatchObject({
      pageData: [{ entityName: 'Holding', numberOfMembers: 1 }],
    });
  });

  it('shows the trusts of an employee, and the vesting of a trust on any day [U-C-063 U-C-042]', async () => {
    const owner = await hire('Cleo', 'Byrne');
    const type = await server.referenceEntry(tenantId, 'trust-type', 'GRAT');
    const trust = await as(person).saveTrust({
      body: {
        legalName: 'Byrne Family Trust',
        type: { id: type },
        employee: { id: owner.id },
        formationDate: '2021-05-04',
        carryEligibleDate: '2021-05-04',
        address: { city: 'Boston' },
      },
    });
    expect(await as(person).getTrust({ params: { id: trust.id } })).toMatchObject({
      status: { code: 'ACTIVE' },
      terminationDate: null,
      address: null,
    });
    expect(await as(person).getTrustSummary({ params: { id: trust.id } })).toMatchObject({
      name: 'Byrne Family Trust',
      clawback: null,
    });
    expect(await as(person).listEmployeeTrusts({ params: { id: owner.id } })).toMatchObject([
      {
        name: 'Byrne Family Trust',
        type: { id: type },
        formationDate: '2021-05-04',
        status: { description: 'Active' },
        isCarryEligible: true,
      },
    ]);
    expect((await refusal(as(person).listEmployeeTrusts({ params: { id: trust.id } }))).status).toBe(404);
    await as(person).saveAllocationProfile({
      params: { containerId: planted.coinvestment },
      body: {
        name: 'Co-Invest Allocation Profile',
        effectiveDate: '2022-01-01',
        isCurrent: true,
        isShareBased: false,
        entries: [
          {
            participantId: trust.id,
            fixed: '20',
            participantClass: { id: partner },
            vestingSchedule: { id: schedule },
          },
        ],
      },
    });
    const url = `/api/carry/participant/${trust.id}/vesting`;
    expect(await as(person).getParticipantVesting({ params: { id: trust.id } }), 'nothing to vest from').toMatchObject({
      sources: [{ sourceName: 'Co-Invest', reason: expect.stringContaining('no start date for vesting') }],
      rows: [{ vestingFrom: null, vestedPercentage: null, vestedCarryAmount: null }],
      totals: { originalCarryAmount: '0.00', trancheWeightingPercentage: null },
    });
    const why = await refusal(
      as(person).explainParticipantVesting({
        params: { id: trust.id },
        query: { figure: 'vestedCarryAmount', sourceId: planted.coinvestment, tranche: 0 },
      }),
    );
    expect([why.status, why.errors[0]?.code]).toEqual([422, 'NO_VESTING_START']);
    expect(
      (await as(person).explainParticipantVesting({ params: { id: trust.id }, query: { figure: 'vestedCarryAmount' } }))
        .inputs,
    ).toMatchObject([{ name: 'Co-Invest (not determined)', value: null }]);
    expect((await call('GET', `${url}/export`)).statusCode).toBe(200);
    const coinvestment = await as(person).getCoinvestment({ params: { id: planted.coinvestment } });
    await as(person).saveCoinvestment({
      body: {
        id: planted.coinvestment,
        rowVersion: coinvestment.rowVersion,
        code: 'CO',
        name: 'Co-Invest',
        fund: { id: planted.fund },
        initialCloseDate: '2022-01-31',
      },
    });
    const on = (day: string) =>
      as(person).getParticipantVesting({
        params: { id: trust.id },
        query: { carryAmount: '1000.00', vestingDate: day },
      });
    expect(await on('2022-02-28')).toMatchObject({ vestingDateIs: 'chosen', totals: { vestedCarryAmount: '0.00' } });
    expect(await on('2023-01-30')).toMatchObject({ totals: { vestedCarryAmount: '0.00' } });
    expect(await on('2023-01-31')).toMatchObject({
      sources: [{ sourceName: 'Co-Invest', effective: '20', vestingSchedule: 'Partner, four years' }],
      totals: { originalCarryAmount: '200.00', vestedCarryAmount: '100.00', forfeitedCarryAmount: '100.00' },
    });
    expect(await on('2026-01-31')).toMatchObject({ totals: { forfeitedCarryAmount: '0.00' } });
    expect(await on('2021-12-31'), 'before the profile was in force').toMatchObject({ sources: [], rows: [] });
    expect(
      await as(person).listTrustAllocations({
        params: { id: trust.id },
        query: { asOf: '2023-06-30', sourceType: 'fundOrCoinvest' },
      }),
    ).toMatchObject({
      pageData: [{ sourceType: 'coinvestment', effective: '20', vestedPercentage: '50' }],
    });
  });

  it('filters lists of participants by status, class, office and type, also in files', async () => {
    const office = await server.referenceEntry(tenantId, 'office', 'NYC');
    await hire('Olga', 'Office', { office: { id: office }, participantClass: { id: partner } });
    const leaver = await hire('Otto', 'Office', { hireDate: '2020-01-01', office: { id: office } });
    await as(person).terminateEmployee({
      params: { id: leaver.id },
      body: {
        id: leaver.id,
        rowVersion: leaver.rowVersion,
        terminationReason: 'Left',
        terminationDate: '2024-01-31',
      },
    });
    const names = async (call: Promise<AnswerOf<'listEmployeeIndex' | 'listParticipants'>>) =>
      (await call).pageData.map(({ name }: { name: string }) => name);
    expect(await names(as(person).listParticipants({ query: { searchQuery: 'office', office } }))).toEqual([
      'Olga Office',
      'Otto Office',
    ]);
    expect(
      await names(
        as(person).listParticipants({ query: { searchQuery: 'office', office: 'nyc', status: 'TERMINATED' } }),
      ),
    ).toEqual(['Otto Office']);
    expect(
      await names(
        as(person).listParticipants({
          query: { searchQuery: 'office', participantClass: 'partner', type: 'Employee' },
        }),
      ),
    ).toEqual(['Olga Office']);
    expect(await names(as(person).listParticipants({ query: { searchQuery: 'office', type: 'Trust' } }))).toEqual([]);
    expect(
      await names(as(person).listEmployeeIndex({ query: { searchQuery: 'office', status: 'ACTIVE', office: 'NYC' } })),
    ).toEqual(['Olga Office']);
    expect((await refusal(as(person).listParticipants({ query: { status: 'GONE' as 'ACTIVE' } }))).status).toBe(400);
    const file = await call('GET', '/api/carry/participant/participants?format=csv&office=nyc&status=TERMINATED');
    expect(file.body).toContain('Otto Office');
    expect(file.body).not.toContain('Olga Office');
  });

  it('totals vesting by source, by default as of the termination', async () => {
    const url = `/api/carry/participant/${planted.employee}/vesting`;
    expect(await as(person).getParticipantVesting({ params: { id: planted.employee } })).toMatchObject({
      vestingDate: server.now.toISOString().slice(0, 10),
      vestingDateIs: 'today',
    });
    const { rowVersion } = await as(person).getEmployee({ params: { id: planted.employee } });
    await as(person).terminateEmployee({
      params: { id: planted.employee },
      body: {
        id: planted.employee,
        rowVersion,
        terminationReason: 'Retired',
        terminationDate: '2024-12-31',
      },
    });
    const titles = async () => {
      const { rawPayload } = await call('GET', `${url}/export?carryAmount=1000.00`);
      return JSON.stringify((await readWorkbook(rawPayload))._unsafeUnwrap());
    };
    const response = await as(person).getParticipantVesting({
      params: { id: planted.employee },
      query: { carryAmount: '1000.00' },
    });
    expect(response).toMatchObject({
      vestingDate: '2024-12-31',
      vestingDateIs: 'termination',
      sources: [
        {
          sourceId: planted.fund,
          effective: '10',
          vestingSchedule: 'Five years',
          originalCarryAmount: '100.00',
          vestedCarryAmount: '40.00',
          forfeitedCarryAmount: '60.00',
          trancheWeightingPercentage: '100',
        },
      ],
      rows: [{ sourceId: planted.fund, vestedPercentage: '40' }, { vestedPercentage: '40' }],
    });
    expect(await titles()).toContain('Forfeited');
    expect(
      await as(person).getParticipantVesting({
        params: { id: planted.employee },
        query: { carryAmount: '1000.00', vestingDate: '2026-01-01' },
      }),
    ).toMatchObject({ vestingDateIs: 'termination', vestingDate: '2024-12-31', totals: response.totals });
    await as(person).rehireEmployee({
      params: { id: planted.employee },
      body: { rehireReason: 'Back', rehireDate: '2025-02-01' },
    });
    expect(await as(person).getParticipantVesting({ params: { id: planted.employee } })).toMatchObject({
      vestingDateIs: 'today',
    });
    // Nobody forfeits anything before leaving.
    expect(await titles()).toContain('Not vested');
    expect(await titles()).not.toContain('Forfeited');
  });

  it('lists, exports and finds a trust without an employee among those that are not carry eligible', async () => {
    await as(person).saveTrust({ body: { name: 'Lonely trust', legalName: 'Lonely trust' } });
    const all = 'isCarryEligible=false&SearchQuery=lonely';
    for (const list of ['/api/carry/trust', '/api/carry/participant/participants'])
      expect((await get(`${list}?${all}`)).pageData).toMatchObject([{ name: 'Lonely trust', isCarryEligible: false }]);
    expect((await call('GET', `/api/carry/trust?${all}&format=csv`)).body).toContain('Lonely trust');
  });

  it('refuses a second trust with the same name, regardless of case and spaces', async () => {
    const { id, name } = await as(person).saveTrust({
      body: {
        legalName: 'Hale  Family\u00a0Trust',
      },
    });
    expect(name, 'runs of spaces are one space').toBe('Hale Family Trust');
    const twin = await refusal(as(person).saveTrust({ body: { legalName: 'Hale  family Trust' } }));
    expect([twin.status, twin]).toMatchObject([
      409,
      {
        errors: [
          {
            path: 'Name',
            code: 'DUPLICATE',
            message:
              'Another trust already has this name. Add what tells them apart, such as the year in which the trust was formed.',
          },
        ],
      },
    ]);
    const other = await as(person).saveTrust({
      body: { legalName: 'Hale Family Trust', name: 'Hale Family Trust 2021' },
    });
    expect(other.id).not.toBe(id);
  });

  it('deletes only unreferenced people, with their notes and documents', async () => {
    const { id } = await hire('Dora', 'Gray');
    await as(person).saveNote({ body: { objectId: id, objectType: 'employee', noteText: 'Was never here' } });
    const refused = await refusal(as(person).deleteEmployee({ params: { id: planted.employee } }));
    expect(refused.status).toBe(409);
    expect(refused.message).toBe('This record is in use and can not be deleted. Entity members refer to it.');
    await as(person).deleteEmployee({ params: { id } });
    const { rows } = await server.database.worker.query('SELECT 1 FROM note WHERE tenant_id = $1 AND object_id = $2', [
      tenantId,
      id,
    ]);
    expect(rows).toEqual([]);
  });

  it('assigns tax profiles to people, funds, coinvestments and holders of an investment, once each [U-C-100 U-C-134]', async () => {
    const profile = await as(person).saveTaxProfile({
      body: {
        name: 'Withholding',
        subjectToCharacterization: false,
        taxRate: '12.5',
        isInactive: false,
      },
    });
    const profiles = [{ taxProfileId: profile.id }];
    const locations = {
      [`participant/${planted.employee}/tax-profiles`]: 'participant',
      [`fund/${planted.fund}/tax-profiles`]: 'fund',
      [`coinvestment/${planted.coinvestment}/tax-profiles`]: 'coinvestment',
    };
    for (const [path, sourceType] of Object.entries(locations)) {
      expect(await post(`/api/carry/${path}`, profiles)).toMatchObject([
        { sourceType, taxProfile: { name: 'Withholding' }, taxRate: '12.5', subjectToCharacterization: false },
      ]);
      const again = await call('POST', `/api/carry/${path}`, profiles);
      const message = 'The tax profile is already assigned there.';
      expect([again.statusCode, again.json()]).toMatchObject([
        409,
        { Errors: [{ Code: 'DUPLICATE', Message: message }] },
      ]);
    }
    const [assignment] = await as(person).assignInvestmentTaxProfiles({
      params: { id: planted.investment },
      body: [{ taxProfileId: profile.id, sourceId: planted.fund, sourceType: 'fund' }],
    });
    expect(assignment).toMatchObject({ sourceType: 'fund', sourceId: planted.fund });
    expect(
      await as(person).assignInvestmentTaxProfiles({
        params: { id: planted.investment },
        body: [{ taxProfileId: profile.id, sourceType: 'all' }],
      }),
    ).toHaveLength(2);
    const elsewhere = await refusal(
      as(person).assignInvestmentTaxProfiles({
        params: { id: planted.investment },
        body: [{ taxProfileId: profile.id, sourceId: planted.coinvestment, sourceType: 'coinvestment' }],
      }),
    );
    expect(elsewhere.status, 'the coinvestment does not hold it').toBe(404);
    const all = '00000000-0000-0000-0000-000000000000';
    const removed = await as(person).removeInvestmentTaxProfile({
      params: { id: planted.investment },
      query: { profileId: profile.id, sourceId: all },
    });
    expect(removed).toMatchObject([{ sourceType: 'fund' }]);
    expect(await as(person).getTaxProfile({ params: { id: profile.id } })).toMatchObject({ numberOfAssignments: 4 });
    const response = await as(person).removeParticipantTaxProfile({
      params: { id: planted.employee, taxProfileId: profile.id },
    });
    expect(response).toEqual([]);
    await as(person).saveTaxProfile({
      body: {
        id: profile.id,
        rowVersion: profile.rowVersion,
        name: 'Withholding',
        subjectToCharacterization: false,
        taxRate: '12.5',
        isInactive: true,
      },
    });
    const archived = await refusal(
      as(person).assignParticipantTaxProfiles({ params: { id: planted.employee }, body: profiles }),
    );
    expect(archived).toMatchObject({ errors: [{ code: 'ARCHIVED' }] });
  });

  it('stores the reason for a change of a vesting schedule', async () => {
    const displayed = await as(person).getVestingSchedule({ params: { id: schedule } });
    await as(person).saveVestingSchedule({
      body: {
        id: schedule,
        rowVersion: displayed.rowVersion,
        name: 'Partner, four years',
        participantClass: { id: partner },
        details: [{ periodStart: 0, vestedPercentage: '100' }],
        reason: 'The committee vested everybody',
      },
    });
    expect(await as(person).listActivity({ params: { id: schedule } })).toMatchObject({
      pageData: [{ operation: 'saveVestingSchedule', reason: 'The committee vested everybody' }, {}],
    });
  });

  it('changes nothing before a termination takes effect, and can withdraw it until then', async () => {
    const { id } = await hire('Ida', 'Sole', { hireDate: '2020-10-01', carryEligibleDate: '2020-10-01' });
    const leave = { terminationReason: 'Retires', terminationDate: '2026-10-15' };
    const terminated = await as(person).terminateEmployee({ params: { id }, body: leave });
    const displayed = async () => ({
      profile: await as(person).getEmployee({ params: { id } }),
      list: (await as(person).listEmployees({ query: { searchQuery: '"ida sole"' } })).pageData[0],
    });
    const before = await displayed();
    expect(before.profile).toMatchObject({
      status: { code: 'ACTIVE', description: 'Active' },
      yearsOfService: '6',
      terminationDate: '2026-10-15',
    });
    expect(before.list).toMatchObject({ status: { code: 'ACTIVE' }, terminationDate: '2026-10-15' });
    expect(await as(person).getParticipantVesting({ params: { id } })).toMatchObject({ vestingDateIs: 'today' });

    const back = { rowVersion: terminated.rowVersion, rehireReason: 'Stays on', rehireDate: '2026-10-01' };
    const rehired = await as(person).rehireEmployee({ params: { id }, body: back });
    expect(rehired.employment, 'an employment without a break').toMatchObject([{ kind: 'HIRED' }]);
    expect((await displayed()).profile).toMatchObject({ terminationDate: null, terminationReason: null });

    await as(person).terminateEmployee({ params: { id }, body: leave });
    server.passMinutes(20 * 24 * 60);
    person = await server.person(tenantId, { carry: 'administrator' });
    const after = await displayed();
    expect(after.profile).toMatchObject({ status: { code: 'TERMINATED' }, yearsOfService: '6' });
    expect(after.list).toMatchObject({ status: { code: 'TERMINATED', description: 'Terminated' } });
    expect(await as(person).getParticipantVesting({ params: { id } })).toMatchObject({
      vestingDateIs: 'termination',
      vestingDate: '2026-10-15',
    });
  });
});
