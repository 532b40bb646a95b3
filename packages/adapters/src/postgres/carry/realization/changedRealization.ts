import { determinedSql } from '../../portfolio/container/sources.ts';
import { auditRunChange } from '../run/auditRunChange.ts';

/**
 * Runs the work and records the realization before and after it in the audit log. This includes head and sources, but
 * not the rows, plus any text that the work adds.
 */
export const changedRealization = auditRunChange(
  'realization',
  `SELECT d.name, d.row_version AS "rowVersion", d.description, d.realization_date AS "realizationDate", d.status, d.kind,
     d.engine_version AS "engineVersion", d.unallocated_acknowledged_at IS NOT NULL AS "unallocatedAcknowledged",
     d.is_determined AS "isDetermined", d.total_carry AS "totalCarry", ${determinedSql('total_accrued', 'd')} AS "totalAccrued",
     ${determinedSql('total_unallocated', 'd')} AS unallocated, ${determinedSql('number_of_participants', 'd')} AS "numberOfParticipants",
     (SELECT jsonb_agg(jsonb_build_object('source', c.name, 'realizationDate', s.realization_date, 'totalCarryForAll', s.total_carry::text)
        ORDER BY s.position)
      FROM realization_source s JOIN container c ON c.tenant_id = s.tenant_id AND c.id = s.container_id
      WHERE s.tenant_id = d.tenant_id AND s.realization_id = d.id) AS sources
   FROM realization d WHERE d.tenant_id = $1 AND d.id = $2`,
);
