import { fromWire } from '@carrara/contract/core/wireNames';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../../testing/grantPayAccess.ts';
import { refusal } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

describe('awards and deferred awards', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let usd: string;
  let bonus: string;
  let head: TestPerson;
  let blind: TestPerson;
  let pia: string;

  interface Answer {
    readonly id: string;
    readonly rowVersion: number;
    readonly status: { readonly code: string };
    readonly amount: string;
    readonly entries: readonly {
      readonly id: string;
      readonly title: string;
      readonly amount: string;
      readonly on: string;
    }[];
    readonly pageData: readonly Answer[];
    readonly totals: readonly object[];
    readonly errors: readonly { readonly code: string; readonly path: string }[];
  }
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, person = head) => {
    const answer = await server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, text: answer.body, body: fromWire(answer.json()) as Answer };
  };
  const done = async (...args: Parameters<typeof call>) => {
    const answer = await call(...args);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const awardOf = (more: object = {}) => ({
    employee: { id: pia },
    performanceYear: 2025,
    payType: { id: bonus },
    amount: '50000.00',
    currency: { id: usd },
    awardDate: '2026-02-15',
    ...more,
  });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    bonus = await server.referenceEntry(tenantId, 'pay-type', 'BONUS', 'BONUS');
    head = await server.person(tenantId, { comp: 'administrator' });
    blind = await server.person(tenantId, { comp: 'administrator' });
    await grantPayAccess(server, tenantId, head, 'ALL');
    const employee = { firstName: 'Pia', lastName: 'Test', hireDate: '2020-01-01', isPayRestricted: false };
    pia = (await done('POST', '/api/comp/employee', employee)).id;
  });
  afterAll(() => server.stop());

  it('are paid, canceled and reversed, and can’t be edited once they are settled', async () => {
    const url = '/api/comp/award';
    const award = await done('POST', url, awardOf());
    expect(award.status.code).toBe('AWARDED');
    const again = await refusal(as(head).saveAward({ body: awardOf() }));
    expect(again.errors).toMatchObject([{ code: 'DUPLICATE', path: 'AwardDate' }]);
    const far = await refusal(as(head).saveAward({ body: awardOf({ performanceYear: 2090 }) }));
    expect(far.errors).toMatchObject([
      {
        code: 'DATE_TOO_LATE',
        path: 'PerformanceYear',
        message: expect.stringMatching(/^Pay can be entered at most 10 years ahead\. Choose \d{4} or earlier\.$/),
      },
    ]);
    const early = await refusal(
      as(head).payAward({ params: { id: award.id }, body: { rowVersion: award.rowVersion, payDate: '2026-02-14' } }),
    );
    expect(early.errors).toMatchObject([{ code: 'PAID_BEFORE_AWARDED', path: 'PayDate' }]);
    const ahead = await refusal(
      as(head).payAward({ params: { id: award.id }, body: { rowVersion: award.rowVersion, payDate: '2099-03-01' } }),
    );
    expect(ahead.errors).toMatchObject([
      { code: 'DATE_TOO_LATE', path: 'PayDate', message: 'Enter payments up to today only.' },
    ]);
    const paid = await done('POST', `${url}/${award.id}/pay`, { RowVersion: award.rowVersion, PayDate: '2026-03-01' });
    expect(paid.status.code).toBe('PAID');
    const over = awardOf({ id: paid.id, rowVersion: paid.rowVersion, amount: '1.00' });
    expect((await refusal(as(head).saveAward({ body: over }))).errors).toMatchObject([{ code: 'WRONG_STATE' }]);
    expect((await refusal(as(head).deleteAward({ params: { id: paid.id } }))).errors).toMatchObject([
      { code: 'WRONG_STATE' },
    ]);
    const back = { rowVersion: paid.rowVersion, comment: 'Paid twice' };
    const both = await Promise.all([0, 1].map(() => call('POST', `${url}/${paid.id}/reverse`, back)));
    expect(both.map(({ status }) => status).toSorted((status, other) => status - other)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 200)?.body.amount).toBe('-50000.00');
    expect((await refusal(as(head).reverseAward({ params: { id: paid.id }, body: back }))).errors).toMatchObject([
      { code: 'DUPLICATE' },
    ]);
    const reversal = both.find(({ status }) => status === 200)!.body as Answer & { readonly awardDate: string };
    const onItsDate = await done('POST', url, awardOf({ awardDate: reversal.awardDate }));
    await as(head).deleteAward({ params: { id: onItsDate.id } });
    const other = await done('POST', url, awardOf({ amount: '10.00' }));
    const canceled = await done('POST', `${url}/${other.id}/cancel`, { RowVersion: 1, Comment: 'Withdrawn' });
    expect(canceled.status.code).toBe('CANC');
    const next = await done('POST', url, awardOf({ amount: '20.00' }));
    const edited = awardOf({ id: next.id, rowVersion: next.rowVersion, amount: '30.00' });
    expect((await as(head).saveAward({ body: edited })).amount, 'an award doesn’t repeat itself').toBe('30.00');
    await as(head).deleteAward({ params: { id: next.id } });
    const salary = await server.referenceEntry(tenantId, 'pay-type', 'SALARY', 'SALARY');
    const wrong = await refusal(as(head).saveAward({ body: awardOf({ payType: { id: salary } }) }));
    expect(wrong.errors).toMatchObject([{ code: 'NOT_AN_AWARD', path: 'PayType' }]);
  });

  it('are entered once by simultaneous saves, and after leaving only once that is confirmed', async () => {
    const award = awardOf({ performanceYear: 2024 });
    const saves = await Promise.all(Array.from({ length: 6 }, () => call('POST', '/api/comp/award', award)));
    expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
    const [saved] = saves.filter(({ status }) => status === 200);
    await as(head).deleteAward({ params: { id: saved!.body.id } });

    const admin = new pg.Client({ connectionString: server.database.adminUrl });
    await admin.connect();
    const terminate = (day: string | null) =>
      admin.query('UPDATE participant SET termination_date = $2 WHERE id = $1', [pia, day]);
    await terminate('2025-12-31');
    expect((await refusal(as(head).saveAward({ body: award }))).errors).toMatchObject([
      { code: 'WARNINGS_NOT_CONFIRMED', path: 'AwardDate' },
    ]);
    const confirmed = await as(head).saveAward({ body: { ...award, warningsConfirmed: true } });
    await as(head).deleteAward({ params: { id: confirmed.id } });
    await terminate(null);
    await admin.end();
  });

  it('are granted in tranches, vest, are paid when due, are forfeited by leavers, and roll forward', async () => {
    const url = '/api/comp/deferred';
    const tranche = (year: number, percent: string) => ({
      vestDate: `${year}-03-01`,
      percent,
      payDate: `${year}-03-15`,
    });
    const grant = (tranches: readonly ReturnType<typeof tranche>[]) =>
      ({
        employee: { id: pia },
        grantDate: '2023-03-01',
        amount: '10000.00',
        currency: { id: usd },
        tranches,
      }) as const;
    const short = await refusal(as(head).grantDeferredAward({ body: grant([tranche(2024, '99.99')]) }));
    expect(short.errors).toMatchObject([{ code: 'TRANCHES_NOT_100', path: 'Tranches' }]);
    const thirds = [tranche(2024, '33.34'), tranche(2025, '33.33'), tranche(2030, '33.33')];
    const { id } = await done('POST', url, grant(thirds));
    await done('POST', `${url}/due`, { Until: '2025-06-30' });
    expect((await done('POST', `${url}/due`, { Until: '2025-06-30' })).pageData).toEqual([]);
    const unseen = await refusal(as(blind).enterDueDeferred({ body: { until: '2025-06-30', employeeId: pia } }));
    expect([unseen.status, unseen.errors]).toMatchObject([404, [{ code: 'NOT_FOUND', path: 'EmployeeId' }]]);
    const vested = await done('GET', `${url}/${id}`);
    expect(vested.entries.map(({ title, amount, on }) => `${on} ${title} ${amount}`)).toEqual([
      '2023-03-01 Granted 10000.00',
      '2024-03-01 Vested 3334.00',
      '2024-03-15 Paid 3334.00',
      '2025-03-01 Vested 3333.00',
      '2025-03-15 Paid 3333.00',
    ]);
    const request = { rowVersion: vested.rowVersion, on: '2025-06-30', reason: 'Wrong tranche' };
    const vest = { ...request, entryId: vested.entries[3]!.id };
    expect((await refusal(as(head).reverseDeferredEntry({ params: { id }, body: vest }))).errors).toMatchObject([
      { code: 'BUILT_UPON' },
    ]);
    const leaver = { employeeId: pia, on: '2025-12-31', treatment: 'FORFEIT', reason: 'Resigned' } as const;
    expect((await refusal(as(head).settleLeaver({ body: leaver }))).errors).toMatchObject([
      { code: 'WRONG_STATE', path: 'On' },
    ]);
    const params = { id: pia };
    const ended = await as(head).terminateCompEmployee({
      params,
      body: {
        rowVersion: (await as(head).getCompEmployee({ params })).rowVersion,
        terminationReason: 'Resigned',
        terminationDate: leaver.on,
        leaverKind: 'BAD',
      },
    });
    const ahead = await refusal(as(head).settleLeaver({ body: { ...leaver, on: '2099-12-31' } }));
    expect(ahead.errors).toMatchObject([{ code: 'DATE_TOO_LATE', path: 'On' }]);
    expect((await done('POST', `${url}/leaver`, leaver)).pageData).toMatchObject([{ id, entries: 1 }]);
    await as(head).rehireCompEmployee({
      params,
      body: { rowVersion: ended.rowVersion, rehireReason: 'Asked back', rehireDate: '2026-01-01' },
    });
    const rolled = await done('GET', `${url}/roll-forward?from=2025-01-01&to=2025-12-31`);
    expect(rolled.totals).toEqual([
      {
        currency: 'USD',
        opening: '6666.00',
        granted: '0.00',
        paid: '3333.00',
        forfeited: '3333.00',
        closing: '0.00',
        vested: '0.00',
      },
    ]);
  });

  it('add up to years of pay that are equal to the cent on the profile, in Excel, CSV, PDF and the full export [U-T-011]', async () => {
    const salary = {
      employee: { id: pia },
      effectiveDate: '2024-01-01',
      amount: '10000.00',
      currency: { id: usd },
      frequency: { code: 'MONTHLY' },
      ftePercent: '80',
      reason: 'Change of hours',
    };
    expect(await done('POST', '/api/comp/salary', salary)).toMatchObject({ reason: 'Change of hours' });
    const url = `/api/comp/employee/${pia}/compensations`;
    const years = (await done('GET', url)).pageData as unknown as readonly Readonly<Record<string, unknown>>[];
    expect(years.map((row) => [row.year, row.baseSalary, row.bonus, row.totalCash, row.notDetermined])).toEqual([
      [2026, '96000.00', '0.00', '96000.00', []],
      // Awards that were paid and reversed add up to zero, and canceled ones don't count.
      [2025, '96000.00', '0.00', '96000.00', []],
      [2024, '96000.00', '0.00', '96000.00', []],
      [2023, null, '0.00', null, expect.arrayContaining([expect.objectContaining({ code: 'NO_SALARY' })])],
    ]);
    const [ofGrant] = years.filter((row) => row.year === 2023);
    expect(ofGrant).toMatchObject({ deferredGranted: '10000.00', totalCompensation: null });
    const read = async (address: string) => server.call(head.token, tenantId, { method: 'GET', url: address });
    const figures = years.map((row) => [row.totalCash, row.totalCompensation, row.salaryEarned].map(String));
    const csv = (await read(`${url}?format=csv`)).body.trim().split('\r\n').slice(1);
    const everybody = (await read('/api/comp/employee/employeesCompExport?format=csv')).body;
    const pdf = pdfTexts((await read(`/api/comp/employee/${pia}/pdf`)).rawPayload)
      .flat()
      .join(' ');
    const [sheet] = (await readWorkbook((await read(`${url}?format=excel`)).rawPayload))._unsafeUnwrap();
    const cells = sheet!.rows.map((row) => JSON.stringify(row));
    for (const [at, [cash, whole, earned]] of figures.entries()) {
      if (cash === 'null') continue;
      for (const figure of [cash, whole, earned]) {
        expect(csv[at]).toContain(figure);
        expect(everybody).toContain(figure);
        expect(pdf).toContain(figure!.replace(/(\d)(?=(\d{3})+\.)/g, '$1,'));
        expect(cells.some((row) => row.includes(String(Number(figure))))).toBe(true);
      }
    }
    const parts = (await done('GET', `${url}/type`)) as unknown as { readonly parts: readonly object[] };
    expect(parts.parts).toContainEqual({ year: 2025, currency: 'USD', name: 'Base salary', amount: '96000.00' });
    expect((await refusal(as(blind).listEmployeeCompensations({ params: { id: pia } }))).status).toBe(404);
    expect((await call('GET', `/api/comp/employee/${pia}/pdf`, undefined, blind)).status).toBe(404);
    expect((await done('GET', '/api/comp/employee/employeesCompExport')).pageData).toHaveLength(years.length);
    expect((await as(blind).listCompensations()).pageData).toEqual([]);
  });

  it('are settled by a termination, and a rehire doesn’t restore them [U-T-060]', async () => {
    const other = { firstName: 'Lou', lastName: 'Test', hireDate: '2020-01-01', isPayRestricted: false };
    const lou = await done('POST', '/api/comp/employee', other);
    const tranches = [{ vestDate: '2027-03-01', percent: '100', payDate: '2027-03-15' }];
    const terms = { grantDate: '2026-03-01', amount: '1000.00', currency: { id: usd }, tranches };
    const { id } = await done('POST', '/api/comp/deferred', { ...terms, employee: { id: lou.id } });
    const url = `/api/comp/employee/${lou.id}`;
    const leaving = { terminationReason: 'Resigned', leaverKind: 'BAD', deferredTreatment: 'FORFEIT' } as const;
    const ahead = { ...leaving, rowVersion: lou.rowVersion, terminationDate: '2026-12-31' } as const;
    expect(
      (await refusal(as(head).terminateCompEmployee({ params: { id: lou.id }, body: ahead }))).errors,
    ).toMatchObject([{ code: 'DATE_TOO_LATE', path: 'DeferredTreatment' }]);
    const early = {
      ...leaving,
      rowVersion: lou.rowVersion,
      terminationDate: '2026-02-15',
      warningsConfirmed: true,
    } as const;
    expect(
      (await refusal(as(head).terminateCompEmployee({ params: { id: lou.id }, body: early }))).errors,
    ).toMatchObject([{ code: 'BUILT_UPON', path: 'TerminationDate' }]);
    // A person without access to the pay may end the employment, without deciding on deferred awards.
    const unseen = { ...leaving, rowVersion: lou.rowVersion, terminationDate: '2026-09-30' } as const;
    expect((await refusal(as(blind).terminateCompEmployee({ params: { id: lou.id }, body: unseen }))).status).toBe(404);
    const terminated = (await done('POST', `${url}/terminate`, unseen)) as unknown as {
      readonly leaverKind: string;
      readonly rowVersion: number;
    };
    expect(terminated).toMatchObject({ leaverKind: 'Bad leaver', terminationDate: '2026-09-30' });
    expect((await done('GET', `/api/comp/deferred/${id}`)).entries.map(({ title }) => title)).toEqual([
      'Granted',
      'Forfeited',
    ]);
    const again = { rowVersion: terminated.rowVersion, rehireReason: 'Asked back', rehireDate: '2026-10-01' };
    expect(await done('POST', `${url}/rehire`, again)).toMatchObject({ leaverKind: null, terminationDate: null });
    expect((await done('GET', '/api/comp/employee/navigation-list')) as unknown).toHaveLength(2);
  });

  it('log one pay read each with the employee, also for a repeated write with a key', async () => {
    const { worker } = server.database;
    const reads = async () =>
      (
        await worker.query<{ operation: string; employees: string[]; n: number | null; file: boolean }>(
          `SELECT operation, employees, number AS n, is_export AS file FROM pay_read WHERE tenant_id = $1 ORDER BY created_at, id`,
          [tenantId],
        )
      ).rows.map(({ operation, employees: ids, n, file }) =>
        [operation, file ? 'file' : String(n), ...(ids.includes(pia) ? ['Pia'] : [])].join(' '),
      );
    const award = await done('POST', '/api/comp/award', awardOf({ amount: '70.00' }));
    const [deferred] = (await done('GET', '/api/comp/deferred')).pageData;
    const before = (await reads()).length;
    const pay = { rowVersion: award.rowVersion, payDate: '2026-03-01' };
    for (const _ of [1, 2]) {
      const answer = await server.call(head.token, tenantId, {
        method: 'POST',
        url: `/api/comp/award/${award.id}/pay`,
        payload: pay,
        headers: { 'idempotency-key': 'pay-once' },
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const person = `/api/comp/employee/${pia}`;
    const payReads = [
      [`/api/comp/award?EmployeeId=${pia}`, 'listAwards 1 Pia'],
      [`/api/comp/award/${award.id}`, 'getAward 1 Pia'],
      ['/api/comp/award?format=csv', 'listAwards file Pia'],
      [`/api/comp/deferred?EmployeeId=${pia}`, 'listDeferredAwards 1 Pia'],
      [`/api/comp/deferred/${deferred!.id}`, 'getDeferredAward 1'],
      ['/api/comp/deferred?format=excel', 'listDeferredAwards file Pia'],
      ['/api/comp/deferred/roll-forward?from=2025-01-01&to=2025-12-31', 'getDeferredRollForward 2 Pia'],
      [`${person}/compensations`, 'listEmployeeCompensations 1 Pia'],
      [`${person}/compensations?format=csv`, 'listEmployeeCompensations file Pia'],
      [`${person}/compensations/type`, 'chartCompensationsByType 1 Pia'],
      ['/api/comp/employee/employeesCompExport?format=csv', 'listCompensations file Pia'],
      [`${person}/pdf`, 'printCompEmployee file Pia'],
    ] as const;
    for (const [url] of payReads)
      expect((await server.call(head.token, tenantId, { method: 'GET', url })).statusCode, url).toBe(200);
    expect((await reads()).slice(before)).toEqual([
      'payAward 1 Pia',
      'payAward 1 Pia',
      ...payReads.map(([, row]) => row),
    ]);
  });

  it('aren’t disclosed by a repeated write after the access ended', async () => {
    const former = await server.person(tenantId, { comp: 'administrator' });
    await grantPayAccess(server, tenantId, former, 'ALL');
    const award = await done('POST', '/api/comp/award', awardOf({ amount: '80.00', performanceYear: 2024 }));
    const pay = () =>
      server.call(former.token, tenantId, {
        method: 'POST',
        url: `/api/comp/award/${award.id}/pay`,
        payload: { RowVersion: award.rowVersion, PayDate: '2026-03-01' },
        headers: { 'idempotency-key': 'pay-and-leave' },
      });
    expect([(await pay()).statusCode, (await pay()).statusCode]).toEqual([200, 200]);
    const owner = new pg.Client({ connectionString: server.database.url });
    await owner.connect();
    await owner.query(`UPDATE pay_access SET status = 'END' WHERE person_id = $1`, [former.personId]);
    await owner.end();
    expect((await pay()).statusCode).toBe(403);
  });

  it('are hidden without pay access in tables, audit log and calls', async () => {
    const counts = await server.withTenant(
      { tenantId, personId: blind.personId, now: server.now.toISOString() },
      (tx) =>
        tx.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM award UNION ALL SELECT count(*)::int FROM deferred_award
         UNION ALL SELECT count(*)::int FROM deferred_tranche UNION ALL SELECT count(*)::int FROM deferred_entry
         UNION ALL SELECT count(*)::int FROM activity WHERE object_type IN ('award', 'deferredAward')`,
        ),
    );
    expect(counts.map(({ n }) => n)).toEqual([0, 0, 0, 0, 0]);
    expect((await refusal(as(blind).saveAward({ body: awardOf() }))).status).toBe(404);
    expect((await as(blind).listDeferredAwards()).pageData).toEqual([]);
  });

  it('need a confirmation of a last day of employment before them, also from people who can’t see them', async () => {
    const kim = { firstName: 'Kim', lastName: 'Early', hireDate: '2010-01-01', isPayRestricted: false };
    const { id, rowVersion } = await done('POST', '/api/comp/employee', kim);
    const employee = { id };
    for (const awardDate of ['2014-02-15', '2016-02-15', '2016-03-15'])
      await as(head).saveAward({ body: awardOf({ employee, awardDate, performanceYear: 2014 }) });
    const params = { id };
    const leave = { terminationReason: 'Left', terminationDate: '2015-09-30', leaverKind: 'GOOD' } as const;
    const terminate = (person: TestPerson, warningsConfirmed = false) =>
      as(person).terminateCompEmployee({ params, body: { ...leave, rowVersion, warningsConfirmed } });
    const warning = (text: string) => [
      {
        code: 'WARNINGS_NOT_CONFIRMED',
        path: 'TerminationDate',
        message: `${text} Check the last day of employment, or confirm it to save the leaving.`,
      },
    ];
    expect((await refusal(terminate(head))).errors).toEqual(
      warning('2 pay records are dated after 09/30/2015: 2 awards.'),
    );
    expect((await refusal(terminate(blind))).errors).toEqual(
      warning('Pay records that you can’t see are dated after 09/30/2015.'),
    );
    const ended = await terminate(head, true);
    expect(ended).toMatchObject({ terminationDate: '2015-09-30' });
    // A correction of the reason asks nothing, and one of the day does.
    const correct = (terminationDate: string, version: number) =>
      as(head).correctCompLeaving({
        params,
        body: { ...leave, terminationReason: 'Retired', terminationDate, rowVersion: version },
      });
    const retired = await correct(leave.terminationDate, ended.rowVersion);
    const earlier = correct('2013-09-30', retired.rowVersion);
    expect((await refusal(earlier)).errors).toEqual(warning('3 pay records are dated after 09/30/2013: 3 awards.'));
    expect(await correct('2016-12-31', retired.rowVersion)).toMatchObject({
      terminationDate: '2016-12-31',
    });
  });

  it('prevent a correction of the leaving day while they are settled on it, but not of the leaver type', async () => {
    const params = { id: pia };
    const leave = { terminationReason: 'Left', terminationDate: '2026-09-30', leaverKind: 'BAD' } as const;
    const { rowVersion } = await as(head).getCompEmployee({ params });
    const ended = await as(head).terminateCompEmployee({ params, body: { rowVersion, ...leave } });
    const tranches = [{ vestDate: '2027-03-01', percent: '100', payDate: '2027-03-15' }];
    const terms = { grantDate: '2026-03-01', amount: '1000.00', currency: { id: usd }, tranches };
    const { id } = await as(head).grantDeferredAward({ body: { ...terms, employee: params } });
    const settlement = { employeeId: pia, on: leave.terminationDate, treatment: 'FORFEIT', reason: 'Left' } as const;
    await as(head).settleLeaver({ body: settlement });
    const right = { terminationReason: 'Retired', terminationDate: '2026-08-31', leaverKind: 'GOOD' } as const;
    const correct = (body: typeof right | (Omit<typeof leave, 'leaverKind'> & { readonly leaverKind: 'GOOD' })) =>
      as(head).correctCompLeaving({ params, body: { rowVersion: ended.rowVersion, ...body } });
    expect((await refusal(correct(right))).errors).toMatchObject([
      {
        code: 'BUILT_UPON',
        path: 'TerminationDate',
        message: expect.stringContaining('deferred award forfeited on 09/30/2026'),
      },
    ]);
    expect(await correct({ ...leave, leaverKind: 'GOOD' })).toMatchObject({
      leaverKind: 'Good leaver',
      terminationDate: '2026-09-30',
    });
    const { entries, rowVersion: version } = await as(head).getDeferredAward({ params: { id } });
    const forfeit = { rowVersion: version, entryId: entries.at(-1)!.id, on: '2026-09-30', reason: 'Wrong day' };
    await as(head).reverseDeferredEntry({ params: { id }, body: forfeit });
    const before = await as(head).getCompEmployee({ params });
    const corrected = await as(head).correctCompLeaving({
      params,
      body: { ...right, rowVersion: before.rowVersion },
    });
    expect(corrected).toMatchObject({ leaverKind: 'Good leaver', terminationDate: '2026-08-31' });
    const { employment } = await as(head).getCompEmployee({ params });
    expect(
      employment.slice(-3).map(({ eventDate, reason, isCorrected }) => [eventDate, reason, isCorrected]),
      'before and after',
    ).toEqual([
      ['2026-01-01', 'Asked back', false],
      ['2026-08-31', 'Retired', false],
      ['2026-09-30', 'Left', true],
    ]);
    // Salary is earned until the corrected day: 96,000.00 x 243/365.
    const years = await as(head).listEmployeeCompensations({ params });
    expect(years.pageData.find(({ year }) => year === 2026)).toMatchObject({ salaryEarned: '63912.33' });
    // A planned rehire and its reversal leave the leaver type as it was.
    const plan = { rehireReason: 'Asked back', rehireDate: '2027-01-01' };
    const planned = await as(head).rehireCompEmployee({ params, body: { rowVersion: corrected.rowVersion, ...plan } });
    const undone = { rowVersion: planned.rowVersion, terminationReason: 'No', terminationDate: '2026-08-31' };
    const asBefore = { leaverKind: 'Good leaver', terminationDate: '2026-08-31', rehireDate: null };
    const reversed = { ...undone, leaverKind: 'BAD' } as const;
    expect(await as(head).terminateCompEmployee({ params, body: reversed })).toMatchObject(asBefore);
  });
});
