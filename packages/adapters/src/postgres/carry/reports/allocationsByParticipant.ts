import { allocationsByParticipant as report } from '@carrara/contract/carry/reports/allocationsByParticipant';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { statusOnDay } from '../../people/participant/statusOnDay.ts';
import { isInForce, sourceType } from '../carryViews/allocationRows.ts';
import { holderCondition } from './holderCondition.ts';

/**
 * Report on the entries of the profiles in force on the date. Entities' own profiles belong to no fund or source and
 * are excluded.
 */
export const allocationsByParticipant = defineReportQuery(report, {
  source: 'rows',
  from: `SELECT b.tenant_id, b.id, b.participant_id AS participant, initcap(w.kind) AS type, initcap(${statusOnDay('w')}) AS status,
      f.id AS source, initcap(${sourceType}) AS "sourceType", b.allocation_profile_id AS profile, p.version, b.predilute, b.fixed, b.discretionary,
      b.shares, b.effective, b.participant_class_id AS "participantClass"
    FROM allocation_entry b
    JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
    JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id
    JOIN participant w ON w.tenant_id = b.tenant_id AND w.id = b.participant_id
    WHERE ${isInForce('p', 'coalesce(:asOf::date, :today::date)')} AND f.kind <> 'entity'
      AND ${holderCondition} AND (:participantId::uuid IS NULL OR b.participant_id = :participantId::uuid)`,
});
