import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceEntry } from '../../testing/reference.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import { testEngines } from '../../testing/servers.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { participantList } from './participants.ts';

/** Computes the amounts from the rows themselves, by another route than the database's stored sums. */
const fromRows = `SELECT p.code, coalesce(string_agg(r.code || ' ' || s.amount, ', ' ORDER BY s.amount DESC, r.code), '0.00') AS paid
  FROM participant p LEFT JOIN (
    SELECT x.participant_id, d.currency_id, sum(x.gross_carry_distributed)::text::numeric(38,2) AS amount
    FROM distribution d JOIN distribution_detail x ON x.distribution_id = d.id WHERE d.status = 'DISB' GROUP BY 1, 2) s ON s.participant_id = p.id
  LEFT JOIN reference_entry r ON r.id = s.currency_id GROUP BY p.id, p.code ORDER BY p.code`;
const paidSql = `SELECT p.code, string_agg(concat_ws(' ', r.code, k.amount), ', ' ORDER BY k.rank) AS paid
  FROM participant p JOIN participant_carry k ON k.participant_id = p.id LEFT JOIN reference_entry r ON r.id = k.currency_id
  GROUP BY p.id, p.code ORDER BY p.code`;

describe.each(testEngines)('the stored payment total of each participant (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let tenant: TestTenant;
  const fund = newId();
  const currencies: string[] = [];
  const people = [newId(), newId(), newId()];
  const runs = Array.from({ length: 5 }, () => newId());

  const write = <T>(work: (tx: Transaction) => Promise<T>) => store.withTenant(tenant.context, work);
  const sql = (text: string, values: readonly unknown[] = []) =>
    write((tx) => tx.query(text, [tx.tenantId, ...values]));
  const paid = (text: string) => write((tx) => tx.query<{ code: string; paid: string }>(text));

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database);
    tenant = await store.tenant();
    for (const code of ['USD', 'EUR']) currencies.push((await referenceEntry(store, tenant, 'currency', code)).id);
    await sql(`INSERT INTO container (tenant_id, id, kind, code, name) VALUES ($1, $2, 'fund', 'F', 'Fund')`, [fund]);
    await sql('INSERT INTO fund (tenant_id, id, currency_id) VALUES ($1, $2, $3)', [fund, currencies[0]]);
    await sql(
      `INSERT INTO participant (tenant_id, id, kind, code, name)
       SELECT $1, id, 'employee', 'P' || n, 'Person ' || n FROM unnest($2::uuid[]) WITH ORDINALITY AS p (id, n)`,
      [people],
    );
  });
  afterAll(() => database?.drop());

  /** Creates a distribution with one row per amount. */
  async function distribution(
    at: number,
    currency: number,
    status: string,
    amounts: readonly (readonly [number, string])[],
  ) {
    const source = newId();
    await sql(
      `INSERT INTO distribution (tenant_id, id, name, distribution_date, currency_id, status, disbursed_at)
       VALUES ($1, $2, 'Run', '2026-06-30', $3, $4, CASE $4 WHEN 'DISB' THEN now() END)`,
      [runs[at], currencies[currency], status],
    );
    await sql(
      `INSERT INTO distribution_source (tenant_id, id, distribution_id, position, container_id, source_type, net_distributable_amount)
       VALUES ($1, $2, $3, 1, $4, 'Fund', 1)`,
      [source, runs[at], fund],
    );
    for (const [position, [participant, amount]] of amounts.entries())
      await sql(
        `INSERT INTO distribution_detail (tenant_id, id, distribution_id, distribution_source_id, position, participant_id, is_leaf,
           effective_allocation, gross_carry_distributed, net_carry_distributed) VALUES ($1, $2, $3, $4, $5, $6, true, 1, $7, $7)`,
        [newId(), runs[at], source, position, people[participant], amount],
      );
  }
  const disburse = (...at: number[]) =>
    sql(
      `UPDATE distribution SET status = 'DISB', disbursed_at = now() WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
      [at.map((index) => runs[index])],
    );

  const steps: readonly (readonly [label: string, step: () => Promise<unknown>, amounts: readonly string[]])[] = [
    ['nobody was paid', async () => undefined, ['0.00', '0.00', '0.00']],
    [
      'a draft pays nothing',
      () =>
        distribution(0, 0, 'DRAFT', [
          [0, '100.10'],
          [1, '7.00'],
        ]),
      ['0.00', '0.00', '0.00'],
    ],
    ['it is disbursed', () => disburse(0), ['USD 100.10', 'USD 7.00', '0.00']],
    [
      'another currency has its own amount, the largest first',
      async () => {
        await distribution(1, 1, 'APP', [
          [0, '300.00'],
          [1, '5.00'],
          [2, '-9.99'],
        ]);
        await disburse(1);
      },
      ['EUR 300.00, USD 100.10', 'USD 7.00, EUR 5.00', 'EUR -9.99'],
    ],
    [
      'a reversal subtracts it',
      () =>
        distribution(2, 1, 'DISB', [
          [0, '-300.00'],
          [1, '-5.00'],
        ]),
      ['USD 100.10, EUR 0.00', 'USD 7.00, EUR 0.00', 'EUR -9.99'],
    ],
    [
      'two are disbursed at once',
      async () => {
        await distribution(3, 0, 'DRAFT', [[0, '0.01']]);
        await distribution(4, 1, 'DRAFT', [[0, '0.02']]);
        await disburse(3, 4);
      },
      ['USD 100.11, EUR 0.02', 'USD 7.00, EUR 0.00', 'EUR -9.99'],
    ],
    [
      'a row is reassigned to somebody else',
      () =>
        sql('UPDATE distribution_detail SET participant_id = $2 WHERE tenant_id = $1 AND distribution_id = $3', [
          people[2],
          runs[3],
        ]),
      ['USD 100.10, EUR 0.02', 'USD 7.00, EUR 0.00', 'USD 0.01, EUR -9.99'],
    ],
    [
      'the currency is corrected',
      () => sql('UPDATE distribution SET currency_id = $2 WHERE tenant_id = $1 AND id = $3', [currencies[0], runs[4]]),
      ['USD 100.12, EUR 0.00', 'USD 7.00, EUR 0.00', 'USD 0.01, EUR -9.99'],
    ],
    [
      'distributions are deleted',
      () =>
        sql('DELETE FROM distribution WHERE tenant_id = $1 AND id = ANY ($2::uuid[])', [[runs[1], runs[2], runs[3]]]),
      ['USD 100.12', 'USD 7.00', '0.00'],
    ],
  ];

  it.each(steps)('equals the rows after each step: %s', async (_label, step, amounts) => {
    await step();
    const stored = await paid(paidSql);
    expect(stored).toEqual(await paid(fromRows));
    expect(stored.map((row) => row.paid)).toEqual(amounts);
  });

  it('counts two distributions disbursed at the same time', async () => {
    const before = runs.length;
    runs.push(newId(), newId());
    for (const at of [before, before + 1])
      await distribution(at, 0, 'APP', [
        [1, '1.00'],
        [2, '1.00'],
      ]);
    await Promise.all([disburse(before), disburse(before + 1)]);
    const stored = await paid(paidSql);
    expect(stored).toEqual(await paid(fromRows));
    expect(stored.map((row) => row.paid)).toEqual(['USD 100.12', 'USD 9.00', 'USD 2.00']);
  });

  it('is returned in the list, sorted by the largest', async () => {
    await distribution(1, 1, 'DISB', [[2, '50.00']]);
    const page = await write((tx) => participantList.page(tx, { sortColumn: 'totalCarryDistributed', sortAsc: false }));
    expect(
      page._unsafeUnwrap().pageData.map((row) => [row['code'], row['totalCarryDistributed'], row['carryByCurrency']]),
    ).toEqual([
      ['P1', '100.12', 'USD 100.12'],
      ['P3', null, 'USD 2.00, EUR 50.00'],
      ['P2', '9.00', 'USD 9.00'],
    ]);
  });

  it('reads the list sorted by carry in the order of an index', async () => {
    const plan = await write(async (tx) => {
      let explained: { readonly 'QUERY PLAN': string }[] = [];
      const explaining = {
        ...tx,
        plannedOnce: async (text: string, values: readonly unknown[]) => {
          await tx.query('SET LOCAL enable_sort = off');
          await tx.query('SET LOCAL enable_seqscan = off');
          explained = await tx.query(`EXPLAIN ${text}`, values);
          return [];
        },
      } as unknown as Transaction;
      await participantList.page(explaining, { sortColumn: 'totalCarryDistributed', sortAsc: false });
      return explained.map((line) => line['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('participant_carry_order');
    expect(plan).not.toMatch(/Sort Key: .*amount/);
  });

  it('is deleted with the participant, and rebuilt from the rows alone', async () => {
    await sql(`INSERT INTO participant (tenant_id, id, kind, code, name) VALUES ($1, $2, 'trust', 'P4', 'Trust')`, [
      newId(),
    ]);
    expect((await paid(paidSql)).at(-1)).toEqual({ code: 'P4', paid: '0.00' });
    await sql(`DELETE FROM participant WHERE tenant_id = $1 AND code = 'P4'`);
    await database.worker.query('DELETE FROM participant_carry');
    await database.worker.query('SELECT sum_all_participants()');
    expect(await paid(paidSql)).toEqual(await paid(fromRows));
  });

  it('cannot be written by anybody who signs in', async () => {
    await expect(sql('UPDATE participant_carry SET amount = 1 WHERE tenant_id = $1')).rejects.toThrow(
      'permission denied',
    );
  });
});
