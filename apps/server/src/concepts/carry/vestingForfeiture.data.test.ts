import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Row = Readonly<Record<string, unknown>>;
interface Report {
  readonly PageData: readonly Row[];
  readonly Subtotals: readonly {
    readonly Keys: readonly string[];
    readonly Apart: readonly string[];
    readonly Totals: readonly { readonly Field: string; readonly Total: string | null }[];
  }[];
}
interface Analysis {
  readonly VestingDate: string;
  readonly Sources: readonly Row[];
  readonly Totals: Row;
}
const figures = ['originalCarryAmount', 'vestedCarryAmount', 'forfeitedCarryAmount'];
const wire = (field: string) => field.charAt(0).toUpperCase() + field.slice(1);

/** The planted firm paid 150.00 by the profile of Fund I, which gives an employee 10% and an entity 5%. */
describe('vesting and forfeiture', { sequential: true }, () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  const get = async <T>(url: string): Promise<T> => {
    const answer = await server.call(person.token, tenantId, { method: 'GET', url: `/api/carry/${url}` });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const report = (query = '') => get<Report>(`reporting/v2/vesting-forfeiture-report${query}`);
  const analysis = (id: string, query = '') => get<Analysis>(`participant/${id}/vesting${query}`);
  const display = (row: Row | undefined) => ['VestedPercentage', ...figures.map(wire)].map((field) => row?.[field]);
  const rowFor = ({ PageData }: Report, id: string) =>
    PageData.filter(({ Participant }) => (Participant as { Id: string }).Id === id);
  const sums = ({ Subtotals }: Report, id: string) => {
    const found = Subtotals.find(({ Keys }) => Keys[0] === id);
    return figures.map((field) => found?.Totals.find(({ Field }) => Field === field)?.Total);
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('comes to the vesting analysis of each participant, on each day [R-C-255]', async () => {
    for (const day of ['2024-12-31', '2026-09-30']) {
      const found = await report(`?selectedDate=${day}`);
      for (const id of [planted.employee, planted.entity]) {
        const own = await analysis(id, `?vestingDate=${day}`);
        expect(rowFor(found, id).map(display)).toEqual(own.Sources.map(display));
        expect(sums(found, id)).toEqual(figures.map((field) => own.Totals[wire(field)]));
        expect(rowFor(found, id)[0]).toMatchObject({ Status: 'Active', VestingDate: day, Currency: 'USD' });
      }
    }
    expect(sums(await report(), planted.employee)[0]).toBe('100.00');
  });

  it('says what is not determined, and adds it to no sum [R-C-255]', async () => {
    const set = (schedule: string | null) =>
      server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
        tx.query(
          'UPDATE allocation_entry SET vesting_schedule_id = $3::uuid WHERE tenant_id = $1 AND participant_id = $2 RETURNING id',
          [tenantId, planted.entity, schedule],
        ),
      );
    const schedules = await get<{ PageData: readonly { Id: string }[] }>('vestingschedule');
    await set(null);
    const found = await report();
    expect(rowFor(found, planted.entity)).toMatchObject([
      { VestedPercentage: null, VestedCarryAmount: null, Reason: 'The allocation has no vesting schedule.' },
    ]);
    expect(sums(found, planted.entity)).toEqual([null, null, null]);
    expect(sums(found, planted.employee)[0]).toBe('100.00');
    await set(schedules.PageData[0]?.Id ?? null);
  });

  it('vests until a termination, and adds what is forfeited to nothing else [R-C-255]', async () => {
    const ended = await server.call(person.token, tenantId, {
      method: 'POST',
      url: `/api/carry/employee/${planted.employee}/terminate`,
      payload: { TerminationReason: 'Left', TerminationDate: '2023-06-30' },
    });
    expect(ended.statusCode, ended.body).toBe(200);
    const found = await report();
    const own = await analysis(planted.employee);
    expect(own.VestingDate).toBe('2023-06-30');
    expect(rowFor(found, planted.employee)).toMatchObject([{ Status: 'Terminated', VestingDate: '2023-06-30' }]);
    expect(rowFor(found, planted.employee).map(display)).toEqual(own.Sources.map(display));
    const whole = found.Subtotals.filter(({ Keys }) => Keys.length === 0).map(({ Apart }) => Apart);
    expect(whole).toEqual([
      ['Active', 'USD'],
      ['Terminated', 'USD'],
    ]);
    expect(rowFor(await report('?selectedDate=2023-06-29'), planted.employee)).toMatchObject([{ Status: 'Active' }]);
    const file = await server.call(person.token, tenantId, {
      method: 'GET',
      url: '/api/carry/reporting/v2/vesting-forfeiture-report?format=csv',
    });
    expect(file.body.split('\r\n')[0], 'active people forfeit nothing').toContain('Vested,Not vested or forfeited');
  });

  it('tells of a vintage in the currency of its fund, and of a coinvestment by itself', async () => {
    const post = async (url: string, payload: object) => {
      const answer = await server.call(person.token, tenantId, { method: 'POST', url: `/api/carry/${url}`, payload });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ Id: string }>();
    };
    const vintage = await post('vintage', {
      VintageName: '2020',
      VintageType: { Code: 'SHARES' },
      VintageYear: 2020,
      Fund: { Id: planted.fund },
    });
    const schedules = await get<{ PageData: readonly { Id: string }[] }>('vestingschedule');
    const ParticipantClass = { Id: await server.referenceEntry(tenantId, 'participant-class', 'PARTNER') };
    for (const id of [vintage.Id, planted.coinvestment])
      await post(`allocationprofile/${id}/allocation`, {
        Name: 'Of all',
        EffectiveDate: '2020-01-01',
        IsCurrent: true,
        IsShareBased: false,
        Entries: [
          {
            ParticipantId: planted.employee,
            Fixed: '10',
            ParticipantClass,
            VestingSchedule: { Id: schedules.PageData[0]?.Id },
          },
        ],
      });
    const sources = ({ PageData }: Report) => PageData.map(({ Source }) => (Source as { Id: string }).Id);
    const whole = await report();
    expect(whole.PageData.find(({ Source }) => (Source as { Id: string }).Id === vintage.Id)).toMatchObject({
      Currency: 'USD',
    });
    const own = await report(`?coinvestmentId=${planted.coinvestment}`);
    expect(sources(own)).toEqual([planted.coinvestment]);
    expect(sources(await report(`?fundId=${planted.fund}`))).not.toContain(planted.coinvestment);
    const both = await report(`?fundId=${planted.fund}&coinvestmentId=${planted.coinvestment}`);
    expect(sources(both).toSorted()).toEqual(sources(whole).toSorted());
  });

  it('tells of what comes through an entity as of its members, who have left: in report, analysis and explanation alike', async () => {
    const schedules = await get<{ PageData: readonly { Id: string }[] }>('vestingschedule');
    const profile = await server.call(person.token, tenantId, {
      method: 'POST',
      url: `/api/carry/allocationprofile/${planted.entity}/allocation`,
      payload: {
        Name: 'Of the holding',
        EffectiveDate: '2019-01-01',
        IsCurrent: true,
        IsShareBased: false,
        Entries: [
          {
            ParticipantId: planted.employee,
            Fixed: '100',
            ParticipantClass: { Id: await server.referenceEntry(tenantId, 'participant-class', 'MEMBER') },
            VestingSchedule: { Id: schedules.PageData[0]?.Id },
          },
        ],
      },
    });
    expect(profile.statusCode, profile.body).toBe(200);
    const found = await report(`?fundId=${planted.fund}`);
    const through = rowFor(found, planted.employee).filter(({ Through }) => Through !== null);
    expect(through).toMatchObject([
      {
        Through: { Id: planted.entity },
        Effective: '5',
        OriginalCarryAmount: '50.00',
        Status: 'Terminated',
        VestingDate: '2023-06-30',
      },
    ]);
    expect(rowFor(found, planted.entity), 'the entity has nothing beside its members').toEqual([]);
    expect((await report(`?participantId=${planted.entity}`)).PageData.map(display)).toEqual(through.map(display));
    const [ofEntity] = (await analysis(planted.entity)).Sources;
    const own = (await analysis(planted.employee)).Sources.find(({ ShareId, SourceId }) => ShareId !== SourceId);
    expect([display(ofEntity), display(own)]).toEqual([through.map(display)[0], through.map(display)[0]]);
    expect([ofEntity?.['SourceName'], own?.['SourceName']]).toEqual([
      'Fund I, Zanele Mokoena',
      'Fund I, through Holding',
    ]);
    const why = await get<Record<string, unknown>>(
      `participant/${planted.employee}/vesting/explanation?figure=originalCarryAmount&sourceId=${String(own?.['SourceId'])}&shareId=${encodeURIComponent(String(own?.['ShareId']))}`,
    );
    expect(JSON.stringify(why)).toContain('50.00');
    const only = await get<Record<string, unknown>>(
      `participant/${planted.entity}/vesting/explanation?figure=originalCarryAmount&sourceId=${String(ofEntity?.['SourceId'])}`,
    );
    expect(JSON.stringify(only), 'an only share needs no id').toContain('50.00');
  });
});
