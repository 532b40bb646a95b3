import { beginStates } from '@carrara/adapters/postgres/engine/auditLog/beginStates';
import { recordTables, unrecordedTables } from '@carrara/adapters/postgres/engine/journal/recordTables';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { subjectColumns } from '@carrara/adapters/postgres/verify/rowTexts';
import { findingText } from '@carrara/adapters/postgres/verify/finding';
import type { TenantReport } from '@carrara/adapters/postgres/verify/verifyTenant';
import { isThorough } from '@carrara/domain/testing';
import { sealLogs } from '@carrara/server/jobs/sealLogs';
import { noteEverything } from '@carrara/server/testing/noteEverything';
import { type PlantedPlan, plantCarryPlan, keysIn, planDistributionBody } from '@carrara/server/testing/plantCarryPlan';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readColumns, forgetStates, otherValue, plantEveryTable, Superuser } from './tampering.ts';

interface Run {
  readonly Id: string;
  readonly RowVersion: number;
}

const proving = process.env['PROVE_RUNS'] !== undefined;

let server: TestServer;
let tenantId: string;
let plan: PlantedPlan;
let superuser: Superuser;
let paid: Run;
let waiting: Run;
let notes: { readonly changed: string; readonly deleted: string };
const mallory = '00000000-0000-7000-8000-00000000ee01';

/** Runs as the worker, which can see all rows of pay. */
const asWorker = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  unitOfWork({ pool: server.database.worker, auditKey: server.auditKey })(
    { tenantId, personId: null, now: server.now.toISOString() },
    work,
  );
