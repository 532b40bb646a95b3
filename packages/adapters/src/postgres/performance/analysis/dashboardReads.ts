import { calendarDate, decimal } from '@carrara/domain/kernel';
import type { FeeQuarter, StoredFlows } from '@carrara/domain/performance/analysis';
import { type CommitmentEventKind, eventAmount } from '@carrara/domain/performance/ledger';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { countsSql, paysFeeSql } from '../periodFigures/termsSql.ts';
import { feePayingSql, figureOnBasisSql } from '../periodFigures/basis.ts';
import { quartersSql } from '../periodFigures/hasVehicleEndedSql.ts';

export interface RequestedFlows {
  readonly to: string;
  /** True if late vehicles carry their last figures forward to `to`. */
  readonly carriesForward?: boolean | undefined;
  /** True to cover all partners instead of the fee-paying limited partners. */
  readonly coversAllPartners?: boolean;
}

/**
 * Returns the committed, paid-in and distributed amounts of the vehicles at each quarter end up to a date. A vehicle that is over
 * (`hasVehicleEndedSql`) has had no cash since, so its last figures also hold at the last quarter end.
 */
export async function storedFlows(
  tx: Transaction,
  { to, carriesForward = false, coversAllPartners = false }: RequestedFlows,
): Promise<readonly StoredFlows[]> {
  const rows = await tx.query<{
    vehicleId: string;
    currency: string;
    fiscalYearEnd: string;
    end: string;
    isReported: boolean;
    commitments: string | null;
    contributions: string | null;
    distributions: string | null;
  }>(
    `SELECT f.vehicle_id AS "vehicleId", r.code AS currency, coalesce(v.fiscal_year_end, k.fiscal_year_end, '12-31') AS "fiscalYearEnd",
       f.quarter AS "end", f.recallable IS NULL AS "isReported", ${figureOnBasisSql('f', 'commitment', '$4::boolean')} AS commitments,
       ${figureOnBasisSql('f', 'contributions', '$4::boolean')} AS contributions,
       ${figureOnBasisSql('f', 'distributions', '$4::boolean')} AS distributions
     FROM (SELECT g.*, g.period_end AS quarter FROM period_figure g UNION ALL SELECT g.*, $2::date FROM ${quartersSql('$2::date', { when: '$3::boolean' })} q
       JOIN period_figure g ON g.tenant_id = q.tenant_id AND g.subject_id = q.id AND g.period_end = q.period_end WHERE q.period_end < $2) f
     JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id
     LEFT JOIN fund v ON v.tenant_id = f.tenant_id AND v.id = f.vehicle_id
     LEFT JOIN coinvestment k ON k.tenant_id = f.tenant_id AND k.id = f.vehicle_id
     ${feePayingSql('f')} WHERE f.tenant_id = $1 AND f.subject = 'VEHICLE' AND f.quarter <= $2
     ORDER BY f.quarter`,
    [tx.tenantId, to, carriesForward, coversAllPartners],
  );
  return rows.map(({ end, commitments, contributions, distributions, ...vehicle }) => ({
    ...vehicle,
    end: calendarDate(end),
    commitments: commitments === null ? null : decimal(commitments),
    contributions: contributions === null ? null : decimal(contributions),
    distributions: distributions === null ? null : decimal(distributions),
  }));
}

/** A vehicle's fee basis in a quarter. */
export interface VehicleQuarter extends FeeQuarter {
  readonly vehicleId: string;
}

/**
 * Returns the fee basis of all vehicles in each quarter up to a date. It consists of the commitments that paid fees
 * by that quarter's terms, their changes within it, and the cost of the holdings. The first quarter begins with the
 * first close.
 */
