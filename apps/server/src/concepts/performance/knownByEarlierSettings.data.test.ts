import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Row = Readonly<Record<string, unknown>>;
const [Q1, Q2] = ['2020-03-31', '2020-06-30'] as const;
let server: TestServer;
let tenantId: string;
let owner: TestPerson;
let fund: string;

async function answer<T>(path: string, payload?: object): Promise<T> {
  const got = await server.call(owner.token, tenantId, {
    method: payload ? 'POST' : 'GET',
    url: `/api/${path}`,
    ...(payload ? { payload } : {}),
  });
  expect(got.statusCode, `${path}: ${got.body.slice(0, 600)}`).toBe(200);
  return got.json<T>();
}
const inDatabase = async (text: string) => {
  const superuser = new pg.Client({ connectionString: server.database.adminUrl });
  await superuser.connect();
  const { rows } = await superuser.query<Row>(text, [tenantId]);
  await superuser.end();
  return rows;
};
const head = async () =>
  Number((await inDatabase('SELECT max(seq) AS seq FROM activity WHERE tenant_id = $1'))[0]!['seq']);
const move = async (end: string, name: 'lock' | 'reopen', more: object = {}) => {
  const { RowVersion } = await answer<{ RowVersion: number }>(`performance/period/${fund}/${end}`);
  await answer(`performance/period/${fund}/${end}/${name}`, { RowVersion, ...more });
};

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const reference = async (type: string, code: string) => ({ Id: await server.referenceEntry(tenantId, type, code) });
  const create = async (path: string, payload: object) => (await answer<{ Id: string }>(path, payload)).Id;
  fund = await create('carry/fund', {
    Code: 'ASH',
    LegalName: 'Ash Fund',
    Currency: await reference('currency', 'EUR'),
    NavBasis: { Code: 'REPORTED', Description: 'Reported' },
  });
  const InvestorId = await create('performance/investor', {
    Code: 'LP',
    Name: 'Partner LP',
    Type: await reference('investor-type', 'INVESTOR'),
  });
  await answer('performance/commitment', {
    VehicleId: fund,
    InvestorId,
    Kind: 'CLOSE',
    Date: '2020-01-01',
    Amount: '600.00',
  });
  const [commitment] = await answer<readonly { Id: string }[]>(`performance/commitment?vehicleId=${fund}`);
  await answer('performance/ledger', {
    VehicleId: fund,
    Entries: [
      { Type: 'CALL-INV', Amount: '500.00', EffectiveDate: '2020-02-01' },
      { Type: 'DIST-ROC', Amount: '100.00', EffectiveDate: '2020-02-03', IsRecallable: true },
    ],
  });
  const nav = { Figure: 'nav' };
  await answer('performance/reported', {
    VehicleId: fund,
    Figures: [
      { ...nav, Value: '480.00', Date: Q1 },
      { ...nav, Value: '610.10', Date: Q2, CommitmentId: commitment!.Id },
    ],
  });
});
afterAll(() => server.stop());

/**
 * Returns the net asset value and the multiple of the second quarter from every endpoint that reports them as known at
 * an audit entry.
 */
async function figuresAt(seq: number) {
  const at = `asKnownOn=${String(seq)}`;
  const list = await answer<{ PageData: readonly Row[] }>(`performance/reporting/fund/list?endDate=${Q2}&${at}`);
  const account = await answer<{ Rows: readonly Row[]; Periods: readonly Row[] }>(
    `performance/fund/${fund}/${Q2}/cas?${at}`,
  );
  const why = async (figure: string) =>
    (await answer<Row>(`performance/explanation?subject=${fund}&date=${Q2}&figure=${figure}&${at}`))['Result'];
  const [row] = list.PageData;
  const value = account.Rows.find(({ Row: n }) => n === 95);
  return [
    row?.['NAV'],
    row?.['TVPI'],
    value?.['ITD'],
    await why('nav'),
    await why('tvpi'),
    account.Periods[1]?.['StartDate'],
  ];
}

it('what was known of a quarter that was locked by another setting stays, also after it is opened again', async () => {
  const open = await head();
  await move(Q1, 'lock');
  await move(Q2, 'lock');
  const locked = await head();
  const { RowVersion } = await answer<{ RowVersion: number }>('tenant/settings');
  await answer('tenant/settings', { RowVersion, NettedMultiples: 'True' });
  await move(Q2, 'reopen', { Reason: 'An older statement came' });
  const reopened = await head();
  const year = '2019-12-31';
  const expected = [
    ['610.10', '1.4202', '610.10', '610.10', '1.4202', year],
    ['610.10', '1.4202', '610.10', '610.10', '1.4202', year],
    ['610.10', '1.52525', '610.10', '610.10', '1.52525', year],
  ];
  const all = async () => [await figuresAt(open), await figuresAt(locked), await figuresAt(reopened)];
  expect(await all()).toEqual(expected);
  // Changes of the fund itself don't affect it either.
  const { Id, RowVersion: version, Code, Name, Currency } = await answer<Row>(`performance/fund/${fund}`);
  await answer('performance/fund', {
    Id,
    RowVersion: version,
    Code,
    Name,
    Currency,
    NavBasis: { Code: 'LEDGER', Description: 'Ledger' },
    FiscalYearEnd: { Code: '03-31', Description: 'March 31' },
    WarningsConfirmed: true,
    Reason: 'The administrator sends a ledger now',
  });
  expect(await all()).toEqual(expected);
});

it('an audit names what is gone, and goes on where its figures cannot be computed again', async () => {
  const superuser = new pg.Client({ connectionString: server.database.adminUrl });
  await superuser.connect();
  await superuser.query('SET session_replication_role = replica');
  await superuser.query('DELETE FROM commitment WHERE tenant_id = $1', [tenantId]);
  await superuser.end();
  const { findings } = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    verifyTenant(tx, server.auditKey),
  );
  expect(findings.map(({ what: subject }) => subject)).toContain(
    'can’t be recomputed because rows that it depends on are missing or damaged',
  );
  expect(findings.filter(({ what: subject }) => subject.startsWith('can’t be')).length).toBeLessThan(findings.length);
});
