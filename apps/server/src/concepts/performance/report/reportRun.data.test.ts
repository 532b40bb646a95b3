import { verifyReportRuns } from '@carrara/adapters/postgres/verify/verifyReportRuns';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { performanceReports } from '@carrara/contract/performance/reports/performanceReports';
import type { ReportDefinition } from '@carrara/contract/core/report';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';
import { wholeFundTerms } from '../../../testing/carryTerms.ts';

interface Page {
  readonly PageData: readonly object[];
  readonly Subtotals: readonly object[];
}
type Entry = BodyOf<'saveLedgerEntries'>['entries'][number];

const END = '2021-06-30';
let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let owner: TestPerson;
let fund: string;
let position: Partial<Entry>;

const send = (path: string) => server.call(owner.token, tenantId, { method: 'GET', url: `/api/${path}` });
const inTenant = <T>(work: Parameters<typeof server.withTenant<T>>[1]) =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);
/** Returns the sequence number of the last audit entry. */
const head = async () =>
  (
    await inTenant((tx) =>
      tx.query<{ seq: number }>('SELECT max(seq)::int AS seq FROM activity WHERE tenant_id = $1', [tenantId]),
    )
  )[0]!.seq;
const entry = (type: Entry['type'], amount: string, effectiveDate: string, more: Partial<Entry> = {}): Entry => ({
  type,
  amount,
  effectiveDate,
  ...more,
});

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const reference = async (type: string, code: string) => ({ id: await server.referenceEntry(tenantId, type, code) });
  const [currency, lp, gp] = [
    await reference('currency', 'EUR'),
    await reference('investor-type', 'INVESTOR'),
    await reference('investor-type', 'GP'),
  ];
  fund = (await as(owner).saveFund({ body: { code: 'OAK', legalName: 'Oak Fund', currency } })).id;
  const investment = (
    await as(owner).saveInvestment({
      body: { code: 'STEEL', name: 'Steel', legalName: 'Steel', fundInvestments: [{ fund: { id: fund } }] },
    })
  ).id;
  for (const [code, type, amount] of [
    ['LP-A', lp, '600.00'],
    ['LP-B', lp, '300.00'],
    ['GP', gp, '100.00'],
  ] as const) {
    const { id: investorId } = await as(owner).saveInvestor({ body: { code, name: `Partner ${code}`, type } });
    await as(owner).saveCommitment({
      body: { vehicleId: fund, investorId, kind: 'CLOSE', date: '2020-01-01', amount },
    });
  }
  const [part] = await inTenant((tx) =>
    tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
      tenantId,
      investment,
    ]),
  );
  const holdingId = part!.id;
  const securityId = (
    await as(owner).saveSecurity({ body: { vehicleId: fund, holdingId, class: 'EQUITY', name: 'Common' } })
  ).id;
  const tradedPosition = { holdingId, securityId };
  position = { holdingId };
  await as(owner).saveCarryTerms({ body: wholeFundTerms(fund) });
  await as(owner).saveLedgerEntries({
    body: {
      vehicleId: fund,
      entries: [
        entry('CALL-INV', '410.00', '2020-01-10'),
        entry('BUY', '400.00', '2020-01-15', tradedPosition),
        entry('FEE', '9.00', '2020-03-31'),
        entry('INC-INT', '7.01', '2020-12-31', { holdingId }),
        entry('SELL', '150.00', '2021-05-01', { ...tradedPosition, costRelieved: '100.00' }),
        entry('DIST-ROC', '100.00', '2021-05-03', { isRecallable: true }),
        entry('CARRY-EARNED', '10.00', '2021-05-03'),
        entry('CARRY-PAID', '6.00', '2021-05-03'),
      ],
    },
  });
  const valuations = [
    { securityId, date: '2020-12-31', fairValue: '433.33' },
    { securityId, date: END, fairValue: '390.00' },
  ];
  await as(owner).saveValuations({ body: { vehicleId: fund, valuations } });
});
afterAll(() => server.stop());

