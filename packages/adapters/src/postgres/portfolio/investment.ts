import type { InvestmentFigures } from './container/containers.ts';
import { investedIn } from './container/containerInvestments.ts';
import { storedAmounts, storedAsText, storedSum } from './container/investmentCurrencies.ts';
import { referenceSql } from '../engine/records/columns.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';

const disbursed = (containers: string) => `(
  SELECT coalesce(sum(s.gross_carry_distributed), 0.00)::text FROM distribution_source s
  JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.status = 'DISB'
  WHERE s.tenant_id = x.tenant_id AND s.container_id IN (${containers}))`;

/** Facts about the holder other than its id, code and name. */
const aboutHolder = {
  fund: `'legalName', c.legal_name,
      'fundFamily', (SELECT ${referenceSql('f.fund_family_id', 'reference:fund-family')} FROM fund f WHERE f.tenant_id = c.tenant_id AND f.id = c.id),
      'apiVintages', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) ORDER BY lower(w.name), w.id), '[]')
        FROM vintage v JOIN container w ON w.tenant_id = v.tenant_id AND w.id = v.id WHERE v.tenant_id = c.tenant_id AND v.fund_id = c.id)`,
  coinvestment: `'fund', (SELECT ${referenceSql('f.fund_id', 'fund')} FROM coinvestment f WHERE f.tenant_id = c.tenant_id AND f.id = c.id)`,
};

/** Returns SQL for the holdings of funds, or of coinvestments, in an investment. */
function parts(table: 'fund_investment' | 'coinvestment_investment', holder: 'fund' | 'coinvestment'): string {
  const tranches = `SELECT t.id FROM tranche t WHERE t.tenant_id = x.tenant_id AND t.${table}_id = x.id`;
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object(
      'id', x.id, 'rowVersion', x.row_version,
      '${holder}', jsonb_build_object('id', c.id, 'code', c.code, 'name', c.name, ${aboutHolder[holder]}),
      'vintage', (SELECT jsonb_build_object('id', v.id, 'name', v.name) FROM container v WHERE v.tenant_id = x.tenant_id AND v.id = x.vintage_id),
      'investedAmount', x.invested_amount::text,
      'totalInvestedAmount', coalesce(${investedIn('x', `t.${table}_id = x.id`)}, 0.00)::text,
      'totalCarryDistributed', ${disbursed(`SELECT x.id UNION ALL ${tranches}`)},
      'canDelete', NOT EXISTS (${tranches})
        AND NOT EXISTS (SELECT FROM allocation_profile p WHERE p.tenant_id = x.tenant_id AND p.container_id = x.id)
        AND NOT EXISTS (SELECT FROM distribution_source s WHERE s.tenant_id = x.tenant_id AND s.container_id = x.id)
    ) ORDER BY c.code, c.id), '[]')
    FROM ${table} x JOIN container c ON c.tenant_id = x.tenant_id AND c.id = x.${holder}_id
    WHERE x.tenant_id = b.tenant_id AND x.investment_id = b.id)`;
}

/** Returns the derived figures in an investment's profile. */
export async function investmentFigures(tx: Transaction, id: string): Promise<InvestmentFigures> {
  const [figures] = await tx.prepared<InvestmentFigures>(
    `WITH part AS (
       SELECT x.id FROM fund_investment x WHERE x.tenant_id = $1 AND x.investment_id = $2
       UNION ALL SELECT x.id FROM coinvestment_investment x WHERE x.tenant_id = $1 AND x.investment_id = $2
       UNION ALL SELECT x.id FROM tranche x WHERE x.tenant_id = $1 AND x.investment_id = $2)
     SELECT ${parts('fund_investment', 'fund')} AS "fundInvestments", ${parts('coinvestment_investment', 'coinvestment')} AS "coinvestmentInvestments",
       (${storedSum('invested')})::text AS "totalFundInvestmentAmount",
       ${storedAsText('invested')} AS "investedByCurrency", ${storedAsText('carry_distributed')} AS "carryByCurrency",
       ${storedAmounts('invested')} AS "investedAmounts", ${storedAmounts('carry_distributed')} AS "carryAmounts",
       (SELECT count(*)::int FROM tranche t WHERE t.tenant_id = b.tenant_id AND t.investment_id = b.id) AS "numberOfTranches",
       (${storedSum('carry_distributed')})::text AS "totalCarryDistributed",
       NOT EXISTS (SELECT FROM tranche t WHERE t.tenant_id = b.tenant_id AND t.investment_id = b.id)
         AND NOT EXISTS (SELECT FROM allocation_profile p WHERE p.tenant_id = b.tenant_id AND (p.container_id = b.id OR p.container_id IN (SELECT part.id FROM part)))
         AND NOT EXISTS (SELECT FROM distribution_source d WHERE d.tenant_id = b.tenant_id AND d.container_id IN (SELECT part.id FROM part)) AS "canDelete"
     FROM container b JOIN investment_total s ON s.tenant_id = b.tenant_id AND s.investment_id = b.id
     WHERE b.tenant_id = $1 AND b.id = $2 AND b.kind = 'investment'`,
    [tx.tenantId, id],
  );
  if (!figures) throw new Error(`investment ${id} is missing after it was read`);
  return figures;
}

/** Returns the fund of a vintage. Undefined if the vintage doesn't exist. */
export async function fundOfVintage(tx: Transaction, vintageId: string): Promise<string | undefined> {
  const [vintage] = await tx.prepared<{ fundId: string }>(
    'SELECT fund_id AS "fundId" FROM vintage WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, vintageId],
  );
  return vintage?.fundId;
}