export async function feeQuarters(tx: Transaction, to: string): Promise<readonly VehicleQuarter[]> {
  const rows = await tx.query<{
    vehicleId: string;
    from: string;
    to: string;
    commitment: string;
    cost: string | null;
    costReason: string | null;
    changes: readonly { kind: CommitmentEventKind; date: string; amount: string }[];
  }>(
    // Terms are looked up only for commitments that were ever exempt from fees.
    `WITH start AS (SELECT c.vehicle_id, min(e.event_date) AS first FROM commitment c
         JOIN commitment_event e ON e.tenant_id = c.tenant_id AND e.commitment_id = c.id AND ${countsSql('e', '$2')}
       WHERE c.tenant_id = $1 GROUP BY 1),
     exempt AS (SELECT DISTINCT e.commitment_id FROM commitment_event e WHERE e.tenant_id = $1 AND NOT e.pays_fee),
     paying AS (SELECT f.vehicle_id, f.period_end, sum(f.commitment) AS commitment
       FROM period_figure f LEFT JOIN exempt x ON x.commitment_id = f.subject_id
       WHERE f.tenant_id = $1 AND f.subject = 'COMMITMENT' AND f.period_end <= $2
         AND (x.commitment_id IS NULL OR ${paysFeeSql('f.subject_id', 'f.period_end')}) GROUP BY 1, 2),
     changed AS (SELECT c.vehicle_id, e.booked,
         jsonb_agg(jsonb_build_object('kind', e.kind, 'date', e.event_date, 'amount', e.amount::text)) AS changes
       FROM commitment c JOIN commitment_event e ON e.tenant_id = c.tenant_id AND e.commitment_id = c.id AND ${countsSql('e', 'e.booked')}
       LEFT JOIN exempt x ON x.commitment_id = c.id
       WHERE c.tenant_id = $1 AND e.booked <= $2 AND e.amount <> 0
         AND (x.commitment_id IS NULL OR ${paysFeeSql('c.id', 'e.booked')}) GROUP BY 1, 2)
     SELECT v.vehicle_id AS "vehicleId", v.period_end AS "to", v.cost,
       CASE WHEN v.cost IS NULL THEN (SELECT n ->> 'message' FROM jsonb_array_elements(v.not_determined) n WHERE n ->> 'field' = 'cost' LIMIT 1) END AS "costReason",
       greatest(s.first, (date_trunc('month', v.period_end) - interval '2 months' - interval '1 day')::date) AS "from",
       coalesce(p.commitment, 0) AS commitment, coalesce(d.changes, '[]') AS changes
     FROM period_figure v JOIN start s ON s.vehicle_id = v.vehicle_id
     LEFT JOIN paying p ON p.vehicle_id = v.vehicle_id AND p.period_end = v.period_end
     LEFT JOIN changed d ON d.vehicle_id = v.vehicle_id AND d.booked = v.period_end
     WHERE v.tenant_id = $1 AND v.subject = 'VEHICLE' AND v.period_end <= $2 AND v.period_end > s.first ORDER BY v.vehicle_id, v.period_end`,
    [tx.tenantId, to],
  );
  return rows.map((row) => ({
    vehicleId: row.vehicleId,
    from: calendarDate(row.from),
    to: calendarDate(row.to),
    commitment: decimal(row.commitment),
    changes: row.changes.map(({ kind, date, amount }) => ({
      date: calendarDate(date),
      amount: eventAmount({ kind, amount: decimal(amount) }),
      isClose: kind === 'CLOSE' || kind === 'INCREASE',
    })),
    cost: row.cost === null ? null : decimal(row.cost),
    ...(row.costReason === null ? {} : { costReason: row.costReason }),
  }));
}

/** Returns the capital raised by each fund. */
export async function fundSizes(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; size: string }>(
    `SELECT f.id, f.total_capital_raised AS size FROM fund f WHERE f.tenant_id = $1 AND f.total_capital_raised IS NOT NULL
     UNION ALL SELECT k.id, k.total_capital_raised FROM coinvestment k WHERE k.tenant_id = $1 AND k.total_capital_raised IS NOT NULL`,
    [tx.tenantId],
  );
  return new Map(rows.map(({ id, size }) => [id, size]));
}
