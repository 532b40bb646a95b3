import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isSourceSql, type SourceRow, sourceTypeSql } from '../run/sourceSql.ts';
import { holdingParts, investedIn } from '../../portfolio/container/containerInvestments.ts';

type Reference = { id: string; code: string | null; name: string };
const reference = (id: string) =>
  `(SELECT jsonb_build_object('id', c.id, 'code', c.code, 'name', c.name) FROM container c WHERE c.tenant_id = h.tenant_id AND c.id = ${id})`;

export interface RealizationOption {
  id: string;
  type: SourceRow['type'];
  name: string;
  investment: Reference | null;
  fund: Reference | null;
  coinvestment: Reference | null;
  vintage: Reference | null;
  allocationProfile: { id: string; name: string } | null;
}

/**
 * SQL for the default profile of a source: its assigned one, otherwise its own, otherwise that of its holding, or of
 * the fund or coinvestment.
 */
const defaultProfile = `(SELECT jsonb_build_object('id', p.id, 'name', p.name) FROM allocation_profile p
  WHERE p.tenant_id = h.tenant_id AND (p.id = h.assigned_allocation_profile_id
    OR p.is_current AND p.container_id IN (h.id, h.part_of_tranche_id, h.fund_id, h.coinvestment_id))
  ORDER BY p.id = h.assigned_allocation_profile_id DESC NULLS LAST, array_position(ARRAY[h.id, h.part_of_tranche_id, h.fund_id, h.coinvestment_id], p.container_id)
  LIMIT 1)`;

/**
 * Returns everything that carry can be realized from: each fund or coinvestment, its holdings and their tranches, with
 * the default profile of each.
 */
export const realizationOptions = (tx: Transaction): Promise<RealizationOption[]> => options(tx, '');

export interface ForecastOption extends RealizationOption {
  partId: string | null;
  investedAmount: string | null;
}

/**
 * SQL for the amount invested in a source. For a fund or coinvestment as a whole, it is the sum over its investments,
 * and null if one of them has no amount.
 */
const invested = `CASE
  WHEN h.kind = 'tranche' THEN (SELECT t.invested_amount FROM tranche t WHERE t.tenant_id = h.tenant_id AND t.id = h.id)
  ELSE (SELECT CASE WHEN count(*) = count(p.invested) THEN sum(p.invested) END
    FROM (SELECT ${investedIn('x')} AS invested FROM ${holdingParts} x
      WHERE x.tenant_id = h.tenant_id AND h.id IN (x.id, x.holder_id)) p) END::numeric(38,2)`;

/** Returns the same for forecasts, with the invested amount of each, and the holding that a tranche belongs to. */
export const forecastOptions = (tx: Transaction): Promise<ForecastOption[]> =>
  options(tx, `, h.part_of_tranche_id AS "partId", ${invested} AS "investedAmount"`);

function options<O extends RealizationOption>(tx: Transaction, more: string): Promise<O[]> {
  return tx.query<O>(
    `SELECT h.id, ${sourceTypeSql('h.kind')} AS type, h.name,
       ${reference('h.investment_id')} AS investment, ${reference('h.fund_id')} AS fund, ${reference('h.coinvestment_id')} AS coinvestment,
       ${reference('h.vintage_id')} AS vintage, ${defaultProfile} AS "allocationProfile"${more}
     FROM source_facts h JOIN container o ON o.tenant_id = h.tenant_id AND o.id = coalesce(h.coinvestment_id, h.fund_id)
     LEFT JOIN container i ON i.tenant_id = h.tenant_id AND i.id = h.investment_id
     WHERE h.tenant_id = $1 AND ${isSourceSql.replaceAll('c.kind', 'h.kind')}
     ORDER BY lower(coalesce(o.code, o.name)), o.id, i.id IS NOT NULL, lower(i.name), h.tranche_number NULLS FIRST, h.id`,
    [tx.tenantId],
  );
}

