import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { PayAccessKind } from '@carrara/domain/compensation/access';
import pg from 'pg';
import { readdir, readlink } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sealLogs } from '../../jobs/sealLogs.ts';
import { grantPayAccess } from '../../testing/grantPayAccess.ts';
import { type AnswerOf, type BodyOf, refusal, responseStatus } from '../../testing/testClient.ts';
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

/** Returns the number of temporary files that this process has open. Only Linux lists them. */
async function openExports(): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const folder = '/proc/self/fd';
  const paths = await Promise.all((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return paths.filter((path) => /carrara-[0-9a-f-]{36} \(deleted\)$/.test(path)).length;
}

/** Returns the fields of a user that a save accepts. */
const savedOf = ({ id, rowVersion, firstName, lastName, email, username, isInactive, roles }: AnswerOf<'getUser'>) => ({
  id,
  rowVersion,
  firstName,
  lastName,
  email,
  username,
  isInactive,
  roles,
});

describe('pay', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let usd: string;
  let head: TestPerson;
  let second: TestPerson;
  let officer: TestPerson;
  let ben: TestPerson;
  let administrator: TestPerson;
  const employees = new Map<string, string>();

  const grantAccess = (person: TestPerson, kind: PayAccessKind) => grantPayAccess(server, tenantId, person, kind);

  const visible = async (person: TestPerson) =>
    (await as(person, tenantId).listSalaries({ query: { pageSize: 100 } })).pageData
      .map(({ name }) => name!.replace(' Test', ''))
      .toSorted();
  const idOf = (name: string) => employees.get(name) ?? '';
  const salaryOf = (name: string, more: Partial<BodyOf<'saveSalary'>> = {}) => ({
    employee: { id: idOf(name) },
    effectiveDate: '2025-01-01',
    amount: '10000.00',
    currency: { id: usd },
    frequency: { code: 'MONTHLY' },
    ftePercent: '100',
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
    await grantAccess(head, 'ALL');
    await grantAccess(second, 'ALL');
    await grantAccess(officer, 'ALL_BUT_RESTRICTED');
    await grantAccess(ben, 'REPORTS');
    for (const [name, manager] of Object.entries(managers)) {
      const saved = await as(head).saveCompEmployee({
        body: {
          firstName: name,
          lastName: 'Test',
          hireDate: '2020-01-01',
          manager: manager === null ? null : { id: idOf(manager) },
          isPayRestricted: restricted.includes(name),
          user: name === 'Ben' ? { id: ben.personId } : null,
        },
      });
      employees.set(name, saved.id);
    }
    for (const name of everybody) {
      await as(head).saveSalary({ body: salaryOf(name) });
    }
  });
  afterAll(() => server.stop());

  it('is visible by pay access only: everybody’s, everybody’s but restricted, or direct and indirect reports; not to administrators', async () => {
    expect(await visible(head)).toEqual(everybody.toSorted());
    expect(await visible(officer)).toEqual(everybody.filter((name) => !restricted.includes(name)).toSorted());
    // Visible are neither Ben himself, nor Ann above, nor Cid and Lou next to him. Hal is restricted.
    expect(await visible(ben)).toEqual(['Dee', 'Eli', 'Gus', 'Kim']);
    expect(await visible(administrator)).toEqual([]);
    const file = await server.call(ben.token, tenantId, { method: 'GET', url: '/api/comp/salary?format=csv' });
    expect(file.body.match(/ Test/g)).toHaveLength(4);
  });

  it('is not sent if its read can’t be logged, and the finished file is closed', async () => {
    const admin = new pg.Client({ connectionString: server.database.adminUrl });
    await admin.connect();
    try {
      await admin.query('REVOKE INSERT ON pay_read FROM carrara_app');
      const before = await openExports();
      const file = await server.call(head.token, tenantId, { method: 'GET', url: '/api/comp/salary?format=csv' });
      expect([file.statusCode, file.body.includes(' Test')]).toEqual([503, false]);
      await vi.waitFor(async () => expect(await openExports()).toBe(before));
    } finally {
      await admin.query('GRANT INSERT ON pay_read TO carrara_app');
      await admin.end();
    }
  });

  it('is returned with two decimals, whatever the number of decimals entered', async () => {
    const saved = await as(head).saveSalary({
      body: salaryOf('Lou', { effectiveDate: '2025-02-01', amount: '31000.5' }),
    });
    expect([saved.amount, saved.annualRate]).toEqual(['31000.50', '372006.00']);
    const { pageData } = await as(head).listSalaries({ query: { employeeId: idOf('Lou'), pageSize: 100 } });
    expect(pageData.map(({ amount }) => amount)).toEqual(['31000.50', '10000.00']);
    const [saving] = (await as(head).listActivity({ params: { id: saved.id }, query: { pageSize: 1 } })).pageData;
    expect(saving?.changeText).toContain('Amount: 31000.50');
    await as(head).deleteSalary({ params: { id: saved.id }, query: { rowVersion: saved.rowVersion } });
  });

  it('can be entered for everybody whose pay is visible, and never for oneself', async () => {
    const payable = async (person: TestPerson) =>
      (await as(person, tenantId).listCompEmployees({ query: { payable: 'true', pageSize: 100 } })).pageData
        .map(({ name }) => name!.replace(' Test', ''))
        .toSorted();
    expect(await payable(head)).toEqual(everybody.toSorted());
    expect(await payable(officer)).toEqual(everybody.filter((name) => !restricted.includes(name)).toSorted());
    expect(await payable(ben)).toEqual(['Dee', 'Eli', 'Gus', 'Kim']);
    expect(await payable(administrator)).toEqual([]);
  });

  it('prevents the deletion of its employee, which is displayed in advance to those who can see the pay', async () => {
    const canDelete = async (person: TestPerson, name: string) =>
      (await as(person, tenantId).getCompEmployee({ params: { id: idOf(name) } })).canDelete;
    expect(await canDelete(head, 'Lou')).toBe(false);
    // The flag must not reveal pay to a reader without access. The database still refuses the deletion.
    expect(await canDelete(administrator, 'Lou')).toBe(true);
    // Gus reports to Dee.
    expect(await canDelete(administrator, 'Dee')).toBe(false);
  });

  it('is hidden by the database from a person without access', async () => {
    const context = { tenantId, personId: administrator.personId, now: server.now.toISOString() };
    const counts = await server.withTenant(context, (tx) =>
      tx.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM salary UNION ALL SELECT count(*)::int FROM activity WHERE object_type = 'salary'
         UNION ALL SELECT count(*)::int FROM pay_read`,
      ),
    );
    expect(counts.map(({ n }) => n)).toEqual([0, 0, 0]);
    const activity = await as(administrator).listContainerActivity({ params: { id: idOf('Dee') } });
    expect(JSON.stringify(activity)).not.toContain('120000');
    const anonymous = { ...context, personId: null };
    expect(await server.withTenant(anonymous, (tx) => tx.query('SELECT FROM salary'))).toEqual([]);
  });

  it('is reported as not found without access, and can’t be entered for oneself or without access', async () => {
    const [row] = (await as(head).listSalaries({ query: { searchQuery: 'Ann' } })).pageData;
    expect((await refusal(as(officer).getSalary({ params: { id: row!.id } }))).status).toBe(404);
    const hidden = await refusal(as(officer).saveSalary({ body: salaryOf('Ann', { effectiveDate: '2025-06-01' }) }));
    expect(hidden).toMatchObject({
      status: 404,
      message: 'You don’t have access to this employee’s pay, or there is no such employee.',
    });
    const own = { ...salaryOf('Ben'), effectiveDate: '2025-06-01' };
    expect((await refusal(as(ben).saveSalary({ body: own }))).errors).toMatchObject([{ code: 'OWN_PAY' }]);
    expect(await visible(head)).toHaveLength(12);
  });

  it.each([
    [{ effectiveDate: '2019-12-31' }, 'SALARY_BEFORE_HIRE', 'EffectiveDate'],
    [{ ftePercent: '101' }, 'FTE_RANGE', 'FtePercent'],
    [{ ftePercent: '0' }, 'FTE_RANGE', 'FtePercent'],
    [{ frequency: { code: 'HOURLY' }, effectiveDate: '2025-02-01' }, 'HOURS_REQUIRED', 'HoursAWeek'],
    [{}, 'DUPLICATE', 'EffectiveDate'],
  ] as const)('is refused with the field at fault: %j', async (more, code, path) => {
    const { errors } = await refusal(as(head).saveSalary({ body: salaryOf('Dee', more) }));
    expect(errors).toMatchObject([{ code, path }]);
  });

  it('is refused with all errors at once', async () => {
    const wrong = salaryOf('Dee', { effectiveDate: '2019-12-31', ftePercent: '101' });
    const answer = await refusal(as(head).saveSalary({ body: wrong }));
    expect(answer.errors).toMatchObject([
      { code: 'SALARY_BEFORE_HIRE', path: 'EffectiveDate' },
      { code: 'FTE_RANGE', path: 'FtePercent' },
    ]);
  });

  it('follows a change of manager at once, which needs access to everybody’s pay and can’t create a circle', async () => {
    const lou = await as(head).getCompEmployee({ params: { id: idOf('Lou') } });
    const moved = { ...lou, manager: { id: idOf('Dee') } };
    const body = (value: Partial<BodyOf<'saveCompEmployee'>>, rowVersion: number) => ({
      id: idOf('Lou'),
      rowVersion,
      firstName: 'Lou',
      lastName: 'Test',
      hireDate: '2020-01-01',
      isPayRestricted: false,
      ...value,
    });
    const refused = await refusal(
      as(officer).saveCompEmployee({ body: body({ manager: moved.manager }, lou.rowVersion) }),
    );
    expect(refused.status).toBe(403);
    await as(head).saveCompEmployee({ body: body({ manager: moved.manager }, lou.rowVersion) });
    expect(await visible(ben)).toEqual(['Dee', 'Eli', 'Gus', 'Kim', 'Lou']);
    const dee = await as(head).getCompEmployee({ params: { id: idOf('Dee') } });
    const circle = await refusal(
      as(head).saveCompEmployee({
        body: {
          ...body({ manager: { id: idOf('Lou') } }, dee.rowVersion),
          id: idOf('Dee'),
          firstName: 'Dee',
        },
      }),
    );
    expect(circle.errors).toMatchObject([{ code: 'MANAGER_CYCLE', path: 'Manager' }]);
    // Two concurrent saves can't do so either.
    const under = async (name: string, manager: string) => {
      const { rowVersion } = await as(head).getCompEmployee({ params: { id: idOf(name) } });
      const save = { ...body({ manager: { id: idOf(manager) } }, rowVersion), id: idOf(name), firstName: name };
      return () => responseStatus(as(head).saveCompEmployee({ body: save }));
    };
    const both = [await under('Ivy', 'Jon'), await under('Jon', 'Ivy')];
    const statuses = await Promise.all(both.map((save) => save()));
    expect(statuses.toSorted((statuse, other) => statuse - other)).toEqual([200, 422]);
  });

  it('access is granted by two people who see everybody, never to oneself, and ends when it is revoked', async () => {
    const request = (
      by: TestPerson,
      { personId }: TestPerson,
      kind: PayAccessKind,
      more: Partial<BodyOf<'requestPayAccess'>> = {},
    ) => as(by).requestPayAccess({ body: { personId, kind, reason: 'Covers for the head', ...more } });
    expect((await refusal(request(officer, administrator, 'ALL'))).status).toBe(403);
    expect((await refusal(request(head, head, 'ALL'))).status).toBe(403);
    expect((await refusal(request(head, administrator, 'SELECTED'))).status).toBe(422);
    const granted = await request(head, administrator, 'SELECTED', { employees: [idOf('Eli')] });
    expect(granted.status).toMatchObject({ code: 'REQUESTED' });
    expect(granted).toMatchObject({ personId: administrator.personId, requestedById: head.personId, confirmers: 1 });
    expect(await refusal(request(head, second, 'REPORTS'))).toMatchObject({
      status: 422,
      errors: [{ code: 'NO_CONFIRMER', path: 'PersonId' }],
    });
    const confirm = (by: TestPerson) =>
      as(by).confirmPayAccess({ params: { id: granted.id }, body: { rowVersion: granted.rowVersion } });
    expect((await refusal(confirm(head))).status).toBe(403);
    expect((await refusal(confirm(administrator))).status).toBe(403);
    expect(await visible(administrator)).toEqual([]);
    const waiting = async () =>
      (await as(second).listInbox()).filter(
        ({ subject, readDate }) => subject.includes('requested access') && readDate === null,
      ).length;
    const before = await waiting();
    // Of two answers at once, only one counts.
    const both = [confirm(second), confirm(second)];
    const statuses = await Promise.all(both.map(responseStatus));
    expect(statuses.toSorted((status, other) => status - other)).toEqual([200, 409]);
    const active = await both[statuses.indexOf(200)]!;
    expect(active.status).toMatchObject({ code: 'ACTIVE' });
    expect(await waiting(), 'a confirmed request no longer waits').toBe(before - 1);
    expect(await visible(administrator)).toEqual(['Eli']);
    const why = (person: TestPerson, name: string) =>
      as(head).explainPayAccess({ query: { personId: person.personId, employeeId: idOf(name) } });
    expect(await why(administrator, 'Eli')).toMatchObject({ canView: true });
    expect(await why(ben, 'Hal')).toMatchObject({ canView: false });
    expect((await as(ben).listPayAccess()).pageData).toHaveLength(1);
    await as(head).revokePayAccess({ params: { id: active.id }, body: { rowVersion: active.rowVersion } });
    expect(await visible(administrator)).toEqual([]);
  });

  it('notifies open screens of a change of pay without naming the employee', async () => {
    const { rows } = await server.database.worker.query<{ object_id: string }>(
      `SELECT DISTINCT object_id FROM outbox WHERE tenant_id = $1 AND link_type = 'Salary'`,
      [tenantId],
    );
    expect(rows).toEqual([{ object_id: '00000000-0000-0000-0000-000000000000' }]);
  });

  it('can’t be reached through a user link, an office or the password of a person with access', async () => {
    const london = await server.referenceEntry(tenantId, 'office', 'LON');
    const partner = await server.referenceEntry(tenantId, 'title', 'PTR');
    const kim = () => as(head).getCompEmployee({ params: { id: idOf('Kim') } });
    const saving = async (person: TestPerson, more: Partial<BodyOf<'saveCompEmployee'>>) => {
      const { rowVersion } = await kim();
      const body = { id: idOf('Kim'), rowVersion, firstName: 'Kim', lastName: 'Test', hireDate: '2020-01-01', ...more };
      return as(person, tenantId).saveCompEmployee({
        body: {
          manager: { id: idOf('Gus') },
          isPayRestricted: false,
          ...body,
        },
      });
    };
    const stranger = await server.person(await server.tenant(), { carry: 'viewer' });
    const foreign = await refusal(saving(head, { user: { id: stranger.personId } }));
    expect([foreign.status, foreign.errors]).toMatchObject([404, [{ code: 'NOT_FOUND', path: 'User' }]]);
    await saving(head, { user: { id: second.personId } });
    const own = await refusal(saving(second, { user: null }));
    expect(own.errors).toMatchObject([{ code: 'LINK_TO_ONESELF', path: 'User' }]);
    const unlink = await refusal(as(administrator).unlinkPortalUser({ params: { id: idOf('Kim') } }));
    expect([unlink.status, unlink.errors]).toMatchObject([403, [{ code: 'PAY_ACCESS_NOT_YOURS' }]]);
    expect(await visible(second)).not.toContain('Kim');
    await saving(head, { user: null });

    const selected = await server.person(tenantId, { comp: 'editor' });
    const granted = await as(head).requestPayAccess({
      body: {
        personId: selected.personId,
        kind: 'SELECTED',
        offices: [london],
        reason: 'Pays the office',
      },
    });
    await as(second).confirmPayAccess({ params: { id: granted.id }, body: { rowVersion: granted.rowVersion } });
    const moved = await refusal(saving(selected, { user: null, office: { id: london } }));
    expect([moved.status, moved.errors]).toMatchObject([403, [{ code: 'PAY_ACCESS_NOT_YOURS', path: 'Office' }]]);
    expect(await visible(selected)).toEqual([]);
    await saving(head, { user: null, office: { id: london } });
    expect(await visible(selected)).toEqual(['Kim']);
    // A person whose pay isn't visible at their current office can still be saved, but no change brings their pay into
    // view.
    await saving(head, { user: null, office: { id: london }, isPayRestricted: true });
    expect(await visible(selected)).toEqual([]);
    const still = { user: null, office: { id: london }, isPayRestricted: true, title: { id: partner } };
    expect(await responseStatus(saving(selected, still))).toBe(200);
    expect(await visible(selected)).toEqual([]);
    await saving(head, { user: null, office: { id: london } });
    expect(await visible(selected)).toEqual(['Kim']);

    const payer = await server.person(tenantId, { comp: 'editor' });
    await grantAccess(payer, 'ALL_BUT_RESTRICTED');
    await server.database.worker.query('UPDATE person SET home_tenant_id = $1 WHERE id = ANY ($2)', [
      tenantId,
      [payer.personId, administrator.personId],
    ]);

    const user = await as(administrator).getUser({ params: { id: payer.personId } });
    expect(user.canEditPerson).toBe(false);
    expect((await as(head).getUser({ params: { id: payer.personId } })).canEditPerson).toBe(true);
    const taking = async (more: Partial<BodyOf<'saveUser'>>) =>
      (await refusal(as(administrator).saveUser({ body: { ...savedOf(user), ...more } }))).errors;
    for (const more of [{ password: 'a long enough pass phrase 7' }, { email: 'mine@example.test' }])
      expect(await taking(more)).toMatchObject([{ code: 'PERSON_NOT_YOURS' }]);
    const factor = await refusal(as(administrator).removeUserSecondFactor({ params: { id: payer.personId } }));
    expect(factor.errors).toMatchObject([{ code: 'PERSON_NOT_YOURS' }]);
    // Pay access survives the removal of a membership.
    await as(administrator).deleteUser({ params: { id: payer.personId }, query: { rowVersion: user.rowVersion } });
    const { id: _id, rowVersion: _version, ...newUser } = savedOf(user);
    const again = await refusal(as(administrator).saveUser({ body: newUser }));
    expect(again.errors).toMatchObject([{ code: 'PERSON_NOT_YOURS' }]);
  });

  it('can’t be reached through a portal user by an administrator who doesn’t see that pay', async () => {
    const portal = { application: 'participant-portal', role: 'viewer' } as const;
    const created = await server.person(tenantId, { 'participant-portal': 'viewer' });
    const link = (by: TestPerson, name: string, personId: string) =>
      as(by, tenantId).linkPortalUser({ params: { id: idOf(name) }, body: { user: { id: personId } } });
    const refused = await refusal(link(administrator, 'Fay', created.personId));
    expect([refused.status, refused.errors]).toMatchObject([
      403,
      [
        {
          code: 'PAY_ACCESS_NOT_YOURS',
          message: 'Only people who can see the pay of Fay Test can do this, because the portal shows it.',
        },
      ],
    ]);

    const { id, rowVersion, hireDate, manager, isPayRestricted } = await as(head).getCompEmployee({
      params: { id: idOf('Fay') },
    });
    const values = { id, rowVersion, firstName: 'Fay', lastName: 'Test', hireDate, manager, isPayRestricted };
    await as(head).saveCompEmployee({
      body: {
        ...values,
        user: { id: created.personId },
      },
    });
    await server.database.worker.query('UPDATE person SET home_tenant_id = $1 WHERE id = $2', [
      tenantId,
      created.personId,
    ]);
    const user = await as(administrator).getUser({ params: { id: created.personId } });
    expect(user).toMatchObject({ canEditPerson: false });
    const response = await refusal(
      as(administrator).saveUser({
        body: {
          ...savedOf(user),
          password: 'a long enough pass phrase 7',
        },
      }),
    );
    expect(response.errors).toMatchObject([{ code: 'PERSON_NOT_YOURS' }]);
    // Changes that open no access stay with the administrator, such as unlinking the reader.
    await as(administrator).saveUser({ body: { ...savedOf(user), roles: [portal] } });
    await as(administrator).unlinkPortalUser({ params: { id: idOf('Fay') } });
  });

  it('is protected by the database: nobody can link themselves, move others into their reporting line, or grant themselves access', async () => {
    const as = ({ personId }: TestPerson, text: string, values: unknown[] = []) =>
      server.withTenant({ tenantId, personId, now: server.now.toISOString() }, (tx) => tx.query(text, values));
    const link = 'UPDATE employee SET person_id = $2 WHERE id = $1';
    await expect(as(head, link, [idOf('Lou'), head.personId])).rejects.toThrow(
      "you can't change your own link to an employee",
    );
    await expect(as(ben, link, [idOf('Ben'), null])).rejects.toThrow("you can't change your own link to an employee");
    await expect(as(ben, link, [idOf('Ben'), officer.personId])).rejects.toThrow(
      "you can't change your own link to an employee",
    );
    await as(head, link, [idOf('Lou'), officer.personId]);
    await as(head, link, [idOf('Lou'), null]);
    const report = 'UPDATE employee SET manager_id = $2 WHERE id = $1';
    await expect(as(ben, report, [idOf('Fay'), idOf('Ben')])).rejects.toThrow('changing reporting lines requires');
    await expect(as(ben, 'UPDATE employee SET is_pay_restricted = false WHERE id = $1', [idOf('Hal')])).rejects.toThrow(
      'changing reporting lines requires',
    );
    const office = await server.referenceEntry(tenantId, 'office', 'SIGHT');
    const selector = await server.person(tenantId, { comp: 'editor' });
    const access = (person: TestPerson, status: string, requestedBy: TestPerson) =>
      [
        `INSERT INTO pay_access (tenant_id, id, person_id, kind, offices, reason, status, requested_by) VALUES ($1, gen_random_uuid(), $2, 'SELECTED', ARRAY[$3::uuid], 'r', $4, $5)`,
        [tenantId, person.personId, office, status, requestedBy.personId],
      ] as const;
    const insert = (by: TestPerson, ...args: Parameters<typeof access>) => {
      const [text, values] = access(...args);
      return as(by, text, [...values]);
    };
    const refusal = 'pay access must be';
    await expect(insert(head, head, 'REQUESTED', head)).rejects.toThrow(refusal);
    await expect(insert(head, selector, 'ACTIVE', head)).rejects.toThrow(refusal);
    await expect(insert(head, selector, 'REQUESTED', second)).rejects.toThrow(refusal);
    await insert(head, selector, 'REQUESTED', head);
    const confirm = `UPDATE pay_access SET status = 'ACTIVE' WHERE person_id = $1 AND status IN ('REQUESTED', 'END')`;
    await expect(as(head, confirm, [selector.personId])).rejects.toThrow(refusal);
    await expect(as(selector, confirm, [selector.personId])).rejects.toThrow(refusal);
    await as(second, confirm, [selector.personId]);
    const statement = 'UPDATE employee SET office_id = $2 WHERE id = $1';
    await expect(as(selector, statement, [idOf('Kim'), office])).rejects.toThrow(
      "you would gain access to this employee's pay",
    );
    await as(head, statement, [idOf('Kim'), office]);
    expect(await visible(selector)).toEqual(['Kim']);
    await as(head, statement, [idOf('Kim'), null]);
    await as(head, `UPDATE pay_access SET status = 'END' WHERE person_id = $1`, [selector.personId]);
    await expect(as(second, confirm, [selector.personId])).rejects.toThrow(refusal);
  });

  it('prevents that its currency is archived, also by people who don’t see that pay, without naming it', async () => {
    const sek = { id: await server.referenceEntry(tenantId, 'currency', 'SEK') };
    const nok = { id: await server.referenceEntry(tenantId, 'currency', 'NOK') };
    const params = { type: 'currency' } as const;
    const usesBy = async (person: TestPerson) => {
      const entries = await as(person).listReferenceEntries({ params, query: { withUses: 'true' } });
      return [sek, nok].map(({ id }) => entries.find((entry) => entry.id === id)?.uses);
    };
    expect(await usesBy(administrator)).toEqual([[], []]);
    await as(head).saveSalary({ body: salaryOf('Ann', { effectiveDate: '2025-03-01', currency: sek }) });
    expect((await as(administrator).listSalaries()).pageData).toEqual([]);
    expect(await usesBy(administrator)).toEqual([['pay'], []]);
    const archive = (id: string) =>
      as(administrator).archiveReferenceEntries({
        params,
        body: { records: [{ id, rowVersion: 1 }], isInactive: true },
      });
    expect((await refusal(archive(sek.id))).errors).toMatchObject([
      { code: 'CURRENCY_IN_USE', message: 'SEK (pay) is in use and can’t be archived.' },
    ]);
    expect(await archive(nok.id)).toEqual({ changed: 1, unchanged: 0 });
    // Without the query, the list has no uses.
    const [first] = await as(administrator).listReferenceEntries({ params });
    expect(first).not.toHaveProperty('uses');
  });

  it('is read under a log: one row a look, none without it, sealed each day so that a removed row is found', async () => {
    const { worker } = server.database;
    const reads = async () =>
      (await worker.query<{ n: number }>('SELECT count(*)::int AS n FROM pay_read WHERE tenant_id = $1', [tenantId]))
        .rows[0]!.n;
    const before = await reads();
    await visible(ben);
    expect(await reads()).toBe(before + 1);
    const log = await as(head).listPayReads();
    expect(log.pageData[0]).toMatchObject({ operation: 'listSalaries', action: 'List: Salaries', isExport: false });
    expect(log.pageData[0]!.employees).toContain('Dee Test');
    expect((await as(officer).listPayReads()).pageData).toEqual([]);
    const admin = new pg.Client({ connectionString: server.database.url });
    await admin.connect();
    await admin.query('REVOKE INSERT ON pay_read FROM carrara_app');
    expect((await refusal(as(head).listSalaries())).status).toBe(503);
    await admin.query('GRANT INSERT ON pay_read TO carrara_app');
    server.passMinutes(60 * 24);
    await sealLogs(worker, server.withTenant, server.now);
    const verify = () =>
      unitOfWork({ pool: worker, auditKey: server.auditKey })(
        { tenantId, personId: null, now: server.now.toISOString() },
        async (tx) =>
          (await verifyTenant(tx, server.auditKey)).findings.filter(({ location }) =>
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
