import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceEntry } from '../../testing/reference.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import { testEngines } from '../../testing/servers.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { verifySums } from '../../verify/verifySums.ts';
import { investmentList } from './lists.ts';

interface Sums {
  readonly id: string;
  readonly invested: string;
  readonly carry: string;
}

/** Computes the sums from the rows themselves, by another route than the database's stored sums. */
const fromRows = `
  SELECT i.id,
    (SELECT coalesce(sum(coalesce(x.invested_amount, (SELECT sum(t.invested_amount) FROM tranche t WHERE x.id IN (t.fund_investment_id, t.coinvestment_investment_id)))), 0.00)
       FROM (SELECT id, investment_id, invested_amount FROM fund_investment UNION ALL SELECT id, investment_id, invested_amount FROM coinvestment_investment) x
       WHERE x.investment_id = i.id)::text AS invested,
    (SELECT coalesce(sum(s.gross_carry_distributed), 0.00) FROM distribution_source s JOIN distribution d ON d.id = s.distribution_id AND d.status = 'DISB'
       WHERE s.container_id IN (SELECT id FROM fund_investment WHERE investment_id = i.id UNION SELECT id FROM coinvestment_investment WHERE investment_id = i.id
         UNION SELECT id FROM tranche WHERE investment_id = i.id))::text AS carry
  FROM investment i ORDER BY i.id`;
const storedSql =
  'SELECT investment_id AS id, invested::text, carry_distributed::text AS carry FROM investment_total ORDER BY 1';

