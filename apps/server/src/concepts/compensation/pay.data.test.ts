import { startPayAccess } from '@carrara/adapters/postgres/compensation/payAccess/startPayAccess';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { PayAccessKind } from '@carrara/domain/compensation/access';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sealLogs } from '../../jobs/sealLogs.ts';
import { givePayAccess } from '../../testing/givePayAccess.ts';
import { startMailReceiver } from '../../testing/mailReceiver.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

/** Reporting lines of a firm of twelve. */
const managers: Readonly<Record<string, string | null>> = {
  Ann: null,
  Ben: 'Ann',
  Cid: 'Ann',
  Dee: 'Ben',
  Eli: 'Ben',
  Fay: 'Cid',
  Gus: 'Dee',
  Hal: 'Dee',
  Ivy: 'Fay',
  Jon: 'Fay',
  Kim: 'Gus',
  Lou: 'Ann',
};
const restricted = ['Ann', 'Hal'];
const everybody = Object.keys(managers);

/** Returns the fields of a user that a save accepts. */
const savedOf = (user: object) => {
  const { Id, RowVersion, FirstName, LastName, Email, Username, IsInactive, Roles } = user as Record<string, unknown>;
  return { Id, RowVersion, FirstName, LastName, Email, Username, IsInactive, Roles };
};

