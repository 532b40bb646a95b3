import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../../../testing/grantPayAccess.ts';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { type AnswerOf, type QueryOf } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Sums = AnswerOf<'reportParticipantDistributionByYear'>['subtotals'];
const figures = [
  'grossCarryDistributed',
  'tax',
  'escrow',
  'loanRepayment',
  'otherAdjustment',
  'netCarryDistributed',
] as const;

/**
 * The planted firm paid its employee 150.00 from Fund I on 06/30/2025, 50.00 of it through an entity. Here it also paid
 * 20.00 to a trust of the employee.
 */
describe('the payments of participants', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  let trust: string;
  const send = (url: string) => server.call(person.token, tenantId, { method: 'GET', url: `/api/carry/${url}` });
  const figuresOf = (row: Readonly<Partial<Record<(typeof figures)[number], unknown>>> | undefined) =>
    figures.map((field) => row?.[field]);
  const totalOf = (answer: object, field: string) => {
    const { totals, subtotals } = answer as { totals?: Sums[number]['totals']; subtotals?: Sums };
    const sums = totals ?? subtotals?.find(({ keys }) => keys.length === 0)?.totals;
    return sums?.find((sum) => sum.field === field)?.total;
  };
  const history = async (query: QueryOf<'listEmployeeDistributions'>) => {
    const params = { id: planted.employee };
    const found = await as(person).listEmployeeDistributions({ params, query: { disbursedOnly: 'true', ...query } });
    return figures.map((field) => totalOf(found, field));
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    const created = await as(person).saveTrust({
      body: { legalName: 'Mokoena Trust', employee: { id: planted.employee } },
    });
    trust = created.id;
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO distribution_detail SELECT (jsonb_populate_record(x, $2::jsonb)).* FROM distribution_detail x
         WHERE x.tenant_id = $1 AND x.participant_id = $3 AND cardinality(x.path) = 0`,
        [
          tenantId,
          JSON.stringify({
            id: newId(),
            participant_id: trust,
            gross_carry_distributed: 20,
            escrow: 2,
            net_carry_distributed: 18,
          }),
          planted.employee,
        ],
      ),
    );
  });
  afterAll(() => server.stop());

  it('equals the history and the ledger of each participant, year by year [R-C-252]', async () => {
    const report = await as(person).reportParticipantDistributionByYear();
    expect(report.pageData).toMatchObject([
      { participant: { id: trust }, type: 'Trust', year: 2025, currency: 'USD', grossCarryDistributed: '20.00' },
      {
        participant: { id: planted.employee },
        year: 2025,
        numberOfDistributions: 1,
        grossCarryDistributed: '150.00',
        escrow: '15.00',
        netCarryDistributed: '135.00',
      },
    ]);
    expect(figuresOf(report.pageData[1])).toEqual(await history({ year: 2025 }));
    const entries = await as(person).listParticipantAccountEntries({ params: { id: planted.employee } });
    const paid = entries.pageData.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect(paid).toBe(-15_000);
    expect([totalOf(report, 'grossCarryDistributed'), totalOf(report, 'netCarryDistributed')]).toEqual([
      '170.00',
      '153.00',
    ]);
  });

  it('equals the payments of each fund [R-C-253]', async () => {
    const report = await as(person).reportParticipantDistributionByFund({ query: { fundId: planted.fund } });
    expect(report.pageData).toMatchObject([
      { holder: { id: planted.fund }, participant: { id: trust } },
      { participant: { id: planted.employee } },
    ]);
    expect(figuresOf(report.pageData[1])).toEqual(await history({ holderId: planted.fund }));
    const others = await as(person).listFundDistributionParticipants({ params: { id: planted.fund } });
    expect(totalOf(report, 'grossCarryDistributed')).toBe(totalOf(others, 'grossCarryDistributed'));
  });

  it('includes the payments of a trust with its employee, matching both histories [A-C-096 aggregateTrust]', async () => {
    for (const [report, behind] of [
      [as(person).reportParticipantDistributionByYear, { year: 2025 }],
      [as(person).reportParticipantDistributionByFund, { holderId: planted.fund }],
    ] as const) {
      const { pageData } = await report({ query: { aggregateTrust: 'true' } });
      expect(pageData).toMatchObject([
        { participant: { id: planted.employee }, type: 'Employee', grossCarryDistributed: '170.00' },
      ]);
      expect(figuresOf(pageData[0])).toEqual(await history({ ...behind, aggregateTrust: 'true' }));
    }
  });

  it('counts payments up to the requested date [A-C-096 selectedDate]', async () => {
    for (const report of [
      as(person).reportParticipantDistributionByYear,
      as(person).reportParticipantDistributionByFund,
    ]) {
      expect(await report({ query: { selectedDate: '2025-06-29' } })).toMatchObject({
        totalItemCount: 0,
        subtotals: [],
      });
      expect(await report({ query: { selectedDate: '2025-06-30' } })).toMatchObject({ totalItemCount: 2 });
    }
    expect((await history({ to: '2025-06-29' }))[0]).not.toBe('150.00');
  });

  it('returns the same at each of its addresses [A-C-097 A-C-098 A-C-099 A-C-100]', async () => {
    const name = 'participant-distribution-by-year';
    const rows = async (query: string) => {
      const answer = await send(query);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ PageData: readonly { Name: string }[] }>().PageData;
    };
    const own = await rows(`reporting/v2/${name}?selectedDate=2025-12-31&aggregateTrust=true`);
    const parameters = encodeURIComponent(JSON.stringify({ selectedDate: '2025-12-31', aggregateTrust: true }));
    expect(await rows(`reporting/v2/${name}?Parameters=${parameters}`)).toEqual(own);
    expect(await rows(`reporting/report?report=${name}&selectedDate=2025-12-31&aggregateTrust=true`)).toEqual(own);
    for (const url of [`reporting/${name}?format=excel`, `reporting/v2/${name}?Parameters=${parameters}&format=excel`])
      expect((await send(url)).headers['content-type'], url).toContain('spreadsheetml');
    const ofDay = await send(`reporting/v2/${name}?selectedDate=2025-12-31&format=csv`);
    expect(ofDay.headers['content-disposition']).toContain(' 2025-12-31.csv');
    expect((await rows('reporting/participants')).map(({ Name }) => Name)).toContain('Zanele Mokoena');
    expect((await send(`reporting/v2/${name}?Parameters=%7B`)).statusCode).toBe(400);
    expect((await send('reporting/report?report=none')).statusCode).toBe(404);
  });

  it('is also available in compensation with pay access, and every read is logged [A-T-102 A-T-103 A-T-104 A-T-105 A-T-111]', async () => {
    const head = await server.person(tenantId, { comp: 'viewer' });
    const blind = await server.person(tenantId, { comp: 'administrator' });
    await grantPayAccess(server, tenantId, head, 'ALL');
    const inComp = (path: string, as = head) =>
      server.call(as.token, tenantId, { method: 'GET', url: `/api/comp/employee/${planted.employee}/${path}` });
    for (const path of [
      'distributions/fund',
      'distributions/year',
      'distributions/history',
      'distribution-history?aggregateTrust=true',
    ]) {
      const answer = await inComp(path);
      expect(answer.statusCode, answer.body).toBe(200);
      const disbursed = path.includes('?') ? `${path}&disbursedOnly=true` : path;
      expect(answer.json(), path).toEqual((await send(`employee/${planted.employee}/${disbursed}`)).json());
      expect((await inComp(path, blind)).statusCode, path).toBe(404);
    }
    const file = await inComp('distribution-history?format=excel');
    expect(file.headers['content-type']).toContain('spreadsheetml');
    expect((await inComp('distribution-history?format=excel', blind)).statusCode).toBe(404);
    const { rows } = await server.database.worker.query(
      'SELECT operation, is_export, employees FROM pay_read WHERE tenant_id = $1 ORDER BY id',
      [tenantId],
    );
    expect(rows).toEqual(
      ['chartPaidCarryByFund', 'chartPaidCarryByYear', 'chartPaidCarryHistory', 'listPaidCarry', 'listPaidCarry'].map(
        (operation, at) => ({ operation, is_export: at === 4, employees: [planted.employee] }),
      ),
    );
  });
});
