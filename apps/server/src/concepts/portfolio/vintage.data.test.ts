import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

describe('vintages', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  const ids = { first: '', second: '', vintage: '' };
  const shares = { code: 'SHARES', description: 'Vintage Shares' } as const;

  const get = (url: string, tenant = tenantId, { token } = person) =>
    server.call(token, tenant, { method: 'GET', url });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    const fund = async (code: string) =>
      (await as(person).saveFund({ body: { code, legalName: `Fund ${code}`, currency: { id: usd } } })).id;
    ids.first = await fund('ARP-I');
    ids.second = await fund('ARP-II');
  });
  afterAll(() => server.stop());

  it('are created, listed by type, and displayed with their investments [U-C-009 U-C-010]', async () => {
    const created = await as(person).saveVintage({
      body: {
        vintageName: 'ARP-I 2019',
        fund: { id: ids.first },
        vintageType: shares,
        vintageYear: 2019,
        startDate: '2019-01-01',
        endDate: '2019-12-31',
        totalShares: '1000.00',
      },
    });
    ids.vintage = created.id;
    expect(created).toMatchObject({
      name: 'ARP-I 2019',
      vintageType: shares,
      totalInvestedAmount: '0.00',
      canDelete: true,
    });
    const investment = await as(person).saveInvestment({
      body: {
        code: 'HDG01',
        name: 'Helios Dental Group',
        legalName: 'Helios Dental Group, Inc.',
        fundInvestments: [{ fund: { id: ids.first }, vintage: { id: created.id }, investedAmount: '250000.00' }],
      },
    });
    expect(await as(person).listVintages({ query: { type: 'SHARES' } })).toMatchObject({
      totalItemCount: 1,
      pageSize: 20,
      sort: 'VintageName',
      sortAsc: true,
      pageData: [{ vintageName: 'ARP-I 2019', numberOfInvestments: 1, totalInvestedAmount: '250000.00' }],
      totals: [{ field: 'totalInvestedAmount', total: '250000.00' }, { field: 'totalCarryDistributed' }],
    });
    expect(await as(person).listVintages({ query: { type: 'VARIABLE' } })).toMatchObject({ totalItemCount: 0 });
    expect(await as(person).listVintageInvestments({ params: { id: created.id } })).toMatchObject({
      pageData: [{ investmentId: investment.id, holderName: 'Fund ARP-I', investedAmount: '250000.00' }],
    });
    expect(await as(person).listVintageTransactions({ params: { id: created.id } })).toMatchObject({
      totalItemCount: 0,
    });
    for (const url of ['/api/carry/vintage/index', `/api/carry/vintage/${created.id}/investment`]) {
      const file = await get(`${url}?format=excel`);
      expect(file.statusCode, file.body).toBe(200);
      expect(file.headers['content-type']).toContain('spreadsheetml');
    }
  });

  it('stay with their fund while they are in use, and are deleted when they are not', async () => {
    const { rowVersion } = await as(person).getVintageForEdit({ params: { id: ids.vintage } });
    const save = { id: ids.vintage, rowVersion, vintageName: 'ARP-I 2019', vintageType: shares };
    const moved = await refusal(as(person).saveVintage({ body: { ...save, fund: { id: ids.second } } }));
    expect(moved.status).toBe(422);
    expect(moved.errors).toMatchObject([{ code: 'VINTAGE_IN_USE', path: 'Fund' }]);
    const remove = (id: string) => as(person).deleteVintage({ params: { id } });
    expect((await refusal(remove(ids.vintage))).status).toBe(409);
    const spare = await as(person).saveFundVintage({
      params: { id: ids.first },
      body: { vintageName: '2020', vintageType: shares },
    });
    await as(person).getFundVintage({ params: { id: ids.first, vintageId: spare.id } });
    expect((await refusal(as(person).getFundVintage({ params: { id: ids.second, vintageId: spare.id } }))).status).toBe(
      404,
    );
    expect(await as(person).listFundVintages({ params: { id: ids.first } })).toHaveLength(2);
    expect(await as(person).listVintageNavigation()).toMatchObject([{ fundName: 'Fund ARP-I' }, {}]);
    await remove(spare.id);
  });

  it('have no name twice in a fund, and end after they start', async () => {
    const again = { vintageName: 'arp-i 2019', fund: { id: ids.first }, vintageType: shares } as const;
    expect((await refusal(as(person).saveVintage({ body: again }))).status).toBe(409);
    const turned = { ...again, vintageName: 'x', startDate: '2020-02-01', endDate: '2020-01-01' } as const;
    expect((await refusal(as(person).saveVintage({ body: turned }))).status).toBe(422);
  });

  it('are invisible to other firms, and each write leaves one audit entry', async () => {
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'administrator' });
    const paths = ['profile', 'profileEdit'].map((view) => `/api/carry/vintage/${ids.vintage}/${view}`);
    for (const url of paths) expect((await get(url, other, stranger)).statusCode).toBe(404);
    expect(await as(stranger).listVintageChoices()).toEqual([]);
    const { rows } = await server.database.worker.query(
      `SELECT operation, count(*)::int AS n FROM activity WHERE tenant_id = $1 AND object_type = 'vintage' GROUP BY operation ORDER BY operation`,
      [tenantId],
    );
    expect(rows).toEqual([
      { operation: 'deleteVintage', n: 1 },
      { operation: 'saveVintage', n: 2 },
    ]);
  });
});
