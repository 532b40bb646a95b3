import { recordTables, unrecordedTables } from '@carrara/adapters/postgres/engine/journal/recordTables';
import { labelOf } from '@carrara/adapters/postgres/verify/compareStates';
import { subjectColumns } from '@carrara/adapters/postgres/verify/rowTexts';
import type { Parts } from '@carrara/adapters/postgres/tables/tableManifest';
import { findingText } from '@carrara/adapters/postgres/verify/finding';
import type { TenantReport } from '@carrara/adapters/postgres/verify/verifyTenant';
import { isThorough } from '@carrara/domain/testing';
import { TestServer } from '@carrara/server/testing/testServer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacks } from './tamperingAttacks.ts';
import { type WatchedFirm, watchFirm } from './watchedFirm.ts';
import { readColumns, forgetStates, otherValue } from './tampering.ts';

const proving = process.env['PROVE_RUNS'] !== undefined;

let server: TestServer;
let firm: WatchedFirm;

beforeAll(async () => {
  server = await TestServer.start();
  firm = await watchFirm(server);
});
afterAll(async () => {
  await firm?.superuser.end();
  await server?.stop();
});

const texts = ({ chain, findings }: TenantReport): string[] => [
  ...(chain.broken ? [`trail: ${chain.broken.reason}`] : []),
  ...findings.map(findingText),
];

