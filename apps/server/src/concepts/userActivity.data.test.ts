import { afterAll, beforeAll, expect, it } from 'vitest';
import { givePayAccess } from '../testing/givePayAccess.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

interface Done {
  readonly UserId: string;
  readonly User: string;
  readonly Date: string;
  readonly Action: string;
  readonly Subject: string;
}

let server: TestServer;
let tenantId: string;
let ada: TestPerson;
let ben: TestPerson;

const get = (path: string, as = ada) =>
  server.call(as.token, tenantId, { method: 'GET', url: `/api/performance/reporting/${path}` });
async function read<T>(path: string): Promise<T> {
  const got = await get(path);
  expect(got.statusCode, got.body).toBe(200);
  return got.json<T>();
}
const rows = async (query = '') => (await read<{ readonly PageData: readonly Done[] }>(`user${query}`)).PageData;

async function investor(): Promise<string> {
  const Type = { Id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
  const payload = { Code: 'LP', Name: 'Partner LP', Type };
  const created = await server.call(ben.token, tenantId, { method: 'POST', url: '/api/performance/investor', payload });
  return created.json<{ Id: string }>().Id;
}

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  ada = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  ben = await server.person(tenantId, { carry: 'editor', performance: 'editor' });
  const Currency = { Id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
  const created = await server.call(ben.token, tenantId, {
    method: 'POST',
    url: '/api/carry/fund',
    payload: { Code: 'OAK', Name: 'Oak', LegalName: 'Oak Fund', Currency },
  });
  expect(created.statusCode).toBe(200);
  const { Id } = created.json<{ Id: string }>();
  const committed = await server.call(ben.token, tenantId, {
    method: 'POST',
    url: '/api/performance/commitment',
    payload: { VehicleId: Id, InvestorId: await investor(), Kind: 'CLOSE', Date: '2020-01-01', Amount: '500.00' },
  });
  expect(committed.statusCode, committed.body).toBe(200);
  const file = await server.call(ben.token, tenantId, {
    method: 'GET',
    url: '/api/performance/fund/funds?format=excel',
  });
  expect(file.statusCode).toBe(200);
});
afterAll(() => server.stop());

it('tells changes, sign-ins and files, the newest first, of a person and of a day [A-P-034 U-P-015 R-P-035]', async () => {
  const all = await rows();
  const ofBen = await rows(`?user=${ben.personId}`);
  expect(ofBen.map(({ Action }) => Action)).toEqual(
    expect.arrayContaining(['File downloaded', 'Fund saved', 'Signed in']),
  );
  expect(ofBen.find(({ Action }) => Action === 'File downloaded')?.Subject).toMatch(/^Funds .*\.xlsx$/);
  expect(new Set(ofBen.map(({ UserId }) => UserId))).toEqual(new Set([ben.personId]));
  expect(all.map(({ Date }) => Date)).toEqual(
    all
      .map(({ Date }) => Date)
      .toSorted()
      .toReversed(),
  );
  expect(ofBen.map(({ Subject }) => Subject)).toEqual(expect.arrayContaining(['Oak', 'OAK, Close 2020-01-01']));
  const day = server.now.toISOString().slice(0, 10);
  expect(await rows(`?day=${day}`)).toHaveLength(all.length);
  expect(await rows('?day=1999-01-01')).toEqual([]);
});

it('offers the people and days that there is something of, and answers an Excel file [A-P-035 A-P-036 A-P-037]', async () => {
  const names = await read<readonly { readonly Id: string }[]>('user-names');
  expect(names.map(({ Id }) => Id)).toContain(ben.personId);
  const dates = await read<readonly { readonly Date: string }[]>('user-dates');
  expect(dates).toEqual([{ Date: server.now.toISOString().slice(0, 10) }]);
  expect((await get('user?format=excel')).rawPayload.subarray(0, 2).toString()).toBe('PK');
});

it('is asked for by the kind of record, of which it offers those that there is something of', async () => {
  const types = await read<readonly { readonly Code: string; readonly Title: string }[]>('user-types');
  expect(types).toEqual(
    expect.arrayContaining([
      { Code: 'SIGN_IN', Title: 'Sign-ins' },
      { Code: 'DOWNLOAD', Title: 'Downloaded files' },
      { Code: 'fund', Title: 'Funds' },
    ]),
  );
  expect(await rows('?type=fund')).toMatchObject([{ Action: 'Fund saved', Subject: 'Oak' }]);
  expect((await rows(`?type=SIGN_IN&user=${ben.personId}`)).map(({ Action }) => Action)).toEqual(['Signed in']);
  expect(await rows('?type=salary')).toEqual([]);
});

