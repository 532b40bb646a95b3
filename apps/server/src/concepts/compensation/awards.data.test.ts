import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givePayAccess } from '../../testing/givePayAccess.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

describe('awards and deferred awards', () => {
  let server: TestServer;
  let tenantId: string;
  let usd: string;
  let bonus: string;
  let head: TestPerson;
  let blind: TestPerson;
  let pia: string;

  interface Answer {
    readonly Id: string;
    readonly RowVersion: number;
    readonly Status: { readonly Code: string };
    readonly Amount: string;
    readonly Entries: readonly {
      readonly Id: string;
      readonly What: string;
      readonly Amount: string;
      readonly On: string;
    }[];
    readonly PageData: readonly Answer[];
    readonly Totals: readonly object[];
    readonly Errors: readonly { readonly Code: string; readonly Path: string }[];
  }
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, person = head) => {
    const answer = await server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, text: answer.body, body: answer.json<Answer>() };
  };
  const done = async (...args: Parameters<typeof call>) => {
    const answer = await call(...args);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const awardOf = (more: object = {}) => ({
    Employee: { Id: pia },
    PerformanceYear: 2025,
    PayType: { Id: bonus },
    Amount: '50000.00',
    Currency: { Id: usd },
    AwardDate: '2026-02-15',
    ...more,
  });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    bonus = await server.referenceEntry(tenantId, 'pay-type', 'BONUS', 'BONUS');
    head = await server.person(tenantId, { comp: 'administrator' });
    blind = await server.person(tenantId, { comp: 'administrator' });
    await givePayAccess(server, tenantId, head, 'ALL');
    const employee = { FirstName: 'Pia', LastName: 'Test', HireDate: '2020-01-01', IsPayRestricted: false };
    pia = (await done('POST', '/api/comp/employee', employee)).Id;
  });
  afterAll(() => server.stop());

  it('are paid, canceled and taken back, and what is settled is not written over', async () => {
    const url = '/api/comp/award';
    const award = await done('POST', url, awardOf());
    expect(award.Status.Code).toBe('AWARDED');
    const early = await call('POST', `${url}/${award.Id}/pay`, { RowVersion: award.RowVersion, PayDate: '2026-02-14' });
    expect(early.body.Errors).toMatchObject([{ Code: 'PAID_BEFORE_AWARDED', Path: 'PayDate' }]);
    const ahead = await call('POST', `${url}/${award.Id}/pay`, { RowVersion: award.RowVersion, PayDate: '2099-03-01' });
    expect(ahead.body.Errors).toMatchObject([
      { Code: 'DATE_TOO_LATE', Path: 'PayDate', Message: 'Enter payments up to today only.' },
    ]);
    const paid = await done('POST', `${url}/${award.Id}/pay`, { RowVersion: award.RowVersion, PayDate: '2026-03-01' });
    expect(paid.Status.Code).toBe('PAID');
    const over = awardOf({ Id: paid.Id, RowVersion: paid.RowVersion, Amount: '1.00' });
    expect((await call('POST', url, over)).body.Errors).toMatchObject([{ Code: 'WRONG_STATE' }]);
    expect((await call('DELETE', `${url}/${paid.Id}`)).body.Errors).toMatchObject([{ Code: 'WRONG_STATE' }]);
    const back = { RowVersion: paid.RowVersion, Comment: 'Paid twice' };
    const both = await Promise.all([0, 1].map(() => call('POST', `${url}/${paid.Id}/reverse`, back)));
    expect(both.map(({ status }) => status).toSorted((status, other) => status - other)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 200)?.body.Amount).toBe('-50000.00');
    expect((await call('POST', `${url}/${paid.Id}/reverse`, back)).body.Errors).toMatchObject([{ Code: 'DUPLICATE' }]);
    const other = await done('POST', url, awardOf({ Amount: '10.00' }));
    const canceled = await done('POST', `${url}/${other.Id}/cancel`, { RowVersion: 1, Comment: 'Withdrawn' });
    expect(canceled.Status.Code).toBe('CANC');
    const salary = await server.referenceEntry(tenantId, 'pay-type', 'SALARY', 'SALARY');
    const wrong = await call('POST', url, awardOf({ PayType: { Id: salary } }));
    expect(wrong.body.Errors).toMatchObject([{ Code: 'NOT_AN_AWARD', Path: 'PayType' }]);
  });

  it('are granted in tranches, vest and are paid as due, are forfeited by who leaves, and roll forward', async () => {
    const url = '/api/comp/deferred';
    const tranche = (year: number, Percent: string) => ({
      VestDate: `${year}-03-01`,
      Percent,
      PayDate: `${year}-03-15`,
    });
    const grant = (tranches: readonly object[]) => ({
      Employee: { Id: pia },
      GrantDate: '2023-03-01',
      Amount: '10000.00',
      Currency: { Id: usd },
      Tranches: tranches,
    });
    const short = await call('POST', url, grant([tranche(2024, '99.99')]));
    expect(short.body.Errors).toMatchObject([{ Code: 'TRANCHES_NOT_100', Path: 'Tranches' }]);
    const thirds = [tranche(2024, '33.34'), tranche(2025, '33.33'), tranche(2030, '33.33')];
    const { Id } = await done('POST', url, grant(thirds));
    await done('POST', `${url}/due`, { Until: '2025-06-30' });
    expect((await done('POST', `${url}/due`, { Until: '2025-06-30' })).PageData).toEqual([]);
    const vested = await done('GET', `${url}/${Id}`);
    expect(vested.Entries.map(({ What, Amount, On }) => `${On} ${What} ${Amount}`)).toEqual([
      '2023-03-01 Granted 10000.00',
      '2024-03-01 Vested 3334.00',
      '2024-03-15 Paid 3334.00',
      '2025-03-01 Vested 3333.00',
      '2025-03-15 Paid 3333.00',
    ]);
    const request = { RowVersion: vested.RowVersion, On: '2025-06-30', Reason: 'Wrong tranche' };
    const vest = { ...request, EntryId: vested.Entries[3]!.Id };
    expect((await call('POST', `${url}/${Id}/reverse`, vest)).body.Errors).toMatchObject([{ Code: 'BUILT_UPON' }]);
    const leaver = { EmployeeId: pia, On: '2025-12-31', Treatment: 'FORFEIT', Reason: 'Resigned' };
    const ahead = await call('POST', `${url}/leaver`, { ...leaver, On: '2099-12-31' });
    expect(ahead.body.Errors).toMatchObject([{ Code: 'DATE_TOO_LATE', Path: 'On' }]);
    expect((await done('POST', `${url}/leaver`, leaver)).PageData).toMatchObject([{ Id, Entries: 1 }]);
    const rolled = await done('GET', `${url}/roll-forward?from=2025-01-01&to=2025-12-31`);
    expect(rolled.Totals).toEqual([
      {
        Currency: 'USD',
        Opening: '6666.00',
        Granted: '0.00',
        Paid: '3333.00',
        Forfeited: '3333.00',
        Closing: '0.00',
        Vested: '0.00',
      },
    ]);
  });

  it('make years of pay, the same to the cent on the profile, in Excel, CSV, PDF and the file of everybody [U-T-011]', async () => {
    const salary = {
      Employee: { Id: pia },
      EffectiveDate: '2024-01-01',
      Amount: '10000.00',
      Currency: { Id: usd },
      Frequency: { Code: 'MONTHLY' },
      FtePercent: '80',
      Reason: 'Change of hours',
    };
    expect(await done('POST', '/api/comp/salary', salary)).toMatchObject({ Reason: 'Change of hours' });
    const url = `/api/comp/employee/${pia}/compensations`;
    const years = (await done('GET', url)).PageData as unknown as readonly Readonly<Record<string, unknown>>[];
    expect(
      years.map((row) => [row['Year'], row['BaseSalary'], row['Bonus'], row['TotalCash'], row['NotDetermined']]),
    ).toEqual([
      [2026, '96000.00', '0.00', '96000.00', []],
      // Awards that were paid and reversed add up to zero, and canceled ones don't count.
      [2025, '96000.00', '0.00', '96000.00', []],
      [2024, '96000.00', '0.00', '96000.00', []],
      [2023, null, '0.00', null, expect.arrayContaining([expect.objectContaining({ Code: 'NO_SALARY' })])],
    ]);
    const [ofGrant] = years.filter((row) => row['Year'] === 2023);
    expect(ofGrant).toMatchObject({ DeferredGranted: '10000.00', TotalCompensation: null });
    const read = async (address: string) => server.call(head.token, tenantId, { method: 'GET', url: address });
    const figures = years.map((row) => [row['TotalCash'], row['TotalCompensation'], row['SalaryEarned']].map(String));
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
    const parts = (await done('GET', `${url}/type`)) as unknown as { readonly Parts: readonly object[] };
    expect(parts.Parts).toContainEqual({ Year: 2025, Currency: 'USD', Name: 'Base salary', Amount: '96000.00' });
    expect((await call('GET', url, undefined, blind)).status).toBe(404);
    expect((await call('GET', `/api/comp/employee/${pia}/pdf`, undefined, blind)).status).toBe(404);
    expect((await done('GET', '/api/comp/employee/employeesCompExport')).PageData).toHaveLength(years.length);
    expect((await call('GET', '/api/comp/employee/employeesCompExport', undefined, blind)).body.PageData).toEqual([]);
  });

  it('are settled with the termination, which a rehire takes back without them [U-T-060]', async () => {
    const other = { FirstName: 'Lou', LastName: 'Test', HireDate: '2020-01-01', IsPayRestricted: false };
    const lou = await done('POST', '/api/comp/employee', other);
    const tranches = [{ VestDate: '2027-03-01', Percent: '100', PayDate: '2027-03-15' }];
    const terms = { GrantDate: '2026-03-01', Amount: '1000.00', Currency: { Id: usd }, Tranches: tranches };
    const { Id } = await done('POST', '/api/comp/deferred', { ...terms, Employee: { Id: lou.Id } });
    const url = `/api/comp/employee/${lou.Id}`;
    const leaving = { TerminationReason: 'Resigned', LeaverKind: 'BAD', DeferredTreatment: 'FORFEIT' };
    const ahead = { ...leaving, RowVersion: lou.RowVersion, TerminationDate: '2026-12-31' };
    expect((await call('POST', `${url}/terminate`, ahead)).body.Errors).toMatchObject([
      { Code: 'DATE_TOO_LATE', Path: 'DeferredTreatment' },
    ]);
    // A person without access to the pay may end the employment, without deciding on deferred awards.
    const unseen = { ...leaving, RowVersion: lou.RowVersion, TerminationDate: '2026-09-30' };
    expect((await call('POST', `${url}/terminate`, unseen, blind)).status).toBe(404);
    const left = (await done('POST', `${url}/terminate`, unseen)) as unknown as {
      readonly LeaverKind: string;
      readonly RowVersion: number;
    };
    expect(left).toMatchObject({ LeaverKind: 'Bad leaver', TerminationDate: '2026-09-30' });
    expect((await done('GET', `/api/comp/deferred/${Id}`)).Entries.map(({ What }) => What)).toEqual([
      'Granted',
      'Forfeited',
    ]);
    const again = { RowVersion: left.RowVersion, RehireReason: 'Asked back', RehireDate: '2026-10-01' };
    expect(await done('POST', `${url}/rehire`, again)).toMatchObject({ LeaverKind: null, TerminationDate: null });
    expect((await done('GET', '/api/comp/employee/navigation-list')) as unknown).toHaveLength(2);
  });

  it('leave one row each in the log of reads, which tells whose, of a write with a key and of its repeat too', async () => {
    const { worker } = server.database;
    const reads = async () =>
      (
        await worker.query<{ operation: string; of: string[]; n: number | null; file: boolean }>(
          `SELECT operation, employees AS of, number AS n, is_export AS file FROM pay_read WHERE tenant_id = $1 ORDER BY created_at, id`,
          [tenantId],
        )
      ).rows.map(({ operation, of: ids, n, file }) =>
        [operation, file ? 'file' : String(n), ...(ids.includes(pia) ? ['Pia'] : [])].join(' '),
      );
    const award = await done('POST', '/api/comp/award', awardOf({ Amount: '70.00' }));
    const [deferred] = (await done('GET', '/api/comp/deferred')).PageData;
    const before = (await reads()).length;
    const pay = { RowVersion: award.RowVersion, PayDate: '2026-03-01' };
    for (const _ of [1, 2]) {
      const answer = await server.call(head.token, tenantId, {
        method: 'POST',
        url: `/api/comp/award/${award.Id}/pay`,
        payload: pay,
        headers: { 'idempotency-key': 'pay-once' },
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const person = `/api/comp/employee/${pia}`;
    const looks = [
      [`/api/comp/award?EmployeeId=${pia}`, 'listAwards 1 Pia'],
      [`/api/comp/award/${award.Id}`, 'getAward 1 Pia'],
      ['/api/comp/award?format=csv', 'listAwards file Pia'],
      [`/api/comp/deferred?EmployeeId=${pia}`, 'listDeferredAwards 1 Pia'],
      [`/api/comp/deferred/${deferred!.Id}`, 'getDeferredAward 1'],
      ['/api/comp/deferred?format=excel', 'listDeferredAwards file Pia'],
      ['/api/comp/deferred/roll-forward?from=2025-01-01&to=2025-12-31', 'getDeferredRollForward 2 Pia'],
      [`${person}/compensations`, 'listEmployeeCompensations 1 Pia'],
      [`${person}/compensations?format=csv`, 'listEmployeeCompensations file Pia'],
      [`${person}/compensations/type`, 'chartCompensationsByType 1 Pia'],
      ['/api/comp/employee/employeesCompExport?format=csv', 'listCompensations file Pia'],
      [`${person}/pdf`, 'printCompEmployee file Pia'],
    ] as const;
    for (const [url] of looks)
      expect((await server.call(head.token, tenantId, { method: 'GET', url })).statusCode, url).toBe(200);
    expect((await reads()).slice(before)).toEqual(['payAward 1 Pia', 'payAward 1 Pia', ...looks.map(([, row]) => row)]);
  });

  it('are not disclosed by a repeated write once the access has ended', async () => {
    const former = await server.person(tenantId, { comp: 'administrator' });
    await givePayAccess(server, tenantId, former, 'ALL');
    const award = await done('POST', '/api/comp/award', awardOf({ Amount: '80.00' }));
    const pay = () =>
      server.call(former.token, tenantId, {
        method: 'POST',
        url: `/api/comp/award/${award.Id}/pay`,
        payload: { RowVersion: award.RowVersion, PayDate: '2026-03-01' },
        headers: { 'idempotency-key': 'pay-and-leave' },
      });
    expect([(await pay()).statusCode, (await pay()).statusCode]).toEqual([200, 200]);
    const owner = new pg.Client({ connectionString: server.database.url });
    await owner.connect();
    await owner.query(`UPDATE pay_access SET status = 'END' WHERE person_id = $1`, [former.personId]);
    await owner.end();
    expect((await pay()).statusCode).toBe(403);
  });

  it('are out of sight without access to that pay, in tables, trail and calls', async () => {
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
    expect((await call('POST', '/api/comp/award', awardOf(), blind)).status).toBe(404);
    expect((await call('GET', '/api/comp/deferred', undefined, blind)).body.PageData).toEqual([]);
  });
});
