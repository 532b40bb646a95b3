import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
}

describe('the people who take part', () => {
  let server: TestServer;
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
    return answer.json();
  };
  const post = async <T = Stored>(url: string, payload: object): Promise<T> => {
    const answer = await call('POST', url, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const hire = (FirstName: string, LastName: string, more: object = {}) =>
    post('/api/carry/employee', { FirstName, LastName, CarryEligibleDate: '2020-01-01', ...more });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    partner = await server.referenceEntry(tenantId, 'participant-class', 'PARTNER');
    schedule = (
      await post('/api/carry/vestingschedule', {
        Name: 'Partner, four years',
        ParticipantClass: { Id: partner },
        Details: [
          { PeriodStart: 0, PeriodEnd: 12, VestedPercentage: '0' },
          { PeriodStart: 12, PeriodEnd: 48, VestedPercentage: '50' },
          { PeriodStart: 48, VestedPercentage: '100' },
        ],
      })
    ).Id;
  });
  afterAll(() => server.stop());

  it('keeps the whole history of an employment: what, which day, why, who and when [U-C-065]', async () => {
    const tooEarly = { FirstName: 'Ann', LastName: 'Early', HireDate: '2019-03-01', CarryEligibleDate: '2019-02-28' };
    expect((await call('POST', '/api/carry/employee', tooEarly)).json()).toMatchObject({
      Errors: [{ Path: 'CarryEligibleDate', Code: 'ELIGIBLE_BEFORE_HIRE' }],
    });
    const { Id, RowVersion } = await hire('Ann', 'Moss', { HireDate: '2019-03-01', JobLevel: 7 });
    const moved = await post<Stored & { Employment: object[] }>('/api/carry/employee', {
      Id,
      RowVersion,
      FirstName: 'Ann',
      LastName: 'Moss',
      HireDate: '2019-02-01',
      CarryEligibleDate: '2020-01-01',
      JobLevel: 7,
    });
    expect(moved.Employment, 'a corrected hire is one hire').toMatchObject([
      { Kind: 'HIRED', EventDate: '2019-02-01' },
    ]);
    server.passMinutes(60);
    const leave = { terminationReason: 'Left for a rival', terminationDate: '2024-06-30' };
    await post(`/api/carry/employee/${Id}/terminate`, { id: Id, rowVersion: moved.RowVersion, ...leave });
    const left = server.now.toISOString();
    server.passMinutes(60);
    await post(`/api/carry/employee/${Id}/rehire`, { rehireReason: 'Came back', rehireDate: '2025-01-02' });
    const displayed = await get(`/api/carry/employee/${Id}`);
    expect(displayed).toMatchObject({ JobLevel: 7, TerminationDate: null, TerminationReason: null });
    expect(displayed.Employment).toEqual([
      {
        Kind: 'HIRED',
        EventDate: '2019-02-01',
        Reason: null,
        RecordedBy: expect.any(String),
        RecordedDate: expect.any(String),
      },
      {
        Kind: 'TERMINATED',
        EventDate: '2024-06-30',
        Reason: 'Left for a rival',
        RecordedBy: expect.stringMatching(/./),
        RecordedDate: left,
      },
      {
        Kind: 'REHIRED',
        EventDate: '2025-01-02',
        Reason: 'Came back',
        RecordedBy: expect.stringMatching(/./),
        RecordedDate: server.now.toISOString(),
      },
    ]);
    const stale = await call('POST', `/api/carry/employee/${Id}/terminate`, {
      ...leave,
      rowVersion: RowVersion,
      terminationDate: '2025-06-30',
    });
    expect(stale.statusCode).toBe(409);
    const early = await call('POST', `/api/carry/employee/${Id}/terminate`, {
      ...leave,
      terminationDate: '2018-01-01',
    });
    expect(early.json()).toMatchObject({ Errors: [{ Code: 'TERMINATED_BEFORE_HIRE' }] });
    const here = await call('POST', `/api/carry/employee/${Id}/rehire`, {
      rehireReason: 'x',
      rehireDate: '2025-02-01',
    });
    expect(here.statusCode).toBe(409);
    expect(here.json()).toMatchObject({ Errors: [{ Code: 'WRONG_STATE', Path: 'Status' }] });
    expect(here.json()).toMatchObject({ Message: 'This isn’t possible while the status is Active.' });
  });

  it('lists each kind by its own name, the eligible ones unless asked otherwise, and finds quoted text exactly [U-C-016 U-C-137 U-C-143 U-C-149]', async () => {
    await hire('Bea', 'Moss', { JobLevel: 9 });
    await hire('Bea', 'Mossman', { CarryEligibleDate: null });
    await post('/api/carry/trust', { LegalName: 'Alpha Trust', CarryEligibleDate: '2020-01-01' });
    await post('/api/carry/trust', { LegalName: 'Omega Trust', CarryEligibleDate: '2020-01-01' });
    const employees = await get(
      '/api/carry/employee/participantIndex?StartPage=1&PageSize=20&SortColumn=JobLevel&SortAsc=false&SearchQuery=moss',
    );
    expect(employees).toMatchObject({ TotalItemCount: 2, PageSize: 20, Sort: 'JobLevel', SortAsc: false });
    expect(employees.PageData.map(({ JobLevel }: { JobLevel: number }) => JobLevel)).toEqual([9, 7]);
    const everyone = await get('/api/carry/employee/participantIndex?IsCarryEligible=false&SearchQuery=moss');
    expect(everyone).toMatchObject({ TotalItemCount: 3, PageSize: 20, Sort: 'JobLevel', SortAsc: false });
    const exactly = await get('/api/carry/employee?IsCarryEligible=false&SearchQuery=%22bea%20moss%22');
    expect(exactly).toMatchObject({ TotalItemCount: 1, PageData: [{ Name: 'Bea Moss' }] });
    const trusts = await get('/api/carry/trust/participantIndex?SortColumn=TrustName&SortAsc=false');
    expect(trusts.PageData.map(({ TrustName }: { TrustName: string }) => TrustName)).toEqual([
      'Omega Trust',
      'Alpha Trust',
    ]);
    expect(await get('/api/carry/participantEntity/participantIndex')).toMatchObject({
      PageData: [{ EntityName: 'Holding', NumberOfMembers: 1 }],
    });
  });

  it('shows the trusts of an employee, and what of a trust is vested on any day [U-C-063 U-C-042]', async () => {
    const owner = await hire('Cleo', 'Byrne');
    const type = await server.referenceEntry(tenantId, 'trust-type', 'GRAT');
    const trust = await post('/api/carry/trust', {
      LegalName: 'Byrne Family Trust',
      Type: { Id: type },
      Employee: { Id: owner.Id },
      FormationDate: '2021-05-04',
      CarryEligibleDate: '2021-05-04',
      Address: { City: 'Boston' },
    });
    expect(await get(`/api/carry/trust/${trust.Id}`)).toMatchObject({
      Status: { Code: 'ACTIVE' },
      TerminationDate: null,
      Address: null,
    });
    expect(await get(`/api/carry/trust/v2/${trust.Id}`)).toMatchObject({ Name: 'Byrne Family Trust', Clawback: null });
    expect(await get(`/api/carry/employee/${owner.Id}/trust`)).toMatchObject([
      {
        Name: 'Byrne Family Trust',
        Type: { Id: type },
        FormationDate: '2021-05-04',
        Status: { Description: 'Active' },
        IsCarryEligible: true,
      },
    ]);
    expect((await call('GET', `/api/carry/employee/${trust.Id}/trust`)).statusCode).toBe(404);
    await post(`/api/carry/allocationprofile/${planted.coinvestment}/allocation`, {
      Name: 'Co-Invest Allocation Profile',
      EffectiveDate: '2022-01-01',
      IsCurrent: true,
      IsShareBased: false,
      Entries: [
        {
          ParticipantId: trust.Id,
          Fixed: '20',
          ParticipantClass: { Id: partner },
          VestingSchedule: { Id: schedule },
        },
      ],
    });
    const url = `/api/carry/participant/${trust.Id}/vesting`;
    expect(await get(url), 'nothing to vest from').toMatchObject({
      Sources: [{ SourceName: 'Co-Invest', Reason: expect.stringContaining('no start date for vesting') }],
      Rows: [{ VestingFrom: null, VestedPercentage: null, VestedCarryAmount: null }],
      Totals: { OriginalCarryAmount: '0.00', TrancheWeightingPercentage: null },
    });
    const why = await call(
      'GET',
      `${url}/explanation?figure=vestedCarryAmount&sourceId=${planted.coinvestment}&tranche=0`,
    );
    expect([why.statusCode, why.json().Errors[0].Code]).toEqual([422, 'NO_VESTING_START']);
    expect((await get(`${url}/explanation?figure=vestedCarryAmount`)).Inputs).toMatchObject([
      { Name: 'Co-Invest (not determined)', Value: null },
    ]);
    expect((await call('GET', `${url}/export`)).statusCode).toBe(200);
    const coinvestment = await get(`/api/carry/coinvestment/${planted.coinvestment}`);
    await post('/api/carry/coinvestment', {
      Id: planted.coinvestment,
      RowVersion: coinvestment.RowVersion,
      Code: 'CO',
      Name: 'Co-Invest',
      Fund: { Id: planted.fund },
      InitialCloseDate: '2022-01-31',
    });
    const on = (day: string) => get(`${url}?carryAmount=1000.00&vestingDate=${day}`);
    expect(await on('2022-02-28')).toMatchObject({ VestingDateIs: 'chosen', Totals: { VestedCarryAmount: '0.00' } });
    expect(await on('2023-01-30')).toMatchObject({ Totals: { VestedCarryAmount: '0.00' } });
    expect(await on('2023-01-31')).toMatchObject({
      Sources: [{ SourceName: 'Co-Invest', Effective: '20', VestingSchedule: 'Partner, four years' }],
      Totals: { OriginalCarryAmount: '200.00', VestedCarryAmount: '100.00', ForfeitedCarryAmount: '100.00' },
    });
    expect(await on('2026-01-31')).toMatchObject({ Totals: { ForfeitedCarryAmount: '0.00' } });
    expect(await on('2021-12-31'), 'before the profile was in force').toMatchObject({ Sources: [], Rows: [] });
    expect(
      await get(`/api/carry/trust/${trust.Id}/allocations?asOf=2023-06-30&sourceType=fundOrCoinvest`),
    ).toMatchObject({
      PageData: [{ SourceType: 'coinvestment', Effective: '20', VestedPercentage: '50' }],
    });
  });

  it('narrows lists of participants by status, class, office and type, in files too', async () => {
    const office = await server.referenceEntry(tenantId, 'office', 'NYC');
    await hire('Olga', 'Office', { Office: { Id: office }, ParticipantClass: { Id: partner } });
    const leaver = await hire('Otto', 'Office', { HireDate: '2020-01-01', Office: { Id: office } });
    await post(`/api/carry/employee/${leaver.Id}/terminate`, {
      id: leaver.Id,
      rowVersion: leaver.RowVersion,
      terminationReason: 'Left',
      terminationDate: '2024-01-31',
    });
    const names = async (query: string, list = 'participant/participants') =>
      (await get(`/api/carry/${list}?SearchQuery=office&${query}`)).PageData.map(({ Name }: { Name: string }) => Name);
    expect(await names(`office=${office}`)).toEqual(['Olga Office', 'Otto Office']);
    expect(await names('office=nyc&status=TERMINATED')).toEqual(['Otto Office']);
    expect(await names('participantClass=partner&type=Employee')).toEqual(['Olga Office']);
    expect(await names('type=Trust')).toEqual([]);
    expect(await names('status=ACTIVE&office=NYC', 'employee/participantIndex')).toEqual(['Olga Office']);
    expect((await call('GET', '/api/carry/participant/participants?status=GONE')).statusCode).toBe(400);
    const file = await call('GET', '/api/carry/participant/participants?format=csv&office=nyc&status=TERMINATED');
    expect(file.body).toContain('Otto Office');
    expect(file.body).not.toContain('Olga Office');
  });

  it('sums vesting up by source, as of the termination unless another day is chosen', async () => {
    const url = `/api/carry/participant/${planted.employee}/vesting`;
    expect(await get(url)).toMatchObject({
      VestingDate: server.now.toISOString().slice(0, 10),
      VestingDateIs: 'today',
    });
    const { RowVersion } = await get(`/api/carry/employee/${planted.employee}`);
    await post(`/api/carry/employee/${planted.employee}/terminate`, {
      id: planted.employee,
      rowVersion: RowVersion,
      terminationReason: 'Retired',
      terminationDate: '2024-12-31',
    });
    const titles = async () => {
      const { rawPayload } = await call('GET', `${url}/export?carryAmount=1000.00`);
      return JSON.stringify((await readWorkbook(rawPayload))._unsafeUnwrap());
    };
    const gone = await get(`${url}?carryAmount=1000.00`);
    expect(gone).toMatchObject({
      VestingDate: '2024-12-31',
      VestingDateIs: 'termination',
      Sources: [
        {
          SourceId: planted.fund,
          Effective: '10',
          VestingSchedule: 'Five years',
          OriginalCarryAmount: '100.00',
          VestedCarryAmount: '40.00',
          ForfeitedCarryAmount: '60.00',
          TrancheWeightingPercentage: '100',
        },
      ],
      Rows: [{ SourceId: planted.fund, VestedPercentage: '40' }, { VestedPercentage: '40' }],
    });
    expect(await titles()).toContain('Forfeited');
    expect(await get(`${url}?carryAmount=1000.00&vestingDate=2026-01-01`)).toMatchObject({ VestingDateIs: 'chosen' });
    await post(`/api/carry/employee/${planted.employee}/rehire`, { rehireReason: 'Back', rehireDate: '2025-02-01' });
    expect(await get(url)).toMatchObject({ VestingDateIs: 'today' });
    // Nobody forfeits anything before leaving.
    expect(await titles()).toContain('Not vested');
    expect(await titles()).not.toContain('Forfeited');
  });

  it('lists, exports and finds a trust without an employee among those that are not carry eligible', async () => {
    await post('/api/carry/trust', { Name: 'Lonely trust', LegalName: 'Lonely trust' });
    const all = 'isCarryEligible=false&SearchQuery=lonely';
    for (const list of ['/api/carry/trust', '/api/carry/participant/participants'])
      expect((await get(`${list}?${all}`)).PageData).toMatchObject([{ Name: 'Lonely trust', IsCarryEligible: false }]);
    expect((await call('GET', `/api/carry/trust?${all}&format=csv`)).body).toContain('Lonely trust');
  });

  it('refuses a second trust of the same name, however it is written', async () => {
    const { Id, Name } = await post<Stored & { Name: string }>('/api/carry/trust', {
      LegalName: 'Hale  Family\u00a0Trust',
    });
    expect(Name, 'runs of spaces are one space').toBe('Hale Family Trust');
    const twin = await call('POST', '/api/carry/trust', { LegalName: 'Hale  family Trust' });
    expect([twin.statusCode, twin.json()]).toMatchObject([
      409,
      {
        Errors: [
          {
            Path: 'Name',
            Code: 'DUPLICATE',
            Message:
              'Another trust already has this name. Add what tells them apart, such as the year in which the trust was formed.',
          },
        ],
      },
    ]);
    const other = await post('/api/carry/trust', { LegalName: 'Hale Family Trust', Name: 'Hale Family Trust 2021' });
    expect(other.Id).not.toBe(Id);
  });

  it('deletes whom nothing refers to, with the notes and documents, and nobody else', async () => {
    const { Id } = await hire('Dora', 'Gray');
    await post('/api/note', { ObjectId: Id, ObjectType: 'employee', NoteText: 'Was never here' });
    const refused = await call('DELETE', `/api/carry/employee/${planted.employee}`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ Message: string }>().Message).toBe(
      'This record is in use and can not be deleted. Entity members refer to it.',
    );
    expect((await call('DELETE', `/api/carry/employee/${Id}`)).statusCode).toBe(200);
    const { rows } = await server.database.worker.query('SELECT 1 FROM note WHERE tenant_id = $1 AND object_id = $2', [
      tenantId,
      Id,
    ]);
    expect(rows).toEqual([]);
  });

  it('gives tax profiles to people, funds, coinvestments, one holder of an investment and all of them, once each [U-C-100 U-C-134]', async () => {
    const profile = await post('/api/carry/taxprofile', {
      Name: 'Withholding',
      SubjectToCharacterization: false,
      TaxRate: '12.5',
      IsInactive: false,
    });
    const profiles = [{ TaxProfileId: profile.Id }];
    const places = {
      [`participant/${planted.employee}/tax-profiles`]: 'participant',
      [`fund/${planted.fund}/tax-profiles`]: 'fund',
      [`coinvestment/${planted.coinvestment}/tax-profiles`]: 'coinvestment',
    };
    for (const [path, SourceType] of Object.entries(places)) {
      expect(await post(`/api/carry/${path}`, profiles)).toMatchObject([
        { SourceType, TaxProfile: { Name: 'Withholding' }, TaxRate: '12.5', SubjectToCharacterization: false },
      ]);
      const again = await call('POST', `/api/carry/${path}`, profiles);
      const message = 'The tax profile is already assigned there.';
      expect([again.statusCode, again.json().Errors[0]]).toMatchObject([409, { Code: 'DUPLICATE', Message: message }]);
    }
    const ofInvestment = `/api/carry/investment/${planted.investment}/tax-profiles`;
    const [assignment] = await post<{ SourceId: string }[]>(ofInvestment, [
      { TaxProfileId: profile.Id, SourceId: planted.fund, SourceType: 'fund' },
    ]);
    expect(assignment).toMatchObject({ SourceType: 'fund', SourceId: planted.fund });
    expect(await post(ofInvestment, [{ TaxProfileId: profile.Id, SourceType: 'all' }])).toHaveLength(2);
    const elsewhere = await call('POST', ofInvestment, [
      { TaxProfileId: profile.Id, SourceId: planted.coinvestment, SourceType: 'coinvestment' },
    ]);
    expect(elsewhere.statusCode, 'the coinvestment does not hold it').toBe(404);
    const all = '00000000-0000-0000-0000-000000000000';
    const removed = await call('DELETE', `${ofInvestment}?profileId=${profile.Id}&sourceId=${all}`);
    expect(removed.json()).toMatchObject([{ SourceType: 'fund' }]);
    expect(await get(`/api/carry/taxprofile/${profile.Id}`)).toMatchObject({ NumberOfAssignments: 4 });
    const gone = await call('DELETE', `/api/carry/participant/${planted.employee}/tax-profile/${profile.Id}`);
    expect(gone.json()).toEqual([]);
    await post('/api/carry/taxprofile', {
      Id: profile.Id,
      RowVersion: profile.RowVersion,
      Name: 'Withholding',
      SubjectToCharacterization: false,
      TaxRate: '12.5',
      IsInactive: true,
    });
    const archived = await call('POST', `/api/carry/participant/${planted.employee}/tax-profiles`, profiles);
    expect(archived.json()).toMatchObject({ Errors: [{ Code: 'ARCHIVED' }] });
  });

  it('keeps the reason for a change of a vesting schedule', async () => {
    const displayed = await get(`/api/carry/vestingschedule/${schedule}`);
    await post('/api/carry/vestingschedule', {
      Id: schedule,
      RowVersion: displayed.RowVersion,
      Name: 'Partner, four years',
      ParticipantClass: { Id: partner },
      Details: [{ PeriodStart: 0, VestedPercentage: '100' }],
      Reason: 'The committee vested everybody',
    });
    expect(await get(`/api/activity/${schedule}`)).toMatchObject({
      PageData: [{ Operation: 'saveVestingSchedule', Reason: 'The committee vested everybody' }, {}],
    });
  });

  it('leaves everything as it is until a termination comes, and takes back one that has not', async () => {
    const { Id } = await hire('Ida', 'Sole', { HireDate: '2020-10-01', CarryEligibleDate: '2020-10-01' });
    const leave = { terminationReason: 'Retires', terminationDate: '2026-10-15' };
    const terminated = await post<Stored>(`/api/carry/employee/${Id}/terminate`, leave);
    const displayed = async () => ({
      profile: await get(`/api/carry/employee/${Id}`),
      list: (await get('/api/carry/employee?SearchQuery=%22ida%20sole%22')).PageData[0],
    });
    const before = await displayed();
    expect(before.profile).toMatchObject({
      Status: { Code: 'ACTIVE', Description: 'Active' },
      YearsOfService: '6',
      TerminationDate: '2026-10-15',
    });
    expect(before.list).toMatchObject({ Status: { Code: 'ACTIVE' }, TerminationDate: '2026-10-15' });
    expect(await get(`/api/carry/participant/${Id}/vesting`)).toMatchObject({ VestingDateIs: 'today' });

    const back = { rowVersion: terminated.RowVersion, rehireReason: 'Stays on', rehireDate: '2026-10-01' };
    const rehired = await post<Stored & { Employment: object[] }>(`/api/carry/employee/${Id}/rehire`, back);
    expect(rehired.Employment, 'an employment without a break').toMatchObject([{ Kind: 'HIRED' }]);
    expect((await displayed()).profile).toMatchObject({ TerminationDate: null, TerminationReason: null });

    await post(`/api/carry/employee/${Id}/terminate`, leave);
    server.passMinutes(20 * 24 * 60);
    person = await server.person(tenantId, { carry: 'administrator' });
    const after = await displayed();
    expect(after.profile).toMatchObject({ Status: { Code: 'TERMINATED' }, YearsOfService: '6' });
    expect(after.list).toMatchObject({ Status: { Code: 'TERMINATED', Description: 'Terminated' } });
    expect(await get(`/api/carry/participant/${Id}/vesting`)).toMatchObject({
      VestingDateIs: 'termination',
      VestingDate: '2026-10-15',
    });
  });
});
