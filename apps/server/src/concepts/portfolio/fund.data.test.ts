import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BodyOf, refusal, responseStatus } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

describe('funds, from request to database and back', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let editor: TestPerson;
  let viewer: TestPerson;
  let administrator: TestPerson;
  let currency: { id: string };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { carry: 'editor' });
    viewer = await server.person(tenantId, { carry: 'viewer' });
    administrator = await server.person(tenantId, { carry: 'administrator' });
    currency = { id: await server.referenceEntry(tenantId, 'currency', 'USD') };
  });
  afterAll(() => server.stop());

  const fund = (code: string) => ({ code, legalName: `Fund ${code} LP`, currency, totalCapitalRaised: '1000000.50' });
  const save = (body: BodyOf<'saveFund'>) => as(editor).saveFund({ body });

  it('is created, read, listed, changed and deleted [U-C-077]', async () => {
    const stored = await save(fund('ARP-I'));
    expect(stored).toMatchObject({
      code: 'ARP-I',
      name: 'Fund ARP-I LP',
      totalCapitalRaised: '1000000.50',
      numberOfInvestments: 0,
      canDelete: true,
    });
    const read = await as(viewer).getFund({ params: { id: stored.id } });
    expect(read).toEqual(stored);
    const list = await as(viewer).listFunds({ query: { searchQuery: 'arp', pageSize: 5 } });
    expect(list).toMatchObject({
      totalItemCount: 1,
      currentPage: 1,
      pageSize: 5,
      sort: 'LegalName',
      pageData: [{ code: 'ARP-I' }],
    });
    // Numbers are accepted as well as texts.
    const changed = await server.call(editor.token, tenantId, {
      method: 'POST',
      url: '/api/carry/fund',
      payload: { ...fund('ARP-I'), id: stored.id, rowVersion: stored.rowVersion, totalCapitalRaised: 2000000.25 },
    });
    expect(changed.json()).toMatchObject({ TotalCapitalRaised: '2000000.25', RowVersion: stored.rowVersion + 1 });
    await as(administrator).deleteFund({ params: { id: stored.id } });
    expect((await refusal(as(viewer).getFund({ params: { id: stored.id } }))).status).toBe(404);
  });

  it('refuses days that contradict each other, at the field', async () => {
    const reversed = { initialCloseDate: '2021-03-31', finalCloseDate: '2020-03-31' };
    const refused = await refusal(save({ ...fund('DAYS'), ...reversed }));
    expect(refused.status).toBe(422);
    expect(refused).toMatchObject({ errors: [{ code: 'DATES_REVERSED', path: 'FinalCloseDate' }] });
  });

  it('C10: refuses a save of an old state and says who changed it', async () => {
    const { id, rowVersion } = await save(fund('OLD'));
    await save({ ...fund('OLD'), id, rowVersion });
    const stale = await refusal(save({ ...fund('OLD'), id, rowVersion }));
    expect(stale.status).toBe(409);
    expect(stale).toMatchObject({ errors: [{ code: 'STALE_VERSION', path: 'RowVersion' }] });
    expect(stale.message).toContain('Ada Example');
  });

  it('C10: loses no update when many save at once', async () => {
    const { id, rowVersion } = await save(fund('RACE'));
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        responseStatus(save({ ...fund('RACE'), id, rowVersion, totalCapitalRaised: `${at}.00` })),
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(11);
  });

  it('refuses a name that looks like another one', async () => {
    const answer = await refusal(save({ ...fund('SEEN'), legalName: 'Fund \u202eI' }));
    expect([answer.status, answer]).toMatchObject([
      400,
      { errors: [{ path: 'LegalName', message: expect.stringContaining('has the invisible character U+202E') }] },
    ]);
  });

  it('keeps an amount that floating point cannot hold, and refuses a number that already lost digits', async () => {
    const exact = await save({ ...fund('BIG'), totalCapitalRaised: '9999999999999.99' });
    expect(exact).toMatchObject({ totalCapitalRaised: '9999999999999.99' });
    const more = await refusal(save({ ...fund('MORE'), totalCapitalRaised: '10000000000000.00' }));
    expect(more).toMatchObject({
      errors: [
        {
          path: 'TotalCapitalRaised',
          message: expect.stringContaining(
            'is too large. An amount can have at most 13 digits before the decimal point',
          ),
        },
      ],
    });
    const long = await server.call(editor.token, tenantId, {
      method: 'POST',
      url: '/api/carry/fund',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...fund('LONG'), totalCapitalRaised: 0 }).replace(
        '"totalCapitalRaised":0',
        '"totalCapitalRaised":100000000000000.004',
      ),
    });
    expect(long.statusCode).toBe(400);
    expect(long.json()).toMatchObject({ Errors: [{ Path: 'TotalCapitalRaised', Code: 'NUMBER_TOO_LONG' }] });
  });

  it('names every field that is wrong as the wire spells it', async () => {
    const answer = await server.call(editor.token, tenantId, {
      method: 'POST',
      url: '/api/carry/fund',
      payload: { Code: '', LegalName: 'x', Currency: { Id: 'no' }, Status: 'DISB', TotalCapitalRaised: '1.234' },
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
    const file = await server.call(viewer.token, tenantId, { method: 'GET', url: `/api/carry/fund?format=${format}` });
    expect(file.statusCode, file.body.slice(0, 500)).toBe(200);
    expect(file.headers['content-type']).toContain(type);
    expect(file.headers['content-disposition']).toContain('attachment; filename="Funds 2026-10-01.');
    expect(file.rawPayload.length).toBeGreaterThan(50);
  });
});
