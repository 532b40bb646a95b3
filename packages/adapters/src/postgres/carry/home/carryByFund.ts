import type { Home } from '@carrara/contract/carry/home/home';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencyCode, currencySort } from '../../engine/texts/amounts.ts';

type Holder = Pick<Home['carry'][number], 'holderId' | 'holderType' | 'name'>;

/**
 * Returns the gross carry of disbursed distributions by fund or coinvestment and by year, with the totals for each and
 * for both. Reversals are negative and net out.
 */
export const carryByFundAndYear = (tx: Transaction): Promise<Home['carry']> =>
  tx.prepared<Home['carry'][number]>(
    `SELECT h.id AS "holderId", h.kind AS "holderType", coalesce(h.name, 'All funds') AS name, h.code, b.code AS currency, b.year, b.amount
     FROM (SELECT p.tenant_id, p.holder_id, p.year, p.code, sum(p.amount)::text AS amount FROM (
         SELECT b.tenant_id, coalesce(f.fund_id, f.coinvestment_id) AS holder_id, extract(year FROM b.distribution_date)::int AS year,
           ${currencyCode('b.currency_id')} AS code, g.gross_carry_distributed AS amount
         FROM distribution b
         JOIN distribution_source g ON g.tenant_id = b.tenant_id AND g.distribution_id = b.id
         JOIN source_facts f ON f.tenant_id = g.tenant_id AND f.id = g.container_id
         WHERE b.tenant_id = $1 AND b.status = 'DISB') p
       GROUP BY GROUPING SETS ((p.tenant_id, p.code, p.holder_id, p.year), (p.tenant_id, p.code, p.holder_id), (p.tenant_id, p.code, p.year), (p.tenant_id, p.code))) b
     LEFT JOIN container h ON h.tenant_id = b.tenant_id AND h.id = b.holder_id
     ORDER BY ${currencySort('b.code')}, h.name NULLS LAST, h.id, b.year NULLS LAST`,
    [tx.tenantId],
  );

/** Returns the names of funds and coinvestments. */
export const fundNames = (tx: Transaction, ids: readonly string[]): Promise<readonly Holder[]> =>
  tx.prepared<Holder>(
    `SELECT id AS "holderId", kind AS "holderType", name FROM container WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, ids],
  );
