import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, refusal, responseStatus } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

const base = '/api/performance/firm';

describe('firms', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let user: TestPerson;
  let currency: { id: string };
  let country: { id: string };
  let stored: AnswerOf<'saveFirm'>;

  const call = (method: 'GET' | 'POST', url: string, payload?: object, { token } = user) =>
    server.call(token, tenantId, { method, url, ...(payload ? { payload } : {}) });

  const save = (body: BodyOf<'saveFirm'>) => as(user).saveFirm({ body });
  const refusedSave = async (body: BodyOf<'saveFirm'>) => {
    const { status, errors } = await refusal(as(user).saveFirm({ body }));
    return [status, ...errors];
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    user = await server.person(tenantId, { performance: 'administrator' });
    currency = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    country = { id: await server.referenceEntry(tenantId, 'country', 'US') };
    stored = await save({
      code: 'HARB',
      name: 'Harbour Lane Capital',
      currency,
      address: { addressLine1: '4 Harbour Lane', city: 'Boston', postalCode: '02110', country },
      contacts: [
        {
          name: 'Ruth Olsen',
          title: 'Investor relations',
          email: 'ruth@harbour.example',
          telephone: '+1 617 555 0100',
        },
        { name: 'Samuel Iyer' },
      ],
    });
  });
  afterAll(() => server.stop());

  it('are stored with address, currency and contacts in their order', async () => {
    const read = await as(user).getFirm({ params: { id: stored.id } });
    expect(read).toMatchObject({ code: 'HARB', currency: { code: 'EUR' }, address: { city: 'Boston' } });
    expect(read.contacts.map(({ name, telephone }) => [name, telephone])).toEqual([
      ['Ruth Olsen', '+1 617 555 0100'],
      ['Samuel Iyer', null],
    ]);
    expect(await as(user).getFirmProfile({ params: { id: stored.id } })).toEqual(read);
  });

  it('are changed by version, together with their contacts', async () => {
    const [first, second] = stored.contacts;
    const { rowVersion } = await save({
      id: stored.id,
      rowVersion: stored.rowVersion,
      code: 'HARB',
      name: 'Harbour Lane Capital',
      currency: null,
      // An address needs a country.
      address: { addressLine1: '4 Harbour Lane' },
      contacts: [{ ...second!, telephone: '+1 617 555 0101' }, { name: 'Ana Prado' }],
    });
    const changed = await as(user).getFirm({ params: { id: stored.id } });
    expect(changed).toMatchObject({ rowVersion, currency: null, address: null });
    expect(changed.contacts.map(({ name }) => name)).toEqual(['Samuel Iyer', 'Ana Prado']);
    expect([changed.contacts[0]?.id, changed.contacts.some(({ id }) => id === first?.id)]).toEqual([second?.id, false]);
    const stale = { id: stored.id, rowVersion: stored.rowVersion, code: 'HARB', name: 'Mine', contacts: [] };
    expect((await refusal(as(user).saveFirm({ body: stale }))).status).toBe(409);
  });

  it('have a unique name and code, reported at the field', async () => {
    const other = { code: 'PINE', name: 'Pine Street Partners', contacts: [] };
    expect(await refusedSave({ ...other, name: 'harbour lane capital' })).toEqual([
      409,
      expect.objectContaining({ path: 'Name', message: 'Another firm already has this name.' }),
    ]);
    expect(await refusedSave({ ...other, code: 'harb' })).toEqual([
      409,
      expect.objectContaining({ path: 'Code', message: 'Another record already has this code.' }),
    ]);
    expect(await refusedSave({ ...other, contacts: [{ name: '' }] })).toEqual([
      400,
      expect.objectContaining({ path: 'Contacts[0].Name' }),
    ]);
    await save(other);
  });

  it('are listed by code, a hundred per page, searched by name, and exported like the list', async () => {
    const page = await as(user).listFirms();
    expect([page.pageSize, page.pageData.map(({ code }) => code)]).toEqual([100, ['HARB', 'PINE']]);
    const found = await as(user).listFirms({
      query: { searchQuery: 'pine', sortColumn: 'Name', sortAsc: 'false' },
    });
    expect(found.pageData.map(({ code }) => code)).toEqual(['PINE']);
    expect(await as(user).listFirmNavigation()).toMatchObject([{ code: 'HARB' }, { code: 'PINE' }]);
    const csv = await call('GET', `${base}/firmList?format=csv`);
    expect(csv.body).toContain('HARB,Harbour Lane Capital');
    for (const format of ['excel', 'application/pdf']) {
      const file = await call('GET', `${base}/firmList?format=${encodeURIComponent(format)}`);
      expect([format, file.statusCode, file.rawPayload.length > 1000]).toEqual([format, 200, true]);
    }
  });

  it('have notes, documents and activity, and can’t be a source of carry', async () => {
    const note = { noteText: 'Met in Boston.', objectId: stored.id, objectType: 'firm' } as const;
    expect(await as(user).saveNote({ body: note })).toMatchObject({
      objectName: 'Harbour Lane Capital',
    });
    const link = {
      objectId: stored.id,
      objectType: 'firm',
      name: 'Letter',
      url: 'https://harbour.example/letter',
    } as const;
    await as(user).saveExternalDocument({ body: link });
    // It doesn't exist as another type of record.
    expect((await refusal(as(user).saveNote({ body: { ...note, objectType: 'fund' } }))).status).toBe(404);
    const { pageData } = await as(user).listContainerActivity({ params: { id: stored.id } });
    expect(pageData.map(({ action }) => action)).toEqual([
      'Document link saved',
      'Note saved',
      'Firm saved',
      'Firm saved',
    ]);
    const carry = await server.person(tenantId, { carry: 'administrator' });
    const profile = { name: 'Shares', containerId: stored.id, entries: [] };
    expect((await call('POST', '/api/carry/allocationprofile', profile, carry)).statusCode).not.toBe(200);
  });

  it('are read by viewers of carry and performance, changed by editors, and deleted with their records by administrators', async () => {
    const personWith = (roles: Parameters<TestServer['person']>[1]) => server.person(tenantId, roles);
    const params = { id: stored.id };
    expect(await responseStatus(as(await personWith({ carry: 'viewer' })).getFirm({ params }))).toBe(200);
    expect((await refusal(as(await personWith({ comp: 'administrator' })).getFirm({ params }))).status).toBe(403);
    expect((await refusal(as(await personWith({ performance: 'editor' })).deleteFirm({ params }))).status).toBe(403);
    await as(user).deleteFirm({ params: { id: stored.id } });
    expect((await refusal(as(user).getFirm({ params: { id: stored.id } }))).status).toBe(404);
    const { rows } = await server.database.worker.query('SELECT 1 FROM note UNION ALL SELECT 1 FROM firm_contact');
    expect(rows).toEqual([]);
  });
});
