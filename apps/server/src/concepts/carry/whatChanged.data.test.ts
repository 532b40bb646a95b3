import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Row {
  readonly Kind: string;
  readonly Record: string;
  readonly Figure: string;
  readonly Before: string | null;
  readonly After: string | null;
  readonly ChangedBy: string;
  readonly Reason: string | null;
}
interface Fund {
  readonly Id: string;
  readonly RowVersion: number;
}

describe('what changed between two days', { sequential: true }, () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;

  const changes = async (query = ''): Promise<readonly Row[]> => {
    const url = `/api/carry/reporting/v2/what-changed${query}`;
    const answer = await server.call(person.token, tenantId, { method: 'GET', url });
    expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
    return answer.json<{ PageData: readonly Row[] }>().PageData;
  };
  const fund = async () =>
    (await server.call(person.token, tenantId, { method: 'GET', url: `/api/carry/fund/${planted.fund}` })).json<
      Fund & Record<string, unknown>
    >();
  const save = async (change: object) => {
    const { Id, RowVersion, Code, LegalName, Currency, InitialCloseDate, Description } = await fund();
    const payload = { Id, RowVersion, Code, LegalName, Currency, InitialCloseDate, Description, ...change };
    const answer = await server.call(person.token, tenantId, { method: 'POST', url: '/api/carry/fund', payload });
    expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
  };
  const day = (days: number) => new Date(server.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('names what was made as such, once, however often it was saved since', async () => {
    await save({ LegalName: 'Fund I, L.P.' });
    const rows = (await changes()).filter(({ Kind }) => Kind === 'Fund');
    expect(rows).toMatchObject([{ Figure: 'Fund saved', Before: null }]);
  });

  it('names each figure with its first and last value, who changed it last and why, and leaves out what is as it was', async () => {
    server.passMinutes(10 * 24 * 60);
    // Sessions don't last that long, so a new person signs in.
    person = await server.person(tenantId, { carry: 'administrator' });
    await save({ InitialCloseDate: '2019-03-01', Reason: 'A slip of the pen.' });
    await save({ InitialCloseDate: '2019-02-01', LegalName: 'Something else', Reason: 'The close was in February.' });
    await save({ LegalName: 'Fund I, L.P.', Reason: 'Back again.' });
    const rows = await changes(`?from=${day(-1)}&to=${day(0)}`);
    expect(rows.filter(({ Kind }) => Kind === 'Fund')).toMatchObject([
      {
        Figure: 'Initial close date',
        Before: '2019-01-01',
        After: '2019-02-01',
        Reason: 'The close was in February.',
      },
    ]);
    for (const { ChangedBy } of rows) expect(ChangedBy).not.toBe('');
  });

  it('can be asked of one fund or one participant, and of days on which nothing changed', async () => {
    expect(await changes(`?from=${day(-1)}&fundId=${planted.fund}`)).toHaveLength(1);
    expect(await changes(`?from=${day(-1)}&participantId=${planted.employee}`)).toEqual([]);
    expect(await changes(`?from=${day(-5)}&to=${day(-2)}`)).toEqual([]);
    expect((await changes(`?from=${day(-30)}&participantId=${planted.employee}`)).map(({ Kind }) => Kind)).toContain(
      'Employee',
    );
  });

  it('says which parameter of a report is wrong and what is expected', async () => {
    const changeCounts = async (query: string) => {
      const url = `/api/carry/reporting/v2/distributions-by-fund?${query}`;
      const answer = await server.call(person.token, tenantId, { method: 'GET', url });
      return [answer.statusCode, answer.json<{ Message: string }>().Message];
    };
    expect(await changeCounts('from=June')).toEqual([400, 'From is not a calendar date (YYYY-MM-DD).']);
    expect(await changeCounts('status=PAID')).toEqual([400, 'Status isn’t one of DRAFT, REJ, SUB, APP, DISB.']);
    expect(await changeCounts('pageSize=many')).toEqual([400, 'Page size must be a whole number from 1 to 1000.']);
    const [code, text] = await changeCounts('fund=x');
    expect(code).toBe(400);
    expect(text).toMatch(/^fund is not a parameter of this call; it takes .*from, to, fundId, coinvestmentId, status/i);
  });

  it('answers a filter that names no record as not found, in lists of runs as in reports', async () => {
    const nobody = '00000000-0000-4000-8000-000000000001';
    for (const list of ['distribution', 'realization/index'])
      for (const filter of ['fundId', 'sourceId', 'sectorId']) {
        const url = `/api/carry/${list}?${filter}=${nobody}`;
        const answer = await server.call(person.token, tenantId, { method: 'GET', url });
        expect([list, filter, answer.statusCode]).toEqual([list, filter, 404]);
      }
    for (const query of [`fundId=${planted.fund}`, `sourceId=${planted.part}`]) {
      const url = `/api/carry/realization/index?${query}`;
      expect((await server.call(person.token, tenantId, { method: 'GET', url })).statusCode).toBe(200);
    }
  });
});
