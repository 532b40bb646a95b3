/** SQL for the holdings of vehicles in investments. */
export const holdings = `(
  SELECT x.tenant_id, x.id, x.investment_id, x.fund_id AS vehicle_id FROM fund_investment x
  UNION ALL SELECT x.tenant_id, x.id, x.investment_id, x.coinvestment_id FROM coinvestment_investment x)`;

/**
 * Returns SQL for why a holding without figures has none at a quarter end, although its vehicle has. The holdings of
 * the vehicle weren't reported for it. One row (message, currency_id), or none if the figures of the holding don't
 * apply: it was bought later, or its last reported value was zero. `isHolding` is a condition on the holding `x`.
 */
export const unreportedHolding = (isHolding: string, end: string): string =>
  `SELECT d.reason ->> 'message' AS message, w.currency_id
   FROM ${holdings} x JOIN investment n ON n.tenant_id = x.tenant_id AND n.id = x.investment_id
   JOIN period_figure w ON w.tenant_id = x.tenant_id AND w.subject = 'VEHICLE' AND w.subject_id = x.vehicle_id AND w.period_end = ${end}
   CROSS JOIN LATERAL jsonb_array_elements(w.not_determined) d(reason)
   WHERE ${isHolding} AND w.invested IS NULL AND d.reason ->> 'field' = 'invested'
     AND coalesce(n.initial_investment_date <= ${end}, true)
     AND coalesce((SELECT p.end_value FROM holding_period p WHERE p.tenant_id = x.tenant_id AND p.holding_id = x.id
       AND p.period_end <= ${end} AND p.end_value IS NOT NULL ORDER BY p.period_end DESC LIMIT 1) <> 0, true)
   LIMIT 1`;
