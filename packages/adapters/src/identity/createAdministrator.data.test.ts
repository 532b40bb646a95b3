import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from '../postgres/engine/journal/verifyChain.ts';
import { type TestDatabase, testDatabase } from '../postgres/testing/testDatabase.ts';
import { findingText } from '../postgres/verify/finding.ts';
import { verifySchema } from '../postgres/verify/verifySchema.ts';
import { verifyTenant } from '../postgres/verify/verifyTenant.ts';
import { unitOfWork } from '../postgres/engine/unitOfWork/withTenant.ts';
import { createAdministrator } from './createAdministrator.ts';
import { createPasswords } from './passwords.ts';

describe('the first administrator, created from the command line', () => {
  let database: TestDatabase;
  const auditKey = randomBytes(32);
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  const create = (login: string, password: string, tenantName = 'Alder', isLpTenant?: boolean) =>
    createAdministrator(database.worker, createPasswords(), auditKey, {
      isLpTenant,
      login,
      firstName: 'Ada',
      lastName: 'Moss',
      password,
      tenantName,
      now: new Date('2026-10-01T12:00:00.000Z'),
    });

  it("is in the firm's audit log, which is intact", async () => {
    const created = (await create('ada@alder.test', 'kettle of bright orbits'))._unsafeUnwrap();
    const { rows } = await database.worker.query(
      'SELECT operation, object_id, person_id FROM activity WHERE tenant_id = $1 ORDER BY seq',
      [created.tenantId],
    );
    expect(rows).toEqual([
      { operation: 'createAdministrator', object_id: created.personId, person_id: null },
      { operation: 'noteStandardEntries', object_id: created.tenantId, person_id: null },
    ]);
    expect(await verifyChain(database.worker, created.tenantId, auditKey)).toEqual({
      tenantId: created.tenantId,
      entries: 2,
    });
  });

  it('has the login as name if no name was entered', async () => {
    const { personId } = (
      await createAdministrator(database.worker, createPasswords(), auditKey, {
        login: 'nameless@alder.test',
        firstName: '',
        lastName: ' ',
        password: 'kettle of bright orbits',
        tenantName: 'Elm',
        now: new Date('2026-10-01T12:00:00.000Z'),
      })
    )._unsafeUnwrap();
    const { rows } = await database.worker.query('SELECT first_name, last_name FROM person WHERE id = $1', [personId]);
    expect(rows).toEqual([{ first_name: '', last_name: 'nameless@alder.test' }]);
  });

  const findingsOf = (tenantId: string) => {
    const context = { tenantId, personId: null, now: '2026-10-02T12:00:00.000Z' };
    const withTenant = unitOfWork({ pool: database.worker, auditKey });
    return withTenant(context, async (tx) => (await verifyTenant(tx, auditKey)).findings, { readOnly: true });
  };

  it('sets no password for somebody whose home is another firm', async () => {
    const { tenantId, personId } = (await create('eve@birch.test', 'kettle of bright orbits', 'Birch'))._unsafeUnwrap();
    await database.worker.query('DELETE FROM credential WHERE person_id = $1', [personId]);
    const before = await findingsOf(tenantId);
    const created = (await create('eve@birch.test', 'marbles under quiet lamps', 'Cedar'))._unsafeUnwrap();
    expect(created).toMatchObject({ personId, tenantCreated: true, personCreated: false });
    expect((await database.worker.query('SELECT FROM credential WHERE person_id = $1', [personId])).rows).toEqual([]);
    expect(await findingsOf(tenantId)).toEqual(before);
    expect(await findingsOf(created.tenantId)).toEqual([]);
  });

  it('creates a firm in which changed standard reference data and database rules are found', async () => {
    const { tenantId } = (await create('ivy@dune.test', 'kettle of bright orbits', 'Dune'))._unsafeUnwrap();
    expect(await findingsOf(tenantId)).toEqual([]);
    const superuser = new pg.Client({ connectionString: database.adminUrl });
    await superuser.connect();
    await superuser.query(`SET session_replication_role = 'replica'`);
    await superuser.query(
      `DELETE FROM reference_entry WHERE tenant_id = $1 AND (type, code) IN (('currency', 'USD'), ('participant-class', 'PARTNER'))`,
      [tenantId],
    );
    const change = (assignment: string, type: string, code: string) =>
      superuser.query(`UPDATE reference_entry SET ${assignment} WHERE tenant_id = $1 AND type = $2 AND code = $3`, [
        tenantId,
        type,
        code,
      ]);
    await change(`code = 'CHX', symbol = NULL`, 'currency', 'CHF');
    await change('is_inactive = true, row_version = 2', 'industry', '11001');
    await change(`description = 'Form'`, 'document-category', 'LETTER');
    await change('display_order = 9', 'document-category', 'TAX-FORM');
    expect(await verifySchema(superuser)).toEqual([]);
    await superuser.query(
      'BEGIN; ALTER TABLE fund DISABLE ROW LEVEL SECURITY; GRANT DELETE ON activity TO carrara_app',
    );
    const schema = (await verifySchema(superuser)).map(
      ({ location, description: subject }) => `${location[1]} ${subject}`,
    );
    await superuser.query(`ROLLBACK; BEGIN; CREATE ROLE passes_by BYPASSRLS; GRANT carrara_app TO passes_by;
      CREATE OR REPLACE FUNCTION can_view_all_pay() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS 'SELECT true';
      CREATE RULE unseen AS ON INSERT TO pay_read DO INSTEAD NOTHING; ALTER TABLE salary DISABLE TRIGGER ALL`);
    // Functions also guard pay, so their changed bodies must be reported.
    const passing = (await verifySchema(superuser)).map(
      ({ location, description: subject }) => `${location[1]} ${subject}`,
    );
    await superuser.query(`ROLLBACK; BEGIN; GRANT carrara_worker, pg_read_all_data TO carrara_app; ALTER ROLE carrara_app CREATEROLE;
      GRANT CREATE ON SCHEMA public TO carrara_app; ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO carrara_app;
      ALTER ROLE carrara_app SET app.tenant_id = 'x'; ALTER TABLE pay_access ALTER status SET DEFAULT 'ACTIVE'; DROP INDEX person_login;
      CREATE ROLE stranger; GRANT SELECT ON salary TO stranger; GRANT UPDATE (amount) ON salary TO stranger`);
    const opened = (await verifySchema(superuser)).map(
      ({ location, description: subject }) => `${location[1]} ${subject}`,
    );
    // Rules replaced under the same name by ones that don't hold anything.
    await superuser.query(`ROLLBACK; BEGIN; ALTER TABLE distribution DROP CONSTRAINT distribution_status_check;
      ALTER TABLE distribution ADD CONSTRAINT distribution_status_check CHECK (true);
      DROP TRIGGER chain_grows ON activity_head;
      CREATE TRIGGER chain_grows BEFORE UPDATE ON activity_head FOR EACH ROW WHEN (false) EXECUTE FUNCTION refuse_shorter_chain();
      ALTER TABLE pay_access ENABLE REPLICA TRIGGER pay_access_guard; ALTER TABLE salary ALTER amount DROP NOT NULL;
      CREATE MATERIALIZED VIEW copied AS SELECT * FROM salary; CREATE SCHEMA aside; CREATE TABLE aside.copied AS SELECT * FROM salary;
      GRANT SELECT ON aside.copied TO carrara_app`);
    const replaced = (await verifySchema(superuser)).map(
      ({ location, description: subject }) => `${location[1]} ${subject}`,
    );
    const named = decodeURIComponent(new URL(database.adminUrl).pathname.slice(1));
    // Privileges that open everything without a change of any table.
    await superuser.query(`ROLLBACK; BEGIN; CREATE ROLE eve LOGIN; CREATE ROLE mallory LOGIN SUPERUSER; CREATE ROLE bypass LOGIN BYPASSRLS; CREATE ROLE nobody_here LOGIN;
      GRANT CONNECT ON DATABASE ${named} TO eve, bypass; GRANT CREATE ON DATABASE ${named} TO eve; GRANT CREATE ON SCHEMA public TO eve;
      GRANT carrara_worker, carrara_app, pg_read_all_data TO eve; GRANT carrara_worker TO nobody_here; GRANT pg_write_all_data TO carrara_worker_${named};
      GRANT EXECUTE ON FUNCTION visible_pay() TO eve; ALTER TABLE salary OWNER TO eve; ALTER ROLE carrara_worker_${named} CREATEROLE;
      ALTER ROLE carrara_worker_${named} SET search_path = evil; CREATE PUBLICATION leak FOR TABLE salary;
      CREATE SCHEMA evil; CREATE FUNCTION evil.peek() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';
      CREATE FUNCTION evil.log() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; CREATE EVENT TRIGGER watch ON ddl_command_end EXECUTE FUNCTION evil.log();
      ALTER FUNCTION visible_pay() IMMUTABLE; ALTER FUNCTION current_tenant() STRICT`);
    const beyond = (await verifySchema(superuser)).map(
      ({ location, description: subject }) => `${location[1]} ${subject}`,
    );
    // The login that the operator created for the application is none of them.
    await superuser.query(
      `ROLLBACK; BEGIN; CREATE ROLE own_app LOGIN; GRANT CONNECT ON DATABASE ${named} TO own_app; GRANT carrara_app TO own_app`,
    );
    expect(await verifySchema(superuser, 'postgres://own_app@localhost/x')).toEqual([]);
    expect(await verifySchema(superuser)).toHaveLength(2);
    // Operators may monitor the server, and no more.
    await superuser.query(
      `ROLLBACK; BEGIN; CREATE EXTENSION pg_stat_statements; CREATE ROLE watcher LOGIN; GRANT CONNECT ON DATABASE ${named} TO watcher; GRANT pg_monitor TO watcher`,
    );
    expect(await verifySchema(superuser)).toEqual([]);
    await superuser.query(
      'GRANT CREATE ON SCHEMA public TO watcher; GRANT pg_write_all_data, carrara_app TO watcher; GRANT SELECT ON salary TO pg_monitor',
    );
    const watching = (await verifySchema(superuser)).map(
      ({ location, description: subject }) => `${location[1]} ${subject}`,
    );
    await superuser.query(
      'ROLLBACK; BEGIN; CREATE VIEW pg_stat_statements AS SELECT * FROM salary; GRANT SELECT ON pg_stat_statements TO carrara_app',
    );
    const disguised = (await verifySchema(superuser)).map(
      ({ location, description: subject }) => `${location[1]} ${subject}`,
    );
    await superuser.query('ROLLBACK');
    await superuser.end();
    expect(beyond.filter((text) => / unexpected: /.test(text)).map((text) => text.replaceAll(named, 'db'))).toEqual(
      expect.arrayContaining([
        'eve unexpected: may connect and act as carrara_worker',
        'eve unexpected: may connect and act as carrara_app',
        'eve unexpected: may connect and act as pg_read_all_data',
        'carrara_worker_db unexpected: may connect and act as pg_write_all_data',
        'mallory unexpected: may connect and is a superuser',
        'bypass unexpected: may connect and passes over row security',
        'this database unexpected: eve may CONNECT',
        'this database unexpected: eve may CREATE',
        'public unexpected: eve may CREATE',
        'visible_pay() unexpected: eve may EXECUTE',
        'salary unexpected: is owned by eve',
        'carrara_worker_db unexpected: may create roles, create databases or replicate',
        'carrara_worker_db unexpected: sets search_path=evil',
        'publication leak unexpected: isn’t part of the product',
        'evil.peek unexpected: runs as its owner, postgres',
        'event trigger watch unexpected: isn’t part of the product',
        'visible_pay() unexpected: is immutable',
        expect.stringMatching(/^current_tenant\(\) unexpected: is \w+, null for a null input/),
      ]),
    );
    expect(beyond.join()).not.toContain('nobody_here');
    expect(watching).toEqual(
      expect.arrayContaining([
        'watcher unexpected: may connect and act as pg_write_all_data',
        'watcher unexpected: may connect and act as carrara_app',
        'public unexpected: watcher may CREATE',
        'salary unexpected: pg_monitor may SELECT',
      ]),
    );
    expect(disguised).toEqual([
      'pg_stat_statements unexpected: carrara_app may SELECT',
      expect.stringMatching(/^pg_stat_statements unexpected: reads as its owner: /),
    ]);
    expect(replaced.filter((text) => text.includes(' unexpected: ')).toSorted()).toEqual([
      'activity_head unexpected: trigger chain_grows on: BEFORE UPDATE ON public.activity_head FOR EACH ROW WHEN (false) EXECUTE FUNCTION refuse_shorter_chain()',
      'aside.copied unexpected: carrara_app may SELECT',
      'copied unexpected: is a stored copy or a foreign table',
      'distribution unexpected: distribution_status_check holds: CHECK (true)',
      expect.stringMatching(/^pay_access unexpected: trigger pay_access_guard on for replicas only: /),
      expect.stringMatching(/^salary unexpected: may be null: .*\bamount\b/),
      'schema aside unexpected: isn’t part of the product',
    ]);
    expect(passing).toEqual([
      expect.stringMatching(/^can_view_all_pay\(\) missing: does /),
      expect.stringMatching(/^can_view_all_pay\(\) unexpected: does /),
      'passes_by unexpected: passes over row security',
      'pay_read unexpected: rule unseen',
      'salary unexpected: references are not held',
    ]);
    // The login of this database is a member of the role, so it is named as well.
    expect(opened.filter((text) => !text.startsWith('carrara_app_'))).toEqual([
      'carrara_app unexpected: sets app.tenant_id=x',
      "pay_access.status missing: default 'REQUESTED'::text",
      expect.stringMatching(/^person missing: unique index CREATE UNIQUE INDEX person_login /),
      'carrara_app unexpected: acts as carrara_worker',
      'carrara_app unexpected: acts as pg_read_all_data',
      'carrara_app unexpected: may create roles, create databases or replicate',
      'new objects unexpected: carrara_app may SELECT',
      "pay_access.status unexpected: default 'ACTIVE'::text",
      'public unexpected: carrara_app may CREATE',
      'salary.amount unexpected: stranger may UPDATE',
      'salary unexpected: stranger may SELECT',
    ]);
    expect(schema).toEqual([
      'fund missing: row security forced',
      'activity unexpected: carrara_app may DELETE',
      'fund unexpected: row security off',
    ]);
    // Categories with the same code are told apart by their values.
    const taxForm = expect.stringMatching(
      /^reference > document category > TAX-FORM: has no entry in the audit log: nothing before, .*description Tax form.* now$/,
    );
    expect((await findingsOf(tenantId)).map(findingText).sort()).toEqual([
      'reference > currency > CHF: code: CHF before, CHX now',
      'reference > currency > CHF: symbol: CHF before, nothing now',
      'reference > currency > USD: is missing without an audit entry',
      'reference > document category > LETTER: description: Letter before, Form now',
      taxForm,
      taxForm,
      taxForm,
      'reference > industry > 11001: inactive: false before, true now',
      'reference > industry > 11001: row version: 1 before, 2 now',
      'reference > participant class > PARTNER: is missing without an audit entry',
    ]);
  });

  it('creates an LP tenant with LP performance, and keeps the type of an existing tenant [U-P-081 U-T-002]', async () => {
    const password = 'kettle of bright orbits';
    const { tenantId, personId } = (await create('ann@lake.test', password, 'Lake', true))._unsafeUnwrap();
    const modules = async (person: string) => {
      const { rows } = await database.worker.query<{ isLp: boolean; application: string }>(
        `SELECT t.is_lp_tenant AS "isLp", r.application FROM membership_role r JOIN tenant t ON t.id = r.tenant_id
         WHERE r.person_id = $1 AND r.application LIKE 'performance%'`,
        [person],
      );
      return rows;
    };
    expect(await modules(personId)).toEqual([{ isLp: true, application: 'performance-lp' }]);
    const second = (await create('bob@lake.test', password, 'Lake'))._unsafeUnwrap();
    expect(second).toMatchObject({ tenantId, tenantCreated: false });
    expect(await modules(second.personId)).toEqual([{ isLp: true, application: 'performance-lp' }]);
    const manager = (await create('cy@fir.test', password, 'Fir'))._unsafeUnwrap();
    expect(await modules(manager.personId)).toEqual([{ isLp: false, application: 'performance' }]);
    expect((await create('dee@fir.test', password, 'Fir', true))._unsafeUnwrapErr()).toMatchObject({
      code: 'WRONG_STATE',
      detail: 'Fir already exists as a manager, not as an investor',
    });
    expect(await findingsOf(tenantId)).toEqual([]);
  });

  it('refuses a password that is easy to guess and a login that looks like another', async () => {
    expect((await create('bea@alder.test', 'password1234'))._unsafeUnwrapErr()).toMatchObject({
      code: 'PASSWORD_EASY',
    });
    expect((await create('b\u0435a@alder.test', 'kettle of bright orbits'))._unsafeUnwrapErr()).toMatchObject({
      code: 'LOGIN_UNCLEAR',
    });
  });
});
