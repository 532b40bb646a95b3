import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The planted firm paid Zanele Mokoena 100.00 directly and 50.00 through an entity. */
describe('a report that hides people', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  /** Every id anywhere in the firm, and the names of people. */
  let hiddenPeople: { readonly ids: ReadonlySet<string>; readonly names: readonly string[] };

  const report = 'reporting/v2/distributions-by-participant';
  const answers = [
    report,
    `${report}?fundId=`,
    `${report}?sortColumn=participant&sortAsc=false`,
    'reporting/v2/allocations-by-participant',
    'reporting/v2/participant-distribution-by-year',
    'reporting/v2/allocation-profile-weighted-average-by-participant-report',
    'reporting/v2/allocation-profile-weighted-average-by-tranche?aggregateTrust=true',
    'reporting/v2/allocation-profile-by-fund-tranches',
    'reporting/v2/allocation-history-report',
    'reporting/v2/vesting-forfeiture-report?aggregateTrust=true',
    'reporting/v2/allocation-profile-by-fund-investments',
    'reporting/v2/participant-distribution-by-fund?aggregateTrust=true',
    'fund/:fund/distributions/participants',
    'fund/:fund/distributions/participants?aggregateTrust=true',
    'fund/:fund/estimates/participants',
  ];
  const hidden = (path: string, format = '') => {
    const at = path.replace(':fund', planted.fund).replace('fundId=', `fundId=${planted.fund}`);
    return server.call(person.token, tenantId, {
      method: 'GET',
      url: `/api/carry/${at}${at.includes('?') ? '&' : '?'}redactName=true${format ? `&format=${format}` : ''}`,
    });
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    const all = async (column: string, type: string) => {
      const { rows: tables } = await server.database.worker.query<{ table_name: string; column_name: string }>(
        `SELECT c.table_name, c.column_name FROM information_schema.columns c
         JOIN information_schema.tables t USING (table_schema, table_name)
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND c.data_type = $1 AND c.column_name ~ $2`,
        [type, column],
      );
      const found = await Promise.all(
        tables.map(({ table_name, column_name }) =>
          server.database.worker.query<{ value: string }>(
            `SELECT DISTINCT "${column_name}"::text AS value FROM "${table_name}" WHERE "${column_name}" IS NOT NULL`,
          ),
        ),
      );
      return found.flatMap(({ rows }) => rows.map(({ value }) => value));
    };
    const { rows: people } = await server.database.worker.query<{ name: string }>(
      `SELECT name FROM participant UNION SELECT last_name FROM employee UNION SELECT first_name FROM employee`,
    );
    hiddenPeople = { ids: new Set(await all('.', 'uuid')), names: people.map(({ name }) => name).filter(Boolean) };
    expect([...hiddenPeople.ids].includes(planted.employee)).toBe(true);
  });
  afterAll(() => server.stop());

  it.each(answers)('names nobody, and has no id that leads to anybody, in any form: %s', async (path) => {
    const [json, csv, excel, pdf] = await Promise.all(
      ['', 'csv', 'excel', 'application/pdf'].map((format) => hidden(path, format)),
    );
    expect(json!.statusCode, json!.body).toBe(200);
    const book = (await readWorkbook(excel!.rawPayload))._unsafeUnwrap();
    for (const text of [json!.body, csv!.body, JSON.stringify(book), JSON.stringify(pdfTexts(pdf!.rawPayload))]) {
      expect(hiddenPeople.names.filter((name) => text.includes(name))).toEqual([]);
      // The requested fund's id may appear, because the reader already has it.
      const ids = [...text.matchAll(uuids)].map(([id]) => id).filter((id) => !/^0{8}-0{4}-/.test(id));
      expect(
        ids.filter((id) => hiddenPeople.ids.has(id)),
        text,
      ).toEqual([]);
      expect(text).not.toMatch(/href|#\/carry|\/profile\/|explanation/i);
    }
  });

  it('keeps the figures, and shows names unless people are hidden', async () => {
    const figures = { numberOfDistributions: 1, grossCarryDistributed: '150.00', netCarryDistributed: '135.00' };
    const client = server.as(person);
    expect(await client.reportDistributionsByParticipant({ query: { redactName: true } })).toMatchObject({
      pageData: [{ participant: { name: 'Participant 1' }, holder: { name: 'Fund I' }, ...figures }],
      parameters: [{ title: 'Hide names', text: 'Yes' }],
    });
    expect(await client.reportDistributionsByParticipant()).toMatchObject({
      pageData: [{ participant: { id: planted.employee }, holder: { id: planted.fund }, ...figures }],
    });
    const ofEntity = client.reportDistributionsByParticipant({ query: { participantId: planted.entity } });
    expect(await ofEntity).toMatchObject({ totalItemCount: 0 });
  });

  it('is refused for one person, because the response would reveal who that is', async () => {
    const query = { participantId: planted.employee, redactName: true };
    expect(await refusal(server.as(person).reportDistributionsByParticipant({ query }))).toMatchObject({
      status: 400,
      errors: [{ path: 'participantId', message: expect.stringContaining('while names are hidden') }],
    });
  });
});
