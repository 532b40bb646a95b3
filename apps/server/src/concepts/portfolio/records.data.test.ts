import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

describe('the records of the carry module', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  const ids = {
    usd: '',
    partner: '',
    gain: '',
    country: '',
    fund: '',
    coinvestment: '',
    investment: '',
    part: '',
    zanele: '',
  };

  const refused = async (call: Promise<unknown>) => {
    const answer = await refusal(call);
    expect(answer.status).toBe(422);
    return answer.errors;
  };
  const activity = async () =>
    Number(
      (await server.database.worker.query('SELECT count(*) AS n FROM activity WHERE tenant_id = $1', [tenantId]))
        .rows[0].n,
    );

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    ids.usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    ids.partner = await server.referenceEntry(tenantId, 'participant-class', 'PARTNER');
    ids.gain = await server.referenceEntry(tenantId, 'tax-characterization', 'LTCG');
    ids.country = await server.referenceEntry(tenantId, 'country', 'US');
    ids.fund = (
      await as(person).saveFund({
        body: { code: 'ARP-I', legalName: 'Alder Ridge Partners Fund I, L.P.', currency: { id: ids.usd } },
      })
    ).id;
  });
  afterAll(() => server.stop());

  it('reports a refusal of the database at its field', async () => {
    const currency = { Id: ids.usd };
    const errorsOf = async (payload: object) => {
      const request = { method: 'POST', url: '/api/carry/fund', payload } as const;
      const answer = await server.call(person.token, tenantId, request);
      const { Errors, ExceptionMessage } = answer.json<{ Errors: object[]; ExceptionMessage: string }>();
      return [answer.statusCode, ExceptionMessage, ...Errors];
    };
    const fund = { Code: 'arp-i', LegalName: 'Another', Currency: currency };
    const message = 'Another record already has this code.';
    expect(await errorsOf(fund)).toEqual([409, message, { Path: 'Code', Code: 'DUPLICATE', Message: message }]);
    const nowhere = { ...fund, Code: 'ARP-II', Status: { Id: '00000000-0000-7000-8000-0000000000ff' } };
    expect(await errorsOf(nowhere)).toEqual([
      404,
      'There is no such status.',
      { Path: 'Status', Code: 'NOT_FOUND', Message: 'There is no such status.' },
    ]);
    expect((await errorsOf({ Code: 'ARP-II', Currency: currency, Fees: '2' })).slice(0, 2)).toEqual([
      400,
      'Legal name is required. Fees is not a field of this call.',
    ]);
  });

  it('keeps a coinvestment in the currency of its fund', async () => {
    const stored = await as(person).saveCoinvestment({
      body: { code: 'CO-HEL', name: 'Helios Co-Invest', fund: { id: ids.fund } },
    });
    ids.coinvestment = stored.id;
    expect(stored.currency?.code).toBe('USD');
    expect(await as(person).listCoinvestments({ query: { searchQuery: 'helios' } })).toMatchObject({
      totalItemCount: 1,
      pageData: [{ code: 'CO-HEL', numberOfInvestments: 0 }],
    });
  });

  it('holds an investment through at least one fund or coinvestment and drops an incomplete address [U-C-097 U-C-098]', async () => {
    const investment = {
      code: 'HDG01',
      name: 'Helios Dental Group',
      legalName: 'Helios Dental Group, Inc.',
      type: { id: '' },
      address: { city: 'Boston' },
    };
    expect(await refused(as(person).saveInvestment({ body: investment }))).toMatchObject([
      { code: 'ASSOCIATION_REQUIRED' },
    ]);
    const before = await activity();
    const stored = await as(person).saveInvestment({
      body: {
        ...investment,
        fundInvestments: [{ fund: { id: ids.fund } }],
        coinvestmentInvestments: [{ coinvestment: { id: ids.coinvestment }, investedAmount: '250000.00' }],
      },
    });
    expect([stored.address, stored.type]).toEqual([null, null]);
    expect(await activity()).toBe(before + 3);
    ids.investment = stored.id;
    ids.part = stored.fundInvestments[0]?.id ?? '';
  });

  it('accepts only a vintage of the fund that holds the investment', async () => {
    const usd = { id: ids.usd };
    const other = await as(person).saveFund({ body: { code: 'ARP-II', legalName: 'Fund II', currency: usd } });
    const vintage = (fund: string) =>
      as(person).saveVintage({
        body: { vintageName: `${fund} 2012`, fund: { id: fund }, vintageType: { code: 'SHARES', description: '' } },
      });
    const [own, foreign] = [await vintage(ids.fund), await vintage(other.id)];
    const { rowVersion } = await as(person).getInvestment({ params: { id: ids.investment } });
    const save = (vintageId: string) =>
      ({
        id: ids.investment,
        rowVersion,
        code: 'HDG01',
        name: 'Helios Dental Group',
        legalName: 'Helios Dental Group, Inc.',
        fundInvestments: [{ fund: { id: ids.fund }, vintage: { id: vintageId } }],
        coinvestmentInvestments: [{ coinvestment: { id: ids.coinvestment } }],
      }) as const;
    expect(await refused(as(person).saveInvestment({ body: save(foreign.id) }))).toMatchObject([
      { code: 'VINTAGE_OF_OTHER_FUND', path: 'FundInvestments[0].Vintage' },
    ]);
    expect(await as(person).saveInvestment({ body: save(own.id) })).toMatchObject({
      fundInvestments: [{ vintage: { id: own.id } }],
    });
  });

  it('refuses a name that differs from another in its Unicode form only', async () => {
    const vintage = (vintageName: string) =>
      as(person).saveVintage({
        body: { vintageName, fund: { id: ids.fund }, vintageType: { code: 'SHARES', description: '' } },
      });
    const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'Île-de-Ré'.normalize(form)) as [string, string];
    expect(composed).not.toBe(decomposed);
    const first = await vintage(decomposed);
    expect([first.vintageName]).toEqual([composed]);
    const second = await refusal(vintage(composed));
    expect([second.status, second.errors]).toMatchObject([409, [{ code: 'DUPLICATE', path: 'VintageName' }]]);
    expect((await refusal(vintage(decomposed))).status).toBe(409);
  });

  it('numbers and names a tranche after its investment [U-C-048 U-C-124 U-C-169 U-C-170]', async () => {
    const first = await as(person).saveTranche({
      params: { investmentId: ids.investment },
      body: { fundInvestment: { id: ids.part }, investedAmount: '100.00', assignedAllocationProfile: { id: '' } },
    });
    expect(first).toMatchObject({
      type: 'Fund Investment',
      assignedAllocationProfile: null,
      name: 'Helios Dental Group, Inc. Tranche # 1',
      trancheNumber: 1,
      fundOrCoinvestmentName: 'Alder Ridge Partners Fund I, L.P.',
    });
    await as(person).saveTranche({
      params: { investmentId: ids.investment },
      body: { fundInvestment: { id: ids.part }, investedAmount: '300.00' },
    });
    expect(await as(person).listTranches({ params: { investmentId: ids.investment } })).toMatchObject({
      totalItemCount: 2,
      pageData: [
        { trancheWeightByFundInvestmentAmount: '25' },
        { trancheNumber: 2, trancheWeightByFundInvestmentAmount: '75', fundInvestmentAmount: '400.00' },
      ],
    });
    expect(await as(person).getInvestment({ params: { id: ids.investment } })).toMatchObject({
      numberOfTranches: 2,
      totalFundInvestmentAmount: '400.00',
    });
    const holdings = await as(person).getInvestment({ params: { id: ids.investment } });
    const coinvestmentInvestment = { id: holdings.coinvestmentInvestments[0]!.id };
    expect(
      await as(person).saveTranche({
        params: { investmentId: ids.investment },
        body: { coinvestmentInvestment, investedAmount: '5.00' },
      }),
    ).toMatchObject({ type: 'Coinvestment', trancheNumber: 1 });
  });

  it('lists the coinvestments of a fund, and the investments of a fund, of a coinvestment, or of any coinvestment [U-C-168]', async () => {
    const other = ids.usd;
    expect((await as(person).listCoinvestments({ query: { fundId: ids.fund } })).totalItemCount).toBe(1);
    expect((await as(person).listCoinvestments({ query: { fundId: other } })).totalItemCount).toBe(0);
    expect((await as(person).listInvestments({ query: { fundId: ids.fund } })).totalItemCount).toBe(1);
    expect((await as(person).listInvestments({ query: { fundId: other } })).totalItemCount).toBe(0);
    expect(
      (await as(person).listInvestments({ query: { fundId: '00000000-0000-0000-0000-000000000000' } })).totalItemCount,
    ).toBe(1);
    expect((await as(person).listInvestments({ query: { coinvestmentId: ids.coinvestment } })).totalItemCount).toBe(1);
    expect((await as(person).listInvestments({ query: { coinvestmentId: ids.fund } })).totalItemCount).toBe(0);
    expect((await as(person).listInvestments({ query: { type: 'NONE' } })).totalItemCount).toBe(0);
  });

  it('refuses a vesting schedule by the texts of the specification [U-C-093]', async () => {
    const rows = [
      { periodStart: 0, periodEnd: null, vestedPercentage: '0' },
      { periodStart: null, periodEnd: null, vestedPercentage: '100' },
    ];
    expect(await refused(as(person).saveVestingSchedule({ body: { name: 'Broken', details: rows } }))).toMatchObject([
      { path: 'Details[0].PeriodEnd', message: 'Both Start and End Period must be specified' },
      { path: 'Details[1].PeriodStart', message: 'Start Period must be specified' },
    ]);
    const stored = await as(person).saveVestingSchedule({
      body: {
        name: 'One year cliff',
        participantClass: { id: ids.partner },
        isDefault: true,
        details: [
          { periodStart: 0, periodEnd: 12, vestedPercentage: '0' },
          { periodStart: 12, periodEnd: 24, vestedPercentage: '100' },
        ],
      },
    });
    expect(stored.details).toMatchObject([
      { periodStart: 0, periodEnd: 12 },
      { periodStart: 12, periodEnd: null, vestedPercentage: '100' },
    ]);
  });

  it('archives, restores and assigns a tax profile, and wipes its rates without characterization [U-C-015 U-C-061 U-C-062]', async () => {
    const profile = {
      name: 'US federal',
      subjectToCharacterization: true,
      isInactive: false,
      taxProfileRates: [{ taxCharacterizationId: ids.gain, taxRate: '20' }],
    } as const;
    const stored = await as(person).saveTaxProfile({ body: profile });
    expect(stored.taxProfileRates).toMatchObject([{ taxRate: '20', taxCharacterizationId: ids.gain }]);
    expect(await refused(as(person).saveTaxProfile({ body: { ...profile, taxProfileRates: [] } }))).toMatchObject([
      { code: 'TAX_RATES_REQUIRED', message: 'Select at least one rate.' },
    ]);
    const assigned = await as(person).assignFundTaxProfiles({
      params: { id: ids.fund },
      body: [{ taxProfileId: stored.id }],
    });
    expect(assigned).toMatchObject([{ sourceType: 'fund', taxProfile: { id: stored.id } }]);
    const everywhere = await as(person).assignInvestmentTaxProfiles({
      params: { id: ids.investment },
      body: [{ taxProfileId: stored.id, sourceType: 'all' }],
    });
    expect(everywhere).toMatchObject([{ sourceType: 'all' }]);
    const archived = await as(person).saveTaxProfile({
      body: { ...profile, id: stored.id, rowVersion: stored.rowVersion, isInactive: true },
    });
    expect(await as(person).listTaxProfiles()).toMatchObject({ totalItemCount: 0 });
    expect(await as(person).listTaxProfiles({ query: { onlyInactive: 'true' } })).toMatchObject({ totalItemCount: 1 });
    const plain = await as(person).saveTaxProfile({
      body: {
        ...profile,
        id: stored.id,
        rowVersion: archived.rowVersion,
        subjectToCharacterization: false,
        taxRate: '12.5',
      },
    });
    expect(plain.taxProfileRates).toEqual([]);
    const { rows } = await server.database.worker.query(
      `SELECT operation FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq`,
      [tenantId, stored.id],
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      'saveTaxProfile',
      'archiveTaxProfile',
      'restoreTaxProfile',
    ]);
  });

  it('hires, terminates and rehires [U-C-063 U-C-065]', async () => {
    const hired = await as(person).saveEmployee({
      body: { firstName: 'Zanele', lastName: 'Mokoena', hireDate: '2020-01-31', carryEligibleDate: '2020-01-31' },
    });
    expect(hired).toMatchObject({
      formattedName: 'Zanele Mokoena',
      alternateFormattedName: 'Mokoena, Zanele',
      status: { code: 'ACTIVE' },
      isCarryEligible: true,
    });
    ids.zanele = hired.participantId;
    expect(
      await refused(
        as(person).terminateEmployee({
          params: { id: hired.id },
          body: { terminationReason: 'x', terminationDate: '2019-01-01' },
        }),
      ),
    ).toMatchObject([{ code: 'TERMINATED_BEFORE_HIRE' }]);
    expect(
      await as(person).terminateEmployee({
        params: { id: hired.id },
        body: { terminationReason: 'Left', terminationDate: '2023-02-28' },
      }),
    ).toMatchObject({ status: { code: 'TERMINATED' }, terminationReason: 'Left' });
    const again = await refusal(
      as(person).terminateEmployee({
        params: { id: hired.id },
        body: { terminationReason: 'x', terminationDate: '2023-03-01' },
      }),
    );
    expect(again.status).toBe(409);
    expect(
      await as(person).rehireEmployee({
        params: { id: hired.id },
        body: { rehireReason: 'Back', rehireDate: '2024-01-01' },
      }),
    ).toMatchObject({ status: { code: 'ACTIVE' }, terminationDate: null });
  });

  it('lets an entity have eligible members and never itself below itself', async () => {
    const outsider = await as(person).saveTrust({ body: { legalName: 'Outsider Trust' } });
    const holding = await as(person).saveEntity({
      body: { name: 'Holding', carryEligibleDate: '2020-01-01', members: [{ participantId: ids.zanele }] },
    });
    expect(holding).toMatchObject({ members: [{ name: 'Zanele Mokoena', type: 'Employee' }], memberMismatch: false });
    const sub = await as(person).saveEntity({
      body: { name: 'Sub', carryEligibleDate: '2020-01-01', members: [{ participantId: holding.participantId }] },
    });
    const save = { id: holding.id, rowVersion: holding.rowVersion, name: 'Holding', carryEligibleDate: '2020-01-01' };
    expect(
      await refused(as(person).saveEntity({ body: { ...save, members: [{ participantId: sub.participantId }] } })),
    ).toMatchObject([{ code: 'MEMBER_CYCLE' }]);
    expect(
      await refused(as(person).saveEntity({ body: { ...save, members: [{ participantId: outsider.participantId }] } })),
    ).toMatchObject([{ code: 'MEMBER_NOT_ELIGIBLE' }]);
    expect(await as(person).listParticipants()).toMatchObject({ totalItemCount: 3 });
    expect(await as(person).listParticipants({ query: { isCarryEligible: 'false' } })).toMatchObject({
      totalItemCount: 4,
    });
    expect(await as(person).listTrusts({ query: { isCarryEligible: 'false' } })).toMatchObject({
      totalItemCount: 1,
      pageData: [{ type: 'Trust' }],
    });
  });

  it('accepts a cleared choice, and refuses it if the field is required [U-C-094 U-C-095 U-C-096 U-T-069 U-T-101]', async () => {
    const missingId = '00000000-0000-0000-0000-000000000000';
    const trust = { legalName: 'Alvarez Trust', type: { id: '' }, employee: { id: '' } };
    const address = { addressLine1: '1 Main Street', city: 'Boston', postalCode: '02110', country: { id: '' } };
    expect(await as(person).saveTrust({ body: { ...trust, address } })).toMatchObject({
      type: null,
      employee: null,
      address: null,
    });
    expect(
      await as(person).saveEmployee({
        body: {
          firstName: 'Ines',
          lastName: 'Alvarez',
          office: { id: '' },
          title: { id: missingId },
          residenceCountry: { id: '' },
          citizenshipCountry: { id: missingId },
        },
      }),
    ).toMatchObject({ office: null, title: null, residenceCountry: null, citizenshipCountry: null });
    for (const id of ['', missingId]) {
      const payload = { code: 'CO-NONE', name: 'Nobody’s', fund: { id } };
      const answer = await refusal(as(person).saveCoinvestment({ body: payload }));
      expect(answer.status).toBe(400);
      expect(answer).toMatchObject({ errors: [{ path: 'Fund' }] });
    }
  });

  it('lists, adds and archives reference data, and returns archived entries only on request [U-T-019]', async () => {
    const entry = await as(person).saveReferenceEntry({
      params: { type: 'office' },
      body: { code: 'LDN', description: 'London' },
    });
    await as(person).saveReferenceEntry({
      params: { type: 'office' },
      body: { id: entry.id, rowVersion: entry.rowVersion, code: 'LDN', description: 'London', isInactive: true },
    });
    expect(await as(person).listReferenceEntries({ params: { type: 'office' } })).toEqual([]);
    expect(
      await as(person).listReferenceEntries({ params: { type: 'office' }, query: { includeInactive: 'true' } }),
    ).toMatchObject([{ code: 'LDN', isInactive: true }]);
  });
});
