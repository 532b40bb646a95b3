/**
 * Returns SQL for the sector of the investment behind a source, joined as `i`. A whole fund or coinvestment has none.
 * `fundId` is the column of its fund.
 */
export const sectorName = (fundId: string): string => `CASE WHEN i.id IS NOT NULL THEN
    coalesce((SELECT r.description FROM reference_entry r WHERE r.tenant_id = i.tenant_id AND r.id = i.sector_id), 'No sector')
  WHEN ${fundId} IS NULL THEN 'Whole coinvestment' ELSE 'Whole fund' END`;

/** Returns SQL for all containers that holdings pay through: the holdings and their tranches. */
export const containersOfParts = (parts: string): string =>
  `SELECT p.id FROM (${parts}) p
   UNION ALL SELECT t.id FROM tranche t JOIN (${parts}) p ON p.tenant_id = t.tenant_id AND p.id IN (t.fund_investment_id, t.coinvestment_investment_id)`;

/**
 * Returns SQL for the gross carry that disbursed distributions paid from these containers. Reversals are negative, so
 * they net out.
 */
export const disbursedFrom = (tenantOf: string, containers: string): string =>
  `(SELECT coalesce(sum(s.gross_carry_distributed), 0.00) FROM distribution_source s
    JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.status = 'DISB'
    WHERE s.tenant_id = ${tenantOf}.tenant_id AND s.container_id IN (${containers}))`;

/** Returns SQL for the currency of a holder's investments: its own, otherwise that of its fund. */
export const currencyOfHolder = (holder: string): string =>
  `(SELECT coalesce(f.currency_id, v.currency_id, o.currency_id) FROM container h
    LEFT JOIN fund f ON f.tenant_id = h.tenant_id AND f.id = h.id
    LEFT JOIN coinvestment v ON v.tenant_id = h.tenant_id AND v.id = h.id
    LEFT JOIN fund o ON o.tenant_id = v.tenant_id AND o.id = v.fund_id
    WHERE h.tenant_id = ${holder.split('.')[0] ?? ''}.tenant_id AND h.id = ${holder})`;

/**
 * Returns SQL for an amount of a run `d` as totals count it. Amounts that aren't disbursed aren't paid, so no total
 * includes them.
 */
export const disbursedAmountSql = (run: string, amount: string): string =>
  `CASE WHEN ${run}.status = 'DISB' THEN ${amount} END`;

/** Returns SQL for the code of the fund or coinvestment that a row of `source_facts` belongs to; null for one of these. */
export const holderCodeSql = (facts: string): string =>
  `(SELECT coalesce(h.code, h.name) FROM container h WHERE h.tenant_id = ${facts}.tenant_id AND h.id <> ${facts}.id
    AND h.id = coalesce(${facts}.coinvestment_id, ${facts}.fund_id))`;

/** Returns SQL for the name of the fund or coinvestment that a row of `source_facts` belongs to. */
export const containedInSql = (facts: string): string =>
  `(SELECT h.name FROM container h WHERE h.tenant_id = ${facts}.tenant_id AND h.id = coalesce(${facts}.fund_id, ${facts}.coinvestment_id))`;

/**
 * Returns SQL that is true if a source of a run `d` has no characterizations although a tax profile needs them. Its tax is then not determined. Only
 * drafts have such sources. Without a source, any of the run's.
 */
export const isTaxUnknown = (run: string, source?: string): string =>
  `${run}.warnings @> jsonb_build_array(jsonb_build_object('code', 'CHARACTERIZATION_MISSING'${source === undefined ? '' : `, 'location', jsonb_build_object('sourceId', ${source})`}))`;

/**
 * Returns SQL for a figure of a distribution or of one of its sources, null if that row is not determined. `row` is the
 * alias, if there are several.
 */
export const determinedSql = (column: string, row?: string): string => {
  const prefix = row === undefined ? '' : `${row}.`;
  return `CASE WHEN ${prefix}is_determined THEN ${prefix}${column} END`;
};