const reports: readonly ReportDefinition[] = Object.values(performanceReports);
const needs: Readonly<Record<string, () => string>> = { endDate: () => END, fundId: () => fund };
/** Returns the address of a report with its required parameters. */
function addressOf(report: ReportDefinition, more: Readonly<Record<string, string>> = {}): string {
  const needed = Object.entries(report.parameters).flatMap(([name, { required }]) =>
    required ? [[name, needs[name]!()] as const] : [],
  );
  const query = new URLSearchParams({ ...Object.fromEntries(needed), ...more });
  return `performance/reporting/${report.category ?? 'v2'}/${report.at ?? report.name}?${query.toString()}`;
}
const ofDay = [
  (query: string) => `performance/capitalaccount/${END}/fund-cas-report${query}`,
  (query: string) => `performance/portfoliosummary/${END}/fund-pfs-report${query}`,
];
/** Returns the content of every report, by its address without the state of knowledge. */
async function everyReport(more: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams(more).toString();
  const all = [
    ...reports.map((report) => [report.name, addressOf(report, more)] as const),
    ...ofDay.map((path) => [path(''), path(query && `?${query}`)] as const),
  ];
  const answers = new Map<string, unknown>();
  for (const [name, path] of all) {
    const received = await send(path);
    expect(received.statusCode, `${path}: ${received.body.slice(0, 600)}`).toBe(200);
    const { PageData, Subtotals } = received.json<Page>();
    expect(PageData.length, path).toBeGreaterThan(0);
    answers.set(name, { PageData, Subtotals });
  }
  return Object.fromEntries(answers);
}

describe('a report as known at an entry of the audit log', () => {
  it('returns the figures of that time, regardless of later entries, locks, agreements and settings', async () => {
    const lastSeq = await head();
    const before = await everyReport();
    expect(await everyReport({ asKnownOn: String(lastSeq) })).toEqual(before);
    server.passMinutes(1);
    await as(owner).saveLedgerEntries({
      body: {
        vehicleId: fund,
        entries: [
          entry('CALL-FEE', '50.00', '2021-06-01'),
          entry('INC-DIV', '5.00', '2021-06-30', position),
          entry('EXP-AUDIT', '1.00', '2021-09-30'),
        ],
      },
    });
    await as(owner).lockPeriod({ params: { vehicleId: fund, endDate: '2020-03-31' }, body: { rowVersion: 1 } });
    const later = { carry: '10', hurdle: '8', catchUp: '100', effectiveDate: '2020-04-01' };
    await as(owner).saveCarryTerms({ body: wholeFundTerms(fund, later) });
    const { rowVersion } = await as(owner).getTenantSettings();
    await as(owner).saveTenantSettings({ body: { rowVersion, nettedMultiples: 'True' } });
    const after = await everyReport();
    for (const name of Object.keys(before)) expect(after[name], name).not.toEqual(before[name]);
    expect(await everyReport({ asKnownOn: String(lastSeq) })).toEqual(before);
    // A time means the last audit entry at or before it.
    const instant = new Date(server.now.getTime() - 1000).toISOString();
    expect(await everyReport({ asKnownOn: instant })).toEqual(before);
  });

  it('names the entry in its files, and refuses an unknown one', async () => {
    const { parameters } = await as(owner).reportFundOverview({ query: { asKnownOn: '2026-10-01T12:00:30Z' } });
    expect(parameters).toMatchObject([
      { title: 'Basis', text: 'Fee-paying limited partners' },
      { title: 'As known on', text: expect.stringMatching(/^2026-10-01T12:00:30Z, entry \d+ of the audit log$/) },
    ]);
    for (const text of ['0', 'yesterday', '2026-10-01', '2026-13-01T00:00:00Z', '1E5', '-1']) {
      const refused = await refusal(as(owner).reportFundOverview({ query: { asKnownOn: text } }));
      expect([refused.status, JSON.stringify(refused)], text).toEqual([
        400,
        expect.stringContaining('or the number of an entry'),
      ]);
    }
    expect((await as(owner).reportFundOverview({ query: { asKnownOn: '1' } })).pageData).toEqual([]);
  });

  it('is refused for a future entry, at its parameter, and names the quarter if none was requested', async () => {
    for (const [text, message] of [
      ['99999999', 'The audit log has no entry 99999999. The last entry is '],
      ['2027-07-31T12:00:00Z', 'As known on is in the future'],
    ] as const) {
      const refused = await refusal(as(owner).reportFundOverview({ query: { asKnownOn: text } }));
      expect([refused.status, JSON.stringify(refused)], text).toEqual([422, expect.stringContaining(message)]);
      expect(refused.errors).toMatchObject([{ path: 'AsKnownOn' }]);
    }
    const turned = await refusal(as(owner).reportCashflow({ query: { from: '2026-04-01', to: '2026-03-31' } }));
    expect([turned.status, JSON.stringify(turned)]).toEqual([
      400,
      expect.stringContaining('To can’t be before the start of the period.'),
    ]);
    const { parameters } = await as(owner).reportFundOverview();
    const dates = await as(owner).listFundReportingDates();
    const date = dates.find(({ isDefault }) => isDefault)!.endDate;
    expect(parameters).toMatchObject([
      { name: 'endDate', text: date },
      { name: 'basis', text: 'Fee-paying limited partners' },
    ]);
  });
});

