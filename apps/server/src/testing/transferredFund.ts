import type { TestPerson, TestServer } from './testServer.ts';

export interface TransferredFund {
  readonly ids: Record<'fund' | 'investor' | 'investment' | 'holding' | 'security' | 'energy', string>;
  /** Reference data of the accepting tenant, by code. */
  readonly entriesHere: Map<string, string>;
}

interface Side {
  readonly id: string;
  readonly person: TestPerson;
}

/** Creates a fund of the firm with one company, in which the endowment invests, and a planned deal. */
export async function plantTransferredFund(server: TestServer, firm: Side, endowment: Side): Promise<TransferredFund> {
  const client = server.as(firm.person);
  const ids = { fund: '', investor: '', investment: '', holding: '', security: '', energy: '' };
  const entriesHere = new Map<string, string>();
  const entry = async (type: string, code: string) => {
    entriesHere.set(code, await server.referenceEntry(endowment.id, type, code));
    return { id: await server.referenceEntry(firm.id, type, code) };
  };
  const currency = await entry('currency', 'EUR');
  const rowType = await entry('investor-type', 'INVESTOR');
  ids.energy = (await entry('sector', '10')).id;
  const fund = await client.saveVehicle({
    body: {
      code: 'F1',
      name: 'Fund I',
      legalName: 'Fund I, L.P.',
      currency,
      fundFamily: await entry('fund-family', 'GROWTH'),
      region: await entry('region', 'EU'),
      // Only the sender has this status.
      status: { id: await server.referenceEntry(firm.id, 'fund-status', 'WINDING') },
      sectors: [{ id: ids.energy }],
      initialCloseDate: '2026-04-01',
      finalCloseDate: '2026-05-01',
      investmentPeriodEnd: '2031-04-01',
      totalCapitalRaised: '1000.00',
    },
  });
  ids.fund = fund.id;
  for (const [code, amount] of [
    ['LAKE', '600.00'],
    ['OTHER', '400.00'],
  ] as const) {
    const investor = { code, name: `${code} Endowment`, type: rowType };
    const investorId = (await client.saveInvestor({ body: investor })).id;
    if (code === 'LAKE') ids.investor = investorId;
    await client.saveCommitment({
      body: {
        vehicleId: ids.fund,
        investorId,
        kind: 'CLOSE',
        date: '2026-04-01',
        amount,
      },
    });
  }
  const company = {
    code: 'OAK',
    name: 'Oak Mills',
    legalName: 'Oak Mills BV',
    sector: { id: ids.energy },
    vehicles: [{ id: ids.fund }],
  };
  ids.investment = (await client.savePerformanceInvestment({ body: company })).id;
  const [source] = await client.listInvestmentSources({ query: { investmentId: ids.investment } });
  ids.holding = source!.id;
  const security = { vehicleId: ids.fund, holdingId: ids.holding, class: 'EQUITY', name: 'Shares' } as const;
  ids.security = (await client.saveSecurity({ body: security })).id;
  const position = { holdingId: ids.holding, securityId: ids.security };
  await client.saveLedgerEntries({
    body: {
      vehicleId: ids.fund,
      entries: [
        { type: 'CALL-INV', amount: '100.00', effectiveDate: '2026-05-01' },
        { ...position, type: 'BUY', amount: '80.00', effectiveDate: '2026-05-02' },
        { holdingId: ids.holding, type: 'INC-DIV', amount: '5.00', effectiveDate: '2026-06-02' },
      ],
    },
  });
  const valuations = [{ securityId: ids.security, date: '2026-06-30', fairValue: '90.00' }];
  await client.saveValuations({ body: { vehicleId: ids.fund, valuations } });
  // A planned deal, about which nothing is disclosed yet.
  await client.savePerformanceInvestment({
    body: {
      code: 'NEXT',
      name: 'Next',
      legalName: 'Next',
      vehicles: [{ id: ids.fund }],
    },
  });
  return { ids, entriesHere };
}
