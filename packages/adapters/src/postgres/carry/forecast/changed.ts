import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { whereDetermined } from '../../portfolio/container/sources.ts';

/** Does the work and notes the forecast before and after it: head and sources, not the rows. */
export async function changedForecast(
  tx: Transaction,
  id: string,
  operation: string,
  reason: string | null | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const before = await summary(tx, id);
  await work();
  const after = await summary(tx, id);
  tx.record({
    operation,
    objectType: 'forecast',
    objectId: id,
    objectName: after?.name ?? before?.name ?? null,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
    rowVersion: after?.rowVersion ?? null,
  });
}

interface Summary {
  readonly name: string;
  readonly rowVersion: number;
}

async function summary(tx: Transaction, id: string): Promise<Summary | undefined> {
  const [found] = await tx.prepared<Summary>(
    `SELECT x.name, x.row_version AS "rowVersion", x.description, x.distribution_date AS "distributionDate",
       x.estimation_date AS "estimationDate", x.engine_version AS "engineVersion", x.is_determined AS "isDetermined",
       x.total_gross AS "totalGross", x.total_adjustment AS "totalCarryAdjustment", x.total_net AS "totalNet",
       ${whereDetermined('total_carry_distributed', 'x')} AS "totalCarryDistributed",
       ${whereDetermined('total_unallocated', 'x')} AS unallocated,
       ${whereDetermined('number_of_participants', 'x')} AS "numberOfParticipants",
       (SELECT jsonb_agg(jsonb_build_object('source', c.name, 'investedAmount', s.invested_amount::text, 'multiple', trim_scale(s.multiple)::text,
          'grossCarryDistributed', s.gross_carry_distributed::text, 'totalCarryAdjustment', s.total_carry_adjustment::text) ORDER BY s.position)
        FROM forecast_source s JOIN container c ON c.tenant_id = s.tenant_id AND c.id = s.container_id
        WHERE s.tenant_id = x.tenant_id AND s.forecast_id = x.id) AS "forecastSources"
     FROM forecast x WHERE x.tenant_id = $1 AND x.id = $2`,
    [tx.tenantId, id],
  );
  return found;
}
