import { fromWire } from '@carrara/contract/core/wireNames';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Row = Readonly<Record<string, unknown>>;
const [Q1, Q2] = ['2020-03-31', '2020-06-30'] as const;
let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let owner: TestPerson;
let fund: string;

async function answer<T>(path: string, payload?: object): Promise<T> {
  const received = await server.call(owner.token, tenantId, {
    method: payload ? 'POST' : 'GET',
    url: `/api/${path}`,
    ...(payload ? { payload } : {}),
  });
  expect(received.statusCode, `${path}: ${received.body.slice(0, 600)}`).toBe(200);
  return fromWire(received.json()) as T;
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
  const { rowVersion } = await answer<{ rowVersion: number }>(`performance/period/${fund}/${end}`);
  await answer(`performance/period/${fund}/${end}/${name}`, { rowVersion, ...more });
};

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const reference = async (type: string, code: string) => ({ id: await server.referenceEntry(tenantId, type, code) });

  fund = (
    await as(owner).saveFund({
      body: {
        code: 'ASH',
        legalName: 'Ash Fund',
        currency: await reference('currency', 'EUR'),
        navBasis: { code: 'REPORTED', description: 'Reported' },
      },
    })
  ).id;
  const investorId = (
    await as(owner).saveInvestor({
      body: {
        code: 'LP',
        name: 'Partner LP',
        type: await reference('investor-type', 'INVESTOR'),
      },
    })
  ).id;
  await as(owner).saveCommitment({
    body: {
      vehicleId: fund,
      investorId,
      kind: 'CLOSE',
      date: '2020-01-01',
      amount: '600.00',
    },
  });
  const [commitment] = await as(owner).listCommitments({ query: { vehicleId: fund } });
  await as(owner).saveLedgerEntries({
    body: {
      vehicleId: fund,
      entries: [
        { type: 'CALL-INV', amount: '500.00', effectiveDate: '2020-02-01' },
        { type: 'DIST-ROC', amount: '100.00', effectiveDate: '2020-02-03', isRecallable: true },
      ],
    },
  });
  const nav = { figure: 'nav' } as const;
  await as(owner).saveReported({
    body: {
      vehicleId: fund,
      figures: [
        { ...nav, value: '480.00', date: Q1 },
        { ...nav, value: '610.10', date: Q2, commitmentId: commitment!.id },
      ],
    },
  });
});
afterAll(() => server.stop());

/**
 * Returns the net asset value and the multiple of the second quarter from every endpoint that reports them as known at
 * an audit entry.
 */
async function figuresAt(seq: number) {
  const list = await as(owner).reportFundOverview({ query: { endDate: Q2, asKnownOn: String(seq) } });
  const account = await as(owner).getFundCapitalAccount({
    params: { fundId: fund, endDate: Q2 },
    query: { asKnownOn: String(seq) },
  });
  const why = async (figure: string) =>
    (await as(owner).explainPerformance({ query: { subject: fund, date: Q2, figure, asKnownOn: String(seq) } })).result;
  const [row] = list.pageData;
  const value = account.rows.find(({ row: n }) => n === 95);
  return [row?.nav, row?.tvpi, value?.itd, await why('nav'), await why('tvpi'), account.periods[1]?.startDate];
}

/** Reports the value of a holding without trades at the first quarter end. */
async function reportHolding() {
  const { id: investmentId } = await as(owner).savePerformanceInvestment({
    body: { code: 'OAK', name: 'Oak', legalName: 'Oak', vehicles: [{ id: fund }] },
  });
  const [source] = await as(owner).listInvestmentSources({ query: { investmentId } });
  const location = { investmentId, fundInvestmentId: source!.id, endDate: Q1 };
  const { investmentPeriod, fundInvestmentPeriod } = await as(owner).getPortfolioMetrics({ query: location });
  await as(owner).savePortfolioMetrics({
    body: {
      ...location,
      investmentPeriod: { rowVersion: investmentPeriod.rowVersion, investment: {} },
      fundInvestmentPeriod: {
        rowVersion: fundInvestmentPeriod.rowVersion,
        fundInvestment: {},
        endValue: '91.00',
        endProceeds: '5.00',
      },
    },
  });
}

it('the figures of a quarter locked under an earlier setting remain, also after it is reopened', async () => {
  await reportHolding();
  const listed = async () => {
    const { pageData } = await as(owner).listPerformanceInvestments({ query: { endDate: Q1 } });
    return pageData.map(({ realized, fairValue }) => [realized, fairValue]);
  };
  const open = await head();
  await move(Q1, 'lock');
  await move(Q2, 'lock');
  const locked = await head();
  const { rowVersion } = await as(owner).getTenantSettings();
  await as(owner).saveTenantSettings({ body: { rowVersion, nettedMultiples: 'True' } });
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
  const { id, rowVersion: version, code, name, currency } = await as(owner).getVehicle({ params: { id: fund } });
  await as(owner).saveVehicle({
    body: {
      id,
      rowVersion: version,
      code,
      name,
      currency,
      navBasis: { code: 'LEDGER', description: 'Ledger' },
      fiscalYearEnd: { code: '03-31', description: 'March 31' },
      warningsConfirmed: true,
      reason: 'The administrator sends a ledger now',
    },
  });
  expect(await all()).toEqual(expected);
  expect(await listed()).toEqual([['5.00', '91.00']]);
});

it('an audit names missing records, and continues if figures can’t be recomputed', async () => {
  const superuser = new pg.Client({ connectionString: server.database.adminUrl });
  await superuser.connect();
  await superuser.query('SET session_replication_role = replica');
  await superuser.query('DELETE FROM commitment WHERE tenant_id = $1', [tenantId]);
  await superuser.end();
  const { findings } = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    verifyTenant(tx, server.auditKey),
  );
  expect(findings.map(({ description: subject }) => subject)).toContain(
    'can’t be recomputed because rows that it depends on are missing or damaged',
  );
  expect(findings.filter(({ description: subject }) => subject.startsWith('can’t be')).length).toBeLessThan(
    findings.length,
  );
});
