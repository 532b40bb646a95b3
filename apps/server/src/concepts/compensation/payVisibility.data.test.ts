import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface PlantedPerson {
  /** Index of an earlier employee. Null if there is no manager. */
  readonly manager: number | null;
  readonly isRestricted: boolean;
  readonly office: number | null;
  readonly title: number | null;
}
interface Access {
  readonly kind: 'ALL' | 'ALL_BUT_RESTRICTED' | 'REPORTS' | 'SELECTED';
  readonly employees: readonly number[];
  readonly offices: readonly number[];
  readonly titles: readonly number[];
  readonly status: 'REQUESTED' | 'ACTIVE' | 'END';
  readonly isOver: boolean;
}
interface Firm {
  readonly people: readonly PlantedPerson[];
  /** Index of the employee that the person is. */
  readonly own: number | null;
  readonly access: readonly Access[];
}

const size = 9;
const locationCount = 3;
const someone = fc.nat(size - 1);
const position = fc.option(fc.nat(locationCount - 1));
const firms: fc.Arbitrary<Firm> = fc.record({
  people: fc
    .array(fc.record({ above: fc.option(someone), isRestricted: fc.boolean(), office: position, title: position }), {
      minLength: size,
      maxLength: size,
    })
    .map((all) =>
      all.map(({ above, ...person }, at) => ({ ...person, manager: above === null || at === 0 ? null : above % at })),
    ),
  own: fc.option(someone),
  access: fc.array(
    fc.record({
      kind: fc.constantFrom('ALL', 'ALL_BUT_RESTRICTED', 'REPORTS', 'REPORTS', 'SELECTED', 'SELECTED'),
      employees: fc.array(someone, { maxLength: 3 }),
      offices: fc.array(fc.nat(locationCount - 1), { maxLength: 2 }),
      titles: fc.array(fc.nat(locationCount - 1), { maxLength: 2 }),
      status: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'REQUESTED', 'END'),
      isOver: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});

/** Returns the employees whose pay the person may see, derived directly from the wording of the rule. */
function visibleIn({ people, own, access }: Firm): number[] {
  const active = access.filter(({ status, isOver }) => status === 'ACTIVE' && !isOver);
  const has = (kind: Access['kind']) => active.some((item) => item.kind === kind);
  const isBelow = (at: number): boolean => {
    const manager = people[at]?.manager ?? null;
    return manager !== null && own !== null && (manager === own || isBelow(manager));
  };
  return [...people.keys()].filter((at) => {
    const { isRestricted, office, title } = people[at]!;
    if (at === own) return false;
    if (has('ALL')) return true;
    const isSelected = active.some(
      ({ kind, employees, offices, titles }) =>
        kind === 'SELECTED' &&
        (employees.includes(at) ||
          (office !== null && offices.includes(office)) ||
          (title !== null && titles.includes(title))),
    );
    return !isRestricted && (has('ALL_BUT_RESTRICTED') || (has('REPORTS') && isBelow(at)) || isSelected);
  });
}

describe('the employees whose pay a person can see', () => {
  let server: TestServer;
  let admin: pg.Client;
  let tenantId: string;
  let person: TestPerson;
  let usd: string;
  const [offices, titles, employees] = [locationCount, locationCount, size].map((n) =>
    Array.from({ length: n }, () => randomUUID()),
  ) as [string[], string[], string[]];

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { comp: 'editor' });
    usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    admin = new pg.Client({ connectionString: server.database.adminUrl });
    await admin.connect();
    for (const [type, ids] of [
      ['office', offices],
      ['title', titles],
    ] as const)
      await admin.query(
        'INSERT INTO reference_entry (tenant_id, id, type, code, description) SELECT $1, id, $3, id, id FROM unnest($2::uuid[]) id',
        [tenantId, ids, type],
      );
    await admin.query(
      `INSERT INTO participant (tenant_id, id, kind, code, name) SELECT $1, id, 'employee', id, id FROM unnest($2::uuid[]) id`,
      [tenantId, employees],
    );
    await admin.query(`INSERT INTO employee (tenant_id, id, last_name) SELECT $1, id, 'P' FROM unnest($2::uuid[]) id`, [
      tenantId,
      employees,
    ]);
    await admin.query(
      `INSERT INTO salary (tenant_id, id, employee_id, effective_date, amount, currency_id, frequency, fte_percent, annual_rate, paid_rate)
       SELECT $1, id, id, '2020-01-01', 1, $3, 'ANNUAL', 100, 1, 1 FROM unnest($2::uuid[]) id`,
      [tenantId, employees, usd],
    );
  });
  afterAll(async () => {
    await admin.end();
    await server.stop();
  });

  const nameAll = (ids: readonly { id: string }[]) =>
    ids.map(({ id }) => employees.indexOf(id)).toSorted((first, other) => first - other);

  async function store({ people, own, access }: Firm): Promise<void> {
    const at = (all: readonly string[], index: number | null) => (index === null ? null : all[index]);
    const rows = people.map((planted, n) => ({
      id: employees[n],
      manager_id: at(employees, planted.manager),
      is_pay_restricted: planted.isRestricted,
      office_id: at(offices, planted.office),
      title_id: at(titles, planted.title),
      person_id: n === own ? person.personId : null,
    }));
    await admin.query('UPDATE employee SET person_id = NULL WHERE tenant_id = $1', [tenantId]);
    await admin.query(
      `UPDATE employee e SET manager_id = n.manager_id, is_pay_restricted = n.is_pay_restricted, office_id = n.office_id, title_id = n.title_id,
         person_id = n.person_id
       FROM jsonb_populate_recordset(NULL::employee, $2) n WHERE e.tenant_id = $1 AND e.id = n.id`,
      [tenantId, JSON.stringify(rows)],
    );
    await admin.query('DELETE FROM pay_access WHERE tenant_id = $1', [tenantId]);
    for (const item of access)
      await admin.query(
        `INSERT INTO pay_access (tenant_id, id, person_id, kind, employees, offices, titles, reason, status, ends_on)
         VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, $6, 'r', $7, CASE WHEN $8 THEN DATE '2001-01-01' END)`,
        [
          tenantId,
          person.personId,
          item.kind,
          item.employees.map((n) => employees[n]),
          item.offices.map((n) => offices[n]),
          item.titles.map((n) => titles[n]),
          item.status,
          item.isOver,
        ],
      );
  }

  it('are the same in the rule, the database functions, reads and writes, for any reporting line and access', async () => {
    await fc.assert(
      fc.asyncProperty(firms, async (firm) => {
        await store(firm);
        const context = { tenantId, personId: person.personId, now: server.now.toISOString() };
        const results = await server.withTenant(context, async (tx) => ({
          all: nameAll(await tx.query('SELECT visible_pay() AS id')),
          each: nameAll(await tx.query('SELECT id FROM unnest($1::uuid[]) id WHERE can_view_pay(id)', [employees])),
          read: nameAll(await tx.query('SELECT id FROM salary')),
          written: nameAll(await tx.query('UPDATE salary SET amount = amount RETURNING id')),
        }));
        const visible = visibleIn(firm);
        expect(results).toEqual({ all: visible, each: visible, read: visible, written: visible });
        const added = employees.map((id) =>
          server
            .withTenant(context, (tx) =>
              tx.query(
                `WITH created AS (INSERT INTO salary (tenant_id, id, employee_id, effective_date, amount, currency_id, frequency, fte_percent, annual_rate, paid_rate)
                   VALUES ($1, gen_random_uuid(), $2, '2021-01-01', 1, $3, 'ANNUAL', 100, 1, 1) RETURNING 1) SELECT 1 / (SELECT 0 FROM created)`,
                [tenantId, id, usd],
              ),
            )
            .catch((error: unknown) => String(error)),
        );
        const answers = await Promise.all(added);
        expect(answers.flatMap((text, at) => (String(text).includes('division by zero') ? [at] : []))).toEqual(visible);
        expect(answers.filter((text) => String(text).includes('row-level security'))).toHaveLength(
          size - visible.length,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('include nobody of another firm, and no unknown employee', async () => {
    const other = await server.tenant();
    await store({
      people: employees.map(() => ({ manager: null, isRestricted: false, office: null, title: null })),
      own: null,
      access: [{ kind: 'ALL', employees: [], offices: [], titles: [], status: 'ACTIVE', isOver: false }],
    });
    const statement = 'SELECT count(*)::int AS n FROM unnest($1::uuid[]) id WHERE can_view_pay(id)';
    const canView = (tenant: string, personId: string | null, ids: readonly string[]) =>
      server.withTenant({ tenantId: tenant, personId, now: server.now.toISOString() }, (tx) =>
        tx.query(statement, [ids]),
      );
    expect(await canView(tenantId, person.personId, employees)).toEqual([{ n: size }]);
    expect(await canView(tenantId, person.personId, [randomUUID()])).toEqual([{ n: 0 }]);
    expect(await canView(tenantId, null, employees)).toEqual([{ n: 0 }]);
    expect(await canView(other, person.personId, employees)).toEqual([{ n: 0 }]);
  });

  it('are found without reading all employees if somebody has access to a few', async () => {
    // A manager of many makes the planner expect many.
    const [count, reports] = [5000, 300];
    await store({
      people: employees.map(() => ({ manager: null, isRestricted: false, office: null, title: null })),
      own: 0,
      access: [{ kind: 'SELECTED', employees: [1, 2], offices: [], titles: [], status: 'ACTIVE', isOver: false }],
    });
    await admin.query(
      `WITH p AS (INSERT INTO participant (tenant_id, id, kind, code, name)
         SELECT $1, gen_random_uuid(), 'employee', 'N' || n, 'N' || n FROM generate_series(1, $2::integer) n RETURNING id, substr(code, 2)::integer AS n)
       INSERT INTO employee (tenant_id, id, last_name, manager_id) SELECT $1, id, 'P', CASE WHEN n <= $3 THEN $4::uuid END FROM p`,
      [tenantId, count, reports, employees[0]],
    );
    await admin.query('ANALYZE employee');
    const [found, read] = await server.withTenant(
      { tenantId, personId: person.personId, now: server.now.toISOString() },
      async (tx) => {
        // The connection still counts what its earlier transactions read until it reports it.
        const rowsRead = async () =>
          (
            await tx.query<{ n: number }>(
              `SELECT seq_tup_read::integer AS n FROM pg_stat_xact_user_tables WHERE relname = 'employee'`,
            )
          )[0]!.n;
        const before = await rowsRead();
        const visible = await tx.query('SELECT count(*)::integer AS n FROM visible_pay()');
        return [visible, (await rowsRead()) - before] as const;
      },
    );
    expect(found).toEqual([{ n: 2 }]);
    expect(read).toBeLessThan(size);
  });
});
