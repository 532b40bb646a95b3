import { zeroAfterEnd } from '@carrara/domain/performance/period';
import { snakeCase } from '../../engine/records/definition.ts';
import { feePayingSql, figureOnBasisSql } from './basis.ts';

/** Returns SQL that is true if `vehicle`, a row of figures at a quarter end, is over (the domain's `hasVehicleEnded`). */
const hasNothing = (vehicle: string): string =>
  [...zeroAfterEnd.map((name) => `${vehicle}.${snakeCase(name)} = 0`), `coalesce(${vehicle}.fair_value, 0) = 0`].join(
    ' AND ',
  );

/**
 * Returns SQL that is true if the figures `of` are the last ones of a vehicle that was over then, or of something in
 * it.
 */
export const hasVehicleEndedSql = (alias: string): string =>
  `EXISTS (SELECT FROM period_figure w WHERE w.tenant_id = ${alias}.tenant_id AND w.subject = 'VEHICLE' AND w.subject_id = ${alias}.vehicle_id
    AND w.period_end = ${alias}.period_end AND ${hasNothing('w')})`;

/**
 * Returns SQL for the last quarter, before that of a vehicle's figures `alias`, at which its NAV is determined. Null if
 * that NAV is determined, or none before. It is the NAV of the fee-paying limited partners, unless the SQL `coversAllPartners` is
 * true.
 */
export const lastQuarterWithNav = (alias: string, coversAllPartners = 'false'): string => {
  const own = `(SELECT ${alias}.tenant_id, ${alias}.vehicle_id, ${alias}.period_end, ${alias}.nav) own`;
  const ownNav = figureOnBasisSql('own', 'nav', coversAllPartners, 'now');
  const earlierNav = figureOnBasisSql('earlier', 'nav', coversAllPartners, 'before');
  const lastWithNav = `SELECT earlier.period_end FROM period_figure earlier ${feePayingSql('earlier', 'before')}
      WHERE earlier.tenant_id = ${alias}.tenant_id AND earlier.subject = 'VEHICLE' AND earlier.subject_id = ${alias}.vehicle_id
        AND earlier.period_end < ${alias}.period_end AND ${earlierNav} IS NOT NULL ORDER BY earlier.period_end DESC LIMIT 1`;
  return `(SELECT (${lastWithNav}) FROM ${own} ${feePayingSql('own', 'now')} WHERE ${ownNav} IS NULL)`;
};

/** How late vehicles are included with earlier figures. */
interface CarriedForward {
  /** SQL that is true if they are included. */
  readonly when: string;
  /** SQL that is true if NAVs cover all partners. If given, late vehicles have their last figures with a NAV. */
  readonly coversAllPartners?: string;
}

/**
 * Returns SQL for the quarter whose figures the vehicle `alias` has at a quarter end: one row (period_end), or none.
 * This is the rule of all lists, totals and charts:
 *
 * 1. A vehicle with figures at the quarter end has those.
 * 2. One that was over by then (`hasVehicleEndedSql`) has its last ones, because nothing changes them.
 * 3. Any other vehicle is late and has none, unless late vehicles are carried forward with their last ones.
 *
 * With `coversAllPartners`, a vehicle that is carried forward has the last ones with a NAV (`lastQuarterWithNav`) in 1 and 3.
 */
export const quarterSql = (alias: string, end: string, carriedForward?: CarriedForward): string => {
  const { when: isCarried, coversAllPartners } = carriedForward ?? { when: 'false' };
  const last = `SELECT l.* FROM period_figure l WHERE l.tenant_id = ${alias}.tenant_id AND l.subject = 'VEHICLE' AND l.subject_id = ${alias}.id
      AND l.period_end <= ${end} ORDER BY l.period_end DESC LIMIT 1`;
  const isOverBy = hasNothing('w');
  const quarter =
    coversAllPartners === undefined
      ? 'w.period_end'
      : `coalesce(CASE WHEN ${isCarried} AND (${isOverBy}) IS NOT TRUE THEN ${lastQuarterWithNav('w', coversAllPartners)} END, w.period_end) AS period_end`;
  return `(SELECT ${quarter} FROM (${last}) w WHERE w.period_end = ${end} OR ${isOverBy} OR ${isCarried})`;
};

/**
 * Returns SQL for the vehicles (tenant_id, id) with figures at a quarter end, for themselves, their holdings and
 * commitments. It includes the quarter of these figures (period_end), as `quarterSql` has it.
 */
export const quartersSql = (end: string, carriedForward?: CarriedForward): string =>
  `(SELECT v.tenant_id, v.id, w.period_end FROM container v CROSS JOIN LATERAL ${quarterSql('v', end, carriedForward)} w WHERE v.is_vehicle)`;
