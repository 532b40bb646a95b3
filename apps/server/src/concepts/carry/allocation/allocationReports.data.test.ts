import { v7 as newId } from 'uuid';
import { fromWire } from '@carrara/contract/core/wireNames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRow } from '../../../testing/copyRow.ts';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Row = Readonly<Record<string, unknown>>;
const sorted = (rows: readonly (readonly unknown[])[]): readonly string[] =>
  rows.map((row) => row.join(' ')).toSorted();
interface Named {
  readonly id: string;
  readonly name: string;
}
/**
 * The planted firm gives an employee 10% of Fund I and an entity 5%. Its tranches invested 300.00 and 100.00. Here the
 * second has had its own profile since 2024: 30% to the employee, 20% to a trust of the employee.
 */
describe('allocations over the sources of a fund', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  let trust: string;
  const send = (url: string) => server.call(person.token, tenantId, { method: 'GET', url: `/api/carry/${url}` });
  const rowsOfReport = async (call: Promise<{ readonly pageData: readonly Row[] }>) => (await call).pageData;
  const id = (value: unknown) => (value as Named | null)?.id ?? null;
  const average = 'reporting/v2/allocation-profile-weighted-average-by-participant-report';
  const byTranche = 'reporting/v2/allocation-profile-weighted-average-by-tranche';
  const evidence = (asOf?: string) =>
    as(person).getWeightedAverageEvidence({
      params: { containerId: planted.fund },
      query: asOf === undefined ? {} : { asOf },
    });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    const created = await as(person).saveTrust({
      body: { legalName: 'Mokoena Trust', employee: { id: planted.employee } },
    });
    trust = created.id;
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

  it('equals the weighted average of the fund on each day [R-C-260]', async () => {
    for (const day of [undefined, '2023-12-31']) {
      const rows = await rowsOfReport(
        as(person).reportAllocationProfileWeightedAverageByParticipant({
          query: { fundId: planted.fund, ...(day ? { selectedDate: day } : {}) },
        }),
      );
      const { participants, totalInvested } = await evidence(day);
      expect(sorted(rows.map(({ participant, effective }) => [id(participant), effective])), day).toEqual(
        sorted(participants.map(({ participantId, effective }) => [participantId, effective])),
      );
      expect(new Set(rows.map(({ investedAmount }) => investedAmount))).toEqual(new Set([totalInvested]));
    }
    const [employee] = await rowsOfReport(
      as(person).reportAllocationProfileWeightedAverageByParticipant({ query: { participantId: planted.employee } }),
    );
    // (300 x 10 + 100 x 30) / 400
    expect(employee).toMatchObject({ effective: '15', numberOfTranches: 2, currency: 'USD', investedAmount: '400.00' });
  });

  it('is available under both of its names [R-C-265]', async () => {
    const other = (await send(average.replace('-report', ''))).json<{ PageData: readonly object[] }>().PageData;
    expect(fromWire(other)).toEqual(
      await rowsOfReport(as(person).reportAllocationProfileWeightedAverageByParticipant()),
    );
  });

  it('shows the contribution of each tranche to the averages [R-C-261]', async () => {
    const rows = await rowsOfReport(
      as(person).reportAllocationProfileWeightedAverageByTranche({ query: { fundId: planted.fund } }),
    );
    const { tranches } = await evidence();
    const displayed = rows.map(({ source, investedAmount, weight, profile, participant, effective, weighted }) => [
      id(source),
      investedAmount,
      weight,
      id(profile),
      id(participant),
      effective,
      weighted,
    ]);
    const own = tranches.flatMap(({ id: rowId, investedAmount, weight, profile, allocations }) =>
      allocations.map(({ participantId, effective, weighted }) => [
        rowId,
        investedAmount,
        weight,
        id(profile),
        participantId,
        effective,
        weighted,
      ]),
    );
    expect(sorted(displayed)).toEqual(sorted(own));
    // Figures of the other report link here.
    const behind = await rowsOfReport(
      as(person).reportAllocationProfileWeightedAverageByTranche({
        query: { fundId: planted.fund, participantId: planted.employee },
      }),
    );
    expect(behind.map(({ weighted }) => weighted)).toEqual(['7.5', '7.5']);
  });

  it('has no weights, with a reason, if nothing is invested [R-C-260 R-C-261]', async () => {
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
      tx.query('UPDATE tranche SET invested_amount = NULL WHERE tenant_id = $1', [tenantId]),
    );
    const average1 = await rowsOfReport(as(person).reportAllocationProfileWeightedAverageByParticipant());
    const parts = await rowsOfReport(as(person).reportAllocationProfileWeightedAverageByTranche());
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(
        'UPDATE tranche SET invested_amount = CASE id WHEN $2::uuid THEN 300 ELSE 100 END WHERE tenant_id = $1',
        [tenantId, planted.tranches[0]],
      ),
    );
    expect(average1).toHaveLength(3);
    for (const row of average1) expect(row).toMatchObject({ effective: null, investedAmount: null });
    for (const row of parts) expect(row).toMatchObject({ weight: null, weighted: null, investedAmount: null });
  });

  it('counts a trust with its employee [A-C-096 aggregateTrust]', async () => {
    const rows = await rowsOfReport(
      as(person).reportAllocationProfileWeightedAverageByParticipant({ query: { aggregateTrust: 'true' } }),
    );
    // (300 x 10 + 100 x (30 + 20)) / 400
    expect(sorted(rows.map(({ participant, effective }) => [id(participant), effective]))).toEqual(
      sorted([
        [planted.employee, '20'],
        [planted.entity, '3.75'],
      ]),
    );
    const holdings = await rowsOfReport(
      as(person).reportAllocationProfileByFundTranches({ query: { aggregateTrust: 'true' } }),
    );
    expect(holdings.map(({ participant, effective }) => [id(participant), effective])).toContainEqual([
      planted.employee,
      '50',
    ]);
  });

  it('shows the profile in force for each tranche and investment, with its entries [R-C-263 R-C-264]', async () => {
    const rows = await rowsOfReport(as(person).reportAllocationProfileByFundTranches());
    const parts = await rowsOfReport(as(person).reportAllocationProfileByFundInvestments());
    const entriesOf = async (profile: unknown) =>
      sorted(
        (await as(person).getAllocationProfile({ params: { id: id(profile)! } })).entries.map(
          ({ participantId, fixed, effective }) => [participantId, fixed, effective],
        ),
      );
    const display = (some: readonly Row[]) =>
      sorted(some.map(({ participant, fixed, effective }) => [id(participant), fixed, effective]));
    const rowsOf = (source: string | undefined) => rows.filter(({ source: rowSource }) => id(rowSource) === source);
    const [first, second] = planted.tranches.map(rowsOf);
    expect(id(first?.[0]?.profile)).toBe(planted.profile);
    expect(second?.[0]).toMatchObject({ profile: { name: 'Second tranche' }, holder: { id: planted.fund } });
    for (const group of [first ?? [], second ?? []]) expect(display(group)).toEqual(await entriesOf(group[0]?.profile));
    expect(parts.map(({ source }) => id(source))).toEqual([planted.part, planted.part]);
    expect(parts[0]).toMatchObject({ holder: { id: planted.fund }, investedAmount: '400.00', currency: 'USD' });
    expect(display(parts)).toEqual(await entriesOf(parts[0]?.profile));
    const before = await rowsOfReport(
      as(person).reportAllocationProfileByFundTranches({ query: { selectedDate: '2018-12-31' } }),
    );
    expect(before).toHaveLength(2);
    for (const row of before) expect(row).toMatchObject({ profile: null, participant: null, effective: null });
  });

  it('lists the changes in the history of each profile, under both names [R-C-262 R-C-266]', async () => {
    const rows = await rowsOfReport(as(person).reportAllocationHistory());
    const other = (await send('reporting/v2/allocation-profile-history-report')).json<{
      PageData: readonly object[];
    }>();
    expect(fromWire(other.PageData)).toEqual(rows);
    const change = (row: Row, author: unknown) => [
      row.version,
      row.revision,
      author,
      row.change,
      row.before,
      row.after,
    ];
    for (const source of [planted.fund, planted.tranches[1]]) {
      const own = rows.filter(({ source: rowSource }) => id(rowSource) === source);
      const states = await as(person).getAllocationProfileHistory({ params: { id: id(own[0]?.profile)! } });
      const changes = states.flatMap(({ changes, ...state }) =>
        changes.map((item) => change({ ...state, ...item }, item.participantId)),
      );
      expect(own).toHaveLength(2);
      expect(sorted(own.map((row) => change(row, id(row.participant))))).toEqual(sorted(changes));
    }
    expect(await rowsOfReport(as(person).reportAllocationHistory({ query: { selectedDate: '2000-01-01' } }))).toEqual(
      [],
    );
    const together = await rowsOfReport(
      as(person).reportAllocationHistory({ query: { aggregateTrust: 'true', participantId: planted.employee } }),
    );
    expect(sorted(together.map(({ holderType }) => [holderType]))).toEqual(['Employee', 'Employee', 'Trust']);
  });

  it('can be exported in each format, and is empty for another firm', async () => {
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
