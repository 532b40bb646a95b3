import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { copyRow } from '../../testing/copyRow.ts';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

/**
 * The planted firm paid 150.00 USD from Fund I, 100.00 of it directly to the employee. Here it also paid 100.00 EUR
 * from a fund in euros.
 */
describe('a firm that pays in several currencies', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  const call = (url: string, payload?: object) =>
    server.call(person.token, tenantId, {
      method: payload ? 'POST' : 'GET',
      url: `/api/carry${url}`,
      ...(payload ? { payload } : {}),
    });
  const get = async (url: string) => {
    const answer = await call(url);
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return answer.json();
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    const eur = await server.referenceEntry(tenantId, 'currency', 'EUR');
    const fund = (await call('/fund', { Code: 'EUR', LegalName: 'Euro Fund', Currency: { Id: eur } })).json<{
      Id: string;
    }>().Id;
    const ids = { distribution: newId(), source: newId(), detail: newId() };
    const change = {
      distribution: {
        id: ids.distribution,
        name: 'In euros',
        currency_id: eur,
        total_carry_distributed: '100.00',
        total_escrow: '10.00',
        total_net: '90.00',
        total_unallocated: '900.00',
      },
      distribution_source: {
        id: ids.source,
        distribution_id: ids.distribution,
        container_id: fund,
        allocation_profile_id: null,
        source_type: 'Fund',
        gross_carry_distributed: '100.00',
        total_distributed: '100.00',
        total_carry_adjustment: '10.00',
        net_carry_distributed: '90.00',
        unallocated: '900.00',
      },
      distribution_detail: { id: ids.detail, distribution_id: ids.distribution, distribution_source_id: ids.source },
      account_entry: { distribution_id: ids.distribution, distribution_detail_id: ids.detail, currency_id: eur },
    };
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, async (tx) => {
      const conditions = {
        distribution: 'true',
        distribution_source: 'true',
        distribution_detail: `path = '{}' AND participant_id = '${planted.employee}'`,
        account_entry: `amount = -100`,
      };
      for (const [table, values] of Object.entries(change)) {
        const own = table === 'account_entry' ? { id: newId() } : {};
        await copyRow(tx, table, conditions[table as keyof typeof conditions], { ...values, ...own });
      }
    });
  });
  afterAll(() => server.stop());

  const inEach = (field: string, eur: string, usd: string) => [
    { Field: field, Total: usd, Currency: 'USD' },
    { Field: field, Total: eur, Currency: 'EUR' },
  ];

  it('gives a list a total for each currency, and one where a search leaves one currency', async () => {
    expect((await get('/distribution')).Totals).toEqual(inEach('totalCarryDistributed', '100.00', '150.00'));
    expect((await get('/fund')).Totals).toEqual(inEach('totalCarryDistributed', '100.00', '150.00'));
    expect((await get('/fund/fundCoinvestIndex')).Totals).toEqual(inEach('totalCarryDistributed', '100.00', '150.00'));
    expect((await get('/distribution?SearchQuery=euros')).Totals).toEqual([
      { Field: 'totalCarryDistributed', Total: '100.00', Currency: 'EUR' },
    ]);
    expect((await get('/distribution?SearchQuery=nothing')).Totals).toEqual([
      { Field: 'totalCarryDistributed', Total: '0.00' },
    ]);
    const history = await get(`/employee/${planted.employee}/distribution-history`);
    expect(history.Totals).toEqual(expect.arrayContaining(inEach('grossCarryDistributed', '100.00', '150.00')));
    expect(history.PageData.map(({ Currency }: { Currency: string }) => Currency).toSorted()).toEqual([
      'EUR',
      'USD',
      'USD',
    ]);
  });

  it('lists the distributions that a slice of a chart adds up', async () => {
    const named = async (filter: string) =>
      (await get(`/distribution?Status=DISB&${filter}`)).PageData.map(({ Name }: { Name: string }) => Name);
    const [inEuros] = await get('/distribution/fund').then((slices) =>
      slices.filter(({ Currency }: { Currency: string }) => Currency === 'EUR'),
    );
    expect(await named(`FundId=${inEuros.Id}`)).toEqual(['In euros']);
    expect(await named(`SourceId=${inEuros.Id}`)).toEqual(['In euros']);
    expect((await call(`/distribution?Status=DISB&CoinvestmentId=${inEuros.Id}`)).json()).toMatchObject({
      Errors: [{ Path: 'CoinvestmentId', Message: 'There is no such coinvestment.' }],
    });
    expect((await call(`/distribution?Status=DISB&SectorId=${inEuros.Id}`)).json()).toMatchObject({
      Errors: [{ Path: 'SectorId', Message: 'There is no such sector.' }],
    });
    const years: readonly { Name: string }[] = await get('/distribution/year');
    const ofYears = await Promise.all([...new Set(years.map(({ Name }) => Name))].map((year) => named(`Year=${year}`)));
    expect(new Set(ofYears.flat())).toEqual(new Set(await named('')));
    expect(await named('Year=1990')).toEqual([]);
  });

  it('gives investments a total for each currency that they are held in', async () => {
    const fund = (await get('/fund?SearchQuery=Euro')).PageData[0].Id;
    const investment = {
      Code: 'EI',
      Name: 'Eins',
      LegalName: 'Eins GmbH',
      FundInvestments: [{ Fund: { Id: fund }, InvestedAmount: '70.00' }],
    };
    const saved = await call('/investment', investment);
    expect(saved.statusCode, saved.body).toBe(200);
    const codes = (Totals: readonly Record<string, string>[]) =>
      Totals.filter(({ Field }) => Field === 'totalFundInvestmentAmount').map(({ Currency, Total }) => [
        Currency,
        Total,
      ]);
    const all = codes((await get('/investment/investments')).Totals);
    expect(all).toContainEqual(['EUR', '70.00']);
    expect(all.map(([code]) => code)).toEqual(['USD', 'EUR']);
    expect(codes((await get('/investment/investments?SearchQuery=Eins')).Totals)).toEqual([['EUR', '70.00']]);
  });

  it('adds up nothing for an investment that is held in several currencies', async () => {
    const fund = (await get('/fund?SearchQuery=Euro')).PageData[0].Id;
    const saved = await call('/investment', {
      Code: 'ZW',
      Name: 'Zwei',
      LegalName: 'Zwei AG',
      FundInvestments: [
        { Fund: { Id: fund }, InvestedAmount: '5.00' },
        { Fund: { Id: planted.fund }, InvestedAmount: '1000.00' },
      ],
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const expected = {
      TotalFundInvestmentAmount: null,
      InvestedByCurrency: 'USD 1,000.00, EUR 5.00',
      TotalCarryDistributed: null,
      CarryByCurrency: 'USD 0.00, EUR 0.00',
      InvestedAmounts: [
        { Currency: 'USD', Amount: '1000.00' },
        { Currency: 'EUR', Amount: '5.00' },
      ],
      CarryAmounts: [
        { Currency: 'USD', Amount: '0.00' },
        { Currency: 'EUR', Amount: '0.00' },
      ],
    };
    expect(await get(`/investment/${saved.json().Id}`)).toMatchObject(expected);
    const found = await get('/investment/investments?SearchQuery=Zwei');
    expect(found).toMatchObject({ TotalItemCount: 1, PageData: [expected] });
    expect(found.Totals).toEqual([
      ...inEach('totalFundInvestmentAmount', '5.00', '1000.00'),
      ...inEach('totalCarryDistributed', '0.00', '0.00'),
    ]);
    expect((await get('/investment/investments')).Totals).toEqual([
      ...inEach('totalFundInvestmentAmount', '75.00', '1400.00'),
      ...inEach('totalCarryDistributed', '0.00', '150.00'),
    ]);
    const csv = await server.call(person.token, tenantId, {
      method: 'GET',
      url: '/api/carry/investment/investments?format=csv&SearchQuery=Zwei',
    });
    const [titles = '', row = ''] = csv.body.split('\r\n');
    expect(titles).toContain('Invested USD,Invested EUR,Carry distributed USD,Carry distributed EUR');
    expect(row).toContain('1000.00,5.00,0.00,0.00');
    expect((await get('/investment/investments?SearchQuery=Helios')).PageData).toMatchObject([
      { TotalFundInvestmentAmount: '400.00', InvestedByCurrency: 'USD 400.00', CarryByCurrency: 'USD 150.00' },
    ]);
    expect((await call('/investment/investments?format=excel')).statusCode).toBe(200);
    const tranches = await get(`/investment/${planted.investment}/tranche`);
    expect(tranches.PageData.map(({ Currency }: { Currency: string }) => Currency)).toEqual(['USD', 'USD']);
  });

  it('keeps a balance for each currency', async () => {
    const { PageData, Totals } = await get(`/participant/${planted.employee}/accountEntries`);
    expect(Totals.filter(({ Field }: { Field: string }) => Field === 'amount')).toEqual(
      inEach('amount', '-100.00', '-150.00'),
    );
    // Nothing was ever accrued, so no balance is determined in either currency.
    expect(Totals.filter(({ Field }: { Field: string }) => Field === 'balance')).toMatchObject([
      { Currency: 'USD', Total: null, Coverage: { Included: 0, Of: 1 } },
      { Currency: 'EUR', Total: null, Coverage: { Included: 0, Of: 1 } },
    ]);
    const euros = PageData.filter(({ Currency }: { Currency: string }) => Currency === 'EUR');
    expect(euros).toMatchObject([{ Amount: '-100.00', Balance: null }]);
  });

  it('draws no bar of unlike amounts', async () => {
    for (const chart of ['/distribution/year', '/distribution/sector'])
      expect(
        (await get(chart)).map((row: Record<string, string>) => [row['Currency'], row['TotalCarryDistributed']]),
      ).toEqual([
        ['EUR', '100.00'],
        ['USD', '150.00'],
      ]);
    const slices = await get(`/employee/${planted.employee}/distributions/year`);
    expect(slices).toMatchObject([
      { Name: '2025', Currency: 'EUR', Amount: '100.00' },
      { Name: '2025', Currency: 'USD', Amount: '150.00' },
    ]);
    expect(await get('/fund/totalCarryDistributed')).toMatchObject([
      { Name: 'Euro Fund', Currency: 'EUR', Amount: '100.00' },
      { Name: 'Fund I', Currency: 'USD', Amount: '150.00' },
    ]);
  });

  it('tells the figures of a participant by currency', async () => {
    expect(await get(`/empv2/${planted.employee}`)).toMatchObject({
      Currency: null,
      TotalCarryDistributed: null,
      CarryBalance: null,
      ByCurrency: [
        { Currency: 'USD', TotalCarryDistributed: '150.00', CarryBalance: null, EscrowHeld: '15.00' },
        { Currency: 'EUR', TotalCarryDistributed: '100.00', CarryBalance: null, EscrowHeld: '0.00' },
      ],
    });
    expect(await get('/employee?IsCarryEligible=false')).toMatchObject({
      PageData: [
        {
          TotalCarryDistributed: null,
          CarryByCurrency: 'USD 150.00, EUR 100.00',
          CarryAmounts: [
            { Currency: 'USD', Amount: '150.00' },
            { Currency: 'EUR', Amount: '100.00' },
          ],
        },
      ],
    });
    expect(await get(`/participantEntity/v2/${planted.entity}`)).toMatchObject({
      Currency: 'USD',
      TotalCarryDistributed: '50.00',
    });
  });

  it('adds up vesting by currency, with what cannot be determined beside it', async () => {
    const fund = (await get('/fund?SearchQuery=Euro')).PageData[0].Id;
    const [schedule] = (await get('/vestingschedule')).PageData;
    const ParticipantClass = { Id: await server.referenceEntry(tenantId, 'participant-class', 'PARTNER') };
    const VestingSchedule = { Id: schedule.Id };
    const entry = { ParticipantId: planted.employee, Fixed: '20', ParticipantClass, VestingSchedule };
    const profile = { EffectiveDate: '2020-01-01', IsCurrent: true, IsShareBased: false, Entries: [entry] };
    const saved = await call(`/allocationprofile/${fund}/allocation`, { Name: 'Euro', ...profile });
    expect(saved.statusCode, saved.body).toBe(200);
    const url = `/participant/${planted.employee}/vesting`;
    const undated = await get(url);
    expect(undated.Sources).toMatchObject([
      { SourceName: 'Euro Fund', Currency: 'EUR', Reason: expect.stringContaining('no start date') },
      { SourceName: 'Fund I', Currency: 'USD', Reason: null },
    ]);
    expect(undated).toMatchObject({ Totals: { OriginalCarryAmount: '100.00' }, ByCurrency: [{ Currency: 'USD' }] });
    const { RowVersion, Currency } = await get(`/fund/${fund}`);
    const dated = {
      Id: fund,
      RowVersion,
      Currency,
      Code: 'EUR',
      LegalName: 'Euro Fund',
      InitialCloseDate: '2020-01-01',
    };
    expect((await call('/fund', dated)).statusCode).toBe(200);
    expect(await get(url)).toMatchObject({
      Totals: { OriginalCarryAmount: null },
      ByCurrency: [
        { Currency: 'USD', OriginalCarryAmount: '100.00', TrancheInvestmentAmount: '400.00' },
        { Currency: 'EUR', OriginalCarryAmount: '200.00', TrancheInvestmentAmount: '0.00' },
      ],
    });
    const why = await get(`${url}/explanation?figure=originalCarryAmount&currency=EUR`);
    expect(why).toMatchObject({ Result: '200.00', Inputs: [{ Name: 'Euro Fund', Value: '200.00' }] });
    const mixed = await call(`${url}?carryAmount=100.00`);
    expect(mixed.json()).toMatchObject({ Errors: [{ Code: 'MIXED_CURRENCIES' }] });
    expect((await call(`${url}/export`)).statusCode).toBe(200);
  });

  it('prints a total for each currency', async () => {
    expect((await call('/distribution?format=application/pdf')).statusCode).toBe(200);
    expect((await call('/distribution?format=excel')).statusCode).toBe(200);
  });
});