describe.each(testEngines)('the stored sums of each investment (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let tenant: TestTenant;
  let fund: string;
  let coinvestment: string;
  const investments = [newId(), newId()];
  const parts = [newId(), newId(), newId()];
  const tranches = [newId(), newId(), newId()];
  const distributions = [newId(), newId()];
  const source = newId();

  const write = <T>(work: (tx: Transaction) => Promise<T>) => store.withTenant(tenant.context, work);
  const sql = (text: string, values: readonly unknown[] = []) =>
    write((tx) => tx.query<Record<string, unknown>>(text, [tx.tenantId, ...values]));
  const container = (kind: string, id: string) =>
    sql('INSERT INTO container (tenant_id, id, kind, code, name) VALUES ($1, $2, $3, $4, $4)', [
      id,
      kind,
      `${kind.slice(0, 13)} ${id}`,
    ]);

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database);
    tenant = await store.tenant();
    fund = newId();
    coinvestment = newId();
    const { id: currency } = await referenceEntry(store, tenant, 'currency', 'USD');
    await container('fund', fund);
    await sql('INSERT INTO fund (tenant_id, id, currency_id) VALUES ($1, $2, $3)', [fund, currency]);
    await container('coinvestment', coinvestment);
    await sql('INSERT INTO coinvestment (tenant_id, id, fund_id) VALUES ($1, $2, $3)', [coinvestment, fund]);
    for (const id of investments) {
      await container('investment', id);
      await sql('INSERT INTO investment (tenant_id, id) VALUES ($1, $2)', [id]);
    }
    for (const [at, id] of parts.entries()) await container(at < 2 ? 'fundInvestment' : 'coinvestmentInvestment', id);
    for (const id of tranches) await container('tranche', id);
  });
  afterAll(() => database?.drop());

  const part =
    'INSERT INTO fund_investment (tenant_id, id, fund_id, investment_id, invested_amount) VALUES ($1, $2, $3, $4, $5)';
  const tranche = `INSERT INTO tranche (tenant_id, id, investment_id, fund_investment_id, coinvestment_investment_id, tranche_number, invested_amount)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`;
  const distribution = `INSERT INTO distribution (tenant_id, id, name, distribution_date, status, disbursed_at)
    VALUES ($1, $2, 'Run', '2026-06-30', $3, CASE $3 WHEN 'DISB' THEN now() END)`;
  const pays = `INSERT INTO distribution_source (tenant_id, id, distribution_id, position, container_id, source_type, net_distributable_amount,
    total_distributed, gross_carry_distributed, net_carry_distributed) VALUES ($1, $2, $3, 1, $4, $5, $6, $6, $6, $6)`;

  const steps: readonly (readonly [label: string, step: () => Promise<unknown>, sums: readonly string[]])[] = [
    ['two investments', async () => undefined, ['0.00 0.00', '0.00 0.00']],
    [
      'parts, one without an amount',
      async () => {
        await sql(part, [parts[0], fund, investments[0], '1000000.50']);
        await sql(part, [parts[1], fund, investments[1], null]);
      },
      ['1000000.50 0.00', '0.00 0.00'],
    ],
    [
      'tranches count if the part has no amount',
      async () => {
        await sql(tranche, [tranches[0], investments[0], parts[0], null, 1, '5.00']);
        await sql(tranche, [tranches[1], investments[1], parts[1], null, 1, '70.25']);
      },
      ['1000000.50 0.00', '70.25 0.00'],
    ],
    [
      'a part in a coinvestment',
      async () => {
        await sql(
          'INSERT INTO coinvestment_investment (tenant_id, id, coinvestment_id, investment_id) VALUES ($1, $2, $3, $4)',
          [parts[2], coinvestment, investments[1]],
        );
        await sql(tranche, [tranches[2], investments[1], null, parts[2], 1, '0.75']);
      },
      ['1000000.50 0.00', '71.00 0.00'],
    ],
    [
      'a draft pays nothing',
      async () => {
        await sql(distribution, [distributions[0], 'DRAFT']);
        await sql(pays, [source, distributions[0], tranches[2], 'Tranche', '900.10']);
      },
      ['1000000.50 0.00', '71.00 0.00'],
    ],
    [
      'it is disbursed',
      () =>
        sql(`UPDATE distribution SET status = 'DISB', disbursed_at = now() WHERE tenant_id = $1 AND id = $2`, [
          distributions[0],
        ]),
      ['1000000.50 0.00', '71.00 900.10'],
    ],
    [
      'a reversal subtracts it',
      async () => {
        await sql(distribution, [distributions[1], 'DISB']);
        await sql(pays, [newId(), distributions[1], tranches[2], 'Tranche', '-900.10']);
        await sql(pays, [newId(), distributions[1], parts[0], 'Fund Investment', '12.34']);
      },
      ['1000000.50 12.34', '71.00 0.00'],
    ],
    [
      'amounts change',
      async () => {
        await sql('UPDATE fund_investment SET invested_amount = NULL WHERE tenant_id = $1 AND id = $2', [parts[0]]);
        await sql('UPDATE tranche SET invested_amount = 6.00 WHERE tenant_id = $1 AND id = $2', [tranches[0]]);
      },
      ['6.00 12.34', '71.00 0.00'],
    ],
    [
      'a tranche is deleted',
      () => sql('DELETE FROM tranche WHERE tenant_id = $1 AND id = $2', [tranches[0]]),
      ['0.00 12.34', '71.00 0.00'],
    ],
  ];

  it.each(steps)('equal the rows after each step: %s', async (_label, step, sums) => {
    await step();
    const stored = await write((tx) => tx.query<Sums>(storedSql));
    expect(stored).toEqual(await write((tx) => tx.query<Sums>(fromRows)));
    expect(stored.map(({ invested, carry }) => `${invested} ${carry}`)).toEqual(sums);
  });

  it('count two tranches added at the same time', async () => {
    const ids = [newId(), newId()];
    for (const id of ids) await container('tranche', id);
    await Promise.all(ids.map((id, at) => sql(tranche, [id, investments[0], parts[0], null, at + 2, '100.00'])));
    const stored = await write((tx) => tx.query<Sums>(storedSql));
    expect(stored).toEqual(await write((tx) => tx.query<Sums>(fromRows)));
    expect(stored[0]?.invested).toBe('200.00');
  });

  it('are returned, sorted and totaled in the list, for a search too', async () => {
    for (const searchQuery of ['', 'investment']) {
      const page = await store.withTenant(tenant.context, (tx) =>
        investmentList.page(tx, { sortColumn: 'totalFundInvestmentAmount', sortAsc: false, searchQuery }),
      );
      const { pageData, totals } = page._unsafeUnwrap();
      expect(pageData.map((row) => row['totalFundInvestmentAmount'])).toEqual(['200.00', '71.00']);
      expect(totals).toEqual([
        { field: 'totalFundInvestmentAmount', total: '271.00', currency: 'USD' },
        { field: 'totalCarryDistributed', total: '12.34', currency: 'USD' },
      ]);
    }
  });

  it('separate amounts of several currencies, and follow a holder whose currency changes', async () => {
    const { id: euro } = await referenceEntry(store, tenant, 'currency', 'EUR');
    const [dollar] = await sql('SELECT currency_id AS id FROM fund WHERE tenant_id = $1 AND id = $2', [fund]);
    const [other, investment] = [newId(), newId()];
    await container('fund', other);
    await sql('INSERT INTO fund (tenant_id, id, currency_id) VALUES ($1, $2, $3)', [other, euro]);
    await container('fundInvestment', investment);
    await sql(part, [investment, other, investments[0], '40.00']);
    const displayed = async () => {
      const list = await store.withTenant(tenant.context, (tx) =>
        investmentList.page(tx, { sortColumn: 'totalFundInvestmentAmount', sortAsc: false }),
      );
      const { pageData, totals = [] } = list._unsafeUnwrap();
      return [
        ...pageData.map((row) => [row['totalFundInvestmentAmount'], row['investedByCurrency'], row['carryByCurrency']]),
        totals.map(({ total, currency }) => `${currency} ${total}`).join(', '),
      ];
    };
    const sums = () => write(verifySums);
    expect(await displayed()).toEqual([
      [null, 'USD 200.00, EUR 40.00', 'USD 12.34, EUR 0.00'],
      ['71.00', 'USD 71.00', 'USD 0.00'],
      'USD 271.00, EUR 40.00, USD 12.34, EUR 0.00',
    ]);
    expect(await sums()).toEqual([]);
    await sql('UPDATE coinvestment SET currency_id = $3 WHERE tenant_id = $1 AND id = $2', [coinvestment, euro]);
    expect((await displayed())[1]).toEqual([null, 'USD 70.25, EUR 0.75', 'USD 0.00, EUR 0.00']);
    expect(await sums()).toEqual([]);
    await sql('UPDATE coinvestment SET currency_id = NULL, fund_id = $3 WHERE tenant_id = $1 AND id = $2', [
      coinvestment,
      other,
    ]);
    expect((await displayed())[1]).toEqual([null, 'USD 70.25, EUR 0.75', 'USD 0.00, EUR 0.00']);
    await sql('UPDATE fund SET currency_id = $3 WHERE tenant_id = $1 AND id = $2', [other, dollar?.['id']]);
    expect(await displayed()).toEqual([['240.00', '', ''], ['71.00', '', ''], 'USD 311.00, USD 12.34']);
    expect(await sums()).toEqual([]);
  });

  it('are reported by the verification if they differ from the rows', async () => {
    const wrong = (assignment: string) =>
      database.worker.query(`UPDATE investment_total SET ${assignment} WHERE investment_id = $1`, [investments[0]]);
    for (const assignment of ['invested = 1', 'currencies = 0', 'currency_id = NULL', `by_currency = '[]'`]) {
      await wrong(assignment);
      expect(
        (await write(verifySums)).map(({ location }) => location),
        assignment,
      ).toEqual([['investment', investments[0]]]);
      await database.worker.query('SELECT sum_all_investments()');
      expect(await write(verifySums), assignment).toEqual([]);
    }
  });

  it('cannot be written by anybody who signs in', async () => {
    await expect(sql('UPDATE investment_total SET invested = 1 WHERE tenant_id = $1')).rejects.toThrow(
      'permission denied',
    );
  });
});
