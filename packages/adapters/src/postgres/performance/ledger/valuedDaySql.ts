/**
 * SQL for the earliest of the days on which the securities of a holding `f` were last valued, up to its quarter end.
 * Null if one was never valued. Securities that were sold or written off don't count.
 */
export const valuedDaySql = `(SELECT CASE WHEN bool_and(v.day IS NOT NULL) THEN min(v.day) END
  FROM security s
  LEFT JOIN LATERAL (SELECT v.valuation_date AS day, v.fair_value FROM valuation v
    WHERE v.tenant_id = s.tenant_id AND v.security_id = s.id AND v.fair_value IS NOT NULL
      AND v.booked <= f.period_end AND v.valuation_date <= f.period_end AND NOT EXISTS (
        SELECT FROM valuation w WHERE w.tenant_id = v.tenant_id AND w.security_id = v.security_id
          AND w.valuation_date = v.valuation_date AND w.booked <= f.period_end AND (w.seq, w.position) > (v.seq, v.position))
    ORDER BY v.valuation_date DESC LIMIT 1) v ON true
  CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount) FILTER (WHERE e.type = 'BUY'), 0) - coalesce(sum(e.cost_relieved), 0) AS cost,
      coalesce(bool_or(e.type = 'BUY' AND e.effective_date > v.day), false) AS is_bought_since,
      coalesce(bool_or(e.type = 'SELL' AND e.effective_date > v.day), false) AS is_sold_since
    FROM ledger_entry e WHERE e.tenant_id = s.tenant_id AND e.holding_id = s.holding_id AND e.security_id = s.id AND e.booked <= f.period_end) e
  WHERE s.tenant_id = f.tenant_id AND s.holding_id = f.subject_id
    AND (v.day IS NULL OR v.fair_value <> 0 OR e.is_bought_since)
    AND (e.cost <> 0 OR (v.fair_value <> 0 AND NOT e.is_sold_since)))`;
