import { nothingWhenOver } from '@carrara/domain/performance/period';
import { snake } from '../ledger/storeFigures.ts';
import { feePayingOf, onBasis } from './basis.ts';

/** Returns SQL that is true if `vehicle`, a row of figures at a quarter end, is over (the domain's `isOver`). */
const hasNothing = (vehicle: string): string =>
  [...nothingWhenOver.map((name) => `${vehicle}.${snake(name)} = 0`), `coalesce(${vehicle}.fair_value, 0) = 0`].join(
    ' AND ',
  );

/**
 * Returns SQL that is true if the figures `of` are the last ones of a vehicle that was over then, or of something in
 * it.
 */
export const isOver = (alias: string): string =>
  `EXISTS (SELECT FROM period_figure w WHERE w.tenant_id = ${alias}.tenant_id AND w.subject = 'VEHICLE' AND w.subject_id = ${alias}.vehicle_id
    AND w.period_end = ${alias}.period_end AND ${hasNothing('w')})`;

/**
 * Returns SQL for the last quarter, before that of a vehicle's figures `alias`, at which its NAV is determined. Null if
 * that NAV is determined, or none before. It is the NAV of the fee-paying limited partners, unless the SQL `isOfAll` is
 * true.
 */
export const lastQuarterWithNav = (alias: string, isOfAll = 'false'): string =>
  `(SELECT (SELECT earlier.period_end FROM period_figure earlier ${feePayingOf('earlier', 'before')}
      WHERE earlier.tenant_id = ${alias}.tenant_id AND earlier.subject = 'VEHICLE' AND earlier.subject_id = ${alias}.vehicle_id
        AND earlier.period_end < ${alias}.period_end AND ${onBasis('earlier', 'nav', isOfAll, 'before')} IS NOT NULL ORDER BY earlier.period_end DESC LIMIT 1)
    FROM (SELECT ${alias}.tenant_id, ${alias}.vehicle_id, ${alias}.period_end, ${alias}.nav) own ${feePayingOf('own', 'now')}
    WHERE ${onBasis('own', 'nav', isOfAll, 'now')} IS NULL)`;

/** Returns SQL like `quartersOf` for one vehicle `of`: one row (period_end), or none. */
export const quarterOf = (alias: string, end: string, carriesForward = 'false', isOfAll?: string): string =>
  `(SELECT ${isOfAll === undefined ? 'w.period_end' : `coalesce(CASE WHEN ${carriesForward} AND (${hasNothing('w')}) IS NOT TRUE THEN ${lastQuarterWithNav('w', isOfAll)} END, w.period_end) AS period_end`} FROM (SELECT l.* FROM period_figure l WHERE l.tenant_id = ${alias}.tenant_id AND l.subject = 'VEHICLE' AND l.subject_id = ${alias}.id
      AND l.period_end <= ${end} ORDER BY l.period_end DESC LIMIT 1) w WHERE w.period_end = ${end} OR ${hasNothing('w')} OR ${carriesForward})`;

/**
 * Returns SQL for the vehicles (tenant_id, id) with figures at a quarter end, for themselves, their holdings and
 * commitments, and the quarter of these figures (period_end): the requested one, or the last one of a vehicle that was
 * over by then. `carriesForward` is SQL that is true if late vehicles are included with their last figures. With the SQL
 * `isOfAll`, these are their last ones with a NAV (`lastQuarterWithNav`).
 */
export const quartersOf = (end: string, carriesForward?: string, isOfAll?: string): string =>
  `(SELECT v.tenant_id, v.id, w.period_end FROM container v CROSS JOIN LATERAL ${quarterOf('v', end, carriesForward, isOfAll)} w WHERE v.is_vehicle)`;
