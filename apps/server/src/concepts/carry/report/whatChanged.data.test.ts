import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { type BodyOf } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('the changes between two days', { sequential: true }, () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;

  const fund = () => as(person).getFund({ params: { id: planted.fund } });
  const save = async (change: Partial<BodyOf<'saveFund'>>) => {
    const { id, rowVersion, code, legalName, currency, initialCloseDate } = await fund();
    const payload = { id, rowVersion, code, legalName, currency, initialCloseDate, ...change };
    await as(person).saveFund({ body: payload });
  };
  const day = (days: number) => new Date(server.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('lists a created record once, however often it was saved', async () => {
    await save({ legalName: 'Fund I, L.P.' });
    const rows = (await as(person).reportWhatChanged()).pageData.filter(({ kind }) => kind === 'Fund');
    expect(rows).toMatchObject([{ figure: 'Fund saved', before: null }]);
  });

  it('lists each changed figure with its first and last value, last editor and reason, without unchanged figures', async () => {
    server.passMinutes(10 * 24 * 60);
    // Sessions don't last that long, so a new person signs in.
    person = await server.person(tenantId, { carry: 'administrator' });
    await save({ initialCloseDate: '2019-03-01', reason: 'A slip of the pen.' });
    await save({ initialCloseDate: '2019-02-01', legalName: 'Something else', reason: 'The close was in February.' });
    await save({ legalName: 'Fund I, L.P.', reason: 'Back again.' });
    const rows = (await as(person).reportWhatChanged({ query: { from: day(-1), to: day(0) } })).pageData;
    expect(rows.filter(({ kind }) => kind === 'Fund')).toMatchObject([
      {
        figure: 'Initial close',
        before: '2019-01-01',
        after: '2019-02-01',
        reason: 'The close was in February.',
      },
    ]);
    for (const { changedBy } of rows) expect(changedBy).not.toBe('');
  });

  it('can be filtered by fund or participant, and is empty for days without changes', async () => {
    expect(
      (await as(person).reportWhatChanged({ query: { from: day(-1), fundId: planted.fund } })).pageData,
    ).toHaveLength(1);
    expect(
      (await as(person).reportWhatChanged({ query: { from: day(-1), participantId: planted.employee } })).pageData,
    ).toEqual([]);
    expect((await as(person).reportWhatChanged({ query: { from: day(-5), to: day(-2) } })).pageData).toEqual([]);
    expect(
      (await as(person).reportWhatChanged({ query: { from: day(-30), participantId: planted.employee } })).pageData.map(
        ({ kind }) => kind,
      ),
    ).toContain('Employee');
  });

  it('names the wrong parameter of a report and the expected value', async () => {
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

  it('returns 404 for a filter by a missing record, in lists and reports', async () => {
    const unknownId = '00000000-0000-4000-8000-000000000001';
    for (const list of ['distribution', 'realization/index'])
      for (const filter of ['fundId', 'sourceId', 'sectorId']) {
        const url = `/api/carry/${list}?${filter}=${unknownId}`;
        const answer = await server.call(person.token, tenantId, { method: 'GET', url });
        expect([list, filter, answer.statusCode]).toEqual([list, filter, 404]);
      }
    for (const query of [{ fundId: planted.fund }, { sourceId: planted.part }])
      await as(person).listRealizations({ query });
  });
});
