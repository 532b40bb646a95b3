import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { addDays, calendarDate, decimal } from '@carrara/domain/kernel';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AnswerOf, refusal } from '../../../testing/testClient.ts';
import { openPortalFirm } from '../../../testing/portalFirm.ts';

type Node = AnswerOf<'explainDistribution'>;
const everyNode = (node: Node): readonly Node[] => [node, ...node.children.flatMap(everyNode)];

const firm = openPortalFirm();
const { as, send, get, setSettings, link } = firm;

describe('the participant portal', () => {
  it('links one user to an employee, invites the person, and records it in the audit log', async () => {
    const again = await refusal(link(firm.colleague, { user: { id: firm.stranger.personId } }));
    expect(again).toMatchObject({ errors: [{ code: 'ALREADY_LINKED' }] });
    const third = (await as(firm.administrator).saveEmployee({ body: { firstName: 'Ida', lastName: 'Lund' } })).id;
    const twice = await refusal(link(third, { user: { id: firm.holder.personId } }));
    expect(twice).toMatchObject({ errors: [{ code: 'ALREADY_LINKED' }] });
    const oneself = await refusal(link(third, { user: { id: firm.administrator.personId } }));
    expect(oneself).toMatchObject({ errors: [{ code: 'LINK_TO_ONESELF' }] });
    const invited = await link(third, { username: 'ida.lund@example.test', email: 'ida.lund@example.test' });
    expect(invited).toMatchObject({ status: 'Invited', login: 'ida.lund@example.test' });
    const token = await firm.server.firstSignIn('ida.lund@example.test', invited.firstPassword!);
    expect(await as({ ...firm.holder, token }).getPortalHome()).toMatchObject({
      holders: [{ holder: 0, name: 'Ida Lund' }],
    });
    const unlinked = await as(firm.administrator).unlinkPortalUser({ params: { id: third } });
    expect(unlinked).toMatchObject({ status: 'Not linked', user: null });
    expect((await refusal(as({ ...firm.holder, token }).getPortalHome())).status).toBe(404);
    const list = await as(firm.administrator).listPortalUsers({ query: { linked: 'yes' } });
    expect(list.pageData.map(({ name }: { name: string }) => name)).toEqual(['Ola Berg', 'Zanele Mokoena']);
    const { rows } = await firm.server.database.worker.query(
      `SELECT operation FROM activity WHERE tenant_id = $1 AND object_id = $2 AND operation ~ 'PortalUser' ORDER BY seq`,
      [firm.tenantId, third],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['linkPortalUser', 'unlinkPortalUser']);
    const log = await as(firm.administrator).listActivity({ params: { id: third } });
    expect(log.pageData[0]).toMatchObject({ operation: 'unlinkPortalUser', changeText: 'Portal user: Ida Lund → –' });
  });

  it('shows each figure of the profile to the cent', async () => {
    await setSettings({ portalForecasts: 'True', portalEstimates: 'True' });
    const carry = (path: string) => get(firm.administrator, `/api/carry/${path}`);
    const {
      id: _1,
      participantId: _2,
      ...summary
    } = await as(firm.administrator).getEmployeeSummary({ params: { id: firm.planted.employee } });
    expect(summary).toMatchObject({
      totalCarryDistributed: '150.00',
      totalNetDistributed: '135.00',
      escrowBalance: '15.00',
    });
    expect(await as(firm.holder).getPortalSummary()).toEqual(summary);
    const home = await as(firm.holder).getPortalHome();
    expect(home).toMatchObject({
      holders: [
        { holder: 0, name: 'Zanele Mokoena', kind: 'Employee', summary },
        { holder: 1, name: 'Mokoena Family Trust', kind: 'Trust', summary: { totalCarryDistributed: '0.00' } },
      ],
    });
    // The key figures with a history end with the figures of the profile.
    const figures = home.holders[0]?.figures ?? [];
    const figureOf = (field: string) => figures.find((figure) => figure.field === field && figure.currency === 'USD');
    const earlier = figureOf('grossDistributed')?.series.at(-2);
    const then = await as(firm.holder).getPortalSummary({ query: { asOf: earlier?.on } });
    for (const [field, name] of [
      ['escrow', 'escrowBalance'],
      ['grossDistributed', 'totalCarryDistributed'],
      ['netDistributed', 'totalNetDistributed'],
    ] as const) {
      expect(figureOf(field)?.value, field).toBe(summary[name]);
      expect(figureOf(field)?.series.at(-2), field).toEqual({ on: earlier?.on, value: then[name] });
      expect(figureOf(field)?.change?.since, field).toBe(earlier?.on);
    }
    expect(figureOf('escrow')?.series.at(-1)).toEqual({ on: home.today, value: summary.escrowBalance });
    const paidInYears = figureOf('netPaid')?.series.map(({ value }) => Number(value ?? 0)) ?? [];
    expect(paidInYears.reduce((sum, amount) => sum + amount, 0)).toBe(Number(summary.totalNetDistributed));
    // The vested amount equals the vesting page. On the next vesting date it is higher by the amount, but not on the day
    // before.
    const [line] = home.holders[0]?.vesting ?? [];
    const vestedBy = async (vestingDate?: string) => {
      const { byCurrency } = await as(firm.holder).getPortalVesting({ query: { vestingDate } });
      return byCurrency.find(({ currency }) => currency === 'USD');
    };
    const now = await vestedBy();
    expect(line).toMatchObject({ vested: now?.vestedCarryAmount, unvested: now?.forfeitedCarryAmount });
    expect(line?.coverage.excluded).toEqual([]);
    const next = line?.next;
    const vestedNext = decimal(line?.vested ?? '0').plus(next?.amount ?? '0');
    expect((await vestedBy(next?.on))?.vestedCarryAmount).toBe(vestedNext.toFixed(2));
    const dayBefore = addDays(calendarDate(next?.on ?? ''), -1);
    expect((await vestedBy(dayBefore))?.vestedCarryAmount).toBe(line?.vested);
    expect(home.holders[1]?.vesting).toEqual([]);
    const pairs = [
      ['distribution', `employee/${firm.planted.employee}/distribution-history`],
      ['allocation', `employee/${firm.planted.employee}/allocations`],
      ['forecast', `employee/${firm.planted.employee}/forecast-history`],
    ] as const;
    for (const [own, profile] of pairs) {
      const [mine, theirs] = [await get(firm.holder, `/api/participant-portal/${own}`), await carry(profile)];
      expect(mine.totalItemCount, own).toBe(theirs.totalItemCount);
      expect(mine.totals, own).toEqual(theirs.totals);
      // The portal returns the same rows as the profile.
      expect(theirs.pageData, own).toMatchObject(mine.pageData);
    }
    const vested = await as(firm.administrator).getParticipantVesting({
      params: { id: firm.planted.employee },
      query: { vestingDate: '2025-10-01' },
    });
    const { accrued, ...own } = await as(firm.holder).getPortalVesting({ query: { vestingDate: '2025-10-01' } });
    expect(own).toEqual(vested);
    const reason = 'You were paid carry, but nothing has been accrued. The accrued amounts exclude it.';
    const tranche = { sourceName: 'Helios, Inc. Tranche # 1', sourceHolder: 'ARP-I' };
    const neverAccrued = { ...tranche, reason };
    expect(accrued).toEqual([
      {
        currency: 'USD',
        vestedBalance: null,
        unvestedBalance: null,
        undeterminedBalance: '0.00',
        accruedBalance: null,
        undetermined: [neverAccrued],
        paidAbove: [],
      },
    ]);
    const [source] = own.sources;
    const accrue = (container: string, amount: string) =>
      firm.server.withTenant(
        { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
        (tx: Transaction) =>
          tx.query(
            `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
           SELECT tenant_id, $2, $3, $4, 'ACCRUAL', '2025-09-30', $5, currency_id FROM distribution WHERE id = $1`,
            [firm.planted.distribution, randomUUID(), firm.planted.employee, container, amount],
          ),
      );
    await accrue(source!.sourceId, '200.00');
    const later = await as(firm.holder).getPortalVesting({ query: { vestingDate: '2025-10-01' } });
    const { carryBalance } = await as(firm.administrator).getEmployeeSummary({
      params: { id: firm.planted.employee },
      query: { asOf: '2025-10-01' },
    });
    expect([source!.vestedPercentage, carryBalance]).toEqual(['85', '200.00']);
    expect(later.accrued).toEqual([
      {
        currency: 'USD',
        vestedBalance: '170.00',
        unvestedBalance: '30.00',
        undeterminedBalance: '0.00',
        accruedBalance: '200.00',
        undetermined: [neverAccrued],
        paidAbove: [],
      },
    ]);
    const [coinvestment] = (await as(firm.administrator).listCoinvestments()).pageData;
    await accrue(coinvestment!.id, '41.00');
    const elsewhere = await as(firm.holder).getPortalVesting({ query: { vestingDate: '2025-10-01' } });
    expect(elsewhere.accrued, 'the parts add up to the accrued carry').toEqual([
      {
        currency: 'USD',
        vestedBalance: '170.00',
        unvestedBalance: '30.00',
        undeterminedBalance: '41.00',
        accruedBalance: '241.00',
        undetermined: [
          {
            sourceName: 'Co-Invest',
            sourceHolder: null,
            reason: expect.stringContaining('you have no share on this day'),
          },
          neverAccrued,
        ],
        paidAbove: [],
      },
    ]);
    const explained = async (
      figure: 'vestedBalance' | 'unvestedBalance' | 'undeterminedBalance' | 'accruedBalance',
    ) => {
      const query = { vestingDate: '2025-10-01', figure, currency: 'USD' };
      const { result, inputs, children } = await as(firm.holder).explainPortalVesting({ query });
      return [result, inputs.map(({ name, value }) => [name, value]), children.map(({ name }) => name)];
    };
    const { sourceName } = source!;
    expect(await explained('vestedBalance')).toEqual(['170.00', [[sourceName, '170.00']], [`Vested · ${sourceName}`]]);
    expect(await explained('unvestedBalance')).toEqual([
      '30.00',
      [[sourceName, '30.00']],
      [`Unvested · ${sourceName}`],
    ]);
    expect(await explained('undeterminedBalance')).toEqual(['41.00', [['Co-Invest', '41.00']], []]);
    expect((await explained('accruedBalance'))[0]).toBe('241.00');
    // The tranche was paid 150.00 before anything was accrued there.
    await accrue(firm.planted.tranches[0]!, '50.00');
    const [above] = (await as(firm.holder).getPortalVesting({ query: { vestingDate: '2025-10-01' } })).accrued ?? [];
    expect(above).toMatchObject({
      vestedBalance: '70.00',
      paidAbove: [{ ...tranche, amount: '100.00' }],
    });
    const run = await as(firm.holder).getPortalDistribution({ params: { id: firm.planted.distribution } });
    expect(run).toMatchObject({
      currency: 'USD',
      totals: { grossCarryDistributed: '150.00', netCarryDistributed: '135.00' },
    });
    expect(run.lines).toMatchObject([
      { grossCarryDistributed: '100.00', escrow: '10.00', via: [], through: [] },
      { grossCarryDistributed: '50.00', escrow: '5.00', via: [firm.planted.entity], through: ['Holding'] },
    ]);
    const paid = await as(firm.holder).listPortalDistributions();
    const paths = paid.pageData.map(({ through, grossCarryDistributed }) => [grossCarryDistributed, through]);
    expect(paths, 'the row through an entity says so').toEqual(
      expect.arrayContaining([
        ['100.00', null],
        ['50.00', 'Holding'],
      ]),
    );
    const { years, rows } = await as(firm.holder).getPortalTax();
    expect(years).toEqual([{ year: 2025, currency: 'USD', gross: '150.00', tax: '0.00', isEstimate: false }]);
    expect(rows).toMatchObject([{ year: 2025, characterization: null, gross: '150.00' }]);
  });

  it('shows nobody another person’s data: by address, distribution or parameter', async () => {
    expect((await as(firm.other).getPortalHome()).holders).toMatchObject([
      { name: 'Ola Berg', summary: { totalCarryDistributed: '0.00' } },
    ]);
    expect(await as(firm.other).listPortalDistributions()).toMatchObject({ totalItemCount: 0 });
    expect(await as(firm.other).getPortalTax()).toEqual({ years: [], rows: [] });
    const refused = [
      `distribution/${firm.planted.distribution}`,
      `distribution/${firm.planted.distribution}/explanation?Figure=gross`,
      'summary?Holder=1',
      'allocation?Holder=1',
      'vesting?Holder=7',
    ];
    for (const path of refused)
      expect((await send(firm.other, `/api/participant-portal/${path}`)).statusCode, path).toBe(404);
    for (const path of ['home', 'summary', 'distribution', 'tax'])
      expect((await send(firm.stranger, `/api/participant-portal/${path}`)).statusCode, path).toBe(404);
    for (const name of ['ParticipantId', 'EmployeeId', 'Id'])
      expect(
        (await send(firm.other, `/api/participant-portal/summary?${name}=${firm.planted.employee}`)).statusCode,
        name,
      ).toBe(400);
    for (const path of [`empv2/${firm.planted.employee}`, 'portal-user'])
      expect((await send(firm.holder, `/api/carry/${path}`)).statusCode, path).toBe(403);
  });

  it('hides everything that the firm has turned off', async () => {
    await setSettings({ portalForecasts: 'False', portalEstimates: 'False', portalPercentages: 'False' });
    const home = await as(firm.holder).getPortalHome();
    expect(home.displayed).toEqual({
      forecasts: false,
      estimates: false,
      percentages: false,
      carryAtNav: false,
      pay: true,
      payReads: false,
    });
    expect(home.holders[0]!.summary).toMatchObject({
      carryBalance: null,
      forecastedCarry: null,
      totalCarryDistributed: '150.00',
    });
    expect(await as(firm.holder).listPortalForecasts()).toMatchObject({ totalItemCount: 0, pageData: [] });
    expect((await as(firm.holder).listPortalAllocations()).pageData).toMatchObject([
      { effective: null, vestedPercentage: '85' },
    ]);
    const byShare = { query: { sortColumn: 'effective' } };
    expect(await as(firm.holder).listPortalAllocations(byShare)).toMatchObject({ sort: 'SourceName' });
    const allocationFile = await send(firm.holder, '/api/participant-portal/allocation?format=csv');
    expect(allocationFile.body).toContain('Vested %');
    expect(allocationFile.body).not.toContain('Your share %');
    expect(
      (await as(firm.holder).getPortalDistribution({ params: { id: firm.planted.distribution } })).lines[0]!
        .effectiveAllocation,
    ).toBeNull();
    expect((await as(firm.holder).getPortalVesting()).sources).toMatchObject([
      { effective: null, vestedPercentage: '85' },
    ]);
    const why: Node = await as(firm.holder).explainPortalVesting({ query: { figure: 'vestedCarryAmount' } });
    const inputNames = everyNode(why).flatMap(({ inputs }) => inputs.map(({ name }) => name));
    expect(inputNames).toContain('vested percentage');
    expect(inputNames.filter((name) => /effective|carry amount/i.test(name))).toEqual([]);
    for (const figure of ['weightedVestedEffectiveAllocationPercentage', 'calculatedTrancheCarryAmount'] as const)
      expect((await refusal(as(firm.holder).explainPortalVesting({ query: { figure } }))).status, figure).toBe(404);
    const accrued = { vestingDate: '2025-10-01', figure: 'vestedBalance', currency: 'USD' } as const;
    expect((await refusal(as(firm.holder).explainPortalVesting({ query: accrued }))).status).toBe(404);
    await setSettings({ portalEstimates: 'True' });
    const partOf = everyNode(await as(firm.holder).explainPortalVesting({ query: accrued }));
    expect(
      partOf.flatMap(({ inputs }) => inputs.map(({ name }) => name)).filter((name) => /effective/i.test(name)),
    ).toEqual([]);
    const file = await send(firm.holder, '/api/participant-portal/forecast?format=csv');
    expect(file.statusCode).toBe(200);
    await setSettings({ portalPercentages: 'True' });
  });

  it('vests nothing after the termination: later dates have the figures of that day', async () => {
    await setSettings({ portalForecasts: 'True', portalEstimates: 'True' });
    const vesting = (vestingDate?: string) => as(firm.holder).getPortalVesting({ query: { vestingDate } });
    const later = '2030-12-31';
    const employed = await vesting(later);
    const { rowVersion } = await as(firm.administrator).getEmployee({ params: { id: firm.planted.employee } });
    const params = { id: firm.planted.employee };
    const { rowVersion: terminated } = await as(firm.administrator).terminateEmployee({
      params,
      body: { ...params, rowVersion, terminationDate: '2025-10-02', terminationReason: 'Left' },
    });
    expect((await as(firm.holder).getPortalHome()).holders).toMatchObject([
      { leavingDate: '2025-10-02', vesting: [{ currency: 'USD', next: null }] },
      { leavingDate: null },
    ]);
    const after = await vesting(later);
    expect(after.totals.vestedCarryAmount).not.toBe(employed.totals.vestedCarryAmount);
    expect(after).toMatchObject({ vestingDate: '2025-10-02', vestingDateIs: 'termination' });
    expect(after).toEqual(await vesting());
    const [accrued] = after.accrued!;
    const parts = [accrued!.vestedBalance, accrued!.unvestedBalance, accrued!.undeterminedBalance];
    const { carryBalance } = await as(firm.administrator).getEmployeeSummary({ params });
    expect(parts.reduce((sum, part) => sum.plus(part ?? '0'), decimal('0')).toFixed(2)).toBe(carryBalance);
    const why = await as(firm.holder).explainPortalVesting({
      query: { vestingDate: later, figure: 'vestedCarryAmount' },
    });
    expect(why.result).toBe(after.totals.vestedCarryAmount);
    expect(await vesting('2025-10-01')).toMatchObject({ vestingDate: '2025-10-01', vestingDateIs: 'chosen' });
    expect((await as(firm.holder).getPortalLeaving({ query: { on: later } })).on).toBe('2025-10-02');
    const back = { ...params, rowVersion: terminated, rehireDate: '2025-10-03', rehireReason: 'Entered by mistake' };
    await as(firm.administrator).rehireEmployee({ params, body: back });
  });
});