describe('a report run', () => {
  const runs = 'performance/report-run';
  const runRequest = (report: string, more: Readonly<Record<string, string>> = {}) => ({
    report,
    parameters: Object.entries(more).map(([name, value]) => ({ name, value })),
  });

  it('stores its parameters and returns the same figures later, to the cent, and is rerun by verify', async () => {
    const storedRuns = new Map<string, AnswerOf<'runReport'>>();
    const all = {
      'fund-overview': {},
      'gp-sharing': {},
      'investor-cash-flow': {},
      'investment-analytics': { endDate: END, fundId: fund },
      'cas/funds': { endDate: END },
    };
    for (const [name, more] of Object.entries(all)) {
      const run = await as(owner).runReport({ body: runRequest(name, more) });
      expect(run.rowCount, name).toBeGreaterThan(0);
      expect(run.parametersText).toContain(`As known on: entry ${String(run.asOfSequence)} of the audit log`);
      storedRuns.set(name, run);
    }
    expect(storedRuns.get('cas/funds')!.parametersText).toContain(
      'Reporting date: 06/30/2021 · Period: Quarter to date · ',
    );
    const details = storedRuns.get('investment-analytics')!;
    expect([details.title, details.parametersText, details.parameters.length]).toEqual([
      'Investment analytics',
      expect.stringContaining('Reporting date: 06/30/2021 · Fund: Oak Fund · '),
      2,
    ]);
    const { pageData } = await as(owner).reportFundOverview();
    await as(owner).saveLedgerEntries({
      body: {
        vehicleId: fund,
        entries: [entry('CALL-FEE', '7.00', '2021-06-01'), entry('INC-DIV', '3.00', '2021-06-30', position)],
      },
    });
    expect((await as(owner).reportFundOverview()).pageData).not.toEqual(pageData);
    for (const { id, figuresHash } of storedRuns.values())
      expect(await as(owner).getReportRun({ params: { id } })).toMatchObject({ isSame: true, figuresHash });
    const overview = storedRuns.get('fund-overview')!;
    const again = { asKnownOn: String(overview.asOfSequence) };
    expect((await as(owner).reportFundOverview({ query: again })).pageData).toEqual(pageData);
    // The same request today is another run with another fingerprint. As known at that audit entry, it is the same.
    const now = await as(owner).runReport({ body: runRequest('fund-overview') });
    expect(now.figuresHash).not.toBe(overview.figuresHash);
    const then = await as(owner).runReport({ body: runRequest('fund-overview', again) });
    expect([then.figuresHash, then.asOfSequence]).toEqual([overview.figuresHash, overview.asOfSequence]);
    // The files and the list have it too.
    const csv = await send(`${runs}/${overview.id}/file?format=csv`);
    expect([csv.statusCode, csv.body.split('\n').length]).toEqual([200, pageData.length + 2]);
    const excel = await send(`${runs}/${overview.id}/file`);
    expect([excel.statusCode, excel.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const listed = await as(owner).listReportRuns({ query: { pageSize: 100 } });
    expect(listed.pageData.map(({ id }) => id)).toEqual(
      expect.arrayContaining([...storedRuns.values()].map(({ id }) => id)),
    );

    const verified = () =>
      inTenant(async (tx) => {
        const found: string[] = [];
        for await (const { name, findings } of verifyReportRuns(tx))
          if (findings.length > 0) found.push(name.split(',')[0]!);
        return found;
      });
    const { runs: counted } = await inTenant((tx) => verifyTenant(tx, server.auditKey));
    expect(counted.filter(({ status }) => status === 'RUN')).toHaveLength(storedRuns.size + 2);
    expect(await verified()).toEqual([]);
    const superuser = new pg.Client({ connectionString: server.database.adminUrl });
    await superuser.connect();
    await superuser.query(
      `UPDATE ledger_share SET amount = amount + 0.01 WHERE tenant_id = $1 AND entry_id = (
         SELECT id FROM ledger_entry WHERE tenant_id = $1 AND type = 'CALL-INV' LIMIT 1)`,
      [tenantId],
    );
    await superuser.end();
    expect(await verified()).toEqual(
      expect.arrayContaining(['Fund Overview', 'Investor Cash Flow', 'Capital Account Fund Report']),
    );
    expect(await as(owner).getReportRun({ params: { id: overview.id } })).toMatchObject({ isSame: false });
  });

  it('can be created only by editors, and only for existing reports and parameters', async () => {
    const viewer = await server.person(tenantId, { performance: 'viewer' });
    expect((await refusal(as(viewer).runReport({ body: runRequest('fund-overview') }))).status).toBe(403);
    await as(viewer).listReportRuns();
    const refused = async (body: BodyOf<'runReport'>) => {
      const { status, errors } = await refusal(as(owner).runReport({ body }));
      return [status, ...errors.map(({ path, message }) => `${path}: ${message}`)];
    };
    expect(await refused(runRequest('no-such'))).toEqual([400, expect.stringContaining('isn’t a report whose runs')]);
    expect(await refused(runRequest('investment-analytics'))).toEqual([
      422,
      'Parameters.EndDate: Reporting date is required. Add the parameter endDate.',
      'Parameters.FundId: Fund is required. Add the parameter fundId.',
    ]);
    expect(await refused(runRequest('fund-overview', { endDate: '2021-02-30' }))).toEqual([
      422,
      'Parameters.EndDate: Reporting date is not a calendar date (YYYY-MM-DD). Change the parameter endDate.',
    ]);
    expect(await refused(runRequest('fund-overview', { fundId: fund, startPage: '2' }))).toEqual([
      422,
      expect.stringMatching(/^Parameters\.FundId: Fund Overview has no parameter fundId\. It takes endDate, .*\.$/),
      expect.stringMatching(/^Parameters\.StartPage: Fund Overview has no parameter startPage\. It takes endDate, /),
    ]);
    expect(await refused(runRequest('fund-details', { fundId: tenantId }))).toEqual([
      404,
      expect.stringContaining('no such fund'),
    ]);
    const other = await server.tenant();
    const stranger = await server.person(other, { performance: 'administrator' });
    const { id } = await as(owner).runReport({ body: runRequest('fund-overview') });
    const received = await refusal(as(stranger).getReportRun({ params: { id } }));
    expect(received.status).toBe(404);
  });
});