describe('A14: tampering by a superuser', () => {
  it('is not reported in an untouched database', async () => {
    const report = await firm.superuser.verifyAfter(() => Promise.resolve());
    expect(texts(report)).toEqual([]);
    expect(report.records.reduce((sum, { withoutState: unchecked }) => sum + unchecked, 0)).toBe(0);
  });

  it('is found in each column of each table that a figure, an approval or a right depends on', async () => {
    const covered = new Set<string>(Object.values(recordTables).flatMap((parts) => parts.map(({ table }) => table)));
    const columns = await readColumns(firm.superuser);
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
        ? `${person} IN (SELECT person_id FROM membership WHERE tenant_id = '${firm.tenantId}')`
        : table === 'record_layout'
          ? `id = (SELECT state ->> 'layout' FROM activity WHERE state IS NOT NULL LIMIT 1)`
          : `${tenant} = '${firm.tenantId}'`;
      const isRun = columns.some((other) => other.table === table && other.column === 'distribution_id');
      const row = `SELECT ctid FROM ${table} WHERE ${own} ${isRun ? `AND distribution_id = '${firm.paid.Id}'` : table === 'distribution' ? `AND id = '${firm.paid.Id}'` : ''} LIMIT 1`;
      const report = await firm.superuser.verifyAfter(async () => {
        const changed = await firm.superuser.query(
          `UPDATE ${table} SET ${column} = ${otherValue(column, type)} WHERE ctid = (${row}) RETURNING 1 AS one`,
        );
        expect(changed, `a row of ${table}`).toHaveLength(1);
      });
      if (texts(report).length === 0) missed.push(`${table}.${column}`);
    }
    expect(missed).toEqual([]);
  });

  it('is named by its owner, for each table of records without a name', async () => {
    const columns = await readColumns(firm.superuser);
    const owners = /^(employee|participant|investor|vehicle|container|investment|holding)_id$/;
    const unowned = Object.values(recordTables).flatMap(([{ table }, parent]) => {
      const own = columns.filter((column) => column.table === table).map(({ column }) => column);
      const isNamed = own.includes('name') || ['container', 'participant'].includes(parent?.table ?? '');
      return isNamed || !own.some((column) => owners.test(column)) || subjectColumns(table).length > 0 ? [] : [table];
    });
    expect(unowned).toEqual([]);
  });

  it('names the row, for each table that can have several rows of a record', async () => {
    const columns = await readColumns(firm.superuser);
    // A person has one password and one authenticator. A recovery code is only a digest.
    const unnamed = new Set(['credential', 'second_factor', 'recovery_code']);
    const missing = Object.values(recordTables).flatMap(([, ...parts]: Parts) =>
      parts.flatMap((part) => {
        const own = columns.filter(({ table }) => table === part.table).map(({ column }) => [column, '1'] as const);
        const isNamed = part.many || part.key === 'id' || unnamed.has(part.table);
        return isNamed || labelOf(Object.fromEntries(own), part).length > 0 ? [] : [part.table];
      }),
    );
    expect(missing).toEqual([]);
  });

  it("is found in a person's sign-in: another password, a provider account that nobody linked", async () => {
    const [person] = await firm.superuser.query<{ id: string }>(
      'SELECT person_id AS id FROM membership WHERE tenant_id = $1 ORDER BY person_id LIMIT 1',
      [firm.tenantId],
    );
    const attacked = async (statement: string) =>
      texts(await firm.superuser.verifyAfter(() => firm.superuser.query(statement, [person?.id])));
    const replaced = await attacked(
      `UPDATE credential SET password_hash = '$argon2id$of-mallory' WHERE person_id = $1`,
    );
    expect(replaced).toEqual([expect.stringMatching(/^user > .*: password hash is another$/)]);
    expect(await attacked(`INSERT INTO person_identity VALUES ('https://identity.test', 'mallory', $1)`)).toEqual([
      expect.stringContaining('person identity has no entry in the audit log'),
    ]);
    // The audit log must not contain password hashes.
    const [row] = await firm.superuser.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM activity WHERE state::text LIKE '%$argon2%'`,
    );
    expect(row?.count).toBe(0);
  });

  it.each(attacks)('is reported by name: %s', async (_label, attack, expected) => {
    const found = texts(await firm.superuser.verifyAfter(() => attack(firm)));
    for (const regExp of expected) expect(found).toEqual(expect.arrayContaining([expect.stringMatching(regExp)]));
  });

  it('is compared by sums for states of an earlier version, which have no digests of groups', async () => {
    const ofRecords = async (change: string) => {
      const { findings } = await firm.superuser.verifyAfter(async () => {
        await firm.superuser.query(
          `UPDATE activity SET state = jsonb_set(state, '{account_entry,sums}',
             (SELECT jsonb_agg(s - -1) FROM jsonb_array_elements(state #> '{account_entry,sums}') s)) WHERE object_id = $1 AND state ? 'account_entry'`,
          [firm.paid.Id],
        );
        await firm.superuser.query(change);
      });
      return findings.filter(({ part }) => part === 'records').map(findingText);
    };
    expect(await ofRecords('SELECT')).toEqual([]);
    expect(
      await ofRecords(
        `UPDATE account_entry SET amount = amount + 1 WHERE distribution_id = '${firm.paid.Id}' AND participant_id = '${firm.plan.idOf('E001')}'`,
      ),
    ).toEqual([
      expect.stringMatching(
        /^distribution > Third quarter > Participant E001: amount in account entry: \S+ before, \S+ now$/,
      ),
    ]);
  });

  it('is compared by the sums that an earlier version stored, if it stored fewer', async () => {
    const ofRecords = async (column: string) => {
      const { findings } = await firm.superuser.verifyAfter(async () => {
        await firm.superuser.query(
          `UPDATE activity SET state = jsonb_set(state, '{distribution_detail,sums}',
             (SELECT jsonb_agg(s - -2) FROM jsonb_array_elements(state #> '{distribution_detail,sums}') s)) WHERE object_id = $1 AND state ? 'distribution_detail'`,
          [firm.paid.Id],
        );
        await firm.superuser.query(
          `UPDATE distribution_detail SET ${column} = coalesce(${column}, 0) + 1 WHERE distribution_id = $1 AND participant_id = $2`,
          [firm.paid.Id, firm.plan.idOf('E001')],
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
    const report = await firm.superuser.verifyAfter(() => forgetStates(firm.superuser, server.auditKey, firm.tenantId));
    expect(texts(report)).toEqual([]);
    const unchecked = new Map(report.records.map(({ type, withoutState: uncheckedCount }) => [type, uncheckedCount]));
    expect(unchecked.get('distribution')).toBe(2);
    expect(unchecked.get('user')).toBe(3);
    // Values that can be recomputed are checked, even if no state was stored for them.
    const changed = await firm.superuser.verifyAfter(async () => {
      await forgetStates(firm.superuser, server.auditKey, firm.tenantId);
      await firm.superuser.query(
        'UPDATE distribution_source SET unallocated = unallocated + 1 WHERE distribution_id = $1',
        [firm.paid.Id],
      );
    });
    expect(texts(changed).join('\n')).toMatch(/Third quarter > .*: Unallocated: stored \S+, computed again \S+/);
  });
});
