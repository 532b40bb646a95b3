import { readFile } from 'node:fs/promises';
import { print } from '@carrara/adapters/pdf/print';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type TestClient } from '../testing/testClient.ts';
import { alderRidge } from './people.ts';
import { type Demo, openDemo } from '../testing/openDemo.ts';

describe('performance in the demo', () => {
  let demo: Demo;
  let server: Demo['server'];
  let tenants: Demo['tenants'];
  let endowment: Demo['endowment'];
  let adminOf: Demo['adminOf'];
  let signIn: Demo['signIn'];

  beforeAll(async () => {
    demo = await openDemo();
    ({ server, tenants, endowment, adminOf, signIn } = demo);
  });
  afterAll(() => demo?.server.stop());

  it('fills the performance dashboard: sizes, projected fees, metrics of each company, benchmarks of each fund', async () => {
    const firm = 'Alder Ridge Partners (demo)';
    const totals = await adminOf(firm).getDashboardTotals({
      query: { endDate: '2026-06-30' },
    });
    expect(Object.fromEntries(totals.byCurrency.map(({ currency, fundSize }) => [currency, fundSize]))).toEqual({
      EUR: '560000000.00',
      USD: '5766000000.00',
    });
    const fees = await adminOf(firm).getDashboardFeeValues({
      query: { endDate: '2026-06-30' },
    });
    expect(fees.filter(({ projection }) => projection === null)).toEqual([]);
    const { rows } = await server.database.worker.query<{ holdings: number; metrics: number; news: number }>(
      `SELECT (SELECT count(DISTINCT s.holding_id)::int FROM security s WHERE s.tenant_id = $1) AS holdings,
         (SELECT count(*)::int FROM holding_period p WHERE p.tenant_id = $1 AND p.ltm_ebitda_current IS NOT NULL) AS metrics,
         (SELECT count(DISTINCT n.investment_id)::int FROM news_item n WHERE n.tenant_id = $1) AS news`,
      [tenants.get(firm)],
    );
    expect(rows[0]?.metrics).toBe(rows[0]?.holdings);
    expect(rows[0]?.news).toBe(41);
    const funds = await adminOf(firm).listFundsForBenchmark();
    for (const { fundId, fundCode } of funds) {
      const { quartiles } = await adminOf(firm).getFundBenchmarkStats({
        params: { id: fundId },
        query: { date: '2026-06-30' },
      });
      const isFund = !fundCode.startsWith('CO-');
      expect([fundCode, quartiles.length]).toEqual([fundCode, isFund ? 2 : expect.any(Number)]);
      expect(quartiles.filter(({ irr }) => irr === null)).toEqual([]);
    }
  });

  it('has complete carry terms for every vehicle, which its carry position uses and its locked quarters protect', async () => {
    const admin = adminOf('Alder Ridge Partners (demo)');
    const funds = await admin.listFundsForBenchmark();
    expect(funds).toHaveLength(10);
    for (const { fundId, fundCode } of funds) {
      const { inForce, versions } = await admin.listCarryTerms({ params: { id: fundId } });
      const found = versions.map(({ id, missing, isLocked }) => [id === inForce, missing, isLocked]);
      expect([fundCode, found]).toEqual([fundCode, [[true, [], true]]]);
      const position = await admin.getFundCarryPosition({ params: { id: fundId, date: '2026-06-30' } });
      expect([fundCode, position.notDetermined, position.earned]).toEqual([fundCode, [], expect.any(String)]);
    }
  });

  it('has the ledgers of ten vehicles, locked to the last quarter, with paid carry as it was disbursed, a restated quarter and a late bill', async () => {
    const { rows } = await server.database.worker.query<Record<string, string>>(
      `SELECT c.code, sum(f.invested)::text AS invested, sum(f.proceeds)::text AS proceeds, sum(f.fair_value)::text AS value,
         min(f.irr)::text AS irr,
         (SELECT sum(e.amount)::text FROM ledger_entry e WHERE e.tenant_id = f.tenant_id AND e.vehicle_id = f.subject_id AND e.type = 'CARRY-PAID') AS paid,
         (SELECT sum(s.total_distributed)::text FROM distribution_source s JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id
            AND d.status = 'DISB' JOIN source_facts x ON x.tenant_id = s.tenant_id AND x.id = s.container_id
          WHERE s.tenant_id = f.tenant_id AND coalesce(x.coinvestment_id, x.fund_id) = f.subject_id) AS disbursed,
         (SELECT sum(m.total_amount)::numeric(38, 2)::text FROM metric m JOIN period p ON p.tenant_id = m.tenant_id AND p.id = m.period_id
          WHERE m.tenant_id = f.tenant_id AND p.vehicle_id = f.subject_id AND m.metric_date = f.period_end AND m.transaction_type_code = 'UNREAL') AS displayed,
         (SELECT count(*) FILTER (WHERE p.status = 'LOCKED') || ' of ' || count(*) FROM period p
          WHERE p.tenant_id = f.tenant_id AND p.vehicle_id = f.subject_id) AS locked
       FROM period_figure f JOIN container c ON c.tenant_id = f.tenant_id AND c.id = f.subject_id
       WHERE f.tenant_id = $1 AND f.subject = 'VEHICLE' AND f.period_end = '2026-06-30'
       GROUP BY f.tenant_id, f.subject_id, f.period_end, c.code ORDER BY c.code`,
      [tenants.get('Alder Ridge Partners (demo)')],
    );
    const actual = rows.map(({ code, invested, proceeds, value, locked }) => [code, invested, proceeds, value, locked]);
    expect(actual.filter(([code]) => !code!.startsWith('CO-'))).toEqual([
      ['ARE-I', '354468543.10', '41618333.25', '607448256.55', '26 of 26'],
      ['ARG-I', '359367840.98', '122362625.51', '596546207.84', '30 of 30'],
      ['ARO-I', '79700000.00', '87080000.00', '60864000.00', '21 of 21'],
      ['ARP-I', '539499927.64', '586778891.67', '667737009.67', '58 of 58'],
      ['ARP-II', '697951891.43', '591381682.08', '1176620215.94', '46 of 46'],
      ['ARP-III', '971502834.52', '307379565.74', '1726120285.93', '34 of 34'],
      ['ARP-IV', '521964031.39', '45106400.53', '617387079.42', '22 of 22'],
    ]);
    expect(rows).toHaveLength(10);
    for (const { code, paid, disbursed, value, displayed } of rows) {
      expect([code, paid]).toEqual([code, disbursed]);
      expect([code, displayed]).toEqual([code, value]);
    }
    expect(rows.filter(({ code }) => /^ARP-I{1,3}$/.test(code!)).map(({ paid }) => paid)).toEqual([
      '64675951.50',
      '58592113.44',
      '47124262.95',
    ]);
    const readme = await readFile(new URL('../../../../samples/demo/README.md', import.meta.url), 'utf8');
    const table = readme.replaceAll(/ +/g, ' ');
    for (const { code, invested, proceeds, value, irr } of rows) {
      const figures = [...[invested, proceeds, value].map((amount) => print('money', amount)), print('return', irr)];
      expect(table).toContain([code, ...figures].join(' '));
      const isUsual = code !== 'ARP-IV' && code !== 'CO-NOR';
      expect([code, Number(irr) >= 5 && Number(irr) <= 25]).toEqual([code, isUsual]);
    }
    const { rows: restated } = await server.database.worker.query<{ code: string; versions: number }>(
      `SELECT c.code, count(*)::int AS versions FROM period_version v
       JOIN period p ON p.tenant_id = v.tenant_id AND p.id = v.period_id JOIN container c ON c.tenant_id = p.tenant_id AND c.id = p.vehicle_id
       GROUP BY c.code, p.period_end HAVING count(*) > 1 ORDER BY p.period_end`,
    );
    expect(restated.map(({ code, versions }) => [code, versions])).toEqual([
      ['ARE-I', 2],
      ['ARE-I', 2],
    ]);
    const { rows: late } = await server.database.worker.query<{ amount: string }>(
      `SELECT amount::text FROM ledger_entry WHERE booked > (date_trunc('quarter', effective_date) + interval '3 months - 1 day')::date`,
    );
    expect(late).toEqual([{ amount: '48250.00' }]);

    const { rows: vehicles } = await server.database.worker.query<{ id: string }>(
      `SELECT id FROM container WHERE code = 'ARE-I' AND tenant_id = $1`,
      [tenants.get('Alder Ridge Partners (demo)')],
    );
    const changes = await adminOf('Alder Ridge Partners (demo)').listPeriodChanges({
      params: { vehicleId: vehicles[0]!.id, endDate: '2025-12-31' },
      query: { from: '1', to: '2' },
    });
    const figure = (name: string) =>
      changes.figures.find((candidate) => candidate.subject === 'VEHICLE' && candidate.field === name)!;
    const [nav, irr] = [figure('nav'), figure('irr')];
    const gain = changes.account.find(({ row, period }) => row === 93 && period === 'YTD')!;
    const guide = await readFile(new URL('../../../../docs/user/quarter-close.md', import.meta.url), 'utf8');
    const amounts = [nav.old, nav.new, nav.difference, gain.old, gain.new, changes.entered[0]!.amount];
    const figures = [
      ...amounts.map((amount) => print('money', amount)),
      print('return', irr.old),
      print('return', irr.new),
    ];
    expect(figures.filter((text) => !guide.includes(text))).toEqual([]);
  });

  it('has one vintage year per vehicle everywhere, by default that of its first call', async () => {
    let [reportedCount, holdingCount] = [0, 0];
    for (const tenant of tenants.keys()) {
      const { pageData: listed } = await adminOf(tenant).listVehicles({
        query: { pageSize: 100 },
      });
      const years = new Map(listed.map(({ fundId, vintageYear }) => [fundId, vintageYear]));
      const { pageData: details } = await adminOf(tenant).reportFundDetails({
        query: { pageSize: 100 },
      });
      const fundOf = ({ fund }: (typeof details)[number]) => (fund as { readonly id: string }).id;
      expect(details.map((row) => [fundOf(row), row.vintageYear])).toEqual(
        details.map((row) => [fundOf(row), years.get(fundOf(row))]),
      );
      reportedCount += details.length;
      const { pageData: investors } = await adminOf(tenant).listInvestors({
        query: { type: 'ALL', pageSize: 100 },
      });
      const committed = new Set<string>();
      for (const { id } of investors)
        for (const own of await adminOf(tenant).listInvestorFundsByPeriod({
          params: { id, date: '2026-06-30' },
        })) {
          committed.add(own.fundId);
          expect([own.fundId, own.vintageYear]).toEqual([own.fundId, years.get(own.fundId)]);
        }
      holdingCount += committed.size;
    }
    expect(Math.min(reportedCount, holdingCount)).toBeGreaterThan(5);
  });

  it('shows the investor of a data transfer the same account of that quarter as the firm, and later only the transferred rows', async () => {
    const [firm, investor] = [adminOf(alderRidge), await signIn('admin@bellmere.example', endowment)];
    const accountOf = async (client: TestClient, fund: string, endDate: string) => {
      const idOf = (all: readonly { readonly id: string; readonly name: string }[], name: string) =>
        all.find((named) => named.name.startsWith(name))!.id;
      const fundId = idOf(await client.listCasFunds(), fund);
      const investors = await client.listCasInvestorsOn({ params: { endDate }, query: { fundId } });
      return client.getCapitalAccount({ params: { endDate, investorId: idOf(investors, 'Bellmere'), fundId } });
    };
    const received = await investor.listCasFunds();
    expect(received.length).toBeGreaterThan(0);
    for (const { name } of received) {
      const [sent, later] = ['2026-03-31', '2026-06-30'];
      const [theirs, ours] = [await accountOf(firm, name, sent), await accountOf(investor, name, sent)];
      const rowNumbers = ({ rows }: AnswerOf<'getCapitalAccount'>) =>
        rows.filter(({ itd }) => itd !== null).map(({ row }) => row);
      expect(rowNumbers(ours), name).toEqual(expect.arrayContaining([13, 14, 18, 21, 93, 95, 103, 108, 114]));
      expect([name, ours.rows, ours.notDetermined]).toEqual([name, theirs.rows, theirs.notDetermined]);
      // The package of the later quarter isn't accepted yet.
      const after = await accountOf(investor, name, later);
      for (const row of [13, 14, 108, 114]) {
        const sinceInception = ({ rows }: AnswerOf<'getCapitalAccount'>) => rows.find((line) => line.row === row)?.itd;
        expect([name, row, sinceInception(after)]).toEqual([name, row, sinceInception(ours)]);
      }
      for (const unsent of [18, 21, 82, 92, 93, 94, 97, 98, 101, 103, 104])
        expect(rowNumbers(after), name).not.toContain(unsent);
      expect(after.notDetermined).toContainEqual(
        expect.objectContaining({
          field: 'carryOwed',
          message: `The cash of ${name} came with a data transfer, which doesn’t include the other rows. The account as it was sent is in the transfer and in the investor’s documents.`,
        }),
      );
    }
  });

  it('shows the investor of a data transfer the record of each fund, its returns over several years and its J-curve', async () => {
    const own = await signIn('admin@bellmere.example', endowment);
    const endDate = '2026-03-31';
    const theirs = await adminOf(alderRidge).listVehicleNavigation();
    const shared = (await own.listVehicleNavigation()).flatMap(({ id, code }) => {
      const sender = theirs.find((fund) => fund.code === code);
      return sender ? [{ id, code, senderId: sender.id }] : [];
    });
    expect(shared.length).toBeGreaterThan(1);
    for (const { id, code, senderId } of shared) {
      const received = await own.getVehicle({ params: { id } });
      const sent = await adminOf(alderRidge).getVehicle({ params: { id: senderId } });
      for (const name of ['fundFamily', 'region', 'platform'] as const)
        expect([code, received[name]?.code]).toEqual([code, sent[name]?.code]);
      for (const name of ['legalName', 'finalCloseDate', 'investmentPeriodEnd', 'totalCapitalRaised'] as const)
        expect([code, name, received[name]]).toEqual([code, name, sent[name]]);
      const { horizons } = await own.getFundProfile({ params: { id }, query: { endDate } });
      for (const { horizon, notDetermined } of horizons)
        expect([code, horizon, notDetermined]).toEqual([code, horizon, []]);
      const { quarters } = await own.getFundJCurve({ params: { id, date: endDate } });
      expect([code, quarters.at(-1)?.withNav]).not.toEqual([code, null]);
    }
  });

  it('reports the one-year return at a year end as each fund does', async () => {
    const report = await adminOf(alderRidge).reportFundReturns({
      query: { endDate: '2021-12-31' },
    });
    expect(report.pageData.filter(({ oneYear }) => oneYear !== null).length).toBeGreaterThan(4);
    for (const { id, code, oneYear } of report.pageData) {
      const { horizons } = await adminOf(alderRidge).getFundProfile({
        params: { id: String(id) },
        query: { endDate: '2021-12-31' },
      });
      expect([code, oneYear]).toEqual([code, horizons.find(({ horizon }) => horizon === '1Y')?.irr ?? null]);
    }
  });
});
