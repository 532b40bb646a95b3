import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/testServer.ts';

interface Firm {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Name: string;
  readonly Address: unknown;
  readonly Contacts: readonly { readonly Id: string; readonly Name: string; readonly Telephone: string | null }[];
}
const base = '/api/performance/firm';

describe('the firms whose funds are held', () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  let currency: { Id: string };
  let country: { Id: string };
  let stored: Firm;

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = token) =>
    server.call(as, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const get = async <T>(url: string): Promise<T> => (await call('GET', url)).json<T>();
  const save = async (payload: object): Promise<Firm> => {
    const answer = await call('POST', base, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Firm>();
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
    stored = await save({
      Code: 'HARB',
      Name: 'Harbour Lane Capital',
      Currency: currency,
      Address: { AddressLine1: '4 Harbour Lane', City: 'Boston', PostalCode: '02110', Country: country },
      Contacts: [
        {
          Name: 'Ruth Olsen',
          Title: 'Investor relations',
          Email: 'ruth@harbour.example',
          Telephone: '+1 617 555 0100',
        },
        { Name: 'Samuel Iyer' },
      ],
    });
  });
  afterAll(() => server.stop());

  it('are kept with address, currency and contacts, in their order', async () => {
    const read = await get<Firm>(`${base}/${stored.Id}`);
    expect(read).toMatchObject({ Code: 'HARB', Currency: { Code: 'EUR' }, Address: { City: 'Boston' } });
    expect(read.Contacts.map(({ Name, Telephone }) => [Name, Telephone])).toEqual([
      ['Ruth Olsen', '+1 617 555 0100'],
      ['Samuel Iyer', null],
    ]);
    expect(await get(`${base}/${stored.Id}/profile`)).toEqual(read);
  });

  it('change by their version; contacts are changed, added and taken away with them', async () => {
    const [first, second] = stored.Contacts;
    const { RowVersion } = await save({
      Id: stored.Id,
      RowVersion: stored.RowVersion,
      Code: 'HARB',
      Name: 'Harbour Lane Capital',
      Currency: null,
      // An address needs a country.
      Address: { AddressLine1: '4 Harbour Lane' },
      Contacts: [{ ...second, Telephone: '+1 617 555 0101' }, { Name: 'Ana Prado' }],
    });
    const changed = await get<Firm>(`${base}/${stored.Id}`);
    expect(changed).toMatchObject({ RowVersion, Currency: null, Address: null });
    expect(changed.Contacts.map(({ Name }) => Name)).toEqual(['Samuel Iyer', 'Ana Prado']);
    expect([changed.Contacts[0]?.Id, changed.Contacts.some(({ Id }) => Id === first?.Id)]).toEqual([second?.Id, false]);
    const stale = { Id: stored.Id, RowVersion: stored.RowVersion, Code: 'HARB', Name: 'Mine', Contacts: [] };
    expect((await call('POST', base, stale)).statusCode).toBe(409);
  });

  it('have a name and a code of their own, told beside the field', async () => {
    const other = { Code: 'PINE', Name: 'Pine Street Partners', Contacts: [] };
    expect(await refusal({ ...other, Name: 'harbour lane capital' })).toEqual([
      409,
      expect.objectContaining({ Path: 'Name', Message: 'Another firm already has this name.' }),
    ]);
    expect(await refusal({ ...other, Code: 'harb' })).toEqual([
      409,
      expect.objectContaining({ Path: 'Code', Message: 'Another record already has this code.' }),
    ]);
    expect(await refusal({ ...other, Contacts: [{ Name: '' }] })).toEqual([
      400,
      expect.objectContaining({ Path: 'Contacts[0].Name' }),
    ]);
    await save(other);
  });

  it('are listed by code, a hundred on a page, found by name, and exported as they are listed', async () => {
    interface Page {
      readonly PageSize: number;
      readonly PageData: readonly { readonly Code: string }[];
    }
    const page = await get<Page>(`${base}/firmList`);
    expect([page.PageSize, page.PageData.map(({ Code }) => Code)]).toEqual([100, ['HARB', 'PINE']]);
    const found = await get<Page>(`${base}/firmList?SearchQuery=pine&SortColumn=Name&SortAsc=false`);
    expect(found.PageData.map(({ Code }) => Code)).toEqual(['PINE']);
    expect(await get<{ Code: string }[]>(`${base}/navigation-list`)).toMatchObject([
      { Code: 'HARB' },
      { Code: 'PINE' },
    ]);
    const csv = await call('GET', `${base}/firmList?format=csv`);
    expect(csv.body).toContain('HARB,Harbour Lane Capital');
    for (const format of ['excel', 'application/pdf']) {
      const file = await call('GET', `${base}/firmList?format=${encodeURIComponent(format)}`);
      expect([format, file.statusCode, file.rawPayload.length > 1000]).toEqual([format, 200, true]);
    }
  });

  it('carry notes, documents and activity, and are no source of carry', async () => {
    const note = { NoteText: 'Met in Boston.', ObjectId: stored.Id, ObjectType: 'firm' };
    expect((await call('POST', '/api/note', note)).json()).toMatchObject({ ObjectName: 'Harbour Lane Capital' });
    const link = { ObjectId: stored.Id, ObjectType: 'firm', Name: 'Letter', Url: 'https://harbour.example/letter' };
    expect((await call('POST', '/api/document/external', link)).statusCode).toBe(200);
    // It doesn't exist as another type of record.
    expect((await call('POST', '/api/note', { ...note, ObjectType: 'fund' })).statusCode).toBe(404);
    const { PageData } = await get<{ PageData: { Action: string }[] }>(`/api/activity/container/${stored.Id}`);
    expect(PageData.map(({ Action }) => Action)).toEqual([
      'Document link saved',
      'Note saved',
      'Firm saved',
      'Firm saved',
    ]);
    const carry = (await server.person(tenantId, { carry: 'administrator' })).token;
    const profile = { Name: 'Shares', ContainerId: stored.Id, Entries: [] };
    expect((await call('POST', '/api/carry/allocationprofile', profile, carry)).statusCode).not.toBe(200);
  });

  it('are read by viewers of carry and of performance, changed by editors, deleted with what hangs on them by administrators', async () => {
    const tokenWith = async (roles: Parameters<TestServer['person']>[1]) =>
      (await server.person(tenantId, roles)).token;
    const at = `${base}/${stored.Id}`;
    expect((await call('GET', at, undefined, await tokenWith({ carry: 'viewer' }))).statusCode).toBe(200);
    expect((await call('GET', at, undefined, await tokenWith({ comp: 'administrator' }))).statusCode).toBe(403);
    expect((await call('DELETE', at, undefined, await tokenWith({ performance: 'editor' }))).statusCode).toBe(403);
    expect((await call('DELETE', at)).statusCode).toBe(200);
    expect((await call('GET', at)).statusCode).toBe(404);
    const { rows } = await server.database.worker.query('SELECT 1 FROM note UNION ALL SELECT 1 FROM firm_contact');
    expect(rows).toEqual([]);
  });
});