it('is for the administrators of each module, of the records that they read, and tells pay to who sees it alone', async () => {
  const head = await server.person(tenantId, { comp: 'administrator' });
  const blind = await server.person(tenantId, { comp: 'administrator' });
  await givePayAccess(server, tenantId, head, 'ALL');
  const post = async (url: string, payload: object) => {
    const created = await server.call(head.token, tenantId, { method: 'POST', url, payload });
    expect(created.statusCode, created.body).toBe(200);
    return created.json<{ Id: string }>().Id;
  };
  const Pia = { FirstName: 'Pia', LastName: 'Paid', HireDate: '2020-01-01', IsPayRestricted: false };
  const employee = await post('/api/comp/employee', Pia);
  await post('/api/comp/salary', {
    Employee: { Id: employee },
    EffectiveDate: '2020-01-01',
    Amount: '120000.00',
    Currency: { Id: await server.referenceEntry(tenantId, 'currency', 'USD') },
    Frequency: { Code: 'ANNUAL' },
    FtePercent: '100',
  });
  const seen = async (as: TestPerson, query = '') =>
    (await get(`user${query}`, as)).json<{ PageData: readonly Done[] }>().PageData.map(({ Action }) => Action);
  const kinds = async (as: TestPerson) =>
    (await get('user-types', as)).json<readonly { Code: string }[]>().map(({ Code }) => Code);
  expect(await seen(head)).toEqual(expect.arrayContaining(['Salary saved', 'Employee saved', 'Signed in']));
  // The employee's record belongs to compensation as well as carry, but carry's notes don't.
  await server.call(ben.token, tenantId, {
    method: 'POST',
    url: '/api/note',
    payload: { NoteText: 'Vests early', ObjectId: employee, ObjectType: 'employee', Application: 'carry' },
  });
  expect([await seen(blind, '?type=employee'), await seen(blind, '?type=note')]).toEqual([['Employee saved'], []]);
  const { rows: looks } = await server.database.worker.query<{ person_id: string; employees: string[] }>(
    `SELECT DISTINCT person_id, employees FROM pay_read WHERE tenant_id = $1 AND operation = 'listUserActivity'`,
    [tenantId],
  );
  // People who see no pay leave no entry in the log of pay access.
  expect(looks).toEqual([{ person_id: head.personId, employees: [employee] }]);
  expect(await kinds(head)).toContain('salary');
  // Neither the activity nor its type is visible.
  expect([await seen(blind, '?type=salary'), (await kinds(blind)).includes('salary')]).toEqual([[], false]);
  // Nor is another module's content.
  expect(await seen(blind, '?type=fund')).toEqual([]);
});

it('names no file of pay, since it is read by more than see that pay', async () => {
  const head = await server.person(tenantId, { comp: 'editor' });
  await givePayAccess(server, tenantId, head, 'ALL');
  for (const url of ['/api/comp/salary?format=excel', '/api/comp/employee/directory?format=excel'])
    expect((await server.call(head.token, tenantId, { method: 'GET', url })).statusCode).toBe(200);
  const files = (await rows(`?type=DOWNLOAD&user=${head.personId}`)).map(({ Subject }) => Subject);
  expect(files).toEqual([expect.stringMatching(/^Employees .*\.xlsx$/), 'Compensation file']);
});

it('tells whose access to pay was asked for, and what tokens there are, to who reads that in their lists, and to no token', async () => {
  const head = await server.person(tenantId, { comp: 'administrator' });
  const other = await server.person(tenantId, { comp: 'administrator' });
  const viewer = await server.person(tenantId, { comp: 'viewer' });
  await givePayAccess(server, tenantId, head, 'ALL');
  const call = async <T>(token: string, method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await server.call(token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const { Id: access } = await call<{ Id: string }>(head.token, 'POST', '/api/comp/pay-access', {
    PersonId: other.personId,
    Kind: 'REPORTS',
    Reason: 'Covers a leave',
  });
  const values = { Name: 'Nightly', Access: 'READ', EndsOn: server.now.toISOString().slice(0, 10) };
  const { Token: token, ApiToken } = await call<{ Token: string; ApiToken: { Id: string } }>(
    head.token,
    'POST',
    '/api/apitoken',
    values,
  );
  const activityCount = async (as: string, id: string) =>
    (await call<{ PageData: readonly object[] }>(as, 'GET', `/api/activity/${id}`)).PageData.length;
  const stranger = await server.person(tenantId, { comp: 'administrator' });
  expect(
    await Promise.all([head, other, stranger, viewer].map((testPerson) => activityCount(testPerson.token, access))),
  ).toEqual([1, 1, 0, 0]);
  expect(
    await Promise.all([head, other, viewer].map((testPerson) => activityCount(testPerson.token, ApiToken.Id))),
  ).toEqual([1, 1, 0]);
  expect(await Promise.all([access, ApiToken.Id].map((id) => activityCount(token, id)))).toEqual([0, 0]);
  const kinds = await call<readonly { Code: string }[]>(token, 'GET', '/api/performance/reporting/user-types');
  expect(kinds.map(({ Code }) => Code)).not.toEqual(expect.arrayContaining(['payAccess']));
  expect(kinds.map(({ Code }) => Code)).not.toEqual(expect.arrayContaining(['apiToken']));
});

it('is for administrators alone, and of their own firm', async () => {
  expect((await get('user', ben)).statusCode).toBe(403);
  const other = await server.tenant();
  const stranger = await server.person(other, { performance: 'administrator' });
  const url = '/api/performance/reporting/user';
  const found = (await server.call(stranger.token, other, { method: 'GET', url })).json<{
    PageData: readonly Done[];
  }>();
  expect(found.PageData.filter(({ UserId }) => UserId === ben.personId)).toEqual([]);
});
