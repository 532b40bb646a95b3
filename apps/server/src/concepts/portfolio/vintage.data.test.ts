import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
}

describe('vintages', () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  const ids: Record<string, string> = {};
  const shares = { Code: 'SHARES', Description: 'Vintage Shares' };

  const get = (url: string, tenant = tenantId, as = token) => server.call(as, tenant, { method: 'GET', url });
  const post = async <T = Stored>(url: string, payload: object, status = 200): Promise<T> => {
    const answer = await server.call(token, tenantId, { method: 'POST', url, payload });
    expect(answer.statusCode, answer.body).toBe(status);
    return answer.json<T>();
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    token = (await server.person(tenantId, { carry: 'administrator' })).token;
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    for (const code of ['ARP-I', 'ARP-II']) {
      ids[code] = (await post('/api/carry/fund', { Code: code, LegalName: `Fund ${code}`, Currency: { Id: usd } })).Id;
    }
  });
  afterAll(() => server.stop());

  it('are made, listed by type, and shown with the investments that are in them [U-C-009 U-C-010]', async () => {
    const created = await post<Stored & { Name: string }>('/api/carry/vintage', {
      VintageName: 'ARP-I 2019',
      Fund: { Id: ids['ARP-I'] },
      VintageType: shares,
      VintageYear: 2019,
      StartDate: '2019-01-01',
      EndDate: '2019-12-31',
      TotalShares: '1000.00',
    });
    ids['vintage'] = created.Id;
    expect(created).toMatchObject({
      Name: 'ARP-I 2019',
      VintageType: shares,
      TotalInvestedAmount: '0.00',
      CanDelete: true,
    });
    const investment = await post('/api/carry/investment', {
      Code: 'HDG01',
      Name: 'Helios Dental Group',
      LegalName: 'Helios Dental Group, Inc.',
      FundInvestments: [{ Fund: { Id: ids['ARP-I'] }, Vintage: { Id: created.Id }, InvestedAmount: '250000.00' }],
    });
    expect((await get('/api/carry/vintage/index?type=SHARES')).json()).toMatchObject({
      TotalItemCount: 1,
      PageSize: 20,
      Sort: 'VintageName',
      SortAsc: true,
      PageData: [{ VintageName: 'ARP-I 2019', NumberOfInvestments: 1, TotalInvestedAmount: '250000.00' }],
      Totals: [{ Field: 'totalInvestedAmount', Total: '250000.00' }, { Field: 'totalCarryDistributed' }],
    });
    expect((await get('/api/carry/vintage/index?type=VARIABLE')).json()).toMatchObject({ TotalItemCount: 0 });
    expect((await get(`/api/carry/vintage/${created.Id}/investment`)).json()).toMatchObject({
      PageData: [{ InvestmentId: investment.Id, HeldBy: 'Fund ARP-I', InvestedAmount: '250000.00' }],
    });
    expect((await get(`/api/carry/vintage/${created.Id}/transaction`)).json()).toMatchObject({ TotalItemCount: 0 });
    for (const url of ['/api/carry/vintage/index', `/api/carry/vintage/${created.Id}/investment`]) {
      const file = await get(`${url}?format=excel`);
      expect(file.statusCode, file.body).toBe(200);
      expect(file.headers['content-type']).toContain('spreadsheetml');
    }
  });

  it('stay with their fund while they are in use, and are deleted when they are not', async () => {
    const url = `/api/carry/vintage/${ids['vintage']}/profileEdit`;
    const { RowVersion } = (await get(url)).json<Stored>();
    const save = { Id: ids['vintage'], RowVersion, VintageName: 'ARP-I 2019', VintageType: shares };
    const moved = await post<{ Errors: object[] }>('/api/carry/vintage', { ...save, Fund: { Id: ids['ARP-II'] } }, 422);
    expect(moved.Errors).toMatchObject([{ Code: 'VINTAGE_IN_USE', Path: 'Fund' }]);
    const remove = (id: string | undefined) =>
      server.call(token, tenantId, { method: 'DELETE', url: `/api/carry/vintage/${id}` });
    expect((await remove(ids['vintage'])).statusCode).toBe(409);
    const spare = await post(`/api/carry/fund/${ids['ARP-I']}/vintage`, { VintageName: '2020', VintageType: shares });
    expect((await get(`/api/carry/fund/${ids['ARP-I']}/vintage/${spare.Id}`)).statusCode).toBe(200);
    expect((await get(`/api/carry/fund/${ids['ARP-II']}/vintage/${spare.Id}`)).statusCode).toBe(404);
    expect((await get(`/api/carry/fund/${ids['ARP-I']}/vintages`)).json()).toHaveLength(2);
    expect((await get('/api/carry/vintage/navigation-list')).json()).toMatchObject([{ FundName: 'Fund ARP-I' }, {}]);
    expect((await remove(spare.Id)).statusCode).toBe(200);
  });

  it('have no name twice in a fund, and end after they start', async () => {
    const again = { VintageName: 'arp-i 2019', Fund: { Id: ids['ARP-I'] }, VintageType: shares };
    await post('/api/carry/vintage', again, 409);
    const turned = { ...again, VintageName: 'x', StartDate: '2020-02-01', EndDate: '2020-01-01' };
    await post('/api/carry/vintage', turned, 422);
  });

  it('are nobody else’s, and each write leaves one audit entry', async () => {
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'administrator' });
    const paths = ['profile', 'profileEdit'].map((view) => `/api/carry/vintage/${ids['vintage']}/${view}`);
    for (const url of paths) expect((await get(url, other, stranger.token)).statusCode).toBe(404);
    expect((await get('/api/carry/vintage', other, stranger.token)).json()).toEqual([]);
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
