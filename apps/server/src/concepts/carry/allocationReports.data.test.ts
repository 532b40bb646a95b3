import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRow } from '../../testing/copyRow.ts';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Row = Readonly<Record<string, unknown>>;
const sorted = (rows: readonly (readonly unknown[])[]): readonly string[] =>
  rows.map((row) => row.join(' ')).toSorted();
interface Named {
  readonly Id: string;
  readonly Name: string;
}
interface Evidence {
  readonly TotalInvested: string;
  readonly Participants: readonly { readonly ParticipantId: string; readonly Effective: string }[];
  readonly Tranches: readonly {
    readonly Id: string;
    readonly InvestedAmount: string;
    readonly Weight: string;
    readonly Profile: Named | null;
    readonly Allocations: readonly {
      readonly ParticipantId: string;
      readonly Effective: string;
      readonly Weighted: string;
    }[];
  }[];
}

/**
 * The planted firm gives an employee 10% of Fund I and an entity 5%. Its tranches invested 300.00 and 100.00. Here the
 * second has had its own profile since 2024: 30% to the employee, 20% to a trust of the employee.
 */
describe('allocations over the sources of a fund', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  let trust: string;
  const send = (url: string) => server.call(person.token, tenantId, { method: 'GET', url: `/api/carry/${url}` });
  const get = async <T = readonly Row[]>(url: string): Promise<T> => {
    const answer = await send(url);
    expect(answer.statusCode, answer.body).toBe(200);
    const found = answer.json<T & { readonly PageData?: T }>();
    return found.PageData ?? found;
  };
  const id = (value: unknown) => (value as Named | null)?.Id ?? null;
  const average = 'reporting/v2/allocation-profile-weighted-average-by-participant-report';
  const byTranche = 'reporting/v2/allocation-profile-weighted-average-by-tranche';
  const evidence = (asOf = '') =>
    get<Evidence>(`allocationprofile/${planted.fund}/weighted-average-evidence${asOf ? `?asOf=${asOf}` : ''}`);

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
    trust = created.json<{ Id: string }>().Id;
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, async (tx) => {
      const like = (table: string, where: string, values: object) => copyRow(tx, table, where, values);
      const profile = newId();
      await like('allocation_profile', `x.id = '${planted.profile}'`, {
        id: profile,
        container_id: planted.tranches[1],
        name: 'Second tranche',
        effective_date: '2024-01-01',
        total_effective: 50,
      });
      for (const [position, [participant_id, fixed]] of [
        [planted.employee, 30],
        [trust, 20],
      ].entries())
        await like(
          'allocation_entry',
          `x.participant_id = '${planted.employee}' AND x.allocation_profile_id = '${planted.profile}'`,
          {
            id: newId(),
            allocation_profile_id: profile,
            participant_id,
            position,
            fixed,
            effective: fixed,
          },
        );
    });
  });
  afterAll(() => server.stop());

  it('comes to the weighted average of the fund, on each day [R-C-260]', async () => {
    for (const day of ['', '2023-12-31']) {
      const rows = await get(`${average}?fundId=${planted.fund}${day ? `&selectedDate=${day}` : ''}`);
      const { Participants, TotalInvested } = await evidence(day);
      expect(sorted(rows.map(({ Participant, Effective }) => [id(Participant), Effective])), day).toEqual(
        sorted(Participants.map(({ ParticipantId, Effective }) => [ParticipantId, Effective])),
      );
      expect(new Set(rows.map(({ InvestedAmount }) => InvestedAmount))).toEqual(new Set([TotalInvested]));
    }
    const [employee] = await get(`${average}?participantId=${planted.employee}`);
    // (300 x 10 + 100 x 30) / 400
    expect(employee).toMatchObject({ Effective: '15', NumberOfTranches: 2, Currency: 'USD', InvestedAmount: '400.00' });
  });

  it('is reached under both of its names [R-C-265]', async () => {
    expect(await get(average.replace('-report', ''))).toEqual(await get(average));
  });

  it('shows what each tranche adds to the averages [R-C-261]', async () => {
    const rows = await get(`${byTranche}?fundId=${planted.fund}`);
    const { Tranches } = await evidence();
    const displayed = rows.map(({ Source, InvestedAmount, Weight, Profile, Participant, Effective, Weighted }) => [
      id(Source),
      InvestedAmount,
      Weight,
      id(Profile),
      id(Participant),
      Effective,
      Weighted,
    ]);
    const own = Tranches.flatMap(({ Id, InvestedAmount, Weight, Profile, Allocations }) =>
      Allocations.map(({ ParticipantId, Effective, Weighted }) => [
        Id,
        InvestedAmount,
        Weight,
        id(Profile),
        ParticipantId,
        Effective,
        Weighted,
      ]),
    );
    expect(sorted(displayed)).toEqual(sorted(own));
    // Figures of the other report link here.
    const behind = await get(`${byTranche}?fundId=${planted.fund}&participantId=${planted.employee}`);
    expect(behind.map(({ Weighted }) => Weighted)).toEqual(['7.5', '7.5']);
  });

  it('weighs nothing, and says so, where nothing is invested [R-C-260 R-C-261]', async () => {
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
      tx.query('UPDATE tranche SET invested_amount = NULL WHERE tenant_id = $1', [tenantId]),
    );
    const average1 = await get(average);
    const parts = await get(byTranche);
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(
        'UPDATE tranche SET invested_amount = CASE id WHEN $2::uuid THEN 300 ELSE 100 END WHERE tenant_id = $1',
        [tenantId, planted.tranches[0]],
      ),
    );
    expect(average1).toHaveLength(3);
    for (const row of average1) expect(row).toMatchObject({ Effective: null, InvestedAmount: null });
    for (const row of parts) expect(row).toMatchObject({ Weight: null, Weighted: null, InvestedAmount: null });
  });

  it('counts a trust with its employee [A-C-096 aggregateTrust]', async () => {
    const rows = await get(`${average}?aggregateTrust=true`);
    // (300 x 10 + 100 x (30 + 20)) / 400
    expect(sorted(rows.map(({ Participant, Effective }) => [id(Participant), Effective]))).toEqual(
      sorted([
        [planted.employee, '20'],
        [planted.entity, '3.75'],
      ]),
    );
    const holdings = await get(`reporting/v2/allocation-profile-by-fund-tranches?aggregateTrust=true`);
    expect(holdings.map(({ Participant, Effective }) => [id(Participant), Effective])).toContainEqual([
      planted.employee,
      '50',
    ]);
  });

  it('shows the profile that each tranche and each investment goes by, with its entries [R-C-263 R-C-264]', async () => {
    const rows = await get('reporting/v2/allocation-profile-by-fund-tranches');
    const parts = await get('reporting/v2/allocation-profile-by-fund-investments');
    const entriesOf = async (profile: unknown) =>
      sorted(
        (await get<{ Entries: readonly Row[] }>(`allocationprofile/${id(profile)}`)).Entries.map(
          ({ ParticipantId, Fixed, Effective }) => [ParticipantId, Fixed, Effective],
        ),
      );
    const display = (some: readonly Row[]) =>
      sorted(some.map(({ Participant, Fixed, Effective }) => [id(Participant), Fixed, Effective]));
    const rowsOf = (source: string | undefined) => rows.filter(({ Source }) => id(Source) === source);
    const [first, second] = planted.tranches.map(rowsOf);
    expect(id(first?.[0]?.['Profile'])).toBe(planted.profile);
    expect(second?.[0]).toMatchObject({ Profile: { Name: 'Second tranche' }, Holder: { Id: planted.fund } });
    for (const group of [first ?? [], second ?? []])
      expect(display(group)).toEqual(await entriesOf(group[0]?.['Profile']));
    expect(parts.map(({ Source }) => id(Source))).toEqual([planted.part, planted.part]);
    expect(parts[0]).toMatchObject({ Holder: { Id: planted.fund }, InvestedAmount: '400.00', Currency: 'USD' });
    expect(display(parts)).toEqual(await entriesOf(parts[0]?.['Profile']));
    const before = await get('reporting/v2/allocation-profile-by-fund-tranches?selectedDate=2018-12-31');
    expect(before).toHaveLength(2);
    for (const row of before) expect(row).toMatchObject({ Profile: null, Participant: null, Effective: null });
  });

  it("tells the changes of each profile's own history, under both names [R-C-262 R-C-266]", async () => {
    const rows = await get('reporting/v2/allocation-history-report');
    expect(await get('reporting/v2/allocation-profile-history-report')).toEqual(rows);
    const change = (row: Row, who: unknown) => [
      row['Version'],
      row['Revision'],
      who,
      row['Change'],
      row['Before'],
      row['After'],
    ];
    for (const source of [planted.fund, planted.tranches[1]]) {
      const own = rows.filter(({ Source }) => id(Source) === source);
      const states = await get<readonly (Row & { readonly Changes: readonly Row[] })[]>(
        `allocationprofile/${id(own[0]?.['Profile'])}/history`,
      );
      const changes = states.flatMap(({ Changes, ...state }) =>
        Changes.map((item) => change({ ...state, ...item }, item['ParticipantId'])),
      );
      expect(own).toHaveLength(2);
      expect(sorted(own.map((row) => change(row, id(row['Participant']))))).toEqual(sorted(changes));
    }
    expect(await get('reporting/v2/allocation-history-report?selectedDate=2000-01-01')).toEqual([]);
    const together = await get(
      `reporting/v2/allocation-history-report?aggregateTrust=true&participantId=${planted.employee}`,
    );
    expect(sorted(together.map(({ Holds }) => [Holds]))).toEqual(['Employee', 'Employee', 'Trust']);
  });

  it('is saved as every kind of file, and shows another firm nothing', async () => {
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'viewer' });
    for (const name of [
      average,
      byTranche,
      'reporting/v2/allocation-profile-by-fund-tranches',
      'reporting/v2/allocation-profile-by-fund-investments',
      'reporting/v2/allocation-history-report',
    ]) {
      for (const format of ['excel', 'csv', 'application/pdf'])
        expect((await send(`${name}?format=${format}`)).statusCode, `${name} ${format}`).toBe(200);
      const theirs = await server.call(stranger.token, other, { method: 'GET', url: `/api/carry/${name}` });
      expect(theirs.json()).toMatchObject({ TotalItemCount: 0, PageData: [] });
    }
  });
});
