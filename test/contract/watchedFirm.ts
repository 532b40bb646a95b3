import { beginStates } from '@carrara/adapters/postgres/engine/auditLog/beginStates';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { sealLogs } from '@carrara/server/jobs/sealLogs';
import { recordAllStates } from '@carrara/server/testing/recordAllStates';
import { type PlantedPlan, plantCarryPlan, keysIn, planDistributionBody } from '@carrara/server/testing/plantCarryPlan';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { expect } from 'vitest';
import { plantEveryTable, Superuser } from './tampering.ts';

interface Run {
  readonly Id: string;
  readonly RowVersion: number;
}

/** The id of a person who doesn't belong to the firm. */
export const strangerId = '00000000-0000-7000-8000-00000000ee01';

/** A firm with rows in every table, and a superuser who attacks them. */
export interface WatchedFirm {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly plan: PlantedPlan;
  readonly superuser: Superuser;
  readonly paid: Run;
  readonly waiting: Run;
  readonly notes: { readonly changed: string; readonly deleted: string };
}

export async function watchFirm(server: TestServer): Promise<WatchedFirm> {
  const tenantId = await server.tenant('Watched Firm');
  const context = { tenantId, personId: null, now: server.now.toISOString() };
  const maker = await server.person(tenantId, { carry: 'administrator' });
  const approver = await server.person(tenantId, { carry: 'viewer' });
  const plan = await server.withTenant(context, plantCarryPlan);
  const superuser = await Superuser.create(server, tenantId);
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
  const paid = await post(maker, `/${draft.Id}/disburse`, { RowVersion });
  const waiting = await submitted('Fourth quarter');
  const noteOn = async ({ Id }: Run): Promise<string> => {
    const note = await server.call(maker.token, tenantId, {
      method: 'POST',
      url: '/api/note',
      payload: { ObjectId: Id, ObjectType: 'distribution', NoteText: 'Checked' },
    });
    expect(note.statusCode, note.body.slice(0, 800)).toBe(200);
    return note.json<{ Id: string }>().Id;
  };
  const notes = { changed: await noteOn(paid), deleted: await noteOn(waiting) };
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
  await superuser.query(`UPDATE transfer_statement SET vehicle_id = $1, account = '{"nav": "100.00"}'`, [
    plan.idOf('ARP-I'),
  ]);
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
  await server.withTenant(context, beginStates);
  // The worker can see all rows of pay.
  const asWorker = unitOfWork({ pool: server.database.worker, auditKey: server.auditKey });
  await asWorker(context, recordAllStates);
  return { server, tenantId, plan, superuser, paid, waiting, notes };
}
