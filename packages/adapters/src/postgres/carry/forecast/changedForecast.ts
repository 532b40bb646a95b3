import { determinedSql } from '../../portfolio/container/sources.ts';
import { auditRunChange } from '../run/auditRunChange.ts';

/** Runs the work and records the forecast before and after it in the audit log: head and sources, but not the rows. */
export const changedForecast = auditRunChange(
  'forecast',
  `SELECT x.name, x.row_version AS "rowVersion", x.description, x.distribution_date AS "distributionDate",
     x.estimation_date AS "estimationDate", x.engine_version AS "engineVersion", x.is_determined AS "isDetermined",
     x.total_gross AS "totalGross", x.total_adjustment AS "totalCarryAdjustment", x.total_net AS "totalNet",
     ${determinedSql('total_carry_distributed', 'x')} AS "totalCarryDistributed",
     ${determinedSql('total_unallocated', 'x')} AS unallocated,
     ${determinedSql('number_of_participants', 'x')} AS "numberOfParticipants",
     (SELECT jsonb_agg(jsonb_build_object('source', c.name, 'investedAmount', s.invested_amount::text, 'multiple', trim_scale(s.multiple)::text,
        'grossCarryDistributed', s.gross_carry_distributed::text, 'totalCarryAdjustment', s.total_carry_adjustment::text) ORDER BY s.position)
      FROM forecast_source s JOIN container c ON c.tenant_id = s.tenant_id AND c.id = s.container_id
      WHERE s.tenant_id = x.tenant_id AND s.forecast_id = x.id) AS "forecastSources"
   FROM forecast x WHERE x.tenant_id = $1 AND x.id = $2`,
);
