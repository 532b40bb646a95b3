import { nothingWhenOver } from '@carrara/domain/performance/period';
import { snake } from '../ledger/index.ts';

/** Whether `vehicle`, its figures of a quarter end, is over (the domain's `isOver`). */
const hasNothing = (vehicle: string): string =>
  [...nothingWhenOver.map((name) => `${vehicle}.${snake(name)} = 0`), `coalesce(${vehicle}.fair_value, 0) = 0`].join(
    ' AND ',
  );

/** Whether the figures `of` are the last ones of a vehicle that was over then, or of what is in it. */
export const isOver = (of: string): string =>
  `EXISTS (SELECT FROM period_figure w WHERE w.tenant_id = ${of}.tenant_id AND w.subject = 'VEHICLE' AND w.subject_id = ${of}.vehicle_id
    AND w.period_end = ${of}.period_end AND ${hasNothing('w')})`;

/** As `quartersOf`, of one vehicle `of`: (period_end), or no row. */
export const quarterOf = (of: string, end: string, carriesForward = 'false'): string =>
  `(SELECT w.period_end FROM (SELECT l.* FROM period_figure l WHERE l.tenant_id = ${of}.tenant_id AND l.subject = 'VEHICLE' AND l.subject_id = ${of}.id
      AND l.period_end <= ${end} ORDER BY l.period_end DESC LIMIT 1) w WHERE w.period_end = ${end} OR ${hasNothing('w')} OR ${carriesForward})`;

/**
 * The vehicles (tenant_id, id) whose figures of a quarter end are known, those of their holdings and commitments with them, and of which quarter they are
 * (period_end): of that one, or of the last one of what was over by then. `carriesForward` is SQL of whether those that are late come with their last
 * figures too.
 */
export const quartersOf = (end: string, carriesForward?: string): string =>
  `(SELECT v.tenant_id, v.id, w.period_end FROM container v CROSS JOIN LATERAL ${quarterOf('v', end, carriesForward)} w WHERE v.is_vehicle)`;