describe('pay', () => {
  let server: TestServer;
  let tenantId: string;
  let usd: string;
  let head: TestPerson;
  let second: TestPerson;
  let officer: TestPerson;
  let ben: TestPerson;
  let administrator: TestPerson;
  const employees = new Map<string, string>();

  const call = async <T>(person: TestPerson, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const answer = await server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, text: answer.body, body: answer.json<T>() };
  };
  const give = (person: TestPerson, kind: PayAccessKind) => givePayAccess(server, tenantId, person, kind);
  interface Row {
    readonly Id: string;
    readonly Name: string;
    readonly PaidRate: string;
    readonly RowVersion: number;
  }
  const seen = async (person: TestPerson) =>
    (await call<{ PageData: Row[] }>(person, 'GET', '/api/comp/salary?PageSize=100')).body.PageData.map(({ Name }) =>
      Name.replace(' Test', ''),
    ).toSorted();
  const idOf = (name: string) => employees.get(name) ?? '';
  const salaryOf = (name: string, more: object = {}) => ({
    Employee: { Id: idOf(name) },
    EffectiveDate: '2025-01-01',
    Amount: '10000.00',
    Currency: { Id: usd },
    Frequency: { Code: 'MONTHLY' },
    FtePercent: '100',
    ...more,
  });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    const people = await Promise.all([
      server.person(tenantId, { comp: 'administrator' }),
      server.person(tenantId, { comp: 'editor' }),
      server.person(tenantId, { comp: 'editor' }),
      server.person(tenantId, { comp: 'editor' }),
      server.person(tenantId, { comp: 'administrator', carry: 'administrator' }),
    ]);
    [head, second, officer, ben, administrator] = people as [
      TestPerson,
      TestPerson,
      TestPerson,
      TestPerson,
      TestPerson,
    ];
    await give(head, 'ALL');
    await give(second, 'ALL');
    await give(officer, 'ALL_BUT_RESTRICTED');
    await give(ben, 'REPORTS');
    for (const [name, manager] of Object.entries(managers)) {
      const saved = await call<{ Id: string }>(head, 'POST', '/api/comp/employee', {
        FirstName: name,
        LastName: 'Test',
        HireDate: '2020-01-01',
        Manager: manager && { Id: idOf(manager) },
        IsPayRestricted: restricted.includes(name),
        User: name === 'Ben' ? { Id: ben.personId } : null,
      });
      expect(saved.status, saved.text).toBe(200);
      employees.set(name, saved.body.Id);
    }
    for (const name of everybody) {
      const saved = await call(head, 'POST', '/api/comp/salary', salaryOf(name));
      expect(saved.status, saved.text).toBe(200);
    }
  });
  afterAll(() => server.stop());

  it('is seen by access alone: by all, all but the restricted, the reports of a manager, and by no administrator', async () => {
    expect(await seen(head)).toEqual(everybody.toSorted());
    expect(await seen(officer)).toEqual(everybody.filter((name) => !restricted.includes(name)).toSorted());
    // Visible are neither Ben himself, nor Ann above, nor Cid and Lou next to him. Hal is restricted.
    expect(await seen(ben)).toEqual(['Dee', 'Eli', 'Gus', 'Kim']);
    expect(await seen(administrator)).toEqual([]);
    const file = await server.call(ben.token, tenantId, { method: 'GET', url: '/api/comp/salary?format=csv' });
    expect(file.body.match(/ Test/g)).toHaveLength(4);
  });

  it('is offered to be entered for those whose pay is seen, and never for oneself', async () => {
    const payable = async (person: TestPerson) =>
      (
        await call<{ PageData: Row[] }>(person, 'GET', '/api/comp/employee/directory?payable=true&PageSize=100')
      ).body.PageData.map(({ Name }) => Name.replace(' Test', '')).toSorted();
    expect(await payable(head)).toEqual(everybody.toSorted());
    expect(await payable(officer)).toEqual(everybody.filter((name) => !restricted.includes(name)).toSorted());
    expect(await payable(ben)).toEqual(['Dee', 'Eli', 'Gus', 'Kim']);
    expect(await payable(administrator)).toEqual([]);
  });

  it('keeps an employee from being deleted, which is said beforehand to those who see it', async () => {
    const canDelete = async (person: TestPerson, name: string) =>
      (await call<{ CanDelete: boolean }>(person, 'GET', `/api/comp/employee/${idOf(name)}`)).body.CanDelete;
    expect(await canDelete(head, 'Lou')).toBe(false);
    // The flag must not reveal pay to a reader without access. The database still refuses the deletion.
    expect(await canDelete(administrator, 'Lou')).toBe(true);
    // Gus reports to Dee.
    expect(await canDelete(administrator, 'Dee')).toBe(false);
  });

  it('answers nothing of itself to the database role for a person without access', async () => {
    const context = { tenantId, personId: administrator.personId, now: server.now.toISOString() };
    const counts = await server.withTenant(context, (tx) =>
      tx.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM salary UNION ALL SELECT count(*)::int FROM activity WHERE object_type = 'salary'
         UNION ALL SELECT count(*)::int FROM pay_read`,
      ),
    );
    expect(counts.map(({ n }) => n)).toEqual([0, 0, 0]);
    const activity = await call<{ TotalItemCount: number }>(
      administrator,
      'GET',
      `/api/activity/container/${idOf('Dee')}`,
    );
    expect(activity.text).not.toContain('120000');
    const nobody = { ...context, personId: null };
    expect(await server.withTenant(nobody, (tx) => tx.query('SELECT FROM salary'))).toEqual([]);
  });

  it('is out of sight as if it were not there, and written by nobody for oneself or unseen', async () => {
    const [row] = (await call<{ PageData: Row[] }>(head, 'GET', '/api/comp/salary?searchQuery=Ann')).body.PageData;
    expect((await call(officer, 'GET', `/api/comp/salary/${row?.Id}`)).status).toBe(404);
    const hidden = await call<{ Message: string }>(
      officer,
      'POST',
      '/api/comp/salary',
      salaryOf('Ann', { EffectiveDate: '2025-06-01' }),
    );
    expect([hidden.status, hidden.body]).toMatchObject([
      404,
      { Message: 'You don’t have access to this employee’s pay, or there is no such employee.' },
    ]);
    const own = { ...salaryOf('Ben'), EffectiveDate: '2025-06-01' };
    expect((await call<{ Errors: object[] }>(ben, 'POST', '/api/comp/salary', own)).body.Errors).toMatchObject([
      { Code: 'OWN_PAY' },
    ]);
    expect(await seen(head)).toHaveLength(12);
  });

  it.each([
    [{ EffectiveDate: '2019-12-31' }, 'SALARY_BEFORE_HIRE', 'EffectiveDate'],
    [{ FtePercent: '101' }, 'FTE_RANGE', 'FtePercent'],
    [{ FtePercent: '0' }, 'FTE_RANGE', 'FtePercent'],
    [{ Frequency: { Code: 'HOURLY' }, EffectiveDate: '2025-02-01' }, 'HOURS_REQUIRED', 'HoursAWeek'],
    [{}, 'DUPLICATE', 'EffectiveDate'],
  ])('is refused beside its field: %j', async (more, code, path) => {
    const answer = await call<{ Errors: { Code: string; Path: string }[] }>(
      head,
      'POST',
      '/api/comp/salary',
      salaryOf('Dee', more),
    );
    expect([answer.status >= 400, answer.body.Errors]).toMatchObject([true, [{ Code: code, Path: path }]]);
  });

  it('is told all that is wrong with it together', async () => {
    const wrong = salaryOf('Dee', { EffectiveDate: '2019-12-31', FtePercent: '101' });
    const answer = await call<{ Errors: object[] }>(head, 'POST', '/api/comp/salary', wrong);
    expect(answer.body.Errors).toMatchObject([
      { Code: 'SALARY_BEFORE_HIRE', Path: 'EffectiveDate' },
      { Code: 'FTE_RANGE', Path: 'FtePercent' },
    ]);
  });

  it('follows a move in the reporting line at once, which only who sees everybody can make, and never in a circle', async () => {
    const lou = (await call<Row>(head, 'GET', `/api/comp/employee/${idOf('Lou')}`)).body;
    const moved = { ...lou, Manager: { Id: idOf('Dee') } };
    const body = (value: object, RowVersion: number) => ({
      Id: idOf('Lou'),
      RowVersion,
      FirstName: 'Lou',
      LastName: 'Test',
      HireDate: '2020-01-01',
      IsPayRestricted: false,
      ...value,
    });
    const refused = await call(officer, 'POST', '/api/comp/employee', body({ Manager: moved.Manager }, lou.RowVersion));
    expect(refused.status).toBe(403);
    const done = await call<Row>(head, 'POST', '/api/comp/employee', body({ Manager: moved.Manager }, lou.RowVersion));
    expect(done.status, done.text).toBe(200);
    expect(await seen(ben)).toEqual(['Dee', 'Eli', 'Gus', 'Kim', 'Lou']);
    const dee = (await call<Row>(head, 'GET', `/api/comp/employee/${idOf('Dee')}`)).body;
    const circle = await call<{ Errors: object[] }>(head, 'POST', '/api/comp/employee', {
      ...body({ Manager: { Id: idOf('Lou') } }, dee.RowVersion),
      Id: idOf('Dee'),
      FirstName: 'Dee',
    });
    expect(circle.body.Errors).toMatchObject([{ Code: 'MANAGER_CYCLE', Path: 'Manager' }]);
    // Two concurrent saves can't do so either.
    const under = async (name: string, manager: string) => {
      const { RowVersion } = (await call<Row>(head, 'GET', `/api/comp/employee/${idOf(name)}`)).body;
      const save = { ...body({ Manager: { Id: idOf(manager) } }, RowVersion), Id: idOf(name), FirstName: name };
      return () => call(head, 'POST', '/api/comp/employee', save);
    };
    const both = [await under('Ivy', 'Jon'), await under('Jon', 'Ivy')];
    const statuses = (await Promise.all(both.map((save) => save()))).map(({ status }) => status);
    expect(statuses.toSorted((statuse, other) => statuse - other)).toEqual([200, 422]);
  });

  it('is given by one who sees everybody and confirmed by another, never to oneself, and is gone when it ends', async () => {
    interface Access {
      readonly Id: string;
      readonly RowVersion: number;
      readonly Status: { readonly Code: string };
    }
    const accessRequest = (person: TestPerson, Kind: string, more: object = {}) => ({
      PersonId: person.personId,
      Kind,
      Reason: 'Covers for the head',
      ...more,
    });
    const url = '/api/comp/pay-access';
    expect((await call(officer, 'POST', url, accessRequest(administrator, 'ALL'))).status).toBe(403);
    expect((await call(head, 'POST', url, accessRequest(head, 'ALL'))).status).toBe(403);
    expect((await call(head, 'POST', url, accessRequest(administrator, 'SELECTED'))).status).toBe(422);
    const granted = await call<Access>(
      head,
      'POST',
      url,
      accessRequest(administrator, 'SELECTED', { Employees: [idOf('Eli')] }),
    );
    expect([granted.status, granted.body.Status]).toMatchObject([200, { Code: 'ASKED' }]);
    expect(granted.body).toMatchObject({ PersonId: administrator.personId, AskedById: head.personId, Confirmers: 1 });
    const alone = await call(head, 'POST', url, accessRequest(second, 'REPORTS'));
    expect([alone.status, alone.body]).toMatchObject([422, { Errors: [{ Code: 'NO_CONFIRMER', Path: 'PersonId' }] }]);
    const step = (person: TestPerson, move: string, { Id, RowVersion }: Access) =>
      call<Access>(person, 'POST', `${url}/${Id}/${move}`, { RowVersion });
    expect((await step(head, 'confirm', granted.body)).status).toBe(403);
    expect((await step(administrator, 'confirm', granted.body)).status).toBe(403);
    expect(await seen(administrator)).toEqual([]);
    const waiting = async () =>
      (await call<{ Subject: string; ReadDate: string | null }[]>(second, 'GET', '/api/inbox')).body.filter(
        ({ Subject, ReadDate }) => Subject.includes('requested access') && ReadDate === null,
      ).length;
    const before = await waiting();
    // Of two answers at once, only one counts.
    const both = await Promise.all([step(second, 'confirm', granted.body), step(second, 'confirm', granted.body)]);
    const active = both.find(({ status }) => status === 200)!;
    expect(both.map(({ status }) => status).toSorted((status, other) => status - other)).toEqual([200, 409]);
    expect(active.body.Status).toMatchObject({ Code: 'ACTIVE' });
    expect(await waiting(), 'what is decided asks nobody any more').toBe(before - 1);
    expect(await seen(administrator)).toEqual(['Eli']);
    const why = (person: TestPerson, name: string) =>
      call<object>(head, 'GET', `${url}/why?personId=${person.personId}&employeeId=${idOf(name)}`);
    expect((await why(administrator, 'Eli')).body).toMatchObject({ Sees: true });
    expect((await why(ben, 'Hal')).body).toMatchObject({ Sees: false });
    expect((await call<{ PageData: object[] }>(ben, 'GET', url)).body.PageData).toHaveLength(1);
    await step(head, 'revoke', active.body);
    expect(await seen(administrator)).toEqual([]);
  });

  it('tells open screens that some pay has changed, and not whose', async () => {
    const { rows } = await server.database.worker.query<{ object_id: string }>(
      `SELECT DISTINCT object_id FROM outbox WHERE tenant_id = $1 AND link_type = 'Salary'`,
      [tenantId],
    );
    expect(rows).toEqual([{ object_id: '00000000-0000-0000-0000-000000000000' }]);
  });

  it('comes by no way round: neither by another link of a user, nor by an office, nor by the password of who has access', async () => {
    const london = await server.referenceEntry(tenantId, 'office', 'LON');
    const partner = await server.referenceEntry(tenantId, 'title', 'PTR');
    const kim = async () => (await call<Row>(head, 'GET', `/api/comp/employee/${idOf('Kim')}`)).body;
    const saving = async (person: TestPerson, more: object) => {
      const { RowVersion } = await kim();
      const body = { Id: idOf('Kim'), RowVersion, FirstName: 'Kim', LastName: 'Test', HireDate: '2020-01-01', ...more };
      return call<{ Errors?: object[] }>(person, 'POST', '/api/comp/employee', {
        Manager: { Id: idOf('Gus') },
        IsPayRestricted: false,
        ...body,
      });
    };
    const stranger = await server.person(await server.tenant(), { carry: 'viewer' });
    const foreign = await saving(head, { User: { Id: stranger.personId } });
    expect([foreign.status, foreign.body.Errors]).toMatchObject([404, [{ Code: 'NOT_FOUND', Path: 'User' }]]);
    expect((await saving(head, { User: { Id: second.personId } })).status).toBe(200);
    const own = await saving(second, { User: null });
    expect(own.body.Errors).toMatchObject([{ Code: 'LINK_TO_ONESELF', Path: 'User' }]);
    const unlink = await call<{ Errors: object[] }>(
      administrator,
      'POST',
      `/api/carry/portal-user/${idOf('Kim')}/unlink`,
      {},
    );
    expect([unlink.status, unlink.body.Errors]).toMatchObject([403, [{ Code: 'PAY_ACCESS_NOT_YOURS' }]]);
    expect(await seen(second)).not.toContain('Kim');
    expect((await saving(head, { User: null })).status).toBe(200);

    const selected = await server.person(tenantId, { comp: 'editor' });
    const { body: granted } = await call<Row>(head, 'POST', '/api/comp/pay-access', {
      PersonId: selected.personId,
      Kind: 'SELECTED',
      Offices: [london],
      Reason: 'Pays the office',
    });
    await call(second, 'POST', `/api/comp/pay-access/${granted.Id}/confirm`, { RowVersion: granted.RowVersion });
    const moved = await saving(selected, { User: null, Office: { Id: london } });
    expect([moved.status, moved.body.Errors]).toMatchObject([403, [{ Code: 'PAY_ACCESS_NOT_YOURS', Path: 'Office' }]]);
    expect(await seen(selected)).toEqual([]);
    expect((await saving(head, { User: null, Office: { Id: london } })).status).toBe(200);
    expect(await seen(selected)).toEqual(['Kim']);
    // A person whose pay isn't visible at their current office can still be saved, but no change brings their pay into
    // view.
    expect((await saving(head, { User: null, Office: { Id: london }, IsPayRestricted: true })).status).toBe(200);
    expect(await seen(selected)).toEqual([]);
    const still = { User: null, Office: { Id: london }, IsPayRestricted: true, Title: { Id: partner } };
    const unchanged = await saving(selected, still);
    expect([unchanged.status, unchanged.body.Errors]).toEqual([200, undefined]);
    expect(await seen(selected)).toEqual([]);
    expect((await saving(head, { User: null, Office: { Id: london } })).status).toBe(200);
    expect(await seen(selected)).toEqual(['Kim']);

    const payer = await server.person(tenantId, { comp: 'editor' });
    await give(payer, 'ALL_BUT_RESTRICTED');
    await server.database.worker.query('UPDATE person SET home_tenant_id = $1 WHERE id = ANY ($2)', [
      tenantId,
      [payer.personId, administrator.personId],
    ]);
    interface User {
      readonly RowVersion: number;
      readonly CanEditPerson: boolean;
    }
    const url = `/api/user/${payer.personId}`;
    const { body: user } = await call<User>(administrator, 'GET', url);
    expect(user.CanEditPerson).toBe(false);
    expect((await call<User>(head, 'GET', url)).body.CanEditPerson).toBe(true);
    const { CanEditPerson: _can, ...values } = user;
    const taking = async (more: object) =>
      (await call<{ Errors: object[] }>(administrator, 'POST', '/api/user', { ...savedOf(values), ...more })).body
        .Errors;
    for (const more of [{ Password: 'a long enough pass phrase 7' }, { Email: 'mine@example.test' }])
      expect(await taking(more)).toMatchObject([{ Code: 'PERSON_NOT_YOURS' }]);
    const factor = await call<{ Errors: object[] }>(administrator, 'POST', `${url}/second-factor/remove`, {});
    expect(factor.body.Errors).toMatchObject([{ Code: 'PERSON_NOT_YOURS' }]);
    // Pay access survives the removal of a membership.
    const gone = await call(administrator, 'DELETE', `${url}?rowVersion=${user.RowVersion}`);
    expect(gone.status, gone.text).toBe(200);
    const { Id: _id, RowVersion: _version, ...anew } = savedOf(values) as unknown as Record<string, unknown>;
    const again = await call<{ Errors: object[] }>(administrator, 'POST', '/api/user', anew);
    expect(again.body.Errors).toMatchObject([{ Code: 'PERSON_NOT_YOURS' }]);
  });

  it('comes by no reader of the portal: neither one made for it, nor one whose password or invitation is given by who does not see that pay', async () => {
    type Answer = { readonly Errors?: object[]; readonly RowVersion: number };
    const portal = { Application: 'participant-portal', Role: 'viewer' };
    const created = await server.person(tenantId, { 'participant-portal': 'viewer' });
    const link = (by: TestPerson, name: string, personId: string) =>
      call<Answer>(by, 'POST', `/api/carry/portal-user/${idOf(name)}`, { User: { Id: personId } });
    const refused = await link(administrator, 'Fay', created.personId);
    expect([refused.status, refused.body.Errors]).toMatchObject([
      403,
      [
        {
          Code: 'PAY_ACCESS_NOT_YOURS',
          Message: 'Only people who can see the pay of Fay Test can do this, because the portal shows it.',
        },
      ],
    ]);
    type PayPosition = Row & {
      readonly HireDate: string;
      readonly Manager: object | null;
      readonly IsPayRestricted: boolean;
    };
    const { Id, RowVersion, HireDate, Manager, IsPayRestricted } = (
      await call<PayPosition>(head, 'GET', `/api/comp/employee/${idOf('Fay')}`)
    ).body;
    const values = { Id, RowVersion, FirstName: 'Fay', LastName: 'Test', HireDate, Manager, IsPayRestricted };
    const linked = await call<Answer>(head, 'POST', '/api/comp/employee', {
      ...values,
      User: { Id: created.personId },
    });
    expect(linked.status, linked.text).toBe(200);
    await server.database.worker.query('UPDATE person SET home_tenant_id = $1 WHERE id = $2', [
      tenantId,
      created.personId,
    ]);
    const user = (await call<object>(administrator, 'GET', `/api/user/${created.personId}`)).body;
    expect(user).toMatchObject({ CanEditPerson: false });
    const response = await call<Answer>(administrator, 'POST', '/api/user', {
      ...savedOf(user),
      Password: 'a long enough pass phrase 7',
    });
    expect(response.body.Errors).toMatchObject([{ Code: 'PERSON_NOT_YOURS' }]);
    // Changes that open no access stay with the administrator, such as unlinking the reader.
    const named = await call<Answer>(administrator, 'POST', '/api/user', { ...savedOf(user), Roles: [portal] });
    expect(named.status, named.text).toBe(200);
    const unlinked = await call<Answer>(administrator, 'POST', `/api/carry/portal-user/${idOf('Fay')}/unlink`, {});
    expect(unlinked.status, unlinked.text).toBe(200);
  });

  it('is held by the database beneath every operation: nobody links oneself, moves others into the own sight, or has access by the own word', async () => {
    const as = ({ personId }: TestPerson, text: string, values: unknown[] = []) =>
      server.withTenant({ tenantId, personId, now: server.now.toISOString() }, (tx) => tx.query(text, values));
    const link = 'UPDATE employee SET person_id = $2 WHERE id = $1';
    await expect(as(head, link, [idOf('Lou'), head.personId])).rejects.toThrow('the own link to an employee');
    await expect(as(ben, link, [idOf('Ben'), null])).rejects.toThrow('the own link to an employee');
    await expect(as(ben, link, [idOf('Ben'), officer.personId])).rejects.toThrow('the own link to an employee');
    await as(head, link, [idOf('Lou'), officer.personId]);
    await as(head, link, [idOf('Lou'), null]);
    const report = 'UPDATE employee SET manager_id = $2 WHERE id = $1';
    await expect(as(ben, report, [idOf('Fay'), idOf('Ben')])).rejects.toThrow('the reporting line');
    await expect(as(ben, 'UPDATE employee SET is_pay_restricted = false WHERE id = $1', [idOf('Hal')])).rejects.toThrow(
      'the reporting line',
    );
    const office = await server.referenceEntry(tenantId, 'office', 'SIGHT');
    const selector = await server.person(tenantId, { comp: 'editor' });
    const access = (person: TestPerson, status: string, requestedBy: TestPerson) =>
      [
        `INSERT INTO pay_access (tenant_id, id, person_id, kind, offices, reason, status, asked_by) VALUES ($1, gen_random_uuid(), $2, 'SELECTED', ARRAY[$3::uuid], 'r', $4, $5)`,
        [tenantId, person.personId, office, status, requestedBy.personId],
      ] as const;
    const insert = (by: TestPerson, ...args: Parameters<typeof access>) => {
      const [text, values] = access(...args);
      return as(by, text, [...values]);
    };
    const refusal = 'access to pay is';
    await expect(insert(head, head, 'ASKED', head)).rejects.toThrow(refusal);
    await expect(insert(head, selector, 'ACTIVE', head)).rejects.toThrow(refusal);
    await expect(insert(head, selector, 'ASKED', second)).rejects.toThrow(refusal);
    await insert(head, selector, 'ASKED', head);
    const confirm = `UPDATE pay_access SET status = 'ACTIVE' WHERE person_id = $1 AND status IN ('ASKED', 'END')`;
    await expect(as(head, confirm, [selector.personId])).rejects.toThrow(refusal);
    await expect(as(selector, confirm, [selector.personId])).rejects.toThrow(refusal);
    await as(second, confirm, [selector.personId]);
    const statement = 'UPDATE employee SET office_id = $2 WHERE id = $1';
    await expect(as(selector, statement, [idOf('Kim'), office])).rejects.toThrow('into the own sight');
    await as(head, statement, [idOf('Kim'), office]);
    expect(await seen(selector)).toEqual(['Kim']);
    await as(head, statement, [idOf('Kim'), null]);
    await as(head, `UPDATE pay_access SET status = 'END' WHERE person_id = $1`, [selector.personId]);
    await expect(as(second, confirm, [selector.personId])).rejects.toThrow(refusal);
  });

  it('is read under a log: one row a look, none without it, sealed each day so that a removed row is found', async () => {
    const { worker } = server.database;
    const reads = async () =>
      (await worker.query<{ n: number }>('SELECT count(*)::int AS n FROM pay_read WHERE tenant_id = $1', [tenantId]))
        .rows[0]!.n;
    const before = await reads();
    await seen(ben);
    expect(await reads()).toBe(before + 1);
    const log = await call<{ PageData: { Whose: string; Operation: string }[] }>(head, 'GET', '/api/comp/pay-read');
    expect(log.body.PageData[0]).toMatchObject({ Operation: 'listSalaries', What: 'List: Salaries', IsExport: false });
    expect(log.body.PageData[0]!.Whose).toContain('Dee Test');
    expect((await call<{ PageData: object[] }>(officer, 'GET', '/api/comp/pay-read')).body.PageData).toEqual([]);
    const admin = new pg.Client({ connectionString: server.database.url });
    await admin.connect();
    await admin.query('REVOKE INSERT ON pay_read FROM carrara_app');
    expect((await call(head, 'GET', '/api/comp/salary')).status).toBe(503);
    await admin.query('GRANT INSERT ON pay_read TO carrara_app');
    server.passMinutes(60 * 24);
    await sealLogs(worker, server.withTenant, server.now);
    const verify = () =>
      unitOfWork({ pool: worker, auditKey: server.auditKey })(
        { tenantId, personId: null, now: server.now.toISOString() },
        async (tx) =>
          (await verifyTenant(tx, server.auditKey)).findings.filter(({ of: location }) =>
            location[0]?.startsWith('Pay reads'),
          ),
        { readOnly: true },
      );
    expect(await verify()).toEqual([]);
    await admin.query('DELETE FROM pay_read WHERE id = (SELECT id FROM pay_read WHERE tenant_id = $1 LIMIT 1)', [
      tenantId,
    ]);
    await admin.end();
    expect(await verify()).toHaveLength(1);
  });
});

describe('the first access to pay of a firm', () => {
  interface Answer {
    readonly Id: string;
    readonly RowVersion: number;
    readonly Kinds: readonly string[];
    readonly Obstacle: string | null;
    readonly Errors?: readonly { readonly Code: string }[];
    readonly PageData: readonly { readonly Id: string }[];
  }
  let server: TestServer;
  let tenantId: string;
  let [anna, ben, hana, ida]: TestPerson[] = [];
  const url = '/api/comp/pay-access';
  const call = async (person: TestPerson | undefined, method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await server.call(person?.token ?? '', tenantId, {
      method,
      url: path,
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, code: answer.json<Answer>().Errors?.[0]?.Code, ...answer.json<Answer>() };
  };
  const standing = async (person: TestPerson | undefined) => {
    const { Kinds, Obstacle } = await call(person, 'GET', `${url}/standing`);
    return [Kinds, Obstacle];
  };
  const name = (by: TestPerson | undefined, target: TestPerson | undefined, Kind = 'ALL') =>
    call(by, 'POST', url, { PersonId: target?.personId, Kind, Reason: 'Runs payroll' });
  const confirm = (by: TestPerson | undefined, { Id, RowVersion }: Answer) =>
    call(by, 'POST', `${url}/${Id}/confirm`, { RowVersion });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    const person = (role: 'administrator' | 'editor') => server.person(tenantId, { comp: role });
    [anna, hana, ida] = await Promise.all([person('administrator'), person('editor'), person('editor')]);
  });
  afterAll(() => server.stop());

  it('waits for a second administrator, who confirms what the first one requested', async () => {
    expect(await standing(anna)).toEqual([[], 'ONE_ADMINISTRATOR']);
    expect((await name(anna, hana)).code).toBe('NO_CONFIRMER');
    ben = await server.person(tenantId, { comp: 'administrator' });
    expect(await standing(anna)).toEqual([['ALL'], null]);
    expect(await standing(hana)).toEqual([[], 'NO_HOLDER']);
    expect((await name(hana, ida)).code).toBe('PAY_ACCESS_NOT_YOURS');
    expect((await name(anna, hana, 'REPORTS')).code).toBe('PAY_ACCESS_NOT_YOURS');
    expect((await name(anna, anna)).code).toBe('PAY_ACCESS_NOT_YOURS');
    const first = await name(anna, hana);
    expect(first).toMatchObject({ status: 200, Confirmers: 1 });
    const inbox = await server.call(ben.token, tenantId, { method: 'GET', url: '/api/inbox' });
    expect(inbox.body).toContain('requested access to pay for');
    expect((await call(ben, 'GET', url)).PageData.map(({ Id }) => Id)).toEqual([first.Id]);
    expect((await call(ida, 'GET', url)).PageData).toEqual([]);
    expect([(await confirm(anna, first)).status, (await confirm(hana, first)).status]).toEqual([403, 403]);
    expect((await confirm(ida, first)).status).toBe(404);
    expect((await confirm(ben, first)).status).toBe(200);
    const { rows: entries } = await server.database.worker.query<{ operation: string; by: string }>(
      'SELECT operation, person_id AS by FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq',
      [tenantId, first.Id],
    );
    expect(entries.map(({ operation, by }) => [operation, by])).toEqual([
      ['askPayAccess', anna?.personId],
      ['confirmPayAccess', ben.personId],
    ]);
  });

  it('is followed by a second one, which the first holder confirms; then administrators have no part in it', async () => {
    expect(await standing(hana)).toEqual([[], 'ONE_HOLDER']);
    expect((await name(hana, ida)).code).toBe('NO_CONFIRMER');
    const second = await name(anna, ida);
    expect(second).toMatchObject({ status: 200, Confirmers: 1 });
    expect((await confirm(ben, second)).status).toBe(403);
    expect((await confirm(hana, second)).status).toBe(200);
    expect(await standing(anna)).toEqual([[], 'NOT_A_HOLDER']);
    expect((await name(anna, ben)).code).toBe('PAY_ACCESS_NOT_YOURS');
    expect((await standing(ida))[1]).toBeNull();
    expect((await name(ida, ben, 'REPORTS')).status).toBe(200);
  });
});

it('counts nobody as a second administrator whose account or password the same person set up', async () => {
  const server = await TestServer.start();
  const tenantId = await server.tenant();
  const anna = await server.person(tenantId, { comp: 'administrator' });
  const call = (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
    server.call(token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const url = '/api/comp/pay-access';
  const roles = { Roles: [{ Application: 'comp', Role: 'administrator' }] };
  const own = async (Username: string) => {
    const person = { Username, FirstName: 'Made', LastName: Username, Email: '', Password: 'kettle-orbit-umbrella-12' };
    const created = await call(anna.token, 'POST', '/api/user', { ...person, ...roles });
    expect(created.statusCode, created.body).toBe(200);
    return server.firstSignIn(Username, person.Password);
  };
  const [first, other] = [await own('one@example.test'), await own('other@example.test')];
  const request = (token: string) =>
    call(token, 'POST', url, { PersonId: anna.personId, Kind: 'ALL', Reason: 'Runs payroll' });
  const standing = async (token: string) => (await call(token, 'GET', `${url}/standing`)).json<{ Obstacle: string }>();
  expect((await standing(anna.token)).Obstacle).toBe('ONE_ADMINISTRATOR');
  expect((await standing(first)).Obstacle).toBe('ONE_ADMINISTRATOR');
  expect((await request(first)).body).toContain('carrara admin pay-access');
  // With an independent second holder, the request is accepted, but another account of the same person still can't
  // confirm it.
  const ben = await server.person(tenantId, { comp: 'administrator' });
  const requested = (await request(first)).json<{ Id: string; RowVersion: number; Confirmers: number }>();
  expect(requested.Confirmers).toBe(1);
  const confirm = (token: string) =>
    call(token, 'POST', `${url}/${requested.Id}/confirm`, { RowVersion: requested.RowVersion });
  const refused = await confirm(other);
  expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('carrara admin pay-access')]);
  // Setting somebody's password counts like creating their account.
  const user = (await call(anna.token, 'GET', `/api/user/${ben.personId}`)).json<Record<string, unknown>>();
  await server.database.worker.query('UPDATE person SET home_tenant_id = $1 WHERE id = $2', [tenantId, ben.personId]);
  const response = await call(anna.token, 'POST', '/api/user', {
    Id: ben.personId,
    RowVersion: user['RowVersion'],
    Username: ben.login,
    FirstName: 'Ada',
    LastName: 'Example',
    Email: '',
    Password: 'kettle-orbit-umbrella-12',
    ...roles,
  });
  expect(response.statusCode, response.body).toBe(200);
  const benAgain = await server.firstSignIn(ben.login, 'kettle-orbit-umbrella-12');
  expect((await confirm(benAgain)).statusCode).toBe(403);
  await server.stop();
});

it('counts nobody as a second administrator whose password the same person set in another firm', async () => {
  const server = await TestServer.start();
  const [tenantId, home] = [await server.tenant(), await server.tenant()];
  const [anna, ben] = [
    await server.person(tenantId, { comp: 'administrator' }),
    await server.person(tenantId, { comp: 'administrator' }),
  ];
  for (const { personId } of [anna, ben]) await server.join(home, personId, { comp: 'administrator' });
  await server.database.worker.query('UPDATE person SET home_tenant_id = $1 WHERE id = $2', [home, ben.personId]);
  const obstacle = async () => {
    const url = '/api/comp/pay-access/standing';
    const standing = await server.call(anna.token, tenantId, { method: 'GET', url });
    return standing.json<{ Obstacle: string | null }>().Obstacle;
  };
  expect(await obstacle()).toBeNull();
  const url = `/api/user/${ben.personId}`;
  const { RowVersion } = (await server.call(anna.token, home, { method: 'GET', url })).json<{ RowVersion: number }>();
  const payload = {
    Id: ben.personId,
    RowVersion,
    Username: ben.login,
    FirstName: 'Ada',
    LastName: 'Example',
    Email: '',
    Password: 'kettle-orbit-umbrella-12',
    Roles: [{ Application: 'comp', Role: 'administrator' }],
  };
  const response = await server.call(anna.token, home, { method: 'POST', url: '/api/user', payload });
  expect(response.statusCode, response.body).toBe(200);
  expect(await obstacle()).toBe('ONE_ADMINISTRATOR');
  await server.stop();
});

it('counts whom the same person invited by mail as a second administrator only after thirty days', async () => {
  const receiver = await startMailReceiver();
  const server = await TestServer.start({ environment: { SMTP_URL: receiver.url, MAIL_FROM: 'carrara@firm.test' } });
  const tenantId = await server.tenant();
  const anna = await server.person(tenantId, { comp: 'administrator' });
  const invited = {
    FirstName: 'Ben',
    LastName: 'New',
    Email: 'ben@firm.test',
    Username: 'ben@firm.test',
    Roles: [{ Application: 'comp', Role: 'administrator' }],
  };
  const created = await server.call(anna.token, tenantId, { method: 'POST', url: '/api/user', payload: invited });
  expect(created.statusCode, created.body).toBe(200);
  await vi.waitFor(() => expect(receiver.mails).toHaveLength(1), { timeout: 240_000 });
  const [link = ''] = receiver.mails[0]!.links;
  const payload = { Token: link.slice(link.lastIndexOf('/') + 1), NewPassword: 'umbrella-kettle-orbit-57' };
  const joined = await server.call(undefined, undefined, {
    method: 'POST',
    url: '/api/signin/invitation/accept',
    payload,
  });
  expect(joined.statusCode, joined.body).toBe(200);
  const obstacle = async () => {
    const url = '/api/comp/pay-access/standing';
    const standing = await server.call(await server.signIn(anna.login), tenantId, { method: 'GET', url });
    return standing.json<{ Obstacle: string | null }>().Obstacle;
  };
  expect(await obstacle()).toBe('ONE_ADMINISTRATOR');
  server.passMinutes(31 * 24 * 60);
  expect(await obstacle()).toBeNull();
  await server.stop();
  await receiver.stop();
});

it('says of access that is given on the command line whether its person has compensation at all', async () => {
  const server = await TestServer.start();
  const tenantId = await server.tenant('Role Partners');
  const { worker } = server.database;
  const isAllowed = async (roles: Parameters<TestServer['person']>[1]) => {
    const { login } = await server.person(tenantId, roles);
    const wanted = { login, tenantName: 'Role Partners', reason: 'Keeps the pay', now: server.now };
    return (await startPayAccess(worker, server.withTenant, wanted))._unsafeUnwrap().hasRole;
  };
  expect(await isAllowed({ carry: 'administrator' })).toBe(false);
  expect(await isAllowed({ comp: 'viewer' })).toBe(true);
  await server.stop();
});
