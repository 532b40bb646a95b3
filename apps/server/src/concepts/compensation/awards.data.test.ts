import { insertPayAccess } from '@carrara/adapters/postgres/compensation/payAccess';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      insertPayAccess(tx, 'startPayAccess', {
        id: newId(),
        personId: head.personId,
        kind: 'ALL',
        employees: [],
        offices: [],
        titles: [],
        reason: 'Test',
        endsOn: null,
        status: 'ACTIVE',
      }),
    );
    const employee = { FirstName: 'Pia', LastName: 'Test', HireDate: '2020-01-01', IsPayRestricted: false };
    pia = (await done('POST', '/api/comp/employee', employee)).Id;
  }, 60_000);
  afterAll(() => server.stop());

  it('are paid, cancelled and taken back, and what is settled is not written over', async () => {
    const url = '/api/comp/award';
    const award = await done('POST', url, awardOf());
    expect(award.Status.Code).toBe('AWARDED');
    const early = await call('POST', `${url}/${award.Id}/pay`, { RowVersion: award.RowVersion, PayDate: '2026-02-14' });
    expect(early.body.Errors).toMatchObject([{ Code: 'PAID_BEFORE_AWARDED', Path: 'PayDate' }]);
    const paid = await done('POST', `${url}/${award.Id}/pay`, { RowVersion: award.RowVersion, PayDate: '2026-03-01' });
    expect(paid.Status.Code).toBe('PAID');
    const over = awardOf({ Id: paid.Id, RowVersion: paid.RowVersion, Amount: '1.00' });
    expect((await call('POST', url, over)).body.Errors).toMatchObject([{ Code: 'WRONG_STATE' }]);
    expect((await call('DELETE', `${url}/${paid.Id}`)).body.Errors).toMatchObject([{ Code: 'WRONG_STATE' }]);
    const back = { RowVersion: paid.RowVersion, Comment: 'Paid twice' };
    expect((await done('POST', `${url}/${paid.Id}/reverse`, back)).Amount).toBe('-50000.00');
    expect((await call('POST', `${url}/${paid.Id}/reverse`, back)).body.Errors).toMatchObject([{ Code: 'DUPLICATE' }]);
    const other = await done('POST', url, awardOf({ Amount: '10.00' }));
    const cancelled = await done('POST', `${url}/${other.Id}/cancel`, { RowVersion: 1, Comment: 'Withdrawn' });
    expect(cancelled.Status.Code).toBe('CANC');
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
    const taken = { RowVersion: vested.RowVersion, On: '2025-06-30', Reason: 'Wrong tranche' };
    const vest = { ...taken, EntryId: vested.Entries[3]!.Id };
    expect((await call('POST', `${url}/${Id}/reverse`, vest)).body.Errors).toMatchObject([{ Code: 'BUILT_UPON' }]);
    const leaver = { EmployeeId: pia, On: '2025-12-31', Treatment: 'FORFEIT', Reason: 'Resigned' };
    const ahead = await call('POST', `${url}/leaver`, { ...leaver, On: '2099-12-31' });
    expect(ahead.body.Errors).toMatchObject([{ Code: 'VESTS_AHEAD', Path: 'On' }]);
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
