/**
 * SQL for the NAV basis of the figures of a vehicle `v` at a quarter end. This is the basis of its lock or, if the
 * quarter is open, that of its fund `f` or coinvestment `k`.
 */
export const navBasisAt = (end: string): string =>
  `coalesce((SELECT w.nav_basis FROM period p JOIN period_version w ON w.tenant_id = p.tenant_id AND w.period_id = p.id
      WHERE p.tenant_id = v.tenant_id AND p.vehicle_id = v.id AND p.period_end = ${end} AND p.status = 'LOCKED'
      ORDER BY w.version DESC LIMIT 1), f.nav_basis, k.nav_basis)`;
