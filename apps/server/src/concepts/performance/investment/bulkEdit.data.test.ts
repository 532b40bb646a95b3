import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Row = Pick<AnswerOf<'listBulkFunds'>['rows'][number], 'fundId' | 'investmentId' | 'id'>;
interface Version {
  readonly valueId: string | null;
  readonly rowVersion?: number | null;
}
interface Created {
  readonly id: string;
}

const end = '2021-06-30';
const locked = '2021-03-31';

describe('bulk edit', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let editor: TestPerson;
  let other: TestPerson;
  const references: Record<string, { id: string }> = {};
  let funds: readonly Created[];
  let steel: Created;

  const save = {
    portfolios: (...records: BodyOf<'saveBulkPortfolios'>['records']) =>
      as(editor).saveBulkPortfolios({ body: { records } }),
    investments: (...records: BodyOf<'saveBulkInvestments'>['records']) =>
      as(editor).saveBulkInvestments({ body: { records } }),
    funds: (...records: BodyOf<'saveBulkFunds'>['records']) => as(editor).saveBulkFunds({ body: { records } }),
    investors: (...records: BodyOf<'saveBulkInvestors'>['records']) =>
      as(editor).saveBulkInvestors({ body: { records } }),
  };
  const refusals = async (call: Promise<unknown>) =>
    (await refusal(call)).errors.map(({ path, code, message }) => `${path} ${code}: ${message}`);
  const bulkFunds = async (endDate = end) => (await as(editor).listBulkFunds({ query: { endDate } })).rows;
  const bulkInvestments = async () => (await as(editor).listBulkInvestments({ query: { endDate: end } })).rows;
  const bulkInvestors = async () => (await as(editor).listBulkInvestors({ query: { endDate: end } })).rows;
  const portfolios = async (endDate = end) =>
    (await as(editor).getFullPortfolioMetrics({ query: { endDate } })).portfolios;

  /** Builds a change of a part of a row, based on the values that were read. */
  const change = <K extends string, V extends object>(
    { fundId, investmentId, id }: Row,
    key: K,
    { valueId, rowVersion = null }: Version,
    values: V,
    reportingDate = end,
  ) => ({ fundId, investmentId, id, reportingDate, key, valueId, rowVersion, values });
  type Figure = 'nav' | 'irr' | 'commitment' | 'tvpi';
  const report = <K extends Figure, V extends object>(
    row: Row & { readonly reported: { readonly valueIds: Readonly<Record<K, string | null>> } },
    figure: K,
    values: V,
    day = end,
  ) => change(row, figure, { valueId: row.reported.valueIds[figure] }, values, day);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    other = await server.person(tenantId, { performance: 'editor' });
    const expected = [
      ['currency', 'EUR'],
      ['investor-type', 'INVESTOR'],
      ['sector', '20000'],
      ['sub-sector', '31000'],
      ['deal-type', 'LBO'],
    ] as const;
    for (const [type, code] of expected)
      references[`${type} ${code}`] = { id: await server.referenceEntry(tenantId, type, code) };
    const created: Created[] = [];
    for (const [i, code] of ['F1', 'F2'].entries()) {
      const fund = await as(editor).saveVehicle({
        body: {
          code,
          name: `Fund ${code}`,
          currency: references['currency EUR']!,
        },
      });
      const investor = await as(editor).saveInvestor({
        body: {
          code: `LP${i}`,
          name: `Partner ${i}`,
          type: references['investor-type INVESTOR']!,
        },
      });
      const close = { investorId: investor.id, kind: 'CLOSE', date: '2021-01-01', amount: '1000.00' } as const;
      await as(editor).saveCommitment({ body: { vehicleId: fund.id, ...close } });
      const call = { type: 'CALL-INV', amount: '100.00', effectiveDate: '2021-02-01' } as const;
      await as(editor).saveLedgerEntries({ body: { vehicleId: fund.id, entries: [call] } });
      created.push(fund);
    }
    funds = created;
    steel = await as(editor).savePerformanceInvestment({
      body: {
        code: 'STEEL',
        name: 'Quarry Steel',
        legalName: 'Quarry Steel plc',
        vehicles: funds.map(({ id }) => ({ id })),
      },
    });
    const lock = { rowVersion: 1, acknowledged: [] };
    for (const { id } of funds.slice(1))
      await as(editor).lockPeriod({ params: { vehicleId: id, endDate: locked }, body: lock });
  });
  afterAll(() => server.stop());

  it('of metrics saves the changed cells of companies and holdings, and carries the rest on [A-T-058 A-T-059 A-T-068 E-T-106 E-T-107 E-T-109 E-T-110 E-T-111 U-T-009]', async () => {
    const dates = await as(editor).listPmReportingDates();
    expect(Array.isArray(dates)).toBe(true);
    const before = await portfolios(locked);
    expect(
      before.map(({ name, holderName, isLocked, isCompanyLocked }) => [name, holderName, isLocked, isCompanyLocked]),
    ).toEqual([
      ['Quarry Steel', 'Fund F1', false, false],
      ['Quarry Steel', 'Fund F2', true, false],
    ]);
    const [first] = before;
    const values = { endValue: '80.00', ownershipFullyDilutedCurrent: '62.5', dealType: references['deal-type LBO'] };
    await save.portfolios(
      change(first!, 'holding', first!.holding, values, locked),
      change(first!, 'company', first!.company, { numberOfEmployees: 120 }, locked),
    );
    const [next, second] = await portfolios();
    expect(next!.holding).toMatchObject({ valueId: null, rowVersion: null, values: { endValue: '80.00' } });
    expect(second!.company.values.numberOfEmployees).toBe(120);
    expect(await save.portfolios(change(next!, 'holding', next!.holding, { endValue: '90.00' }))).toEqual({
      saved: 1,
    });
    const [after] = await portfolios();
    expect(after!.holding).toMatchObject({
      rowVersion: 1,
      values: { endValue: '90.00', ownershipFullyDilutedCurrent: '62.5', dealType: { code: 'LBO' } },
    });
    const [again] = await portfolios(locked);
    expect(again!.holding.values.endValue).toBe('80.00');
  });

  it('saves all or nothing, and reports each wrong cell with its reason [A-T-068 M-T-036]', async () => {
    const [first, second] = await portfolios();
    expect(
      await refusals(
        save.portfolios(
          change(first!, 'company', first!.company, {
            numberOfEmployees: 500,
            altXSector: references['sector 20000'],
            altXSubSector: references['sub-sector 31000'],
          }),
          change(second!, 'holding', second!.holding, { endValue: '5.00', ownershipDebtEntry: '101' }),
        ),
      ),
    ).toEqual([
      'Records[0].Values.AltXSubSector OUT_OF_SECTOR: The sub-sector belongs to another sector.',
      'Records[1].Values.OwnershipDebtEntry INVALID_VALUE: Ownership must be from 0 to 100 percent.',
    ]);
    expect(await portfolios()).toEqual([first, second]);
  });

  it('refuses a locked quarter, and a part that somebody else has saved meanwhile [A-T-068]', async () => {
    const [open, closed] = await portfolios(locked);
    const text = `Fund F2 has locked the quarter 03/31/2021.`;
    expect(
      await refusals(save.portfolios(change(closed!, 'holding', closed!.holding, { endValue: '1.00' }, locked))),
    ).toEqual([`Records[0].Values.EndValue PERIOD_LOCKED: ${text}`]);
    const theirs = change(open!, 'holding', open!.holding, { endValue: '81.00' }, locked);
    await as(other).saveBulkPortfolios({ body: { records: [theirs] } });
    const mine = change(open!, 'holding', open!.holding, { endValue: '82.00' }, locked);
    const [stale] = await refusals(save.portfolios(mine));
    expect(stale).toMatch(/^Records\[0\]\.Values\.EndValue STALE_VERSION: .* changed it in the meantime\.$/);
    const [now] = await portfolios(locked);
    await save.portfolios(change(now!, 'holding', now!.holding, { endValue: '82.00' }, locked));
  });

  it('of records goes by the saves of their editors [A-T-060 A-T-062 A-T-063 A-T-064 A-T-065 A-T-066 A-T-067 E-T-108]', async () => {
    const [investment] = await bulkInvestments();
    expect(investment).toMatchObject({ investmentId: steel.id, holderName: 'F1, F2' });
    await save.investments(change(investment!, 'investment', investment!.investment, { name: 'Quarry' }));
    expect((await bulkInvestments())[0]!.investment.values).toMatchObject({ name: 'Quarry', code: 'STEEL' });
    expect((await portfolios()).map(({ holderName }) => holderName)).toEqual(['Fund F1', 'Fund F2']);

    const [first, two] = await bulkFunds();
    const dates = { initialCloseDate: '2021-01-01', finalCloseDate: '2020-01-01' };
    expect(await refusals(save.funds(change(first!, 'vehicle', first!.vehicle, dates)))).toContainEqual(
      expect.stringMatching(/^Records\[0\]\.Values\.FinalCloseDate DATES_REVERSED: /),
    );
    expect(
      await refusals(save.funds(change(two!, 'vehicle', two!.vehicle, { code: first!.vehicle.values.code }))),
    ).toEqual([expect.stringMatching(/^Records\[0\]\.Values\.Code DUPLICATE: /)]);
    await save.funds(
      change(first!, 'vehicle', first!.vehicle, { legalName: 'One LP' }),
      change(two!, 'vehicle', two!.vehicle, { legalName: 'Two LP' }),
    );
    expect((await bulkFunds()).map(({ vehicle }) => vehicle.values.legalName)).toEqual(['One LP', 'Two LP']);

    const [partner] = await bulkInvestors();
    await save.investors(change(partner!, 'investor', partner!.investor, { name: 'Partner nought' }));
    expect((await bulkInvestors()).map(({ name }) => name)).toContain('Partner nought');
    expect(await refusals(save.investors(change(partner!, 'investor', partner!.investor, { name: 'Mine' })))).toEqual([
      expect.stringMatching(/^Records\[0\]\.Values\.Name STALE_VERSION: /),
    ]);
  });

  it('accepts no fields that a coinvestment doesn’t have [A-T-066]', async () => {
    await as(editor).saveCoinvestment({
      body: {
        code: 'C1',
        name: 'Beside F1',
        fund: { id: funds[0]!.id },
        currency: references['currency EUR'],
      },
    });
    const bulkFund = (await bulkFunds()).find(({ name }) => name === 'Beside F1')!;
    expect(bulkFund.closed).toEqual(['legalName', 'fundFamily']);
    expect(await refusals(save.funds(change(bulkFund, 'vehicle', bulkFund.vehicle, { legalName: 'X' })))).toEqual([
      'Records[0].Values.LegalName INVALID_VALUE: Coinvestments don’t have this field.',
    ]);
    await save.funds(change(bulkFund, 'vehicle', bulkFund.vehicle, { name: 'Beside' }));
  });

  it('enters, changes and withdraws reported figures of funds and commitments, each with the value that the person saw [A-T-061 A-T-063 A-T-064 A-T-066 A-T-067]', async () => {
    const [first, two] = await bulkFunds();
    await save.funds(report(first!, 'nav', { nav: '101.00' }), report(two!, 'irr', { irr: '9.5' }));
    const [changed] = await bulkFunds();
    expect(changed!.reported.values).toMatchObject({ nav: '101', tvpi: null });
    expect(await refusals(save.funds(report(first!, 'nav', { nav: '102.00' })))).toEqual([
      expect.stringMatching(
        /^Records\[0\]\.Values\.NAV STALE_VERSION: .*Someone else reported this figure in the meantime\.$/,
      ),
    ]);
    expect(
      await refusals(save.funds(report(two!, 'tvpi', { tvpi: '1.2' }), report(two!, 'nav', { nav: '-5.00' }))),
    ).toEqual([
      expect.stringMatching(/^Records\[0\]\.Values\.TVPI WARNINGS_NOT_CONFIRMED: TVPI is 1\.2x, but NAV of \(5\.00\)/),
      expect.stringMatching(
        /^Records\[1\]\.Values\.NAV WARNINGS_NOT_CONFIRMED: NAV is \(5\.00\), with the opposite sign of 100\.00, the ledger’s NAV\./,
      ),
    ]);
    await save.funds(report(changed!, 'nav', { nav: null }));
    expect((await bulkFunds())[0]!.reported.values.nav).toBeNull();
    const [, closed] = await bulkFunds(locked);
    expect(closed!.isLocked).toBe(true);
    expect(await refusals(save.funds(report(closed!, 'nav', { nav: '1.00' }, locked)))).toEqual([
      expect.stringMatching(/^Records\[0\]\.Values\.NAV PERIOD_LOCKED: /),
    ]);
    const partner = (await bulkInvestors()).find(({ holderName }) => holderName === 'Fund F1')!;
    await save.investors(report(partner, 'nav', { nav: '55.00' }));
    const { reported } = (await bulkInvestors()).find(({ holderName }) => holderName === 'Fund F1')!;
    expect(reported.values.nav).toBe('55');
    expect(
      await refusals(save.investors(report({ ...partner, reported }, 'commitment', { commitment: '-1.00' }))),
    ).toEqual([expect.stringMatching(/^Records\[0\]\.Values\.Commitment NEGATIVE_AMOUNT: /)]);
  });

  it('is written down change by change, each under its record [U-T-009]', async () => {
    const acts = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query<{ operation: string; objectType: string }>(
        `SELECT DISTINCT operation, object_type AS "objectType" FROM activity WHERE tenant_id = $1 ORDER BY 1, 2`,
        [tenantId],
      ),
    );
    const operations = acts.map(({ operation, objectType }) => `${operation} ${objectType}`);
    expect(operations).toEqual(
      expect.arrayContaining([
        'saveFund fund',
        'saveFundPeriod reportedFigure',
        'saveInvestment investment',
        'saveInvestmentMetrics fundInvestmentPeriod',
        'saveInvestor investor',
        'savePortfolioMetrics investmentPeriod',
      ]),
    );
  });
});
