import { beforeAll, describe, expect, it } from 'vitest';
import { openLinkedFirms, type Side } from '../../../testing/linkedFirms.ts';

const [first, second] = ['2025-12-31', '2026-03-31'] as const;
const unreported = 'Not reported for this fund.';

describe('investments at a quarter end whose holdings a fund didn’t report', () => {
  const linked = openLinkedFirms();
  const { as, link, reference } = linked;
  const here = { oak: '', elm: '', pine: '', fund: '', own: '' };
  const currencyOf = async ({ id }: Side) => ({ id: await linked.server.referenceEntry(id, 'currency', 'EUR') });

  /** Links a company to vehicles, and returns its id and holdings. */
  const company = async ({ person }: Side, code: string, vehicles: readonly string[]) => {
    const { id } = await as(person).savePerformanceInvestment({
      body: { code, name: code, legalName: code, vehicles: vehicles.map((vehicle) => ({ id: vehicle })) },
    });
    return { id, sources: await as(person).listInvestmentSources({ query: { investmentId: id } }) };
  };
  /** Calls capital for a holding, buys it, and values it: in the investor's firm only at the first quarter end. */
  const buy = async (side: Side, vehicleId: string, holdingId: string, amount: string, day: string) => {
    const { person } = side;
    const dates = side === linked.firm ? [first, second] : [first];
    const { id: securityId } = await as(person).saveSecurity({
      body: { vehicleId, holdingId, class: 'EQUITY', name: 'Shares' },
    });
    await as(person).saveLedgerEntries({
      body: {
        vehicleId,
        entries: [
          { type: 'CALL-INV', amount, effectiveDate: day },
          { holdingId, securityId, type: 'BUY', amount, effectiveDate: day },
        ],
        // Two companies were bought on one day for the same amount.
        warningsConfirmed: true,
      },
    });
    const valuations = dates.flatMap((date) => (date > day ? [{ securityId, date, fairValue: amount }] : []));
    await as(person).saveValuations({ body: { vehicleId, valuations } });
  };

  beforeAll(async () => {
    const { firm, endowment } = linked;
    const currency = await currencyOf(firm);
    const ownCurrency = await currencyOf(endowment);
    const type = await reference('investor-type', 'INVESTOR');
    const fund = await as(firm.person).saveVehicle({ body: { code: 'F1', name: 'Fund I', currency } });
    const investor = await as(firm.person).saveInvestor({ body: { code: 'LAKE', name: 'LAKE', type } });
    const close = { kind: 'CLOSE', date: '2025-10-05', amount: '1000.00' } as const;
    await as(firm.person).saveCommitment({ body: { ...close, vehicleId: fund.id, investorId: investor.id } });
    for (const [code, day] of [
      ['OAK', '2025-10-21'],
      ['ELM', '2025-10-21'],
      ['LATER', '2026-02-01'],
    ] as const) {
      const { sources } = await company(firm, code, [fund.id]);
      await buy(firm, fund.id, sources[0]!.id, '100.00', day);
    }
    for (const endDate of [first, second]) {
      const params = { vehicleId: fund.id, endDate };
      const { rowVersion } = await as(firm.person).getPeriod({ params });
      await as(firm.person).lockPeriod({ params, body: { rowVersion, acknowledged: ['T11'] } });
    }
    await link(investor.id);
    const { id } = await as(firm.person).submitDataTransfer({ body: { investorId: investor.id, endDate: second } });
    await as(endowment.person).acceptDataTransfer({ body: { id } });

    const { pageData } = await as(endowment.person).listVehicles();
    here.fund = pageData[0]!.fundId;
    const body = { code: 'OWN', name: 'Own fund', currency: ownCurrency };
    here.own = (await as(endowment.person).saveVehicle({ body })).id;
    const investorId = (await as(endowment.person).listCasInvestors())[0]!.id;
    await as(endowment.person).saveCommitment({ body: { ...close, vehicleId: here.own, investorId } });
    const names = await as(endowment.person).listPerformanceInvestmentNavigation();
    const idOf = (code: string) => names.find((investment) => investment.code === code)!.id;
    [here.oak, here.elm] = [idOf('OAK'), idOf('ELM')];
    const vehicles = [{ id: here.fund }, { id: here.own }];
    const oak = await as(endowment.person).getPerformanceInvestment({ params: { id: here.oak } });
    await as(endowment.person).savePerformanceInvestment({
      body: { id: oak.id, rowVersion: oak.rowVersion, code: 'OAK', name: 'OAK', legalName: 'OAK', vehicles },
    });
    const later = await as(endowment.person).getPerformanceInvestment({ params: { id: idOf('LATER') } });
    await as(endowment.person).savePerformanceInvestment({
      body: {
        id: later.id,
        rowVersion: later.rowVersion,
        code: 'LATER',
        name: 'LATER',
        legalName: 'LATER',
        vehicles: [{ id: here.fund }],
        initialInvestmentDate: '2026-02-01',
      },
    });
    const sources = await as(endowment.person).listInvestmentSources({ query: { investmentId: here.oak } });
    const ownHolding = sources.find(({ vehicle }) => vehicle.id === here.own)!.id;
    await buy(endowment, here.own, ownHolding, '40.00', '2025-10-21');
    const pine = await company(endowment, 'PINE', [here.own]);
    here.pine = pine.id;
    await buy(endowment, here.own, pine.sources[0]!.id, '60.00', '2025-10-21');
  });

  it('aren’t determined in the list, which says which funds and investments its figures cover', async () => {
    const { pageData, totals } = await as(linked.endowment.person).listPerformanceInvestments({
      query: { endDate: first },
    });
    const rowOf = (id: string) => pageData.find((row) => row.id === id)!;
    expect(rowOf(here.pine)).toMatchObject({ totalFundInvestedAmount: '60.00', percentTotal: '60', coverage: null });
    expect(rowOf(here.oak)).toMatchObject({
      currency: 'EUR',
      totalFundInvestedAmount: '40.00',
      percentTotal: '40',
      grossMoic: '1',
      coverage: '1 of 2 funds; excludes F1 (Not reported for this fund)',
      notDetermined: [],
    });
    const elm = rowOf(here.elm);
    expect([elm.totalFundInvestedAmount, elm.realized, elm.fairValue, elm.grossIrr]).toEqual([null, null, null, null]);
    expect(elm.notDetermined).toEqual(
      ['totalFundInvestedAmount', 'percentTotal', 'realized', 'fairValue', 'grossIrr', 'grossMoic'].map((field) => ({
        field,
        code: 'NOT_REPORTED',
        message: unreported,
      })),
    );
    // It was bought later, so that its figures don't apply.
    expect(pageData.find(({ code }) => code === 'LATER')).toMatchObject({ fairValue: null, notDetermined: [] });
    expect(totals!.find(({ field }) => field === 'totalFundInvestedAmount')).toMatchObject({
      total: '100.00',
      coverage: {
        included: 2,
        total: 3,
        excluded: [{ name: 'ELM', reason: unreported, lastDate: null }],
        partly: [{ name: 'F1', reason: unreported }],
      },
    });
    const holders = await as(linked.endowment.person).getInvestmentSummary({ params: { id: here.oak, date: first } });
    expect(holders.map(({ name, invested, notDetermined }) => [name, invested, notDetermined[0]?.message])).toEqual([
      ['Fund I', null, unreported],
      ['Own fund', '40.00', undefined],
    ]);
  });

  it('aren’t determined in the reporting area, the fund’s list and reports', async () => {
    for (const view of ['all', 'includingCoinvest'] as const) {
      const { pageData, totals } = await as(linked.endowment.person).listReportingInvestments({
        query: { endDate: first, view },
      });
      const reasons = pageData.map(({ code, vehicle, invested, notDetermined }) => [
        `${code ?? ''} ${vehicle.code ?? ''}`,
        invested,
        notDetermined.find(({ field }) => field === 'invested')?.message,
      ]);
      const ordered = reasons.toSorted(([own = ''], [other = '']) => String(own).localeCompare(String(other)));
      expect([view, ordered]).toEqual([
        view,
        [
          ['ELM F1', null, unreported],
          ['LATER F1', null, undefined],
          ['OAK F1', null, unreported],
          ['OAK OWN', '40.00', undefined],
          ['PINE OWN', '60.00', undefined],
        ],
      ]);
      expect(totals!.find(({ field }) => field === 'invested')!.coverage).toMatchObject({ included: 2, total: 4 });
    }
    const ofFund = await as(linked.endowment.person).listFundHoldings({
      params: { id: here.fund },
      query: { endDate: first },
    });
    expect(ofFund.pageData.map(({ code, notDetermined }) => [code, notDetermined[0]?.message])).toEqual([
      ['ELM', unreported],
      ['LATER', undefined],
      ['OAK', unreported],
    ]);
    for (const asKnownOn of [undefined, linked.server.now.toISOString()]) {
      const details = await as(linked.endowment.person).reportInvestmentDetails({
        query: { endDate: first, ...(asKnownOn ? { asKnownOn } : {}) },
      });
      expect(
        details.pageData.map(({ code, invested, currency, quarter, notDetermined }) => [
          code,
          invested,
          currency,
          quarter,
          (notDetermined as readonly { readonly field: string; readonly message: string }[]).find(
            ({ field }) => field === 'invested',
          )?.message,
        ]),
      ).toEqual([
        ['ELM', null, 'EUR', first, unreported],
        ['OAK', null, 'EUR', first, unreported],
        ['OAK', '40.00', 'EUR', first, undefined],
        ['PINE', '60.00', 'EUR', first, undefined],
      ]);
    }
  });

  it('have the rate of the one fund that isn’t late, although it was sent without trades', async () => {
    const ofFund = await as(linked.endowment.person).listFundHoldings({
      params: { id: here.fund },
      query: { endDate: second },
    });
    const { invested, fairValue, grossIrr, grossMoic } = ofFund.pageData.find(({ code }) => code === 'OAK')!;
    expect([invested, grossIrr]).toEqual(['100.00', expect.any(String)]);
    const { pageData } = await as(linked.endowment.person).listPerformanceInvestments({ query: { endDate: second } });
    expect(pageData.find(({ id }) => id === here.oak)).toMatchObject({
      totalFundInvestedAmount: invested,
      fairValue,
      grossIrr,
      grossMoic,
      notDetermined: [],
      coverage: '1 of 2 funds; excludes OWN, reported through 12/31/2025',
    });
  });
});
