import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantPayAccess } from '../testing/grantPayAccess.ts';
import { type AnswerOf, refusal } from '../testing/testClient.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let ada: TestPerson;
let ben: TestPerson;

const get = (path: string, as = ada) =>
  server.call(as.token, tenantId, { method: 'GET', url: `/api/performance/reporting/${path}` });

async function investor(): Promise<string> {
  const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
  const payload = { code: 'LP', name: 'Partner LP', type };
  const created = await as(ben).saveInvestor({ body: payload });
  return created.id;
}

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  ada = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  ben = await server.person(tenantId, { carry: 'editor', performance: 'editor' });
  const currency = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
  const created = await as(ben).saveFund({ body: { code: 'OAK', name: 'Oak', legalName: 'Oak Fund', currency } });
  const { id } = created;
  await as(ben).saveCommitment({
    body: { vehicleId: id, investorId: await investor(), kind: 'CLOSE', date: '2020-01-01', amount: '500.00' },
  });
  const file = await server.call(ben.token, tenantId, {
    method: 'GET',
    url: '/api/performance/fund/funds?format=excel',
  });
  expect(file.statusCode).toBe(200);
});
afterAll(() => server.stop());

it('lists changes, sign-ins and files, newest first, by person and day [A-P-034 U-P-015 R-P-035]', async () => {
  const all = (await as(ada).listUserActivity()).pageData;
  const ofBen = (await as(ada).listUserActivity({ query: { user: ben.personId } })).pageData;
  expect(ofBen.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['File downloaded', 'Fund saved', 'Signed in']),
  );
  expect(ofBen.find(({ action }) => action === 'File downloaded')?.subject).toMatch(/^Funds .*\.xlsx$/);
  expect(new Set(ofBen.map(({ userId }) => userId))).toEqual(new Set([ben.personId]));
  expect(all.map(({ date }) => date)).toEqual(
    all
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  expect(ofBen.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Oak', 'OAK, Close 2020-01-01']));
  const day = server.now.toISOString().slice(0, 10);
  expect((await as(ada).listUserActivity({ query: { day } })).pageData).toHaveLength(all.length);
  expect((await as(ada).listUserActivity({ query: { day: '1999-01-01' } })).pageData).toEqual([]);
});

it('offers people and days with activity, and exports to Excel [A-P-035 A-P-036 A-P-037]', async () => {
  const names = await as(ada).listUserActivityNames();
  expect(names.map(({ id }) => id)).toContain(ben.personId);
  const dates = await as(ada).listUserActivityDates();
  expect(dates).toEqual([{ date: server.now.toISOString().slice(0, 10) }]);
  expect((await get('user?format=excel')).rawPayload.subarray(0, 2).toString()).toBe('PK');
});

it('can be filtered by kind of record, and offers the kinds with activity', async () => {
  const types = await as(ada).listUserActivityTypes();
  expect(types).toEqual(
    expect.arrayContaining([
      { code: 'SIGN_IN', title: 'Sign-ins' },
      { code: 'DOWNLOAD', title: 'Downloaded files' },
      { code: 'fund', title: 'Funds' },
    ]),
  );
  expect((await as(ada).listUserActivity({ query: { type: 'fund' } })).pageData).toMatchObject([
    { action: 'Fund saved', subject: 'Oak' },
  ]);
  expect(
    (await as(ada).listUserActivity({ query: { type: 'SIGN_IN', user: ben.personId } })).pageData.map(
      ({ action }) => action,
    ),
  ).toEqual(['Signed in']);
  expect((await as(ada).listUserActivity({ query: { type: 'salary' } })).pageData).toEqual([]);
});

it('is for administrators of each module with the records that they can read, and shows pay by pay access only', async () => {
  const head = await server.person(tenantId, { comp: 'administrator' });
  const blind = await server.person(tenantId, { comp: 'administrator' });
  await grantPayAccess(server, tenantId, head, 'ALL');

  const Pia = { firstName: 'Pia', lastName: 'Paid', hireDate: '2020-01-01', isPayRestricted: false };
  const employee = (await as(head).saveCompEmployee({ body: Pia })).id;
  await as(head).saveSalary({
    body: {
      employee: { id: employee },
      effectiveDate: '2020-01-01',
      amount: '120000.00',
      currency: { id: await server.referenceEntry(tenantId, 'currency', 'USD') },
      frequency: { code: 'ANNUAL' },
      ftePercent: '100',
    },
  });
  const visible = async (call: Promise<AnswerOf<'listUserActivity'>>) =>
    (await call).pageData.map(({ action }) => action);
  const kinds = async (person: TestPerson) =>
    (await as(person, tenantId).listUserActivityTypes()).map(({ code }) => code);
  expect(await visible(as(head).listUserActivity())).toEqual(
    expect.arrayContaining(['Salary saved', 'Employee saved', 'Signed in']),
  );
  // The employee's record belongs to compensation as well as carry, but carry's notes don't.
  await as(ben).saveNote({
    body: { noteText: 'Vests early', objectId: employee, objectType: 'employee', application: 'carry' },
  });
  expect([
    await visible(as(blind).listUserActivity({ query: { type: 'employee' } })),
    await visible(as(blind).listUserActivity({ query: { type: 'note' } })),
  ]).toEqual([['Employee saved'], []]);
  const { rows: payReads } = await server.database.worker.query<{ person_id: string; employees: string[] }>(
    `SELECT DISTINCT person_id, employees FROM pay_read WHERE tenant_id = $1 AND operation = 'listUserActivity'`,
    [tenantId],
  );
  // People who see no pay leave no entry in the log of pay access.
  expect(payReads).toEqual([{ person_id: head.personId, employees: [employee] }]);
  expect(await kinds(head)).toContain('salary');
  // Neither the activity nor its type is visible.
  expect([
    await visible(as(blind).listUserActivity({ query: { type: 'salary' } })),
    (await kinds(blind)).includes('salary'),
  ]).toEqual([[], false]);
  // Nor is another module's content.
  expect(await visible(as(blind).listUserActivity({ query: { type: 'fund' } }))).toEqual([]);
});

it('doesn’t name pay files, because its readers may not have pay access', async () => {
  const head = await server.person(tenantId, { comp: 'editor' });
  await grantPayAccess(server, tenantId, head, 'ALL');
  for (const url of ['/api/comp/salary?format=excel', '/api/comp/employee/directory?format=excel'])
    expect((await server.call(head.token, tenantId, { method: 'GET', url })).statusCode).toBe(200);
  const files = (await as(ada).listUserActivity({ query: { type: 'DOWNLOAD', user: head.personId } })).pageData.map(
    ({ subject }) => subject,
  );
  expect(files).toEqual([expect.stringMatching(/^Employees .*\.xlsx$/), 'Compensation file']);
});

it('shows pay access requests and tokens only to people who can list them, and not to tokens', async () => {
  const head = await server.person(tenantId, { comp: 'administrator' });
  const other = await server.person(tenantId, { comp: 'administrator' });
  const viewer = await server.person(tenantId, { comp: 'viewer' });
  await grantPayAccess(server, tenantId, head, 'ALL');
  const { id: access } = await as(head).requestPayAccess({
    body: {
      personId: other.personId,
      kind: 'REPORTS',
      reason: 'Covers a leave',
    },
  });
  const values = { name: 'Nightly', access: 'READ', endsOn: server.now.toISOString().slice(0, 10) } as const;
  const { token, apiToken } = await as(head).createApiToken({ body: values });
  const activityCount = async (person: Parameters<TestServer['as']>[0], id: string) =>
    (await as(person).listActivity({ params: { id } })).pageData.length;
  const stranger = await server.person(tenantId, { comp: 'administrator' });
  expect(
    await Promise.all([head, other, stranger, viewer].map((testPerson) => activityCount(testPerson, access))),
  ).toEqual([1, 1, 0, 0]);
  expect(await Promise.all([head, other, viewer].map((testPerson) => activityCount(testPerson, apiToken.id)))).toEqual([
    1, 1, 0,
  ]);
  expect(await Promise.all([access, apiToken.id].map((id) => activityCount({ token, tenantId }, id)))).toEqual([0, 0]);
  const kinds = await as({ token, tenantId }).listUserActivityTypes();
  expect(kinds.map(({ code }) => code)).not.toEqual(expect.arrayContaining(['payAccess']));
  expect(kinds.map(({ code }) => code)).not.toEqual(expect.arrayContaining(['apiToken']));
});

it('is for administrators of the own firm only', async () => {
  expect((await refusal(as(ben).listUserActivity())).status).toBe(403);
  const other = await server.tenant();
  const stranger = await server.person(other, { performance: 'administrator' });
  const found = await as(stranger, other).listUserActivity();
  expect(found.pageData.filter(({ userId }) => userId === ben.personId)).toEqual([]);
});
