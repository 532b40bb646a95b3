/**
 * Returns SQL for the profile in force for a container on a date. This is the default one if it is effective by then,
 * otherwise the latest effective one. A profile without a date has always been effective.
 */
export const profileInForce = (container: string, date: string) => `
  SELECT ap.* FROM allocation_profile ap
  WHERE ap.tenant_id = $1 AND ap.container_id = ${container} AND (ap.effective_date IS NULL OR ap.effective_date <= ${date})
  ORDER BY ap.is_current DESC, ap.effective_date DESC NULLS LAST, ap.version DESC LIMIT 1`;