const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant('Watched Firm');
  const maker = await server.person(tenantId, { carry: 'administrator' });
  const approver = await server.person(tenantId, { carry: 'viewer' });
  plan = await inTenant(plantCarryPlan);
  superuser = await Superuser.create(server, tenantId);
  // A superuser can drop constraints, so the test must not rely on them.
  await superuser.query(`DO $$ DECLARE c record; BEGIN
    FOR c IN SELECT conrelid::regclass AS t, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname); END LOOP; END $$`);
  const post = async (person: TestPerson, path: string, payload: object): Promise<Run> => {
    const answer = await server.call(person.token, tenantId, {
      method: 'POST',
      url: `/api/carry/distribution${path}`,
      payload,
    });
    expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
    return answer.json<Run>();
  };
  const submitted = async (Name: string): Promise<Run> => {
    const whole = planDistributionBody(plan);
    const few = ['CO-HEL', 'ARP-I'].map((code) => plan.idOf(code));
    const DistributionSources = (whole['DistributionSources'] as { Source: { Id: string } }[]).filter(({ Source }) =>
      few.includes(Source.Id),
    );
    const body = {
      ...whole,
      DistributionSources,
      Name,
      Approvers: [{ Id: approver.personId }],
      UnallocatedAcknowledged: true,
    };
    const saved = await post(maker, '/save-distribution', body);
    return post(maker, `/${saved.Id}/submit-for-approval`, {
      RowVersion: saved.RowVersion,
      Acknowledged: keysIn(saved),
    });
  };
  const draft = await submitted('Third quarter');
  const answer = {
    DistributionId: draft.Id,
    RowVersion: draft.RowVersion,
    ApprovalDecision: 'APP',
    Acknowledged: keysIn(draft),
  };
  const { RowVersion } = await post(approver, '/save-approval', answer);
  paid = await post(maker, `/${draft.Id}/disburse`, { RowVersion });
  waiting = await submitted('Fourth quarter');
  const noteOn = async ({ Id }: Run): Promise<string> => {
    const note = await server.call(maker.token, tenantId, {
      method: 'POST',
      url: '/api/note',
      payload: { ObjectId: Id, ObjectType: 'distribution', NoteText: 'Checked' },
    });
    expect(note.statusCode, note.body.slice(0, 800)).toBe(200);
    return note.json<{ Id: string }>().Id;
  };
  notes = { changed: await noteOn(paid), deleted: await noteOn(waiting) };
  const forecast = await server.call(maker.token, tenantId, {
    method: 'POST',
    url: '/api/carry/forecast/save-forecast',
    payload: {
      Name: 'Next year',
      DistributionDate: '2027-03-31',
      ForecastSources: [{ Source: { Id: plan.idOf('CO-HEL') }, Type: 'Coinvestment', InvestedAmount: '1000.00' }],
    },
  });
  expect(forecast.statusCode, forecast.body.slice(0, 800)).toBe(200);
  const invited = await server.call(maker.token, tenantId, {
    method: 'POST',
    url: '/api/user',
    payload: {
      FirstName: 'Vera',
      LastName: 'Voss',
      Email: 'vera@watched.test',
      Username: 'vera@watched.test',
      Roles: [{ Application: 'carry', Role: 'viewer' }],
    },
  });
  expect(invited.statusCode, invited.body.slice(0, 800)).toBe(200);
  await plantEveryTable(superuser, tenantId);
  await superuser.query(`UPDATE security SET holding_id = $1, name = 'Series A'`, [plan.idOf('CO-HEL')]);
  await superuser.query(
    `UPDATE valuation SET source_kind = 'UPLOAD', source_id = (SELECT id FROM upload_history LIMIT 1), valuation_date = '2026-09-30',
       security_id = (SELECT id FROM security LIMIT 1), fair_value = 100`,
  );
  await superuser.query(
    `INSERT INTO distribution_vesting SELECT tenant_id, id, $2, 80.87 FROM distribution_source WHERE distribution_id = $1
     ON CONFLICT (tenant_id, distribution_source_id, participant_id) DO UPDATE SET vested_percentage = 80.87`,
    [paid.Id, plan.idOf('E001')],
  );
  await superuser.query(
    `INSERT INTO payroll_row (tenant_id, id, payroll_file_id, employee_id, position, pay_date, pay_type_id, amount, currency_id)
     SELECT f.tenant_id, gen_random_uuid(), f.id, p.employee, p.position, '2026-01-30', $4, p.amount, $5
     FROM payroll_file f, (VALUES ($2::uuid, 11, 100), ($2::uuid, 12, 50), ($3::uuid, 13, 200)) p(employee, position, amount) WHERE f.tenant_id = $1`,
    [
      tenantId,
      plan.idOf('E001'),
      plan.idOf('E002'),
      await server.referenceEntry(tenantId, 'pay-type', 'SALARY'),
      await server.referenceEntry(tenantId, 'currency', 'EUR'),
    ],
  );
  await superuser.query('SELECT sum_all_investments(), sum_all_participants()');
  // The seals of each day cover its reads, so they are removed.
  await superuser.query('DELETE FROM pay_read_day');
  await superuser.query('DELETE FROM access_day');
  await superuser.query('DELETE FROM delivery_day');
  await superuser.query('DELETE FROM delivery_event');
  await superuser.query(
    `INSERT INTO pay_read (tenant_id, id, person_id, session_id, operation, is_export, employees, number, query, address, created_at)
     VALUES ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'listSalaries', false, '{}', 0, '{}', '', '2020-01-01')`,
    [tenantId],
  );
  await superuser.query(
    `INSERT INTO access_event (tenant_id, id, person_id, kind, created_at) VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'SIGN_IN', '2020-01-02')`,
    [tenantId],
  );
  await superuser.query(
    `INSERT INTO delivery_event (tenant_id, id, delivery_id, kind, version, sha256, created_at)
     SELECT tenant_id, gen_random_uuid(), id, 'ACKNOWLEDGED', 1, repeat('0', 64), '2020-01-03' FROM delivery WHERE tenant_id = $1 LIMIT 1`,
    [tenantId],
  );
  await sealLogs(server.database.worker, server.withTenant, server.now);
  await inTenant(beginStates);
  await asWorker(noteEverything);
});
afterAll(async () => {
  await superuser?.end();
  await server?.stop();
});

const texts = ({ chain, findings }: TenantReport): string[] => [
  ...(chain.broken ? [`trail: ${chain.broken.reason}`] : []),
  ...findings.map(findingText),
];

