import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givePayAccess } from '../../testing/givePayAccess.ts';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Row = Readonly<Record<string, unknown>>;
interface Answer {
  readonly PageData: readonly Row[];
  readonly TotalItemCount: number;
  readonly Subtotals: readonly {
    readonly Keys: readonly string[];
    readonly Apart: readonly string[];
    readonly Totals: readonly { readonly Field: string; readonly Total: string | null }[];
  }[];
  readonly Totals: readonly { readonly Field: string; readonly Total: string }[];
}
const figures = ['grossCarryDistributed', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment', 'netCarryDistributed'];

/**
 * The planted firm paid its employee 150.00 from Fund I on 06/30/2025, 50.00 of it through an entity. Here it also paid
 * 20.00 to a trust of the employee.
 */
describe('what participants were paid', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  let trust: string;
  const send = (url: string) => server.call(person.token, tenantId, { method: 'GET', url: `/api/carry/${url}` });
  const get = async (url: string): Promise<Answer> => {
    const answer = await send(url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const wire = (field: string) => field.charAt(0).toUpperCase() + field.slice(1);
  const figuresOf = (row: Row | undefined) => figures.map((field) => row?.[wire(field)]);
  const totalOf = (answer: Answer, field: string) =>
    (answer.Totals ?? []).find(({ Field }) => Field === field)?.Total ??
    answer.Subtotals.find(({ Keys }) => Keys.length === 0)?.Totals.find(({ Field }) => Field === field)?.Total;
  const history = async (query: string): Promise<readonly (string | null | undefined)[]> => {
    const found = await get(`employee/${planted.employee}/distribution-history?disbursedOnly=true&${query}`);
    return figures.map((field) => totalOf(found, field));
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    const created = await server.call(person.token, tenantId, {
      method: 'POST',
      url: '/api/carry/trust',
      payload: { LegalName: 'Mokoena Trust', Employee: { Id: planted.employee } },
    });
    expect(created.statusCode, created.body).toBe(200);
    trust = created.json<{ Id: string }>().Id;
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

  it('comes to the history and the ledger of each participant, year by year [R-C-252]', async () => {
    const report = await get('reporting/v2/participant-distribution-by-year');
    expect(report.PageData).toMatchObject([
      { Participant: { Id: trust }, Type: 'Trust', Year: 2025, Currency: 'USD', GrossCarryDistributed: '20.00' },
      {
        Participant: { Id: planted.employee },
        Year: 2025,
        NumberOfDistributions: 1,
        GrossCarryDistributed: '150.00',
        Escrow: '15.00',
        NetCarryDistributed: '135.00',
      },
    ]);
    expect(figuresOf(report.PageData[1])).toEqual(await history('year=2025'));
    const entries = await get(`participant/${planted.employee}/accountEntries`);
    const paid = entries.PageData.reduce((sum, { Amount }) => sum + Math.round(Number(Amount) * 100), 0);
    expect(paid).toBe(-15_000);
    expect([totalOf(report, 'grossCarryDistributed'), totalOf(report, 'netCarryDistributed')]).toEqual([
      '170.00',
      '153.00',
    ]);
  });

  it('comes to what was paid of each fund [R-C-253]', async () => {
    const report = await get(`reporting/v2/participant-distribution-by-fund?fundId=${planted.fund}`);
    expect(report.PageData).toMatchObject([
      { Holder: { Id: planted.fund }, Participant: { Id: trust } },
      { Participant: { Id: planted.employee } },
    ]);
    expect(figuresOf(report.PageData[1])).toEqual(await history(`holderId=${planted.fund}`));
    const others = await get(`fund/${planted.fund}/distributions/participants`);
    expect(totalOf(report, 'grossCarryDistributed')).toBe(totalOf(others, 'grossCarryDistributed'));
  });

  it('shows what a trust was paid with its employee, and leads to both histories [A-C-096 aggregateTrust]', async () => {
    for (const [name, behind] of [
      ['year', 'year=2025'],
      ['fund', `holderId=${planted.fund}`],
    ]) {
      const { PageData } = await get(`reporting/v2/participant-distribution-by-${name}?aggregateTrust=true`);
      expect(PageData).toMatchObject([
        { Participant: { Id: planted.employee }, Type: 'Employee', GrossCarryDistributed: '170.00' },
      ]);
      expect(figuresOf(PageData[0])).toEqual(await history(`${behind}&aggregateTrust=true`));
    }
  });

  it('counts what was paid up to the day that is asked about [A-C-096 selectedDate]', async () => {
    for (const name of ['year', 'fund']) {
      const url = `reporting/v2/participant-distribution-by-${name}`;
      expect(await get(`${url}?selectedDate=2025-06-29`)).toMatchObject({ TotalItemCount: 0, Subtotals: [] });
      expect(await get(`${url}?selectedDate=2025-06-30`)).toMatchObject({ TotalItemCount: 2 });
    }
    expect((await history('to=2025-06-29'))[0]).not.toBe('150.00');
  });

  it('answers the same at every address that it is known by [A-C-097 A-C-098 A-C-099 A-C-100]', async () => {
    const name = 'participant-distribution-by-year';
    const rows = ({ PageData }: Answer) => PageData;
    const own = rows(await get(`reporting/v2/${name}?selectedDate=2025-12-31&aggregateTrust=true`));
    const parameters = encodeURIComponent(JSON.stringify({ selectedDate: '2025-12-31', aggregateTrust: true }));
    expect(rows(await get(`reporting/v2/${name}?Parameters=${parameters}`))).toEqual(own);
    expect(rows(await get(`reporting/report?report=${name}&selectedDate=2025-12-31&aggregateTrust=true`))).toEqual(own);
    for (const url of [`reporting/${name}?format=excel`, `reporting/v2/${name}?Parameters=${parameters}&format=excel`])
      expect((await send(url)).headers['content-type'], url).toContain('spreadsheetml');
    const ofDay = await send(`reporting/v2/${name}?selectedDate=2025-12-31&format=csv`);
    expect(ofDay.headers['content-disposition']).toContain(' 2025-12-31.csv');
    expect((await get('reporting/participants')).PageData.map(({ Name }) => Name)).toContain('Zanele Mokoena');
    expect((await send(`reporting/v2/${name}?Parameters=%7B`)).statusCode).toBe(400);
    expect((await send('reporting/report?report=none')).statusCode).toBe(404);
  });

  it('is shown by compensation too, to those who see the pay, each look written down [A-T-102 A-T-103 A-T-104 A-T-105 A-T-111]', async () => {
    const head = await server.person(tenantId, { comp: 'viewer' });
    const blind = await server.person(tenantId, { comp: 'administrator' });
    await givePayAccess(server, tenantId, head, 'ALL');
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
