import { randomUUID } from 'node:crypto';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { vestedOfRun } from '@carrara/adapters/postgres/carry/distribution/runVesting';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { type CalendarDate, calendarDate } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../../../testing/grantPayAccess.ts';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';
import { carryOfPeople } from '../participant/carryOfPeople.ts';

/** The planted employee, whose 10% of the fund vest 40% until 01/15/2025 and then 85%, leaves on the last day of 2024. */
const leavingDate = '2024-12-31';
const [before, after, ahead] = ['2024-12-30', '2025-06-30', '2031-12-31'];
const vestedPercent = { [before]: '40', [leavingDate]: '40', [after]: '40', [ahead]: '40' };

describe('the vesting of a leaver', { sequential: true }, () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let holder: TestPerson;
  let planted: PlantedCarry;
  let params: { id: string };

  const asSystem = <T>(work: (tx: Transaction) => Promise<T>) =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator', comp: 'administrator' });
    holder = await server.person(tenantId, { 'participant-portal': 'viewer' });
    planted = await plantCarry(server, tenantId, person);
    params = { id: planted.employee };
    await grantPayAccess(server, tenantId, person, 'ALL');
    await as(person).linkPortalUser({ params, body: { user: { id: holder.personId } } });
  });
  afterAll(() => server.stop());

  /** Returns the vested percentage of the direct share in the fund on a date, by each surface that has one. */
  async function vestedBy(day: string): Promise<Record<string, string | null | undefined>> {
    const query = { vestingDate: day };
    const ofFund = <T extends { readonly sourceId: string }>(rows: readonly T[]) =>
      rows.find(({ sourceId }) => sourceId === planted.fund);
    const analysis = await as(person).getParticipantVesting({ params, query });
    const portal = await as(holder).getPortalVesting({ query });
    const figure = { figure: 'vestedPercentage', sourceId: planted.fund, tranche: 0 } as const;
    const explained = await as(person).explainParticipantVesting({ params, query: { ...query, ...figure } });
    const explainedToHolder = await as(holder).explainPortalVesting({ query: { ...query, ...figure } });
    const file = await server.call(person.token, tenantId, {
      method: 'GET',
      url: `/api/carry/participant/${planted.employee}/vesting/export?vestingDate=${day}`,
    });
    const [sheet] = (await readWorkbook(file.rawPayload))._unsafeUnwrap();
    const vestedCell = sheet?.rows[1]?.cells.find(({ address }) => address === 'I2');
    const report = await as(person).reportVestingForfeiture({ query: { selectedDate: day } });
    const ahead = await as(person).reportVestingAhead({ query: { from: day, to: '2032-12-31' } });
    const ownRow = <T extends { readonly participant?: unknown; readonly through?: unknown }>(rows: readonly T[]) =>
      rows.find(({ participant }) => (participant as { id: string }).id === planted.employee);
    const allocations = await as(person).listEmployeeAllocations({ params, query: { asOf: day } });
    const own = await as(holder).listPortalAllocations({ query: { asOf: day } });
    const statement = await asSystem((tx) => carryOfPeople(tx, [planted.employee], day as CalendarDate));
    const [preview] = await as(person).previewVesting({ body: runOn(day) });
    return {
      profile: ofFund(analysis.sources)?.vestedPercentage,
      explanation: explained.result,
      workbook: vestedCell?.text,
      portal: ofFund(portal.sources)?.vestedPercentage,
      'portal explanation': explainedToHolder.result,
      report: String(ownRow(report.pageData)?.vestedPercentage),
      'report of what vests': String(ownRow(ahead.pageData)?.vestedPercentage),
      allocations: allocations.pageData[0]?.vestedPercentage,
      'portal allocations': own.pageData[0]?.vestedPercentage,
      statement: statement.holdings[0]?.vested,
      distribution: preview?.holders.find(({ participantId }) => participantId === planted.employee)?.vestedPercentage,
    };
  }
  const runOn = (distributionDate: string): BodyOf<'previewVesting'> => ({
    distributionDate,
    defaultEscrow: '0',
    defaultTerminatedEscrow: '0',
    distributionSources: [
      {
        source: { id: planted.fund },
        type: 'Fund',
        netDistributableAmount: '1000.00',
        taxCharacterizations: [],
        details: [],
      },
    ],
  });
  const sameOnAll = (found: Awaited<ReturnType<typeof vestedBy>>, percent: string) =>
    Object.fromEntries(Object.keys(found).map((surface) => [surface, percent]));

  it('goes on while somebody is employed', async () => {
    const query = { vestingDate: after };
    expect((await as(person).getParticipantVesting({ params, query })).sources[0]).toMatchObject({
      vestedPercentage: '85',
    });
  });

  it('ends at the termination on all surfaces, whatever later day is chosen', async () => {
    await as(person).terminateEmployee({ params, body: { terminationReason: 'Left', terminationDate: leavingDate } });
    for (const [day, percent] of Object.entries(vestedPercent)) {
      const found = await vestedBy(day);
      expect(found, day).toEqual(sameOnAll(found, percent));
      const on = day < leavingDate ? day : leavingDate;
      const expected = { vestingDate: on, vestingDateIs: day < leavingDate ? 'chosen' : 'termination' };
      const query = { vestingDate: day };
      expect(await as(person).getParticipantVesting({ params, query }), day).toMatchObject(expected);
      expect(await as(holder).getPortalVesting({ query }), day).toMatchObject(expected);
    }
  });

  it('follows a correction of the leaving day, unless vesting was applied on it', async () => {
    const correct = (terminationDate: string, terminationReason = 'Left') =>
      as(person).correctEmployeeLeaving({ params, body: { terminationReason, terminationDate } });
    const later = await correct('2025-02-28', 'Retired');
    expect(later).toMatchObject({ terminationDate: '2025-02-28', terminationReason: 'Retired' });
    const found = await vestedBy(after);
    expect(found).toMatchObject({ profile: '85', portal: '85', report: '85', distribution: '85' });
    const applied = (list: object[]) =>
      asSystem((tx) =>
        tx.query('UPDATE distribution_source SET vesting_applied = $2::jsonb WHERE distribution_id = $1', [
          planted.distribution,
          JSON.stringify(list),
        ]),
      );
    await asSystem((tx) =>
      tx.query(`UPDATE distribution SET distribution_date = '2025-03-31' WHERE id = $1`, [planted.distribution]),
    );
    await applied([{ participantId: planted.employee }]);
    expect((await refusal(correct(leavingDate))).errors).toMatchObject([
      { code: 'BUILT_UPON', message: expect.stringContaining('vesting applied in a distribution on 03/31/2025') },
    ]);
    // The message links to the distribution.
    const refused = await server.call(person.token, tenantId, {
      method: 'POST',
      url: `/api/carry/employee/${planted.employee}/correct-leaving`,
      payload: { TerminationReason: 'Left', TerminationDate: leavingDate },
    });
    expect(refused.json()).toMatchObject({
      Errors: [
        {
          Records: [
            {
              Type: 'distribution',
              Id: planted.distribution,
              Name: 'Vesting applied in a distribution on 03/31/2025',
            },
          ],
        },
      ],
    });
    const reversalId = randomUUID();
    await asSystem((tx) =>
      tx.query(
        `INSERT INTO distribution (tenant_id, id, name, distribution_date, status, kind, reverses_id)
         SELECT tenant_id, $2, 'Reversal', distribution_date, 'DRAFT', 'REVERSAL', id FROM distribution WHERE id = $1`,
        [planted.distribution, reversalId],
      ),
    );
    expect((await refusal(correct(leavingDate))).errors, 'a draft of a reversal').toMatchObject([
      { code: 'BUILT_UPON' },
    ]);
    await asSystem((tx) => tx.query('DELETE FROM distribution WHERE id = $1', [reversalId]));
    await applied([]);
    await correct(leavingDate);
    const { employment } = await as(person).getEmployee({ params });
    expect(employment.slice(-3), 'each version').toMatchObject([
      { eventDate: leavingDate, reason: 'Left', isCorrected: true },
      { eventDate: leavingDate, reason: 'Left', isCorrected: false },
      { eventDate: '2025-02-28', reason: 'Retired', isCorrected: true },
    ]);
    expect(await vestedBy(after)).toMatchObject({ profile: '40', portal: '40' });
  });

  it('has the same figures in a comparison of leaving dates', async () => {
    const { lines } = await as(person).getEmployeeLeaving({
      params,
      query: { leaverKind: 'GOOD', on: `${before},${leavingDate},${after}` },
    });
    const vested = lines.find(({ figure }) => figure === 'vestedCarryAmount');
    const { totals } = await as(person).getParticipantVesting({ params });
    expect(vested?.values.map(({ value }) => value)).toEqual(Array(3).fill(totals.vestedCarryAmount));
  });

  it('divides the carry of today, which accrued after the termination, by the vesting of that day', async () => {
    await asSystem((tx) =>
      tx.query(
        `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
         SELECT tenant_id, $2, $3, $4, 'ACCRUAL', $5, '200.00', currency_id FROM distribution WHERE id = $1`,
        [planted.distribution, randomUUID(), planted.employee, planted.fund, after],
      ),
    );
    const { rowVersion } = await as(person).getTenantSettings();
    await as(person).saveTenantSettings({ body: { rowVersion, portalEstimates: 'True' } });
    const { accrued } = await as(holder).getPortalVesting();
    expect(accrued).toMatchObject([{ vestedBalance: '80.00', unvestedBalance: '120.00' }]);
    const query = { figure: 'vestedBalance', currency: 'USD' } as const;
    expect((await as(holder).explainPortalVesting({ query })).result).toBe('80.00');
  });

  it('ends before a later run, in its warnings and its letters', async () => {
    const { warnings } = await as(person).generateDistributionDetails({ body: runOn(after) });
    expect(warnings.map(({ message }) => message).join()).toContain('left on 12/31/2024 with 40% vested at Fund I');
    const vested = await asSystem((tx) => vestedOfRun(tx, planted.distribution));
    expect(vested).toContainEqual(
      expect.objectContaining({ holderId: planted.employee, memberId: null, vested: '40' }),
    );
  });

  /** After a rehire, the time away counts. The explanation and the workbook are of the first tranche. */
  const fullyBack = {
    profile: '85',
    portal: '85',
    report: '85',
    'report of what vests': '85',
    allocations: '85',
    'portal allocations': '85',
    statement: '85',
    distribution: '85',
    explanation: '100',
    workbook: '100',
  };

  it('stays ended until the day of a rehire that lies ahead, on all surfaces', async () => {
    const [dayBefore, back] = ['2026-12-14', '2026-12-15'];
    await as(person).rehireEmployee({ params, body: { rehireReason: 'Back', rehireDate: back } });
    for (const day of [after, dayBefore]) {
      const found = await vestedBy(day);
      expect(found, day).toEqual(sameOnAll(found, '40'));
    }
    expect(await vestedBy(back)).toMatchObject(fullyBack);
    const { warnings } = await as(person).generateDistributionDetails({ body: runOn(dayBefore) });
    expect(warnings.map(({ message }) => message).join()).toContain('left on 12/31/2024 with 40% vested at Fund I');
    const later = await as(person).generateDistributionDetails({ body: runOn(back) });
    expect(later.warnings.map(({ message }) => message).join()).not.toContain('left on');
    const terminated = { status: { code: 'TERMINATED' }, terminationDate: leavingDate };
    const record = await as(person).getEmployee({ params });
    expect(record).toMatchObject({ ...terminated, terminationReason: 'Left', rehireDate: back });
    expect(await as(person).getCompEmployee({ params })).toMatchObject({ ...terminated, rehireDate: back });
    const leavers = { status: 'TERMINATED' } as const;
    const { pageData } = await as(person).listEmployees({ query: { isCarryEligible: 'false', ...leavers } });
    expect(pageData).toMatchObject([{ id: planted.employee, ...terminated, terminationReason: 'Left' }]);
    expect((await as(person).listCompEmployees({ query: leavers })).pageData).toMatchObject([terminated]);
    expect((await as(holder).getPortalHome()).holders).toMatchObject([{ leavingDate, rehireDate: back }]);
    expect((await as(holder).getPortalLeaving({ query: { on: dayBefore } })).on).toBe(leavingDate);
    expect((await as(holder).getPortalLeaving({ query: { on: back } })).on).toBe(back);
    const between = { from: after, to: back };
    const ahead = await as(person).reportVestingAhead({ query: between });
    const own = ahead.pageData.find(({ participant }) => (participant as { id: string }).id === planted.employee);
    expect(own).toMatchObject({
      vestedPercentage: '40',
      vestedPercentageThen: '85',
    });
    await expect(
      as(person).rehireEmployee({ params, body: { rehireReason: 'Back', rehireDate: back } }),
    ).rejects.toThrow(
      / returns on 12\/15\/2026\. Reverse that rehire first: terminate with the last day of employment\./,
    );
    const again = { terminationReason: 'Not back', terminationDate: leavingDate };
    expect(await as(person).terminateEmployee({ params, body: again })).toMatchObject({
      ...terminated,
      rehireDate: null,
    });
  });

  it('is ended between a leaving and a rehire, on all surfaces', async () => {
    await as(person).rehireEmployee({ params, body: { rehireReason: 'Back', rehireDate: '2025-03-01' } });
    const found = await vestedBy('2025-02-28');
    expect(found).toEqual(sameOnAll(found, '40'));
    expect(await vestedBy('2025-03-01')).toMatchObject(fullyBack);
    const { warnings } = await as(person).generateDistributionDetails({ body: runOn('2025-02-28') });
    expect(warnings.map(({ message }) => message).join()).toContain('left on 12/31/2024 with 40% vested at Fund I');
    const active = { status: { code: 'ACTIVE' }, terminationDate: null, rehireDate: null };
    expect(await as(person).getEmployee({ params })).toMatchObject(active);
  });

  it('of a run prevents a correction or an earlier rehire, unless it used an earlier leaving', async () => {
    const last = { terminationReason: 'Left again', terminationDate: '2025-05-31' };
    await as(person).terminateEmployee({ params, body: last });
    const correct = (terminationDate: string) =>
      as(person).correctEmployeeLeaving({ params, body: { ...last, terminationDate } });
    const appliedOn = (vestedOn: string) =>
      asSystem(async (tx) => {
        await tx.query(`UPDATE distribution SET distribution_date = '2025-06-30' WHERE id = $1`, [
          planted.distribution,
        ]);
        await tx.query('UPDATE distribution_source SET vesting_applied = $2::jsonb WHERE distribution_id = $1', [
          planted.distribution,
          JSON.stringify([{ participantId: planted.employee, vestedOn }]),
        ]);
      });
    await appliedOn(last.terminationDate);
    expect((await refusal(correct('2025-04-30'))).errors).toMatchObject([{ code: 'BUILT_UPON' }]);
    const back = { rehireReason: 'Back', rehireDate: '2025-06-30' };
    const { rowVersion } = await as(person).getCompEmployee({ params });
    for (const rehire of [
      () => as(person).rehireEmployee({ params, body: back }),
      () => as(person).rehireCompEmployee({ params, body: { ...back, rowVersion } }),
    ])
      expect((await refusal(rehire())).errors).toMatchObject([
        {
          code: 'BUILT_UPON',
          path: 'RehireDate',
          message: expect.stringContaining('vesting applied in a distribution on 06/30/2025'),
        },
      ]);
    await appliedOn(leavingDate);
    expect(await correct('2025-04-30')).toMatchObject({ terminationDate: '2025-04-30' });
    await as(person).rehireEmployee({ params, body: { rehireReason: 'Back', rehireDate: '2025-05-01' } });
  });

  it('ends at a termination that lies ahead, from that day on', async () => {
    const planned = calendarDate('2030-06-30');
    await as(person).terminateEmployee({ params, body: { terminationReason: 'Leaves', terminationDate: planned } });
    const again = { terminationReason: 'Leaves', terminationDate: '2030-07-31' };
    await expect(as(person).terminateEmployee({ params, body: again })).rejects.toThrow(
      / leaves on 06\/30\/2030\. Reverse that termination with a rehire first\./,
    );
    for (const [day, on] of [
      ['2030-06-29', '2030-06-29'],
      [ahead, planned],
    ] as const) {
      const query = { vestingDate: day };
      expect(await as(person).getParticipantVesting({ params, query })).toMatchObject({ vestingDate: on });
      expect(await as(holder).getPortalVesting({ query })).toMatchObject({ vestingDate: on });
    }
    expect(await as(holder).getPortalVesting()).toMatchObject({ vestingDateIs: 'today' });
    const { rowVersion } = await as(person).getTenantSettings();
    await as(person).saveTenantSettings({ body: { rowVersion, portalPay: 'True' } });
    expect((await as(holder).getPortalLeaving({ query: { on: ahead } })).on).toBe(planned);
  });

  it('uses the share on the leaving date, not that of a later profile', async () => {
    const profiles = [tenantId, planted.profile, randomUUID()];
    await asSystem(async (tx) => {
      await tx.query('UPDATE allocation_profile SET is_current = false WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        planted.profile,
      ]);
      await tx.query(
        `INSERT INTO allocation_profile (tenant_id, id, container_id, name, effective_date, version, is_current, total_effective)
         SELECT tenant_id, $3, container_id, 'Later', '2030-09-01', 2, true, '27' FROM allocation_profile WHERE tenant_id = $1 AND id = $2`,
        profiles,
      );
      await tx.query(
        `INSERT INTO allocation_entry (tenant_id, id, allocation_profile_id, position, participant_id, fixed, effective, vesting_schedule_id, member_mismatch)
         SELECT tenant_id, gen_random_uuid(), $3, position, participant_id, 20 - position * 13, 20 - position * 13, vesting_schedule_id, false
         FROM allocation_entry WHERE tenant_id = $1 AND allocation_profile_id = $2`,
        profiles,
      );
    });
    const query = { vestingDate: ahead };
    for (const { sources } of [
      await as(person).getParticipantVesting({ params, query }),
      await as(holder).getPortalVesting({ query }),
    ])
      expect(
        sources.map(({ effective, shareDate, hasChanged }) => [effective, shareDate, hasChanged]),
        'and says that it has changed',
      ).toEqual([['10', '2030-06-30', true]]);
  });

  it('includes carry granted after the leaving date, with the vested percentage of that date', async () => {
    await asSystem(async (tx) => {
      const late = [tenantId, randomUUID(), planted.part];
      await tx.query(
        `INSERT INTO allocation_profile (tenant_id, id, container_id, name, effective_date, version, is_current, total_effective)
         VALUES ($1, $2, $3, 'Late', '2030-12-01', 1, true, '5')`,
        late,
      );
      await tx.query(
        `INSERT INTO allocation_entry (tenant_id, id, allocation_profile_id, position, participant_id, fixed, effective, vesting_schedule_id, member_mismatch)
         SELECT $1, gen_random_uuid(), $2, 1, participant_id, 5, 5, vesting_schedule_id, false
         FROM allocation_entry WHERE tenant_id = $1 AND allocation_profile_id = $4 AND participant_id = $3`,
        [tenantId, late[1], planted.employee, planted.profile],
      );
    });
    const query = { vestingDate: ahead };
    const { pageData } = await as(person).listEmployeeAllocations({ params, query: { asOf: ahead } });
    const vestedPercentage = pageData.find(({ effective }) => effective === '5')?.vestedPercentage;
    expect(vestedPercentage).toBe('100');
    const late = {
      sourceId: planted.part,
      effective: '5',
      shareDate: ahead,
      vestingDate: '2030-06-30',
      vestedPercentage,
    };
    for (const { sources } of [
      await as(person).getParticipantVesting({ params, query }),
      await as(holder).getPortalVesting({ query }),
    ])
      expect(sources).toContainEqual(expect.objectContaining(late));
    const report = await as(person).reportVestingForfeiture({ query: { selectedDate: ahead } });
    expect(report.pageData).toContainEqual(
      expect.objectContaining({ effective: '5', vestingDate: '2030-06-30', vestedPercentage }),
    );
    const before = await as(person).getParticipantVesting({ params, query: { vestingDate: '2030-11-30' } });
    expect(before.sources.map(({ sourceId }) => sourceId)).not.toContain(planted.part);
  });
});
