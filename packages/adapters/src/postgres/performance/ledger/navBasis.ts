/**
 * Returns SQL for the NAV basis that a version of a quarter was locked with: the one before the first change of the vehicle after the lock. Null if
 * there was no change, so that it is still the vehicle's.
 */
export const basisAtLock = (version: string, vehicleId: string): string =>
  `(SELECT a.before #>> '{navBasis,code}' FROM activity a WHERE a.tenant_id = ${version}.tenant_id AND a.object_id = ${vehicleId}
      AND a.seq > ${version}.known_seq AND a.before #>> '{navBasis,code}' IS NOT NULL ORDER BY a.seq LIMIT 1)`;

/**
 * Returns SQL for the NAV basis of the figures of a vehicle `v` at a quarter end: that of its lock or, if the quarter is open, the one of its fund `f`
 * or coinvestment `k`.
 */
export const basisOn = (end: string): string =>
  `coalesce((SELECT ${basisAtLock('w', 'v.id')} FROM period p JOIN period_version w ON w.tenant_id = p.tenant_id AND w.period_id = p.id
      WHERE p.tenant_id = v.tenant_id AND p.vehicle_id = v.id AND p.period_end = ${end} AND p.status = 'LOCKED'
      ORDER BY w.version DESC LIMIT 1), f.nav_basis, k.nav_basis)`;
