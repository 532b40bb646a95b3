import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';
import { plantTransferredFund, type TransferredFund } from '../../../testing/transferredFund.ts';

const base = '/api/performance';
const end = '2026-06-30';

describe('the holdings of a transferred fund', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  const firm = { id: '', person: {} as TestPerson };
  const endowment = { id: '', person: {} as TestPerson };
  type Side = typeof firm;
  let ids: TransferredFund['ids'];
  let period: { rowVersion: number };
  let entriesHere: TransferredFund['entriesHere'];

  const refused = async (call: Promise<unknown>) => {
    const { status, errors, message } = await refusal(call);
    return [status, errors[0]?.code, message] as const;
  };
  const lock = async () => {
    period = await as(firm.person).lockPeriod({
      params: { vehicleId: ids.fund, endDate: end },
      body: {
        rowVersion: period.rowVersion,
        acknowledged: ['T11', 'T12'],
      },
    });
  };
  const reopen = async () => {
    period = await as(firm.person).reopenPeriod({
      params: { vehicleId: ids.fund, endDate: end },
      body: {
        rowVersion: period.rowVersion,
        reason: 'Told otherwise',
      },
    });
  };
  const send = async () => {
    const { id } = await as(firm.person).submitDataTransfer({
      body: {
        investorId: ids.investor,
        endDate: end,
      },
    });
    return as(endowment.person).getDataTransfer({ params: { id } });
  };
  const accept = (id: string, more: Partial<BodyOf<'acceptDataTransfer'>> = {}) =>
    as(endowment.person).acceptDataTransfer({ body: { id, ...more } });
  const undo = (id: string) => as(endowment.person).undoDataTransfer({ body: { id, comments: 'Too soon' } });

  /** Returns the company as reported at the quarter end. */
  async function factsOf(side: Side) {
    const { pageData } = await as(side.person).listPerformanceInvestments();
    const found = pageData.find(({ investmentName }) => investmentName === 'Oak Mills');
    const { investmentId = '', holderName, totalFundInvestedAmount } = found ?? {};
    const [source] = await as(side.person).listInvestmentSources({ query: { investmentId } });
    const metrics = await as(side.person).getPortfolioMetrics({
      query: { investmentId, fundInvestmentId: source!.id, endDate: end },
    });
    const names = pageData.map(({ investmentName }) => investmentName);
    return { id: investmentId, source: source!.id, names, holderName, invested: totalFundInvestedAmount, metrics };
  }
  const report = (
    side: Side,
    { id, source, metrics }: Awaited<ReturnType<typeof factsOf>>,
    company: object,
    holding: object,
  ) =>
    as(side.person).savePortfolioMetrics({
      body: {
        investmentId: id,
        fundInvestmentId: source,
        endDate: end,
        investmentPeriod: { rowVersion: metrics.investmentPeriod.rowVersion, investment: company },
        fundInvestmentPeriod: { rowVersion: metrics.fundInvestmentPeriod.rowVersion, fundInvestment: {}, ...holding },
      },
    });
  /** Returns all stored values in tables of the accepting tenant. */
  const rowsOf = (...tables: readonly string[]) =>
    server.withTenant({ tenantId: endowment.id, personId: null, now: server.now.toISOString() }, (tx) =>
      Promise.all(
        tables.map((table) =>
          tx.query<{ row: string }>(
            `SELECT (to_jsonb(t) - '{row_version,updated_at,updated_by}'::text[])::text AS row FROM ${table} t ORDER BY row`,
          ),
        ),
      ),
    );
  const storedRows = () => rowsOf('investment_period', 'holding_period');
  const quarters = () => rowsOf('period', 'period_figure');

  beforeAll(async () => {
    server = await TestServer.start();
    for (const [side, name] of [
      [firm, 'Ridge Partners'],
      [endowment, 'Lakeside Endowment'],
    ] as const) {
      side.id = await server.tenant(name);
      side.person = await server.person(side.id, { performance: 'administrator' });
    }
    await server.database.worker.query('UPDATE tenant SET is_lp_tenant = true WHERE id = $1', [endowment.id]);
    ({ ids, entriesHere } = await plantTransferredFund(server, firm, endowment));
    await report(
      firm,
      await factsOf(firm),
      { altXSector: { id: ids.energy }, numberOfEmployees: 40, financialYearEnd: '09-30' },
      { ltmRevenueCurrent: '120.00', ownershipFullyDilutedCurrent: '62.5', endValue: '91.00' },
    );
    period = await as(firm.person).getPeriod({ params: { vehicleId: ids.fund, endDate: end } });
    await lock();
    const linkRequest = await as(firm.person).requestTenantLink({
      body: {
        targetTenantId: endowment.id,
        targetTenantName: 'Lakeside Endowment',
        investors: [{ id: ids.investor }],
      },
    });
    const manager = (await as(endowment.person).saveFirm({ body: { code: 'RP', name: 'Ridge' } })).id;
    await as(endowment.person).acceptTenantLinkRequest({ body: { id: linkRequest.id, firm: { id: manager } } });
  });
  afterAll(() => server.stop());

  it('leaves no quarter behind when it is undone, and restores the other figures of its investor', async () => {
    const quartersBefore = await quarters();
    await accept((await send()).id);
    const { pageData } = await as(endowment.person).listInvestors();
    await undo((await as(endowment.person).listResolvedDataTransfers())[0]!.id);
    expect(await quarters()).toEqual(quartersBefore);
    // The investor's commitment to another vehicle of this tenant, also in the quarter of the transfer.
    const own = (
      await as(endowment.person).saveVehicle({
        body: {
          code: 'OWN',
          name: 'Own',
          currency: { id: entriesHere.get('EUR')! },
        },
      })
    ).id;
    const commitment = { vehicleId: own, investorId: pageData[0]!.id };
    await as(endowment.person).saveCommitment({
      body: { ...commitment, kind: 'CLOSE', date: '2026-02-01', amount: '50.00' },
    });
    for (const effectiveDate of ['2026-02-02', '2026-05-02'])
      await as(endowment.person).saveLedgerEntries({
        body: {
          vehicleId: own,
          entries: [{ type: 'CALL-INV', amount: '5.00', effectiveDate }],
        },
      });
    const before = await quarters();
    expect(before[0]!.length).toBe(2);
    const again = await send();
    await accept(again.id);
    expect((await quarters())[0]!.length).toBe(3);
    await undo(again.id);
    expect(await quarters()).toEqual(before);
  });

  it('are created once: the company, its metrics, and the investor’s share of value and proceeds', async () => {
    const first = await send();
    expect(first.funds).toMatchObject([{ numberOfHoldings: 1, conflicts: [] }]);
    await accept(first.id);
    // The fund's screens contain everything from the package: returns and the bridge.
    const funds = await as(endowment.person).listVehicles();
    const { fundId } = funds.pageData.find(({ fundName }) => fundName === 'Fund I')!;
    const profile = await as(endowment.person).getFundProfile({
      params: { id: funds.pageData.find(({ fundName }) => fundName === 'Fund I')!.fundId },
      query: { endDate: end },
    });
    expect([profile.horizons.at(-1)!.irr, profile.irr === null]).toEqual([profile.irr, false]);
    const { periods } = await as(endowment.person).getFundBridge({
      params: { id: funds.pageData.find(({ fundName }) => fundName === 'Fund I')!.fundId, date: end },
    });
    expect(periods.at(-1)).toMatchObject({
      opening: '0.00',
      contributions: '60.00',
      unrealized: '6.00',
      income: '3.00',
      expenses: '0.00',
      carry: '0.00',
      closing: '69.00',
    });

    const mine = await as(endowment.person).getFundCapitalAccount({
      params: { fundId, endDate: end },
    });
    const theirs = await as(firm.person).getCapitalAccount({
      params: { endDate: end, investorId: ids.investor, fundId: ids.fund },
    });
    expect(mine.rows).toEqual(theirs.rows);
    const holdings = await as(endowment.person).listFundHoldings({
      params: { id: funds.pageData.find(({ fundName }) => fundName === 'Fund I')!.fundId },
      query: { endDate: end },
    });
    expect(holdings.pageData).toMatchObject([
      { investmentName: 'Oak Mills', invested: '48.00', income: '3.00', fairValue: '54.00', grossMoic: '1.1875' },
    ]);
    const summary = await as(endowment.person).getPortfolioSummaryDetail({
      params: { endDate: end },
      query: { fundId },
    });
    expect(summary.entries.flatMap(({ portfolioSummaries }) => portfolioSummaries)).toMatchObject([
      { investment: { id: (await factsOf(endowment)).id }, fairValue: '54.00' },
    ]);
    // An investor's own pages list the same holdings as the fund's.
    const params = { id: (await as(endowment.person).listCasInvestors())[0]!.id, date: end };
    const portfoliosOn = async (date: string) =>
      (await as(endowment.person).listInvestorPortfolioSummaries({ params: { ...params, date } })).filter(
        ({ fund }) => fund.id === fundId,
      );
    expect((await portfoliosOn(end)).map(({ entries }) => entries)).toEqual([summary.entries]);
    // The same holds for the page of one company, with the sums of the fund's only company.
    const fundInvestmentId = holdings.pageData[0]!.id;
    const alone = await as(endowment.person).getInvestorPortfolioSummary({ params: { ...params, fundInvestmentId } });
    const figuresIn = ({ entries }: Pick<typeof alone, 'entries'>) =>
      entries.map(({ portfolioSummaries, total: { invested, fairValue, total, gain, grossMoic, partOfFund } }) => [
        portfolioSummaries,
        { invested, fairValue, total, gain, grossMoic, partOfFund },
      ]);
    expect(figuresIn(alone)).toEqual(figuresIn(summary));
    expect(alone.entries.map(({ loadedFundInvestment }) => loadedFundInvestment)).toEqual(
      Array(3).fill(fundInvestmentId),
    );
    const { investmentId, invested, proceeds, income, fairValue, grossMoic, grossIrr } = holdings.pageData[0]!;
    expect(await as(endowment.person).listInvestorInvestments({ params })).toMatchObject([
      {
        investment: { id: investmentId, name: 'Oak Mills' },
        fund: { id: fundId },
        invested,
        proceeds,
        income,
        fairValue,
        grossMoic,
        grossIrr,
        gain: '9.00',
      },
    ]);
    const through = await as(endowment.person).getInvestorLookThrough({ params });
    expect(through.byCurrency).toMatchObject([{ lookedThrough: '54.00' }]);
    expect(through.positions).toMatchObject([{ investment: { id: investmentId }, amount: '54.00' }]);
    // So do the pages about this holding.
    const totalOf = ({ entries }: { readonly entries: readonly { readonly total: object }[] }) => entries.at(-1)!.total;
    const ofShare = await as(endowment.person).getInvestorPortfolioSummary({ params: { ...params, fundInvestmentId } });
    const ofHolding = await as(endowment.person).getInvestmentPortfolioSummary({
      params: { endDate: end },
      query: { investmentId, sourceId: fundInvestmentId },
    });
    expect([totalOf(ofShare), totalOf(ofHolding)]).toEqual([totalOf(summary), totalOf(summary)]);
    // No portfolio was sent for the next quarter end.
    expect(await portfoliosOn('2026-09-30')).toEqual([]);
    const later = { ...params, date: '2026-09-30' };
    expect(await as(endowment.person).listInvestorInvestments({ params: later })).toEqual([]);
    // Figures that were never reported are not determined at a later quarter end.
    const account = await as(endowment.person).getFundCapitalAccount({
      params: { fundId: funds.pageData.find(({ fundName }) => fundName === 'Fund I')!.fundId, endDate: '2026-09-30' },
    });
    expect([13, 21, 92, 95].map((row) => account.rows.find(({ row: rowRow }) => rowRow === row)?.itd)).toEqual([
      '60.00',
      null,
      null,
      null,
    ]);
    const feesOn = (day: string) => as(endowment.person).getIlpaSummary({ query: { fundId, endDate: day } });
    const sent = await feesOn(end);
    // Of the whole fund, as the manager's own summary.
    expect(sent.periods).toEqual(
      (await as(firm.person).getIlpaSummary({ query: { fundId: ids.fund, endDate: end } })).periods,
    );
    expect(sent.periods.at(-1)).toMatchObject({ managementFees: '0.00', total: '0.00', carriedInterest: '0.00' });
    expect(sent.notDetermined).toEqual([]);
    // Nothing but its cash is known at the next quarter end.
    const fees = await feesOn('2026-09-30');
    expect(fees.periods.at(-1)).toMatchObject({ managementFees: null, total: null, carriedInterest: null });
    expect(fees.notDetermined.find(({ field }) => field === 'managementFees')?.message).toBe(
      'The figures of all partners of Fund I aren’t known here: no package of its manager was accepted for 09/30/2026.',
    );
    // The package contains the whole fund, so a statement has its column, and none at the next quarter end.
    const investors = await as(endowment.person).listCasInvestors();
    for (const day of [end, '2026-09-30']) {
      const query = `fundId=${fundId}&investorId=${investors[0]!.id}&format=application/pdf`;
      const url = `${base}/capitalaccount/${day}/cas-report/export?${query}`;
      const { statusCode, rawPayload } = await server.call(endowment.person.token, endowment.id, {
        method: 'GET',
        url,
      });
      expect(statusCode).toBe(200);
      const printed = pdfTexts(rawPayload).flat().join(' ');
      expect(printed).toContain('Inception');
      expect(printed.includes('Total Fund')).toBe(day === end);
    }
    const here = await factsOf(endowment);
    expect([here.names, here.holderName, here.invested]).toEqual([['Oak Mills'], 'F1', '48.00']);
    expect(here.metrics.investmentPeriod.investment).toMatchObject({
      altXSector: { code: '10' },
      numberOfEmployees: 40,
      financialYearEnd: '09-30',
    });
    expect(here.metrics.fundInvestmentPeriod).toMatchObject({
      ltmRevenueCurrent: '120.00',
      ownershipFullyDilutedCurrent: '62.5',
      endValue: '54.00',
      endProceeds: '3.00',
    });
    const list = await as(endowment.person).listPerformanceInvestments();
    expect(list).toMatchObject({
      pageData: [{ currency: 'EUR', totalFundInvestedAmount: '48.00', realized: '3.00', fairValue: '54.00' }],
      totals: [{ field: 'totalFundInvestedAmount', total: '48.00', currency: 'EUR' }],
    });
    // The sum of rows without a figure is undetermined.
    expect(await as(endowment.person).listPerformanceInvestments({ query: { endDate: '2020-03-31' } })).toMatchObject({
      pageData: [{ fairValue: null }],
      totals: [{ field: 'totalFundInvestedAmount', total: null }],
    });
    expect(
      await as(endowment.person).listPerformanceInvestments({
        query: { endDate: '2020-03-31', searchQuery: 'nobody' },
      }),
    ).toMatchObject({ totals: [{ total: '0.00' }] });
    const rows = await storedRows();
    const answer = await refused(as(endowment.person).acceptDataTransfer({ body: { id: first.id } }));
    expect(answer.slice(0, 2)).toEqual([409, 'WRONG_STATE']);
    expect(await storedRows()).toEqual(rows);
  });

  it('have the record of the fund, which later transfers update, except fields that were changed here', async () => {
    const listed = await as(endowment.person).listVehicles({ query: { searchQuery: 'Fund I' } });
    const { fundId } = listed.pageData[0]!;
    const recordOf = ({ person }: Side, id: string) => as(person).getVehicle({ params: { id } });
    const here = () => recordOf(endowment, fundId);
    const change = async (side: Side, fund: string, values: Partial<BodyOf<'saveVehicle'>>) => {
      const { id, rowVersion, code, name, currency } = await recordOf(side, fund);
      await as(side.person).saveVehicle({ body: { id, rowVersion, code, name, currency, ...values } });
    };
    const first = await here();
    expect(first).toMatchObject({
      name: 'Fund I',
      legalName: 'Fund I, L.P.',
      fundFamily: { code: 'GROWTH' },
      sectors: [{ code: '10' }],
      region: { code: 'EU' },
      status: null,
      initialCloseDate: '2026-04-01',
      finalCloseDate: '2026-05-01',
      investmentPeriodEnd: '2031-04-01',
      totalCapitalRaised: '1000.00',
    });
    const sectors = await as(endowment.person).chartFundSectors({ params: { id: fundId, endDate: end } });
    expect(sectors.map(({ name }) => name)).toEqual([expect.not.stringContaining('No sector')]);
    const investors = await as(endowment.person).listInvestorNavigation();
    expect(investors).toMatchObject([{ code: 'LAKE', name: 'LAKE Endowment' }]);
    // Both sides change the investment period, and each changes another field.
    await change(endowment, fundId, { investmentPeriodEnd: '2030-04-01', liquidationDate: '2036-04-01' });
    await change(firm, ids.fund, { investmentPeriodEnd: '2032-04-01', totalCapitalRaised: '1200.00' });
    const own = await here();
    const sent = await send();
    const { id, conflicts } = sent.funds[0]!;
    expect(conflicts).toMatchObject([
      { field: 'record', mine: 'Investment period end: 2030-04-01', theirs: 'Investment period end: 2032-04-01' },
    ]);
    expect(sent.changes.filter(({ kind }) => kind === 'record')).toMatchObject([
      { title: 'Legal name', before: 'Fund I, L.P.', after: 'Fund I' },
      { title: 'Investment period end', before: '2031-04-01', after: '2032-04-01' },
      { title: 'Total capital raised', before: '1000.00', after: '1200.00' },
    ]);
    await accept(sent.id, { resolutions: [{ fundId: id, field: 'record', choice: 'MINE' }] });
    const merged = { liquidationDate: '2036-04-01', totalCapitalRaised: '1200.00', sectors: [{ code: '10' }] };
    expect(await here()).toMatchObject({ ...merged, investmentPeriodEnd: '2030-04-01' });
    await undo(sent.id);
    const plain = ({ rowVersion: _version, updatedDate: _date, ...values }: AnswerOf<'getVehicle'>) => values;
    expect(plain(await here())).toEqual(plain(own));
    const again = await send();
    await accept(again.id, { resolutions: [{ fundId: id, field: 'record', choice: 'THEIRS' }] });
    expect(await here()).toMatchObject({ ...merged, investmentPeriodEnd: '2032-04-01' });
    // Its ledger here has only the cash of its investor.
    const toLedger = { code: 'LEDGER', description: 'Ledger' };
    const { status, errors } = await refusal(
      change(endowment, fundId, { navBasis: toLedger, reason: 'Own ledger', warningsConfirmed: true }),
    );
    expect([status, errors.map(({ code, path }) => [code, path])]).toEqual([409, [['CONDITION_NOT_MET', 'NavBasis']]]);
    expect(errors[0]!.message).toContain('Undo the transfers of this fund first');
    expect((await here()).navBasis).toMatchObject({ code: 'REPORTED' });
  });

  it('are sent again after a restatement, and undoing it restores every value', async () => {
    const before = await storedRows();
    // A company that has no sector here gets the sender's.
    const company = async () =>
      as(endowment.person).getPerformanceInvestment({ params: { id: (await factsOf(endowment)).id } });
    const { id, rowVersion, code, name, legalName, vehicles } = await company();
    await as(endowment.person).savePerformanceInvestment({
      body: { id, rowVersion, code, name, legalName, vehicles, sector: null },
    });
    expect((await company()).sector).toBeNull();
    await reopen();
    await report(firm, await factsOf(firm), { numberOfEmployees: 41 }, { ltmRevenueCurrent: '130.00' });
    await lock();
    const second = await send();
    expect(second.changes).toContainEqual(
      expect.objectContaining({ company: 'Oak Mills', item: 'numberOfEmployees', after: '41' }),
    );
    await accept(second.id);
    expect((await company()).sector).toMatchObject({ code: '10' });
    expect((await factsOf(endowment)).metrics.fundInvestmentPeriod).toMatchObject({ ltmRevenueCurrent: '130.00' });
    await undo(second.id);
    expect(await storedRows()).toEqual(before);
    // A company's own sector stays.
    const saveSector = async (sector: string) => {
      const { rowVersion: current } = await company();
      const body = { id, rowVersion: current, code, name, legalName, vehicles, sector: { id: sector } };
      await as(endowment.person).savePerformanceInvestment({ body });
    };
    await saveSector(await server.referenceEntry(endowment.id, 'sector', '20'));
    const third = await send();
    await accept(third.id);
    expect((await company()).sector).toMatchObject({ code: '20' });
    await undo(third.id);
    await saveSector(entriesHere.get('10')!);
  });

  it('ask about values that were changed here, show both sides, and keep the choice', async () => {
    const here = await factsOf(endowment);
    await report(endowment, here, { numberOfEmployees: 39 }, { endValue: '50.00' });
    const third = await send();
    const [{ id: fundId, conflicts } = { id: '', conflicts: [] }] = third.funds;
    expect(conflicts.map(({ mine, theirs }) => [mine, theirs])).toEqual([
      [expect.stringContaining('Employees: 39'), expect.stringContaining('Employees: 41')],
      [expect.stringContaining('End value: 50.00'), expect.stringContaining('End value: 54.00')],
    ]);
    const [status, code, message] = await refused(as(endowment.person).acceptDataTransfer({ body: { id: third.id } }));
    expect([status, code]).toEqual([409, 'CHANGED_HERE']);
    expect(message).toContain('Oak Mills');
    const own = await storedRows();
    const choose = (choice: 'MINE' | 'THEIRS') =>
      ({ resolutions: conflicts.map(({ field }) => ({ fundId, field, choice })) }) as const;
    await accept(third.id, choose('MINE'));
    expect(await storedRows()).toEqual(own);
    // A restated quarter doesn't ask again, and says which choice applies.
    await reopen();
    await report(firm, await factsOf(firm), { numberOfEmployees: 42 }, {});
    await lock();
    const restated = await send();
    const remembered = { earlierChoice: { choice: 'MINE', periodEndDate: end } };
    expect(restated.funds[0]!.conflicts).toMatchObject([remembered, remembered]);
    await accept(restated.id);
    expect(await storedRows()).toEqual(own);
    await undo(restated.id);
    await undo(third.id);
    const again = await send();
    expect(again.funds[0]!.conflicts).toMatchObject([{ earlierChoice: null }, { earlierChoice: null }]);
    await accept(again.id, choose('THEIRS'));
    expect((await factsOf(endowment)).metrics.fundInvestmentPeriod).toMatchObject({ endValue: '54.00' });
    await report(endowment, await factsOf(endowment), { numberOfEmployees: 7 }, { endValue: '54.00' });
    const [undone, why, text] = await refused(
      as(endowment.person).undoDataTransfer({ body: { id: again.id, comments: 'All of it' } }),
    );
    expect([undone, why]).toEqual([422, 'BUILT_UPON']);
    expect(text).toContain('Employees: 7');
    for (const { id } of [firm, endowment]) {
      const { findings } = await server.withTenant(
        { tenantId: id, personId: null, now: server.now.toISOString() },
        (tx) => verifyTenant(tx, server.auditKey),
      );
      expect(
        findings
          .filter(({ location }) => location[0] !== 'reference')
          .map(({ location, description: subject }) => [location, subject]),
      ).toEqual([]);
    }
  });

  it('have one choice for a company that two funds hold', async () => {
    const { currency } = await as(firm.person).getVehicle({ params: { id: ids.fund } });
    const { id: fundId } = await as(firm.person).saveVehicle({ body: { code: 'F2', name: 'Fund II', currency } });
    await as(firm.person).saveCommitment({
      body: { vehicleId: fundId, investorId: ids.investor, kind: 'CLOSE', date: '2026-04-01', amount: '100.00' },
    });
    const params = { id: ids.investment };
    const { id, rowVersion, code, name, legalName } = await as(firm.person).getPerformanceInvestment({ params });
    const vehicles = [{ id: ids.fund }, { id: fundId }];
    await as(firm.person).savePerformanceInvestment({ body: { id, rowVersion, code, name, legalName, vehicles } });
    const sources = await as(firm.person).listInvestmentSources({ query: { investmentId: ids.investment } });
    const holdingId = sources.find((source) => source.id !== ids.holding)!.id;
    const { id: securityId } = await as(firm.person).saveSecurity({
      body: { vehicleId: fundId, holdingId, class: 'EQUITY', name: 'Shares' },
    });
    await as(firm.person).saveLedgerEntries({
      body: {
        vehicleId: fundId,
        entries: [
          { type: 'CALL-INV', amount: '10.00', effectiveDate: '2026-05-01' },
          { type: 'BUY', amount: '8.00', effectiveDate: '2026-05-02', holdingId, securityId },
        ],
      },
    });
    const valuations = [{ securityId, date: end, fairValue: '9.00' }];
    await as(firm.person).saveValuations({ body: { vehicleId: fundId, valuations } });
    const quarter = { vehicleId: fundId, endDate: end };
    const { rowVersion: expectedVersion } = await as(firm.person).getPeriod({ params: quarter });
    await as(firm.person).lockPeriod({
      params: quarter,
      body: { rowVersion: expectedVersion, acknowledged: ['T11', 'T12'] },
    });
    const employees = async () =>
      (await factsOf(endowment)).metrics.investmentPeriod.investment as { readonly numberOfEmployees: number };
    expect(await employees()).toMatchObject({ numberOfEmployees: 7 });

    const sent = await send();
    const conflicts = sent.funds.flatMap((fund) => fund.conflicts.map(({ field }) => ({ fundId: fund.id, field })));
    expect([sent.funds.length, conflicts.map(({ field }) => field.split(' ')[0])]).toEqual([2, ['company']]);
    await accept(sent.id, { resolutions: conflicts.map((conflict) => ({ ...conflict, choice: 'MINE' })) });
    expect(await employees()).toMatchObject({ numberOfEmployees: 7 });
    await undo(sent.id);
    const again = await send();
    await accept(again.id, { resolutions: conflicts.map((conflict) => ({ ...conflict, choice: 'THEIRS' })) });
    expect(await employees()).toMatchObject({ numberOfEmployees: 42 });
  });
});
