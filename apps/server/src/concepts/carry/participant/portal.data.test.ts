import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { addDays, calendarDate, decimal } from '@carrara/domain/kernel';
import { randomUUID } from 'node:crypto';
import { fromWire } from '@carrara/contract/core/wireNames';
import { filesIn } from '@carrara/adapters/files/filesIn';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { sealLogs } from '../../../jobs/sealLogs.ts';
import { type AnswerOf, type BodyOf, refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Node = AnswerOf<'explainDistribution'>;
const everyNode = (node: Node): readonly Node[] => [node, ...node.children.flatMap(everyNode)];

describe('the participant portal', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let administrator: TestPerson;
  let planted: PlantedCarry;
  /** Portal users linked to the employee with all of the carry, to an employee without any, and to nobody. */
  let holder: TestPerson;
  let other: TestPerson;
  let stranger: TestPerson;

  const send = (person: TestPerson, url: string) => server.call(person.token, tenantId, { method: 'GET', url });
  const post = (person: TestPerson, url: string, payload: object = {}) =>
    server.call(person.token, tenantId, { method: 'POST', url, payload });
  const get = async (person: TestPerson, url: string) => {
    const answer = await send(person, url);
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return fromWire(answer.json()) as AnswerOf<'listEmployeeDistributions'>;
  };
  const portal = (path: string, person = holder) => get(person, `/api/participant-portal/${path}`);
  const show = async (settings: object) => {
    const { rowVersion } = await as(administrator).getTenantSettings();
    await as(administrator).saveTenantSettings({ body: { rowVersion, ...settings } });
  };
  const link = (employee: string, body: object, by = administrator) =>
    as(by).linkPortalUser({ params: { id: employee }, body });
  let colleague: string;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    administrator = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, administrator);
    const viewer = { 'participant-portal': 'viewer' } as const;
    [holder, other, stranger] = [
      await server.person(tenantId, viewer),
      await server.person(tenantId, viewer),
      await server.person(tenantId, viewer),
    ];
    const created = await as(administrator).saveEmployee({ body: { firstName: 'Ola', lastName: 'Berg' } });
    colleague = created.id;
    const trust = {
      legalName: 'Mokoena Family Trust',
      employee: { id: planted.employee },
      carryEligibleDate: '2020-01-01',
    };
    await as(administrator).saveTrust({ body: trust });
    for (const [employee, person] of [
      [planted.employee, holder],
      [colleague, other],
    ] as const) {
      const linked = await link(employee, { user: { id: person.personId } });
      expect(linked).toMatchObject({ status: 'Active', login: person.login, firstPassword: null });
    }
  });
  afterAll(() => server.stop());

  it('links one user to an employee, invites the person, and records it in the audit log', async () => {
    const again = await refusal(link(colleague, { user: { id: stranger.personId } }));
    expect(again).toMatchObject({ errors: [{ code: 'ALREADY_LINKED' }] });
    const third = (await as(administrator).saveEmployee({ body: { firstName: 'Ida', lastName: 'Lund' } })).id;
    const twice = await refusal(link(third, { user: { id: holder.personId } }));
    expect(twice).toMatchObject({ errors: [{ code: 'ALREADY_LINKED' }] });
    const oneself = await refusal(link(third, { user: { id: administrator.personId } }));
    expect(oneself).toMatchObject({ errors: [{ code: 'LINK_TO_ONESELF' }] });
    const invited = await link(third, { username: 'ida.lund@example.test', email: 'ida.lund@example.test' });
    expect(invited).toMatchObject({ status: 'Invited', login: 'ida.lund@example.test' });
    const token = await server.firstSignIn('ida.lund@example.test', invited.firstPassword!);
    expect(await as({ ...holder, token }).getPortalHome()).toMatchObject({
      holders: [{ holder: 0, name: 'Ida Lund' }],
    });
    const unlinked = await as(administrator).unlinkPortalUser({ params: { id: third } });
    expect(unlinked).toMatchObject({ status: 'Not linked', user: null });
    expect((await refusal(as({ ...holder, token }).getPortalHome())).status).toBe(404);
    const list = await as(administrator).listPortalUsers({ query: { linked: 'yes' } });
    expect(list.pageData.map(({ name }: { name: string }) => name)).toEqual(['Ola Berg', 'Zanele Mokoena']);
    const { rows } = await server.database.worker.query(
      `SELECT operation FROM activity WHERE tenant_id = $1 AND object_id = $2 AND operation ~ 'PortalUser' ORDER BY seq`,
      [tenantId, third],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['linkPortalUser', 'unlinkPortalUser']);
    const log = await as(administrator).listActivity({ params: { id: third } });
    expect(log.pageData[0]).toMatchObject({ operation: 'unlinkPortalUser', changeText: 'Portal user: Ida Lund → –' });
  });

  it('shows each figure of the profile to the cent', async () => {
    await show({ portalForecasts: 'True', portalEstimates: 'True' });
    const carry = (path: string) => get(administrator, `/api/carry/${path}`);
    const {
      id: _1,
      participantId: _2,
      ...summary
    } = await as(administrator).getEmployeeSummary({ params: { id: planted.employee } });
    expect(summary).toMatchObject({
      totalCarryDistributed: '150.00',
      totalNetDistributed: '135.00',
      escrowBalance: '15.00',
    });
    expect(await as(holder).getPortalSummary()).toEqual(summary);
    const home = await as(holder).getPortalHome();
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
    const then = await as(holder).getPortalSummary({ query: { asOf: earlier?.on } });
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
    // Vesting is that of the vesting page. On the next date it is higher by the amount, and not on the day before.
    const [line] = home.holders[0]?.vesting ?? [];
    const vestedBy = async (vestingDate?: string) => {
      const { byCurrency } = await as(holder).getPortalVesting({ query: { vestingDate } });
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
      ['distribution', `employee/${planted.employee}/distribution-history`],
      ['allocation', `employee/${planted.employee}/allocations`],
      ['forecast', `employee/${planted.employee}/forecast-history`],
    ] as const;
    for (const [own, profile] of pairs) {
      const [mine, theirs] = [await portal(own), await carry(profile)];
      expect(mine.totalItemCount, own).toBe(theirs.totalItemCount);
      expect(mine.totals, own).toEqual(theirs.totals);
      // The portal returns the same rows as the profile.
      expect(theirs.pageData, own).toMatchObject(mine.pageData);
    }
    const vested = await as(administrator).getParticipantVesting({
      params: { id: planted.employee },
      query: { vestingDate: '2025-10-01' },
    });
    const { accrued, ...own } = await as(holder).getPortalVesting({ query: { vestingDate: '2025-10-01' } });
    expect(own).toEqual(vested);
    const reason = 'You were paid carry, but nothing has been accrued. The accrued amounts exclude it.';
    const neverAccrued = { sourceName: 'Helios, Inc. Tranche # 1', reason };
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
      server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx: Transaction) =>
        tx.query(
          `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
           SELECT tenant_id, $2, $3, $4, 'ACCRUAL', '2025-09-30', $5, currency_id FROM distribution WHERE id = $1`,
          [planted.distribution, randomUUID(), planted.employee, container, amount],
        ),
      );
    await accrue(source!.sourceId, '200.00');
    const later = await as(holder).getPortalVesting({ query: { vestingDate: '2025-10-01' } });
    const { carryBalance } = await as(administrator).getEmployeeSummary({
      params: { id: planted.employee },
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
    const [coinvestment] = (await as(administrator).listCoinvestments()).pageData;
    await accrue(coinvestment!.id, '41.00');
    const elsewhere = await as(holder).getPortalVesting({ query: { vestingDate: '2025-10-01' } });
    expect(elsewhere.accrued, 'the parts add up to the accrued carry').toEqual([
      {
        currency: 'USD',
        vestedBalance: '170.00',
        unvestedBalance: '30.00',
        undeterminedBalance: '41.00',
        accruedBalance: '241.00',
        undetermined: [
          { sourceName: 'Co-Invest', reason: expect.stringContaining('you have no share on this day') },
          neverAccrued,
        ],
        paidAbove: [],
      },
    ]);
    const explained = async (
      figure: 'vestedBalance' | 'unvestedBalance' | 'undeterminedBalance' | 'accruedBalance',
    ) => {
      const query = { vestingDate: '2025-10-01', figure, currency: 'USD' };
      const { result, inputs, children } = await as(holder).explainPortalVesting({ query });
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
    await accrue(planted.tranches[0]!, '50.00');
    const [above] = (await as(holder).getPortalVesting({ query: { vestingDate: '2025-10-01' } })).accrued ?? [];
    expect(above).toMatchObject({
      vestedBalance: '70.00',
      paidAbove: [{ sourceName: 'Helios, Inc. Tranche # 1', amount: '100.00' }],
    });
    const run = await as(holder).getPortalDistribution({ params: { id: planted.distribution } });
    expect(run).toMatchObject({
      currency: 'USD',
      totals: { grossCarryDistributed: '150.00', netCarryDistributed: '135.00' },
    });
    expect(run.lines).toMatchObject([
      { grossCarryDistributed: '100.00', escrow: '10.00', via: [], through: [] },
      { grossCarryDistributed: '50.00', escrow: '5.00', via: [planted.entity], through: ['Holding'] },
    ]);
    const paid = await as(holder).listPortalDistributions();
    const paths = paid.pageData.map(({ through, grossCarryDistributed }) => [grossCarryDistributed, through]);
    expect(paths, 'the row through an entity says so').toEqual(
      expect.arrayContaining([
        ['100.00', null],
        ['50.00', 'Holding'],
      ]),
    );
    const { years, rows } = await as(holder).getPortalTax();
    expect(years).toEqual([{ year: 2025, currency: 'USD', gross: '150.00', tax: '0.00', isEstimate: false }]);
    expect(rows).toMatchObject([{ year: 2025, characterization: null, gross: '150.00' }]);
  });

  it('shows nobody another person’s data: by address, distribution or parameter', async () => {
    expect((await as(other).getPortalHome()).holders).toMatchObject([
      { name: 'Ola Berg', summary: { totalCarryDistributed: '0.00' } },
    ]);
    expect(await as(other).listPortalDistributions()).toMatchObject({ totalItemCount: 0 });
    expect(await as(other).getPortalTax()).toEqual({ years: [], rows: [] });
    const refused = [
      `distribution/${planted.distribution}`,
      `distribution/${planted.distribution}/explanation?Figure=gross`,
      'summary?Holder=1',
      'allocation?Holder=1',
      'vesting?Holder=7',
    ];
    for (const path of refused)
      expect((await send(other, `/api/participant-portal/${path}`)).statusCode, path).toBe(404);
    for (const path of ['home', 'summary', 'distribution', 'tax'])
      expect((await send(stranger, `/api/participant-portal/${path}`)).statusCode, path).toBe(404);
    for (const name of ['ParticipantId', 'EmployeeId', 'Id'])
      expect((await send(other, `/api/participant-portal/summary?${name}=${planted.employee}`)).statusCode, name).toBe(
        400,
      );
    for (const path of [`empv2/${planted.employee}`, 'portal-user'])
      expect((await send(holder, `/api/carry/${path}`)).statusCode, path).toBe(403);
  });

  it('hides everything that the firm has turned off', async () => {
    await show({ portalForecasts: 'False', portalEstimates: 'False', portalPercentages: 'False' });
    const home = await as(holder).getPortalHome();
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
    expect(await as(holder).listPortalForecasts()).toMatchObject({ totalItemCount: 0, pageData: [] });
    expect((await as(holder).listPortalAllocations()).pageData).toMatchObject([
      { effective: null, vestedPercentage: '85' },
    ]);
    const byShare = { query: { sortColumn: 'effective' } };
    expect(await as(holder).listPortalAllocations(byShare)).toMatchObject({ sort: 'SourceName' });
    const allocationFile = await send(holder, '/api/participant-portal/allocation?format=csv');
    expect(allocationFile.body).toContain('Vested %');
    expect(allocationFile.body).not.toContain('Your share %');
    expect(
      (await as(holder).getPortalDistribution({ params: { id: planted.distribution } })).lines[0]!.effectiveAllocation,
    ).toBeNull();
    expect((await as(holder).getPortalVesting()).sources).toMatchObject([{ effective: null, vestedPercentage: '85' }]);
    const why: Node = await as(holder).explainPortalVesting({ query: { figure: 'vestedCarryAmount' } });
    const inputNames = everyNode(why).flatMap(({ inputs }) => inputs.map(({ name }) => name));
    expect(inputNames).toContain('vested percentage');
    expect(inputNames.filter((name) => /effective|carry amount/i.test(name))).toEqual([]);
    for (const figure of ['weightedVestedEffectiveAllocationPercentage', 'calculatedTrancheCarryAmount'] as const)
      expect((await refusal(as(holder).explainPortalVesting({ query: { figure } }))).status, figure).toBe(404);
    const accrued = { vestingDate: '2025-10-01', figure: 'vestedBalance', currency: 'USD' } as const;
    expect((await refusal(as(holder).explainPortalVesting({ query: accrued }))).status).toBe(404);
    await show({ portalEstimates: 'True' });
    const partOf = everyNode(await as(holder).explainPortalVesting({ query: accrued }));
    expect(
      partOf.flatMap(({ inputs }) => inputs.map(({ name }) => name)).filter((name) => /effective/i.test(name)),
    ).toEqual([]);
    const file = await send(holder, '/api/participant-portal/forecast?format=csv');
    expect(file.statusCode).toBe(200);
    await show({ portalPercentages: 'True' });
  });

  it('vests nothing after the termination: later dates have the figures of that day', async () => {
    await show({ portalForecasts: 'True', portalEstimates: 'True' });
    const vesting = (vestingDate?: string) => as(holder).getPortalVesting({ query: { vestingDate } });
    const later = '2030-12-31';
    const employed = await vesting(later);
    const { rowVersion } = await as(administrator).getEmployee({ params: { id: planted.employee } });
    const params = { id: planted.employee };
    const { rowVersion: terminated } = await as(administrator).terminateEmployee({
      params,
      body: { ...params, rowVersion, terminationDate: '2025-10-02', terminationReason: 'Left' },
    });
    expect((await as(holder).getPortalHome()).holders).toMatchObject([
      { leavingDate: '2025-10-02', vesting: [{ currency: 'USD', next: null }] },
      { leavingDate: null },
    ]);
    const after = await vesting(later);
    expect(after.totals.vestedCarryAmount).not.toBe(employed.totals.vestedCarryAmount);
    expect(after).toMatchObject({ vestingDate: '2025-10-02', vestingDateIs: 'termination' });
    expect(after).toEqual(await vesting());
    const [accrued] = after.accrued!;
    const parts = [accrued!.vestedBalance, accrued!.unvestedBalance, accrued!.undeterminedBalance];
    const { carryBalance } = await as(administrator).getEmployeeSummary({ params });
    expect(parts.reduce((sum, part) => sum.plus(part ?? '0'), decimal('0')).toFixed(2)).toBe(carryBalance);
    const why = await as(holder).explainPortalVesting({ query: { vestingDate: later, figure: 'vestedCarryAmount' } });
    expect(why.result).toBe(after.totals.vestedCarryAmount);
    expect(await vesting('2025-10-01')).toMatchObject({ vestingDate: '2025-10-01', vestingDateIs: 'chosen' });
    expect((await as(holder).getPortalLeaving({ query: { on: later } })).on).toBe('2025-10-02');
    const back = { ...params, rowVersion: terminated, rehireDate: '2025-10-03', rehireReason: 'Entered by mistake' };
    await as(administrator).rehireEmployee({ params, body: back });
  });

  describe('a letter', () => {
    const documents = '/api/participant-portal/document';
    const release = (body: BodyOf<'releaseLetters'> = {}) =>
      as(administrator).releaseLetters({ params: { id: planted.distribution }, body });
    const evidence = async (id: string): Promise<string[]> =>
      (await as(administrator).listDeliveryEvents({ params: { id } })).pageData.map(({ kind }) => kind);
    let first: { id: string; version: number };
    let own: AnswerOf<'listPortalDocuments'>['pageData'][number];

    it('is delivered to its recipient only, with the stored bytes', async () => {
      first = await release();
      expect(first).toMatchObject({
        version: 1,
        state: 'Released',
        recipients: 1,
        inPortal: 1,
        opened: 0,
        acknowledged: 0,
      });
      const { body: certificate } = await send(administrator, `/api/carry/delivery/${first.id}/certificate?as=csv`);
      expect(certificate).toContain('SHA-256 of the line above');
      const mine = await as(holder).listPortalDocuments();
      expect(mine).toMatchObject({
        totalItemCount: 1,
        pageData: [{ state: 'New', kind: 'Letter', holderName: 'Zanele Mokoena' }],
      });
      own = mine.pageData[0]!;
      // A document that the person hasn't opened can't be acknowledged.
      expect(own).toMatchObject({ hasOpened: false });
      const unread = await refusal(
        as(holder).acknowledgePortalDocument({ params: { id: own.id }, body: { typedName: 'Ada Example' } }),
      );
      expect([unread.status, unread]).toMatchObject([422, { errors: [{ code: 'NOT_OPENED' }] }]);
      const [notification] = await as(holder).listInbox();
      expect(notification).toMatchObject({ kind: 'document', link: '/participant-portal/document' });
      expect(await as(holder).openPortalDocument({ params: { id: own.id } })).toMatchObject({
        state: 'Opened',
        hasOpened: true,
      });
      const file = await send(holder, `${documents}/${own.id}/file?inline=true`);
      expect(file.headers['content-type']).toBe('application/pdf');
      expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(own.sha256);
      expect(pdfTexts(file.rawPayload).join(' ')).toContain('135.00');
      expect(await as(other).listPortalDocuments()).toMatchObject({ totalItemCount: 0 });
      for (const path of ['', '/file'])
        expect((await send(other, `${documents}/${own.id}${path}`)).statusCode).toBe(404);
      for (const act of ['open', 'acknowledge'])
        expect(
          (await post(other, `${documents}/${own.id}/${act}`, act === 'open' ? {} : { TypedName: 'Ada Example' }))
            .statusCode,
        ).toBe(404);
      expect((await refusal(as(holder).listDeliveries())).status).toBe(403);
      expect(await evidence(first.id)).toEqual(['Released', 'Opened', 'Downloaded']);
    });

    it('is acknowledged once with the person’s own name, and certified', async () => {
      const acknowledge = (typedName: string) =>
        as(holder).acknowledgePortalDocument({ params: { id: own.id }, body: { typedName } });
      expect(await as(administrator).remindDelivery({ params: { id: first.id } })).toMatchObject({
        reminded: 1,
      });
      expect(await as(holder).getPortalDocument({ params: { id: own.id } })).toMatchObject({ isReminded: true });
      expect(await refusal(acknowledge('Ola Berg'))).toMatchObject({
        errors: [{ path: 'TypedName', code: 'NAME_DIFFERS' }],
      });
      const atOnce = [1, 2, 3, 4].map(() => acknowledge('ada EXAMPLE'));
      const statuses = await Promise.all(atOnce.map(responseStatus));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(await atOnce[statuses.indexOf(200)]).toMatchObject({
        state: 'Acknowledged',
        typedName: 'ada EXAMPLE',
      });
      expect(await refusal(acknowledge('Ada Example'))).toMatchObject({ errors: [{ code: 'ALREADY_ACKNOWLEDGED' }] });
      expect(await as(administrator).remindDelivery({ params: { id: first.id } })).toMatchObject({
        reminded: 0,
      });
      const base = `/api/carry/delivery/${first.id}`;
      expect(await as(administrator).listDeliveryRecipients({ params: { id: first.id } })).toMatchObject({
        pageData: [
          {
            participant: 'Zanele Mokoena',
            portalUser: 'Ada Example',
            state: 'Acknowledged',
            typedName: 'ada EXAMPLE',
            sha256: own.sha256,
          },
        ],
      });
      const csv = (await send(administrator, `${base}/certificate?as=csv`)).body;
      for (const text of ['Acknowledged', 'ada EXAMPLE', own.sha256, 'SHA-256 of the 5 lines above'])
        expect(csv).toContain(text);
      const pdf = pdfTexts((await send(administrator, `${base}/certificate`)).rawPayload);
      expect(pdf.join(' ')).toContain('Certificate of delivery');
      expect(pdf.join(' ')).toContain('(UTC)');
      // Recipients without portal access get it by hand.
      expect((await send(administrator, `${base}/package`)).json()).toMatchObject({
        Errors: [{ Code: 'NO_RECIPIENTS' }],
      });
      // Without the role, an employee's user has no portal access.
      const { worker } = server.database;
      const role = [tenantId, holder.personId];
      await worker.query('DELETE FROM membership_role WHERE tenant_id = $1 AND person_id = $2', role);
      expect((await as(administrator).getDelivery({ params: { id: first.id } })).inPortal).toBe(0);
      await worker.query(`INSERT INTO membership_role VALUES ($1, $2, 'participant-portal', 'viewer')`, role);
      expect((await as(administrator).getDelivery({ params: { id: first.id } })).inPortal).toBe(1);
      await as(administrator).unlinkPortalUser({ params: { id: planted.employee } });
      expect((await as(administrator).getDelivery({ params: { id: first.id } })).inPortal).toBe(0);
      const zip = await send(administrator, `${base}/package`);
      const { value: packed } = await filesIn(zip.rawPayload).next();
      expect(
        createHash('sha256')
          .update(packed?.bytes ?? '')
          .digest('hex'),
      ).toBe(own.sha256);
      expect((await refusal(as(holder).getPortalDocument({ params: { id: own.id } }))).status).toBe(404);
      await link(planted.employee, { user: { id: holder.personId } });
    });

    it('is superseded by a later version, and remains readable', async () => {
      const second = await release({ requiresAcknowledgment: false });
      expect(second).toMatchObject({ version: 2, wording: null });
      expect(await as(administrator).getDelivery({ params: { id: first.id } })).toMatchObject({
        state: 'Superseded',
        supersededBy: { id: second.id },
      });
      const { pageData } = await as(holder).listPortalDocuments();
      expect(pageData.map(({ version, state }: { version: number; state: string }) => [version, state])).toEqual(
        expect.arrayContaining([
          [1, 'Superseded'],
          [2, 'New'],
        ]),
      );
      expect((await send(holder, `${documents}/${own.id}/file`)).statusCode).toBe(200);
      const latest = pageData.find(({ version }: { version: number }) => version === 2);
      const refused = await refusal(
        as(holder).acknowledgePortalDocument({ params: { id: latest!.id }, body: { typedName: 'Ada Example' } }),
      );
      expect(refused).toMatchObject({ errors: [{ code: 'NOTHING_TO_ACKNOWLEDGE' }] });
    });

    it('keeps the wording of its release when it is recreated, and a changed wording is reported', async () => {
      const letter = async () => {
        const url = `/api/carry/distribution/${planted.distribution}/letter/${planted.employee}`;
        const file = await send(administrator, url);
        expect(file.statusCode, file.body).toBe(200);
        return pdfTexts(file.rawPayload);
      };
      const sent = await letter();
      const template = await as(administrator).getLetterTemplate();
      await as(administrator).saveLetterTemplate({
        body: {
          ...template,
          salutation: 'Good day {firstName}',
        },
      });
      const late = await refusal(as(administrator).saveLetterTemplate({ body: template }));
      expect(late).toMatchObject({
        status: 409,
        errors: [{ code: 'STALE_VERSION', message: expect.stringContaining('Changed by Ada Example on 10/01/2026') }],
      });
      expect(await letter()).toEqual(sent);
      // A new release says it in the new words.
      const last = await release();
      expect((await letter()).join(' ')).toContain('Good day');
      const states = () =>
        unitOfWork({ pool: server.database.worker, auditKey: server.auditKey })(
          { tenantId, personId: null, now: server.now.toISOString() },
          async (tx) =>
            (await verifyTenant(tx, server.auditKey)).findings.filter(({ location }) => location[0] === 'delivery'),
          { readOnly: true },
        );
      expect(await states()).toEqual([]);
      const superuser = new pg.Client({ connectionString: server.database.adminUrl });
      await superuser.connect();
      const reword = (from: string, to: string) =>
        superuser.query(
          `UPDATE delivery_release SET letter_template = replace(letter_template::text, $2, $3)::jsonb WHERE id = $1`,
          [last.id, from, to],
        );
      await reword('Good day', 'Bad day');
      expect(await states()).toMatchObject([{ description: expect.stringContaining('letter template') }]);
      await reword('Bad day', 'Good day');
      await superuser.end();
    });

    it('leaves evidence that can’t be changed, and a deleted event is reported', async () => {
      const { worker } = server.database;
      server.passMinutes(26 * 60);
      await sealLogs(worker, server.withTenant, server.now);
      const found = () =>
        unitOfWork({ pool: worker, auditKey: server.auditKey })(
          { tenantId, personId: null, now: server.now.toISOString() },
          async (tx) =>
            (await verifyTenant(tx, server.auditKey)).findings.filter(({ location }) =>
              location[0]?.startsWith('Delivery evidence'),
            ),
          { readOnly: true },
        );
      expect(await found()).toEqual([]);
      const change = (statement: string) =>
        server.withTenant({ tenantId, personId: administrator.personId, now: server.now.toISOString() }, (tx) =>
          tx.query(statement),
        );
      for (const statement of [
        'DELETE FROM delivery_event',
        'UPDATE delivery_event SET typed_name = NULL',
        'UPDATE delivery SET file_name = NULL',
      ])
        await expect(change(statement), statement).rejects.toThrow('permission denied');
      const superuser = new pg.Client({ connectionString: server.database.adminUrl });
      await superuser.connect();
      // Moving a value to the neighboring column counts as a change too.
      const acknowledged = `WHERE kind = 'ACKNOWLEDGED' AND tenant_id = $1`;
      const moved = `UPDATE delivery_event SET detail = detail || '|' || typed_name, typed_name = NULL ${acknowledged}`;
      await superuser.query(moved, [tenantId]);
      expect(await found()).toHaveLength(1);
      const back = `UPDATE delivery_event SET typed_name = substring(detail FROM '[^|]*$'), detail = regexp_replace(detail, '[|][^|]*$', '')`;
      await superuser.query(`${back} ${acknowledged}`, [tenantId]);
      expect(await found()).toEqual([]);
      // Days without deliveries are sealed as well, so that nobody can add one later.
      server.passMinutes(5 * 24 * 60);
      await sealLogs(worker, server.withTenant, server.now);
      expect(await found()).toEqual([]);
      await superuser.query(
        `INSERT INTO delivery_event SELECT * FROM (SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
           'created_at', $2::timestamptz))).* FROM delivery_event e WHERE tenant_id = $1 AND kind = 'ACKNOWLEDGED' LIMIT 1) invented`,
        [tenantId, new Date(server.now.getTime() - 3 * 86_400_000)],
      );
      expect(await found()).toHaveLength(1);
      await superuser.query(`DELETE FROM delivery_event WHERE kind = 'ACKNOWLEDGED'`);
      await superuser.end();
      expect(await found()).toHaveLength(1);
    });
  });
});
