import { fromWire } from '@carrara/contract/core/wireNames';
import { emptyId } from '@carrara/contract/core/kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { refusal } from '../../../testing/testClient.ts';
import { TestServer } from '../../../testing/testServer.ts';

describe('the pages of funds, coinvestments and investments', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let token: string;
  let planted: PlantedCarry;
  const send = (url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', payload?: object) =>
    server.call(token, tenantId, { method, url: `/api/carry${url}`, ...(payload ? { payload } : {}) });
  const get = async (url: string) => {
    const answer = await send(url);
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return fromWire(answer.json());
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
    expect(await as({ token, tenantId }).listFundsAndCoinvestments()).toMatchObject({
      totalItemCount: 2,
      totals: [{ field: 'totalCarryDistributed', total: '150.00' }],
      pageData: [
        { type: 'Coinvestment', fund: { id: planted.fund }, totalCarryDistributed: '0.00' },
        { type: 'Fund', numberOfInvestments: 1, totalCarryDistributed: '150.00' },
      ],
    });
    expect(await as({ token, tenantId }).listFundsAndCoinvestments({ query: { view: 'fund' } })).toMatchObject({
      totalItemCount: 1,
    });
    expect(await as({ token, tenantId }).listCombinedFunds()).toMatchObject([
      { type: 'Fund' },
      { type: 'Coinvestment' },
    ]);
    expect(await as({ token, tenantId }).chartFundParticipants()).toMatchObject([
      { name: 'Fund I', participantCount: 2 },
      { participantCount: 0 },
    ]);
    expect(await as({ token, tenantId }).chartFundCarry()).toMatchObject([{ id: planted.fund, amount: '150.00' }]);
    for (const kind of ['fund', 'coinvestment', 'investment'])
      expect(await get(`/${kind}/navigation-list`)).toHaveLength(1);
  });

  it('lists the sources that can be distributed and realized', async () => {
    expect(await as({ token, tenantId }).listFundsForDistribution()).toMatchObject([
      { type: 'Fund', source: { id: planted.fund } },
    ]);
    expect(
      await as({ token, tenantId }).listFundInvestmentsForDistribution({ params: { id: planted.fund } }),
    ).toMatchObject([{ type: 'Fund Investment' }, { type: 'Tranche' }, { type: 'Tranche' }]);
    expect(await as({ token, tenantId }).listCoinvestmentsForDistribution()).toMatchObject([{ type: 'Coinvestment' }]);
    // A whole fund or coinvestment comes first, then its investments, each with its tranches.
    expect(await as({ token, tenantId }).listInvestmentsForRealizations()).toMatchObject([
      { id: planted.fund, type: 'Fund', investment: null },
      { id: planted.part, type: 'Fund Investment', allocationProfile: { id: planted.profile } },
      { type: 'Tranche', investment: { id: planted.investment } },
      { type: 'Tranche' },
      { type: 'Coinvestment', investment: null },
    ]);
  });

  it('lists the investments of a fund', async () => {
    expect(await as({ token, tenantId }).listFundInvestments({ params: { id: planted.fund } })).toMatchObject({
      pageData: [{ name: 'Helios', investedAmount: '400.00', numberOfTranches: 2, totalCarryDistributed: '150.00' }],
    });
    expect(await as({ token, tenantId }).listFundInvestmentParts({ params: { id: planted.fund } })).toMatchObject([
      { investmentId: planted.investment },
    ]);
    expect(await as({ token, tenantId }).listFundCoinvestments({ params: { id: planted.fund } })).toMatchObject({
      pageData: [{ code: 'CO' }],
    });
    expect(await as({ token, tenantId }).listFundTranches({ params: { id: planted.fund } })).toMatchObject({
      totalItemCount: 2,
    });
    expect(await as({ token, tenantId }).chartFundInvestmentsBySector({ params: { id: planted.fund } })).toMatchObject([
      { name: 'HEALTH', amount: '400.00' },
    ]);
    expect(
      await as({ token, tenantId }).chartFundDistributionsBySector({ params: { id: planted.fund } }),
    ).toMatchObject([{ name: 'HEALTH', amount: '150.00' }]);
    expect(await as({ token, tenantId }).listFundInvestmentMetrics({ params: { id: planted.fund } })).toEqual([]);
    const sources = await as({ token, tenantId }).listFundSources({ params: { id: planted.fund } });
    expect(sources).toMatchObject([{ type: 'Fund' }, { type: 'Fund Investment' }, { type: 'Tranche' }, {}]);
  });

  it('shows each participant’s distributions and balances of a fund, by name or number', async () => {
    const url = `/fund/${planted.fund}/distributions/participants`;
    expect(
      await as({ token, tenantId }).listFundDistributionParticipants({ params: { id: planted.fund } }),
    ).toMatchObject({
      totalItemCount: 1,
      pageData: [
        { name: 'Zanele Mokoena', type: 'Employee', grossCarryDistributed: '150.00', netCarryDistributed: '135.00' },
      ],
      totals: expect.arrayContaining([{ field: 'escrow', total: '15.00' }]),
    });
    expect(
      await as({ token, tenantId }).listFundDistributionParticipants({
        params: { id: planted.fund },
        query: { redactName: 'true', disbursedOnly: 'false', aggregateTrust: 'true' },
      }),
    ).toMatchObject({
      pageData: [{ name: 'Participant 1', participantId: emptyId }],
    });
    const hidden = await as({ token, tenantId }).listFundDistributionParticipants({
      params: { id: planted.fund },
      query: { redactName: 'true' },
    });
    const { rows: people } = await server.database.worker.query<{ id: string }>('SELECT id FROM participant');
    for (const { id } of people) expect(JSON.stringify(hidden)).not.toContain(id);
    expect(
      await as({ token, tenantId }).listFundDistributionParticipants({
        params: { id: planted.fund },
        query: { redactName: 'true', searchQuery: 'Zanele' },
      }),
    ).toMatchObject({ totalItemCount: 0, pageData: [] });
    expect((await send(`${url}?format=excel`)).headers['content-type']).toContain('spreadsheetml');
    expect(await as({ token, tenantId }).listFundEstimateParticipants({ params: { id: planted.fund } })).toMatchObject({
      totalItemCount: 0,
    });
    expect(await as({ token, tenantId }).listFundInvestorBalances({ params: { id: planted.fund } })).toMatchObject([
      { balance: null, escrowBalance: '15.00' },
    ]);
    expect(
      await as({ token, tenantId }).listFundInvestorBalances({
        params: { id: planted.fund },
        query: { asOf: '2025-01-01' },
      }),
    ).toEqual([]);
  });

  it('lists the histories of each container', async () => {
    for (const path of [`/fund/${planted.fund}`, `/investment/${planted.investment}`]) {
      expect(await get(`${path}/distribution-history`)).toMatchObject({
        pageData: [
          {
            distributionName: 'First',
            grossCarryDistributed: '150.00',
            escrow: '15.00',
            netCarryDistributed: '135.00',
          },
        ],
        totals: expect.arrayContaining([{ field: 'netCarryDistributed', total: '135.00', currency: 'USD' }]),
      });
    }
    expect(
      await as({ token, tenantId }).listCoinvestmentDistributions({ params: { id: planted.coinvestment } }),
    ).toMatchObject({
      totalItemCount: 0,
    });
    expect(
      await as({ token, tenantId }).chartCoinvestmentDistributionsByYear({ params: { id: planted.coinvestment } }),
    ).toEqual([]);
    expect(
      await as({ token, tenantId }).listCoinvestmentInvestments({ params: { id: planted.coinvestment } }),
    ).toMatchObject({ totalItemCount: 0 });
    expect(
      await as({ token, tenantId }).listCoinvestmentTranches({ params: { id: planted.coinvestment } }),
    ).toMatchObject({ totalItemCount: 0 });
    for (const path of [`/fund/${planted.fund}`, `/coinvestment/${planted.coinvestment}`])
      expect(await get(`${path}/forecast-history`)).toMatchObject({ totalItemCount: 0 });
    expect((await send(`/fund/${planted.fund}/distribution-history?format=excel`)).statusCode).toBe(200);
  });

  it('reports the allocations in force', async () => {
    expect(await as({ token, tenantId }).listFundAllocationReport({ params: { id: planted.fund } })).toMatchObject({
      pageData: [
        { participantName: 'Holding', participantType: 'Entity', effective: '5' },
        { participantName: 'Zanele Mokoena', sourceType: 'Fund', fixed: '10', status: 'Active' },
      ],
    });
    expect(
      await as({ token, tenantId }).listFundAllocationReport({
        params: { id: planted.fund },
        query: { asOf: '2018-01-01' },
      }),
    ).toMatchObject({ totalItemCount: 0 });
    const file = await send(`/fund/${planted.fund}/allocation-report-export`);
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    expect((await send(`/fund/${planted.investment}/allocation-report-export`)).statusCode).toBe(404);
  });

  it('counts investments by status, charts them by type, and prepares tranches', async () => {
    expect(await as({ token, tenantId }).chartInvestmentStatus()).toMatchObject([
      { name: 'No status', investmentCount: 1 },
    ]);
    expect(await as({ token, tenantId }).chartInvestmentCarryByType()).toMatchObject([
      { name: 'No type', amount: '150.00' },
    ]);
    expect(await as({ token, tenantId }).listInvestmentMetrics({ params: { id: planted.investment } })).toEqual([]);

    expect(await as({ token, tenantId }).listFundPartsForTranche({ params: { id: planted.investment } })).toMatchObject(
      [{ id: planted.part, nextTrancheNumber: 3, defaultTrancheName: 'Helios, Inc. Tranche # 3' }],
    );
    expect(
      await as({ token, tenantId }).listCoinvestmentPartsForTranche({ params: { id: planted.investment } }),
    ).toEqual([]);
    expect(
      await as({ token, tenantId }).listProfilesForTranche({
        params: { id: planted.investment, trancheId: planted.tranches[0]! },
      }),
    ).toMatchObject([{ id: planted.profile }]);
    const stored = await as({ token, tenantId }).getTranche({
      params: { investmentId: planted.investment, trancheId: planted.tranches[1]! },
    });
    const changed = await as({ token, tenantId }).changeTranche({
      params: { investmentId: planted.investment, trancheId: planted.tranches[1]! },
      body: {
        rowVersion: stored.rowVersion,
        fundInvestment: { id: planted.part },
        name: 'Second',
        trancheNumber: 2,
        investedAmount: '100.00',
      },
    });
    expect(changed).toMatchObject({ id: planted.tranches[1], name: 'Second' });
  });

  it('returns the allocation profiles of a container under its own path', async () => {
    expect(await as({ token, tenantId }).listFundAllocationProfiles({ params: { id: planted.fund } })).toMatchObject([
      { id: planted.profile },
    ]);
    expect(
      await as({ token, tenantId }).getFundDefaultAllocationProfile({ params: { id: planted.fund } }),
    ).toMatchObject({
      id: planted.profile,
      entries: [{ effective: '10' }, { effective: '5' }],
    });
    expect(
      await as({ token, tenantId }).getFundAllocationProfile({
        params: { id: planted.fund, profileId: planted.profile },
      }),
    ).toMatchObject({ containerId: planted.fund });
    expect(
      (
        await refusal(
          as({ token, tenantId }).getCoinvestmentAllocationProfile({
            params: { id: planted.coinvestment, profileId: planted.profile },
          }),
        )
      ).status,
    ).toBe(404);
    expect(
      (
        await refusal(
          as({ token, tenantId }).deleteCoinvestmentAllocationProfile({
            params: { id: planted.coinvestment, profileId: planted.profile },
          }),
        )
      ).status,
    ).toBe(404);
    expect(
      (
        await refusal(
          as({ token, tenantId }).getCoinvestmentDefaultAllocationProfile({ params: { id: planted.coinvestment } }),
        )
      ).status,
    ).toBe(404);
    expect(
      await as({ token, tenantId }).listInvestmentAllocationProfiles({ params: { id: planted.investment } }),
    ).toEqual([]);
    expect(
      (await refusal(as({ token, tenantId }).listFundAllocationProfiles({ params: { id: planted.investment } })))
        .status,
    ).toBe(404);
  });

  it('shows the parts of a weighted average, and the distributions by name', async () => {
    expect(
      await as({ token, tenantId }).getWeightedAverageEvidence({ params: { containerId: planted.fund } }),
    ).toMatchObject({
      participants: [
        { name: 'Zanele Mokoena', effective: '10' },
        { name: 'Holding', effective: '5' },
      ],
      tranches: [{ investedAmount: '300.00', profile: { id: planted.profile }, allocations: [{}, {}] }, {}],
    });
    expect(
      (
        await refusal(
          as({ token, tenantId }).getWeightedAverageEvidence({ params: { containerId: planted.coinvestment } }),
        )
      ).status,
    ).toBe(422);
    expect(await as({ token, tenantId }).listDistributionNavigation()).toMatchObject([
      { id: planted.distribution, status: 'DISB' },
    ]);
    expect(await as({ token, tenantId }).listDistributionChoices()).toHaveLength(1);
    expect(
      (await refusal(as({ token, tenantId }).listDistributionDetails({ params: { id: planted.fund } }))).status,
    ).toBe(404);
  });
});
