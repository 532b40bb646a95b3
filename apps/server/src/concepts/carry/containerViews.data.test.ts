import { emptyId } from '@carrara/contract/core/kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { TestServer } from '../../testing/testServer.ts';

describe('what the pages of funds, coinvestments and investments show', () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  let planted: PlantedCarry;
  const send = (url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', payload?: object) =>
    server.call(token, tenantId, { method, url: `/api/carry${url}`, ...(payload ? { payload } : {}) });
  const get = async (url: string) => {
    const answer = await send(url);
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return answer.json();
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    const person = await server.person(tenantId, { carry: 'administrator' });
    token = person.token;
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('lists funds and coinvestments together, each with its carry', async () => {
    expect(await get('/fund/fundCoinvestIndex')).toMatchObject({
      TotalItemCount: 2,
      Totals: [{ Field: 'totalCarryDistributed', Total: '150.00' }],
      PageData: [
        { Type: 'Coinvestment', Fund: { Id: planted.fund }, TotalCarryDistributed: '0.00' },
        { Type: 'Fund', NumberOfInvestments: 1, TotalCarryDistributed: '150.00' },
      ],
    });
    expect(await get('/fund/fundCoinvestIndex?view=fund')).toMatchObject({ TotalItemCount: 1 });
    expect(await get('/fund/combinedFunds')).toMatchObject([{ Type: 'Fund' }, { Type: 'Coinvestment' }]);
    expect(await get('/fund/participantCount')).toMatchObject([
      { Name: 'Fund I', ParticipantCount: 2 },
      { ParticipantCount: 0 },
    ]);
    expect(await get('/fund/totalCarryDistributed')).toMatchObject([{ Id: planted.fund, Amount: '150.00' }]);
    for (const kind of ['fund', 'coinvestment', 'investment'])
      expect(await get(`/${kind}/navigation-list`)).toHaveLength(1);
  });

  it('offers what can be distributed and realized', async () => {
    expect(await get('/fund/funds-for-distribution')).toMatchObject([{ Type: 'Fund', Source: { Id: planted.fund } }]);
    expect(await get(`/fund/${planted.fund}/investments-for-distribution`)).toMatchObject([
      { Type: 'Fund Investment' },
      { Type: 'Tranche' },
      { Type: 'Tranche' },
    ]);
    expect(await get('/coinvestment/coinvestments-for-distribution')).toMatchObject([{ Type: 'Coinvestment' }]);
    // A whole fund or coinvestment comes first, then its investments, each with its tranches.
    expect(await get('/fund/investments-for-realizations')).toMatchObject([
      { Id: planted.fund, Type: 'Fund', Investment: null },
      { Id: planted.part, Type: 'Fund Investment', AllocationProfile: { Id: planted.profile } },
      { Type: 'Tranche', Investment: { Id: planted.investment } },
      { Type: 'Tranche' },
      { Type: 'Coinvestment', Investment: null },
    ]);
  });

  it('shows what a fund holds', async () => {
    const fund = `/fund/${planted.fund}`;
    expect(await get(`${fund}/investment`)).toMatchObject({
      PageData: [{ Name: 'Helios', InvestedAmount: '400.00', NumberOfTranches: 2, TotalCarryDistributed: '150.00' }],
    });
    expect(await get(`${fund}/fundInvestments`)).toMatchObject([{ InvestmentId: planted.investment }]);
    expect(await get(`${fund}/coinvestment`)).toMatchObject({ PageData: [{ Code: 'CO' }] });
    expect(await get(`${fund}/tranche`)).toMatchObject({ TotalItemCount: 2 });
    expect(await get(`${fund}/investments/sector`)).toMatchObject([{ Name: 'HEALTH', Amount: '400.00' }]);
    expect(await get(`${fund}/distributions/sector`)).toMatchObject([{ Name: 'HEALTH', Amount: '150.00' }]);
    expect(await get(`${fund}/investment-metrics`)).toEqual([]);
    const sources = await server.call(token, tenantId, {
      method: 'GET',
      url: `/api/performance/fund/${planted.fund}/source-list`,
    });
    expect(sources.json()).toMatchObject([{ Type: 'Fund' }, { Type: 'Fund Investment' }, { Type: 'Tranche' }, {}]);
  });

  it('shows who got what of a fund, with names or numbers, and what each still has', async () => {
    const url = `/fund/${planted.fund}/distributions/participants`;
    expect(await get(url)).toMatchObject({
      TotalItemCount: 1,
      PageData: [
        { Name: 'Zanele Mokoena', Type: 'Employee', GrossCarryDistributed: '150.00', NetCarryDistributed: '135.00' },
      ],
      Totals: expect.arrayContaining([{ Field: 'escrow', Total: '15.00' }]),
    });
    expect(await get(`${url}?redactName=true&disbursedOnly=false&aggregateTrust=true`)).toMatchObject({
      PageData: [{ Name: 'Participant 1', ParticipantId: emptyId }],
    });
    const hidden = await send(`${url}?redactName=true`);
    const { rows: people } = await server.database.worker.query<{ id: string }>('SELECT id FROM participant');
    for (const { id } of people) expect(hidden.body).not.toContain(id);
    expect(await get(`${url}?redactName=true&SearchQuery=Zanele`)).toMatchObject({ TotalItemCount: 0, PageData: [] });
    expect((await send(`${url}?format=excel`)).headers['content-type']).toContain('spreadsheetml');
    expect(await get(`/fund/${planted.fund}/estimates/participants`)).toMatchObject({ TotalItemCount: 0 });
    expect(await get(`/fund/${planted.fund}/investor-balances`)).toMatchObject([
      { Balance: null, EscrowHeld: '15.00' },
    ]);
    expect(await get(`/fund/${planted.fund}/investor-balances?asOf=2025-01-01`)).toEqual([]);
  });

  it('keeps the histories of each container', async () => {
    for (const path of [`/fund/${planted.fund}`, `/investment/${planted.investment}`]) {
      expect(await get(`${path}/distribution-history`)).toMatchObject({
        PageData: [
          {
            DistributionName: 'First',
            GrossCarryDistributed: '150.00',
            Escrow: '15.00',
            NetCarryDistributed: '135.00',
          },
        ],
        Totals: expect.arrayContaining([{ Field: 'netCarryDistributed', Total: '135.00', Currency: 'USD' }]),
      });
    }
    expect(await get(`/coinvestment/${planted.coinvestment}/distribution-history`)).toMatchObject({
      TotalItemCount: 0,
    });
    expect(await get(`/coinvestment/${planted.coinvestment}/distributions/year`)).toEqual([]);
    expect(await get(`/coinvestment/${planted.coinvestment}/investment`)).toMatchObject({ TotalItemCount: 0 });
    expect(await get(`/coinvestment/${planted.coinvestment}/tranche`)).toMatchObject({ TotalItemCount: 0 });
    for (const path of [`/fund/${planted.fund}`, `/coinvestment/${planted.coinvestment}`])
      expect(await get(`${path}/forecast-history`)).toMatchObject({ TotalItemCount: 0 });
    expect((await send(`/fund/${planted.fund}/distribution-history?format=excel`)).statusCode).toBe(200);
  });

  it('reports the allocations in force', async () => {
    expect(await get(`/fund/${planted.fund}/allocation-report`)).toMatchObject({
      PageData: [
        { ParticipantName: 'Holding', ParticipantType: 'Entity', Effective: '5' },
        { ParticipantName: 'Zanele Mokoena', SourceType: 'Fund', Fixed: '10', Status: 'Active' },
      ],
    });
    expect(await get(`/fund/${planted.fund}/allocation-report?asOf=2018-01-01`)).toMatchObject({ TotalItemCount: 0 });
    const file = await send(`/fund/${planted.fund}/allocation-report-export`);
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    expect((await send(`/fund/${planted.investment}/allocation-report-export`)).statusCode).toBe(404);
  });

  it('counts investments by status, charts them by type, and prepares tranches', async () => {
    expect(await get('/investment/investmentStatusCount')).toMatchObject([{ Name: 'No status', InvestmentCount: 1 }]);
    expect(await get('/investment/carryByType')).toMatchObject([{ Name: 'No type', Amount: '150.00' }]);
    expect(await get(`/investment/${planted.investment}/metrics`)).toEqual([]);
    const base = `/investment/${planted.investment}/tranche`;
    expect(await get(`${base}/fund-investment`)).toMatchObject([
      { Id: planted.part, NextTrancheNumber: 3, DefaultTrancheName: 'Helios, Inc. Tranche # 3' },
    ]);
    expect(await get(`${base}/coinvestment-investment`)).toEqual([]);
    expect(await get(`${base}/${planted.tranches[0]}/fund-allocation-profiles`)).toMatchObject([
      { Id: planted.profile },
    ]);
    const stored = await get(`${base}/${planted.tranches[1]}`);
    const changed = await send(`${base}/${planted.tranches[1]}`, 'POST', {
      RowVersion: stored.RowVersion,
      FundInvestment: { Id: planted.part },
      Name: 'Second',
      TrancheNumber: 2,
      InvestedAmount: '100.00',
    });
    expect(changed.json()).toMatchObject({ Id: planted.tranches[1], Name: 'Second' });
  });

  it('answers the allocation profiles of a container under its own path', async () => {
    const url = `/fund/${planted.fund}/allocation`;
    expect(await get(url)).toMatchObject([{ Id: planted.profile }]);
    expect(await get(`${url}/profile`)).toMatchObject({
      Id: planted.profile,
      Entries: [{ Effective: '10' }, { Effective: '5' }],
    });
    expect(await get(`${url}/${planted.profile}`)).toMatchObject({ ContainerId: planted.fund });
    expect((await send(`/coinvestment/${planted.coinvestment}/allocation/${planted.profile}`)).statusCode).toBe(404);
    expect(
      (await send(`/coinvestment/${planted.coinvestment}/allocation/${planted.profile}`, 'DELETE')).statusCode,
    ).toBe(404);
    expect((await send(`/coinvestment/${planted.coinvestment}/allocation/profile`)).statusCode).toBe(404);
    expect(await get(`/investment/${planted.investment}/allocation`)).toEqual([]);
    expect((await send(`/fund/${planted.investment}/allocation`)).statusCode).toBe(404);
  });

  it('shows what a weighted average is made of, and the runs by name', async () => {
    expect(await get(`/allocationprofile/${planted.fund}/weighted-average-evidence`)).toMatchObject({
      Participants: [
        { Name: 'Zanele Mokoena', Effective: '10' },
        { Name: 'Holding', Effective: '5' },
      ],
      Tranches: [{ InvestedAmount: '300.00', Profile: { Id: planted.profile }, Allocations: [{}, {}] }, {}],
    });
    expect((await send(`/allocationprofile/${planted.coinvestment}/weighted-average-evidence`)).statusCode).toBe(422);
    expect(await get('/distribution/navigation-list')).toMatchObject([{ Id: planted.distribution, Status: 'DISB' }]);
    expect(await get('/distribution/distribution-list')).toHaveLength(1);
    expect((await send(`/distribution/${planted.fund}/details`)).statusCode).toBe(404);
  });
});
