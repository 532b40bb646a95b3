import { verifyReportRuns } from '@carrara/adapters/postgres/verify/verifyReportRuns';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { performanceReports } from '@carrara/contract/performance/reports/performanceReports';
import type { ReportDefinition } from '@carrara/contract/core/report';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly PageData: readonly Row[];
  readonly Subtotals: readonly object[];
  readonly Asked: readonly { readonly Name: string; readonly Text: string }[];
}

const END = '2021-06-30';
let server: TestServer;
let tenantId: string;
let owner: TestPerson;
let fund: string;
let position: object;

const send = (path: string, payload?: object, as = owner) =>
  server.call(as.token, tenantId, {
    method: payload ? 'POST' : 'GET',
    url: `/api/${path}`,
    ...(payload ? { payload } : {}),
  });
async function answer<T>(path: string, payload?: object): Promise<T> {
  const got = await send(path, payload);
  expect(got.statusCode, `${path}: ${got.body.slice(0, 600)}`).toBe(200);
  return got.json<T>();
}
const make = async (path: string, payload: object) => (await answer<{ Id: string }>(path, payload)).Id;
const inTenant = <T>(work: Parameters<typeof server.withTenant<T>>[1]) =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);
/** Returns the sequence number of the last audit entry. */
const head = async () =>
  (
    await inTenant((tx) =>
      tx.query<{ seq: number }>('SELECT max(seq)::int AS seq FROM activity WHERE tenant_id = $1', [tenantId]),
    )
  )[0]!.seq;
const entry = (Type: string, Amount: string, EffectiveDate: string, more: object = {}) => ({
  Type,
  Amount,
  EffectiveDate,
  ...more,
});

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const reference = async (type: string, code: string) => ({ Id: await server.referenceEntry(tenantId, type, code) });
  const [Currency, lp, gp] = [
    await reference('currency', 'EUR'),
    await reference('investor-type', 'INVESTOR'),
    await reference('investor-type', 'GP'),
  ];
  fund = await make('carry/fund', { Code: 'OAK', LegalName: 'Oak Fund', Currency });
  const investment = await make('carry/investment', {
    Code: 'STEEL',
    Name: 'Steel',
    LegalName: 'Steel',
    FundInvestments: [{ Fund: { Id: fund } }],
  });
  const investor = (Code: string, Type: object) =>
    make('performance/investor', { Code, Name: `Partner ${Code}`, Type });
  for (const [code, type, Amount] of [
    ['LP-A', lp, '600.00'],
    ['LP-B', lp, '300.00'],
    ['GP', gp, '100.00'],
  ] as const) {
    const InvestorId = await investor(code, type);
    await answer('performance/commitment', { VehicleId: fund, InvestorId, Kind: 'CLOSE', Date: '2020-01-01', Amount });
  }
  const [part] = await inTenant((tx) =>
    tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
      tenantId,
      investment,
    ]),
  );
  const HoldingId = part!.id;
  const SecurityId = await make('performance/security', {
    VehicleId: fund,
    HoldingId,
    Class: 'EQUITY',
    Name: 'Common',
  });
  const tradedPosition = { HoldingId, SecurityId };
  position = { HoldingId };
  await answer(`performance/ilpa/${fund}/terms`, {
    Carry: '20',
    Hurdle: '8',
    CatchUp: '100',
    Waterfall: { Code: 'WHOLE_FUND' },
  });
  await answer('performance/ledger', {
    VehicleId: fund,
    Entries: [
      entry('CALL-INV', '410.00', '2020-01-10'),
      entry('BUY', '400.00', '2020-01-15', tradedPosition),
      entry('FEE', '9.00', '2020-03-31'),
      entry('INC-INT', '7.01', '2020-12-31', { HoldingId }),
      entry('SELL', '150.00', '2021-05-01', { ...tradedPosition, CostRelieved: '100.00' }),
      entry('DIST-ROC', '100.00', '2021-05-03', { IsRecallable: true }),
      entry('CARRY-EARNED', '10.00', '2021-05-03'),
      entry('CARRY-PAID', '6.00', '2021-05-03'),
    ],
  });
  const Valuations = [
    { SecurityId, Date: '2020-12-31', FairValue: '433.33' },
    { SecurityId, Date: END, FairValue: '390.00' },
  ];
  await answer('performance/valuation', { VehicleId: fund, Valuations });
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
    const { PageData, Subtotals } = await answer<Page>(path);
    expect(PageData.length, path).toBeGreaterThan(0);
    answers.set(name, { PageData, Subtotals });
  }
  return Object.fromEntries(answers);
}