describe('A14: tampering by a superuser', () => {
  it('is not reported in an untouched database', async () => {
    const report = await superuser.verifyAfter(() => Promise.resolve());
    expect(texts(report)).toEqual([]);
    expect(report.records.reduce((sum, { withoutState: unchecked }) => sum + unchecked, 0)).toBe(0);
  });

  it('is found in each column of each table that a figure, an approval or a right depends on', async () => {
    const covered = new Set<string>(Object.values(recordTables).flatMap((parts) => parts.map(({ table }) => table)));
    const columns = await readColumns(superuser);
    const tables = [...new Set(columns.map(({ table }) => table))];
    // Each new table has to be listed: as a part of a record, or among the exceptions with a reason.
    expect(tables.filter((table) => covered.has(table) === Object.hasOwn(unrecordedTables, table))).toEqual([]);
    const derived = ['activity', 'activity_head', 'investment_total', 'participant_carry', 'record_layout'];
    // Columns that change without an audit entry. Also the tenant of records that may be deleted, because one that belongs to another firm counts as
    // deleted here.
    const ignoredColumns: Readonly<Record<string, readonly string[]>> = {
      api_token: ['last_used_at', 'last_address', 'end_notified_at', 'refusal_notified_at', 'tenant_id'],
      subscription: ['handled_through', 'last_at', 'last_result', 'last_remark', 'last_task_id', 'tenant_id'],
    };
    const open = columns.filter(
      ({ table, column }) =>
        (covered.has(table) || derived.includes(table)) && !ignoredColumns[table]?.includes(column),
    );
    expect(open.length).toBeGreaterThan(400);
    // `npm run prove -- tampering` changes every column. `npm test -- all` changes one of each table and every sixteenth, and `npm test` one of every
    // fourth table.
    const sampled = new Set(tables.filter((_, at) => isThorough || at % 4 === 0));
    const attacked = open.filter(
      ({ table }, at) =>
        proving ||
        (isThorough && (table === 'api_token' || at % 16 === 0)) ||
        (sampled.has(table) && open[at - 1]?.table !== table),
    );
    const atHome = new Set(['person', 'credential', 'person_identity', 'second_factor', 'passkey', 'recovery_code']);
    const missed: string[] = [];
    for (const { table, column, type } of attacked) {
      // If a whole firm is missing, the stored head of the chain reveals it, not the firm itself.
      if (table === 'tenant' && column === 'id') continue;
      const tenant = table === 'tenant' ? 'id' : 'tenant_id';
      const person = table === 'person' ? 'id' : 'person_id';
      const own = atHome.has(table)
        ? `${person} IN (SELECT person_id FROM membership WHERE tenant_id = '${tenantId}')`
        : table === 'record_layout'
          ? `id = (SELECT state ->> 'layout' FROM activity WHERE state IS NOT NULL LIMIT 1)`
          : `${tenant} = '${tenantId}'`;
      const isRun = columns.some((other) => other.table === table && other.column === 'distribution_id');
      const row = `SELECT ctid FROM ${table} WHERE ${own} ${isRun ? `AND distribution_id = '${paid.Id}'` : table === 'distribution' ? `AND id = '${paid.Id}'` : ''} LIMIT 1`;
      const report = await superuser.verifyAfter(async () => {
        const changed = await superuser.query(
          `UPDATE ${table} SET ${column} = ${otherValue(column, type)} WHERE ctid = (${row}) RETURNING 1 AS one`,
        );
        expect(changed, `a row of ${table}`).toHaveLength(1);
      });
      if (texts(report).length === 0) missed.push(`${table}.${column}`);
    }
    expect(missed).toEqual([]);
  });

  it('is named by its owner, for each table of records without a name', async () => {
    const columns = await readColumns(superuser);
    const owners = /^(employee|participant|investor|vehicle|container|investment|holding)_id$/;
    const unowned = Object.values(recordTables).flatMap(([{ table }, parent]) => {
      const own = columns.filter((column) => column.table === table).map(({ column }) => column);
      const isNamed = own.includes('name') || ['container', 'participant'].includes(parent?.table ?? '');
      return isNamed || !own.some((column) => owners.test(column)) || subjectColumns(table).length > 0 ? [] : [table];
    });
    expect(unowned).toEqual([]);
  });

  it("is found in a person's sign-in: another password, a provider account that nobody linked", async () => {
    const [person] = await superuser.query<{ id: string }>(
      'SELECT person_id AS id FROM membership WHERE tenant_id = $1 ORDER BY person_id LIMIT 1',
      [tenantId],
    );
    const attacked = async (statement: string) =>
      texts(await superuser.verifyAfter(() => superuser.query(statement, [person?.id])));
    const replaced = await attacked(
      `UPDATE credential SET password_hash = '$argon2id$of-mallory' WHERE person_id = $1`,
    );
    expect(replaced).toEqual([expect.stringMatching(/^user > .*: password hash is another$/)]);
    expect(await attacked(`INSERT INTO person_identity VALUES ('https://identity.test', 'mallory', $1)`)).toEqual([
      expect.stringContaining('person identity has no entry in the audit log'),
    ]);
    // The audit log must not contain password hashes.
    const [row] = await superuser.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM activity WHERE state::text LIKE '%$argon2%'`,
    );
    expect(row?.count).toBe(0);
  });

  /** Attacks in which all other data is consistent, with patterns for the record and the amount that the result has to name. */
  const attacks: readonly (readonly [
    description: string,
    attack: () => Promise<unknown>,
    expected: readonly RegExp[],
  ])[] = [
    [
      'an adjustment of 1,000.00 in the stored input, the row, the totals and the posting together',
      async () => {
        const id = plan.idOf('E001');
        const source = plan.idOf('CO-HEL');
        const adjustment = { sourceId: source, participantId: id, otherAdjustment: '1000.00' };
        const change = `other_adjustment = x.other_adjustment + 1000, net_carry_distributed = x.net_carry_distributed - 1000`;
        await superuser.query(
          `UPDATE distribution SET total_other_adjustment = total_other_adjustment + 1000, total_net = total_net - 1000,
             inputs = jsonb_set(inputs, '{input,adjustments}', (inputs #> '{input,adjustments}') || $2::jsonb) WHERE id = $1`,
          [paid.Id, JSON.stringify([adjustment])],
        );
        await superuser.query(
          `UPDATE distribution_source SET total_carry_adjustment = total_carry_adjustment + 1000, net_carry_distributed = net_carry_distributed - 1000
           WHERE distribution_id = $1 AND container_id = $2`,
          [paid.Id, source],
        );
        const rows = await superuser.query<{ id: string }>(
          `UPDATE distribution_detail x SET ${change} FROM distribution_source s
           WHERE x.distribution_id = $1 AND x.participant_id = $2 AND s.id = x.distribution_source_id AND s.container_id = $3 RETURNING x.id`,
          [paid.Id, id, source],
        );
        expect(rows).toHaveLength(1);
        await superuser.query(
          `UPDATE account_entry SET memo_other_adjustment = memo_other_adjustment + 1000 WHERE distribution_detail_id = $1`,
          [rows[0]?.id],
        );
      },
      [
        /^distribution > Third quarter > Participant E001: other adjustment in distribution detail: (\S+) before, (\S+) now$/,
        /^distribution > Third quarter > CO-HEL: net carry distributed: /,
        /^distribution > Third quarter: total other adjustment: /,
      ],
    ],
    ...(
      [
        [
          'person',
          'participant_id',
          'E002',
          /E001: participant of the account entry: Participant E001 before, Participant E002 now$/,
        ],
        ['source', 'container_id', 'ARP-I', /E001: source of the account entry: CO-HEL before, ARP-I now$/],
      ] as const
    ).map(
      ([subject, column, code, expected]) =>
        [
          `a posting moved to another ${subject}`,
          () =>
            superuser.query(
              `UPDATE account_entry SET ${column} = $1 WHERE distribution_id = $2 AND participant_id = $3 AND container_id = $4`,
              [plan.idOf(code), paid.Id, plan.idOf('E001'), plan.idOf('CO-HEL')],
            ),
          [expected],
        ] as const,
    ),
    [
      'a posting moved to another date',
      () =>
        superuser.query(
          `UPDATE account_entry SET entry_date = '2026-12-31' WHERE distribution_id = $1 AND participant_id = $2`,
          [paid.Id, plan.idOf('E001')],
        ),
      [/Participant E001: date of the account entry: 2026-09-30 before, 2026-12-31 now$/],
    ],
    ...['500000', '-1000000'].map(
      (amount) =>
        [
          `an invented adjustment of ${amount} that is tied to nothing`,
          () =>
            superuser.query(
              `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount)
               VALUES ($1, gen_random_uuid(), $2, $3, 'ADJUSTMENT', '2026-10-01', $4)`,
              [tenantId, plan.idOf('E001'), plan.idOf('ARP-I'), amount],
            ),
          [
            new RegExp(
              `^account entry > Participant E001 > ARP-I > 2026-10-01: has no entry in the audit log: nothing before, amount ${Number(amount).toLocaleString('en')}.00[^_{]* now$`,
            ),
          ],
        ] as const,
    ),
    [
      'a deleted source',
      async () => {
        const source = `SELECT id FROM distribution_source WHERE distribution_id = '${paid.Id}' AND container_id = '${plan.idOf('CO-HEL')}'`;
        await superuser.query(`DELETE FROM distribution_detail WHERE distribution_source_id IN (${source})`);
        await superuser.query(`DELETE FROM distribution_source WHERE id IN (${source})`);
      },
      [/^distribution > Third quarter > CO-HEL: distribution source is gone: .*gross carry distributed \d/],
    ],
    [
      'a deleted distribution',
      async () => {
        for (const table of [
          'account_entry',
          'escrow_entry',
          'distribution_approval',
          'distribution_detail',
          'distribution_source',
        ])
          await superuser.query(`DELETE FROM ${table} WHERE distribution_id = $1`, [paid.Id]);
        await superuser.query('DELETE FROM distribution WHERE id = $1', [paid.Id]);
      },
      [/^distribution > Third quarter: is missing without an audit entry: entry \d+, .*/],
    ],
    [
      'the decision of an approval',
      () =>
        superuser.query(`UPDATE distribution_approval SET approval_decision = 'REJ' WHERE distribution_id = $1`, [
          paid.Id,
        ]),
      [/^distribution > Third quarter > Ada Example: approval decision: APP before, REJ now$/],
    ],
    [
      'the rule of a submission',
      () =>
        superuser.query(`UPDATE distribution SET approval_rule = approval_rule || '{"mode":"QUORUM"}' WHERE id = $1`, [
          paid.Id,
        ]),
      [/^distribution > Third quarter: approval rule: Mode ALL before, Mode QUORUM now$/],
    ],
    [
      'the person of a decision',
      () =>
        superuser.query(`UPDATE distribution_approval SET decided_by = created_by WHERE distribution_id = $1`, [
          paid.Id,
        ]),
      [/^distribution > Third quarter > Ada Example: decided by: .+ before, .+ now$/],
    ],
    [
      'a row of a vesting schedule',
      () => superuser.query('UPDATE vesting_schedule_row SET vested_percentage = 1.5 WHERE tenant_id = $1', [tenantId]),
      [/^vesting schedule > .+ > (months \d+ to \d+|from month \d+): vested percentage: \S+ before, 1\.5\d* now$/],
    ],
    [
      'the date of a run',
      () => superuser.query(`UPDATE distribution SET distribution_date = '2026-06-30' WHERE id = $1`, [paid.Id]),
      [/^distribution > Third quarter: distribution date: 2026-09-30 before, 2026-06-30 now$/],
    ],
    [
      'an effective percentage',
      () =>
        superuser.query(
          `UPDATE distribution_detail SET effective_allocation = effective_allocation + 1 WHERE distribution_id = $1 AND participant_id = $2`,
          [paid.Id, plan.idOf('E001')],
        ),
      [/^distribution > Third quarter > CO-HEL > Participant E001: Effective: stored \S+, computed again \S+$/],
    ],
    [
      'an original percentage',
      () =>
        superuser.query(
          `UPDATE distribution_detail SET original_allocation = coalesce(original_allocation, 0) + 1 WHERE distribution_id = $1 AND participant_id = $2`,
          [paid.Id, plan.idOf('E001')],
        ),
      [
        /^distribution > Third quarter > Participant E001: original allocation in distribution detail: \S+ before, \S+ now$/,
      ],
    ],
    [
      'the stored total of a participant',
      () =>
        superuser.query('UPDATE participant_carry SET amount = amount + 1000 WHERE participant_id = $1', [
          plan.idOf('E001'),
        ]),
      [/^participant > Participant E001: total paid: stored \S+ US dollar, computed again \S+ US dollar$/],
    ],
    ...(['2020-01-02', '2020-01-01'] as const).map(
      (day) =>
        [
          `a sign-in of ${day} that nobody made`,
          () =>
            superuser.query(
              `INSERT INTO access_event (tenant_id, id, person_id, kind, created_at) VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'SIGN_IN', $2)`,
              [tenantId, day],
            ),
          [new RegExp(`^Sign-ins and downloads of ${day}: differs from its seal`)],
        ] as const,
    ),
    [
      'a deleted sign-in',
      () => superuser.query(`DELETE FROM access_event WHERE tenant_id = $1 AND created_at < '2020-02-01'`, [tenantId]),
      [/^Sign-ins and downloads of 2020-01-02: differs from its seal.*: 1 before, 0 now$/],
    ],
    [
      'the seal of a day',
      () =>
        superuser.query(`UPDATE delivery_day SET number = number + 1 WHERE tenant_id = $1 AND day = '2020-01-03'`, [
          tenantId,
        ]),
      [/^delivery day > 2020-01-03: number: 1 before, 2 now$/],
    ],
    [
      'a deleted acknowledgment',
      () => superuser.query(`DELETE FROM delivery_event WHERE tenant_id = $1 AND kind = 'ACKNOWLEDGED'`, [tenantId]),
      [/2020-01-03: differs from its seal.*: 1 before, 0 now$/],
    ],
    [
      'a run reset from submitted to draft',
      () => superuser.query(`UPDATE distribution SET status = 'DRAFT' WHERE id = $1`, [waiting.Id]),
      [/^distribution > Fourth quarter: status: SUB before, DRAFT now$/],
    ],
    [
      'a role',
      () =>
        superuser.query(`UPDATE membership_role SET role = 'administrator' WHERE tenant_id = $1 AND role = 'viewer'`, [
          tenantId,
        ]),
      [/^user > Ada Example > carry: role: viewer before, administrator now$/],
    ],
    [
      'a member without an invitation',
      async () => {
        await superuser.query(
          `INSERT INTO person (id, login, first_name, last_name) VALUES ($1, 'mallory', 'Mallory', 'Moor')`,
          [mallory],
        );
        await superuser.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2)', [tenantId, mallory]);
        await superuser.query(`INSERT INTO membership_role VALUES ($1, $2, 'carry', 'administrator')`, [
          tenantId,
          mallory,
        ]);
      },
      [/^user > Mallory Moor: has no entry in the audit log/],
    ],
    [
      'the roles of an open invitation',
      () =>
        superuser.query(
          `UPDATE invitation SET roles = '[{"application":"carry","role":"administrator"}]' WHERE login = 'vera@watched.test'`,
        ),
      [/^user > Vera Voss: roles: .*Role viewer.* before, .*Role administrator.* now$/],
    ],
    [
      'the address, expiry and password of an open invitation',
      () =>
        superuser.query(
          `UPDATE invitation SET email = 'mallory@elsewhere.test', token_hash = sha256('mine'), token_until = '2099-01-01', code_hash = 'mine'
           WHERE login = 'vera@watched.test'`,
        ),
      [
        /^user > Vera Voss: email: sha256 [0-9a-f]{12} before, sha256 [0-9a-f]{12} now$/,
        /^user > Vera Voss: token hash is another$/,
        /^user > Vera Voss: token until: nothing before, 2099-01-01 00:00:00 now$/,
        /^user > Vera Voss: code hash is another$/,
      ],
    ],
    [
      'the text of a note, a forged note and a deleted one, named by their records',
      async () => {
        await superuser.query(`UPDATE note SET note_text = 'Approved' WHERE id = $1`, [notes.changed]);
        await superuser.query(`DELETE FROM note WHERE id = $1`, [notes.deleted]);
        await superuser.query(
          `INSERT INTO note (tenant_id, id, object_type, object_id, note_text) SELECT tenant_id, gen_random_uuid(), object_type, object_id, 'Forged'
           FROM note WHERE id = $1`,
          [notes.changed],
        );
      },
      [
        /^note > Third quarter: note text: sha256 [0-9a-f]{12} before, sha256 [0-9a-f]{12} now$/,
        /^note > Third quarter: has no entry in the audit log: /,
        /^note > Fourth quarter: is missing without an audit entry: /,
      ],
    ],
    [
      'a forged invitation, and a deleted one',
      async () => {
        await superuser.query(
          `INSERT INTO invitation (tenant_id, id, person_id, login, first_name, last_name, roles, created_at, updated_at)
           VALUES ($1, gen_random_uuid(), $2, 'mallory', 'Mallory', 'Moor', '[]', now(), now())`,
          [tenantId, mallory],
        );
        await superuser.query(`DELETE FROM invitation WHERE login = 'vera@watched.test'`);
      },
      [
        /^user > \S+: has no entry in the audit log: nothing before, .*first name sha256 [0-9a-f]{12}/,
        /^user > Vera Voss: is missing without an audit entry: entry \d+, .*/,
      ],
    ],
    [
      'a firm setting',
      () =>
        superuser.query(`UPDATE tenant SET settings = settings || '{"AllowSelfApproval": "True"}' WHERE id = $1`, [
          tenantId,
        ]),
      [/^tenant > Watched Firm: settings: nothing before, Allow self approval True now$/],
    ],
    [
      'an uploaded valuation, and the tax terms and vesting of a distribution',
      async () => {
        await superuser.query('UPDATE valuation SET fair_value = 250');
        await superuser.query(
          `UPDATE distribution_tax_term SET tax_rate = 7, name = 'forged' WHERE name = 'forged' OR position = 0`,
        );
        await superuser.query('UPDATE distribution_vesting SET vested_percentage = 7');
      },
      [
        /^upload > .* > .*, Series A > 2026-09-30: fair value: 100.00.* before, 250.00.* now$/,
        /^distribution > .* > .*: tax rate in withholding: \S+ before, \S+ now$/,
        /^distribution > .* > \S.*: vested percentage: \S+ before, 7.00 now$/,
      ],
    ],
    [
      'a tax rate, and a share of a profile',
      async () => {
        await superuser.query('UPDATE tax_profile_rate SET tax_rate = 1 WHERE tenant_id = $1', [tenantId]);
        await superuser.query('UPDATE allocation_entry SET effective = 99 WHERE participant_id = $1', [
          plan.idOf('E001'),
        ]);
      },
      [
        /^tax profile > .*: tax rate: \S+ before, 1.00 now$/,
        /^allocation profile > .* > Participant E001: effective: \S+ before, 99.00 now$/,
      ],
    ],
    [
      'the vesting of one source of several',
      () =>
        superuser.query(
          `UPDATE distribution_vesting SET vested_percentage = 50 WHERE participant_id = $1 AND distribution_source_id IN (
             SELECT id FROM distribution_source WHERE distribution_id = $2 AND container_id = $3)`,
          [plan.idOf('E001'), paid.Id, plan.idOf('CO-HEL')],
        ),
      [/^distribution > Third quarter > CO-HEL > Participant E001: vested percentage: 80\.87\d* before, 50\.0* now$/],
    ],
    [
      'the vesting of two sources, with the same sum',
      () =>
        superuser.query(
          `UPDATE distribution_vesting v SET vested_percentage = vested_percentage + CASE s.container_id WHEN $3::uuid THEN 10 ELSE -10 END
           FROM distribution_source s WHERE s.id = v.distribution_source_id AND s.distribution_id = $2 AND v.participant_id = $1`,
          [plan.idOf('E001'), paid.Id, plan.idOf('CO-HEL')],
        ),
      [
        /^distribution > Third quarter > CO-HEL > Participant E001: vested percentage: 80\.87\d* before, 90\.87\d* now$/,
        /^distribution > Third quarter > ARP-I > Participant E001: vested percentage: 80\.87\d* before, 70\.87\d* now$/,
      ],
    ],
    [
      'the currency of a payment',
      () =>
        superuser.query(
          `UPDATE payroll_row p SET currency_id = r.id FROM reference_entry r
           WHERE p.position = 13 AND r.tenant_id = p.tenant_id AND r.type = 'currency' AND r.code = 'USD'`,
        ),
      [
        /^payroll file > .* > Participant E002 > SALARY > 2026-01-30 > EUR: amount in payroll payment: 200 before, nothing now$/i,
        /^payroll file > .* > Participant E002 > SALARY > 2026-01-30 > US dollar: amount in payroll payment: nothing before, 200 now$/i,
      ],
    ],
    [
      'an amount of one payment and two others that offset each other',
      async () => {
        await superuser.query('UPDATE payroll_row SET amount = amount + 1 WHERE position = 13');
        await superuser.query(
          'UPDATE payroll_row SET amount = amount + CASE position WHEN 11 THEN 5 ELSE -5 END WHERE position IN (11, 12)',
        );
      },
      [
        /^payroll file > .* > Participant E002 > .*: amount in payroll payment: 200 before, 201 now$/,
        /^payroll file > .* > Participant E001 > SALARY > 2026-01-30 > EUR: payroll payment differs from its state in entry \d+, /i,
      ],
    ],
    [
      'a deleted payment',
      () => superuser.query('DELETE FROM payroll_row WHERE position = 13'),
      [/^payroll file > .*: number of payroll payments: 4 before, 3 now$/],
    ],
    [
      'a deleted step of a vesting schedule',
      () =>
        superuser.query(
          'DELETE FROM vesting_schedule_row WHERE id = (SELECT id FROM vesting_schedule_row WHERE tenant_id = $1 LIMIT 1)',
          [tenantId],
        ),
      [
        /^vesting schedule > .+ > (months \d+ to \d+|from month \d+): vesting step is gone: vested percentage [\d.]+ before, nothing now$/,
      ],
    ],
    [
      'an amount of a deferred award',
      () => superuser.query('UPDATE deferred_entry SET amount = amount + 1'),
      [/^deferred award > .* > \d{4}-\d\d-\d\d: amount: \S+ before, \S+ now$/],
    ],
  ];

  it.each(attacks)('is reported by name: %s', async (_label, attack, expected) => {
    const found = texts(await superuser.verifyAfter(attack));
    for (const regExp of expected) expect(found).toEqual(expect.arrayContaining([expect.stringMatching(regExp)]));
  });

  it('is compared by sums for states of an earlier version, which have no digests of groups', async () => {
    const ofRecords = async (change: string) => {
      const { findings } = await superuser.verifyAfter(async () => {
        await superuser.query(
          `UPDATE activity SET state = jsonb_set(state, '{account_entry,sums}',
             (SELECT jsonb_agg(s - -1) FROM jsonb_array_elements(state #> '{account_entry,sums}') s)) WHERE object_id = $1 AND state ? 'account_entry'`,
          [paid.Id],
        );
        await superuser.query(change);
      });
      return findings.filter(({ part }) => part === 'records').map(findingText);
    };
    expect(await ofRecords('SELECT')).toEqual([]);
    expect(
      await ofRecords(
        `UPDATE account_entry SET amount = amount + 1 WHERE distribution_id = '${paid.Id}' AND participant_id = '${plan.idOf('E001')}'`,
      ),
    ).toEqual([
      expect.stringMatching(
        /^distribution > Third quarter > Participant E001: amount in account entry: \S+ before, \S+ now$/,
      ),
    ]);
  });

  it('is compared by the sums that an earlier version stored, if it stored fewer', async () => {
    const ofRecords = async (column: string) => {
      const { findings } = await superuser.verifyAfter(async () => {
        await superuser.query(
          `UPDATE activity SET state = jsonb_set(state, '{distribution_detail,sums}',
             (SELECT jsonb_agg(s - -2) FROM jsonb_array_elements(state #> '{distribution_detail,sums}') s)) WHERE object_id = $1 AND state ? 'distribution_detail'`,
          [paid.Id],
        );
        await superuser.query(
          `UPDATE distribution_detail SET ${column} = coalesce(${column}, 0) + 1 WHERE distribution_id = $1 AND participant_id = $2`,
          [paid.Id, plan.idOf('E001')],
        );
      });
      return findings.filter(({ part }) => part === 'records').map(findingText);
    };
    const detail = 'distribution > Third quarter > Participant E001: ';
    expect(await ofRecords('other_adjustment')).toEqual([
      expect.stringMatching(`^${detail}other adjustment in distribution detail: \\S+ before, \\S+ now$`),
    ]);
    expect(await ofRecords('original_allocation')).toEqual([
      expect.stringContaining(`${detail}distribution detail differs from its state in entry`),
    ]);
  });

  it('is reported as not checked for records that an older version stored without states', async () => {
    const report = await superuser.verifyAfter(() => forgetStates(superuser, server.auditKey, tenantId));
    expect(texts(report)).toEqual([]);
    const unchecked = new Map(report.records.map(({ type, withoutState: uncheckedCount }) => [type, uncheckedCount]));
    expect(unchecked.get('distribution')).toBe(2);
    expect(unchecked.get('user')).toBe(3);
    // Values that can be recomputed are checked, even if no state was stored for them.
    const changed = await superuser.verifyAfter(async () => {
      await forgetStates(superuser, server.auditKey, tenantId);
      await superuser.query('UPDATE distribution_source SET unallocated = unallocated + 1 WHERE distribution_id = $1', [
        paid.Id,
      ]);
    });
    expect(texts(changed).join('\n')).toMatch(/Third quarter > .*: Unallocated: stored \S+, computed again \S+/);
  });
});
