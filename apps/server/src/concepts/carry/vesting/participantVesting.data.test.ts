import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('the vesting of a participant', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let token: string;
  let planted: PlantedCarry;
  let person: TestPerson;
  const send = (url: string) => server.call(token, tenantId, { method: 'GET', url });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    token = person.token;
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('lists allocations with the vested percentage on the day [U-C-166]', async () => {
    const url = `/api/carry/employee/${planted.employee}/allocations`;
    expect(await as({ token, tenantId }).listEmployeeAllocations({ params: { id: planted.employee } })).toMatchObject({
      pageData: [
        {
          sourceType: 'fund',
          targetId: planted.fund,
          effective: '10',
          vestedPercentage: '85',
          investmentDate: '2019-01-01',
        },
      ],
    });
    // 75% was invested on January 15, 2020 and 25% on October 1, 2024. Vesting counts from these dates; the fund's
    // close in 2019 doesn't matter.
    for (const [asOf, percent] of [
      ['2023-12-31', '40'],
      ['2025-10-01', '85'],
      ['2021-06-30', '40'],
    ] as const) {
      const analysis = await as({ token, tenantId }).getParticipantVesting({
        params: { id: planted.employee },
        query: { vestingDate: asOf },
      });
      const expected = { vestedPercentage: percent, vestingBasis: 'By tranche' };
      expect(
        await as({ token, tenantId }).listEmployeeAllocations({ params: { id: planted.employee }, query: { asOf } }),
        asOf,
      ).toMatchObject({ pageData: [expected] });
      expect(
        await as({ token, tenantId }).listEmployeeVesting({ params: { id: planted.employee }, query: { asOf } }),
        asOf,
      ).toMatchObject({ pageData: [expected] });
      expect(analysis.sources, asOf).toMatchObject([expected]);
    }
    expect(
      await as({ token, tenantId }).listEmployeeAllocations({
        params: { id: planted.employee },
        query: { asOf: '2018-12-31' },
      }),
    ).toMatchObject({ totalItemCount: 0 });
    // A date after a termination shows what the termination left. A date before it shows the full allocation.
    const leavingOn = (day: string | null) =>
      server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query('UPDATE participant SET termination_date = $2 WHERE tenant_id = $1 AND id = $3', [
          tenantId,
          day,
          planted.employee,
        ]),
      );
    await leavingOn('2024-12-31');
    for (const list of [as({ token, tenantId }).listEmployeeAllocations, as({ token, tenantId }).listEmployeeVesting]) {
      const displayedOn = async (asOf?: string) => {
        const found = await list({ params: { id: planted.employee }, query: asOf === undefined ? {} : { asOf } });
        return found.pageData[0]!.vestedPercentage;
      };
      expect([await displayedOn('2025-10-01'), await displayedOn('2024-09-30')]).toEqual(['40', '40']);
      expect(await displayedOn()).toBe('40');
    }
    await leavingOn(null);
    expect(
      await as({ token, tenantId }).listEmployeeAllocations({
        params: { id: planted.employee },
        query: { sourceType: 'tranche' },
      }),
    ).toMatchObject({ totalItemCount: 0 });
    for (const all of ['all', 'fundOrCoinvest'] as const)
      expect(
        await as({ token, tenantId }).listEmployeeAllocations({
          params: { id: planted.employee },
          query: { sourceType: all },
        }),
      ).toMatchObject({ totalItemCount: 1 });
    for (const other of ['investment', 'vintage'] as const)
      expect(
        await as({ token, tenantId }).listEmployeeAllocations({
          params: { id: planted.employee },
          query: { sourceType: other },
        }),
      ).toMatchObject({ totalItemCount: 0 });
    expect(
      (
        await refusal(
          as({ token, tenantId }).listEmployeeAllocations({
            params: { id: planted.employee },
            query: { sourceType: 'fund' as 'all' },
          }),
        )
      ).status,
    ).toBe(400);
    expect((await send(`${url}?format=excel`)).statusCode).toBe(200);
  });

  it('explains a vesting figure down to the schedule, and refuses an unknown one', async () => {
    const { totals, sources } = (await as({ token, tenantId }).getParticipantVesting({
      params: { id: planted.employee },
      query: { fundId: planted.fund, carryAmount: '1000.00', vestingDate: '2025-10-01' },
    })) as {
      readonly totals: Readonly<Record<string, string>>;
      readonly sources: readonly { readonly sourceId: string }[];
    };
    const sum = (await as({ token, tenantId }).explainParticipantVesting({
      params: { id: planted.employee },
      query: {
        fundId: planted.fund,
        carryAmount: '1000.00',
        vestingDate: '2025-10-01',
        figure: 'forfeitedCarryAmount',
      },
    })) as {
      readonly result: string;
      readonly children: readonly unknown[];
    };
    expect(sum.result).toBe(totals.forfeitedCarryAmount);
    expect(sum.children).toHaveLength(1);
    expect(
      await as({ token, tenantId }).explainParticipantVesting({
        params: { id: planted.employee },
        query: {
          fundId: planted.fund,
          carryAmount: '1000.00',
          vestingDate: '2025-10-01',
          sourceId: sources[0]?.sourceId ?? '',
          tranche: 0,
          figure: 'vestedPercentage',
        },
      }),
    ).toMatchObject({ formula: 'vesting.percent' });
    const [source] = sources as readonly { readonly sourceId: string; readonly vestedPercentage: string }[];
    expect(
      await as({ token, tenantId }).explainParticipantVesting({
        params: { id: planted.employee },
        query: {
          fundId: planted.fund,
          carryAmount: '1000.00',
          vestingDate: '2025-10-01',
          sourceId: source?.sourceId ?? '',
          figure: 'vestedPercentage',
        },
      }),
    ).toMatchObject({ formula: 'vesting.vested.source', result: source?.vestedPercentage });
    const terms = (
      (await as({ token, tenantId }).explainParticipantVesting({
        params: { id: planted.employee },
        query: {
          fundId: planted.fund,
          carryAmount: '1000.00',
          vestingDate: '2025-10-01',
          sourceId: source?.sourceId ?? '',
          figure: 'vestedPercentage',
        },
      })) as { readonly inputs: readonly { readonly name: string }[] }
    ).inputs;
    const { rows } = (await as({ token, tenantId }).getParticipantVesting({
      params: { id: planted.employee },
      query: { fundId: planted.fund, carryAmount: '1000.00', vestingDate: '2025-10-01' },
    })) as { readonly rows: readonly { readonly trancheName: string }[] };
    const names = rows.map(({ trancheName }) => trancheName);
    expect(terms.map(({ name }) => name)).toEqual([
      ...names.map((name) => `Invested · ${name}`),
      ...names.map((name) => `Vested percentage · ${name}`),
    ]);
    expect(
      (
        await refusal(
          as({ token, tenantId }).explainParticipantVesting({
            params: { id: planted.employee },
            query: {
              fundId: planted.fund,
              carryAmount: '1000.00',
              vestingDate: '2025-10-01',
              sourceId: sources[0]?.sourceId ?? '',
              tranche: 99,
              figure: 'vestedPercentage',
            },
          }),
        )
      ).status,
    ).toBe(404);
  });

  it('analyzes vesting by tranche with the rules of the domain [U-C-136 U-C-146]', async () => {
    const url = `/api/carry/participant/${planted.employee}/vesting`;
    expect(
      await as({ token, tenantId }).getParticipantVesting({
        params: { id: planted.employee },
        query: { fundId: planted.fund, carryAmount: '1000.00', vestingDate: '2025-10-01' },
      }),
    ).toMatchObject({
      vestingDate: '2025-10-01',
      rows: [
        {
          trancheNumber: 1,
          trancheWeightingPercentage: '75',
          originalCarryAmount: '75.00',
          vestedPercentage: '100',
          vestedCarryAmount: '75.00',
          vestingFrom: '2020-01-15',
        },
        {
          trancheNumber: 2,
          trancheWeightingPercentage: '25',
          originalCarryAmount: '25.00',
          vestedPercentage: '40',
          forfeitedCarryAmount: '15.00',
          vestingFrom: '2024-10-01',
        },
      ],
      totals: {
        originalCarryAmount: '100.00',
        vestedCarryAmount: '85.00',
        weightedVestedEffectiveAllocationPercentage: '8.5',
      },
    });
    expect(await as({ token, tenantId }).getParticipantVesting({ params: { id: planted.employee } })).toMatchObject({
      rows: [{ calculatedTrancheCarryAmount: '750.00' }, {}],
    });
    expect(
      (
        await refusal(
          as({ token, tenantId }).getParticipantVesting({
            params: { id: planted.employee },
            query: { fundId: planted.coinvestment },
          }),
        )
      ).status,
    ).toBe(404);
    const path = `${url}/export?fundId=${planted.fund}`;
    const file = await send(path);
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    // A browser that follows a link has only the token in the address.
    const request = { method: 'POST', url: '/api/signin/download-token', payload: { path } } as const;
    const { AuthToken } = (await server.call(token, tenantId, request)).json<{ AuthToken: string }>();
    const linked = `${path}&AuthToken=${AuthToken}&tenant_id=${tenantId}`;
    expect((await server.app.inject({ method: 'GET', url: linked })).statusCode).toBe(200);
  });
});