describe('a report as known on an act of the trail', () => {
  it('says what it said then, whatever was entered, locked, agreed or set since', async () => {
    const lastSeq = await head();
    const before = await everyReport();
    expect(await everyReport({ asKnownOn: String(lastSeq) })).toEqual(before);
    server.passMinutes(1);
    await answer('performance/ledger', {
      VehicleId: fund,
      Entries: [
        entry('CALL-FEE', '50.00', '2021-06-01'),
        entry('INC-DIV', '5.00', '2021-06-30', position),
        entry('EXP-AUDIT', '1.00', '2021-09-30'),
      ],
    });
    await answer(`performance/period/${fund}/2020-03-31/lock`, { RowVersion: 1 });
    await answer(`performance/ilpa/${fund}/terms`, {
      Carry: '10',
      Hurdle: '8',
      CatchUp: '100',
      Waterfall: { Code: 'WHOLE_FUND' },
      RowVersion: 1,
    });
    const { RowVersion } = await answer<{ RowVersion: number }>('tenant/settings');
    await answer('tenant/settings', { RowVersion, NettedMultiples: 'True' });
    const after = await everyReport();
    for (const name of Object.keys(before)) expect(after[name], name).not.toEqual(before[name]);
    expect(await everyReport({ asKnownOn: String(lastSeq) })).toEqual(before);
    // A point in time refers to the last audit entry until then.
    const instant = new Date(server.now.getTime() - 1000).toISOString();
    expect(await everyReport({ asKnownOn: instant })).toEqual(before);
  });

  it('says in its files until when, and refuses what is no such thing', async () => {
    const path = 'performance/reporting/fund/list';
    const { Asked } = await answer<Page>(`${path}?asKnownOn=2026-10-01T12:00:30Z`);
    expect(Asked).toMatchObject([
      { Title: 'Basis', Text: 'Fee-paying limited partners' },
      { Title: 'As known on', Text: expect.stringMatching(/^2026-10-01T12:00:30Z, entry \d+ of the audit log$/) },
    ]);
    for (const text of ['0', 'yesterday', '2026-10-01', '2026-13-01T00:00:00Z', '1E5', '-1']) {
      const refused = await send(`${path}?asKnownOn=${text}`);
      expect([refused.statusCode, refused.body], text).toEqual([
        400,
        expect.stringContaining('or the number of an entry'),
      ]);
    }
    expect((await answer<Page>(`${path}?asKnownOn=1`)).PageData).toEqual([]);
  });

  it('is refused of what is not known yet, at its parameter, and says the quarter that it tells of when none was asked for', async () => {
    const path = 'performance/reporting/fund/list';
    for (const [text, message] of [
      ['99999999', 'The audit log has no entry 99999999. The last entry is '],
      ['2027-07-31T12:00:00Z', 'As known on is in the future'],
    ] as const) {
      const refused = await send(`${path}?asKnownOn=${text}`);
      expect([refused.statusCode, refused.body], text).toEqual([422, expect.stringContaining(message)]);
      expect(refused.json<{ Errors: readonly object[] }>().Errors).toMatchObject([{ Path: 'AsKnownOn' }]);
    }
    const turned = await send('performance/reporting/fund/cashflow?from=2026-04-01&to=2026-03-31');
    expect([turned.statusCode, turned.body]).toEqual([400, expect.stringContaining('To is before From.')]);
    const { Asked } = await answer<Page>(addressOf(performanceReports.reportFundOverview));
    const dates = await answer<readonly { EndDate: string; IsDefault: boolean }[]>(
      'performance/fund/fund-reporting-dates',
    );
    const date = dates.find(({ IsDefault }) => IsDefault)!.EndDate;
    expect(Asked).toMatchObject([
      { Name: 'endDate', Text: date },
      { Name: 'basis', Text: 'Fee-paying limited partners' },
    ]);
  });
});

interface Run {
  readonly Id: string;
  readonly Title: string;
  readonly Asked: string;
  readonly KnownSeq: number;
  readonly RowCount: number;
  readonly FiguresHash: string;
  readonly Parameters: readonly { readonly Name: string; readonly Value: string }[];
}

