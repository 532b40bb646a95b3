/**
 * What a container is as the source of a distribution: its type, the fund or coinvestment and the investment it belongs to, and its currency.
 * One row for each container that can be a source.
 */
export const sourceColumns = `
  c.id, c.name, c.code, c.kind,
  CASE c.kind WHEN 'fund' THEN 'Fund' WHEN 'coinvestment' THEN 'Coinvestment' WHEN 'fundInvestment' THEN 'Fund Investment'
    WHEN 'coinvestmentInvestment' THEN 'Coinvestment Investment' ELSE 'Tranche' END AS type,
  coalesce(f.id, part.fund_id) AS "fundId", coalesce(o.id, held.coinvestment_id) AS "coinvestmentId",
  coalesce(t.investment_id, part.investment_id, held.investment_id) AS "investmentId",
  coalesce(t.fund_investment_id, t.coinvestment_investment_id) AS "partId",
  (SELECT coalesce(x.code, x.name) FROM container x WHERE x.tenant_id = c.tenant_id AND x.id <> c.id
    AND x.id = coalesce(holdingCo.id, holdingFund.id)) AS holder,
  t.assigned_allocation_profile_id AS "assignedProfileId",
  coalesce(holdingCo.currency_id, holdingFund.currency_id, parentFund.currency_id) AS "currencyId"`;

/** The joins that `sourceColumns` names; `c` is the container. */
export const sourceJoins = `
  FROM container c
  LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.id
  LEFT JOIN coinvestment o ON o.tenant_id = c.tenant_id AND o.id = c.id
  LEFT JOIN tranche t ON t.tenant_id = c.tenant_id AND t.id = c.id
  LEFT JOIN fund_investment part ON part.tenant_id = c.tenant_id AND part.id = coalesce(t.fund_investment_id, c.id)
  LEFT JOIN coinvestment_investment held ON held.tenant_id = c.tenant_id AND held.id = coalesce(t.coinvestment_investment_id, c.id)
  LEFT JOIN investment i ON i.tenant_id = c.tenant_id AND i.id = coalesce(t.investment_id, part.investment_id, held.investment_id)
  LEFT JOIN fund holdingFund ON holdingFund.tenant_id = c.tenant_id AND holdingFund.id = coalesce(f.id, part.fund_id)
  LEFT JOIN coinvestment holdingCo ON holdingCo.tenant_id = c.tenant_id AND holdingCo.id = coalesce(o.id, held.coinvestment_id)
  LEFT JOIN fund parentFund ON parentFund.tenant_id = c.tenant_id AND parentFund.id = holdingCo.fund_id`;

export const isSource = `c.kind IN ('fund', 'coinvestment', 'fundInvestment', 'coinvestmentInvestment', 'tranche')`;

/**
 * The profile of a container that is in force on a day: the default one when it is effective by then, else the latest that is. A profile
 * without a date has always been effective.
 */
export const profileInForce = (container: string, date: string) => `
  SELECT ap.* FROM allocation_profile ap
  WHERE ap.tenant_id = $1 AND ap.container_id = ${container} AND (ap.effective_date IS NULL OR ap.effective_date <= ${date})
  ORDER BY ap.is_current DESC, ap.effective_date DESC NULLS LAST, ap.version DESC LIMIT 1`;

export interface SourceRow {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly kind: string;
  readonly type: 'Fund' | 'Coinvestment' | 'Fund Investment' | 'Coinvestment Investment' | 'Tranche';
  readonly fundId: string | null;
  readonly coinvestmentId: string | null;
  readonly investmentId: string | null;
  readonly partId: string | null;
  readonly holder: string | null;
  readonly assignedProfileId: string | null;
  readonly currencyId: string | null;
}
