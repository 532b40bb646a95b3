import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/testServer.ts';

interface Investor {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Name: string;
  readonly Address: unknown;
  readonly Vehicle: { readonly Name: string } | null;
}
interface Page {
  readonly PageSize: number;
  readonly PageData: readonly { readonly InvestorName: string; readonly InvestorType: { readonly Code: string } }[];
}
const base = '/api/performance/investor';
const types = ['INVESTOR', 'GP', 'RELATEDPARTY', 'FUND', 'SPV'] as const;

describe('the investors in vehicles', () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  let type: Readonly<Record<string, { Id: string }>>;
  let currency: { Id: string };
  let country: { Id: string };
  let fund: { Id: string; RowVersion: number };
  let stored: Investor;

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = token) =>
    server.call(as, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const get = async <T>(url: string): Promise<T> => (await call('GET', url)).json<T>();
  const save = async <T>(url: string, payload: object): Promise<T> => {
    const answer = await call('POST', url, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const refusal = async (payload: object) => {
    const answer = await call('POST', base, payload);
    return [answer.statusCode, ...answer.json<{ Errors: { Path: string; Message: string }[] }>().Errors];
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    token = (await server.person(tenantId, { performance: 'administrator' })).token;
    currency = { Id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    country = { Id: await server.referenceEntry(tenantId, 'country', 'US') };
    type = Object.fromEntries(
      await Promise.all(
        types.map(async (code) => [code, { Id: await server.referenceEntry(tenantId, 'investor-type', code) }]),
      ),
    );
    fund = await save('/api/performance/fund', { Code: 'F1', Name: 'Fund I', Currency: currency });
    stored = await save(base, {
      Code: 'UNI',
      Name: 'University Endowment',
      Type: type['INVESTOR'],
      Currency: currency,
      InitialInvestmentDate: '2015-03-31',
      Address: { AddressLine1: '1 College Green', City: 'Boston', PostalCode: '02110', Country: country },
    });
    await save(base, { Code: 'GP1', Name: 'General Partner', Type: type['GP'] });
  });
  afterAll(() => server.stop());

  it('are kept with their type, currency, first day and address [U-P-029]', async () => {
    expect(await get(`${base}/${stored.Id}`)).toMatchObject({
      Code: 'UNI',
      Type: { Code: 'INVESTOR' },
      Currency: { Code: 'EUR' },
      InitialInvestmentDate: '2015-03-31',
      Address: { City: 'Boston', Country: { Code: 'US' } },
    });
  });

  it('keep no address that is none, and no country that is empty [U-P-055]', async () => {
    const Address = { AddressLine1: '1 College Green', City: 'Boston', PostalCode: '02110', Country: { Id: '' } };
    const plain = await save<Investor>(base, { Code: 'PLAIN', Name: 'Plain', Type: type['INVESTOR'], Address });
    expect((await get<Investor>(`${base}/${plain.Id}`)).Address).toBeNull();
    expect((await call('DELETE', `${base}/${plain.Id}`)).statusCode).toBe(200);
  });

  it('are told beside the field what is wrong', async () => {
    const other = { Code: 'OTHER', Name: 'Other', Type: type['INVESTOR'] };
    expect(await refusal({ ...other, Code: 'uni' })).toEqual([
      409,
      expect.objectContaining({ Path: 'Code', Message: 'Another record already has this code.' }),
    ]);
    expect(await refusal({ ...other, Name: ' ' })).toEqual([400, expect.objectContaining({ Path: 'Name' })]);
    expect(await refusal({ ...other, Type: country })).toEqual([
      404,
      expect.objectContaining({ Path: 'Type', Message: 'There is no such type.' }),
    ]);
    expect(await refusal({ ...other, Vehicle: { Id: fund.Id } })).toEqual([
      422,
      expect.objectContaining({
        Path: 'Vehicle',
        Message: 'Only an investor of type SPV or fund can be a vehicle itself.',
      }),
    ]);
    expect(await refusal({ ...other, Type: type['SPV'], Vehicle: { Id: stored.Id } })).toEqual([
      404,
      expect.objectContaining({ Path: 'Vehicle', Message: 'There is no such vehicle.' }),
    ]);
  });

  it('may be a vehicle themselves, each vehicle one of them', async () => {
    const feeder = { Code: 'FEED', Name: 'Feeder', Type: type['SPV'], Vehicle: { Id: fund.Id } };
    expect((await save<Investor>(base, feeder)).Vehicle).toMatchObject({ Name: 'Fund I' });
    expect(await refusal({ ...feeder, Code: 'FEED2' })).toEqual([
      409,
      expect.objectContaining({ Path: 'Vehicle', Message: 'Another investor already represents this vehicle.' }),
    ]);
  });

  it('are listed by name, twenty on a page, those of type investor unless another is asked for [U-P-086 U-P-035]', async () => {
    const listed = async (query: string) => {
      const page = await get<Page>(`${base}/investors${query}`);
      return [page.PageSize, page.PageData.map(({ InvestorName }) => InvestorName)];
    };
    expect(await listed('')).toEqual([20, ['University Endowment']]);
    expect(await listed('?Type=gp')).toEqual([20, ['General Partner']]);
    expect(await listed('?Type=ALL')).toEqual([20, ['Feeder', 'General Partner', 'University Endowment']]);
    expect(await listed('?Type=ALL&SearchQuery=uni&SortColumn=Country')).toEqual([20, ['University Endowment']]);
    expect(await get<object[]>(`${base}/navigation-list`)).toHaveLength(3);
    for (const format of ['csv', 'excel', 'application/pdf']) {
      const file = await call('GET', `${base}/investors?format=${encodeURIComponent(format)}`);
      expect([format, file.statusCode]).toEqual([format, 200]);
      if (format === 'csv') expect(file.body).toContain('UNI,University Endowment,INVESTOR,EUR,2015-03-31');
    }
  });

  it('carry notes, documents and activity, and are no source of carry', async () => {
    const note = { NoteText: 'Met in Boston.', ObjectId: stored.Id, ObjectType: 'investor' };
    expect((await call('POST', '/api/note', note)).json()).toMatchObject({ ObjectName: 'University Endowment' });
    const link = {
      ObjectId: stored.Id,
      ObjectType: 'investor',
      Name: 'Side letter',
      Url: 'https://uni.example/letter',
    };
    expect((await call('POST', '/api/document/external', link)).statusCode).toBe(200);
    const { PageData } = await get<{ PageData: { Action: string }[] }>(`/api/activity/container/${stored.Id}`);
    expect(PageData.map(({ Action }) => Action)).toEqual(['Document link saved', 'Note saved', 'Investor saved']);
    // Not even by bypassing the product's rules: the database refuses it in each carry table that names a container.
    const owner = new pg.Client({ connectionString: server.database.adminUrl });
    await owner.connect();
    try {
      const { rows } = await owner.query<{ table: string; key: string }>(
        `SELECT conrelid::regclass::text AS "table", pg_get_constraintdef(oid) AS key FROM pg_constraint
         WHERE contype = 'f' AND confrelid = 'container'::regclass AND conname LIKE '%_container_id_fkey' ORDER BY 1`,
      );
      const open = rows.filter(({ key }) => !key.includes('bears_carry')).map(({ table }) => table);
      expect(open).toEqual(['document', 'metric', 'note']);
      const profile = owner.query(
        `INSERT INTO allocation_profile (tenant_id, id, container_id, name) VALUES ($1, gen_random_uuid(), $2, 'Shares')`,
        [tenantId, stored.Id],
      );
      await expect(profile).rejects.toThrow('allocation_profile_tenant_id_container_id_fkey');
    } finally {
      await owner.end();
    }
  });

  it('are read by viewers of performance, changed by editors, deleted with what hangs on them by administrators [U-P-003]', async () => {
    const tokenWith = async (roles: Parameters<TestServer['person']>[1]) =>
      (await server.person(tenantId, roles)).token;
    const at = `${base}/${stored.Id}`;
    const viewer = await tokenWith({ performance: 'viewer' });
    expect((await call('GET', at, undefined, viewer)).statusCode).toBe(200);
    expect((await call('POST', base, { Code: 'X', Name: 'X', Type: type['GP'] }, viewer)).statusCode).toBe(403);
    expect((await call('GET', at, undefined, await tokenWith({ 'performance-lp': 'viewer' }))).statusCode).toBe(200);
    expect((await call('GET', at, undefined, await tokenWith({ comp: 'administrator' }))).statusCode).toBe(403);
    expect((await call('DELETE', at, undefined, await tokenWith({ performance: 'editor' }))).statusCode).toBe(403);
    expect((await call('DELETE', at)).statusCode).toBe(200);
    expect((await call('GET', at)).statusCode).toBe(404);
    const { rows } = await server.database.worker.query('SELECT 1 FROM note UNION ALL SELECT 1 FROM document');
    expect(rows).toEqual([]);
  });
});