describe('a report run', () => {
  const runs = 'performance/report-run';
  const runRequest = (report: string, more: Readonly<Record<string, string>> = {}) => ({
    Report: report,
    Parameters: Object.entries(more).map(([Name, Value]) => ({ Name, Value })),
  });

  it('keeps what was asked and says the same later, to the cent; verify runs it again', async () => {
    const storedRuns = new Map<string, Run>();
    const all = {
      'fund-overview': {},
      'gp-sharing': {},
      'investor-cash-flow': {},
      'investment-analytics': { endDate: END, fundId: fund },
      'cas/funds': { endDate: END },
    };
    for (const [name, more] of Object.entries(all)) {
      const run = await answer<Run>(runs, runRequest(name, more));
      expect(run.RowCount, name).toBeGreaterThan(0);
      expect(run.Asked).toContain(`As known on: entry ${String(run.KnownSeq)} of the audit log`);
      storedRuns.set(name, run);
    }
    expect(storedRuns.get('cas/funds')!.Asked).toContain('Reporting date: 06/30/2021 · Period: Quarter to date · ');
    const details = storedRuns.get('investment-analytics')!;
    expect([details.Title, details.Asked, details.Parameters.length]).toEqual([
      'Investment Analytics',
      expect.stringContaining('Reporting date: 06/30/2021 · Fund: Oak Fund · '),
      2,
    ]);
    const { PageData } = await answer<Page>(addressOf(performanceReports.reportFundOverview));
    await answer('performance/ledger', {
      VehicleId: fund,
      Entries: [entry('CALL-FEE', '7.00', '2021-06-01'), entry('INC-DIV', '3.00', '2021-06-30', position)],
    });
    expect((await answer<Page>(addressOf(performanceReports.reportFundOverview))).PageData).not.toEqual(PageData);
    for (const { Id, FiguresHash } of storedRuns.values())
      expect(await answer(`${runs}/${Id}`)).toMatchObject({ IsSame: true, FiguresHash });
    const overview = storedRuns.get('fund-overview')!;
    const again = addressOf(performanceReports.reportFundOverview, { asKnownOn: String(overview.KnownSeq) });
    expect((await answer<Page>(again)).PageData).toEqual(PageData);
    // The same request today is another run with another fingerprint. As known at that audit entry, it is the same.
    const now = await answer<Run>(runs, runRequest('fund-overview'));
    expect(now.FiguresHash).not.toBe(overview.FiguresHash);
    const then = await answer<Run>(runs, runRequest('fund-overview', { asKnownOn: String(overview.KnownSeq) }));
    expect([then.FiguresHash, then.KnownSeq]).toEqual([overview.FiguresHash, overview.KnownSeq]);
    // The files and the list have it too.
    const csv = await send(`${runs}/${overview.Id}/file?format=csv`);
    expect([csv.statusCode, csv.body.split('\n').length]).toEqual([200, PageData.length + 2]);
    const excel = await send(`${runs}/${overview.Id}/file`);
    expect([excel.statusCode, excel.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const listed = await answer<{ PageData: readonly Run[] }>(`${runs}?PageSize=100`);
    expect(listed.PageData.map(({ Id }) => Id)).toEqual(
      expect.arrayContaining([...storedRuns.values()].map(({ Id }) => Id)),
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
    expect(await answer(`${runs}/${overview.Id}`)).toMatchObject({ IsSame: false });
  });

  it('is made by editors, of reports and parameters that there are', async () => {
    const viewer = await server.person(tenantId, { performance: 'viewer' });
    expect((await send(runs, runRequest('fund-overview'), viewer)).statusCode).toBe(403);
    expect((await send(runs, undefined, viewer)).statusCode).toBe(200);
    const refused = async (payload: object) => {
      const got = await send(runs, payload);
      const { Errors = [] } = got.json<{ Errors?: { Path: string; Code: string; Message: string }[] }>();
      return [got.statusCode, ...Errors.map(({ Path, Message }) => `${Path}: ${Message}`)];
    };
    expect(await refused(runRequest('no-such'))).toEqual([400, expect.stringContaining('isn’t a report whose runs')]);
    expect(await refused(runRequest('investment-analytics'))).toEqual([422, expect.anything(), expect.anything()]);
    expect(await refused(runRequest('fund-overview', { endDate: '2021-02-30' }))).toEqual([
      422,
      'Parameters.EndDate: Reporting date is not a calendar date (YYYY-MM-DD)',
    ]);
    expect(await refused(runRequest('fund-overview', { fundId: fund }))).toEqual([
      422,
      expect.stringContaining('fundId'),
    ]);
    expect(await refused(runRequest('fund-details', { fundId: tenantId }))).toEqual([
      404,
      expect.stringContaining('no such fund'),
    ]);
    const other = await server.tenant();
    const stranger = await server.person(other, { performance: 'administrator' });
    const { Id } = await answer<Run>(runs, runRequest('fund-overview'));
    const got = await server.call(stranger.token, other, { method: 'GET', url: `/api/${runs}/${Id}` });
    expect(got.statusCode).toBe(404);
  });
});
