import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

describe('what a participant’s profile shows', () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  let planted: PlantedCarry;
  let person: TestPerson;
  const send = (url: string) => server.call(token, tenantId, { method: 'GET', url });
  const get = async (url: string) => {
    const answer = await send(url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    token = person.token;
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('sums up a person over all paths, and an entity over what went through it [U-C-042]', async () => {
    expect(await get(`/api/carry/empv2/${planted.employee}`)).toMatchObject({
      Name: 'Zanele Mokoena',
      Clawback: null,
      CarryBalance: null,
      EscrowHeld: '15.00',
      TotalCarryDistributed: '150.00',
      TotalNetDistributed: '135.00',
      ForecastdCarry: '0.00',
    });
    expect(await get(`/api/carry/participantEntity/v2/${planted.entity}`)).toMatchObject({
      CarryBalance: null,
      EscrowHeld: '5.00',
      TotalCarryDistributed: '50.00',
    });
    expect((await send(`/api/carry/trust/v2/${planted.entity}`)).statusCode).toBe(404);
  });

  it('tells all figures of one day: what is dated after it counts for none of them', async () => {
    const paid = { EscrowHeld: '15.00', TotalCarryDistributed: '150.00', TotalNetDistributed: '135.00' };
    const nothing = { EscrowHeld: '0.00', TotalCarryDistributed: '0.00', TotalNetDistributed: '0.00' };
    const url = `/api/carry/empv2/${planted.employee}`;
    expect(await get(`${url}?asOf=2025-06-30`)).toMatchObject(paid);
    expect(await get(`${url}?asOf=2025-06-29`)).toMatchObject(nothing);
    expect(await get(`/api/carry/participantEntity/v2/${planted.entity}?asOf=2025-06-29`)).toMatchObject(nothing);
  });

  it('charts what was paid by sector, fund, year and date', async () => {
    const base = `/api/carry/employee/${planted.employee}/distributions`;
    expect(await get(`${base}/sector`)).toMatchObject([{ Name: 'HEALTH', Amount: '150.00' }]);
    expect(await get(`${base}/fund`)).toMatchObject([{ Id: planted.fund, Name: 'Fund I', Amount: '150.00' }]);
    expect(await get(`${base}/year`)).toMatchObject([{ Name: '2025', Amount: '150.00' }]);
    expect(await get(`${base}/history`)).toMatchObject([{ Date: '2025-06-30', Amount: '150.00' }]);
    expect(await get(`/api/carry/trust/${planted.employee}/estimates/source`).catch(() => 'none')).toBe('none');
    expect(await get(`/api/carry/employee/${planted.employee}/forecasts/source`)).toEqual([]);
  });

  it('lists the history path by path, with its totals [U-C-167]', async () => {
    const url = `/api/carry/employee/${planted.employee}/distribution-history`;
    expect(await get(url)).toMatchObject({
      TotalItemCount: 2,
      PageSize: 20,
      Totals: expect.arrayContaining([
        { Field: 'grossCarryDistributed', Total: '150.00', Currency: 'USD' },
        { Field: 'netCarryDistributed', Total: '135.00', Currency: 'USD' },
      ]),
      PageData: [
        { DistributionStatus: 'Disbursed', Type: 'Tranche', Fund: 'Fund I', Sector: 'HEALTH', FundId: planted.fund },
        {},
      ],
    });
    expect(await get(`${url}?SearchQuery=nothing`)).toMatchObject({ TotalItemCount: 0 });
    expect((await send(`${url}?format=excel`)).headers['content-type']).toContain('spreadsheetml');
    // Both payments are of one source, so a file has to say which one came through the entity.
    expect((await send(`${url}?format=csv`)).body).toMatch(/^2025-06-30,.*,Holding,Tranche,.*,50\.00,/m);
    const estimates = `/api/carry/employee/${planted.employee}/forecast-history?source=`;
    expect((await send(`${estimates}all&format=csv`)).body).toContain('Source,Through');
    for (const source of ['all', 'fund', 'coinvestment'])
      expect(await get(`${estimates}${source}`)).toMatchObject({ TotalItemCount: 0 });
    expect((await send(`${estimates}tranche`)).statusCode).toBe(400);
  });

  it('lists allocations with what is vested on the day [U-C-166]', async () => {
    const url = `/api/carry/employee/${planted.employee}/allocations`;
    expect(await get(url)).toMatchObject({
      PageData: [
        {
          SourceType: 'fund',
          TargetId: planted.fund,
          Effective: '10',
          VestedPercentage: '85',
          InvestmentDate: '2019-01-01',
        },
      ],
    });
    const vested = `/api/carry/employee/${planted.employee}/vesting`;
    // 75% was invested on January 15, 2020 and 25% on October 1, 2024. Vesting counts from these dates; the fund's
    // close in 2019 doesn't matter.
    for (const [asOf, percent] of [
      ['2023-12-31', '40'],
      ['2025-10-01', '85'],
      ['2021-06-30', '40'],
    ] as const) {
      const analysis = await get(`/api/carry/participant/${planted.employee}/vesting?vestingDate=${asOf}`);
      const expected = { VestedPercentage: percent, VestingBasis: 'By tranche' };
      expect(await get(`${url}?asOf=${asOf}`), asOf).toMatchObject({ PageData: [expected] });
      expect(await get(`${vested}?asOf=${asOf}`), asOf).toMatchObject({ PageData: [expected] });
      expect(analysis.Sources, asOf).toMatchObject([expected]);
    }
    expect(await get(`${url}?asOf=2018-12-31`)).toMatchObject({ TotalItemCount: 0 });
    // A date after a termination shows what the termination left. A date before it shows the full allocation.
    const left = (day: string | null) =>
      server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query('UPDATE participant SET termination_date = $2 WHERE tenant_id = $1 AND id = $3', [
          tenantId,
          day,
          planted.employee,
        ]),
      );
    await left('2024-12-31');
    const displayedOn = async (list: string, day: string) =>
      (await get(`${list}?asOf=${day}`)).PageData[0].VestedPercentage;
    for (const list of [url, vested]) {
      expect([list, await displayedOn(list, '2025-10-01'), await displayedOn(list, '2024-09-30')]).toEqual([
        list,
        '40',
        '40',
      ]);
      expect([list, (await get(list)).PageData[0].VestedPercentage]).toEqual([list, '40']);
    }
    await left(null);
    expect(await get(`${url}?sourceType=tranche`)).toMatchObject({ TotalItemCount: 0 });
    for (const all of ['all', 'fundOrCoinvest'])
      expect(await get(`${url}?sourceType=${all}`)).toMatchObject({ TotalItemCount: 1 });
    for (const other of ['investment', 'vintage'])
      expect(await get(`${url}?sourceType=${other}`)).toMatchObject({ TotalItemCount: 0 });
    expect((await send(`${url}?sourceType=fund`)).statusCode).toBe(400);
    expect((await send(`${url}?format=excel`)).statusCode).toBe(200);
  });

  it('tells one escrow balance of an entity: profile, account and letter', async () => {
    const answer = await send(`/api/carry/distribution/${planted.distribution}/letter/${planted.entity}`);
    const letter = pdfTexts(answer.rawPayload).flat().join('');
    expect(letter.slice(letter.indexOf('Held in escrow'))).toContain('USD5.00');
    const account = await get(`/api/carry/participant/${planted.entity}/accountEntries?ledger=escrow`);
    expect(account.PageData.map(({ Balance }: { Balance: string }) => Balance)).toEqual(['5.00']);
    expect((await get(`/api/carry/participantEntity/v2/${planted.entity}`)).EscrowHeld).toBe('5.00');
  });

  it('keeps the balance beside each entry of the account', async () => {
    const entries = await get(`/api/carry/participant/${planted.employee}/accountEntries`);
    expect(entries).toMatchObject({
      TotalItemCount: 2,
      Totals: [
        { Field: 'amount', Total: '-150.00' },
        {
          Field: 'balance',
          Total: null,
          Coverage: { Included: 0, Of: 1, LeftOut: [{ Reason: 'nothing has been accrued' }] },
        },
      ],
    });
    const csv = await send(`/api/carry/participant/${planted.employee}/accountEntries?format=csv`);
    const [header, ...lines] = csv.body.split('\r\n');
    expect(header).toContain('Source,Through,');
    expect(header).toContain('Amount,Balance,Tax,Loan repayment,Other');
    expect(lines.find((line) => line.includes('-50.00'))).toContain(',Holding,');
    expect(lines.find((line) => line.includes('-100.00'))).not.toContain('Holding');
    // Entries that only reduce an account don't reveal its balance.
    expect(entries.PageData[0].Balance).toBeNull();
    expect(await get(`/api/carry/participant/${planted.entity}/accountEntries`)).toMatchObject({
      PageData: [{ Amount: '-50.00', Balance: null, Kind: 'Distribution', Description: 'First' }],
    });
    expect(await get(`/api/carry/participant/${planted.employee}/accountEntries?ledger=escrow`)).toMatchObject({
      TotalItemCount: 2,
      Totals: [{ Total: '15.00' }, { Field: 'balance', Total: '15.00' }],
    });
    expect(await get(`/api/carry/participant/${planted.employee}/accountEntries?asOf=2025-01-01`)).toMatchObject({
      TotalItemCount: 0,
    });
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
         SELECT $1, gen_random_uuid(), $2, e.container_id, 'OPENING', '2020-01-01', 1000, e.currency_id
         FROM account_entry e WHERE e.tenant_id = $1 AND e.participant_id = $2 LIMIT 1`,
        [tenantId, planted.employee],
      ),
    );
    const opened = await get(`/api/carry/participant/${planted.employee}/accountEntries`);
    expect(opened.PageData.map(({ Balance }: { Balance: string }) => Balance)).toContain('850.00');
    const summary = await get(`/api/carry/empv2/${planted.employee}`);
    expect(summary).toMatchObject({
      CarryBalance: '850.00',
      CarryBalanceCoverage: { Included: 1, Of: 1, LeftOut: [] },
    });
  });

  it('sums the balances of the sources at which something was accrued, and names the others', async () => {
    const paidOnly = '2025-07-01';
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
         SELECT $1, gen_random_uuid(), $2, $3, 'DISTRIBUTION', $4, -40, e.currency_id
         FROM account_entry e WHERE e.tenant_id = $1 AND e.participant_id = $2 LIMIT 1`,
        [tenantId, planted.employee, planted.fund, paidOnly],
      ),
    );
    const coverage = {
      Included: 1,
      Of: 2,
      LeftOut: [{ Name: 'Fund I', Reason: 'nothing has been accrued', LastDate: null }],
      Carried: [],
    };
    const line = { CarryBalance: '850.00', CarryBalanceCoverage: coverage };
    expect(await get(`/api/carry/empv2/${planted.employee}`)).toMatchObject({ ...line, ByCurrency: [line] });
    expect((await get(`/api/carry/empv2/${planted.employee}?asOf=2025-06-30`)).CarryBalanceCoverage.Of).toBe(1);
    const entries = await get(`/api/carry/participant/${planted.employee}/accountEntries`);
    expect(entries.PageData[0]).toMatchObject({ EntryDate: paidOnly, Amount: '-40.00', Balance: '850.00' });
    expect(entries.Totals).toMatchObject([
      { Field: 'amount', Total: '810.00' },
      { Field: 'balance', Total: '850.00', Coverage: coverage },
    ]);
    const file = await send(`/api/carry/participant/${planted.employee}/accountEntries?format=application/pdf`);
    expect(pdfTexts(file.rawPayload).flat().join(' ')).toContain('sources; excludes Fund I (nothing has been accrued)');
    expect(await get(`/api/carry/fund/${planted.fund}/investor-balances`)).toMatchObject([
      { Balance: '850.00', Coverage: coverage },
    ]);
    const report = await get('/api/carry/reporting/v2/estimated-accrued-carry');
    expect(JSON.stringify(report)).toContain('"Reason":"nothing has been accrued"');
  });

  it('counts what was entered before an account begins from the day on which it begins', async () => {
    const before = '2025-07-05';
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
      for (const [kind, day, amount] of [
        ['ACCRUAL', '2025-07-10', 100],
        ['DISTRIBUTION', '2025-07-15', -1],
      ])
        await tx.query(
          `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
           SELECT $1, gen_random_uuid(), $2, $3, $4, $5, $6, e.currency_id
           FROM account_entry e WHERE e.tenant_id = $1 AND e.participant_id = $2 LIMIT 1`,
          [tenantId, planted.employee, planted.fund, kind, day, amount],
        );
    });
    const url = `/api/carry/participant/${planted.employee}/accountEntries`;
    const all = await get(url);
    const balances = all.PageData.map(({ Balance }: { Balance: string | null }) => Balance);
    expect(balances.slice(0, 3)).toEqual(['909.00', '910.00', '850.00']);
    expect(all.Totals[1]).toMatchObject({ Field: 'balance', Total: '909.00' });
    expect((await get(`${url}?asOf=${before}`)).Totals[1]).toMatchObject({ Total: '850.00', Coverage: { Of: 2 } });
    expect((await get(`/api/carry/empv2/${planted.employee}`)).CarryBalance).toBe('909.00');
  });

  it('answers 404 for every list of a record that is not there, and for its export', async () => {
    const lists = (id: string) => [
      ...['distribution-history', 'forecast-history', 'allocations', 'vesting'].map((list) => `employee/${id}/${list}`),
      `trust/${id}/distribution-history`,
      `participantEntity/${id}/allocations`,
      `participantEntity/${id}/eligible-members`,
      `participant/${id}/accountEntries`,
      `participantEntity/${planted.entity}/member/${id}/distribution-history`,
      `participantEntity/${id}/member/${planted.employee}/distribution-history`,
      `allocationprofile/${id}/entry`,
    ];
    // The fund exists but isn't a participant.
    for (const path of [...lists('00000000-0000-7000-8000-000000000001'), ...lists(planted.fund)]) {
      expect((await send(`/api/carry/${path}`)).statusCode, path).toBe(404);
      expect((await send(`/api/carry/${path}?format=excel`)).statusCode, path).toBe(404);
    }
    expect((await send(`/api/carry/trust/${planted.employee}/distribution-history`)).statusCode).toBe(404);
    const nothingYet = `/api/carry/employee/${planted.employee}/forecast-history`;
    expect(await get(nothingYet)).toMatchObject({ TotalItemCount: 0 });
  });

  it('explains a vesting figure down to the schedule, and refuses one that is not there', async () => {
    const url = `/api/carry/participant/${planted.employee}/vesting`;
    const query = `fundId=${planted.fund}&carryAmount=1000.00&vestingDate=2025-10-01`;
    const { Totals, Sources } = (await get(`${url}?${query}`)) as {
      readonly Totals: Readonly<Record<string, string>>;
      readonly Sources: readonly { readonly SourceId: string }[];
    };
    const sum = (await get(`${url}/explanation?${query}&figure=forfeitedCarryAmount`)) as {
      readonly Result: string;
      readonly Children: readonly unknown[];
    };
    expect(sum.Result).toBe(Totals['ForfeitedCarryAmount']);
    expect(sum.Children).toHaveLength(1);
    const ofTranche = `${url}/explanation?${query}&sourceId=${Sources[0]?.SourceId ?? ''}&tranche=`;
    expect(await get(`${ofTranche}0&figure=vestedPercentage`)).toMatchObject({ Formula: 'vesting.percent' });
    const [source] = Sources as readonly { readonly SourceId: string; readonly VestedPercentage: string }[];
    const ofSource = `${url}/explanation?${query}&sourceId=${source?.SourceId ?? ''}&figure=vestedPercentage`;
    expect(await get(ofSource)).toMatchObject({ Formula: 'vesting.vested.source', Result: source?.VestedPercentage });
    const terms = ((await get(ofSource)) as { readonly Inputs: readonly { readonly Name: string }[] }).Inputs;
    const { Rows } = (await get(`${url}?${query}`)) as { readonly Rows: readonly { readonly TrancheName: string }[] };
    const names = Rows.map(({ TrancheName }) => TrancheName);
    expect(terms.map(({ Name }) => Name)).toEqual([
      ...names.map((name) => `Invested · ${name}`),
      ...names.map((name) => `Vested percentage · ${name}`),
    ]);
    expect((await send(`${ofTranche}99&figure=vestedPercentage`)).statusCode).toBe(404);
  });

  it('analyses vesting by the domain, tranche by tranche [U-C-136 U-C-146]', async () => {
    const url = `/api/carry/participant/${planted.employee}/vesting`;
    expect(await get(`${url}?fundId=${planted.fund}&carryAmount=1000.00&vestingDate=2025-10-01`)).toMatchObject({
      VestingDate: '2025-10-01',
      Rows: [
        {
          TrancheNumber: 1,
          TrancheWeightingPercentage: '75',
          OriginalCarryAmount: '75.00',
          VestedPercentage: '100',
          VestedCarryAmount: '75.00',
          VestingFrom: '2020-01-15',
        },
        {
          TrancheNumber: 2,
          TrancheWeightingPercentage: '25',
          OriginalCarryAmount: '25.00',
          VestedPercentage: '40',
          ForfeitedCarryAmount: '15.00',
          VestingFrom: '2024-10-01',
        },
      ],
      Totals: {
        OriginalCarryAmount: '100.00',
        VestedCarryAmount: '85.00',
        WeightedVestedEffectiveAllocationPercentage: '8.5',
      },
    });
    expect(await get(url)).toMatchObject({ Rows: [{ CalculatedTrancheCarryAmount: '750.00' }, {}] });
    expect((await send(`${url}?fundId=${planted.coinvestment}`)).statusCode).toBe(404);
    const path = `${url}/export?fundId=${planted.fund}`;
    const file = await send(path);
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    // A browser that follows a link has only the token in the address.
    const request = { method: 'POST', url: '/api/signin/download-token', payload: { Path: path } } as const;
    const { AuthToken } = (await server.call(token, tenantId, request)).json<{ AuthToken: string }>();
    const linked = `${path}&AuthToken=${AuthToken}&tenant_id=${tenantId}`;
    expect((await server.app.inject({ method: 'GET', url: linked })).statusCode).toBe(200);
  });

  it('lists where a participant has a part, and the participants of a kind [A-T-069 A-T-070 A-T-071]', async () => {
    expect(await get(`/api/carry/participant/${planted.employee}/fund-and-coinvestment`)).toMatchObject([
      { Id: planted.fund, Type: 'fund' },
    ]);
    expect(await get(`/api/carry/participant/${planted.employee}/investment`)).toEqual([]);
    expect(await get(`/api/carry/participant/${planted.employee}/estimate`)).toEqual([]);
    expect(await get('/api/carry/employee/navigation-list')).toMatchObject([
      { Id: planted.employee, Name: 'Zanele Mokoena' },
    ]);
    expect(await get(`/api/carry/employee/${planted.employee}/trust`)).toEqual([]);
    const index =
      '/api/carry/participantEntity/participantIndex?StartPage=1&PageSize=20&SortColumn=EntityName&SortAsc=false&IsCarryEligible=true';
    expect(await get(index)).toMatchObject({ PageData: [{ EntityName: 'Holding' }] });
    expect(await get('/api/carry/employee/participantIndex?SortColumn=JobLevel&SortAsc=false')).toMatchObject({
      TotalItemCount: 1,
    });
  });

  it("says who is carry-eligible on the firm's own day", async () => {
    // The firm's clock is at October 1, 2026, whatever the database's date is.
    const dates = { 'Eve Early': '2026-10-01', 'Lee Later': '2026-10-02', 'Ned Never': null };
    for (const [name, CarryEligibleDate] of Object.entries(dates)) {
      const [FirstName, LastName] = name.split(' ');
      const payload = { FirstName, LastName, ...(CarryEligibleDate ? { CarryEligibleDate } : {}) };
      expect(
        (await server.call(token, tenantId, { method: 'POST', url: '/api/carry/employee', payload })).statusCode,
      ).toBe(200);
    }
    for (const list of ['employee', 'employee/participantIndex', 'participant/participants']) {
      const all = await get(`/api/carry/${list}?IsCarryEligible=false`);
      const flags = all.PageData.filter(({ Name }: { Name: string }) => Name in dates).map(
        ({ Name, IsCarryEligible }: { Name: string; IsCarryEligible: boolean }) => [Name, IsCarryEligible],
      );
      expect(Object.fromEntries(flags), list).toEqual({ 'Eve Early': true, 'Lee Later': false, 'Ned Never': false });
    }
  });

  it('counts a carry that was paid for one source only, whatever lies below it', async () => {
    const vesting = `/api/carry/participant/${planted.employee}/vesting`;
    const before = await get(vesting);
    const [schedule] = (await get('/api/carry/vestingschedule')).PageData;
    const ParticipantClass = { Id: await server.referenceEntry(tenantId, 'participant-class', 'PARTNER') };
    const payload = {
      Name: 'Of the part',
      EffectiveDate: '2020-01-01',
      IsCurrent: true,
      IsShareBased: false,
      Entries: [
        { ParticipantId: planted.employee, Fixed: '20', ParticipantClass, VestingSchedule: { Id: schedule.Id } },
      ],
    };
    const url = `/api/carry/allocationprofile/${planted.part}/allocation`;
    const saved = await server.call(token, tenantId, { method: 'POST', url, payload });
    expect(saved.statusCode, saved.body).toBe(200);
    // Pretends that the holding had shared out the fund's 1,000.00, of which the fund's profile gives 10% and the
    // holding's own 20%.
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
      tx.query('UPDATE distribution_source SET container_id = $2, allocation_profile_id = $3 WHERE tenant_id = $1', [
        tenantId,
        planted.part,
        saved.json<{ Id: string }>().Id,
      ]),
    );
    expect(before.Totals.OriginalCarryAmount).toBe('100.00');
    expect((await get(vesting)).Totals.OriginalCarryAmount).toBe('200.00');
  });
});
