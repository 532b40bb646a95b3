import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, refusal, responseStatus } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

const base = '/api/performance/investor';
const types = ['INVESTOR', 'GP', 'RELATEDPARTY', 'FUND', 'SPV'] as const;

describe('the investors in vehicles', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let user: TestPerson;
  let type: Readonly<Record<(typeof types)[number], { id: string }>>;
  let currency: { id: string };
  let country: { id: string };
  let fund: { id: string; rowVersion: number };
  let stored: AnswerOf<'saveInvestor'>;

  const call = (method: 'GET' | 'POST', url: string, payload?: object, { token } = user) =>
    server.call(token, tenantId, { method, url, ...(payload ? { payload } : {}) });

  const refusedSave = async (body: BodyOf<'saveInvestor'>) => {
    const { status, errors } = await refusal(as(user).saveInvestor({ body }));
    return [status, ...errors];
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    user = await server.person(tenantId, { performance: 'administrator' });
    currency = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    country = { id: await server.referenceEntry(tenantId, 'country', 'US') };
    type = Object.fromEntries(
      await Promise.all(
        types.map(async (code) => [code, { id: await server.referenceEntry(tenantId, 'investor-type', code) }]),
      ),
    ) as typeof type;
    fund = await as(user).saveVehicle({ body: { code: 'F1', name: 'Fund I', currency } });
    stored = await as(user).saveInvestor({
      body: {
        code: 'UNI',
        name: 'University Endowment',
        type: type.INVESTOR,
        currency,
        initialInvestmentDate: '2015-03-31',
        address: { addressLine1: '1 College Green', city: 'Boston', postalCode: '02110', country },
      },
    });
    await as(user).saveInvestor({ body: { code: 'GP1', name: 'General Partner', type: type.GP } });
  });
  afterAll(() => server.stop());

  it('are stored with their type, currency, first day and address [U-P-029]', async () => {
    expect(await as(user).getInvestor({ params: { id: stored.id } })).toMatchObject({
      code: 'UNI',
      type: { code: 'INVESTOR' },
      currency: { code: 'EUR' },
      initialInvestmentDate: '2015-03-31',
      address: { city: 'Boston', country: { code: 'US' } },
    });
  });

  it('have no empty address and no empty country [U-P-055]', async () => {
    const address = { addressLine1: '1 College Green', city: 'Boston', postalCode: '02110', country: { id: '' } };
    const plain = await as(user).saveInvestor({
      body: { code: 'PLAIN', name: 'Plain', type: type.INVESTOR, address },
    });
    expect((await as(user).getInvestor({ params: { id: plain.id } })).address).toBeNull();
    await as(user).deleteInvestor({ params: { id: plain.id } });
  });

  it('are refused with errors at the fields', async () => {
    const other = { code: 'OTHER', name: 'Other', type: type.INVESTOR };
    expect(await refusedSave({ ...other, code: 'uni' })).toEqual([
      409,
      expect.objectContaining({ path: 'Code', message: 'Another record already has this code.' }),
    ]);
    expect(await refusedSave({ ...other, name: ' ' })).toEqual([400, expect.objectContaining({ path: 'Name' })]);
    expect(await refusedSave({ ...other, type: country })).toEqual([
      404,
      expect.objectContaining({ path: 'Type', message: 'There is no such type.' }),
    ]);
    expect(await refusedSave({ ...other, vehicle: { id: fund.id } })).toEqual([
      422,
      expect.objectContaining({
        path: 'Vehicle',
        message: 'Only an investor of type SPV or fund can be a vehicle itself.',
      }),
    ]);
    expect(await refusedSave({ ...other, type: type.SPV, vehicle: { id: stored.id } })).toEqual([
      404,
      expect.objectContaining({ path: 'Vehicle', message: 'There is no such vehicle.' }),
    ]);
  });

  it('can be vehicles, each vehicle once', async () => {
    const feeder = { code: 'FEED', name: 'Feeder', type: type.SPV, vehicle: { id: fund.id } } as const;
    expect((await as(user).saveInvestor({ body: feeder })).vehicle).toMatchObject({ name: 'Fund I' });
    expect(await refusedSave({ ...feeder, code: 'FEED2' })).toEqual([
      409,
      expect.objectContaining({ path: 'Vehicle', message: 'Another investor already represents this vehicle.' }),
    ]);
  });

  it('are listed by name, twenty per page, by default those of type investor [U-P-086 U-P-035]', async () => {
    const listed = async (call: Promise<AnswerOf<'listInvestors'>>) => {
      const page = await call;
      return [page.pageSize, page.pageData.map(({ investorName }) => investorName)];
    };
    expect(await listed(as(user).listInvestors())).toEqual([20, ['University Endowment']]);
    expect(await listed(as(user).listInvestors({ query: { type: 'gp' } }))).toEqual([20, ['General Partner']]);
    expect(await listed(as(user).listInvestors({ query: { type: 'ALL' } }))).toEqual([
      20,
      ['Feeder', 'General Partner', 'University Endowment'],
    ]);
    expect(
      await listed(as(user).listInvestors({ query: { type: 'ALL', searchQuery: 'uni', sortColumn: 'Country' } })),
    ).toEqual([20, ['University Endowment']]);
    expect(await as(user).listInvestorNavigation()).toHaveLength(3);
    for (const format of ['csv', 'excel', 'application/pdf']) {
      const file = await call('GET', `${base}/investors?format=${encodeURIComponent(format)}`);
      expect([format, file.statusCode]).toEqual([format, 200]);
      if (format === 'csv') expect(file.body).toContain('UNI,University Endowment,INVESTOR,EUR,2015-03-31');
    }
  });

  it('have notes, documents and activity, and can’t be a source of carry', async () => {
    const note = { noteText: 'Met in Boston.', objectId: stored.id, objectType: 'investor' } as const;
    expect(await as(user).saveNote({ body: note })).toMatchObject({
      objectName: 'University Endowment',
    });
    const link = {
      objectId: stored.id,
      objectType: 'investor',
      name: 'Side letter',
      url: 'https://uni.example/letter',
    } as const;
    await as(user).saveExternalDocument({ body: link });
    const { pageData } = await as(user).listContainerActivity({ params: { id: stored.id } });
    expect(pageData.map(({ action }) => action)).toEqual(['Document link saved', 'Note saved', 'Investor saved']);
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
        [tenantId, stored.id],
      );
      await expect(profile).rejects.toThrow('allocation_profile_tenant_id_container_id_fkey');
    } finally {
      await owner.end();
    }
  });

  it('are read by viewers of performance, changed by editors, and deleted with their records by administrators [U-P-003]', async () => {
    const personWith = (roles: Parameters<TestServer['person']>[1]) => server.person(tenantId, roles);
    const params = { id: stored.id };
    const viewer = await personWith({ performance: 'viewer' });
    await as(viewer).getInvestor({ params: { id: stored.id } });
    expect((await refusal(as(viewer).saveInvestor({ body: { code: 'X', name: 'X', type: type.GP } }))).status).toBe(
      403,
    );
    expect(await responseStatus(as(await personWith({ 'performance-lp': 'viewer' })).getInvestor({ params }))).toBe(
      200,
    );
    expect((await refusal(as(await personWith({ comp: 'administrator' })).getInvestor({ params }))).status).toBe(403);
    expect((await refusal(as(await personWith({ performance: 'editor' })).deleteInvestor({ params }))).status).toBe(
      403,
    );
    await as(user).deleteInvestor({ params: { id: stored.id } });
    expect((await refusal(as(user).getInvestor({ params: { id: stored.id } }))).status).toBe(404);
    const { rows } = await server.database.worker.query('SELECT 1 FROM note UNION ALL SELECT 1 FROM document');
    expect(rows).toEqual([]);
  });
});
