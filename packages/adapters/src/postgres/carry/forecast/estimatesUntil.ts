/**
 * Returns SQL for the forecast sources estimated up to a date (all if null), each with its `rank`. If a source has
 * several estimates for a date, the latest is in force and has rank 1.
 */
export const estimatesUntil = (
  day: string,
): string => `(SELECT s.*, x.distribution_date, x.estimation_date, x.currency_id,
    row_number() OVER (PARTITION BY s.tenant_id, s.container_id, x.distribution_date
      ORDER BY x.estimation_date DESC, x.created_at DESC, x.id DESC) AS rank
  FROM forecast_source s JOIN forecast x ON x.tenant_id = s.tenant_id AND x.id = s.forecast_id
  WHERE ${day} IS NULL OR x.estimation_date <= ${day})`;
