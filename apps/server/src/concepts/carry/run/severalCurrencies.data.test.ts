import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { copyRow } from '../../../testing/copyRow.ts';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { type AnswerOf, type QueryOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

/**
 * The planted firm paid 150.00 USD from Fund I, 100.00 of it directly to the employee. Here it also paid 100.00 EUR
 * from a fund in euros.
 */
describe('a firm that pays in several currencies', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  const call = (url: string) => server.call(person.token, tenantId, { method: 'GET', url: `/api/carry${url}` });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    const eur = await server.referenceEntry(tenantId, 'currency', 'EUR');
    const fund = (await as(person).saveFund({ body: { code: 'EUR', legalName: 'Euro Fund', currency: { id: eur } } }))
      .id;
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
    { field, total: usd, currency: 'USD' },
    { field, total: eur, currency: 'EUR' },
  ];

  it('gives a list one total per currency, also of search results', async () => {
    expect((await as(person).listDistributions()).totals).toEqual(inEach('totalCarryDistributed', '100.00', '150.00'));
    expect((await as(person).listFunds()).totals).toEqual(inEach('totalCarryDistributed', '100.00', '150.00'));
    expect((await as(person).listFundsAndCoinvestments()).totals).toEqual(
      inEach('totalCarryDistributed', '100.00', '150.00'),
    );
    expect((await as(person).listDistributions({ query: { searchQuery: 'euros' } })).totals).toEqual([
      { field: 'totalCarryDistributed', total: '100.00', currency: 'EUR' },
    ]);
    expect((await as(person).listDistributions({ query: { searchQuery: 'nothing' } })).totals).toEqual([
      { field: 'totalCarryDistributed', total: '0.00' },
    ]);
    const history = await as(person).listEmployeeDistributions({ params: { id: planted.employee } });
    expect(history.totals).toEqual(expect.arrayContaining(inEach('grossCarryDistributed', '100.00', '150.00')));
    expect(history.pageData.map(({ currency }) => String(currency)).toSorted()).toEqual(['EUR', 'USD', 'USD']);
  });

  it('lists the distributions that a slice of a chart adds up', async () => {
    const named = async (query: QueryOf<'listDistributions'>) =>
      (await as(person).listDistributions({ query: { status: 'DISB', ...query } })).pageData.map(({ name }) => name);
    const inEuros = (await as(person).chartDistributionsByFund()).find(({ currency }) => currency === 'EUR')!.id!;
    expect(await named({ fundId: inEuros })).toEqual(['In euros']);
    expect(await named({ sourceId: inEuros })).toEqual(['In euros']);
    expect(await refusal(named({ coinvestmentId: inEuros }))).toMatchObject({
      errors: [{ path: 'CoinvestmentId', message: 'There is no such coinvestment.' }],
    });
    expect(await refusal(named({ sectorId: inEuros }))).toMatchObject({
      errors: [{ path: 'SectorId', message: 'There is no such sector.' }],
    });
    const years = new Set((await as(person).chartDistributionsByYear()).map(({ name }) => name));
    const ofYears = await Promise.all([...years].map((year) => named({ year })));
    expect(new Set(ofYears.flat())).toEqual(new Set(await named({})));
    expect(await named({ year: '1990' })).toEqual([]);
  });

  it('has a total for each currency of an investment', async () => {
    const fund = (await as(person).listFunds({ query: { searchQuery: 'Euro' } })).pageData[0]!.id;
    const investment = {
      code: 'EI',
      name: 'Eins',
      legalName: 'Eins GmbH',
      fundInvestments: [{ fund: { id: fund }, investedAmount: '70.00' }],
    };
    await as(person).saveInvestment({ body: investment });
    const codes = (totals: AnswerOf<'listInvestments'>['totals'] = []) =>
      totals
        .filter(({ field }) => field === 'totalFundInvestmentAmount')
        .map(({ currency, total }) => [currency, total]);
    const all = codes((await as(person).listInvestments()).totals);
    expect(all).toContainEqual(['EUR', '70.00']);
    expect(all.map(([code]) => code)).toEqual(['USD', 'EUR']);
    expect(codes((await as(person).listInvestments({ query: { searchQuery: 'Eins' } })).totals)).toEqual([
      ['EUR', '70.00'],
    ]);
  });

  it('has no total for an investment in several currencies', async () => {
    const fund = (await as(person).listFunds({ query: { searchQuery: 'Euro' } })).pageData[0]!.id;
    const saved = await as(person).saveInvestment({
      body: {
        code: 'ZW',
        name: 'Zwei',
        legalName: 'Zwei AG',
        fundInvestments: [
          { fund: { id: fund }, investedAmount: '5.00' },
          { fund: { id: planted.fund }, investedAmount: '1000.00' },
        ],
      },
    });
    const expected = {
      totalFundInvestmentAmount: null,
      investedByCurrency: 'USD 1,000.00, EUR 5.00',
      totalCarryDistributed: null,
      carryByCurrency: 'USD 0.00, EUR 0.00',
      investedAmounts: [
        { currency: 'USD', amount: '1000.00' },
        { currency: 'EUR', amount: '5.00' },
      ],
      carryAmounts: [
        { currency: 'USD', amount: '0.00' },
        { currency: 'EUR', amount: '0.00' },
      ],
    };
    expect(await as(person).getInvestment({ params: { id: saved.id } })).toMatchObject(expected);
    const found = await as(person).listInvestments({ query: { searchQuery: 'Zwei' } });
    expect(found).toMatchObject({ totalItemCount: 1, pageData: [expected] });
    expect(found.totals).toEqual([
      ...inEach('totalFundInvestmentAmount', '5.00', '1000.00'),
      ...inEach('totalCarryDistributed', '0.00', '0.00'),
    ]);
    expect((await as(person).listInvestments()).totals).toEqual([
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
    expect((await as(person).listInvestments({ query: { searchQuery: 'Helios' } })).pageData).toMatchObject([
      { totalFundInvestmentAmount: '400.00', investedByCurrency: 'USD 400.00', carryByCurrency: 'USD 150.00' },
    ]);
    expect((await call('/investment/investments?format=excel')).statusCode).toBe(200);
    const tranches = await as(person).listTranches({ params: { investmentId: planted.investment } });
    expect(tranches.pageData.map(({ currency }) => currency)).toEqual(['USD', 'USD']);
  });

  it('keeps a balance for each currency', async () => {
    const { pageData, totals } = await as(person).listParticipantAccountEntries({ params: { id: planted.employee } });
    expect(totals!.filter(({ field }) => field === 'amount')).toEqual(inEach('amount', '-100.00', '-150.00'));
    // Nothing was ever accrued, so no balance is determined in either currency.
    expect(totals!.filter(({ field }) => field === 'balance')).toMatchObject([
      { currency: 'USD', total: null, coverage: { included: 0, total: 1 } },
      { currency: 'EUR', total: null, coverage: { included: 0, total: 1 } },
    ]);
    const euros = pageData.filter(({ currency }) => currency === 'EUR');
    expect(euros).toMatchObject([{ amount: '-100.00', balance: null }]);
  });

  it('draws no bar of unlike amounts', async () => {
    for (const bars of [await as(person).chartDistributionsByYear(), await as(person).chartDistributionsBySector()])
      expect(bars.map(({ currency, totalCarryDistributed }) => [currency, totalCarryDistributed])).toEqual([
        ['EUR', '100.00'],
        ['USD', '150.00'],
      ]);
    const slices = await as(person).chartEmployeeDistributionsByYear({ params: { id: planted.employee } });
    expect(slices).toMatchObject([
      { name: '2025', currency: 'EUR', amount: '100.00' },
      { name: '2025', currency: 'USD', amount: '150.00' },
    ]);
    expect(await as(person).chartFundCarry()).toMatchObject([
      { name: 'Euro Fund', currency: 'EUR', amount: '100.00' },
      { name: 'Fund I', currency: 'USD', amount: '150.00' },
    ]);
  });

  it('separates the figures of a participant by currency', async () => {
    expect(await as(person).getEmployeeSummary({ params: { id: planted.employee } })).toMatchObject({
      currency: null,
      totalCarryDistributed: null,
      carryBalance: null,
      byCurrency: [
        { currency: 'USD', totalCarryDistributed: '150.00', carryBalance: null, escrowBalance: '15.00' },
        { currency: 'EUR', totalCarryDistributed: '100.00', carryBalance: null, escrowBalance: '0.00' },
      ],
    });
    expect(await as(person).listEmployees({ query: { isCarryEligible: 'false' } })).toMatchObject({
      pageData: [
        {
          totalCarryDistributed: null,
          carryByCurrency: 'USD 150.00, EUR 100.00',
          carryAmounts: [
            { currency: 'USD', amount: '150.00' },
            { currency: 'EUR', amount: '100.00' },
          ],
        },
      ],
    });
    expect(await as(person).getEntitySummary({ params: { id: planted.entity } })).toMatchObject({
      currency: 'USD',
      totalCarryDistributed: '50.00',
    });
  });

  it('adds up vesting by currency, next to the undetermined parts', async () => {
    const fund = (await as(person).listFunds({ query: { searchQuery: 'Euro' } })).pageData[0]!.id;
    const [schedule] = (await as(person).listVestingSchedules()).pageData;
    const participantClass = { id: await server.referenceEntry(tenantId, 'participant-class', 'PARTNER') };
    const vestingSchedule = { id: schedule!.id };
    const entry = { participantId: planted.employee, fixed: '20', participantClass, vestingSchedule };
    const profile = { effectiveDate: '2020-01-01', isCurrent: true, isShareBased: false, entries: [entry] };
    await as(person).saveAllocationProfile({ params: { containerId: fund }, body: { name: 'Euro', ...profile } });
    const url = `/participant/${planted.employee}/vesting`;
    const undated = await as(person).getParticipantVesting({ params: { id: planted.employee } });
    expect(undated.sources).toMatchObject([
      { sourceName: 'Euro Fund', currency: 'EUR', reason: expect.stringContaining('no start date') },
      { sourceName: 'Fund I', currency: 'USD', reason: null },
    ]);
    expect(undated).toMatchObject({ totals: { originalCarryAmount: '100.00' }, byCurrency: [{ currency: 'USD' }] });
    const { rowVersion, currency } = await as(person).getFund({ params: { id: fund } });
    const dated = {
      id: fund,
      rowVersion,
      currency,
      code: 'EUR',
      legalName: 'Euro Fund',
      initialCloseDate: '2020-01-01',
    };
    await as(person).saveFund({ body: dated });
    expect(await as(person).getParticipantVesting({ params: { id: planted.employee } })).toMatchObject({
      totals: { originalCarryAmount: null },
      byCurrency: [
        { currency: 'USD', originalCarryAmount: '100.00' },
        { currency: 'EUR', originalCarryAmount: '200.00' },
      ],
    });
    const why = await as(person).explainParticipantVesting({
      params: { id: planted.employee },
      query: { figure: 'originalCarryAmount', currency: 'EUR' },
    });
    expect(why).toMatchObject({ result: '200.00', inputs: [{ name: 'Euro Fund', value: '200.00' }] });
    const mixed = await refusal(
      as(person).getParticipantVesting({ params: { id: planted.employee }, query: { carryAmount: '100.00' } }),
    );
    expect(mixed).toMatchObject({ errors: [{ code: 'MIXED_CURRENCIES' }] });
    expect((await call(`${url}/export`)).statusCode).toBe(200);
  });

  it('prints a total for each currency', async () => {
    expect((await call('/distribution?format=application/pdf')).statusCode).toBe(200);
    expect((await call('/distribution?format=excel')).statusCode).toBe(200);
  });
});
