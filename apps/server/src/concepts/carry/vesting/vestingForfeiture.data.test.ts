import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { type AnswerOf } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Report = AnswerOf<'reportVestingForfeiture'>;

const figures = ['originalCarryAmount', 'vestedCarryAmount', 'forfeitedCarryAmount'] as const;

/** The planted firm paid 150.00 by the profile of Fund I, which gives an employee 10% and an entity 5%. */
describe('vesting and forfeiture', { sequential: true }, () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;

  type Displayed = Readonly<Record<'vestedPercentage' | (typeof figures)[number], unknown>>;
  const display = (row: Displayed | Report['pageData'][number] | undefined) =>
    (['vestedPercentage', ...figures] as const).map((field) => row?.[field]);
  const rowFor = ({ pageData }: Report, id: string) =>
    pageData.filter(({ participant }) => (participant as { id: string }).id === id);
  const sums = ({ subtotals }: Report, id: string) => {
    const found = subtotals.find(({ keys }) => keys[0] === id);
    return figures.map((field) => found?.totals.find(({ field: rowField }) => rowField === field)?.total);
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('equals the vesting analysis of each participant on each day [R-C-255]', async () => {
    for (const day of ['2024-12-31', '2026-09-30']) {
      const found = await as(person).reportVestingForfeiture({ query: { selectedDate: day } });
      for (const id of [planted.employee, planted.entity]) {
        const own = await as(person).getParticipantVesting({ params: { id }, query: { vestingDate: day } });
        expect(rowFor(found, id).map(display)).toEqual(own.sources.map(display));
        expect(sums(found, id)).toEqual(figures.map((field) => own.totals[field]));
        expect(rowFor(found, id)[0]).toMatchObject({ status: 'Active', vestingDate: day, currency: 'USD' });
      }
    }
    expect(sums(await as(person).reportVestingForfeiture(), planted.employee)[0]).toBe('100.00');
  });

  it('marks undetermined figures, and excludes them from totals [R-C-255]', async () => {
    const set = (schedule: string | null) =>
      server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
        tx.query(
          'UPDATE allocation_entry SET vesting_schedule_id = $3::uuid WHERE tenant_id = $1 AND participant_id = $2 RETURNING id',
          [tenantId, planted.entity, schedule],
        ),
      );
    const schedules = await as(person).listVestingSchedules();
    await set(null);
    const found = await as(person).reportVestingForfeiture();
    expect(rowFor(found, planted.entity)).toMatchObject([
      { vestedPercentage: null, vestedCarryAmount: null, reason: 'The allocation has no vesting schedule.' },
    ]);
    expect(sums(found, planted.entity)).toEqual([null, null, null]);
    expect(sums(found, planted.employee)[0]).toBe('100.00');
    await set(schedules.pageData[0]?.id ?? null);
  });

  it('vests until a termination, and reports forfeited amounts separately [R-C-255]', async () => {
    await as(person).terminateEmployee({
      params: { id: planted.employee },
      body: { terminationReason: 'Left', terminationDate: '2023-06-30' },
    });
    const found = await as(person).reportVestingForfeiture();
    const own = await as(person).getParticipantVesting({ params: { id: planted.employee } });
    expect(own.vestingDate).toBe('2023-06-30');
    expect(rowFor(found, planted.employee)).toMatchObject([{ status: 'Terminated', vestingDate: '2023-06-30' }]);
    expect(rowFor(found, planted.employee).map(display)).toEqual(own.sources.map(display));
    const whole = found.subtotals.filter(({ keys }) => keys.length === 0).map(({ splitKeys }) => splitKeys);
    expect(whole).toEqual([
      ['Active', 'USD'],
      ['Terminated', 'USD'],
    ]);
    expect(
      rowFor(await as(person).reportVestingForfeiture({ query: { selectedDate: '2023-06-29' } }), planted.employee),
    ).toMatchObject([{ status: 'Active' }]);
    const file = await server.call(person.token, tenantId, {
      method: 'GET',
      url: '/api/carry/reporting/v2/vesting-forfeiture-report?format=csv',
    });
    expect(file.body.split('\r\n')[0], 'active people forfeit nothing').toContain('Vested,Not vested or forfeited');
  });

  it('reports a vintage in the currency of its fund, and a coinvestment separately', async () => {
    const vintage = await as(person).saveVintage({
      body: {
        vintageName: '2020',
        vintageType: { code: 'SHARES' },
        vintageYear: 2020,
        fund: { id: planted.fund },
      },
    });
    const schedules = await as(person).listVestingSchedules();
    const participantClass = { id: await server.referenceEntry(tenantId, 'participant-class', 'PARTNER') };
    for (const id of [vintage.id, planted.coinvestment])
      await as(person).saveAllocationProfile({
        params: { containerId: id },
        body: {
          name: 'Of all',
          effectiveDate: '2020-01-01',
          isCurrent: true,
          isShareBased: false,
          entries: [
            {
              participantId: planted.employee,
              fixed: '10',
              participantClass,
              vestingSchedule: { id: schedules.pageData[0]!.id },
            },
          ],
        },
      });
    const sources = ({ pageData }: Report) => pageData.map(({ source }) => (source as { id: string }).id);
    const whole = await as(person).reportVestingForfeiture();
    expect(whole.pageData.find(({ source }) => (source as { id: string }).id === vintage.id)).toMatchObject({
      currency: 'USD',
    });
    const own = await as(person).reportVestingForfeiture({ query: { coinvestmentId: planted.coinvestment } });
    expect(sources(own)).toEqual([planted.coinvestment]);
    expect(sources(await as(person).reportVestingForfeiture({ query: { fundId: planted.fund } }))).not.toContain(
      planted.coinvestment,
    );
    const both = await as(person).reportVestingForfeiture({
      query: { fundId: planted.fund, coinvestmentId: planted.coinvestment },
    });
    expect(sources(both).toSorted()).toEqual(sources(whole).toSorted());
  });

  it('reports shares through an entity by its members who left, in report, analysis and explanation', async () => {
    const schedules = await as(person).listVestingSchedules();
    await as(person).saveAllocationProfile({
      params: { containerId: planted.entity },
      body: {
        name: 'Of the holding',
        effectiveDate: '2019-01-01',
        isCurrent: true,
        isShareBased: false,
        entries: [
          {
            participantId: planted.employee,
            fixed: '100',
            participantClass: { id: await server.referenceEntry(tenantId, 'participant-class', 'MEMBER') },
            vestingSchedule: { id: schedules.pageData[0]!.id },
          },
        ],
      },
    });
    const found = await as(person).reportVestingForfeiture({ query: { fundId: planted.fund } });
    const through = rowFor(found, planted.employee).filter(({ through }) => through !== null);
    expect(through).toMatchObject([
      {
        through: { id: planted.entity },
        effective: '5',
        originalCarryAmount: '50.00',
        status: 'Terminated',
        vestingDate: '2023-06-30',
      },
    ]);
    expect(rowFor(found, planted.entity), 'the entity has nothing beside its members').toEqual([]);
    expect(
      (await as(person).reportVestingForfeiture({ query: { participantId: planted.entity } })).pageData.map(display),
    ).toEqual(through.map(display));
    const [ofEntity] = (await as(person).getParticipantVesting({ params: { id: planted.entity } })).sources;
    const own = (await as(person).getParticipantVesting({ params: { id: planted.employee } })).sources.find(
      ({ shareId, sourceId }) => shareId !== sourceId,
    );
    expect([display(ofEntity), display(own)]).toEqual([through.map(display)[0], through.map(display)[0]]);
    expect([ofEntity?.sourceName, own?.sourceName]).toEqual(['Fund I, Zanele Mokoena', 'Fund I, through Holding']);
    const why = await as(person).explainParticipantVesting({
      params: { id: planted.employee },
      query: { figure: 'originalCarryAmount', sourceId: String(own?.sourceId), shareId: String(own?.shareId) },
    });
    expect(JSON.stringify(why)).toContain('50.00');
    const only = await as(person).explainParticipantVesting({
      params: { id: planted.entity },
      query: { figure: 'originalCarryAmount', sourceId: String(ofEntity?.sourceId) },
    });
    expect(JSON.stringify(only), 'an only share needs no id').toContain('50.00');
  });
});
