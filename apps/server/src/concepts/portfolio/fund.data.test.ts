import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/testServer.ts';

describe('funds, from request to database and back', () => {
  let server: TestServer;
  let tenantId: string;
  let editor: string;
  let viewer: string;
  let administrator: string;
  let currency: { Id: string };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = (await server.person(tenantId, { carry: 'editor' })).token;
    viewer = (await server.person(tenantId, { carry: 'viewer' })).token;
    administrator = (await server.person(tenantId, { carry: 'administrator' })).token;
    currency = { Id: await server.referenceEntry(tenantId, 'currency', 'USD') };
  });
  afterAll(() => server.stop());

  const fund = (code: string) => ({
    Code: code,
    LegalName: `Fund ${code} LP`,
    Currency: currency,
    TotalCapitalRaised: '1000000.50',
  });
  const save = (token: string, payload: object) =>
    server.call(token, tenantId, { method: 'POST', url: '/api/carry/fund', payload });

  it('is created, read, listed, changed and deleted [U-C-077]', async () => {
    const created = await save(editor, fund('ARP-I'));
    expect(created.statusCode, created.body).toBe(200);
    const stored = created.json<{ Id: string; RowVersion: number }>();
    expect(stored).toMatchObject({
      Code: 'ARP-I',
      Name: 'Fund ARP-I LP',
      TotalCapitalRaised: '1000000.50',
      NumberOfInvestments: 0,
      CanDelete: true,
    });
    const read = await server.call(viewer, tenantId, { method: 'GET', url: `/api/carry/fund/${stored.Id}` });
    expect(read.json()).toEqual(created.json());
    const list = await server.call(viewer, tenantId, {
      method: 'GET',
      url: '/api/carry/fund?searchQuery=arp&PageSize=5',
    });
    expect(list.json()).toMatchObject({
      TotalItemCount: 1,
      CurrentPage: 1,
      PageSize: 5,
      Sort: 'LegalName',
      PageData: [{ Code: 'ARP-I' }],
    });
    const changed = await save(editor, {
      ...fund('ARP-I'),
      Id: stored.Id,
      RowVersion: stored.RowVersion,
      TotalCapitalRaised: 2000000.25,
    });
    expect(changed.json()).toMatchObject({ TotalCapitalRaised: '2000000.25', RowVersion: stored.RowVersion + 1 });
    const deleted = await server.call(administrator, tenantId, {
      method: 'DELETE',
      url: `/api/carry/fund/${stored.Id}`,
    });
    expect(deleted.statusCode, deleted.body).toBe(200);
    expect(
      (await server.call(viewer, tenantId, { method: 'GET', url: `/api/carry/fund/${stored.Id}` })).statusCode,
    ).toBe(404);
  });

  it('refuses days that contradict each other, at the field', async () => {
    const reversed = { InitialCloseDate: '2021-03-31', FinalCloseDate: '2020-03-31' };
    const refused = await save(editor, { ...fund('DAYS'), ...reversed });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ Errors: [{ Code: 'DATES_REVERSED', Path: 'FinalCloseDate' }] });
  });

  it('C10: refuses a save of an old state and says who changed it', async () => {
    const { Id, RowVersion } = (await save(editor, fund('OLD'))).json<{ Id: string; RowVersion: number }>();
    expect((await save(editor, { ...fund('OLD'), Id, RowVersion })).statusCode).toBe(200);
    const stale = await save(editor, { ...fund('OLD'), Id, RowVersion });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ Errors: [{ Code: 'STALE_VERSION', Path: 'RowVersion' }] });
    expect(stale.json<{ Message: string }>().Message).toContain('Ada Example');
  });

  it('C10: loses no update when many save at once', async () => {
    const { Id, RowVersion } = (await save(editor, fund('RACE'))).json<{ Id: string; RowVersion: number }>();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        save(editor, { ...fund('RACE'), Id, RowVersion, TotalCapitalRaised: `${at}.00` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(11);
  });

  it('takes no name that reads as another one', async () => {
    const answer = await save(editor, { ...fund('SEEN'), LegalName: 'Fund \u202eI' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { Errors: [{ Path: 'LegalName', Message: expect.stringContaining('has the invisible character U+202E') }] },
    ]);
  });

  it('keeps an amount that floating point cannot hold, and refuses a number that already lost digits', async () => {
    const exact = await save(editor, { ...fund('BIG'), TotalCapitalRaised: '9999999999999.99' });
    expect(exact.json()).toMatchObject({ TotalCapitalRaised: '9999999999999.99' });
    const more = await save(editor, { ...fund('MORE'), TotalCapitalRaised: '10000000000000.00' });
    expect(more.json()).toMatchObject({
      Errors: [
        {
          Path: 'TotalCapitalRaised',
          Message: expect.stringContaining(
            'is too large. An amount can have at most 13 digits before the decimal point',
          ),
        },
      ],
    });
    const long = await server.call(editor, tenantId, {
      method: 'POST',
      url: '/api/carry/fund',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...fund('LONG'), TotalCapitalRaised: 0 }).replace(
        '"TotalCapitalRaised":0',
        '"TotalCapitalRaised":100000000000000.004',
      ),
    });
    expect(long.statusCode).toBe(400);
    expect(long.json()).toMatchObject({ Errors: [{ Path: 'TotalCapitalRaised', Code: 'NUMBER_TOO_LONG' }] });
  });

  it('names every field that is wrong as the wire spells it', async () => {
    const answer = await save(editor, {
      Code: '',
      LegalName: 'x',
      Currency: { Id: 'no' },
      Status: 'DISB',
      TotalCapitalRaised: '1.234',
    });
    expect(answer.statusCode).toBe(400);
    const paths = answer.json<{ Errors: { Path: string }[] }>().Errors.map(({ Path }) => Path);
    expect(paths).toEqual(expect.arrayContaining(['Code', 'Currency.Id', 'Status', 'TotalCapitalRaised']));
  });

  it.each([
    ['excel', 'spreadsheetml'],
    ['csv', 'text/csv'],
    ['application/pdf', 'application/pdf'],
  ])('answers all rows as %s', async (format, type) => {
    const file = await server.call(viewer, tenantId, { method: 'GET', url: `/api/carry/fund?format=${format}` });
    expect(file.statusCode, file.body.slice(0, 500)).toBe(200);
    expect(file.headers['content-type']).toContain(type);
    expect(file.headers['content-disposition']).toContain('attachment; filename="Funds 2026-10-01.');
    expect(file.rawPayload.length).toBeGreaterThan(50);
  });
});
