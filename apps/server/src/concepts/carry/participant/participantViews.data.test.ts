import {
  type ParticipantSummary,
  participantSummary,
} from '@carrara/adapters/postgres/carry/carryViews/participantFigures';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('the profile of a participant', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let token: string;
  let planted: PlantedCarry;
  let person: TestPerson;
  const send = (url: string) => server.call(token, tenantId, { method: 'GET', url });
  const get = async (url: string) => {
    const answer = await send(url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ PageData: { Name: string; IsCarryEligible: boolean }[] }>();
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    token = person.token;
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('totals a person over all paths, and an entity over its payments [U-C-042]', async () => {
    expect(await as({ token, tenantId }).getEmployeeSummary({ params: { id: planted.employee } })).toMatchObject({
      name: 'Zanele Mokoena',
      clawback: null,
      carryBalance: null,
      escrowBalance: '15.00',
      totalCarryDistributed: '150.00',
      totalNetDistributed: '135.00',
      forecastedCarry: '0.00',
    });
    expect(await as({ token, tenantId }).getEntitySummary({ params: { id: planted.entity } })).toMatchObject({
      carryBalance: null,
      escrowBalance: '5.00',
      totalCarryDistributed: '50.00',
    });
    expect((await refusal(as({ token, tenantId }).getTrustSummary({ params: { id: planted.entity } }))).status).toBe(
      404,
    );
  });

  it('computes all figures as of one day, without later entries', async () => {
    const paid = { escrowBalance: '15.00', totalCarryDistributed: '150.00', totalNetDistributed: '135.00' };
    const nothing = { escrowBalance: '0.00', totalCarryDistributed: '0.00', totalNetDistributed: '0.00' };
    expect(
      await as({ token, tenantId }).getEmployeeSummary({
        params: { id: planted.employee },
        query: { asOf: '2025-06-30' },
      }),
    ).toMatchObject(paid);
    expect(
      await as({ token, tenantId }).getEmployeeSummary({
        params: { id: planted.employee },
        query: { asOf: '2025-06-29' },
      }),
    ).toMatchObject(nothing);
    expect(
      await as({ token, tenantId }).getEntitySummary({ params: { id: planted.entity }, query: { asOf: '2025-06-29' } }),
    ).toMatchObject(nothing);
  });

  it('charts payments by sector, fund, year and date', async () => {
    expect(
      await as({ token, tenantId }).chartEmployeeDistributionsBySector({ params: { id: planted.employee } }),
    ).toMatchObject([{ name: 'HEALTH', amount: '150.00' }]);
    expect(
      await as({ token, tenantId }).chartEmployeeDistributionsByFund({ params: { id: planted.employee } }),
    ).toMatchObject([{ id: planted.fund, name: 'Fund I', amount: '150.00' }]);
    expect(
      await as({ token, tenantId }).chartEmployeeDistributionsByYear({ params: { id: planted.employee } }),
    ).toMatchObject([{ name: '2025', amount: '150.00' }]);
    expect(
      await as({ token, tenantId }).chartEmployeeDistributionHistory({ params: { id: planted.employee } }),
    ).toMatchObject([{ date: '2025-06-30', amount: '150.00' }]);
    expect(
      await as({ token, tenantId })
        .chartTrustForecastsBySource({ params: { id: planted.employee } })
        .catch(() => 'none'),
    ).toBe('none');
    expect(await as({ token, tenantId }).chartEmployeeForecastsBySource({ params: { id: planted.employee } })).toEqual(
      [],
    );
  });

  it('lists the history path by path, with its totals [U-C-167]', async () => {
    const url = `/api/carry/employee/${planted.employee}/distribution-history`;
    expect(await as({ token, tenantId }).listEmployeeDistributions({ params: { id: planted.employee } })).toMatchObject(
      {
        totalItemCount: 2,
        pageSize: 20,
        totals: expect.arrayContaining([
          { field: 'grossCarryDistributed', total: '150.00', currency: 'USD' },
          { field: 'netCarryDistributed', total: '135.00', currency: 'USD' },
        ]),
        pageData: [
          { distributionStatus: 'Disbursed', type: 'Tranche', fund: 'Fund I', sector: 'HEALTH', fundId: planted.fund },
          {},
        ],
      },
    );
    expect(
      await as({ token, tenantId }).listEmployeeDistributions({
        params: { id: planted.employee },
        query: { searchQuery: 'nothing' },
      }),
    ).toMatchObject({ totalItemCount: 0 });
    expect((await send(`${url}?format=excel`)).headers['content-type']).toContain('spreadsheetml');
    // Both payments are of one source, so a file has to say which one came through the entity.
    expect((await send(`${url}?format=csv`)).body).toMatch(/^2025-06-30,.*,Holding,Tranche,.*,50\.00,/m);
    const estimates = `/api/carry/employee/${planted.employee}/forecast-history?source=`;
    expect((await send(`${estimates}all&format=csv`)).body).toContain('Source,Through');
    for (const source of ['all', 'fund', 'coinvestment'] as const)
      expect(
        await as({ token, tenantId }).listEmployeeForecasts({ params: { id: planted.employee }, query: { source } }),
      ).toMatchObject({ totalItemCount: 0 });
    expect(
      (
        await refusal(
          as({ token, tenantId }).listEmployeeForecasts({
            params: { id: planted.employee },
            query: { source: 'tranche' as 'fund' },
          }),
        )
      ).status,
    ).toBe(400);
  });

  it('shows the same escrow balance of an entity in profile, account and letter', async () => {
    const answer = await send(`/api/carry/distribution/${planted.distribution}/letter/${planted.entity}`);
    const letter = pdfTexts(answer.rawPayload).flat().join('');
    expect(letter.slice(letter.indexOf('Held in escrow'))).toContain('USD5.00');
    const account = await as({ token, tenantId }).listParticipantAccountEntries({
      params: { id: planted.entity },
      query: { ledger: 'escrow' },
    });
    expect(account.pageData.map(({ balance }) => balance)).toEqual(['5.00']);
    expect((await as({ token, tenantId }).getEntitySummary({ params: { id: planted.entity } })).escrowBalance).toBe(
      '5.00',
    );
  });

  it('shows the balance next to each entry of the account', async () => {
    const entries = await as({ token, tenantId }).listParticipantAccountEntries({ params: { id: planted.employee } });
    expect(entries).toMatchObject({
      totalItemCount: 2,
      totals: [
        { field: 'amount', total: '-150.00' },
        {
          field: 'balance',
          total: null,
          coverage: { included: 0, total: 1, excluded: [{ reason: 'nothing has been accrued' }] },
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
    expect(entries.pageData[0]!.balance).toBeNull();
    expect(
      await as({ token, tenantId }).listParticipantAccountEntries({ params: { id: planted.entity } }),
    ).toMatchObject({
      pageData: [{ amount: '-50.00', balance: null, kind: 'Distribution', description: 'First' }],
    });
    expect(
      await as({ token, tenantId }).listParticipantAccountEntries({
        params: { id: planted.employee },
        query: { ledger: 'escrow' },
      }),
    ).toMatchObject({
      totalItemCount: 2,
      totals: [{ total: '15.00' }, { field: 'balance', total: '15.00' }],
    });
    expect(
      await as({ token, tenantId }).listParticipantAccountEntries({
        params: { id: planted.employee },
        query: { asOf: '2025-01-01' },
      }),
    ).toMatchObject({
      totalItemCount: 0,
    });
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
         SELECT $1, gen_random_uuid(), $2, e.container_id, 'OPENING', '2020-01-01', 1000, e.currency_id
         FROM account_entry e WHERE e.tenant_id = $1 AND e.participant_id = $2 LIMIT 1`,
        [tenantId, planted.employee],
      ),
    );
    const opened = await as({ token, tenantId }).listParticipantAccountEntries({ params: { id: planted.employee } });
    expect(opened.pageData.map(({ balance }) => balance)).toContain('850.00');
    const summary = await as({ token, tenantId }).getEmployeeSummary({ params: { id: planted.employee } });
    expect(summary).toMatchObject({
      carryBalance: '850.00',
      carryBalanceCoverage: { included: 1, total: 1, excluded: [] },
    });
  });

  it('totals the balances of sources with accruals, and names the others', async () => {
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
      included: 1,
      total: 2,
      excluded: [{ name: 'Fund I', reason: 'nothing has been accrued', lastDate: null }],
      carried: [],
    };
    const line = { carryBalance: '850.00', carryBalanceCoverage: coverage };
    expect(await as({ token, tenantId }).getEmployeeSummary({ params: { id: planted.employee } })).toMatchObject({
      ...line,
      byCurrency: [line],
    });
    expect(
      (
        await as({ token, tenantId }).getEmployeeSummary({
          params: { id: planted.employee },
          query: { asOf: '2025-06-30' },
        })
      ).carryBalanceCoverage?.total,
    ).toBe(1);
    // Once the payment is reversed, nothing is left out.
    let reversed: ParticipantSummary | undefined;
    const rolledBack = server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
      await tx.query(
        `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
         SELECT $1, gen_random_uuid(), $2, $3, 'DISTRIBUTION', $4, 40, e.currency_id
         FROM account_entry e WHERE e.tenant_id = $1 AND e.participant_id = $2 LIMIT 1`,
        [tenantId, planted.employee, planted.fund, paidOnly],
      );
      reversed = await participantSummary(tx, 'employee', planted.employee, '2026-12-31');
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(reversed).toMatchObject({
      carryBalance: '850.00',
      carryBalanceCoverage: { included: 1, total: 1, excluded: [] },
    });
    const entries = await as({ token, tenantId }).listParticipantAccountEntries({ params: { id: planted.employee } });
    expect(entries.pageData[0]).toMatchObject({ entryDate: paidOnly, amount: '-40.00', balance: '850.00' });
    expect(entries.totals).toMatchObject([
      { field: 'amount', total: '810.00' },
      { field: 'balance', total: '850.00', coverage },
    ]);
    const file = await send(`/api/carry/participant/${planted.employee}/accountEntries?format=application/pdf`);
    expect(pdfTexts(file.rawPayload).flat().join(' ')).toContain('sources; excludes Fund I (nothing has been accrued)');
    expect(await as({ token, tenantId }).listFundInvestorBalances({ params: { id: planted.fund } })).toMatchObject([
      { balance: '850.00', coverage },
    ]);
    const report = await as({ token, tenantId }).reportEstimatedAccruedCarry();
    expect(JSON.stringify(report)).toContain('"reason":"nothing has been accrued"');
  });

  it('counts entries dated before the start of an account from its first day', async () => {
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
    const all = await as({ token, tenantId }).listParticipantAccountEntries({ params: { id: planted.employee } });
    const balances = all.pageData.map(({ balance }: { balance: string | null }) => balance);
    expect(balances.slice(0, 3)).toEqual(['909.00', '910.00', '850.00']);
    expect(all.totals![1]).toMatchObject({ field: 'balance', total: '909.00' });
    expect(
      (
        await as({ token, tenantId }).listParticipantAccountEntries({
          params: { id: planted.employee },
          query: { asOf: before },
        })
      ).totals![1],
    ).toMatchObject({ total: '850.00', coverage: { total: 2 } });
    expect((await as({ token, tenantId }).getEmployeeSummary({ params: { id: planted.employee } })).carryBalance).toBe(
      '909.00',
    );
  });

  it('returns 404 for every list of a missing record, and for its export', async () => {
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
    expect(
      (await refusal(as({ token, tenantId }).listTrustDistributions({ params: { id: planted.employee } }))).status,
    ).toBe(404);
    expect(await as({ token, tenantId }).listEmployeeForecasts({ params: { id: planted.employee } })).toMatchObject({
      totalItemCount: 0,
    });
  });

  it('lists the sources of a participant, and participants by kind [A-T-069 A-T-070 A-T-071]', async () => {
    expect(
      await as({ token, tenantId }).listParticipantFundsAndCoinvestments({ params: { id: planted.employee } }),
    ).toMatchObject([{ id: planted.fund, type: 'fund' }]);
    expect(await as({ token, tenantId }).listParticipantInvestments({ params: { id: planted.employee } })).toEqual([]);
    expect(await as({ token, tenantId }).listParticipantEstimates({ params: { id: planted.employee } })).toEqual([]);
    expect(await as({ token, tenantId }).listEmployeeChoices()).toMatchObject([
      { id: planted.employee, name: 'Zanele Mokoena' },
    ]);
    expect(await as({ token, tenantId }).listEmployeeTrusts({ params: { id: planted.employee } })).toEqual([]);
    expect(
      await as({ token, tenantId }).listEntityIndex({
        query: { startPage: 1, pageSize: 20, sortColumn: 'EntityName', sortAsc: 'false', isCarryEligible: 'true' },
      }),
    ).toMatchObject({ pageData: [{ entityName: 'Holding' }] });
    expect(
      await as({ token, tenantId }).listEmployeeIndex({ query: { sortColumn: 'JobLevel', sortAsc: 'false' } }),
    ).toMatchObject({
      totalItemCount: 1,
    });
  });

  it("determines carry eligibility on the firm's local date", async () => {
    // The firm's clock is at October 1, 2026, whatever the database's date is.
    const dates = { 'Eve Early': '2026-10-01', 'Lee Later': '2026-10-02', 'Ned Never': null };
    for (const [name, carryEligibleDate] of Object.entries(dates)) {
      const [firstName = '', lastName = ''] = name.split(' ');
      const payload = { firstName, lastName, ...(carryEligibleDate ? { carryEligibleDate } : {}) } as const;
      await as({ token, tenantId }).saveEmployee({ body: payload });
    }
    for (const list of ['employee', 'employee/participantIndex', 'participant/participants']) {
      const all = await get(`/api/carry/${list}?IsCarryEligible=false`);
      const flags = all.PageData.filter(({ Name }) => Name in dates).map((row) => [row.Name, row.IsCarryEligible]);
      expect(Object.fromEntries(flags), list).toEqual({ 'Eve Early': true, 'Lee Later': false, 'Ned Never': false });
    }
  });

  it('counts paid carry for one source only, whatever its parts are', async () => {
    const before = await as({ token, tenantId }).getParticipantVesting({ params: { id: planted.employee } });
    const [schedule] = (await as({ token, tenantId }).listVestingSchedules()).pageData;
    const participantClass = { id: await server.referenceEntry(tenantId, 'participant-class', 'PARTNER') };
    const payload = {
      name: 'Of the part',
      effectiveDate: '2020-01-01',
      isCurrent: true,
      isShareBased: false,
      entries: [
        { participantId: planted.employee, fixed: '20', participantClass, vestingSchedule: { id: schedule!.id } },
      ],
    };
    const saved = await as({ token, tenantId }).saveAllocationProfile({
      params: { containerId: planted.part },
      body: payload,
    });
    // Pretends that the holding had shared out the fund's 1,000.00. The fund's profile gives 10% of it, and the
    // holding's own 20%.
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
      tx.query('UPDATE distribution_source SET container_id = $2, allocation_profile_id = $3 WHERE tenant_id = $1', [
        tenantId,
        planted.part,
        saved.id,
      ]),
    );
    expect(before.totals.originalCarryAmount).toBe('100.00');
    expect(
      (await as({ token, tenantId }).getParticipantVesting({ params: { id: planted.employee } })).totals
        .originalCarryAmount,
    ).toBe('200.00');
  });
});