export interface PartOfInvestment {
  readonly id: string;
  readonly legalName: string;
  readonly fund: Reference | null;
  readonly coinvestment: Reference | null;
  readonly investedAmount: string | null;
  readonly trancheNumbers: readonly number[];
}

/** Returns the holdings of funds, or of coinvestments, in an investment, with the numbers of their tranches. */
export function partsOfInvestment(
  tx: Transaction,
  investmentId: string,
  by: 'fund' | 'coinvestment',
): Promise<PartOfInvestment[]> {
  return tx.query<PartOfInvestment>(
    `SELECT h.id, coalesce(n.legal_name, n.name) AS "legalName", ${reference('h.fund_id')} AS fund,
       ${reference('h.coinvestment_id')} AS coinvestment, h.invested_amount::text AS "investedAmount",
       ARRAY(SELECT t.tranche_number FROM tranche t WHERE t.tenant_id = h.tenant_id
         AND h.id IN (t.fund_investment_id, t.coinvestment_investment_id)) AS "trancheNumbers"
     FROM ${holdingParts} h JOIN container n ON n.tenant_id = h.tenant_id AND n.id = h.investment_id
     JOIN container o ON o.tenant_id = h.tenant_id AND o.id = h.holder_id
     WHERE h.tenant_id = $1 AND h.investment_id = $2 AND h.${by}_id IS NOT NULL ORDER BY lower(o.name), h.id`,
    [tx.tenantId, investmentId],
  );
}

/**
 * Returns the containers whose profiles can be assigned to a tranche: the tranche, its holding, and the fund or
 * coinvestment. Undefined if the tranche doesn't exist.
 */
export async function trancheLocations(
  tx: Transaction,
  investmentId: string,
  trancheId: string,
): Promise<string[] | undefined> {
  const [found] = await tx.query<{ ids: string[] }>(
    `SELECT array_remove(ARRAY[f.id, f.part_id, coalesce(f.fund_id, f.coinvestment_id)], NULL)::text[] AS ids FROM source_facts f
     WHERE f.tenant_id = $1 AND f.id = $2 AND f.kind = 'tranche' AND f.investment_id = $3`,
    [tx.tenantId, trancheId, investmentId],
  );
  return found?.ids;
}

/** Returns the holdings in an investment with their holders. */
export function holdersOfInvestment(
  tx: Transaction,
  investmentId: string,
): Promise<{ id: string; holderName: string }[]> {
  return tx.prepared(
    `SELECT h.id, c.name AS "holderName" FROM ${holdingParts} h JOIN container c ON c.tenant_id = h.tenant_id AND c.id = h.holder_id
     WHERE h.tenant_id = $1 AND h.investment_id = $2 ORDER BY lower(c.name), h.id`,
    [tx.tenantId, investmentId],
  );
}

/** Returns everything below an investment that can have an allocation profile: holdings and tranches. */
export async function investmentLocations(tx: Transaction, investmentId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT h.id FROM ${holdingParts} h WHERE h.tenant_id = $1 AND h.investment_id = $2
     UNION ALL SELECT t.id FROM tranche t WHERE t.tenant_id = $1 AND t.investment_id = $2`,
    [tx.tenantId, investmentId],
  );
  return rows.map(({ id }) => id);
}

/** Returns everything in a fund that carry can come from: the fund, its holdings and their tranches. */
export function sourcesOfFund(tx: Transaction, fundId: string): Promise<{ id: string; name: string; type: string }[]> {
  return tx.query(
    `SELECT f.id, f.name, CASE f.kind WHEN 'fund' THEN 'Fund' WHEN 'fundInvestment' THEN 'Fund Investment' ELSE 'Tranche' END AS type
     FROM source_facts f WHERE f.tenant_id = $1 AND f.fund_id = $2 AND f.kind IN ('fund', 'fundInvestment', 'tranche')
     ORDER BY array_position(ARRAY['fund', 'fundInvestment', 'tranche'], f.kind), lower(f.name), f.id`,
    [tx.tenantId, fundId],
  );
}
